"""Oil and rocks from above, and what burns: CM-SIEGE-22 to CM-SIEGE-30."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import Harm, hand_over
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.effects import Effect, Moment, OnFeature, OnUnit, Until
from schiltron.battle.state.event import Covered, Ruled, Struck, Worked
from schiltron.battle.state.field import enemies
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OffTable, OnTable, Upon
from schiltron.rulesets.chainmail.bases import FOOT
from schiltron.rulesets.chainmail.engines import defense, is_pushed
from schiltron.rulesets.chainmail.field import alive, is_engine
from schiltron.rulesets.chainmail.fortress import COVERED, OIL, WOODEN, Cauldrons, attack_of
from schiltron.rulesets.chainmail.losses import clear, kill, remove
from schiltron.rulesets.chainmail.siege.ladders import climbs, come_down, foot, is_bridge, ladder, set_ladder
from schiltron.rulesets.chainmail.siege.parting import as_crew
from schiltron.rulesets.chainmail.siege.stations import (
    AT_FOOT,
    beyond,
    change_siege,
    distance,
    foot_of,
    from_point,
    is_inside,
    outwards,
    siege_of,
    upon,
    work,
)
from schiltron.rulesets.chainmail.state import BURNING, Abandoned, Battle, Scene, Unit, with_engine
from schiltron.rulesets.chainmail.walking.footing import at_foot
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mil, direction, inches
from schiltron.table.rectangles import Rect
from schiltron.table.shapes import Plot
from schiltron.table.terrain import Area, Feature, name_of

PATH: Final[Mil] = inches(2)
"""How wide the oil runs down a wall (CM-SIEGE-22)."""
PUDDLE: Final = (inches(4), inches(3))
"""How wide and how deep it lies at the foot (CM-SIEGE-23)."""
OIL_BURNS: Final = 3
HOT_AGAIN: Final = 3
"""Turns from one pouring to the next (CM-SIEGE-28)."""
BURNS: Final = 5
"""Turns that a wooden work burns after it has been left (CM-SIEGE-27)."""
_DIE: Final = 6
_SAVES: Final = {2: 3, 3: 5}
"""What lets the second and the third man on a ladder live (CM-SIEGE-29)."""
_POURED: Final = ("CM-SIEGE-22", "CM-SIEGE-23")


class DropRock(Step, frozen=True, tag="chainmail.drop_rock"):
    """A rock goes down a ladder: the first man is killed, dice are thrown for those behind (CM-SIEGE-29)."""

    by: str
    ladder: str


class Smoke(Step, frozen=True, tag="chainmail.smoke"):
    """What burns is left by everybody, burns on and is gone (CM-SIEGE-26, CM-SIEGE-27)."""


# ---------------------------------------------------------------- who stands below


def below(battle: Battle, unit: Unit) -> Iterator[tuple[Unit, tuple[float, float]]]:
    """Enemies at the foot of the work on which a unit stands, within its reach, each with the foot of the wall before
    them."""
    level = unit.level
    under = work(battle, level.feature) if type(level) is Upon else None
    if under is None or is_inside(battle, unit):
        return
    reach = battle.own.options.melee_reach
    for foe in enemies(battle, unit):
        if not alive(foe) or (foe.level is not None and _level_of(foe) == under.id):
            continue
        near = distance(foe, under)
        if near > PUDDLE[1]:
            continue
        at = foot_of(under, *_nearest_of(foe, under))
        if from_point(unit, *at) <= reach:
            yield foe, at


def _level_of(unit: Unit) -> str:
    level = unit.level
    return level.feature if type(level) is Upon else ""


def _nearest_of(unit: Unit, feature: Feature) -> tuple[float, float]:
    """The middle of the base of a unit that is nearest to a piece."""
    best = min(unit.outline.rects, key=lambda rect: feature.polygon.distance(Point(rect.x, rect.y)))
    return best.x, best.y


# ---------------------------------------------------------------- oil


def hot(battle: Battle, unit: Unit) -> Cauldrons | None:
    """A cauldron of hot oil at hand for those on a work (CM-SIEGE-28)."""
    level = unit.level
    if type(level) is not Upon:
        return None
    for one in siege_of(battle).oil:
        if one.piece in ("", level.feature) and one.hot_in <= battle.turn and one.left != 0:
            return one
    return None


def puddle(under: Feature, at: tuple[float, float], beside: tuple[float, float]) -> tuple[Polygon, Polygon]:
    """The path down a wall and the puddle at its foot (CM-SIEGE-22, CM-SIEGE-23)."""
    out = outwards(under, *beside)
    ux, uy = direction(out)
    wide, deep = PUDDLE
    x, y = beyond(*at, out, deep / 2)
    lies = Polygon(Rect(x, y, ux, uy, wide / 2, deep / 2).corners)
    path = Polygon(Rect(*at, ux, uy, PATH / 2, AT_FOOT / 2).corners)
    return path, lies


def pour(scene: Scene, unit: Unit, target: Unit) -> None:
    """It kills whoever it runs over, and lies burning at the foot of the wall (CM-SIEGE-22 to CM-SIEGE-25)."""
    battle = scene.battle
    level = unit.level
    assert isinstance(level, Upon)
    under = work(battle, level.feature)
    at = next(at for foe, at in below(battle, unit) if foe.id == target.id)
    assert under is not None
    _spend(scene, unit)
    path, lies = puddle(under, at, _nearest_of(target, under))
    ring = tuple((round(x), round(y)) for x, y in lies.exterior.coords[:-1])
    mark = Covered(Plot((ring,)), "burning oil")
    scene.tell(Worked(unit=unit.id, power="Boiling oil", what=f"at {target.name}", marks=(mark,), rules=_POURED))
    struck = path.union(lies)
    _kindle(scene, struck, under)
    for foe in list(scene.battle.units.values()):
        if foe.on_table and alive(foe):
            _scald(scene, unit, foe, struck, under)
    clear(scene, _POURED)
    for one in siege_of(scene.battle).ladders:
        if one.climbing and not is_bridge(one) and one.men > scene.unit(one.climbing).figures:
            set_ladder(scene, replace(one, men=scene.unit(one.climbing).figures))
    _lay(scene, ring, under)


def _spend(scene: Scene, unit: Unit) -> None:
    spent = hot(scene.battle, unit)
    siege = siege_of(scene.battle)
    assert spent is not None
    used = (
        replace(spent, left=spent.left - 1)
        if spent.left is not None
        else replace(spent, hot_in=scene.battle.turn + HOT_AGAIN)
    )
    kept = list(siege.oil)
    kept[kept.index(spent)] = used
    change_siege(scene, replace(siege, oil=tuple(kept)))


def _scald(scene: Scene, unit: Unit, foe: Unit, struck: BaseGeometry, under: Feature) -> None:
    """Figures of whichever side that the oil runs over; those up on works and under the roofs of machines are dry."""
    if foe.level is not None or foe.own.profile.engine in COVERED:
        return
    bases = [one.rect for one in foe.places[: foe.figures]] if not is_engine(foe) else [foe.outline.main]
    hit = sum(1 for rect in bases if struck.intersects(Polygon(rect.corners)))
    hit = foe.figures if is_engine(foe) and hit else hit
    on = climbs(scene.battle, foe)
    if on is not None and on.piece == under.id and struck.intersects(Point(on.x, on.y)):
        hit = max(hit, min(on.men, foe.figures))
    if hit and not (is_engine(foe) and is_pushed(foe) and foe.own.profile.engine == "siege_tower"):
        kill(scene, foe.id, hit, Harm(("oil",), unit.id, _POURED))
        if not alive(scene.unit(foe.id)) and on is not None:
            come_down(scene, scene.unit(foe.id))


def _lay(scene: Scene, ring: tuple[tuple[Mil, Mil], ...], under: Feature) -> None:
    """The burning puddle keeps everybody out for three turns (CM-SIEGE-24)."""
    board = scene.battle.table
    named = {one.id for one in board.features}
    number = next(number for number in range(1, len(named) + 2) if f"{OIL}-{number}" not in named)
    lies = Area(f"{OIL}-{number}", OIL, f"Burning oil before {name_of(under)}", ring)
    scene.set(board=replace(board, features=(*board.features, lies)))
    over = Until(Moment(scene.battle.turn + OIL_BURNS - 1, edge="end"))
    scene.begin(OIL, OnFeature(lies.id), ends=(over,), rules=("CM-SIEGE-24",))


def burnt_out(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """The oil has burnt away."""
    assert isinstance(effect.on, OnFeature)
    gone, board = effect.on.feature, scene.battle.table
    scene.set(board=replace(board, features=tuple(one for one in board.features if one.id != gone)))
    scene.tell(Ruled(what="the oil at the foot of the wall has burnt out", rules=rules))


# ---------------------------------------------------------------- what catches fire


def _kindle(scene: Scene, struck: BaseGeometry, under: Feature) -> None:
    """Wooden works and machines that the oil has struck; no ladders, and nothing under a peaked roof (CM-SIEGE-25)."""
    for unit in list(scene.battle.units.values()):
        burns = is_pushed(unit) and unit.own.profile.engine not in COVERED
        if unit.on_table and burns and struck.intersects(Polygon(unit.outline.main.corners)):
            set_alight(scene, OnUnit(unit.id), unit.name)
    for feature in scene.battle.table.features:
        if feature.kind in WOODEN and (feature.id == under.id or struck.intersects(feature.polygon)):
            set_alight(scene, OnFeature(feature.id), name_of(feature))


def set_alight(scene: Scene, on: OnUnit | OnFeature, name: str, rules: tuple[str, ...] = ("CM-SIEGE-25",)) -> None:
    """It burns from now on (CM-SIEGE-25); in the next turn it is left, and burns for five more (CM-SIEGE-27)."""
    if any(one.kind == BURNING and one.on == on for one in scene.battle.effects.all):
        return
    over = Until(Moment(scene.battle.turn + 1 + BURNS, edge="end"))
    mark = BURNING if isinstance(on, OnUnit) else ""
    scene.begin(BURNING, on, ends=(over,), mark=mark, rules=(*rules, "CM-SIEGE-27"), by=str(scene.battle.turn))
    scene.tell(Ruled(what=f"{name} is on fire", rules=rules))


def _smoke(scene: Scene, _step: Smoke) -> None:
    """What caught fire in an earlier turn has been abandoned (CM-SIEGE-26)."""
    for effect in scene.battle.effects.all:
        if effect.kind != BURNING or int(effect.by) >= scene.battle.turn:
            continue
        key = effect.on.unit if isinstance(effect.on, OnUnit) else effect.on.feature  # type: ignore[union-attr]
        for unit in upon(scene.battle, key):
            _jump(scene, unit, key)
        if isinstance(effect.on, OnUnit) and alive(scene.unit(key)) and scene.unit(key).on_table:
            _abandon(scene, scene.unit(key))


def _jump(scene: Scene, unit: Unit, key: str) -> None:
    """Who is still up there when it has to be left comes to the ground beside it, or burns with it."""
    assert isinstance(unit.body, Formed)
    here, away = (unit.pose.x, unit.pose.y), (unit.pose.heading + HALF_TURN) % 360_000
    place = at_foot(scene.battle, here, away, unit.body, unit.figures, key)
    if climbs(scene.battle, unit) is not None:
        come_down(scene, unit)
    if place is None:
        kill(scene, unit.id, unit.figures, Harm(("fire",), rules=("CM-SIEGE-26",)))
        clear(scene, ("CM-SIEGE-26",))
        return
    scene.change(replace(scene.unit(unit.id), place=place))
    scene.tell(Ruled(what=f"{unit.name} leave what burns", rules=("CM-SIEGE-26",)))


def _abandon(scene: Scene, machine: Unit) -> None:
    """Its men stand by themselves from now on where it stood, and it burns alone."""
    crew = as_crew(machine)
    files = min(machine.figures, 4)
    body = Formed(base=FOOT, files=files)
    number = 1 + sum(1 for one in scene.battle.units.values() if one.of == machine.id)
    men = replace(
        machine,
        id=f"{machine.id}.{number}",
        name=f"Men of {machine.name}",
        kind="light_infantry",
        original=0,
        figures=0,
        place=OnTable(machine.pose, level=None),
        body=body,
        own=crew,
        of=machine.id,
        marks=(),
    )
    wreck = with_engine(machine, abandoned=Abandoned(machine.pose, scene.battle.turn, loaded=False))
    scene.change(replace(wreck, place=OffTable("left to burn")))
    hand_over(scene, machine.id, men, machine.figures)
    scene.tell(Ruled(what=f"{machine.name} is left to burn", rules=("CM-SIEGE-26",)))


def burnt_down(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """It is removed as destroyed (CM-SIEGE-27)."""
    if isinstance(effect.on, OnUnit):
        machine = scene.unit(effect.on.unit)
        scene.change(with_engine(machine, abandoned=None, damage=defense(machine)))
        if machine.on_table and alive(machine):
            remove(scene, machine.id, "destroyed", rules)
        scene.tell(Ruled(what=f"{machine.name} has burnt down", rules=rules))
        return
    assert isinstance(effect.on, OnFeature)
    feature = piece(scene.battle, effect.on.feature)
    if feature is None:
        return
    scene.tell(Ruled(what=f"{name_of(feature)} has burnt down", rules=rules))
    for unit in upon(scene.battle, feature.id):
        kill(scene, unit.id, unit.figures, Harm(("fire",), rules=rules))
    clear(scene, rules)
    board = scene.battle.table
    scene.set(board=replace(board, features=tuple(one for one in board.features if one.id != feature.id)))


SMOKE: Final = does(Smoke, _smoke)

# ---------------------------------------------------------------- rocks


def throw_at_machine(scene: Scene, unit: Unit, machine: Unit) -> None:
    """A rock takes a point off siege equipment and war machines (CM-SIEGE-30)."""
    points = attack_of("dropped_rock_on_equipment")
    terms = [Term("defence points", defense(machine), "CM-SIEGE-02")]
    if machine.own.engine.damage:
        terms.append(Term("hits before", -machine.own.engine.damage, "CM-SIEGE-03"))
    left = Tally("defence points left", (*terms, Term("a rock", -points, "CM-SIEGE-30")), measure="points")
    scene.tell(
        Struck(
            unit=unit.id,
            target=machine.id,
            action="drop_rock",
            dice=0,
            hits=1,
            kept=points,
            tallies=(left,),
            rules=("CM-SIEGE-30",),
        )
    )
    wear_machine(scene, machine, points, unit.id, ("CM-SIEGE-30",))


def wear_machine(scene: Scene, machine: Unit, points: int, by: str, rules: tuple[str, ...]) -> None:
    """A machine loses points; with the last it is destroyed, and its men with it."""
    hurt = with_engine(machine, damage=machine.own.engine.damage + points)
    scene.change(hurt)
    if hurt.own.engine.damage >= defense(hurt):
        kill(scene, machine.id, machine.figures, Harm(("rock",), by, rules))
        clear(scene, rules)


def _ask_rock(battle: Battle, step: DropRock) -> Roll | None:
    one = ladder(battle, step.ladder)
    men = min(one.men, battle.units[one.climbing].figures) if one is not None and one.climbing else 0
    pools = tuple(
        Pool(1, _DIE, AtMost(_SAVES[number]), f"man {number} on the ladder") for number in (2, 3) if number <= men
    )
    return Roll("who on the ladder lives", pools, ("CM-SIEGE-29",)) if pools else None


def _rock(scene: Scene, step: DropRock, pools: tuple[Thrown, ...]) -> None:
    """The first man is killed; behind him who does not save himself (CM-SIEGE-29)."""
    one = ladder(scene.battle, step.ladder)
    if one is None or not one.climbing:
        return
    dead = 1 + sum(1 for thrown in pools if not thrown.hits)
    unit = scene.unit(one.climbing)
    kill(scene, unit.id, dead, Harm(("rock",), step.by, ("CM-SIEGE-29",)))
    clear(scene, ("CM-SIEGE-29",))
    left = min(one.men - dead, scene.unit(unit.id).figures)
    if left > 0:
        set_ladder(scene, replace(one, men=left))
    else:
        come_down(scene, scene.unit(unit.id))


def _undiced(scene: Scene, step: DropRock) -> None:
    _rock(scene, step, ())


DROP_ROCK: Final = rolls(DropRock, ask=_ask_rock, roll=_rock, do=_undiced)


def stands_under(battle: Battle, unit: Unit, key: str) -> bool:
    """Whether the head of a ladder is within reach of those on a wall."""
    one = ladder(battle, key)
    return one is not None and from_point(unit, *foot(battle, one)) <= battle.own.options.melee_reach
