"""Rolling for terrain and laying it out (chapter B3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Laid, PlaceFeature, Zone
from schiltron.battle.state.event import Placed, Ruled
from schiltron.battle.state.field import asked_seat
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.movement.ground import GROUND
from schiltron.rulesets.book_of_war.setup.pieces import (
    STREAM_WIDTHS,
    TILE_DEPTH,
    TILE_WIDTH,
    contours,
    kind_rolled,
    numbered,
    stream_along,
    stream_faults,
    tile_at,
    tile_faults,
)
from schiltron.rulesets.book_of_war.setup.room import room_for, zone_shape
from schiltron.rulesets.book_of_war.setup.stages import RollTerrain, open_stage
from schiltron.rulesets.book_of_war.state import Battle, Scene
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, FULL_TURN, QUARTER_TURN, Mil, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature, Strip, features_overlap


class LayTerrain(Step, frozen=True, tag="book_of_war.lay_terrain"):
    side: str
    kind: str


_SQUARE_FOOT: Final = inches(12) ** 2
_TRIES: Final = 40


def rolls_each(board: Board) -> int:
    """Each player's rolls: a quarter of the area in square feet, rounded down (BW-B3-02)."""
    return board.width * board.depth // (4 * _SQUARE_FOOT)


# ---------------------------------------------------------------- rolling


def _ask_roll(battle: Battle, step: RollTerrain) -> Roll | None:
    """The players take turns, the winner of the initiative first (BW-B3-01)."""
    if not step.sides:
        return None
    side = battle.side_named(step.sides[0])
    left = step.sides.count(side.id)
    return Roll(
        purpose=f"terrain for {side.title}, {left} roll{'s' if left > 1 else ''} left",
        pools=(Pool(2, 6, SumOf(), side.name, side.id),),
        rules=("BW-B3-01", "BW-B3-02", "BW-B3-03"),
    )


def _roll(scene: Scene, step: RollTerrain, pools: tuple[Thrown, ...]) -> None:
    side, rest = step.sides[0], RollTerrain(step.sides[1:])
    kind = kind_rolled(pools[0].total)
    scene.now(rest)
    if GROUND[kind].tile == "none":
        scene.tell(Ruled(what="open ground: nothing is laid", rules=("BW-B3-02", "BW-B3-05")))
        _pass_on(scene, rest)
    else:
        scene.set(active=side)
        scene.now(LayTerrain(side, kind))


def _pass_on(scene: Scene, rest: RollTerrain) -> None:
    if rest.sides:
        scene.set(active=rest.sides[0])


def _all_rolled(scene: Scene, _step: RollTerrain) -> None:
    open_stage(scene)


ROLL_TERRAIN: Final = rolls(RollTerrain, ask=_ask_roll, roll=_roll, do=_all_rolled)

# ---------------------------------------------------------------- laying


def _kept(battle: Battle) -> tuple[Zone, ...]:
    """The open area left on each player's side (BW-B3-07)."""
    return tuple(zone for _, zone in battle.own.zones)


def _ask_place(battle: Battle, step: LayTerrain) -> tuple[PlaceFeature, ...]:
    """Who rolled a piece places it as he likes (BW-B3-06). A stream is as long as its course: depth 0."""
    strip = GROUND[step.kind].tile == "strip"
    size = "1 or 2 inches wide, from edge to edge" if strip else "inside a tile of 8½ x 11 inches"
    return (
        PlaceFeature(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt=f"Lay a piece of terrain: {step.kind}, {size}.",
            rules=("BW-B3-05" if strip else "BW-B3-04", "BW-B3-06", "BW-B3-07"),
            kind=step.kind,
            width=max(STREAM_WIDTHS) if strip else TILE_WIDTH,
            depth=0 if strip else TILE_DEPTH,
            kept=_kept(battle),
        ),
    )


def _judge(battle: Battle, step: LayTerrain, _decision: PlaceFeature, answer: Laid) -> list[Reason]:
    if answer.feature is None:
        if room_for(step.kind, battle.table, _kept(battle)) is None:
            return []
        return [Reason(f"there is room: only a {step.kind} that no longer fits is dropped", ("BW-B3-06",))]
    return list(_objections(battle, step.kind, answer.feature))


def _objections(battle: Battle, kind: str, feature: Feature) -> Iterator[Reason]:
    """Everything against laying this piece, the quickest to tell first."""
    board = battle.table
    if feature.kind != kind:
        yield Reason(f"{kind} was rolled, not {feature.kind}", ("BW-B3-03",))
    if isinstance(feature, Strip) != (GROUND[kind].tile == "strip"):
        form = "a strip" if GROUND[kind].tile == "strip" else "a tile"
        yield Reason(f"a {kind} is {form}", ("BW-B3-04", "BW-B3-05"))
        return
    if any(_overlaps(feature, zone) for zone in _kept(battle)):
        yield Reason("the set-up zones stay open", ("BW-B3-07",))
    for other in board.features:
        if features_overlap(feature, other):
            text = f"it would lie on {other.name} ({other.id}): pieces may touch but not overlap"
            yield Reason(text, ("BW-B3-06",))
    cut = stream_faults(feature, board) if isinstance(feature, Strip) else tile_faults(feature, board)
    yield from (Reason(text, (rule,)) for text, rule in cut)
    if isinstance(feature, Area) and feature.contours:
        due = contours(kind, feature.ring, battle.own.options.contour_steps)
        if feature.contours != due:
            yield Reason(f"the outline gives {len(due)} contour lines, 2 inches apart", ("BW-B3-10",))


def _legal(battle: Battle, kind: str, feature: Feature) -> bool:
    return next(_objections(battle, kind, feature), None) is None


def _overlaps(feature: Feature, zone: Zone) -> bool:
    left, top, right, bottom = feature.bounds
    if right <= zone.left or left >= zone.right or bottom <= zone.top or top >= zone.bottom:
        return False
    return not feature.polygon.intersection(zone_shape(zone)).buffer(-CONTACT / 2).is_empty


def _take(scene: Scene, step: LayTerrain, answers: tuple[Laid, ...]) -> None:
    battle, feature = scene.battle, answers[0].feature
    board = battle.table
    if feature is None:
        scene.tell(Ruled(what=f"no room is left for the {step.kind}: it is dropped", rules=("BW-B3-06",)))
    else:
        laid = numbered(feature, board.features, battle.own.options.contour_steps)
        scene.set(board=replace(board, features=(*board.features, laid)))
        scene.tell(Placed(what=laid.id, name=laid.name, side=step.side, rules=("BW-B3-06",)))
    rest = scene.battle.agenda[0]
    if isinstance(rest, RollTerrain):
        _pass_on(scene, rest)


# ---------------------------------------------------------------- finding a place


def _sample(battle: Battle, step: LayTerrain, _decision: PlaceFeature, random: Random) -> Laid:
    """Thrown down at random, else where the search of the table finds room, else dropped."""
    for _ in range(_TRIES):
        feature = _random_piece(battle, step.kind, random)
        if _legal(battle, step.kind, feature):
            return Laid(feature)
    return Laid(room_for(step.kind, battle.table, _kept(battle)))


def _random_piece(battle: Battle, kind: str, random: Random) -> Feature:
    return _random_stream(battle, random) if kind == "stream" else _random_tile(battle, kind, random)


def _random_tile(battle: Battle, kind: str, random: Random) -> Area:
    board = battle.table
    x, y = _open_point(battle, random, (0, board.width), (0, board.depth))
    wobble = [random.uniform(0.8, 1.0) for _ in range(20)]
    pose = Pose(x, y, random.randrange(0, FULL_TURN, 1000))
    return tile_at(kind, pose, wobble)


def _random_stream(battle: Battle, random: Random) -> Strip:
    """From one edge to another, over up to three points between."""
    board = battle.table
    whole_x, whole_y = (0, board.width), (0, board.depth)
    rims = [
        ((0, 0), whole_y),
        ((board.width, board.width), whole_y),
        (whole_x, (0, 0)),
        (whole_x, (board.depth, board.depth)),
    ]
    start, goal = (_open_point(battle, random, *rim) for rim in random.sample(rims, 2))
    bends = random.randrange(4)
    between = sorted(
        (_open_point(battle, random, whole_x, whole_y) for _ in range(bends)),
        key=lambda point: (point[0] - start[0]) ** 2 + (point[1] - start[1]) ** 2,
    )
    return stream_along(tuple(dict.fromkeys((start, *between, goal))), random.choice(STREAM_WIDTHS))


def _open_point(battle: Battle, random: Random, across: tuple[Mil, Mil], down: tuple[Mil, Mil]) -> tuple[Mil, Mil]:
    """A point outside the kept zones, where a few throws find one."""
    for _ in range(8):
        x, y = random.randint(*across), random.randint(*down)
        if not any(zone.left <= x <= zone.right and zone.top <= y <= zone.bottom for zone in _kept(battle)):
            break
    return x, y


def _suggest(battle: Battle, step: LayTerrain, _decision: PlaceFeature) -> Iterator[Laid]:
    """Places a player would think of: the middle, the wings, before one line or the other."""
    legal = False
    for feature in _likely(battle, step.kind):
        if _legal(battle, step.kind, feature):
            legal = True
            yield Laid(feature)
    if not legal:
        yield Laid(room_for(step.kind, battle.table, _kept(battle)))


def _likely(battle: Battle, kind: str) -> Iterator[Feature]:
    board = battle.table
    for twelfths_down in (6, 5, 7, 4, 8):
        y = board.depth * twelfths_down // 12
        if kind == "stream":
            bow = board.depth // 24
            course = ((0, y), (board.width // 3, y - bow), (board.width * 2 // 3, y + bow), (board.width, y))
            yield from (stream_along(course, width) for width in STREAM_WIDTHS)
            continue
        for twelfths_across in (6, 3, 9, 2, 10):
            x = board.width * twelfths_across // 12
            for heading in (QUARTER_TURN, 0):
                yield tile_at(kind, Pose(x, y, heading))


LAY_TERRAIN: Final = asks(LayTerrain, ask=_ask_place, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
