"""What breaks the spells that a magic user keeps up, besides blows and missiles: saves forced on him."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, Pointed
from schiltron.rulesets.chainmail.artillery.breath import BREATHE, LENGTH, Breaths
from schiltron.rulesets.chainmail.melee.petrifying import Petrify
from schiltron.rulesets.chainmail.state import Battle, Unit, with_uncanny
from schiltron.table.lengths import degrees
from tests.rulesets.chainmail.positions import play, red
from tests.rulesets.chainmail.wizardry import BLUE, cast, magical, wizard


def kinds(battle: Battle) -> list[str]:
    return [one.kind for one in battle.effects.all]


def lit(*foes: Unit) -> Battle:
    """A wizard who keeps up his light, and others."""
    he = with_uncanny(wizard("he", "blue", (40.3, 40)), braved=tuple(one.id for one in foes))
    return play(magical(he, *foes), BLUE, cast("he", "wizard_light")).battle


@pytest.mark.parametrize(("dice", "left"), [("6 6", 1), ("1 1", 0)], ids=["saved", "dead"])
def test_a_dragon_s_breath_breaks_what_he_keeps_up(dice: str, left: int) -> None:
    """CM-FANT-SPELL-01, CM-FANT-DRAGON-09: whether or not he is saved from it."""
    battle = lit(red("dragon", 1, at=(40, 33), troop="red_dragon"))
    assert kinds(battle) == ["wizard_light"]
    breath = Commanded("dragon", BREATHE, Pointed(degrees(180), LENGTH))
    breathed = play(replace(battle, phase="first_move"), Breaths(("red",)), breath, dice)
    assert breathed.unit("he").figures == left
    assert kinds(breathed.battle) == []


def test_the_face_of_a_basilisk_breaks_what_he_keeps_up() -> None:
    """CM-FANT-SPELL-01, CM-FANT-BASILISK-01: though he is saved from it; who does not look goes on."""
    battle = lit(red("it", 1, at=(40, 37.5), troop="basilisk"))
    looked = play(battle, Petrify("it", ("he",), "gaze"), "6 6")
    assert looked.unit("he").figures == 1
    assert kinds(looked.battle) == []
    away = lit(red("it", 1, at=(40, 30), troop="basilisk"))
    assert kinds(play(away, Petrify("it", ("he",), "gaze")).battle) == ["wizard_light"]
