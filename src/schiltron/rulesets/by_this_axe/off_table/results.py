"""A battle off the table is decided (rules ABS, steps 5 and 6): a die of the attacker, losses, who holds the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.names import as_side
from schiltron.rulesets.by_this_axe.off_table.days import EndDay, Stage, changed, ears, won
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses, Wounded
from schiltron.rulesets.by_this_axe.off_table.pursuit import OfferPursuit, may_pursue
from schiltron.rulesets.by_this_axe.off_table.result_table import (
    CODES,
    FIGHTING_RETREAT,
    NAMES,
    RULES,
    Clash,
    Verdict,
    holds_field,
    loss_modifiers,
    lost_percent,
    modifiers,
    ratio,
    said_ratio,
    shift_of,
    verdict_of,
)
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS, SURPRISE
from schiltron.rulesets.by_this_axe.off_table.strength import army, shown, total
from schiltron.rulesets.by_this_axe.state import Battle, Scene


class Surprise(Step, frozen=True, tag="by_this_axe.surprise"):
    """It is shown whether the attack is a surprise."""

    clash: Clash


class ChooseHour(Step, frozen=True, tag="by_this_axe.choose_hour"):
    """Who attacks by surprise decides whether it is by day or by night (TA-ABS-43)."""

    side: str


class FightDay(Step, frozen=True, tag="by_this_axe.fight_day"):
    """The attacker throws for the battle result (TA-ABS-18)."""

    clash: Clash


class RollLosses(Step, frozen=True, tag="by_this_axe.roll_losses"):
    """Both sides throw for their own losses (TA-ABS-19); of a stalemate the attacker alone (TA-ABS-85)."""

    clash: Clash
    verdict: Verdict


class HoldField(Step, frozen=True, tag="by_this_axe.hold_field"):
    """Who is beaten retreats, who wins holds the field, if he stays on it."""

    clash: Clash
    verdict: Verdict


class EndBattle(Step, frozen=True, tag="by_this_axe.end_battle"):
    winner: str


# ---------------------------------------------------------------- the hour


def _surprise(scene: Scene, step: Surprise) -> None:
    one = scene.battle.own.abroad.army(step.clash.attacker)
    if one.worked and one.stratagem == SURPRISE:
        scene.now(ChooseHour(step.clash.attacker))


def _ask_hour(battle: Battle, step: ChooseHour) -> tuple[Choose, ...]:
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="You come upon them by surprise. When?",
            waits="the hour of the attack",
            rules=("TA-ABS-43",),
            options=(Option("day", "By day"), Option("night", "By night")),
        ),
    )


def _take_hour(scene: Scene, step: ChooseHour, answers: tuple[Chosen, ...]) -> None:
    title = scene.battle.side_named(step.side).title
    what = f"{title} {as_side(title, 'attack')} by surprise, by {answers[0].keys[0]}"
    scene.tell(Reported(what=what, rules=("TA-ABS-43",)))


SHOW_SURPRISE: Final = does(Surprise, _surprise)
CHOOSE_HOUR: Final = chooses(ChooseHour, ask=_ask_hour, take=_take_hour)


# ---------------------------------------------------------------- the die


def _ask_fight(battle: Battle, step: FightDay) -> Roll:
    attacker = battle.side_named(step.clash.attacker)
    pool = Pool(1, 6, SumOf(), attacker.name, attacker.id)
    return Roll(f"the battle: {attacker.title} {as_side(attacker.title, 'attack')}", (pool,), ("TA-ABS-82",))


def _roll_fight(scene: Scene, step: FightDay, pools: tuple[Thrown, ...]) -> None:
    battle, clash = scene.battle, step.clash
    _reveal(scene, clash)
    strengths = total(battle, clash.attacker), total(battle, clash.defender)
    odds = ratio(*strengths)
    added = modifiers(battle, clash)
    die = pools[0].total
    verdict = verdict_of(clash, odds, die + added.total)
    for side, own in zip((clash.attacker, clash.defender), strengths, strict=True):
        title = battle.side_named(side).title
        scene.tell(
            Reported(
                what=f"{title} {as_side(title, 'fight')} with strength {shown(own)}",
                rules=("TA-ABS-13", "TA-ABS-80"),
                audience=ears(battle, side),
            )
        )
    terms = "".join(f", {term.value:+d} {term.label}" for term in added.terms if term.value)
    who = f" for {battle.side_named(verdict.winner).title}" if verdict.winner else ""
    scene.tell(
        Reported(
            what=f"strengths of {said_ratio(odds)}; {die}{terms} comes to {die + added.total}: "
            f"{NAMES[verdict.code]}{who}",
            rules=("TA-ABS-80", "TA-ABS-81", "TA-ABS-82", "TA-ABS-83", *added.rules, *RULES[verdict.code]),
        )
    )
    scene.now(Stage("casualties"), RollLosses(clash, verdict), HoldField(clash, verdict))


def _reveal(scene: Scene, clash: Clash) -> None:
    """What worked is shown as it takes effect, or that it was wasted (TA-ABS-54); whoever was deceived sees now what
    stands before him."""
    for one in scene.battle.own.abroad.armies:
        changed(scene, one.of, statement="guarded" if one.statement in ("half", "double") else one.statement)
        kind = STRATAGEMS.get(one.stratagem)
        if not one.worked or kind is None or not kind.shift:
            continue
        used = "takes effect" if shift_of(kind, clash, one.of) else "is wasted"
        what = f"{scene.battle.side_named(one.of).title}: {kind.label.lower()} {used}"
        scene.tell(Reported(what=what, rules=(*kind.rules, "TA-ABS-54")))


FIGHT_DAY: Final = rolls(FightDay, ask=_ask_fight, roll=_roll_fight)


# ---------------------------------------------------------------- losses


def _ask_losses(battle: Battle, step: RollLosses) -> Roll:
    added = loss_modifiers(step.clash, step.verdict)
    pools = tuple(
        Pool(2, 6, SumOf(), f"{battle.side_named(side).name}, {number:+d}", side) for side, number in added.items()
    )
    return Roll("losses", pools, ("TA-ABS-100", *RULES[step.verdict.code]))


def _roll_losses(scene: Scene, step: RollLosses, pools: tuple[Thrown, ...]) -> None:
    added = loss_modifiers(step.clash, step.verdict)
    lost = {
        side: lost_percent(thrown.total + number) for (side, number), thrown in zip(added.items(), pools, strict=True)
    }
    if step.verdict.code == "SM":
        lost[step.clash.defender] = lost[step.clash.attacker]
    for side, part in lost.items():
        title = scene.battle.side_named(side).title
        scene.tell(
            Reported(
                what=f"{title} {as_side(title, 'lose')} {part}% of all strength", rules=("TA-ABS-100", "TA-ABS-101")
            )
        )
    scene.now(ShareLosses(tuple(Wounded(side, part) for side, part in lost.items() if part)))


ROLL_LOSSES: Final = rolls(RollLosses, ask=_ask_losses, roll=_roll_losses)


# ---------------------------------------------------------------- the field


def _retreats(clash: Clash, verdict: Verdict) -> Iterator[tuple[str, int]]:
    """Who goes how many dice of miles: the beaten side (TA-ABS-87, TA-ABS-89, TA-ABS-91), and who fought while
    retreating and had the better of it (TA-ABS-72)."""
    if not verdict.winner:
        return
    loser = clash.defender if verdict.winner == clash.attacker else clash.attacker
    yield loser, int(str(CODES[verdict.code]["loser_retreat_miles"]).partition("d")[0])
    if clash.defence == FIGHTING_RETREAT and verdict.winner == clash.defender:
        yield clash.defender, 1


def _ask_field(battle: Battle, step: HoldField) -> Roll | None:
    pools = tuple(
        Pool(dice, 6, SumOf(), battle.side_named(side).name, side)
        for side, dice in _retreats(step.clash, step.verdict)
        if army(battle, side)
    )
    return Roll("miles of retreat", pools, RULES[step.verdict.code]) if pools else None


def _roll_field(scene: Scene, step: HoldField, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    going = [side for side, _ in _retreats(step.clash, step.verdict) if army(battle, side)]
    for side, thrown in zip(going, pools, strict=True):
        verb = "withdraw" if side == step.verdict.winner else "retreat"
        title = battle.side_named(side).title
        what = f"{title} {as_side(title, verb)} {counted(thrown.total, 'mile')}"
        rules = ("TA-ABS-72",) if side == step.verdict.winner else RULES[step.verdict.code]
        scene.tell(Reported(what=what, rules=rules))
    _after(scene, step)


def _after(scene: Scene, step: HoldField) -> None:
    """The field is held, or not; then pursuit, or the next day."""
    clash, verdict = step.clash, step.verdict
    holder = holds_field(clash, verdict)
    if holder:
        title = scene.battle.side_named(holder).title
        what = f"{title} {as_side(title, 'hold')} the field"
        scene.tell(Reported(what=what, rules=RULES[verdict.code][-1:]))
    if not verdict.winner:
        scene.now(EndDay())
        return
    pursuit = (Stage("pursuit"), OfferPursuit(clash, verdict)) if may_pursue(scene.battle, clash, verdict) else ()
    scene.now(*pursuit, EndBattle(verdict.winner))


HOLD_FIELD: Final = rolls(HoldField, ask=_ask_field, roll=_roll_field, do=_after)


def _end_battle(scene: Scene, step: EndBattle) -> None:
    won(scene, step.winner, "TA-ABS-83")


END_BATTLE: Final = does(EndBattle, _end_battle)
