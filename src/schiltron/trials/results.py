"""What a trial has shown so far."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from schiltron.muster.preparing import named, sides
from schiltron.trials.counting import Count, counted_wins
from schiltron.trials.plan import Game, Plan, Row
from schiltron.trials.playing import Fought


class OpponentLine(Struct, frozen=True):
    """How the list did against a ready army."""

    id: str
    name: str
    points: float
    count: Count


class SideLine(Struct, frozen=True):
    """How a side of the scenario did: by `exchanged` with the army of another side, if that was tried."""

    id: str
    name: str
    colour: str
    points: float
    count: Count
    exchanged: Count | None = None


class UnitLine(Struct, frozen=True):
    """What a unit of the lists did in a battle, on average: points of the enemy that it felled, its own that it lost,
    and how often it earned its price."""

    side: str
    row: int
    name: str
    points: float
    felled: float | None
    lost: float | None
    earned: float | None
    battles: int


class Results(Struct, frozen=True):
    """By opponents for a list, by sides for a scenario; all battles together, and unit by unit."""

    evens: float
    opponents: tuple[OpponentLine, ...]
    sides: tuple[SideLine, ...]
    all: Count
    units: tuple[UnitLine, ...]


Pair = tuple[Game, Fought]


def results(plan: Plan, played: Sequence[Fought]) -> Results:
    pairs = [(plan.games[one.number], one) for one in played]
    opponents = tuple(
        OpponentLine(
            one.id, one.name, one.points, _of_list(plan, [pair for pair in pairs if pair[0].ground // 2 == place])
        )
        for place, one in enumerate(plan.opponents)
    )
    if plan.opponents:
        return Results(plan.evens, opponents, (), _of_list(plan, pairs), _units(plan, pairs))
    as_it_is = [pair for pair in pairs if pair[0].ground == 0]
    turned = [pair for pair in pairs if pair[0].ground == 1]
    scenario = plan.grounds[0].scenario
    lines = tuple(
        SideLine(
            id=side,
            name=named(side, entry).name,
            colour=named(side, entry).colour,
            points=plan.grounds[0].points[side],
            count=_of_side(plan, as_it_is, side),
            exchanged=_of_side(plan, turned, side) if len(plan.grounds) > 1 else None,
        )
        for side, entry in sides(scenario)
    )
    drawn = sum(not one.winner for _, one in pairs)
    whole = counted_wins(len(pairs) - drawn, drawn, 0, _turns(pairs), 0.0)
    return Results(plan.evens, (), lines, whole, _units(plan, pairs))


def _of_list(plan: Plan, pairs: Sequence[Pair]) -> Count:
    won = sum(one.winner == game.ours for game, one in pairs)
    drawn = sum(not one.winner for _, one in pairs)
    return counted_wins(won, drawn, len(pairs) - won - drawn, _turns(pairs), plan.evens)


def _of_side(plan: Plan, pairs: Sequence[Pair], side: str) -> Count:
    won = sum(one.winner == side for _, one in pairs)
    drawn = sum(not one.winner for _, one in pairs)
    return counted_wins(won, drawn, len(pairs) - won - drawn, _turns(pairs), plan.evens)


def _turns(pairs: Sequence[Pair]) -> int:
    return sum(one.turns for _, one in pairs)


def _units(plan: Plan, pairs: Sequence[Pair]) -> tuple[UnitLine, ...]:
    return tuple(_unit(plan, row, pairs) for row in plan.rows)


def _unit(plan: Plan, row: Row, pairs: Sequence[Pair]) -> UnitLine:
    found = [one.units[unit] for game, one in pairs if (unit := _fielded(plan, row, game)) in one.units]
    if not found:
        return UnitLine(row.side, row.row, row.name, row.points, None, None, None, 0)
    felled = sum(one.felled for one in found) / len(found)
    lost = sum(one.lost for one in found) / len(found)
    return UnitLine(
        side=row.side,
        row=row.row,
        name=row.name,
        points=row.points,
        felled=round(felled, 2),
        lost=round(lost, 2),
        earned=round(felled / row.points, 3) if row.points else None,
        battles=len(found),
    )


def _fielded(plan: Plan, row: Row, game: Game) -> str:
    """The id of the unit in that battle: armies may have been exchanged."""
    side = game.ours or row.side
    if game.ground == 1 and not plan.opponents:
        order = [name for name, _ in sides(plan.grounds[0].scenario)]
        side = order[(order.index(row.side) - 1) % len(order)]
    return f"{side}-{row.row + 1}"
