"""What takes three turns: filling a ditch, putting up abatis and tearing them down: CM-SIEGE-06, CM-SIEGE-39 to
CM-SIEGE-42."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from shapely import LineString
from shapely.ops import substring

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.effects import Effect, Moment, OnUnit, Until
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import enemies, in_melee
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.fortress import ABATIS, BREACH
from schiltron.rulesets.chainmail.siege.ladders import is_assaulting
from schiltron.rulesets.chainmail.siege.stations import AT_FOOT, distance, is_holder
from schiltron.rulesets.chainmail.state import AT_WORK, Battle, Scene, Unit
from schiltron.rulesets.chainmail.terrain import CAUSEWAY, DITCH, MOAT
from schiltron.rulesets.chainmail.walking.footing import is_up
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Area, Feature, Points, Strip, name_of
from schiltron.table.works import along


class Labours(Step, frozen=True, tag="chainmail.labours"):
    """Who was disturbed at such work begins it anew (CM-SIEGE-06, CM-SIEGE-39, CM-SIEGE-42)."""


FILL: Final = "filling"
BUILD: Final = "putting_up_abatis"
TEAR: Final = "tearing_down"
TURNS: Final = 3
_FILLERS: Final = 8
_BUILDERS: Final = 4
_STRETCH: Final[Mil] = inches(4)
"""So much of a ditch is filled at a time (CM-SIEGE-06)."""
_THICK: Final[Mil] = inches(0.75)
RULES: Final = {FILL: ("CM-SIEGE-06",), BUILD: ("CM-SIEGE-39",), TEAR: ("CM-SIEGE-42",)}
_SAID: Final = {FILL: "begin to fill", BUILD: "begin to put up abatis in", TEAR: "begin to tear down"}


# ---------------------------------------------------------------- who may


def labour(battle: Battle, unit: Unit) -> Effect | None:
    """What a unit is at."""
    found = (battle.effects.of_kind(unit.id, kind) for kind in RULES)
    return next((one for one in found if one is not None), None)


def may(battle: Battle, unit: Unit, kind: str) -> list[Feature]:
    """The pieces before which a unit stands and at which it may begin such work."""
    own = unit.own.turn
    if (
        not is_assaulting(unit)
        or is_up(unit)
        or in_melee(battle, unit)
        or own.moved
        or labour(battle, unit) is not None
    ):
        return []
    if kind == BUILD and not is_holder(battle, unit):
        return []
    return [one for one in battle.table.features if _fits(battle, unit, kind, one)]


def _fits(battle: Battle, unit: Unit, kind: str, one: Feature) -> bool:
    """Whether such work can be done at a piece by as many as stand at it."""
    if kind == FILL:
        return one.kind in (DITCH, MOAT) and _at(unit, one) >= _FILLERS
    if kind == BUILD:
        return (
            one.kind == BREACH
            and _at(unit, one) >= _BUILDERS
            and not _stormed(battle, unit, one)
            and not _closed(battle, one)
        )
    return one.kind == ABATIS and not is_holder(battle, unit) and _at(unit, one) > 0


def _at(unit: Unit, one: Feature) -> int:
    """How many of a unit work beside a piece: all of it, if it stands there."""
    return unit.figures if distance(unit, one) <= AT_FOOT else 0


def _stormed(battle: Battle, unit: Unit, breach: Feature) -> bool:
    """Whether attackers are in a breach (CM-SIEGE-39)."""
    return any(alive(foe) and distance(foe, breach) <= 0 for foe in enemies(battle, unit))


def _closed(battle: Battle, breach: Feature) -> bool:
    """Whether there are abatis in it already."""
    return any(one.kind == ABATIS and one.polygon.intersects(breach.polygon) for one in battle.table.features)


# ---------------------------------------------------------------- begun, disturbed, done


def begin(scene: Scene, unit: Unit, kind: str, one: Feature) -> None:
    """It is done when this turn and two more have passed without anybody disturbing them."""
    over = Until(Moment(scene.battle.turn + TURNS - 1, edge="end"))
    scene.begin(
        kind,
        OnUnit(unit.id),
        ends=(over,),
        rules=RULES[kind],
        mark=AT_WORK,
        by=str(scene.battle.turn),
        target=one.id,
    )
    scene.tell(Ruled(what=f"{said(unit, _SAID[kind])} {name_of(one)}", rules=RULES[kind]))


def undisturbed(battle: Battle, unit: Unit, effect: Effect) -> bool:
    """Whether they stood at it this turn, and nobody attacked them."""
    one, turn = piece(battle, effect.target), unit.own.turn
    if one is None or not alive(unit) or not unit.on_table or is_fleeing(unit):
        return False
    attacked = turn.fought or turn.fired_on_by or in_melee(battle, unit)
    return not (turn.moved or attacked) and _fits(battle, unit, effect.kind, one)


def _labours(scene: Scene, _step: Labours) -> None:
    for effect in scene.battle.effects.all:
        if effect.kind in RULES and isinstance(effect.on, OnUnit):
            unit = scene.unit(effect.on.unit)
            if not undisturbed(scene.battle, unit, effect):
                scene.tell(Ruled(what=f"{said(unit, 'are')} disturbed at their work", rules=effect.rules))
                scene.lift(effect)


LABOURS: Final = does(Labours, _labours)


def done(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """After three turns without a break it is done."""
    assert isinstance(effect.on, OnUnit)
    unit = scene.unit(effect.on.unit)
    if scene.battle.turn - int(effect.by) < TURNS - 1 or not undisturbed(scene.battle, unit, effect):
        return
    one = piece(scene.battle, effect.target)
    assert one is not None
    if effect.kind == FILL:
        _filled(scene, unit, one, rules)
    elif effect.kind == BUILD:
        _put_up(scene, one, rules)
    else:
        _replace(scene, one, ())
        scene.tell(Ruled(what=f"{name_of(one)} are torn down", rules=rules))


def _filled(scene: Scene, unit: Unit, one: Feature, rules: tuple[str, ...]) -> None:
    """Four inches before the middle of those who worked are level ground (CM-SIEGE-06)."""
    assert isinstance(one, Strip)
    middle, whole = along(one, unit.outline.x, unit.outline.y), one.line.length
    first = min(max(0.0, middle - _STRETCH / 2), max(0.0, whole - _STRETCH))
    last = min(whole, first + _STRETCH)
    left: list[Feature] = []
    for index, (start, end) in enumerate(((0.0, first), (last, whole))):
        course = _cut(one.line, start, end)
        if course is not None:
            key = one.id if not left else _free(scene.battle, f"{one.id}.{index}")
            left.append(replace(one, id=key, course=course))
    way = _cut(one.line, first, last)
    assert way is not None
    name = f"Causeway over {name_of(one)}"
    _replace(scene, one, (*left, Strip(_free(scene.battle, CAUSEWAY), CAUSEWAY, name, way, one.width)))
    scene.tell(Ruled(what=f"{name_of(one)} is filled in before {unit.name}", rules=rules))


def _cut(line: LineString, start: float, end: float) -> Points | None:
    if end - start < 1.0:
        return None
    found = tuple((round(x), round(y)) for x, y in substring(line, start, end).coords)
    return found if len(set(found)) > 1 else None


def _put_up(scene: Scene, breach: Feature, rules: tuple[str, ...]) -> None:
    """Abatis from one side of the breach to the other (CM-SIEGE-39, CM-SIEGE-41)."""
    key = _free(scene.battle, ABATIS)
    name = f"Abatis in {name_of(breach)}"
    new: Feature
    if isinstance(breach, Strip):
        new = Strip(key, ABATIS, name, breach.course, min(_THICK, breach.width))
    else:
        assert isinstance(breach, Area)
        new = Area(key, ABATIS, name, breach.ring)
    board = scene.battle.table
    scene.set(board=replace(board, features=(*board.features, new)))
    scene.tell(Ruled(what=f"abatis are put up in {name_of(breach)}", rules=(*rules, "CM-SIEGE-40")))


def _free(battle: Battle, word: str) -> str:
    named = {one.id for one in battle.table.features}
    return next(f"{word}-{number}" for number in range(1, len(named) + 2) if f"{word}-{number}" not in named)


def _replace(scene: Scene, one: Feature, by: tuple[Feature, ...]) -> None:
    board = scene.battle.table
    kept = [part for piece in board.features for part in (by if piece.id == one.id else (piece,))]
    scene.set(board=replace(board, features=tuple(kept)))
