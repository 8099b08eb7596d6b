"""Schiltrons of the Scots."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.event import Checked, Formed, Moved
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.rulesets.chainmail.melee.classes import attacks_as, defends_as, has_mass_shock
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import StandCharge
from tests.rulesets.chainmail.fights import met, ours, struck, theirs
from tests.rulesets.chainmail.positions import ahead, blue, field, locked, march, play, red, rules, turn

ON: dict[str, Any] = {"schiltrons": "on"}


def scots(troop: str = "scots_pikemen", **more: Any) -> Battle:
    options = {key: more.pop(key) for key in list(more) if key == "schiltrons"}
    return field(
        blue("scots", 20, files=10, at=(40, 40), troop=troop, **more),
        red("foe", 8, at=(40, 10)),
        **{**ON, **options},
    )


FORM = march("scots", FormUp("schiltron"))


def test_scots_form_a_schiltron_in_one_move() -> None:
    """CM-HIST-23, CM-HIST-26: as long as a column takes, from line as from column."""
    for files in (10, 2):
        battle = field(
            blue("scots", 20, files=files, at=(40, 40), troop="scots_pikemen"), red("foe", 8, at=(40, 10)), **ON
        )
        played = play(battle, Moves("blue"), FORM)
        unit = played.unit("scots")
        assert unit.own.formation == "schiltron"
        assert unit.own.forming is None
        assert unit.own.turn.spent == 9_000, "all of the normal move of heavy foot"


@pytest.mark.parametrize(
    ("troop", "more"),
    [
        ("pikemen", {}),
        ("scots_pikemen", {"schiltrons": "off"}),
        ("light_horse", {"people": "scots"}),
        ("heavy_foot", {"people": "scots"}),
    ],
)
def test_nobody_else_does(troop: str, more: dict[str, Any]) -> None:
    """CM-HIST-23: Scots infantry with their long spears, where the option is in use."""
    assert rules(play(scots(troop, **more), Moves("blue")).refusal(FORM)) == {"CM-HIST-23"}


@pytest.mark.parametrize("leg", [ahead(1), turn(30)])
def test_a_schiltron_cannot_move(leg: Any) -> None:
    """CM-HIST-24."""
    played = play(scots(formation="schiltron"), Moves("blue"))
    assert rules(played.refusal(march("scots", leg))) == {"CM-HIST-24"}
    opened = played.then(march("scots", FormUp("close")))
    assert opened.unit("scots").own.formation == "line"
    assert opened.events_of(Moved) or opened.events_of(Formed)


@pytest.mark.parametrize("facing", [0, 90, 180])
def test_it_stands_any_charge_of_horse(facing: float) -> None:
    """CM-HIST-23: no dice, from wherever they come."""
    battle = field(
        blue("scots", 16, files=4, at=(40, 30), facing=facing, troop="scots_pikemen", formation="schiltron"),
        red("horse", 8, files=4, at=(40, 30), troop="heavy_horse", charged=True),
        **ON,
    )
    played = play(battle, StandCharge("scots", "horse"))
    assert played.over
    assert played.events_of(Checked)[0].passed
    line = field(blue("scots", 16, files=4, at=(40, 30), troop="scots_pikemen"), battle.units["horse"], **ON)
    assert play(line, StandCharge("scots", "horse")).battle.roll is not None


def test_it_fights_as_the_swiss_do_in_defence_and_never_with_mass_shock() -> None:
    """CM-HIST-23: heavy foot, with neither flank nor rear."""
    position = met(
        theirs("heavy_foot", 16, files=4, name="ours"),
        ours("scots_pikemen", 16, files=4, name="theirs", formation="schiltron"),
        edge="left",
        **ON,
    )
    scots_unit, foe = position.units["theirs"], position.units["ours"]
    assert defends_as(position, scots_unit, foe).troop == "heavy_foot"
    assert attacks_as(position, scots_unit, foe).troop == "heavy_foot"
    assert not has_mass_shock(position, scots_unit, foe)
    assert struck(position, "theirs", "ours").dice.total, "nobody has its flank"
    assert not struck(position, "ours", "theirs").dice.total, "only weapons as long come at it"


def test_lances_attack_it_at_even_odds() -> None:
    """CM-HIST-25: each figure of both rolls one die, 6 kills."""
    position = met(ours("heavy_horse", 8, files=8), theirs("scots_pikemen", 16, files=4, formation="schiltron"), **ON)
    for one, other in (("ours", "theirs"), ("theirs", "ours")):
        assert struck(position, one, other).need.total == 6
        assert struck(position, one, other).dice.rules == ("CM-HIST-25",)


def test_who_is_driven_back_is_a_schiltron_no_more() -> None:
    """CM-HIST-24: it cannot move as one."""
    battle = field(
        blue("scots", 16, files=4, at=(40, 30), troop="scots_pikemen", formation="schiltron"),
        red("horse", 8, files=4, at=(40, 30), troop="heavy_horse"),
        contacts=[locked("horse", "scots")],
        **ON,
    )
    played = play(battle, React(("horse",), ("scots",), "back_good_order", 500))
    unit = played.unit("scots")
    assert (unit.own.formation, unit.pose.y) == ("line", 34_500)
    assert "CM-HIST-24" in played.events_of(Moved)[0].rules


@pytest.mark.parametrize("formation", ["line", "square"])
def test_others_who_are_driven_back_keep_their_formation(formation: str) -> None:
    """CM-MELEE-21: good order is what they go back in."""
    battle = field(
        blue("scots", 16, files=4, at=(40, 30), troop="scots_pikemen", formation=formation),
        red("horse", 8, files=4, at=(40, 30), troop="heavy_horse"),
        contacts=[locked("horse", "scots")],
        **ON,
    )
    played = play(battle, React(("horse",), ("scots",), "back_good_order", 500))
    assert played.unit("scots").own.formation == formation
    assert "CM-HIST-24" not in played.events_of(Moved)[0].rules
