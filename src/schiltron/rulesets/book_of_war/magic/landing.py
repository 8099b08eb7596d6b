"""Where announced magic comes down, measured on the truth (chapter A4).

What is aimed beyond its range takes effect at the end of it in that direction, on whatever is there (BW-A4-27).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from shapely import Point as Spot
from shapely.ops import nearest_points

from schiltron.battle.play.agenda import Step
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Point, Power, Struck, beyond, figure_at
from schiltron.battle.state.event import Worked
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.unit import Level, in_line
from schiltron.rulesets.book_of_war.attacks.large_areas import LARGER, caught_in, is_large
from schiltron.rulesets.book_of_war.attacks.sighting import Line, masked_by, walled_off
from schiltron.rulesets.book_of_war.embedded import figure_beside, heroes_with, in_play, is_hero, own_figure, stands_at
from schiltron.rulesets.book_of_war.enclosed import beyond_walls, level_with
from schiltron.rulesets.book_of_war.hiding import is_hidden, put_down
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.magic.breaches import masonry_in_range
from schiltron.rulesets.book_of_war.magic.rows import power_of
from schiltron.rulesets.book_of_war.magic.spellbook import BREACH, FURTHER, aim_of
from schiltron.rulesets.book_of_war.magic.steps import Cast, Fall, Spell, Unmake, WandShot
from schiltron.rulesets.book_of_war.magic.wizards import limit, reach_of
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.body import Figure
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.rectangles import Rect, gap, nearest_point
from schiltron.table.shapes import Disc
from schiltron.table.terrain import Feature, name_of

SHIFTS: Final = {
    str(row["result"]): inches(float(row["shift_in"])) for row in LAW.sheet("BW-T-wand-accuracy").records()
}
"""How far a shot of a wand falls from where it was aimed (BW-A4-11)."""
_LOST: Final = "BW-A4-27"


def landed(scene: Scene, cast: Cast) -> Iterator[Step]:
    """What takes effect of something that was announced; what comes to nothing is told."""
    power = power_of(scene.unit(cast.unit), cast.power)
    if not in_play(scene.unit(cast.unit)):
        _lose(scene, cast, "the wizard is gone", "BW-A4-06")
        return
    match power.aim:
        case "figure":
            yield from _shot(scene, cast, power)
        case "unit" | "individual" if cast.way == BREACH:
            yield from _on_masonry(scene, cast, power)
        case "unit" | "individual":
            yield from _on_somebody(scene, cast, power)
        case "feature":
            yield from _on_ground(scene, cast, power)
        case _:
            yield Spell(cast.unit, cast.power, cast.way, at=cast.at)


def _lose(scene: Scene, cast: Cast, why: str, *rules: str) -> None:
    what = f"lost: {why}"
    scene.tell(
        Worked(
            unit=cast.unit, power=power_of(scene.unit(cast.unit), cast.power).title, what=what, rules=rules or (_LOST,)
        )
    )


# ---------------------------------------------------------------- wands


def aimed_point(battle: Battle, wizard: Unit, mark: Figure, reach: Mil) -> Point:
    """The middle of the figure aimed at, or where the range ends."""
    base, middle = own_figure(battle, wizard).rect, Point(mark.x, mark.y)
    return middle if gap(base, mark.rect) <= reach + TOLERANCE else limit(base, middle, reach)


def falls(battle: Battle, wizard: Unit, at: Point, there: Level) -> tuple[Fall, Fall, Fall]:
    """Where a shot at a point may come down, short, on target and long, and whose figure it strikes there, friend or
    foe (BW-A4-11). The wizard's own base is not among them, nor is who is beyond walls from there (BW-O6-12); who hides
    is found when it comes down (BW-A2-05)."""
    base = own_figure(battle, wizard)
    origin = Point(base.x, base.y)
    unseen = (unit.id for unit in battle.units.values() if is_hidden(unit))
    spared = (wizard.id, *unseen, *beyond_walls(battle, level_with(battle, wizard), there))
    return (
        _fall(battle, beyond(origin, at, SHIFTS["short"]), spared),
        _fall(battle, beyond(origin, at, SHIFTS["on_target"]), spared),
        _fall(battle, beyond(origin, at, SHIFTS["long"]), spared),
    )


def _fall(battle: Battle, at: Point, spared: tuple[str, ...]) -> Fall:
    found = figure_at(battle, at, spared)
    return Fall(round(at.x), round(at.y), *found) if found is not None else Fall(round(at.x), round(at.y))


def masking(battle: Battle, wizard: Unit, at: Point, there: Level) -> Feature | None:
    """Woods or a hill between a wizard and a point on a level, or a work higher than both (BW-O6-14); units between do
    not matter (BW-A4-10)."""
    base = own_figure(battle, wizard)
    line = Line(base.x, base.y, at.x, at.y)
    return walled_off(battle, level_with(battle, wizard), there, line) or masked_by(battle, base, at, line)


def _shot(scene: Scene, cast: Cast, power: Power) -> Iterator[Step]:
    battle, wizard = scene.battle, scene.unit(cast.unit)
    at = aimed_point(battle, wizard, battle.units[cast.target].places[cast.place], reach_of(battle, power))
    there = level_with(battle, battle.units[cast.target])
    mask = masking(battle, wizard, at, there)
    if mask is not None:
        _lose(scene, cast, f"{name_of(mask)} is in the way", "BW-A4-10", "BW-B2-36")
    elif power.store != "wand":
        yield Spell(cast.unit, cast.power, target=cast.target, at=(round(at.x), round(at.y)))
    else:
        yield WandShot(cast.unit, cast.power, *falls(battle, wizard, at, there))


_MARK: Final = inches(0.25)


def burst(battle: Battle, wizard: str, power: Power, at: Point, there: Level = None) -> tuple[Disc, dict[str, int]]:
    """The ground that a spell bursts over, and whom it catches there on a level, with the number of their figures
    (BW-A4-29). An area in inches of the role-playing game is a third as wide on the table, half as wide where areas are
    large (BW-A4-30, BW-O5-04)."""
    across = power.area * LARGER if is_large(battle) else power.area
    ground = Disc(round(at.x), round(at.y), max(_MARK, inches(across / 2)))
    spared = (wizard, *beyond_walls(battle, level_with(battle, battle.units[wizard]), there))
    first = figure_at(battle, at, spared)
    return ground, caught_in(battle, ground, first, spared, room=None)


# ---------------------------------------------------------------- units and heroes


def _on_somebody(scene: Scene, cast: Cast, power: Power) -> Iterator[Step]:
    battle = scene.battle
    victim = found_at_range(battle, scene.unit(cast.unit), cast.target, power)
    if victim is None:
        _lose(scene, cast, f"{battle.units[cast.target].name} is out of range, and nobody it works on is there")
        return
    put_down(scene, victim, "BW-A2-05")
    if power.does == "slay":
        yield Unmake(cast.unit, cast.power, victim)
    else:
        yield Spell(cast.unit, cast.power, cast.way, target=victim)


def found_at_range(battle: Battle, wizard: Unit, target_id: str, power: Power) -> str | None:
    """Whom a spell comes down on: its target if that is in range, else whoever stands where the range ends."""
    base, reach = own_figure(battle, wizard).rect, reach_of(battle, power)
    target = battle.units[target_id]
    spared = beyond_walls(battle, level_with(battle, wizard), level_with(battle, target))
    if standing_with(battle, target).id in spared:
        return None
    near = nearest_base(battle, base, battle.units[target_id])
    if gap(base, near) <= reach + TOLERANCE:
        return target_id
    aimed = Point(*nearest_point(near, base.x, base.y))
    struck = figure_at(battle, limit(base, aimed, reach), (wizard.id, *spared))
    if struck is None:
        return None
    return struck.unit if power.aim == "unit" else next(iter(heroes_at(battle, struck)), None)


def nearest_base(battle: Battle, base: Rect, unit: Unit) -> Rect:
    """The figure of a unit that is nearest to a base; of a hero in the ranks the one beside whom he stands."""
    if unit.host:
        return figure_beside(battle, unit).rect
    standing = [figure.rect for figure in unit.places[: max(1, unit.figures)]]
    return min(standing, key=lambda rect: (round(gap(base, rect)), round(hypot(rect.x - base.x, rect.y - base.y))))


def heroes_at(battle: Battle, struck: Struck) -> list[str]:
    """The heroes who stand on a figure's place, alone or in the ranks, by their names."""
    unit = battle.units[struck.unit]
    if is_hero(unit):
        return [unit.id]
    beside = (one for one in heroes_with(battle, unit) if in_play(one) and stands_at(battle, one) == struck.place)
    return [one.id for one in in_line(beside)]


# ---------------------------------------------------------------- ground


def _on_ground(scene: Scene, cast: Cast, power: Power) -> Iterator[Step]:
    battle = scene.battle
    feature = piece(battle, cast.feature)
    if cast.way != FURTHER and feature is not None:
        feature = ground_in_range(battle, scene.unit(cast.unit), feature, power)
    if feature is None:
        _lose(scene, cast, "it is out of range, and no such ground is there")
    else:
        yield Spell(cast.unit, cast.power, cast.way, feature=feature.id, at=cast.at)


def ground_in_range(battle: Battle, wizard: Unit, feature: Feature, power: Power) -> Feature | None:
    """The piece that a spell comes down on: the one it was aimed at, or one of the right kind where the range ends."""
    base, reach = own_figure(battle, wizard).rect, reach_of(battle, power)
    near, _ = nearest_points(feature.polygon, Spot(base.x, base.y))
    aimed = Point(near.x, near.y)
    end = limit(base, aimed, reach)
    if hypot(aimed.x - base.x, aimed.y - base.y) <= hypot(end.x - base.x, end.y - base.y) + TOLERANCE:
        return feature
    eligible = aim_of(battle, wizard, power).eligible
    return next((one for one in battle.table.features if one.id in eligible and one.contains(end.x, end.y)), None)


def _on_masonry(scene: Scene, cast: Cast, power: Power) -> Iterator[Step]:
    battle, work = scene.battle, piece(scene.battle, cast.feature)
    assert cast.at is not None
    found = masonry_in_range(battle, scene.unit(cast.unit), work, Point(*cast.at), power) if work is not None else None
    if found is None:
        _lose(scene, cast, "it is out of range, and nothing that is built stands there", "BW-A4-22", _LOST)
    else:
        yield Spell(cast.unit, cast.power, cast.way, feature=found.work.id, at=(found.x, found.y))
