"""What ground costs a move: TA-TERR-01 to TA-TERR-09; nothing to those who fly (TA-FANT-A10).

Losses are inches, whatever the rate; they add up and are never doubled (TA-TERR-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from schiltron.rulesets.by_this_axe.abilities import FLYING, has
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Profile
from schiltron.rulesets.quartermaster import Number
from schiltron.table.banks import at_the_bank as at_the_bank_of
from schiltron.table.banks import water_ahead
from schiltron.table.body import Body, figures
from schiltron.table.ground import Stretch, march, onsets, spans_inside, standing, stood_in
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.outline import Outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, loss_at

SCRUB: Final = ("scrub", "light_woods")
WOODS: Final = "woods"
OBSTACLES: Final = ("wall", "hedge")
RIVER: Final = "river"
AREAS: Final = ("hill", WOODS, *SCRUB, "rough")
STRIPS: Final = (*OBSTACLES, RIVER, "road")
"""A road, and rough ground as such, have no effect on a move."""
ROUGH: Final = (WOODS, *SCRUB, "rough")
"""Where foot has the better of horse (TA-TERR-09)."""

Kind = Literal["hill", "scrub", "woods", "wall", "river"]


def felt(line: Profile, features: Sequence[Feature]) -> Sequence[Feature]:
    """The ground that counts for a move: none of it for who flies, rivers, walls and hedges included (TA-FANT-A10)."""
    return () if has(line, FLYING) else features


def _loss(row: str) -> Mil:
    return inches(int(LAW.sheet("TA-T-terrain").row(row)["foot_loss_in"]))


CLIMB: Final = _loss("hill")
IN_SCRUB: Final = _loss("scrub_or_light_woods")
OVER_WALL: Final = _loss("wall_or_hedge")
LEAST_IN_WOODS: Final = inches(1)
"""Of either die (TA-TERR-03, TA-TERR-04): what a unit is sure to lose before it is rolled."""

RULE_OF: Final[dict[Kind, str]] = {
    "hill": "TA-TERR-01",
    "scrub": "TA-TERR-02",
    "woods": "TA-TERR-03",
    "wall": "TA-TERR-05",
    "river": "TA-TERR-06",
}


class Toll(NamedTuple):
    """Something on the way that takes off so much of the move; a river ends it."""

    at: float
    loss: Mil
    kind: Kind
    feature: Feature


def numbers_of(kind: str) -> tuple[Number, ...]:
    """Numbers of a kind of ground that a house rule may say otherwise."""
    if kind in SCRUB:
        return (Number("loss", IN_SCRUB / 1000, RULE_OF["scrub"]),)
    if kind in OBSTACLES:
        return (Number("loss", OVER_WALL / 1000, RULE_OF["wall"]),)
    return (Number("loss", CLIMB / 1000, RULE_OF["hill"]),) if kind == "hill" else ()


# ---------------------------------------------------------------- straight ahead


def tolls(pose: Pose, body: Body, count: int, distance: Mil, features: Sequence[Feature]) -> list[Toll]:
    """Everything that a straight advance meets, in the order of the way; scrub and woods once each."""
    if not features:
        return []
    stretches, climbs = march(pose, body, count, distance, features)
    found = [Toll(climb.at, loss_at(climb.feature, CLIMB) * climb.rise, "hill", climb.feature) for climb in climbs]
    found += _entered(stretches)
    found += _obstacles(pose, body, count, distance, features)
    found += _rivers(pose, body, distance, features)
    found.sort(key=lambda toll: toll.at)
    return found


def _entered(stretches: Iterable[Stretch]) -> Iterator[Toll]:
    """Each kind is paid for once; who comes into worse of it pays what that takes more."""
    paid: dict[Kind, Mil] = {}
    for stretch in stretches:
        for feature in stretch.inside:
            kind: Kind | None = "scrub" if feature.kind in SCRUB else "woods" if feature.kind == WOODS else None
            if kind is None:
                continue
            loss = loss_at(feature, IN_SCRUB) if kind == "scrub" else LEAST_IN_WOODS
            if kind not in paid or loss > paid[kind]:
                yield Toll(stretch.start, loss - paid.get(kind, 0), kind, feature)
                paid[kind] = loss


def _obstacles(pose: Pose, body: Body, count: int, distance: Mil, features: Sequence[Feature]) -> Iterator[Toll]:
    """A wall is paid for when the front rank goes onto it, once, and not again by a body that stands across it."""
    walls = [feature for feature in features if feature.kind in OBSTACLES]
    for at, wall in onsets(pose, body, count, distance, walls) if walls else ():
        yield Toll(at, loss_at(wall, OVER_WALL), "wall", wall)


def _rivers(pose: Pose, body: Body, distance: Mil, features: Sequence[Feature]) -> Iterator[Toll]:
    for river in features:
        if river.kind == RIVER:
            spans = water_ahead(pose, body, river, distance)
            start = min((start for start, _ in spans), default=float(distance))
            if start < distance:
                yield Toll(max(0.0, start), 0, "river", river)


def at_the_bank(pose: Pose, body: Body, features: Iterable[Feature]) -> Feature | None:
    """The river that a front edge touches, or stands in."""
    return at_the_bank_of(pose, body, (feature for feature in features if feature.kind == RIVER))


def reach(found: Iterable[Toll], distance: Mil, left: Mil) -> tuple[Mil, Mil, Toll | None]:
    """How far an advance gets with the move that is left, what that costs, and what on the way ends it.

    What cannot be paid for in full, with something left to go on, is not entered. A move never drops below nothing.
    """
    lost = 0
    for toll in found:
        if toll.at >= distance:
            break
        if toll.at + lost > left + TOLERANCE:
            return max(0, left - lost), left, None
        if toll.kind == "river" or toll.at + lost + toll.loss > left - TOLERANCE:
            return int(toll.at), int(toll.at) + lost, toll
        lost += toll.loss
    if distance + lost > left + TOLERANCE:
        return max(0, left - lost), left, None
    return distance, min(distance + lost, left), None


# ---------------------------------------------------------------- turning


def turned_into(
    before: tuple[Pose, Body], after: tuple[Pose, Body], count: int, features: Sequence[Feature]
) -> list[Toll]:
    """What a change of facing met: contours its front rank came up, walls its front crossed, cover it is in."""
    if not features:
        return []
    was = [figure for figure in figures(*before, count) if figure.rank == 0]
    now = figures(*after, count)
    front = [figure for figure in now if figure.rank == 0]
    found = []
    for feature in features:
        for contour in feature.contours:
            up = any(contour.contains(figure.x, figure.y) for figure in front)
            if up and contour.rise > 0 and not any(contour.contains(figure.x, figure.y) for figure in was):
                found.append(Toll(0.0, loss_at(feature, CLIMB) * contour.rise, "hill", feature))
    here, there = before[0], after[0]
    walls = [feature for feature in features if feature.kind in OBSTACLES]
    found += [
        Toll(0.0, loss_at(wall, OVER_WALL), "wall", wall)
        for wall, _ in spans_inside(here.x, here.y, there.x, there.y, walls)
    ]
    inside = standing(now, features)
    return [*found, *_entered((Stretch(0.0, 1.0, inside),))]


def in_the_water(features: Iterable[Feature], body: Outline) -> Feature | None:
    """The river that a body stands in."""
    return stood_in((feature for feature in features if feature.kind == RIVER), body)
