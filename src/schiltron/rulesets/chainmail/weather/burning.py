"""What fires in dry cover do at the end of a turn: who is killed, how they spread, when they go out: CM-WEATHER-04."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.chainmail.field import alive, prevails
from schiltron.rulesets.chainmail.losses import clear, fell, in_danger
from schiltron.rulesets.chainmail.state import Battle, Fire, Scene, Unit, with_engine
from schiltron.rulesets.chainmail.terrain import ABLAZE, BURNT, WAS
from schiltron.rulesets.chainmail.weather.changing import HARD_RAIN, is_hot
from schiltron.rulesets.chainmail.weather.fires import RULES, become, is_dry, put, put_out, unlit
from schiltron.table.body import Single
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Feature, name_of


class Burn(Step, frozen=True, tag="chainmail.burn"):
    """Cover that is ablaze kills who is still in it, burns out, or is put out by hard rain (CM-WEATHER-04)."""


class Spread(Step, frozen=True, tag="chainmail.spread"):
    """Dice show whether fires take hold of their piece of cover and of those beside it (CM-WEATHER-04)."""


CATCHES: Final = 6
CATCHES_IN_HEAT: Final = 4
"""The least a die must show for a fire to spread."""
TRIES: Final = 3
"""Turns in which a fire may take hold of its piece before it goes out: as many as burning oil has."""
TURNS_ABLAZE: Final = 6
"""The turn in which burning cover is to be left, and five more, by the ruling on CM-WEATHER-04."""
LEAPS: Final[Mil] = inches(1)
"""How far from burning cover other cover may catch."""


def piece_of(battle: Battle, fire: Fire) -> Feature:
    return next(piece for piece in battle.table.features if piece.id == fire.piece)


def _tell(scene: Scene, what: str) -> None:
    scene.tell(Ruled(what=what, rules=RULES))


# ---------------------------------------------------------------- who stands in it


def figures_in(unit: Unit, piece: Feature) -> int:
    """Standing figures of a unit that are in a piece of cover; the crew of an engine where that stands."""
    return sum(_standing_in(unit, (piece,)))


def _standing_in(unit: Unit, pieces: Sequence[Feature]) -> list[int]:
    """For every base of a unit with figures on it, how many stand in these pieces."""
    each = unit.figures if isinstance(unit.body, Single) else 1
    return [each for one in unit.places[: unit.figures] if any(piece.contains(one.x, one.y) for piece in pieces)]


def _burn(scene: Scene, _step: Burn) -> None:
    """Those who had a turn to leave and are still there are killed; then fires end whose time is over."""
    raging = [fire for fire in scene.battle.own.fires if fire.ablaze and fire.since < scene.battle.turn]
    pieces = [piece_of(scene.battle, fire) for fire in raging]
    for unit in list(scene.battle.units.values()):
        if unit.on_table and alive(unit):
            _scorch(scene, unit, pieces)
    clear(scene, RULES)
    _lose_machines(scene, pieces)
    quenched = prevails(scene.battle, HARD_RAIN)
    for fire in scene.battle.own.fires:
        piece = piece_of(scene.battle, fire)
        if quenched:
            become(scene, fire.piece, WAS.get(piece.kind, piece.kind))
            put_out(scene, fire.piece)
            _tell(scene, f"hard rain puts out the fire in {name_of(piece)}")
        elif fire.ablaze and scene.battle.turn - fire.since >= TURNS_ABLAZE:
            become(scene, fire.piece, BURNT)
            put_out(scene, fire.piece)
            _tell(scene, f"{name_of(piece)} has burnt down to bare ground")


def _scorch(scene: Scene, unit: Unit, pieces: list[Feature]) -> None:
    burnt = sum(_standing_in(unit, pieces))
    if burnt:
        names = " and ".join(name_of(piece) for piece in pieces if figures_in(unit, piece))
        _tell(scene, f"{names} burns round {unit.name}")
        fell(scene, unit.id, in_danger(scene.battle, unit, burnt), Harm(("fire",), rules=RULES))


def _lose_machines(scene: Scene, pieces: list[Feature]) -> None:
    """Engines that stand without a crew in burning cover are lost."""
    for unit in list(scene.battle.units.values()):
        left = unit.own.engine.abandoned
        if left is not None and any(piece.contains(left.at.x, left.at.y) for piece in pieces):
            scene.change(with_engine(unit, abandoned=None))
            _tell(scene, f"{unit.name} is burnt")


BURN: Final = does(Burn, _burn)

# ---------------------------------------------------------------- how it spreads


def may_catch(battle: Battle) -> Iterator[Feature]:
    """Pieces for which a die is thrown: those with a fire that has not spread, and dry ones beside one ablaze."""
    if not is_dry(battle):
        return
    fires = {fire.piece: fire for fire in battle.own.fires}
    raging = [piece_of(battle, fire) for fire in fires.values() if fire.ablaze and fire.since < battle.turn]
    open_to_it = {piece.id for piece in unlit(battle)}
    for piece in battle.table.features:
        fire = fires.get(piece.id)
        beside = piece.kind in ABLAZE and any(one.polygon.distance(piece.polygon) <= LEAPS for one in raging)
        if (fire is not None and not fire.ablaze) or (beside and piece.id in open_to_it):
            yield piece


def _ask(battle: Battle, _step: Spread) -> Roll | None:
    need = CATCHES_IN_HEAT if is_hot(battle) else CATCHES
    pools = tuple(Pool(1, 6, AtLeast(need), name_of(piece)) for piece in may_catch(battle))
    heat = " in excess heat" if is_hot(battle) else ""
    return Roll(f"whether the fire spreads{heat}", pools, RULES) if pools else None


def _roll(scene: Scene, _step: Spread, pools: tuple[Thrown, ...]) -> None:
    pieces = tuple(may_catch(scene.battle))
    for piece, thrown in zip(pieces, pools, strict=True):
        if thrown.hits:
            become(scene, piece.id, ABLAZE[piece.kind])
            put(scene, Fire(piece.id, scene.battle.turn, ablaze=True))
            _tell(scene, f"fire takes hold of all of {name_of(piece)}")
    _die_down(scene)


def _die_down(scene: Scene) -> None:
    """A fire that has not spread goes out after three turns, and at once where nothing is dry."""
    battle = scene.battle
    for fire in battle.own.fires:
        if not fire.ablaze and (not is_dry(battle) or battle.turn - fire.since + 1 >= TRIES):
            put_out(scene, fire.piece)
            _tell(scene, f"the fire in {name_of(piece_of(battle, fire))} goes out")


def _undiced(scene: Scene, _step: Spread) -> None:
    _die_down(scene)


SPREAD: Final = rolls(Spread, ask=_ask, roll=_roll, do=_undiced)
