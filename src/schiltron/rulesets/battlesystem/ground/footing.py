"""The ground that a unit covers after a wheel or a change of formation (case 11.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from schiltron.battle.movement.ground_costs import Stop
from schiltron.rulesets.battlesystem.ground.effects import (
    CROSSED,
    NO_RANKS,
    RULES,
    UPHILL,
    Stand,
    Toll,
    climbing,
    crossing,
    no_engines,
    pace_of,
)
from schiltron.rulesets.battlesystem.ground.manner import Manner
from schiltron.rulesets.battlesystem.ground.roads import on_a_road
from schiltron.table.body import Figure, figures
from schiltron.table.ground import spans_inside, standing
from schiltron.table.terrain import Feature, name_of


class Footing(NamedTuple):
    """The ground a body comes onto by a manoeuvre: what an inch of it takes, and what must be paid besides."""

    pace: Fraction
    tolls: tuple[Toll, ...]
    ranks_open: str
    """The rule by which closed ranks cannot stand there; "" where they can."""
    stop: Stop | None


def footing(before: Stand, after: Stand, features: tuple[Feature, ...], manner: Manner) -> Footing:
    """Ground that a wheel or a new shape brings a body onto."""
    if not features or not manner.costs:
        return Footing(Fraction(1), (), "", None)
    was, now = figures(*before), figures(*after)
    if on_a_road(now, features):
        return Footing(Fraction(1), (), "", None)
    under = standing(now, features)
    crossed = _crossed(was, now, features, swings=before[1] == after[1])
    tolls = [Toll(0.0, crossing(one, manner), f"crossing {name_of(one)}", RULES[one.kind]) for one in crossed]
    tolls += [
        Toll(0.0, climbing(hill, rise, manner), f"climbing {name_of(hill)}", UPHILL)
        for hill, rise in _gone_up(was, now, features)
    ]
    ranks = next((RULES[one.kind] for one in under if one.kind in NO_RANKS or one in crossed), "")
    pace = max((pace_of(one, manner) for one in under), default=Fraction(1))
    return Footing(pace, tuple(tolls), ranks, _barred(under, tolls, manner))


def _crossed(
    was: Sequence[Figure], now: Sequence[Figure], features: Iterable[Feature], *, swings: bool
) -> list[Feature]:
    """Obstacles a body comes onto, or over which a figure of its front rank swings."""
    obstacles = [one for one in features if one.kind in CROSSED]
    fresh = [one for one in obstacles if not standing(was, (one,))]
    ways = [(a, b) for a, b in zip(was, now, strict=True) if a.rank == 0] if swings else []
    return [
        one for one in fresh if standing(now, (one,)) or any(spans_inside(a.x, a.y, b.x, b.y, (one,)) for a, b in ways)
    ]


def _gone_up(was: Sequence[Figure], now: Sequence[Figure], features: Iterable[Feature]) -> list[tuple[Feature, int]]:
    """Contours on which the front rank stands now and did not before, or has come up out of."""
    found = []
    for feature in features:
        for contour in feature.contours:
            stood = any(contour.contains(one.x, one.y) for one in was if one.rank == 0)
            stands = any(contour.contains(one.x, one.y) for one in now if one.rank == 0)
            if stood != stands and stands == (contour.rise > 0):
                found.append((feature, abs(contour.rise)))
    return found


def _barred(under: Iterable[Feature], tolls: Sequence[Toll], manner: Manner) -> Stop | None:
    if manner.charging and tolls:
        return Stop(
            0.0,
            f"nobody charges {tolls[0].text.replace('crossing', 'across').replace('climbing', 'up')}",
            (tolls[0].rule,),
        )
    rough = next((one for one in under if manner.engine and one.kind in (*NO_RANKS, *CROSSED)), None)
    return no_engines(0.0, rough) if rough is not None else None


def no_ranks(placed: Sequence[Figure], features: tuple[Feature, ...]) -> Feature | None:
    """Ground under a body in which nobody closes his ranks."""
    if not features or on_a_road(placed, features):
        return None
    return next((one for one in standing(placed, features) if one.kind in (*NO_RANKS, *CROSSED)), None)
