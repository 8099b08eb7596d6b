"""Setting fire to dry woods and brush, where the players want it: CM-WEATHER-04."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace
from shapely import Polygon

from schiltron.battle.state.event import Ruled
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.field import goes_as_person, is_engine, prevails
from schiltron.rulesets.chainmail.state import KINDLED, Battle, Fire, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.terrain import ABLAZE
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.lengths import CONTACT, Mil, show_inches
from schiltron.table.outline import Outline
from schiltron.table.terrain import Feature, name_of

SET_FIRE: Final = "set_fire"
RULES: Final = ("CM-WEATHER-04",)


def may_burn(battle: Battle) -> bool:
    return battle.own.options.burning == "on"


def is_dry(battle: Battle) -> bool:
    """Cover is dry unless the sky is rainy or there is mud."""
    return battle.own.weather.sky != "rainy" and not prevails(battle, "mud")


def fire_in(battle: Battle, piece: Feature) -> Fire | None:
    return next((fire for fire in battle.own.fires if fire.piece == piece.id), None)


def unlit(battle: Battle) -> list[Feature]:
    """Woods and brush in which there is no fire, in the order of the table."""
    return [piece for piece in battle.table.features if piece.kind in ABLAZE and fire_in(battle, piece) is None]


# ---------------------------------------------------------------- a unit and cover


def cover_at_hand(battle: Battle, unit: Unit) -> list[Feature]:
    """The cover without a fire that a unit can reach from where it stands: the nearest, and others that are as near."""
    reach = battle.own.options.melee_reach
    near = [(_apart(unit.outline, piece), piece) for piece in unlit(battle)]
    nearest = min((apart for apart, _ in near), default=0)
    return [piece for apart, piece in near if apart <= min(nearest, reach) + CONTACT]


def _apart(here: Outline, piece: Feature) -> Mil:
    """From the nearest base to a piece of cover; 0 in it."""
    return round(min(piece.polygon.distance(Polygon(rect.corners)) for rect in here.rects))


def judge_fire(battle: Battle, unit: Unit, form: object = None) -> list[Reason]:
    """Everything against a unit's setting fire to the cover near it."""
    if form is not None:
        return [Reason("a fire is set where the unit stands: no way and no target is named", RULES)]
    found = []
    if is_engine(unit) or goes_as_person(unit):
        found.append(Reason(f"{unit.name} set no fires: that takes a body of troops", RULES))
    if unit.own.turn.spent:
        found.append(Reason(f"{unit.name} have spent some of their move, and a fire takes all of it", RULES))
    if not is_dry(battle):
        found.append(Reason("nothing is dry enough to burn", RULES))
    if not cover_at_hand(battle, unit):
        reach = show_inches(battle.own.options.melee_reach)
        found.append(Reason(f"no woods or brush without a fire is within {reach}", RULES, measured=True))
    return found


def set_fire(scene: Scene, unit: Unit, cover: Iterable[Feature]) -> None:
    """It takes the whole move; the die for whether the fire spreads falls when the turn ends."""
    battle = scene.battle
    for piece in cover:
        put(scene, Fire(piece.id, battle.turn))
        scene.tell(Ruled(what=f"{said(unit, 'set')} fire to {name_of(piece)}", rules=RULES))
    scene.change(with_turn(unit, ordered=KINDLED, spent=normal_move(battle, unit).total))


# ---------------------------------------------------------------- the fires of a battle


def put(scene: Scene, fire: Fire) -> None:
    """A fire begins or goes on like that; they are kept in the order of the pieces on the table."""
    battle = scene.battle
    fires = {one.piece: one for one in battle.own.fires} | {fire.piece: fire}
    listed = tuple(fires[piece.id] for piece in battle.table.features if piece.id in fires)
    scene.set(own=replace(battle.own, fires=listed))


def put_out(scene: Scene, piece: str) -> None:
    own = scene.battle.own
    scene.set(own=replace(own, fires=tuple(fire for fire in own.fires if fire.piece != piece)))


def become(scene: Scene, piece: str, kind: str) -> None:
    """A piece of the table is of another kind from now on."""
    board = scene.battle.table
    features = tuple(replace(one, kind=kind) if one.id == piece else one for one in board.features)
    scene.set(board=replace(board, features=features))
