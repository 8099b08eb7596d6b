"""Random battles, and one entry of a battle played twice: as it is, and changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order
from schiltron.rulesets import ruleset
from schiltron.rulesets.chainmail.raids.baggage import HideBaggage
from schiltron.table.body import Bend, Formed
from schiltron.table.outline import overlapping
from tests.sameness.changes import CHANGES, Change, Shifted
from tests.sameness.comparing import differences
from tests.sameness.exceptions import (
    apart_from,
    beside_a_door,
    half_a_file_decides,
    leaning,
    made_even,
    other_edges,
    renumbered,
    without_camps,
)
from tests.sameness.rewriting import changed
from tests.whole_battles.recruits import next_order, opening

ROOM = 100_000
"""Around a table that is shifted: no edge is in anybody's reach."""


class Entry(NamedTuple):
    """An order of a random battle, and the position it was given in."""

    number: int
    battle: AnyBattle
    order: Order


def entries(scenario: str, seed: int, least: int, most: int) -> Iterator[Entry]:
    """The orders of a random battle from one number to another."""
    yield from played_on(opening(scenario), seed, least, most)


def played_on(battle: AnyBattle, seed: int, least: int, most: int) -> Iterator[Entry]:
    """Random orders from a position on."""
    random, dice = Random(seed), FastDice(Random(seed + 1))
    for number in range(most):
        if battle.outcome is not None:
            return
        order = next_order(battle, random, dice)
        if number >= least:
            yield Entry(number, battle, order)
        obeyed = ruleset(battle.ruleset).obey(battle, order)
        assert not isinstance(obeyed, Illegal), f"{order} was refused: {obeyed}"
        battle = obeyed.battle


def crooked(battle: AnyBattle, random: Random) -> AnyBattle | None:
    """The position with an enemy before somebody who may act now: aside, askew, in other files, perhaps a bent column.

    None where nobody may act, or where there is no room.
    """
    if battle.commitments or not battle.decisions:
        return None
    ready = {unit for one in battle.decisions for unit in getattr(one, "actors", ())}
    actors = [unit for unit in battle.standing() if unit.id in ready and isinstance(unit.body, Formed)]
    foes = [unit for unit in battle.standing() if isinstance(unit.body, Formed) and not unit.fallen]
    pairs = [(actor, foe) for actor in actors for foe in foes if foe.side != actor.side]
    if not pairs:
        return None
    actor, foe = random.choice(pairs)
    ahead = random.choice([1500, 2800, 4100, 6300]) + foe.outline.radius / 2
    pose = replace(
        actor.pose.shifted(random.choice([-3700, -1900, -350, 0, 1250, 2900]), ahead),
        heading=(actor.pose.heading + 180_000 + random.choice([-73_000, -33_000, 0, 17_000, 213_000])) % 360_000,
    )
    files = random.randint(1, foe.figures)
    bends = (Bend(2 * foe.body.base.depth, random.choice([-40_000, 55_000])),) if files < 3 and foe.figures > 6 else ()
    moved = replace(foe, place=replace(foe.place, pose=pose), body=Formed(foe.body.base, files, bends=bends))
    there = moved.outline
    if not battle.board.holds(there) or any(
        overlapping(there, other.outline, -100) for other in battle.standing() if other.id != foe.id
    ):
        return None
    apart = tuple(one for one in battle.engagements if foe.id not in (one.attacker, one.defender))
    asked = replace(battle.with_unit(moved), decisions=(), engagements=apart)
    return ruleset(battle.ruleset).begun(asked).battle


def compared(battle: AnyBattle, order: Order, name: str) -> list[str]:
    """What comes out otherwise when an order is obeyed in the changed battle."""
    return _compared(battle, order, name)


def carried_on(battle: AnyBattle, name: str) -> list[str]:
    """What comes out otherwise when the changed battle is carried on to the next thing that is due."""
    return _compared(battle, None, name)


def _compared(battle: AnyBattle, order: Order | None, name: str) -> list[str]:
    if name == "shifted":
        here, shift = CHANGED.shift(battle)
        return _between(changed(battle, here, battle), changed(order, here, battle), shift)
    if name == "mirrored":
        battle = made_even(battle)
    return _between(battle, order, CHANGED.by(name, battle))


class Shift(Shifted):
    """From one place of a large table to another."""

    def __init__(self, here: Shifted, there: Shifted) -> None:
        self.name = there.name
        self.wide = self.deep = 0
        self.across, self.down = there.across - here.across, there.down - here.down


class Changed:
    """The last change of each kind, for all positions of one battle: it knows what has become of units that have not
    changed since. And the last order that was obeyed: it is compared in several ways."""

    def __init__(self) -> None:
        self._by: dict[str, tuple[Any, Any]] = {}
        self._gone_on: tuple[Any, Any, Any] = (None, None, None)

    def by(self, name: str, battle: AnyBattle) -> Change:
        ids = tuple((unit.id, unit.of) for unit in battle.units.values())
        return self._kept(name, (battle.board, ids), lambda: CHANGES[name](battle))

    def shift(self, battle: AnyBattle) -> tuple[Shifted, Shift]:
        def made() -> tuple[Shifted, Shift]:
            here, there = Shifted(battle, 0, 0, ROOM), Shifted(battle, 1_301, -2_127, ROOM)
            return here, Shift(here, there)

        return self._kept("shifted", (battle.board, battle.own.zones), made)

    def _kept(self, name: str, of: Any, make: Callable[[], Any]) -> Any:
        if name not in self._by or self._by[name][0] != of:
            self._by[name] = of, make()
        return self._by[name][1]

    def gone_on(self, battle: AnyBattle, order: Order | None) -> Obeyed[Any, Any, Any] | Illegal:
        before, given, _ = self._gone_on
        if before is not battle or given is not order:
            self._gone_on = battle, order, _gone_on(battle, order)
        return self._gone_on[2]


CHANGED = Changed()


def _between(battle: AnyBattle, order: Order | None, change: Change) -> list[str]:
    other = changed(battle, change, battle)
    here, there = CHANGED.gone_on(battle, order), _gone_on(other, changed(order, change, battle))
    expected, got = changed(here, change, battle), there
    if battle.agenda and isinstance(battle.agenda[0], HideBaggage) and isinstance(change, Shift):
        expected, got = without_camps(expected), without_camps(got)
    if change.mirrors:
        got = renumbered(got, expected)
    found = differences(expected, got)
    excused: set[str] = set()
    if found and change.mirrors:
        excused = leaning(battle, here, there) | beside_a_door(order)
        if half_a_file_decides(order, here, there, excused):
            return []
    elif found and isinstance(change, Shift):
        excused = other_edges(battle, other)
    return differences(*(apart_from(one, battle, excused) for one in (expected, got))) if excused else found


def _gone_on(battle: AnyBattle, order: Order | None) -> Obeyed[Any, Any, Any] | Illegal:
    book = ruleset(battle.ruleset)
    return book.begun(battle) if order is None else book.obey(battle, order)
