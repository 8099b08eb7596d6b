"""Elementals without a master who fly, and those who stay by water."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.magic.rampaging import Rampage
from schiltron.rulesets.chainmail.melee.classes import attacks_as
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, ThisTurn, Unit
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.chainmail.positions import ahead, blue, choose, field, locked, march, piece, play, red, rules, turn
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


@pytest.mark.parametrize(("y", "afloat"), [(32.5, True), (38, False), (35.8, False)])
def test_a_water_elemental_goes_and_strikes_better_in_the_water(y: float, afloat: bool) -> None:
    """CM-FANT-ELEM-07: 18 inches and as heavy horse while its middle is in a pond or river, 6 and as light horse
    ashore; no bank stops it."""
    water = [piece("pond", 30, 30, 50, 35)]
    wave = blue("wave", 1, at=(40, y), facing=90, troop="water_elemental")
    asked = play(field(wave, features=water, fantasy="on", phase="first_move"), Moves("blue"))
    far = 18 if afloat else 6
    moved = normal_move(asked.battle, asked.unit("wave"))
    assert (moved.total, moved.terms[0].rule) == (inches(far), "CM-FANT-ELEM-07" if afloat else "CM-FANT-GEN-02")
    assert asked.then(march("wave", ahead(6))).unit("wave").own.turn.spent == inches(6)
    foe = red("foe", 6, at=(60, 30))
    there = field(wave, foe, features=water, fantasy="on", contacts=[locked("foe", "wave")])
    fighting = attacks_as(there, there.units["wave"], there.units["foe"])
    assert fighting.troop == ("heavy_horse" if afloat else "light_horse")
    assert [term.rule for term in fighting.terms] == (["CM-FANT-ELEM-07"] if afloat else [])
    back = play(field(wave, features=water, fantasy="on", phase="first_move"), Moves("blue"))
    into = back.then(march("wave", turn(-90), ahead(2.5))).unit("wave")
    assert into.pose.y < wave.pose.y, "north, into the water"
    landsmen = replace(wave, own=blue("men", 1, at=(0, 0)).own)
    if y == 38:
        dry = play(field(landsmen, features=water, fantasy="on", phase="first_move"), Moves("blue"))
        assert rules(dry.refusal(march("wave", turn(-90), ahead(5))))


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
