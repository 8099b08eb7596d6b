"""Peasants dice before they do anything: CM-HIST-08 to CM-HIST-12."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.rulesets.chainmail.field import alive, helpless, reorganizing
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.joining import join
from schiltron.rulesets.chainmail.morale.checks import DICE, Check
from schiltron.rulesets.chainmail.morale.flight import flee
from schiltron.rulesets.chainmail.state import UNWILLING, Battle, Scene, Unit, Written, with_turn
from schiltron.rulesets.chainmail.steps import Dare, DareToJoin, Defend
from schiltron.rulesets.chainmail.troop_traits.bonuses import required_roll_terms

TO_MOVE: Final = 7  # CM-T-peasants, note
_SCORES: Final = {str(row["enemy"]): row for row in LAW.sheet("CM-T-peasants").records()}


def line_of(enemy: Unit) -> str:
    """The line of the table an enemy has."""
    line = enemy.own.profile
    if line.mounted:
        return line.fights_as
    if line.arms == "pike" or line.fights_as == "armored_foot":
        return "armored_foot_pikes"
    if line.peasants:
        return "peasants"
    return "light_foot_levies" if line.levies or line.fights_as == "light_foot" else "heavy_foot"


def _check(battle: Battle, unit: Unit, why: str, score: int, rules: tuple[str, ...]) -> Check:
    return Check(why, score, tuple(required_roll_terms(battle, unit, DICE, "other")), rules)


# ---------------------------------------------------------------- to move and to attack


def check_to_move(battle: Battle, unit: Unit) -> Check:
    return _check(battle, unit, "to move", TO_MOVE, ("CM-HIST-08", "CM-HIST-10"))


def check_to_attack(battle: Battle, unit: Unit, enemy: Unit) -> Check:
    score = int(_SCORES[line_of(enemy)]["to_attack"])
    return _check(battle, unit, f"to attack {enemy.name}", score, ("CM-HIST-09", "CM-HIST-10"))


def _due(battle: Battle, step: Dare) -> Check:
    unit = battle.units[step.walk.unit]
    return check_to_attack(battle, unit, battle.units[step.enemy]) if step.enemy else check_to_move(battle, unit)


def _ask_dare(battle: Battle, step: Dare) -> Roll | None:
    return _due(battle, step).roll(battle.units[step.walk.unit])


def _do_dare(scene: Scene, step: Dare) -> None:
    _dared(scene, step, None)


def _roll_dare(scene: Scene, step: Dare, pools: tuple[Thrown, ...]) -> None:
    _dared(scene, step, pools[0].total)


def _dared(scene: Scene, step: Dare, dice: int | None) -> None:
    """They go, or stand unmoved (CM-HIST-10)."""
    unit = scene.unit(step.walk.unit)
    told = _due(scene.battle, step).told(unit, dice)
    scene.tell(told)
    written = any(order.unit == unit.id for order in scene.battle.own.written)
    if not told.passed:
        _stand_unmoved(scene, unit)
    elif step.walk.on or not written:
        scene.now(step.walk)


def _stand_unmoved(scene: Scene, unit: Unit) -> None:
    scene.change(with_turn(unit, ordered=UNWILLING))
    kept: tuple[Written, ...] = tuple(order for order in scene.battle.own.written if order.unit != unit.id)
    if kept != scene.battle.own.written:
        scene.set(own=replace(scene.battle.own, written=kept))


# ---------------------------------------------------------------- to join a melee


def _ask_join(battle: Battle, step: DareToJoin) -> Roll | None:
    unit = battle.units[step.unit]
    return check_to_attack(battle, unit, battle.units[step.enemy]).roll(unit)


def _do_join(scene: Scene, step: DareToJoin) -> None:
    _joined(scene, step, None)


def _roll_join(scene: Scene, step: DareToJoin, pools: tuple[Thrown, ...]) -> None:
    _joined(scene, step, pools[0].total)


def _joined(scene: Scene, step: DareToJoin, dice: int | None) -> None:
    unit = scene.unit(step.unit)
    told = check_to_attack(scene.battle, unit, scene.unit(step.enemy)).told(unit, dice)
    scene.tell(told)
    if told.passed:
        join(scene, step.unit, step.enemy)
    else:
        _stand_unmoved(scene, unit)


# ---------------------------------------------------------------- to defend


def check_to_defend(battle: Battle, unit: Unit, attacker: Unit) -> Check:
    score = int(_SCORES[line_of(attacker)]["to_defend_against"])
    return _check(battle, unit, f"to defend against {attacker.name}", score, ("CM-HIST-11", "CM-HIST-12"))


def _must_defend(battle: Battle, step: Defend) -> bool:
    unit, attacker = battle.units[step.unit], battle.units[step.attacker]
    there = all(alive(one) and one.on_table for one in (unit, attacker))
    return there and not helpless(unit) and not helpless(attacker) and not reorganizing(unit)


def _ask_defend(battle: Battle, step: Defend) -> Roll | None:
    unit = battle.units[step.unit]
    return check_to_defend(battle, unit, battle.units[step.attacker]).roll(unit) if _must_defend(battle, step) else None


def _do_defend(scene: Scene, step: Defend) -> None:
    if _must_defend(scene.battle, step):
        _defended(scene, step, None)


def _roll_defend(scene: Scene, step: Defend, pools: tuple[Thrown, ...]) -> None:
    _defended(scene, step, pools[0].total)


def _defended(scene: Scene, step: Defend, dice: int | None) -> None:
    """Who fails is as one who has lost a melee and routed (CM-HIST-12)."""
    unit = scene.unit(step.unit)
    told = check_to_defend(scene.battle, unit, scene.unit(step.attacker)).told(unit, dice)
    scene.tell(told)
    if not told.passed:
        flee(scene, step.unit, "rout", rules=("CM-HIST-12",), foes=(step.attacker,))


DARE: Final = rolls(Dare, ask=_ask_dare, roll=_roll_dare, do=_do_dare)
DARE_TO_JOIN: Final = rolls(DareToJoin, ask=_ask_join, roll=_roll_join, do=_do_join)
DEFEND: Final = rolls(Defend, ask=_ask_defend, roll=_roll_defend, do=_do_defend)
