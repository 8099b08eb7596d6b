"""Elementals without a master who fly, and those who stay by water."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.magic.rampaging import Rampage
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, ThisTurn, Unit
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.chainmail.positions import ahead, blue, choose, field, march, piece, play, red, rules
from tests.rulesets.chainmail.wizardry import BLUE, cast, magical, wizard


def loose_in_the_air(*more: Unit, at: tuple[float, float] = (40, 20)) -> Battle:
    """A djinn whose conjurer has lost his hold on it."""
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (70, 10))
    conjured = cast("he", "conjuration_of_an_elemental", way="djinn", at=(40, 34))
    battle = play(magical(he, hald, *more), BLUE, conjured, choose("let_be")).battle
    battle = disturbed(battle, "he")
    it = battle.units[called(battle)]
    return battle.with_unit(replace(it, place=it.place_at(replace(it.pose, x=inches(at[0]), y=inches(at[1])))))


def called(battle: Battle) -> str:
    (key,) = [key for key in battle.units if ".called" in key]
    return key


def next_turn(battle: Battle) -> Battle:
    """The same as the next turn begins."""
    units = {key: replace(one, own=replace(one.own, turn=ThisTurn())) for key, one in battle.units.items()}
    return replace(battle, turn=battle.turn + 1, units=units, agenda=(), decisions=())


def disturbed(battle: Battle, key: str) -> Battle:
    scene = Scene(battle, CHAINMAIL.lapses)
    disturb(scene, key, ATTACKED)
    return scene.battle


@pytest.mark.parametrize("crowd", [False, True])
def test_one_of_the_air_flies_at_its_conjurer(crowd: bool) -> None:
    """CM-FANT-SPELL-16, CM-FANT-ELEM-09: over the heads of whoever stands between, and comes down on him."""
    between = [red("between", 20, at=(40, 30), files=10)] if crowd else []
    battle = loose_in_the_air(*between)
    key = called(battle)
    went = play(next_turn(battle), Rampage())
    assert {one.attacker for one in went.battle.engagements} == {key}
    assert {one.defender for one in went.battle.engagements} == {"he"}
    assert went.unit(key).level is None


def test_from_afar_it_comes_nearer_and_then_down() -> None:
    """CM-FANT-ELEM-09: 24 inches in a turn."""
    battle = loose_in_the_air(at=(14, 14))
    key = called(battle)
    before = gap(battle.units[key].outline, battle.units["he"].outline)
    went = play(next_turn(battle), Rampage())
    near = gap(went.unit(key).outline, went.unit("he").outline)
    assert inches(15) < before - near <= inches(24)
    assert not went.battle.engagements
    later = play(next_turn(went.battle), Rampage())
    assert {one.attacker for one in later.battle.engagements} == {key}


def test_a_water_elemental_goes_no_farther_from_water_than_six_inches() -> None:
    """CM-FANT-ELEM-08: at no leg of its way; who was driven off may come back."""
    pond = piece("pond", 30, 30, 50, 35)
    unit = blue("wave", 1, at=(40, 37), facing=180, troop="water_elemental")
    asked = play(field(unit, features=(pond,), fantasy="on", phase="first_move"), Moves("blue"))
    assert "CM-FANT-ELEM-08" in rules(asked.refusal(march("wave", ahead(5.5))))
    assert asked.then(march("wave", ahead(4.5))).unit("wave").own.turn.spent == inches(4.5)
    lost = blue("wave", 1, at=(40, 50), facing=0, troop="water_elemental")
    back = play(field(lost, features=(pond,), fantasy="on", phase="first_move"), Moves("blue"))
    assert back.then(march("wave", ahead(3))).unit("wave").own.turn.spent == inches(3)
