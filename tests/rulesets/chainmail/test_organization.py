"""Units intermixed in a melee, and what may be mixed."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.effects import Moment, Until
from schiltron.battle.state.event import Marked
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import REORGANIZING, ROUTED, Battle, Flight
from schiltron.rulesets.chainmail.troop_traits.organization import may_be_mixed
from tests.rulesets.chainmail.positions import Played, ahead, blue, charge, field, locked, march, play, red, rules

ON: dict[str, Any] = {"organization": "on"}


def melee(left: str = "heavy_foot", right: str = "heavy_foot", **more: Any) -> Battle:
    """Two blue units side by side against one red one."""
    return field(
        blue("left", 8, files=4, at=(38, 30), troop=left),
        blue("right", 8, files=4, at=(42, 30), troop=right),
        red("foe", 16, files=8, at=(40, 30)),
        contacts=(locked("left", "foe"), locked("right", "foe")),
        **{**ON, **more},
    )


def fought(battle: Battle) -> Battle:
    """A round in which nobody falls and nobody gives way."""
    played = play(battle, Melees())
    script = " | ".join(" ".join("1" * count) for count, _ in played.dice)
    return played.then(script).battle


def ended(battle: Battle, *gone: str, turn: int = 1) -> Played:
    """The end of a turn in which the melee has broken up."""
    contacts = () if gone == ("all",) else battle.engagements
    units = (unit for unit in battle.units.values() if unit.id not in gone)
    return play(field(*units, contacts=contacts, turn=turn, turn_limit=turn, **ON), EndTurn())


def test_two_units_of_a_side_in_one_melee_need_a_turn_to_separate() -> None:
    """CM-HIST-02: all of the turn after it is over; not while it lasts."""
    battle = fought(melee())
    assert battle.units["left"].own.melee.intermixed == ("right",)
    assert not ended(battle).unit("left").has(REORGANIZING)
    after = ended(battle, "all")
    for key in ("left", "right"):
        assert after.unit(key).has(REORGANIZING)
        (effect,) = after.battle.effects.on_unit(key)
        assert effect.ends == (Until(Moment(2, edge="end")),)
    assert {told.rules for told in after.events_of(Marked) if told.mark == REORGANIZING} == {("CM-HIST-02",)}
    assert not after.unit("foe").has(REORGANIZING), "it fought alone"
    second = ended(after.battle, "all", turn=2)
    assert not second.unit("left").has(REORGANIZING)
    assert not second.battle.effects.all


def test_while_it_reorganizes_a_unit_is_given_no_orders() -> None:
    """CM-HIST-02."""
    after = ended(fought(melee()), "all").battle
    battle = field(*after.units.values(), red("farther", 4, at=(70, 10)), blue("third", 4, at=(70, 50)), turn=2, **ON)
    assert rules(play(battle, Moves("blue")).refusal(march("left", ahead(1)))) == {"CM-HIST-02"}


def test_attacked_while_it_reorganizes_it_dices_to_rally() -> None:
    """CM-HIST-03: as one that was made to retreat, by a charge and by any other attack; 1 or 2 and it fights."""
    for action in (charge, march):
        battle = field(
            blue("left", 8, files=4, at=(40, 30), marks=(REORGANIZING,)),
            red("foe", 8, files=4, at=(40, 25)),
            turn=2,
            **ON,
        )
        come = play(battle, Moves("red"), action("foe", ahead(5)))
        assert "CM-HIST-03" in come.roll.rules
        assert not come.then("2").unit("left").has(REORGANIZING)


def test_with_the_option_off_nobody_is_intermixed() -> None:
    """CM-HIST-02."""
    assert fought(melee(organization="off")).units["left"].own.melee.intermixed == ()


def test_who_has_nobody_left_to_be_separated_from_is_in_order() -> None:
    """CM-HIST-02: the other unit is gone, or has fled."""
    battle = fought(melee())
    alone = field(*(unit for unit in battle.units.values() if unit.id == "left"), turn_limit=1, **ON)
    rest = field(
        alone.units["left"],
        blue("right", 8, at=(60, 50), flight=Flight("rout", 1, 1500, 1), marks=(ROUTED,)),
        red("foe", 4, at=(40, 5)),
        turn_limit=1,
        **ON,
    )
    assert not play(rest, EndTurn()).unit("left").has(REORGANIZING)


@pytest.mark.parametrize(
    ("one", "other", "mixed"),
    [
        ("light_horse", "medium_horse", True),
        ("medium_horse", "heavy_horse", True),
        ("light_horse", "heavy_horse", False),
        ("heavy_horse", "heavy_horse", False),
        ("heavy_foot", "archers", False),
    ],
)
def test_only_neighbouring_classes_of_horse_are_brigaded(one: str, other: str, mixed: bool) -> None:
    """CM-HIST-01: they fight together without getting into disorder; even units of one type do not."""
    battle = fought(melee(one, other))
    assert may_be_mixed(battle.units["left"], battle.units["right"]) is mixed
    assert (battle.units["left"].own.melee.intermixed == ()) is mixed


@pytest.mark.parametrize(("archers", "mixed"), [(4, True), (5, False)])
def test_barbarian_bands_have_a_sprinkling_of_archers(archers: int, mixed: bool) -> None:
    """CM-HIST-01: one figure in five of them all."""
    band = blue("band", 16, at=(40, 30), troop="vikings")
    bows = blue("bows", archers, at=(50, 30), troop="archers")
    assert may_be_mixed(band, bows) is mixed
    assert may_be_mixed(bows, band) is mixed
