"""Dragons breathe on a figure they touch (chapters A3 and O5)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.event import Declared
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.large_areas import breath_way, caught_in, is_large
from schiltron.rulesets.book_of_war.attacks.melee import fighters, reached
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.enclosed import beyond_walls, level_with
from schiltron.rulesets.book_of_war.engaged import fights_apart, opponents
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.heroes import Breath
from schiltron.rulesets.book_of_war.hiding import put_down
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit

BREATHE: Final = "breathe_"
"""With the way behind it: breathe_fire."""
_POWER: Final = "breath"


class Breathed(Struct, frozen=True):
    """A breath that was declared: on whom, and in which way."""

    unit: str
    target: str
    way: str


def breath_of(unit: Unit) -> Breath | None:
    hero = troop(unit).hero
    return hero.breath if hero is not None else None


def breaths_left(unit: Unit) -> int:
    """How often it can still breathe: three times in a battle (BW-A3-30)."""
    breath = breath_of(unit)
    return 0 if breath is None else breath.uses - unit.own.uses(_POWER)


def ways(unit: Unit) -> tuple[str, ...]:
    """What it can be told to do: breathe in one of its ways (BW-A3-32)."""
    breath = breath_of(unit)
    return () if breath is None else tuple(BREATHE + way for way in breath.ways)


def within_breath(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Enemies of whom it touches a figure, heroes in their ranks too (BW-A3-29); nobody where no breath is left. In
    special combat it breathes on nobody but its foe (BW-A3-37)."""
    if not in_play(unit) or not breaths_left(unit):
        return ()
    if fights_apart(battle, unit):
        taken_on = opponents(battle, unit)
        return tuple(foe.id for foe in reached(battle, unit) if foe in taken_on)
    return tuple(foe for fighter in fighters(battle, unit) for foe in fighter.foes)


def judge_breath(view: Battle, unit: Unit, action: str, aimed: Aimed) -> list[Reason]:
    if action not in ways(unit):
        return [Reason(f"{unit.name} cannot {action.replace('_', ' ')}", ("BW-A3-29",))]
    if not breaths_left(unit):
        return [Reason(f"{unit.name} has breathed as often as it can", ("BW-A3-30",))]
    if aimed.target not in within_breath(view, unit):
        return [Reason("a breath is for a figure in contact", ("BW-A3-29",))]
    return []


def breathes(scene: Scene, one: Breathed) -> list[AreaHit]:
    """It draws its breath: a magic area attack on one figure, whatever else it does this turn (BW-A3-29, BW-A3-31); on
    all in its way where areas are large (BW-O5-04), whom it brings to light if they hide (BW-A2-05)."""
    unit = scene.unit(one.unit)
    breath = breath_of(unit)
    assert breath is not None
    used = {**dict(unit.own.used), _POWER: unit.own.uses(_POWER) + 1}
    scene.change(replace(unit, own=replace(unit.own, used=tuple(sorted(used.items())))))
    rules = ("BW-A3-29", "BW-A3-30", "BW-A3-31")
    scene.tell(Declared(unit=one.unit, action=BREATHE + one.way, target=one.target, rules=rules))
    by = ("BW-A3-29", "BW-O5-04") if is_large(scene.battle) else ("BW-A3-29",)
    struck = breathed_on(scene.battle, unit, scene.unit(one.target))
    for foe in struck:
        put_down(scene, foe, "BW-A2-05")
    return [
        AreaHit(one.unit, foe, breath.rating, (one.way,), BREATHE + one.way, by, figures)
        for foe, figures in struck.items()
    ]


def breathed_on(battle: Battle, dragon: Unit, target: Unit) -> dict[str, int]:
    """Whom a breath at a target strikes, friends too, and how many figures of theirs."""
    if not is_large(battle):
        return {target.id: 1}
    way, first = breath_way(battle, dragon, target)
    spared = beyond_walls(battle, dragon.level, level_with(battle, target))
    return caught_in(battle, way, first, (dragon.id, *spared))
