"""Creatures before a castle: they break down what they stand against, and set wood on fire: CM-FANT-SIEGE-03,
CM-FANT-SIEGE-04."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point, Polygon
from shapely.ops import nearest_points

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.effects import OnFeature, OnUnit
from schiltron.battle.state.field import enemies
from schiltron.rulesets.chainmail.engines import is_pushed
from schiltron.rulesets.chainmail.fantasy.at_work import is_phantasm
from schiltron.rulesets.chainmail.fantasy.havoc import BREAKS, KINDLES, havoc
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.fantasy.unseen import reveal
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fortress import WOODEN
from schiltron.rulesets.chainmail.siege.boiling import set_alight
from schiltron.rulesets.chainmail.siege.stations import AGAINST, distance, foot_of, is_holder, is_siege
from schiltron.rulesets.chainmail.siege.wear import is_target, wear
from schiltron.rulesets.chainmail.state import BURNING, Battle, Scene, Unit
from schiltron.table.outline import gap
from schiltron.table.shapes import Template, rings_of
from schiltron.table.terrain import Feature, name_of

Stricken = tuple[str, int, int]
"""A work that something falls on, and where."""

# ---------------------------------------------------------------- with their hands


def _free(battle: Battle, unit: Unit) -> bool:
    real = unit.on_table and unit.level is None and not is_phantasm(battle, unit.id)
    return is_siege(battle) and real and stunned(battle, unit) < unit.figures


def at_it(unit: Unit, feature: Feature) -> int:
    """How many figures of a unit stand against a work."""
    return sum(
        1 for one in unit.places[: unit.figures] if feature.polygon.distance(Polygon(one.rect.corners)) <= AGAINST
    )


def may_break(battle: Battle, unit: Unit) -> list[Feature]:
    """The works against which a creature stands that can break them down: those of the enemy."""
    how = havoc(unit)
    if how is None or how.by != "hand" or not how.points or is_holder(battle, unit) or not _free(battle, unit):
        return []
    near = [one for one in battle.table.features if is_target(one) and distance(unit, one) <= AGAINST]
    return [one for one in near if at_it(unit, one)]


def points_off(unit: Unit, feature: Feature) -> int:
    """What a unit takes from a work in a turn: so much a figure that stands against it."""
    how = havoc(unit)
    return how.points * at_it(unit, feature) if how is not None else 0


def break_down(scene: Scene, unit: Unit, feature: Feature) -> None:
    reveal(scene, unit.id)
    wear(scene, feature, where(unit, feature), points_off(unit, feature), unit.name, (BREAKS,))


def where(unit: Unit, feature: Feature) -> tuple[float, float]:
    """The place of a work at which a unit breaks it down: before those of its figures that are nearest."""
    here = unit.places[: unit.figures]
    near = min(here, key=lambda one: feature.polygon.distance(Polygon(one.rect.corners)))
    return foot_of(feature, near.x, near.y)


def may_kindle(battle: Battle, unit: Unit) -> list[Feature]:
    """The wooden works against which a creature stands that sets fire to them by its touch."""
    if not _burns_by_hand(battle, unit):
        return []
    wooden = [one for one in battle.table.features if one.kind in WOODEN and distance(unit, one) <= AGAINST]
    return [one for one in wooden if not _on_fire(battle, OnFeature(one.id))]


def may_burn_machines(battle: Battle, unit: Unit) -> list[Unit]:
    """The wooden machines of enemies which it touches."""
    if not _burns_by_hand(battle, unit):
        return []
    found = [foe for foe in enemies(battle, unit) if is_pushed(foe) and foe.on_table and alive(foe)]
    return [foe for foe in found if gap(unit.outline, foe.outline) <= AGAINST and not _on_fire(battle, OnUnit(foe.id))]


def _burns_by_hand(battle: Battle, unit: Unit) -> bool:
    how = havoc(unit)
    return how is not None and how.by == "hand" and how.kindles and _free(battle, unit)


def _on_fire(battle: Battle, on: OnUnit | OnFeature) -> bool:
    return any(one.kind == BURNING and one.on == on for one in battle.effects.all)


def set_work_alight(scene: Scene, unit: Unit, feature: Feature) -> None:
    reveal(scene, unit.id)
    set_alight(scene, OnFeature(feature.id), name_of(feature), (KINDLES,))


def set_machine_alight(scene: Scene, unit: Unit, machine: Unit) -> None:
    reveal(scene, unit.id)
    set_alight(scene, OnUnit(machine.id), machine.name, (KINDLES,))


# ---------------------------------------------------------------- from afar


def works_under(battle: Battle, shape: Template, at: tuple[float, float]) -> Iterator[Stricken]:
    """The works on which a missile falls or over which a breath goes, each with the place that is nearest to a
    point."""
    if battle.board is None or not is_siege(battle):
        return
    covered = Polygon(rings_of(shape)[0])
    for feature in battle.board.features:
        shared = feature.polygon.intersection(covered) if is_target(feature) else Polygon()
        if not shared.is_empty:
            spot, _ = nearest_points(shared, Point(*at))
            yield feature.id, round(spot.x), round(spot.y)


def wooden_under(battle: Battle, shape: Template, at: tuple[float, float]) -> list[Feature]:
    """Those of them that burn and do not yet."""
    found = [piece(battle, key) for key, _, _ in works_under(battle, shape, at)]
    return [one for one in found if one is not None and one.kind in WOODEN and not _on_fire(battle, OnFeature(one.id))]


def machines_under(battle: Battle, shape: Template) -> list[Unit]:
    """The wooden machines on which it falls that do not burn yet."""
    if not is_siege(battle):
        return []
    covered = Polygon(rings_of(shape)[0])
    found = [one for one in battle.standing() if is_pushed(one) and one.on_table and alive(one)]
    struck = [one for one in found if covered.intersects(Polygon(one.outline.main.corners))]
    return [one for one in struck if not _on_fire(battle, OnUnit(one.id))]


def kindle(scene: Scene, works: list[Feature], machines: list[Unit]) -> None:
    """Wood that magic or the breath of a dragon has struck burns from now on, if it still stands."""
    for feature in works:
        if piece(scene.battle, feature.id) is not None:
            set_alight(scene, OnFeature(feature.id), name_of(feature), (KINDLES,))
    for machine in machines:
        if alive(scene.unit(machine.id)):
            set_alight(scene, OnUnit(machine.id), machine.name, (KINDLES,))


def kindles(unit: Unit) -> bool:
    """Whether what a unit throws, or its breath, sets wood on fire."""
    how = havoc(unit)
    return how is not None and how.kindles


def burns(battle: Battle, feature: Feature) -> bool:
    """Whether a work is on fire already."""
    return _on_fire(battle, OnFeature(feature.id))


def told_of_fire(works: list[Feature], machines: list[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What would catch fire, in words, and by which rule."""
    for name in (*(name_of(one) for one in works), *(one.name for one in machines)):
        yield f"{name} catches fire", (KINDLES,)
