"""Instability due to excess casualties: CM-MORALE-01 to CM-MORALE-06, CM-MTM-33."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from shapely import Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import enemies
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.field import alive, fearless, is_commander, returned
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import remove
from schiltron.rulesets.chainmail.man_to_man.nerve import shaken
from schiltron.rulesets.chainmail.morale.checks import Check, loss_score, nerve
from schiltron.rulesets.chainmail.morale.prisoners import never_surrenders, surrender
from schiltron.rulesets.chainmail.morale.ways import CONTROL, impassable
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_morale
from schiltron.rulesets.chainmail.troop_traits.bereavement import grief
from schiltron.table.outline import gap


class Instability(Step, frozen=True, tag="chainmail.instability"):
    """Units with excess casualties check, before the melees or after them (CM-MORALE-01, CM-MORALE-02)."""

    moment: Literal["fire", "melee"]


class Remain(Step, frozen=True, tag="chainmail.remain"):
    """A unit with excess casualties shows whether it remains (CM-MORALE-01)."""

    unit: str


_ABOUT: Final = 3 * CONTROL
"""Enemies as near as that to a unit are those who hold it in: a gap, and the inch that either of them controls."""
UNSTABLE: Final = "too many lost"
_CHECK: Final = ("CM-MORALE-01", "CM-MORALE-02", "CM-MORALE-06", "CM-TURN-16")
_OF_THE_ARMY: Final = "a third of the army killed"
_MAN_TO_MAN: Final = ("CM-MTM-33", "CM-MORALE-06")
_THIRD: Final = 12
"""No percentage of the table is a finer fraction: 33.333 is a third."""
_SHARES: Final = {
    str(row["unit"]): (Fraction(str(row["casualty_percent"])) / 100).limit_denominator(_THIRD)
    for row in LAW.sheet("CM-T-loss").records()
}


def lost(battle: Battle, unit: Unit) -> int:
    """Figures lost from all causes, prisoners included (CM-MELEE-41), but not who has come back as a unit of it, nor
    crew that serves another piece (CM-CATAPULT-07)."""
    return unit.original - unit.own.engine.lent - unit.figures - returned(battle, unit, unit.side)


def excess(unit: Unit, lost: int) -> bool:
    """Whether losses exceed the percentage of its original strength (CM-MORALE-01)."""
    return lost > unit.original * _SHARES[unit.own.profile.holds]


def ruined(unit: Unit, lost: int) -> bool:
    """Whether losses have come to the percentage once more: it is removed without a check (CM-MORALE-03)."""
    return lost >= 2 * unit.original * _SHARES[unit.own.profile.holds]


def check_to_remain(battle: Battle, unit: Unit) -> Check:
    """As for excess casualties, also where it is the army commander who was lost (CM-HIST-37)."""
    lost_him = grief(unit)
    if man_to_man(battle.own.options):
        return Check(_OF_THE_ARMY, loss_score(unit), (*nerve(battle, unit), *lost_him), _MAN_TO_MAN)
    why = lost_him[0].label if lost_him else "excess casualties"
    return Check(why, loss_score(unit), (*nerve(battle, unit), *lost_him), _CHECK)


# ---------------------------------------------------------------- the steps


def _do_instability(scene: Scene, _step: Instability) -> None:
    """Fire is judged before the melees, melee when all are over (CM-MORALE-02); who has stayed once is not again.

    The loss of the army commander is judged at the same moments, and together with losses where both are (CM-HIST-37).
    """
    if man_to_man(scene.battle.own.options):
        _do_army(scene)
        return
    due = []
    for unit in list(scene.battle.units.values()):
        gone = lost(scene.battle, unit)
        if not alive(unit) or not unit.on_table or is_commander(unit) or fearless(unit):
            continue
        if excess(unit, gone) and ruined(unit, gone):
            remove(scene, unit.id, UNSTABLE, ("CM-MORALE-03",))
        elif excess(unit, gone) and not unit.own.morale.times_judged:
            scene.change(with_morale(unit, times_judged=1))
            due.append(Remain(unit.id))
        elif unit.own.morale.owed:
            due.append(Remain(unit.id))
    scene.now(*due)


def _do_army(scene: Scene) -> None:
    """Man to man every unit of an army checks once, when a third of all its men have been killed (CM-MTM-33); besides
    those who have lost their commander."""
    due = shaken(scene.battle)
    for unit in due:
        scene.change(with_morale(unit, times_judged=1))
    grieving = [unit for unit in scene.battle.units.values() if unit.own.morale.owed and alive(unit) and unit.on_table]
    scene.now(*(Remain(key) for key in scene.battle.in_line({unit.id for unit in (*due, *grieving)})))


def _ask(battle: Battle, step: Remain) -> Roll | None:
    unit = battle.units[step.unit]
    return check_to_remain(battle, unit).roll(unit) if alive(unit) and unit.on_table else None


def _do(scene: Scene, step: Remain) -> None:
    unit = scene.unit(step.unit)
    if alive(unit) and unit.on_table:
        _judge(scene, unit, None)


def _roll(scene: Scene, step: Remain, pools: tuple[Thrown, ...]) -> None:
    _judge(scene, scene.unit(step.unit), pools[0].total)


def _judge(scene: Scene, unit: Unit, dice: int | None) -> None:
    """Who fails is removed at once (CM-MORALE-04), or surrenders if there is no way out (CM-MORALE-05)."""
    told = check_to_remain(scene.battle, unit).told(unit, dice)
    scene.tell(told)
    scene.change(with_morale(unit, owed=()))
    if told.passed:
        return
    if not surrounded(scene.battle, unit):
        remove(scene, unit.id, UNSTABLE, ("CM-MORALE-04",))
    elif never_surrenders(scene.battle, unit):
        scene.tell(Ruled(what=f"{unit.name} never surrender and fight on", rules=("CM-HIST-30",)))
    else:
        near = tuple(one.id for one in in_line(enemies(scene.battle, unit)) if _holds(unit, one))
        surrender(scene, unit.id, near, ("CM-MORALE-05", "CM-MELEE-24"))


# ---------------------------------------------------------------- no way out


def surrounded(battle: Battle, unit: Unit) -> bool:
    """Whether no gap of more than 2 inches between enemies or impassable ground leads off the table (CM-MORALE-05).

    Everything in its way is grown by the inch it controls; what is left open and hangs together with the inch about
    the unit must reach an edge of the table.
    """
    board = battle.table
    enemy = [_shape(one) for one in enemies(battle, unit) if one.figures]
    if not enemy:
        return False
    barred = [*enemy, *(feature.polygon for feature in impassable(battle, unit))]
    closed = union_all([shape.buffer(CONTROL) for shape in barred])
    here = _shape(unit)
    table = box(0, 0, board.width, board.depth)
    free = union_all([table.difference(closed), here.buffer(CONTROL)])
    parts = getattr(free, "geoms", (free,))
    return not any(
        part.intersects(here) and not part.within(box(1, 1, board.width - 1, board.depth - 1)) for part in parts
    )


def _shape(unit: Unit) -> BaseGeometry:
    return union_all([Polygon(rect.corners) for rect in unit.outline.rects])


def _holds(unit: Unit, enemy: Unit) -> bool:
    return gap(unit.outline, enemy.outline) <= _ABOUT


INSTABILITY: Final = does(Instability, _do_instability)
REMAIN: Final = rolls(Remain, ask=_ask, roll=_roll, do=_do)
