"""The battle result and what it costs (rules ABS, steps 5 to 7): a die of the attacker, losses, the field, pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat, opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.days import EndDay, Stage, changed, ears, won
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses, Wounded
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS, SURPRISE, Stratagem
from schiltron.rulesets.by_this_axe.off_table.strength import (
    army,
    flies,
    is_mounted,
    rides_or_flies,
    share,
    shown,
    total,
)
from schiltron.rulesets.by_this_axe.state import Battle, Scene

FIGHTING_RETREAT: Final = "fighting_retreat"
SCREENED: Final = "screened_attack"
PURSUE, HALT = "pursue", "halt"
_EXTREME: Final = 4
"""Ratios run from one to four to four to one (TA-ABS-81)."""
Code = Literal["SK", "SM", "MV", "V", "CV"]


class Clash(Struct, frozen=True):
    """Who attacks whom, and in which postures."""

    attacker: str
    defender: str
    attack: str
    defence: str

    def posture(self, side: str) -> str:
        return self.attack if side == self.attacker else self.defence

    def role(self, side: str) -> str:
        return "attacker" if side == self.attacker else "defender"


class Verdict(Struct, frozen=True):
    """What a die has brought: who won, if anybody, and how."""

    code: Code
    winner: str = ""


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


class OfferPursuit(Step, frozen=True, tag="by_this_axe.offer_pursuit"):
    """The winner may pursue (TA-ABS-20)."""

    clash: Clash
    verdict: Verdict


class RollPursuit(Step, frozen=True, tag="by_this_axe.roll_pursuit"):
    winner: str


class EndBattle(Step, frozen=True, tag="by_this_axe.end_battle"):
    winner: str


# ---------------------------------------------------------------- the table


_RESULTS: Final = LAW.sheet("TA-T-battle-results")
_CODES: Final = {str(row["code"]): row for row in LAW.sheet("TA-T-result-codes").records()}
_POSTURES: Final = LAW.sheet("TA-T-postures")
_CASUALTIES: Final = tuple(int(str(row["percent_of_us"])) for row in LAW.sheet("TA-T-casualties").records())
_LEAST: Final = 2
"""The roll of the first row of losses (TA-ABS-100)."""
NAMES: Final[dict[str, str]] = {
    "SK": "a skirmish",
    "SM": "a stalemate",
    "MV": "a marginal victory",
    "V": "a victory",
    "CV": "a crushing victory",
}
_RULES: Final[dict[str, tuple[str, ...]]] = {
    "SK": ("TA-ABS-84", "TA-ABS-92"),
    "SM": ("TA-ABS-85", "TA-ABS-92"),
    "MV": ("TA-ABS-86", "TA-ABS-87"),
    "V": ("TA-ABS-88", "TA-ABS-89"),
    "CV": ("TA-ABS-90", "TA-ABS-91"),
}


def ratio(attacker: int, defender: int) -> int:
    """The ratio of strengths, rounded to whole ones, halves up (TA-ABS-80, TA-ABS-81): 3 for 3:1, -3 for 1:3, 1 for
    1:1."""
    larger, smaller = max(attacker, defender), min(attacker, defender)
    times = _EXTREME if not smaller else min(_EXTREME, (2 * larger + smaller) // (2 * smaller))
    return times if attacker >= defender or times == 1 else -times


def _column(odds: int) -> str:
    return f"r{odds}_1" if odds > 0 else f"r1_{-odds}"


def said_ratio(odds: int) -> str:
    return f"{odds}:1" if odds > 0 else f"1:{-odds}"


def verdict_of(clash: Clash, odds: int, die: int) -> Verdict:
    """What a modified die brings; under 1 counts as 1, over 6 as 6 (TA-ABS-82)."""
    row = _RESULTS.records()[max(1, min(6, die)) - 1]
    found = str(row[_column(odds)])
    who, colon, code = found.partition(":")
    if not colon:
        return Verdict(_code(who))
    return Verdict(_code(code), clash.attacker if who == "A" else clash.defender)


def _code(word: str) -> Code:
    return next(code for code in ("SK", "SM", "MV", "V", "CV") if code == word)


def lost_percent(roll: int) -> int:
    """The part of a side's strength that is lost, by 2d6 and what is added to it (TA-ABS-100)."""
    return _CASUALTIES[max(0, min(len(_CASUALTIES) - 1, roll - _LEAST))]


# ---------------------------------------------------------------- modifiers


def posture_modifier(clash: Clash) -> int:
    """What the postures add to the attacker's die (TA-ABS-68, TA-ABS-69)."""
    return int(str(_POSTURES.row(clash.attack)[clash.defence]))


def shift_of(kind: Stratagem, clash: Clash, side: str) -> int:
    """How far a stratagem that worked moves the result in its user's favour; none where he has the wrong role
    (TA-ABS-54)."""
    if kind.role not in ("any", clash.role(side)):
        return 0
    (enemy,) = (one for one in (clash.attacker, clash.defender) if one != side)
    if kind.reduced is not None and clash.posture(enemy) in kind.against:
        return kind.reduced
    return kind.shift


def modifiers(battle: Battle, clash: Clash) -> Tally:
    """What is added to the attacker's die (TA-ABS-82)."""
    terms = [Term(f"{_plain(clash.attack)} against {_plain(clash.defence)}", posture_modifier(clash), "TA-ABS-68")]
    for side, favour in ((clash.attacker, 1), (clash.defender, -1)):
        one = battle.own.abroad.army(side)
        kind = STRATAGEMS.get(one.stratagem)
        if one.worked and kind is not None and (shift := shift_of(kind, clash, side)):
            terms.append(Term(kind.label.lower(), favour * shift, kind.rules[-1]))
    return Tally("battle result", tuple(terms))


def _plain(posture: str) -> str:
    return posture.replace("_", " ")


# ---------------------------------------------------------------- the hour


def surprise(scene: Scene, step: Surprise) -> None:
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
    what = f"{scene.battle.side_named(step.side).title} attack by surprise, by {answers[0].keys[0]}"
    scene.tell(Reported(what=what, rules=("TA-ABS-43",)))


CHOOSE_HOUR: Final = chooses(ChooseHour, ask=_ask_hour, take=_take_hour)


# ---------------------------------------------------------------- the die


def _ask_fight(battle: Battle, step: FightDay) -> Roll:
    attacker = battle.side_named(step.clash.attacker)
    pool = Pool(1, 6, SumOf(), attacker.name, attacker.id)
    return Roll(f"the battle: {attacker.title} attack", (pool,), ("TA-ABS-82",))


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
                what=f"{title} fight with strength {shown(own)}",
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
            rules=("TA-ABS-80", "TA-ABS-81", "TA-ABS-82", "TA-ABS-83", *added.rules, *_RULES[verdict.code]),
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


def loss_modifiers(clash: Clash, verdict: Verdict) -> dict[str, int]:
    """What each side adds to its throw for losses; a stalemate is thrown for by the attacker alone."""
    row = _CODES[verdict.code]
    winner, loser = int(str(row["winner_casualty_mod"])), int(str(row["loser_casualty_mod"]))
    if verdict.code == "SM":
        return {clash.attacker: winner}
    return {side: winner if side == verdict.winner else loser for side in (clash.attacker, clash.defender)}


def _ask_losses(battle: Battle, step: RollLosses) -> Roll:
    added = loss_modifiers(step.clash, step.verdict)
    pools = tuple(
        Pool(2, 6, SumOf(), f"{battle.side_named(side).name}, {number:+d}", side) for side, number in added.items()
    )
    return Roll("losses", pools, ("TA-ABS-100", *_RULES[step.verdict.code]))


def _roll_losses(scene: Scene, step: RollLosses, pools: tuple[Thrown, ...]) -> None:
    added = loss_modifiers(step.clash, step.verdict)
    lost = {
        side: lost_percent(thrown.total + number) for (side, number), thrown in zip(added.items(), pools, strict=True)
    }
    if step.verdict.code == "SM":
        lost[step.clash.defender] = lost[step.clash.attacker]
    for side, part in lost.items():
        title = scene.battle.side_named(side).title
        scene.tell(Reported(what=f"{title} lose {part}% of their strength", rules=("TA-ABS-100", "TA-ABS-101")))
    scene.now(ShareLosses(tuple(Wounded(side, part) for side, part in lost.items() if part)))


ROLL_LOSSES: Final = rolls(RollLosses, ask=_ask_losses, roll=_roll_losses)


# ---------------------------------------------------------------- the field


def _retreats(clash: Clash, verdict: Verdict) -> Iterator[tuple[str, int]]:
    """Who goes how many dice of miles: the beaten side (TA-ABS-87, TA-ABS-89, TA-ABS-91), and who fought while
    retreating and had the better of it (TA-ABS-72)."""
    if not verdict.winner:
        return
    loser = clash.defender if verdict.winner == clash.attacker else clash.attacker
    yield loser, int(str(_CODES[verdict.code]["loser_retreat_miles"]).partition("d")[0])
    if clash.defence == FIGHTING_RETREAT and verdict.winner == clash.defender:
        yield clash.defender, 1


def _ask_field(battle: Battle, step: HoldField) -> Roll | None:
    pools = tuple(
        Pool(dice, 6, SumOf(), battle.side_named(side).name, side)
        for side, dice in _retreats(step.clash, step.verdict)
        if army(battle, side)
    )
    return Roll("miles of retreat", pools, _RULES[step.verdict.code]) if pools else None


def _roll_field(scene: Scene, step: HoldField, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    going = [side for side, _ in _retreats(step.clash, step.verdict) if army(battle, side)]
    for side, thrown in zip(going, pools, strict=True):
        verb = "withdraw" if side == step.verdict.winner else "retreat"
        what = f"{battle.side_named(side).title} {verb} {counted(thrown.total, 'mile')}"
        rules = ("TA-ABS-72",) if side == step.verdict.winner else _RULES[step.verdict.code]
        scene.tell(Reported(what=what, rules=rules))
    _after(scene, step)


def _after(scene: Scene, step: HoldField) -> None:
    """The field is held, or not; then pursuit, or the next day."""
    clash, verdict = step.clash, step.verdict
    holder = holds_field(clash, verdict)
    if holder:
        what = f"{scene.battle.side_named(holder).title} hold the field"
        scene.tell(Reported(what=what, rules=_RULES[verdict.code][-1:]))
    if not verdict.winner:
        scene.now(EndDay())
        return
    pursuit = (Stage("pursuit"), OfferPursuit(clash, verdict)) if may_pursue(scene.battle, clash, verdict) else ()
    scene.now(*pursuit, EndBattle(verdict.winner))


def holds_field(clash: Clash, verdict: Verdict) -> str:
    """Who holds the field: the winner; where the defender retreats fighting, never he, and the attacker unless he was
    beaten (TA-ABS-72). "" is nobody (TA-ABS-92)."""
    if clash.defence == FIGHTING_RETREAT:
        return "" if verdict.winner == clash.defender else clash.attacker
    return verdict.winner


HOLD_FIELD: Final = rolls(HoldField, ask=_ask_field, roll=_roll_field, do=_after)


# ---------------------------------------------------------------- pursuit


_BRACKETS: Final = LAW.sheet("TA-T-pursuit-mods").records()
_SAFE_MOUNTED, _SAFE_FLYING = 50, 40
"""Per cent of who retreats fighting that bar pursuit (TA-ABS-73)."""


def may_pursue(battle: Battle, clash: Clash, verdict: Verdict) -> bool:
    """After a victory or a crushing one, by who holds the field; not those who retreat fighting and mostly ride or fly
    (TA-ABS-73)."""
    if not verdict.winner or not _CODES[verdict.code]["pursuit"] or holds_field(clash, verdict) != verdict.winner:
        return False
    if not all(army(battle, side) for side in (clash.attacker, clash.defender)):
        return False
    if clash.defence == FIGHTING_RETREAT:
        riding, flying = share(battle, clash.defender, is_mounted), share(battle, clash.defender, flies)
        return 100 * riding < _SAFE_MOUNTED and 100 * flying < _SAFE_FLYING
    return True


def pursuit_tally(battle: Battle, winner: str) -> Tally:
    """What is added to 2d6, by the horse and flyers that are left to both (TA-ABS-111, TA-ABS-112)."""
    (loser,) = opposing(battle, winner)
    terms = []
    for side, column, rule in ((winner, "winner_modifier", "TA-ABS-111"), (loser, "loser_modifier", "TA-ABS-112")):
        part = 100 * share(battle, side, rides_or_flies)
        row = next(row for row in _BRACKETS if int(str(row["min_percent"])) <= part < int(str(row["below_percent"])))
        if row[column]:
            who = "pursuers" if side == winner else "pursued"
            terms.append(Term(f"{int(part)}% of the {who} ride or fly", int(str(row[column])), rule))
    return Tally("pursuit", tuple(terms))


def _ask_pursuit(battle: Battle, step: OfferPursuit) -> tuple[Choose, ...]:
    return (
        Choose(
            seat=asked_seat(battle, step.verdict.winner) or UNSEATED,
            prompt="The enemy is beaten and in retreat. Pursue?",
            waits="a pursuit, or not",
            rules=("TA-ABS-20", "TA-ABS-110"),
            options=(Option(PURSUE, "Pursue"), Option(HALT, "Let them go", forgoes=True)),
            default=Chosen((PURSUE,)),
        ),
    )


def _take_pursuit(scene: Scene, step: OfferPursuit, answers: tuple[Chosen, ...]) -> None:
    if answers[0].keys[0] == PURSUE:
        scene.now(RollPursuit(step.verdict.winner))


OFFER_PURSUIT: Final = chooses(OfferPursuit, ask=_ask_pursuit, take=_take_pursuit)


def _ask_chase(battle: Battle, step: RollPursuit) -> Roll:
    winner = battle.side_named(step.winner)
    return Roll(f"{winner.title} pursue", (Pool(2, 6, SumOf(), winner.name, winner.id),), ("TA-ABS-110",))


def _roll_chase(scene: Scene, step: RollPursuit, pools: tuple[Thrown, ...]) -> None:
    (loser,) = opposing(scene.battle, step.winner)
    added = pursuit_tally(scene.battle, step.winner)
    thrown = pools[0].total
    lost = lost_percent(thrown + added.total)
    terms = "".join(f", {term.value:+d} {term.label}" for term in added.terms)
    what = (
        f"pursuit: {thrown}{terms} comes to {thrown + added.total}; {scene.battle.side_named(loser).title} lose {lost}%"
    )
    scene.tell(Reported(what=f"{what} of what is left to them", rules=("TA-ABS-110", "TA-ABS-100", *added.rules)))
    scene.now(ShareLosses((Wounded(loser, lost),) if lost else ()))


ROLL_PURSUIT: Final = rolls(RollPursuit, ask=_ask_chase, roll=_roll_chase)


def end_battle(scene: Scene, step: EndBattle) -> None:
    won(scene, step.winner, "TA-ABS-83")
