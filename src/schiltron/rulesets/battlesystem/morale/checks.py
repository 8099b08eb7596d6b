"""Checking morale, and what failing does (cases 4.3 to 4.5)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Checked
from schiltron.battle.state.field import opponents
from schiltron.battle.words import grammar
from schiltron.rulesets.battlesystem.field import alive, fellows, is_individual
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import certain, roll_against
from schiltron.rulesets.battlesystem.morale.due_checks import who_checks
from schiltron.rulesets.battlesystem.morale.routing import rout, rout_together
from schiltron.rulesets.battlesystem.ranks import open_out
from schiltron.rulesets.battlesystem.state import Battle, Cause, Scene, Unit, with_morale
from schiltron.rulesets.battlesystem.steps import CheckMorale


class OwedChecks(Step, frozen=True, tag="battlesystem.owed_checks"):
    """All checks that are owed are made, unit by unit; pushed by whatever caused losses, after they are removed."""


WHY: Final[dict[Cause, str]] = {
    "losses": "losses",
    "magic": "figures removed by magic",
    "commander": "its commander killed",
    "terror": "facing what it cannot bear",
    "friend_routed": "friends in rout",
    "run_into": "run into by friends in rout",
    "forced_march": "a forced march",
    "scenario": "as the scenario demands",
}
RULE: Final[dict[Cause, str]] = {
    "losses": "BS-4.4-01",
    "magic": "BS-4.4-02",
    "commander": "BS-4.4-03",
    "terror": "BS-4.4-04",
    "friend_routed": "BS-4.4-05",
    "run_into": "BS-7.15-02",
    "forced_march": "BS-7.13-03",
    "scenario": "BS-4.4-05",
}
AGAIN: Final = 1000
"""A routed unit that would have to check in the Melee Phase runs its MV again (BS-6.4-02)."""


# ---------------------------------------------------------------- checks that are owed


def _owed(scene: Scene, _step: OwedChecks) -> None:
    """Each attack's check by itself (BS-4.4-06), of one unit after the other, in the phase in which it fell due
    (BS-4.4-07)."""
    owing = [unit for unit in scene.battle.units.values() if unit.own.morale.owed]
    steps: list[CheckMorale] = []
    for unit in sorted(owing, key=lambda one: one.turn_in_line):
        steps += [CheckMorale(unit.id, owed.causes, owed.enemies) for owed in unit.own.morale.owed]
        scene.change(with_morale(unit, owed=()))
    scene.now(*steps)


# ---------------------------------------------------------------- one check


def checks_at_all(unit: Unit) -> bool:
    """Individuals have no morale; some troops never check it (BS-4.1-09)."""
    return alive(unit) and not is_individual(unit) and not unit.own.profile.never_checks


def _of_the_whole(step: CheckMorale) -> bool:
    """Whether a skirmish unit checks as one: for its losses, of which every figure has its part (BS-4.4-01)."""
    return "losses" in step.causes or "magic" in step.causes


def _whose(battle: Battle, step: CheckMorale) -> Unit:
    """Who makes a check: the unit named. A figure of a skirmish unit that has fallen or runs by now leaves the check
    for the losses of the whole to those who stand."""
    unit = battle.units[step.unit]
    gone = not alive(unit) or unit.own.morale.rout is not None
    return who_checks(battle, unit) if gone and _of_the_whole(step) else unit


def _spared(battle: Battle, step: CheckMorale) -> bool:
    """Whether nothing is to be checked: nobody is left, or he runs already."""
    unit = _whose(battle, step)
    return not checks_at_all(unit) or unit.own.morale.rout is not None


def _rules(step: CheckMorale) -> tuple[str, ...]:
    return ("BS-4.3-01", *(RULE[cause] for cause in step.causes))


def _why(step: CheckMorale) -> str:
    return grammar.listed([WHY[cause] for cause in step.causes])


def _ask(battle: Battle, step: CheckMorale) -> Roll | None:
    if _spared(battle, step):
        return None
    unit = _whose(battle, step)
    number = current_morale(battle, unit, step.causes)
    if certain(number) is not None:
        return None
    checks = grammar.does("check morale", one=unit.original == 1)
    return roll_against(unit, f"{unit.name} {checks}, {_why(step)}", number, _rules(step))


def _roll(scene: Scene, step: CheckMorale, pools: tuple[Thrown, ...]) -> None:
    number = current_morale(scene.battle, _whose(scene.battle, step), step.causes)
    _settle(scene, step, passed=pools[0].total <= number.total)


def _without_dice(scene: Scene, step: CheckMorale) -> None:
    """No throw could change it; or a routed unit has been struck again and runs on without one (BS-6.4-02)."""
    unit = _whose(scene.battle, step)
    if not checks_at_all(unit):
        return
    if unit.own.morale.rout is not None:
        if scene.battle.phase == "melee":
            rout(scene, unit.id, step.enemies, ("BS-6.4-02",), share=AGAIN)
        return
    passed = certain(current_morale(scene.battle, unit, step.causes))
    assert passed is not None
    _settle(scene, step, passed=passed)


def _settle(scene: Scene, step: CheckMorale, *, passed: bool) -> None:
    """A passed check has no effect (BS-4.5-01)."""
    unit = _whose(scene.battle, step)
    number = current_morale(scene.battle, unit, step.causes)
    rules = tuple(dict.fromkeys((*_rules(step), *number.rules)))
    checked = Checked(
        unit=unit.id, why=_why(step), tally=number, need=number.total, passed=passed, under=True, rules=rules
    )
    scene.tell(checked)
    if not passed:
        fail(scene, step)


def fail(scene: Scene, step: CheckMorale) -> None:
    """Closed ranks open, so that a regular unit routs from open formation only (BS-4.5-02, BS-2.8-04); in any other it
    is a rout (BS-4.5-03), of a skirmish unit that fails for its losses as a whole."""
    unit = _whose(scene.battle, step)
    if unit.own.formation == "closed":
        open_out(scene, unit.id, ("BS-4.5-02",))
        return
    foes = step.enemies or tuple(one.id for one in opponents(scene.battle, unit))
    whole = _of_the_whole(step)
    runners = [one for one in fellows(scene.battle, unit) if one.own.morale.rout is None] if whole else [unit]
    rout_together(scene, tuple(one.id for one in runners), foes, ("BS-4.5-03",), checked=step.checked)


OWED_CHECKS = does(OwedChecks, _owed)
CHECK_MORALE = rolls(CheckMorale, ask=_ask, roll=_roll, do=_without_dice)
