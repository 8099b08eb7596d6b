"""The winner may pursue, and what that costs the beaten (rules ABS, step 7: TA-ABS-20, -73, -110 to -112)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat, opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.names import as_side
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses, Wounded
from schiltron.rulesets.by_this_axe.off_table.result_table import (
    CODES,
    FIGHTING_RETREAT,
    Clash,
    Verdict,
    holds_field,
    lost_percent,
)
from schiltron.rulesets.by_this_axe.off_table.strength import army, flies, is_mounted, rides_or_flies, share
from schiltron.rulesets.by_this_axe.state import Battle, Scene

PURSUE, HALT = "pursue", "halt"


class OfferPursuit(Step, frozen=True, tag="by_this_axe.offer_pursuit"):
    """The winner may pursue (TA-ABS-20)."""

    clash: Clash
    verdict: Verdict


class RollPursuit(Step, frozen=True, tag="by_this_axe.roll_pursuit"):
    winner: str


_BRACKETS: Final = LAW.sheet("TA-T-pursuit-mods").records()
_SAFE_MOUNTED, _SAFE_FLYING = 50, 40
"""Per cent of who retreats fighting that bar pursuit (TA-ABS-73)."""


def may_pursue(battle: Battle, clash: Clash, verdict: Verdict) -> bool:
    """After a victory or a crushing one, by who holds the field; not those who retreat fighting and mostly ride or fly
    (TA-ABS-73)."""
    if not verdict.winner or not CODES[verdict.code]["pursuit"] or holds_field(clash, verdict) != verdict.winner:
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
    return Roll(
        f"{winner.title} {as_side(winner.title, 'pursue')}",
        (Pool(2, 6, SumOf(), winner.name, winner.id),),
        ("TA-ABS-110",),
    )


def _roll_chase(scene: Scene, step: RollPursuit, pools: tuple[Thrown, ...]) -> None:
    (loser,) = opposing(scene.battle, step.winner)
    added = pursuit_tally(scene.battle, step.winner)
    thrown = pools[0].total
    lost = lost_percent(thrown + added.total)
    terms = "".join(f", {term.value:+d} {term.label}" for term in added.terms)
    title = scene.battle.side_named(loser).title
    what = f"pursuit: {thrown}{terms} comes to {thrown + added.total}; {title} {as_side(title, 'lose')} {lost}%"
    scene.tell(Reported(what=f"{what} of what is left to them", rules=("TA-ABS-110", "TA-ABS-100", *added.rules)))
    scene.now(ShareLosses((Wounded(loser, lost),) if lost else ()))


ROLL_PURSUIT: Final = rolls(RollPursuit, ask=_ask_chase, roll=_roll_chase)
