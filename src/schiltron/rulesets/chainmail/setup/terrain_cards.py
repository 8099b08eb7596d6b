"""Terrain drawn from a deck of cards and laid by the player who drew it (CM-TERR-13 to CM-TERR-15)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.play.roll_off import dice_for, lowest_first
from schiltron.battle.state.chance import FromBag, Pool, Roll, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Laid, Option, PlaceFeature
from schiltron.battle.state.event import Began, Drew, Placed, Ruled
from schiltron.battle.state.field import asked_seat, troops
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.setup.pieces import (
    BLANK,
    CARDS,
    DECK,
    Piece,
    called,
    laid,
    objections,
    river_along,
    size_of,
    tile_at,
)
from schiltron.rulesets.chainmail.state import Battle, Scene
from schiltron.table.edges import Board
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN
from schiltron.table.pieces import CORNERS
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature, Strip


class TerrainOrder(Step, frozen=True, tag="chainmail.terrain_order"):
    """Who draws terrain cards first (CM-TERR-14)."""


class OfferTerrain(Step, frozen=True, tag="chainmail.offer_terrain"):
    """Whether the side whose turn it is draws another card: `turns` are the draws to come, `deck` the cards left."""

    turns: tuple[str, ...]
    deck: tuple[str, ...]


class DrawTerrain(Step, frozen=True, tag="chainmail.draw_terrain"):
    turns: tuple[str, ...]
    deck: tuple[str, ...]


class LayTerrain(Step, frozen=True, tag="chainmail.lay_terrain"):
    """A piece of terrain is put on the table by who drew its card (CM-TERR-15)."""

    side: str
    card: str


CARDS_EACH: Final = 4  # CM-TERR-14
_TRIES: Final = 24

# ---------------------------------------------------------------- who draws first


def drawing_first(battle: Battle) -> str:
    """The side that defends, else the one whose army is worth less; "" where they are equal (CM-TERR-14)."""
    if battle.own.defender:
        return battle.own.defender
    armies = {side.id: sum(worth(unit, unit.original) for unit in troops(battle, side.id)) for side in battle.sides}
    weakest = [side for side, points in armies.items() if points == min(armies.values())]
    return weakest[0] if len(weakest) == 1 else ""


def _ask_order(battle: Battle, _step: TerrainOrder) -> Roll | None:
    if drawing_first(battle):
        return None
    return dice_for(battle, "terrain cards (the higher roll draws first)", ("CM-TERR-14",))


def _roll_order(scene: Scene, _step: TerrainOrder, pools: tuple[Thrown, ...]) -> None:
    _begin(scene, lowest_first(scene.battle, pools)[-1])


def _known_order(scene: Scene, _step: TerrainOrder) -> None:
    _begin(scene, drawing_first(scene.battle))


def _begin(scene: Scene, first: str) -> None:
    """One card at a time in turn, up to four each."""
    order = sorted((side.id for side in scene.battle.sides), key=lambda side: side != first)
    scene.set(phase="terrain")
    scene.tell(Began(what="terrain", side=first, rules=("CM-TERR-13", "CM-TERR-14")))
    _next(scene, tuple(order) * CARDS_EACH, DECK)


def _next(scene: Scene, turns: tuple[str, ...], deck: tuple[str, ...]) -> None:
    if turns and deck:
        scene.set(active=turns[0])
        scene.now(OfferTerrain(turns, deck))


TERRAIN_ORDER: Final = rolls(TerrainOrder, ask=_ask_order, roll=_roll_order, do=_known_order)

# ---------------------------------------------------------------- drawing


def _offer(battle: Battle, step: OfferTerrain) -> tuple[Choose, ...]:
    side, left = step.turns[0], step.turns.count(step.turns[0])
    return (
        Choose(
            seat=asked_seat(battle, side) or UNSEATED,
            prompt=f"Draw a terrain card, or leave it at that: {left} of {CARDS_EACH} are yours to draw.",
            waits="to draw a terrain card, or leave it at that",
            rules=("CM-TERR-14",),
            options=(Option("draw", "Draw a card"), Option("stop", "Draw no more", forgoes=True)),
            default=Chosen(("stop",)),
        ),
    )


def _take_offer(scene: Scene, step: OfferTerrain, answers: tuple[Chosen, ...]) -> None:
    if answers[0].keys == ("draw",):
        scene.now(DrawTerrain(step.turns, step.deck))
        return
    side = step.turns[0]
    name = scene.battle.side_named(side).title
    scene.tell(Ruled(what=f"no more terrain cards are drawn for {name}", rules=("CM-TERR-14",)))
    _next(scene, tuple(one for one in step.turns if one != side), step.deck)


def _sample_offer(_view: Battle, _step: OfferTerrain, _decision: Choose, random: Random) -> Chosen:
    return Chosen(("draw" if random.random() < 0.7 else "stop",))


OFFER_TERRAIN: Final = asks(
    OfferTerrain,
    ask=_offer,
    judge=option_choice.judge,
    take=_take_offer,
    sample=_sample_offer,
    suggest=option_choice.every_option,
)


def _ask_card(_battle: Battle, step: DrawTerrain) -> Roll:
    pool = Pool(1, len(step.deck), FromBag(), "terrain card", whose=step.turns[0])
    return Roll("a terrain card", (pool,), ("CM-TERR-13",))


def _draw(scene: Scene, step: DrawTerrain, pools: tuple[Thrown, ...]) -> None:
    side, place = step.turns[0], pools[0].total - 1
    card, deck = step.deck[place], step.deck[:place] + step.deck[place + 1 :]
    scene.tell(Drew(side=side, what=called(card), rules=("CM-TERR-13",)))
    _next(scene, step.turns[1:], deck)
    if card != BLANK:
        scene.set(active=side)
        scene.now(LayTerrain(side, card))


DRAW_TERRAIN: Final = rolls(DrawTerrain, ask=_ask_card, roll=_draw)

# ---------------------------------------------------------------- laying


def _ask_place(battle: Battle, step: LayTerrain) -> tuple[PlaceFeature, ...]:
    piece = CARDS[step.card]
    return (
        PlaceFeature(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt=f"Lay a piece of terrain anywhere on the table: {piece.kind}, {size_of(piece)}.",
            rules=("CM-TERR-15",),
            kind=piece.kind,
            width=piece.width,
            depth=piece.depth,
            kept=(),
        ),
    )


def _judge(battle: Battle, step: LayTerrain, _decision: PlaceFeature, answer: Laid) -> list[Reason]:
    piece = CARDS[step.card]
    if answer.feature is None:
        return [Reason(f"a piece of terrain is to be laid: {piece.kind}", ("CM-TERR-15",))]
    return list(objections(piece, answer.feature, battle.table))


def _take(scene: Scene, step: LayTerrain, answers: tuple[Laid, ...]) -> None:
    board, feature = scene.battle.table, answers[0].feature
    assert feature is not None, "it has been judged"
    piece = laid(CARDS[step.card], feature, board.features)
    scene.set(board=replace(board, features=(*board.features, piece)))
    scene.tell(Placed(what=piece.id, name=piece.name, side=step.side, rules=("CM-TERR-15",)))
    match scene.battle.agenda[:1]:
        case (OfferTerrain(turns=turns),):
            scene.set(active=turns[0])


def _sample(battle: Battle, step: LayTerrain, _decision: PlaceFeature, random: Random) -> Laid:
    piece, board = CARDS[step.card], battle.table
    for _ in range(_TRIES):
        feature = _random_river(piece, board, random) if not piece.depth else _random_tile(piece, board, random)
        if next(objections(piece, feature, board), None) is None:
            return Laid(feature)
    return next(iter(_suggest(battle, step, _decision)))


def _random_tile(piece: Piece, board: Board, random: Random) -> Area:
    pose = Pose(random.randint(0, board.width), random.randint(0, board.depth), random.randrange(0, FULL_TURN, 1000))
    return tile_at(piece, pose, [random.uniform(0.85, 1.0) for _ in range(CORNERS)])


def _random_river(piece: Piece, board: Board, random: Random) -> Strip:
    """Across the table or along it, with up to two bends."""
    across = random.random() < 0.5
    long, short = (board.width, board.depth) if across else (board.depth, board.width)
    bends = random.randrange(3)
    stations = [long * part // (bends + 1) for part in range(bends + 2)]
    points = [(at, random.randint(0, short)) for at in stations]
    return river_along(piece, tuple(points if across else [(y, x) for x, y in points]))


def _suggest(battle: Battle, step: LayTerrain, _decision: PlaceFeature) -> Iterator[Laid]:
    """Places a player would think of: between the armies in the middle, on the wings, before one line or the other."""
    piece, board = CARDS[step.card], battle.table
    for feature in _likely(piece, board):
        if next(objections(piece, feature, board), None) is None:
            yield Laid(feature)


def _likely(piece: Piece, board: Board) -> Iterator[Feature]:
    for twelfths_down in (6, 5, 7, 4, 8):
        y = board.depth * twelfths_down // 12
        if not piece.depth:
            bow = board.depth // 24
            third = board.width // 3
            yield river_along(piece, ((0, y), (third, y - bow), (2 * third, y + bow), (board.width, y)))
            continue
        for twelfths_across in (6, 3, 9, 2, 10):
            for heading in (0, QUARTER_TURN):
                yield tile_at(piece, Pose(board.width * twelfths_across // 12, y, heading))


LAY_TERRAIN: Final = asks(LayTerrain, ask=_ask_place, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
