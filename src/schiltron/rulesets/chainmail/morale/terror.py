"""Who cannot bear the sight of a terror (MORALE): CM-FANT-SUPER-02, CM-FANT-WRAITH-03, CM-FANT-DRAGON-02,
CM-FANT-ROC-03.

Each unit checks once for each of them. Who terrifies is a question of words: those he `approached` on his own move,
those he has `attacked`, those `near` him whoever came up to whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.field import company, enemies, hostile, standing_with
from schiltron.rulesets.chainmail.field import alive, fearless, is_commander, is_engine, is_fleeing, trait
from schiltron.rulesets.chainmail.losses import remove
from schiltron.rulesets.chainmail.morale.checks import Check, loss_score, nerve
from schiltron.rulesets.chainmail.morale.flight import flee
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, uncanny, with_uncanny
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.outline import gap

APPROACHED, ATTACKED, NEAR = "approached", "attacked", "near"
TERRIFIED: Final = "scattered by terror"
_EXCESS: Final = "CM-MORALE-06"


class Quail(Step, frozen=True, tag="chainmail.quail"):
    """A unit shows whether it stands the sight of somebody terrible, as for excess casualties (CM-MORALE-01)."""

    unit: str
    terror: str


# ---------------------------------------------------------------- who frightens whom


def reach_of(battle: Battle, one: Unit, how: Trait) -> Mil:
    """How far the terror of somebody goes: as far as its row says, else his charge move (CM-FANT-SUPER-02)."""
    return how.value or charge_move(battle, one).total


def can_quail(battle: Battle, unit: Unit, terror: Unit) -> bool:
    """Whether a unit is of those who check at all, and has not faced this terror before."""
    stands = alive(unit) and unit.on_table and hostile(battle, unit, terror)
    able = stands and not fearless(unit) and not is_commander(unit) and not is_engine(unit) and not is_fleeing(unit)
    return able and terror.id not in uncanny(unit).braved


def by_moving(battle: Battle, mover: Unit) -> Iterator[Quail]:
    """Who must check because somebody has moved: those whom he, or a figure in his ranks, has come near, and he
    himself where somebody terrible stands near him."""
    foes = enemies(battle, mover)
    for one in (mover, *company(battle, mover)):
        how = trait(one, "terrifies")
        if how is not None and how.against[0] != ATTACKED:
            far = reach_of(battle, one, how)
            yield from (
                Quail(foe.id, one.id) for foe in foes if _within(mover, foe, far) and can_quail(battle, foe, one)
            )
    for foe in foes:
        for one in (foe, *company(battle, foe)):
            how = trait(one, "terrifies")
            near = how is not None and how.against[0] == NEAR and _within(mover, foe, how.value)
            if near and can_quail(battle, mover, one):
                yield Quail(mover.id, one.id)


def by_attack(battle: Battle, attacker: Unit, target: Unit) -> tuple[Quail, ...]:
    """Who must check because somebody terrible attacks (CM-FANT-ROC-03)."""
    how = trait(attacker, "terrifies")
    if how is None or how.against[0] != ATTACKED or not can_quail(battle, target, attacker):
        return ()
    return (Quail(target.id, attacker.id),)


def _within(one: Unit, other: Unit, far: Mil) -> bool:
    return one.outline.near(other.outline, far + TOLERANCE) and gap(one.outline, other.outline) <= far + TOLERANCE


# ---------------------------------------------------------------- the check


def check_of(battle: Battle, unit: Unit, terror: Unit) -> Check:
    how = trait(terror, "terrifies")
    assert how is not None, "he terrifies nobody"
    why = f"in terror of {terror.name}"
    return Check(why, loss_score(unit), nerve(battle, unit), (how.rule, _EXCESS))


def _due(battle: Battle, step: Quail) -> bool:
    unit, terror = battle.units[step.unit], battle.units[step.terror]
    return alive(terror) and can_quail(battle, unit, terror)


def _ask(battle: Battle, step: Quail) -> Roll | None:
    if not _due(battle, step):
        return None
    unit = battle.units[step.unit]
    return check_of(battle, unit, battle.units[step.terror]).roll(unit)


def _do(scene: Scene, step: Quail) -> None:
    if _due(scene.battle, step):
        _judge(scene, step, None)


def _roll(scene: Scene, step: Quail, pools: tuple[Thrown, ...]) -> None:
    _judge(scene, step, pools[0].total)


def _judge(scene: Scene, step: Quail, dice: int | None) -> None:
    """Who fails runs a move and a half and must be rallied, or is gone, as players want it (CM-FANT-SUPER-02)."""
    unit, terror = scene.unit(step.unit), scene.unit(step.terror)
    check = check_of(scene.battle, unit, terror)
    told = check.told(unit, dice)
    scene.tell(told)
    scene.change(with_uncanny(unit, braved=(*uncanny(unit).braved, terror.id)))
    if told.passed:
        return
    if scene.battle.own.options.terror == "removed":
        remove(scene, unit.id, TERRIFIED, (*check.rules, "CM-MORALE-04"), by=terror.id)
    else:
        flee(scene, unit.id, "retreat", rules=check.rules, foes=(standing_with(scene.battle, terror).id,))


QUAIL: Final = rolls(Quail, ask=_ask, roll=_roll, do=_do)
