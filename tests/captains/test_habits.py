"""Bad habits that were seen in battles of captains are rare: going back and forth, turning one's back on the enemy, and
standing about for the whole battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import AnyEvent, Struck, Touched
from schiltron.battle.state.field import hostile
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from schiltron.table.lengths import inches, signed
from schiltron.table.outline import gap
from tests.captains.contests import opening

FAR = inches(1.5)
"""Less is no march."""
ABOUT = 100_000
"""Who has turned so much has turned his back."""
Point = tuple[float, float]


class Watcher:
    """Counts what the units of a battle do, turn by turn."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.turn = 0
        self.began: dict[str, Point] = {}
        self.went: dict[str, Point] = {}
        self.active: set[str] = set()
        self.before: AnyBattle | None = None

    def told(self, battle: AnyBattle, events: tuple[AnyEvent, ...]) -> None:
        for one in events:
            if isinstance(one, Struck | Touched):
                self.active |= {one.unit, one.other if isinstance(one, Touched) else one.unit}
        if battle.turn != self.turn:
            self._next_turn(battle)

    def _next_turn(self, battle: AnyBattle) -> None:
        places = {unit.id: (unit.outline.x, unit.outline.y) for unit in battle.standing() if unit.figures}
        for key, (x, y) in places.items():
            if key not in self.began:
                continue
            ax, ay = self.began[key]
            went = x - ax, y - ay
            if hypot(*went) > FAR:
                self._marched(battle, key, went)
            self.went[key] = went
        self.turn, self.began, self.before = battle.turn, places, battle

    def _marched(self, battle: AnyBattle, key: str, went: Point) -> None:
        self.counts["marches"] += 1
        last = self.went.get(key, (0.0, 0.0))
        if hypot(*last) > FAR and last[0] * went[0] + last[1] * went[1] < -0.5 * hypot(*last) * hypot(*went):
            self.counts["back and forth"] += 1
        assert self.before is not None
        unit, after = self.before.units[key], battle.units[key]
        if any(getattr(after.own.morale, way, None) is not None for way in ("flight", "rout")):
            return
        foes = [one for one in self.before.standing() if one.figures and hostile(self.before, unit, one)]
        touched = any(gap(unit.outline, one.outline) <= inches(0.5) for one in foes)
        if touched and abs(signed(after.pose.heading - unit.pose.heading)) > ABOUT:
            self.counts["turned their back"] += 1


def watched(scenario: str, seeds: Iterable[int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        battle = opening(scenario)
        book, watcher = ruleset(battle.ruleset), Watcher(counts)
        captains = {seat.id: captain_named("captain", book, seed + place) for place, seat in enumerate(battle.seats)}
        end = play(book, battle, captains, FastDice(Random(seed)), on_events=watcher.told)
        troops = [unit.id for unit in end.units.values() if unit.original > 1]
        counts["units"] += len(troops)
        counts["idle"] += sum(key not in watcher.active for key in troops)
    assert counts["marches"] > 20, "otherwise nothing is shown"
    return counts


@pytest.mark.parametrize(
    ("scenario", "idle"),
    [("chainmail/beacon-ridge", 0.25), ("chainmail/lances-and-pikes", 0.5), ("battlesystem/crossroads", 0.1)],
)
def test_bad_habits_are_rare(scenario: str, idle: float) -> None:
    """Retreats are counted as well, so some going back is always there; and where a battle is over in three turns many
    are still on their way."""
    counts = watched(scenario, range(300, 303))
    assert counts["back and forth"] <= 0.08 * counts["marches"]
    assert counts["turned their back"] <= 0.02 * counts["marches"]
    assert counts["idle"] <= idle * counts["units"]
