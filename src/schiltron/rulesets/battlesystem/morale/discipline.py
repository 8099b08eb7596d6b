"""Discipline: units that attack against the will of their commander (case 4.6)."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Checked
from schiltron.battle.state.field import apart, standing_with
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import alive, fellows, is_individual, ratings
from schiltron.rulesets.battlesystem.morale.dice import certain, roll_against
from schiltron.rulesets.battlesystem.ranks import RUNS_WILD, open_out
from schiltron.rulesets.battlesystem.state import BERSERK, Battle, Scene, Unit, with_command, with_morale


class CheckDiscipline(Step, frozen=True, tag="battlesystem.check_discipline"):
    """A check of 2d10 against discipline (BS-4.6-02); `why` is a line of Table 7, `enemy` who caused it."""

    unit: str
    why: Literal["hated", "withdrawal", "charge", "sighted"]
    enemy: str


RULE: Final = {"hated": "BS-4.6-04", "withdrawal": "BS-4.6-05", "charge": "BS-4.6-06", "sighted": "BS-4.6-07"}
WHY: Final = {
    "hated": "an enemy it hates is within charge range",
    "withdrawal": "the enemy draws back",
    "charge": "charging in closed ranks",
    "sighted": "an enemy is within charge range",
}


def number(battle: Battle, unit: Unit) -> Tally:
    """Discipline; whoever has 0 fails without dice (BS-4.6-03)."""
    level = ratings(battle, unit).discipline
    return Tally("discipline", (Term("discipline", level, "BS-4.6-01"),), verdict="total" if level else "impossible")


def unruly(unit: Unit) -> bool:
    """Chaotic, or of low intelligence: those whom the sight of a retreating enemy or a charge tempts (BS-4.6-05)."""
    creature = unit.own.profile.creature
    return creature.order == "chaotic" or creature.intelligence in ("low", "animal")


def hates(unit: Unit, enemy: Unit) -> bool:
    """Whether the enemy is of a race it hates (BS-4.6-10)."""
    return enemy.own.profile.creature.race in unit.own.profile.creature.hates


def headstrong(unit: Unit) -> bool:
    """A mob, or of berserker type (BS-4.6-07)."""
    return unit.own.profile.kind == "mob" or unit.own.profile.special == "berserkers"


def _spared(battle: Battle, step: CheckDiscipline) -> bool:
    """Who runs, attacks on his own already or is gone has no discipline to lose."""
    unit = battle.units[step.unit]
    return not alive(unit) or is_individual(unit) or unit.own.morale.rout is not None or bool(unit.own.morale.prey)


def _ask(battle: Battle, step: CheckDiscipline) -> Roll | None:
    if _spared(battle, step):
        return None
    unit = battle.units[step.unit]
    against = number(battle, unit)
    if certain(against) is not None:
        return None
    return roll_against(unit, f"{unit.name}: {WHY[step.why]}, discipline", against, ("BS-4.6-02", RULE[step.why]))


def _roll(scene: Scene, step: CheckDiscipline, pools: tuple[Thrown, ...]) -> None:
    _settle(scene, step, passed=pools[0].total <= number(scene.battle, scene.unit(step.unit)).total)


def _without_dice(scene: Scene, step: CheckDiscipline) -> None:
    if _spared(scene.battle, step):
        return
    passed = certain(number(scene.battle, scene.unit(step.unit)))
    assert passed is not None
    _settle(scene, step, passed=passed)


def _settle(scene: Scene, step: CheckDiscipline, *, passed: bool) -> None:
    unit = scene.unit(step.unit)
    against = number(scene.battle, unit)
    rules = ("BS-4.6-02", RULE[step.why])
    scene.tell(
        Checked(
            unit=unit.id,
            why=WHY[step.why],
            tally=against,
            need=against.total,
            passed=passed,
            under=True,
            of="discipline",
            rules=rules,
        )
    )
    if not passed:
        lose_control(scene, unit.id, step.enemy)


def lose_control(scene: Scene, unit_id: str, enemy: str) -> None:
    """It goes out of command, opens its ranks and attacks until it or the enemy is routed or destroyed (BS-4.6-08);
    nobody regains control before that (BS-4.6-09). A mob forgets its order (BS-2.10-07)."""
    unit = scene.unit(unit_id)
    scene.change(with_command(with_morale(unit, astray="discipline", prey=enemy), order=""))
    scene.mark(unit_id, BERSERK, rules=("BS-4.6-08",))
    open_out(scene, unit_id, ("BS-4.6-08", "BS-7.6-02"))
    scene.deed(unit_id, RUNS_WILD, rules=("BS-4.6-08",))


def calm_down(scene: Scene) -> None:
    """Whose prey has been routed or destroyed attacks no longer, though he is still out of command (BS-4.6-09)."""
    for unit in list(scene.battle.units.values()):
        if not unit.own.morale.prey:
            continue
        prey = "" if not alive(unit) or unit.own.morale.rout is not None else _left_of_prey(scene.battle, unit)
        if prey != unit.own.morale.prey:
            scene.change(with_morale(unit, prey=prey))
        if not prey:
            scene.mark(unit.id, BERSERK, on=False, rules=("BS-4.6-09",))


def _left_of_prey(battle: Battle, unit: Unit) -> str:
    """Its prey, if he still stands; of a skirmish unit the nearest who does, until all have run or fallen; else ""."""
    prey = battle.units[unit.own.morale.prey]
    left = [
        one
        for one in (prey, *fellows(battle, prey))
        if alive(one) and standing_with(battle, one).own.morale.rout is None
    ]
    near = min(left, key=lambda one: (one.id != prey.id, apart(battle, unit, one), one.turn_in_line), default=None)
    return near.id if near is not None else ""


CHECK_DISCIPLINE = rolls(CheckDiscipline, ask=_ask, roll=_roll, do=_without_dice)
