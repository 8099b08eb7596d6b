"""All possible results of a battle's next dice, each with its exact chance.

Every possible throw is answered through the door itself, so no rule is written twice. This proves the odds that a
book's guide works out in one go, and it also works where there is no formula.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple, TypeVar

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.probability import successes, sums
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Counted, Pool, Roll, SumOf, Thrown, hitting, tied
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Order, Reply

AnyRuleset = Ruleset[Any, Any, Any]
H = TypeVar("H", bound=Hashable)

MOST_ORDERS = 200_000
"""Beyond so many orders an enumeration is given up: odds of that width are for sampling."""


class TooWide(Exception):
    """More futures than can be counted one by one."""


class Future(NamedTuple):
    """A battle that may follow, and how likely it is."""

    chance: float
    battle: AnyBattle


# ---------------------------------------------------------------- every throw of a roll


def throws(roll: Roll) -> list[tuple[float, Dice]]:
    """Every answer to a roll that can happen; like dice are not told apart. A contest has no ties."""
    found = [
        (prod(chance for chance, _ in parts), tuple(thrown for _, thrown in parts))
        for parts in product(*(list(_of_pool(pool)) for pool in roll.pools))
    ]
    if roll.unequal:
        found = [(chance, pools) for chance, pools in found if not tied(pools)]
    whole = sum(chance for chance, _ in found)
    return [(chance / whole, Dice(roll.id, pools)) for chance, pools in found]


def _of_pool(pool: Pool) -> Iterator[tuple[float, Thrown]]:
    reading, dice = pool.reading, pool.count
    if isinstance(reading, Counted):
        for hits, chance in enumerate(successes(dice, hitting(reading, pool.sides) / pool.sides)):
            if chance:
                yield chance, Thrown(((0, dice - hits), (1, hits)))
    elif isinstance(reading, SumOf):
        for total, chance in enumerate(sums(dice, pool.sides)):
            if chance:
                yield chance, Thrown(((total, 1),))
    else:
        for faces in combinations_with_replacement(range(1, pool.sides + 1), dice):
            ways = factorial(dice) // prod(factorial(number) for number in Counter(faces).values())
            yield ways / pool.sides**dice, Thrown(reading.classes(faces))


# ---------------------------------------------------------------- every battle that follows


def by_default(battle: AnyBattle, decision: AnyDecision) -> Answer:  # noqa: ARG001 - others look at the battle
    """The answer that is taken when a player gives none."""
    if decision.default is None:
        raise LookupError(f"{decision.prompt!r} has no default: say how it is decided")
    return decision.default


def futures(
    ruleset: AnyRuleset,
    battle: AnyBattle,
    until: Callable[[AnyBattle], bool],
    decide: Callable[[AnyBattle, AnyDecision], Answer] = by_default,
) -> list[Future]:
    """Every battle that may follow, played on until the end or until `until` says so; equal battles are one."""
    ended: dict[bytes, Future] = {}
    going = {b"": Future(1.0, battle)}
    orders = 0
    while going:
        after: dict[bytes, Future] = {}
        for chance, here in going.values():
            if here.outcome is not None or until(here) or not here.awaiting:
                _join(ended, chance, here)
                continue
            for likely, order in _orders(here, decide):
                obeyed = ruleset.obey(here, order)
                if isinstance(obeyed, Illegal):
                    raise ValueError(f"an order of the enumeration is refused: {obeyed}")
                _join(after, chance * likely, obeyed.battle)
                orders += 1
        if orders > MOST_ORDERS:
            raise TooWide(f"more than {MOST_ORDERS} orders, and {len(after)} battles still under way")
        going = after
    return list(ended.values())


def _orders(battle: AnyBattle, decide: Callable[[AnyBattle, AnyDecision], Answer]) -> Iterator[tuple[float, Order]]:
    if battle.roll is not None:
        yield from throws(battle.roll)
    else:
        decision = battle.decisions[0]
        yield 1.0, Reply(decision.seat, decision.id, decide(battle, decision))


def _join(known: dict[bytes, Future], chance: float, battle: AnyBattle) -> None:
    key = encode(battle)
    before = known[key].chance if key in known else 0.0
    known[key] = Future(before + chance, battle)


def chances_of(found: list[Future], measure: Callable[[AnyBattle], H]) -> dict[H, float]:
    """How likely each value of something is among the futures."""
    chances: dict[H, float] = {}
    for chance, battle in found:
        value = measure(battle)
        chances[value] = chances.get(value, 0.0) + chance
    return chances
