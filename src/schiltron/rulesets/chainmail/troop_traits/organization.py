"""Units that become intermixed in a melee: CM-HIST-01 to CM-HIST-03.

What may be mixed in a unit an army list says (equipping.py); there is no order that merges units. Units of what may be
mixed fight in one melee without getting into disorder: light horse with medium and medium with heavy, and barbarian
bands with a sprinkling of archers. All others, units of the same type too, need the turn after the melee to separate.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import Moment, OnUnit, Until
from schiltron.battle.state.field import in_melee
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.state import REORGANIZING, Scene, Unit, with_melee
from schiltron.rulesets.chainmail.steps import MeleeSide
from schiltron.rulesets.chainmail.troops import A_SPRINKLING, BRIGADES

_RULES: Final = ("CM-HIST-02",)


def may_be_mixed(one: Unit, other: Unit) -> bool:
    """Whether two units may fight together without being intermixed (CM-HIST-01)."""
    classes = {one.own.profile.fights_as, other.own.profile.fights_as}
    return classes in BRIGADES or _is_band(one, other) or _is_band(other, one)


def _is_band(band: Unit, archers: Unit) -> bool:
    """Barbarians who throw axes and spears, and archers who are no more than one in five of them all."""
    barbarians = band.own.profile.missile == "thrown" and archers.own.profile.missile == "bow"
    foot = not archers.own.profile.mounted
    return barbarians and foot and A_SPRINKLING * archers.figures <= band.figures + archers.figures


def mix(scene: Scene, sides: tuple[MeleeSide, MeleeSide]) -> None:
    """Two or more units of a side that fight in one melee become intermixed (CM-HIST-02)."""
    if scene.battle.own.options.organization == "off":
        return
    for side in sides:
        for key in side.units:
            unit = scene.unit(key)
            others = [one for one in side.units if one != key and not may_be_mixed(unit, scene.unit(one))]
            met = tuple(scene.battle.in_line({*unit.own.melee.intermixed, *others}))
            scene.change(with_melee(unit, intermixed=met))


def separate(scene: Scene) -> None:
    """At the end of a turn: who came out of such a melee separates from the others, for the whole of the next."""
    for unit in list(scene.battle.units.values()):
        if unit.own.melee.intermixed and not in_melee(scene.battle, unit):
            _come_out(scene, unit.id)


def _come_out(scene: Scene, unit_id: str) -> None:
    """It reorganizes next turn, if any of the others is still there to be separated from."""
    unit = scene.unit(unit_id)
    mingled = _in_hand(unit) and any(_in_hand(scene.unit(key)) for key in unit.own.melee.intermixed)
    scene.change(with_melee(unit, intermixed=()))
    if mingled:
        over = Until(Moment(scene.battle.turn + 1, edge="end"))
        scene.begin(REORGANIZING, OnUnit(unit_id), ends=(over,), mark=REORGANIZING, rules=_RULES)


def _in_hand(unit: Unit) -> bool:
    return alive(unit) and unit.on_table and not is_fleeing(unit)
