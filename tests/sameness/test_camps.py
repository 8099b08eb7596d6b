"""The way to a baggage camp is turned and mirrored with the table: CM-HIST-40 to CM-HIST-44."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.illegal import Illegal
from schiltron.rulesets import ruleset
from schiltron.rulesets.chainmail.camps import camp_of, way_in
from schiltron.rulesets.chainmail.movement.initiative import Initiative
from schiltron.rulesets.chainmail.raids.baggage import SeekBaggage
from schiltron.rulesets.chainmail.state import Baggage
from schiltron.rulesets.chainmail.weather.changing import WeatherCheck
from schiltron.table.pose import Pose
from tests.sameness.changes import CHANGES, WAYS
from tests.sameness.playing import compared, entries, played_on
from tests.sameness.rewriting import changed


def noted() -> AnyBattle:
    """Before the first move, the camps noted off the middle."""
    battle = next(
        entry.battle
        for entry in entries("field-of-lamps", 2, 0, 60)
        if len(entry.battle.own.baggage) == 2 and entry.battle.phase == "initiative"
    )
    return replace(battle, own=replace(battle.own, baggage=(Baggage("blue", 18_000), Baggage("red", 66_000))))


def raided(battle: AnyBattle) -> AnyBattle:
    """Two units of either side stand askew before the other's camp."""
    for side, other in (("blue", "red"), ("red", "blue")):
        camp = camp_of(battle, other)
        assert camp is not None
        middle = way_in(battle, camp).centroid
        raiders = [one for one in battle.standing() if one.side == side and one.figures > 4 and one.id[-1] in "35"]
        for place, unit in enumerate(raiders):
            inward = 5_200 if middle.y < battle.board.depth / 2 else -5_200
            pose = Pose(round(middle.x) + 6_300 * place - 1_100, round(middle.y) + inward, 17_000 + 100_000 * place)
            battle = battle.with_unit(replace(unit, place=replace(unit.place, pose=pose)))
    return battle


def before_turn(battle: AnyBattle, turn: int) -> AnyBattle:
    """A die for the weather is due, and then it is seen who has come to a camp."""
    steps = (WeatherCheck(), SeekBaggage(), Initiative())
    asked = replace(battle, agenda=steps, roll=None, decisions=(), turn=turn, phase="before")
    return ruleset("chainmail").begun(asked).battle


@pytest.mark.parametrize("way", ["turned by 90", "turned by 180", "mirrored"])
def test_the_way_to_a_camp_leads_through_the_turned_stretch_of_the_edge(way: str) -> None:
    battle = noted()
    change = CHANGES[way](battle)
    other = changed(battle, change, battle)
    for side in ("blue", "red"):
        camp, there = camp_of(battle, side), camp_of(other, side)
        assert camp is not None
        assert there is not None
        here = {change.point(round(x), round(y)) for x, y in way_in(battle, camp).coords}
        assert here == {(round(x), round(y)) for x, y in way_in(other, there).coords}


def test_raids_on_camps_are_the_same_in_turned_and_mirrored_battles() -> None:
    """CM-HIST-41, CM-HIST-42, CM-HIST-43: found in one turn, looted in the next, with those who hurry to save it."""
    battle, told = raided(noted()), set()
    for turn in (2, 4):
        battle = before_turn(battle, turn)
        for entry in played_on(battle, 4, 0, 6):
            for way in WAYS:
                assert not compared(entry.battle, entry.order, way), (entry.number, way, entry.order)
            obeyed = ruleset("chainmail").obey(entry.battle, entry.order)
            assert not isinstance(obeyed, Illegal)
            told |= {rule for event in obeyed.events for rule in event.rules}
            battle = obeyed.battle
    assert {"CM-HIST-41", "CM-HIST-42"} <= told
