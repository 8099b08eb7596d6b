"""Heroes of Book of War ordered in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Assigned, Commanded, PathDrawn, Share
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Aboard
from schiltron.herald.herald import Herald
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import Played, blue, field, play, red


def told(played: Played, line: str) -> Commanded:
    spoken = Herald(BOOK_OF_WAR, "blue").hear(line, BOOK_OF_WAR.view(played.battle, "blue"))
    assert isinstance(spoken.order, Reply), spoken
    assert isinstance(spoken.order.answer, Commanded)
    return spoken.order.answer


def moving() -> Played:
    kett = replace(blue("barbarian_lord", 1, id="kett", at=(20, 40)), name="Kett")
    ember = replace(blue("dragon_adult_gold", 1, id="ember", at=(40, 40)), name="Ember")
    wend = replace(blue("knight_renown", 1, id="wend", at=(30, 42)), name="Sir Wend")
    orla = replace(blue("knight_commander", 1, id="orla", at=(1, 1)), name="Orla", place=Aboard("horse", "front:0"))
    horse = replace(blue("heavy_cavalry", 3, id="horse", at=(10, 40)), name="Horse of Harrow")
    pikes = replace(blue("pikemen", 6, id="pikes", at=(22, 36)), name="Ford Pikes")
    units = (kett, ember, wend, orla, horse, pikes, red("ogres", 4, id="foe", at=(40, 10)))
    return play(field(*units, game="advanced", declare="measure_first"), MovementPhase("blue"))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("kett joins ford pikes", Commanded("kett", "join", Aimed("pikes"))),
        ("kett join the pikes", Commanded("kett", "join", Aimed("pikes"))),
        ("ember walks 6", Commanded("ember", "walk", PathDrawn((Advance(inches(6)),)))),
        ("wend dismounts", Commanded("wend", "dismount")),
        ("orla leaves and goes 6 ahead", Commanded("orla", "move", PathDrawn((Advance(inches(6)),)))),
    ],
)
def test_moves_of_heroes_in_words(line: str, order: Commanded) -> None:
    """BW-A3-03, BW-A3-25, BW-A3-28."""
    assert told(moving(), line) == order


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("ember breathes fire on ogres", "breathe_fire"),
        ("ember breathe gas at the ogres", "breathe_gas"),
    ],
)
def test_breath_in_words(line: str, way: str) -> None:
    """BW-A3-29, BW-A3-32."""
    ember = replace(blue("dragon_adult_gold", 1, id="ember", at=(24, 24)), name="Ember")
    ogres = red("ogres", 4, at=(24, 24))
    asked = play(field(ember, ogres, game="advanced", declare="measure_first"), AttackPhase("blue"))
    assert told(asked, line) == Commanded("ember", way, Aimed("ogres"))


@pytest.mark.parametrize(("name", "figures", "label"), [("Axes", 5, "rank 1, file"), ("Gull Axes 2", 1, "Gull Axes 2")])
def test_names_with_numbers_and_commas_are_handed_out(name: str, figures: int, label: str) -> None:
    """BW-C3-11: whom figures strike that touch two enemies, as it is suggested."""
    axes = replace(blue("medium_infantry", figures, files=figures, id="axes", at=(24, 24)), name=name)
    foes = (
        red("medium_infantry", 3, id=one, at=(24.1 + x, 24), facing=180)
        for one, x in (("wolves", -1.125), ("bears", 1.125))
    )
    asked = play(field(axes, *foes), AttackPhase("blue"))
    (item,) = asked.decision.items
    assert item.label.startswith(label)
    for line in (
        f"1 {item.label} to wolves",
        f"{item.label} to wolves",
        "1 to wolves",
        f"1 {item.label.upper()} to Wolves",
    ):
        spoken = Herald(BOOK_OF_WAR, "blue").hear(line, BOOK_OF_WAR.view(asked.battle, "blue"))
        assert isinstance(spoken.order, Reply), spoken
        assert spoken.order.answer == Assigned((Share(item.key, "wolves", 1),))
