"""Morale checks (chapter B5; after a free attack of pikes B2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Checked, Marked
from schiltron.battle.state.field import commanded_by, commands
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import fights_cornered, is_routed, troop
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen
from schiltron.rulesets.book_of_war.morale.nerve import terms_of
from schiltron.rulesets.book_of_war.morale.regeneration import regenerate
from schiltron.rulesets.book_of_war.morale.rout import destroy, rout
from schiltron.rulesets.book_of_war.movement.second_moves import SecondMove
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Scene, Unit
from schiltron.rulesets.book_of_war.steps import Check, Flee


class MoralePhase(Step, frozen=True, tag="book_of_war.morale"):
    side: str


class Recover(Step, frozen=True, tag="book_of_war.recover"):
    """A cornered unit may decline the attempt that could destroy it (BW-B5-14)."""

    unit: str


NEED: Final = int(LAW.sheet("BW-T-morale").row("target")["value"])
_DICE_LEAST, _DICE_MOST = 2, 12

_RULES: dict[str, tuple[str, ...]] = {
    "losses": ("BW-B1-07", "BW-B5-01", "BW-B5-02"),
    "free attack": ("BW-B2-17", "BW-B2-18", "BW-B5-02"),
    "run into": ("BW-B5-15", "BW-B5-16", "BW-B5-02"),
    "recovery": ("BW-B5-08", "BW-B5-09"),
}


def morale_tally(battle: Battle, unit: Unit, lost: int, *, dice: int | None = None) -> Tally:
    """2d6, what the unit adds of its own, and figures left over figures lost, rounded down (BW-B5-02, BW-B5-03)."""
    rate = unit.figures // lost if lost else 0
    hit_dice, *besides = terms_of(battle, unit)
    loss = Term(f"rate of loss: {unit.figures} left, {lost} lost" if lost else "rate of loss", rate, "BW-B5-03")
    terms = [hit_dice, loss, *besides]
    if dice is not None:
        terms.insert(0, Term("2d6", dice, "BW-B5-02"))
    return Tally("morale", tuple(terms))


# ---------------------------------------------------------------- the phase


def _do_phase(scene: Scene, step: MoralePhase) -> None:
    """What is due in this phase, in the order ruled with BW-B1-07; second half-moves of horse archers come after all
    else (BW-B1-09, BW-B2-46)."""
    regenerate(scene, step.side)
    battle = scene.battle
    steps: list[Check | Recover | ClearFallen | SecondMove] = []
    if battle.own.options.game != "core":
        steps += _checks_owed(battle)
        steps += _recoveries(battle, step.side)
    steps += [ClearFallen(unit.id) for unit in battle.standing() if unit.fallen or not unit.figures]
    ours = commanded_by(battle, step.side)
    steps += [SecondMove(unit.id) for unit in ours if unit.on_table and _earned_second(unit)]
    scene.now(*steps)


def _earned_second(unit: Unit) -> bool:
    """A split move and a shot that was made: one that was wasted earns nothing (BW-B2-43)."""
    return unit.own.turn.split and unit.own.turn.shot and not unit.own.turn.shot_wasted


def _checks_owed(battle: Battle) -> Iterator[Check]:
    """Runners already routed do not check again (BW-B5-10); the cornered do (BW-B5-14)."""
    for unit in battle.standing():
        if unit.own.lost and unit.figures and (not is_routed(unit) or fights_cornered(unit)):
            yield Check(unit.id, "losses", unit.own.lost)


def _recoveries(battle: Battle, side: str) -> Iterator[Check | Recover]:
    """Routed since before this player-turn, and without loss since the owner's last morale phase (BW-B5-08)."""
    for unit in commanded_by(battle, side):
        if (
            unit.on_table
            and is_routed(unit)
            and unit.figures
            and not unit.own.lost_since
            and unit.own.routed_since < battle.own.player_turns
        ):
            yield Recover(unit.id) if fights_cornered(unit) else Check(unit.id, "recovery", 0)


# ---------------------------------------------------------------- one check


def _ask_check(battle: Battle, step: Check) -> Roll | None:
    unit = battle.units[step.unit]
    if not _stands(unit, step) or not _DICE_LEAST < _dice_needed(battle, unit, step) <= _DICE_MOST:
        return None
    tally = morale_tally(battle, unit, step.lost)
    return Roll(
        purpose=f"{unit.name} check morale ({step.why}): {NEED - tally.total} or more on 2d6",
        pools=(Pool(2, 6, SumOf(), "morale", whose=unit.side),),
        rules=_RULES[step.why],
    )


def _dice_needed(battle: Battle, unit: Unit, step: Check) -> int:
    return NEED - morale_tally(battle, unit, step.lost).total


def _stands(unit: Unit, step: Check) -> bool:
    """Whether a check is made at all: not of the fearless, nor of who is in an enclosed space (BW-O6-04)."""
    if not unit.on_table or not unit.figures or troop(unit).fearless or enclosed(unit):
        return False
    if step.why == "recovery":
        return is_routed(unit)
    return not is_routed(unit) or fights_cornered(unit)


def _check_without_dice(scene: Scene, step: Check) -> None:
    """A check no throw can fail, or none can pass, needs no dice."""
    unit = scene.unit(step.unit)
    if not _stands(unit, step):
        return
    certain = _dice_needed(scene.battle, unit, step) <= _DICE_LEAST
    tally = replace(morale_tally(scene.battle, unit, step.lost), verdict="automatic" if certain else "impossible")
    _judged(scene, step, tally, passed=certain)


def _roll_check(scene: Scene, step: Check, pools: tuple[Thrown, ...]) -> None:
    tally = morale_tally(scene.battle, scene.unit(step.unit), step.lost, dice=pools[0].total)
    _judged(scene, step, tally, passed=tally.total >= NEED)


def _judged(scene: Scene, step: Check, tally: Tally, *, passed: bool) -> None:
    unit = scene.unit(step.unit)
    scene.tell(Checked(unit=unit.id, why=step.why, tally=tally, need=NEED, passed=passed, rules=_RULES[step.why]))
    if passed:
        if step.why == "recovery":
            marks = tuple(mark for mark in unit.marks if mark not in (ROUTED, CORNERED))
            scene.change(replace(unit, marks=marks))
            scene.tell(Marked(unit=unit.id, mark=ROUTED, on=False, rules=("BW-B5-09",)))
    elif fights_cornered(unit):
        destroy(scene, unit.id, "failed a check while cornered", "BW-B5-14", how="fell")
    elif not is_routed(unit):
        rout(scene, unit.id)
        if step.why == "run into" and commands(scene.battle, scene.battle.active, unit) and not unit.own.turn.moved:
            scene.now(Flee(unit.id))


# ---------------------------------------------------------------- a cornered unit's choice (BW-B5-14)

_TRY, _DECLINE = "try", "decline"


def _ask_recover(battle: Battle, step: Recover) -> tuple[Choose, ...] | None:
    unit = battle.units[step.unit]
    if not unit.on_table or not unit.figures or not fights_cornered(unit):
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} are cornered. Try to recover? A failed check destroys them.",
            waits=f"{unit.name} to try to recover, or fight on routed",
            rules=("BW-B5-08", "BW-B5-14"),
            options=(Option(_TRY, "Try to recover"), Option(_DECLINE, "Fight on routed", forgoes=True)),
            default=Chosen((_DECLINE,)),
        ),
    )


def _take_recover(scene: Scene, step: Recover, answers: tuple[Chosen, ...]) -> None:
    if answers[0] == Chosen((_TRY,)):
        scene.now(Check(step.unit, "recovery", 0))


def _suggest_recover(view: Battle, step: Recover, decision: Choose) -> Iterator[Chosen]:
    yield Chosen((_DECLINE,))
    yield Chosen((_TRY,))


MORALE_PHASE = does(MoralePhase, _do_phase)
CHECK = rolls(Check, ask=_ask_check, do=_check_without_dice, roll=_roll_check)
RECOVER = option_choice.chooses(Recover, ask=_ask_recover, take=_take_recover, suggest=_suggest_recover)
