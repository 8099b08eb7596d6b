"""What ground does to a move: CM-TERR-01 to CM-TERR-12, CM-TERR-15, CM-SIEGE-06, CM-SIEGE-38."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.ground_costs import Going, Stop
from schiltron.rulesets.chainmail.fantasy.at_work import WARD
from schiltron.rulesets.chainmail.fortress import ABATIS, BARRING, BREACH, OIL, STANDING
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.terrain import (
    ARROW_SLITS,
    BARRICADE,
    BUILDING,
    BURNING_BRUSH,
    BURNING_WOODS,
    DITCH,
    DRAWBRIDGE,
    FENCE,
    GULLY,
    HILL,
    MANTLETS,
    MARSH,
    MOAT,
    POND,
    RIVER,
    ROAD,
    ROUGH,
    STREAM,
    WALL,
    WAS,
    WOODS,
)
from schiltron.rulesets.quartermaster import Number
from schiltron.table.banks import water_ahead
from schiltron.table.body import Body, Figure, Formed, figures
from schiltron.table.ground import deeper_in, onsets, standing, stood_in, stretches
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rings import Interval, joined, meeting
from schiltron.table.slopes import slopes
from schiltron.table.terrain import Feature, loss_at, name_of, pace_in

_LINE: Final = {
    HILL: "hill",
    WOODS: "wooded",
    MARSH: "marshy",
    ROUGH: "rough",
    DITCH: "ditch_and_rampart",
    GULLY: "ditch_and_rampart",
    **dict.fromkeys((WALL, FENCE, MANTLETS, BARRICADE, BREACH), "rough"),
    STREAM: "stream_typical",
    RIVER: "river_typical",
}
"""The line of the book's table that a kind of ground has."""
_EFFECTS: Final = {kind: LAW.sheet("CM-T-terrain").row(line) for kind, line in _LINE.items()}
_SLOW: Final = tuple(kind for kind, row in _EFFECTS.items() if float(str(row["move_multiplier"])) < 1)
_PACE: Final = round(1 / min(float(str(row["move_multiplier"])) for row in _EFFECTS.values()))
"""Inches of the move that an inch of slow ground takes."""
_NO_CHARGE: Final = tuple(kind for kind, row in _EFFECTS.items() if not row["charge_allowed"])
_OPEN_ONLY: Final = tuple(kind for kind, row in _EFFECTS.items() if not row["formed_bodies_may_move"])
_NO_ENGINES: Final = tuple(
    kind for kind, row in _EFFECTS.items() if not row["heavy_equipment_catapults_guns_may_enter"]
)
FORDING: Final[Mil] = inches(int(str(_EFFECTS[STREAM]["other"]).split("_")[2]))
"""What crossing a stream takes (CM-TERR-11)."""
_PUT_DOWN: Final[Mil] = 1
"""As far as a body comes to stand elsewhere when it is put down on whole thousandths."""
CLOSED: Final = (WARD, POND, BUILDING, ARROW_SLITS, BURNING_WOODS, BURNING_BRUSH, *BARRING)

RULES: Final[dict[str, tuple[str, ...]]] = {
    HILL: ("CM-TERR-01",),
    WOODS: ("CM-TERR-04",),
    MARSH: ("CM-TERR-06",),
    ROUGH: ("CM-TERR-08",),
    DITCH: ("CM-TERR-09",),
    GULLY: ("CM-TERR-09", "CM-TERR-15"),
    **dict.fromkeys((WALL, FENCE, MANTLETS, BARRICADE), ("CM-TERR-08",)),
    STREAM: ("CM-TERR-10", "CM-TERR-11"),
    RIVER: ("CM-TERR-10", "CM-TERR-12"),
    **dict.fromkeys((POND, BUILDING, ARROW_SLITS), ("CM-TERR-15",)),
    **dict.fromkeys((BURNING_WOODS, BURNING_BRUSH), ("CM-WEATHER-04",)),
    WARD: ("CM-FANT-SPELL-20",),
    BREACH: ("CM-SIEGE-38",),
    **dict.fromkeys(STANDING, ("CM-SIEGE-37",)),
    **dict.fromkeys((MOAT, DRAWBRIDGE), ("CM-SIEGE-06",)),
    ABATIS: ("CM-SIEGE-40",),
    OIL: ("CM-SIEGE-24",),
}


class Manner(NamedTuple):
    """How a body goes: what ground asks about it."""

    formed: bool
    """In ranks and files close together, not in open order and not a single figure."""
    engine: bool
    charging: bool
    pushed: bool = False
    """A siege tower, a covered machine or a mantlet."""


class Toll(NamedTuple):
    """A stream on the way."""

    at: float
    loss: Mil
    feature: Feature


class Way(Going[Toll, Interval]):
    """The ground of a straight advance, and where it goes uphill."""

    __slots__ = ("paces", "up")

    grace = -TOLERANCE

    def __init__(self) -> None:
        super().__init__()
        self.up: list[float] = []
        self.paces: list[tuple[Interval, int]] = []
        """What an inch takes where some ground on the way has a number of its own."""

    def slows(self, start: float, end: float, feature: Feature) -> None:
        """Slow ground from here to there."""
        self.slow.append((start, end))
        self.paces.append(((start, end), pace_in(feature, _PACE)))

    def laid(self) -> None:
        """All of it is known: where it is slow all over as the book has it, that is told at a glance."""
        if all(each == _PACE for _, each in self.paces):
            self.paces = []
        self.slow = joined(self.slow)
        self.tolls.sort(key=lambda toll: toll.at)
        self.stops.sort(key=lambda stop: stop.at)

    def cost(self, far: float) -> Mil:
        slow = sum(min(end, far) - start for start, end in self.slow if start < far)
        extra = self._uneven(far) if self.paces else (_PACE - 1) * slow
        return round(far + extra) + sum(toll.loss for toll in self.tolls if toll.at < far)

    def _uneven(self, far: float) -> float:
        """What the ground takes besides the way itself; of pieces that lie on each other the worst."""
        cuts = sorted({min(at, far) for (start, end), _ in self.paces for at in (start, end)})
        return sum(
            (end - start) * (max([each for (begin, stop), each in self.paces if begin <= start < stop], default=1) - 1)
            for start, end in pairwise(cuts)
        )


_CLEAR: Final = Way()


@lru_cache(maxsize=64)
def _sorted(features: tuple[Feature, ...]) -> dict[str, tuple[Feature, ...]]:
    """The features of a table by what a march asks of them."""
    groups: dict[str, list[Feature]] = {"under": [], HILL: [], RIVER: [], STREAM: [], "closed": [], ROAD: []}
    for feature in features:
        if feature.kind in CLOSED:
            groups["closed"].append(feature)
        elif feature.kind in groups:
            groups[feature.kind].append(feature)
        elif feature.kind in _EFFECTS:
            groups["under"].append(feature)
    return {key: tuple(found) for key, found in groups.items()}


def rivers(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    return _sorted(features)[RIVER] if features else ()


def roads(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    return _sorted(features)[ROAD] if features else ()


# ---------------------------------------------------------------- straight ahead


def survey(pose: Pose, body: Body, count: int, distance: Mil, features: tuple[Feature, ...], manner: Manner) -> Way:
    """Everything that a straight advance meets, in the order of the way."""
    if not features:
        return _CLEAR
    groups = _sorted(features)
    way = Way()
    if groups["under"]:
        _under(way, pose, body, count, distance, groups["under"], manner)
    if groups[HILL]:
        _hills(way, pose, body, count, distance, groups[HILL], manner)
    if groups[STREAM]:
        _streams(way, pose, body, count, distance, groups[STREAM], manner)
    for water in (*groups[RIVER], *groups["closed"]):
        start = min((start for start, _ in water_ahead(pose, body, water, distance)), default=float(distance))
        if start < distance:
            way.stops.append(_at_the_edge(max(0.0, start), water))
    way.laid()
    return way


def _at_the_edge(at: float, feature: Feature) -> Stop:
    if feature.kind == RIVER:
        return Stop(at, f"it must halt at {name_of(feature)} and may cross in the next turn", RULES[RIVER])
    if feature.kind in WAS:
        return Stop(at, f"nobody goes into {name_of(feature)}, which burns", RULES[feature.kind])
    if feature.kind == WARD:
        return Stop(at, f"{name_of(feature)} keeps evil out", RULES[WARD])
    return Stop(at, f"nobody goes through {name_of(feature)}", RULES[feature.kind])


def _under(
    way: Way, pose: Pose, body: Body, count: int, distance: Mil, features: Sequence[Feature], manner: Manner
) -> None:
    """Ground that any figure stands in."""
    for stretch in stretches(pose, body, count, distance, features):
        for feature in stretch.inside:
            stop = hindrance(feature, manner)
            if stop is not None:
                way.stops.append(Stop(stretch.start, *stop))
            if feature.kind in _SLOW:
                way.slows(stretch.start, stretch.end, feature)
                way.rules += [(stretch.start, rule) for rule in RULES[feature.kind]]


def hindrance(feature: Feature, manner: Manner) -> tuple[str, tuple[str, ...]] | None:
    """Why a body that goes like that may not move in it."""
    kind = feature.kind
    if manner.formed and kind in _OPEN_ONLY:
        return f"{name_of(feature)} is for troops in open order only", ("CM-TERR-05",)
    if manner.engine and kind in _NO_ENGINES:
        return f"{name_of(feature)} does not bear engines and wagons", ("CM-TERR-07",)
    if manner.pushed and kind in (DITCH, GULLY):
        return f"{name_of(feature)} must be filled in before siege engines cross it", ("CM-SIEGE-06",)
    if manner.charging and kind in _NO_CHARGE:
        return f"no charge goes through {name_of(feature)}", RULES[kind]
    return None


def _hills(
    way: Way, pose: Pose, body: Body, count: int, distance: Mil, hills: Sequence[Feature], manner: Manner
) -> None:
    """Half speed uphill and along the slope (CM-TERR-01), not downhill (CM-TERR-02), where alone one charges."""
    front = min(count, body.files) if isinstance(body, Formed) else count
    ux, uy = pose.forward
    x, y = pose.world(0, -body.base.depth / 2 if isinstance(body, Formed) else 0)
    for stretch in stretches(pose, body, front, distance, hills):
        for hill in stretch.inside:
            for (start, end), goes in slopes(hill, x, y, ux, uy, (stretch.start, stretch.end)):
                if goes == "down":
                    way.rules.append((start, "CM-TERR-02"))
                    continue
                way.slows(start, end, hill)
                way.rules.append((start, "CM-TERR-01"))
                if goes == "up":
                    way.up.append(start)
                if manner.charging:
                    text = f"on {name_of(hill)} a charge goes downhill all the way"
                    way.stops.append(Stop(start, text, ("CM-TERR-03",)))


def _streams(
    way: Way, pose: Pose, body: Body, count: int, distance: Mil, streams: Sequence[Feature], manner: Manner
) -> None:
    found = onsets(pose, body, count, distance, streams)
    known = [stream for _, stream in found]
    found += [(0.0, one) for one in streams if one not in known and _off_the_bank(pose, body, count, distance, one)]
    for at, stream in found:
        way.tolls.append(Toll(at, fording(stream), stream))
        way.rules += [(at, rule) for rule in RULES[STREAM]]
        if manner.charging:
            way.stops.append(Stop(at, f"no charge crosses {name_of(stream)}", RULES[STREAM]))


def _off_the_bank(pose: Pose, body: Body, count: int, distance: Mil, stream: Feature) -> bool:
    """Whether a body goes into a stream on whose very bank it stands: who came up to it slantwise and was put down on
    whole thousandths may stand a good way along his line in it, and has not paid for it yet."""
    fx, fy = pose.forward
    placed = figures(pose, body, count)
    ends = [
        min(end, distance)
        for figure in placed
        if figure.rank == 0 and _in_the_box(stream, figure)
        for start, end in stream.along(figure.x, figure.y, fx, fy)
        if start <= 0.0 < end
    ]
    if not ends or standing(placed, (stream,), _PUT_DOWN):
        return False
    on_the_way = {round(far) for end in ends for far in (end / 2, end)}
    return any(standing(figures(pose.advanced(far), body, count), (stream,), TOLERANCE) for far in on_the_way)


def _in_the_box(stream: Feature, figure: Figure) -> bool:
    """A first glance: whether a figure may stand in a stream."""
    left, top, right, bottom = stream.bounds
    return left - TOLERANCE <= figure.x <= right + TOLERANCE and top - TOLERANCE <= figure.y <= bottom + TOLERANCE


# ---------------------------------------------------------------- on the spot


def underfoot(pose: Pose, body: Body, count: int, features: Iterable[Feature], hair: Mil = 0) -> tuple[Feature, ...]:
    """The features in which figures stand, by more than a hair."""
    here = outline(pose, body, count)
    x, y, radius = here.x, here.y, here.radius
    box = (x - radius, y - radius, x + radius, y + radius)
    near = [feature for feature in features if meeting(feature.bounds, box)]
    return standing(figures(pose, body, count), near, hair) if near else ()


def with_fires_left(features: tuple[Feature, ...], pose: Pose, body: Body, count: int) -> tuple[Feature, ...]:
    """The ground as it is to a body that has to get out of fires it stands in: through them as before they burned."""
    burning = [feature for feature in features if feature.kind in WAS]
    within = underfoot(pose, body, count, burning) if burning else ()
    if not within:
        return features
    return tuple(replace(one, kind=WAS[one.kind]) if one in within else one for one in features)


def closed_under(features: tuple[Feature, ...], here: Outline) -> Feature | None:
    """A pond, river or house that a body would stand in."""
    if not features:
        return None
    groups = _sorted(features)
    return stood_in((*groups[RIVER], *groups["closed"]), here)


def deeper(features: tuple[Feature, ...], here: Outline, there: Outline) -> Feature | None:
    """A pond, river or house that a body would stand in there, and deeper than it does here."""
    if not features:
        return None
    groups = _sorted(features)
    return deeper_in((*groups[RIVER], *groups["closed"]), here, there)


def pace(features: Iterable[Feature]) -> int:
    """What an inch gone there takes of the move."""
    return max((pace_in(feature, _PACE) for feature in features if feature.kind in _SLOW), default=1)


def numbers_of(kind: str) -> tuple[Number, ...]:
    """Numbers of a kind of ground that a house rule may say otherwise."""
    if kind == STREAM:
        return (Number("loss", FORDING / 1000, RULES[STREAM][-1]),)
    return (Number("pace", _PACE, RULES[kind][0]),) if kind in _SLOW else ()


def fording(stream: Feature) -> Mil:
    """What crossing a stream takes (CM-TERR-11)."""
    return loss_at(stream, FORDING)


def on_a_hill(features: Iterable[Feature]) -> Feature | None:
    return next((feature for feature in features if feature.kind == HILL), None)
