"""What armies cost (chapter O7): points in a single game, gold in a campaign, and units too small for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final

from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.battle.words.grammar import cited, counted, does
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.quartermaster import Violation, Wages


def _cost(item: str) -> int:
    return int(LAW.sheet("BW-T-costs").row(item)["value"])


GOLD_A_POINT: Final = _cost("gp_per_cost_point_per_figure_per_month")
LEAST_MONTHS: Final = _cost("recommended_minimum_months")
DEARER: Final = _cost("inflated_economy_multiplier")
_SALARY: Final = Fraction(str(LAW.sheet("BW-T-costs").row("salary_share_of_cost")["value"]))
_POUNDS: Final = Fraction(str(LAW.sheet("BW-T-costs").row("gold_piece_in_pounds_sterling")["value"]))
_LEAST_IN_A_HUNDRED: Final = _cost("minimum_unit_cost_per_100_army_points")


def too_cheap(costs: Sequence[Tally], single: Collection[int] = ()) -> Iterator[Violation]:
    """Units that cost less than fifteen points for every hundred of their army, where size goes by cost (BW-O7-06);
    `single` are the places of heroes and their entourages, who are one figure each whatever they cost."""
    points = sum(tally.total for tally in costs)
    least = ceil(Fraction(points * _LEAST_IN_A_HUNDRED, 100))
    for place, tally in enumerate(costs):
        if place not in single and tally.verdict != "impossible" and tally.total < least:
            yield Violation(
                f"units[{place}].figures",
                f"{tally.label} cost {tally.total} points in an army of {points}",
                f"{least} points or more, which are {_LEAST_IN_A_HUNDRED} for every hundred",
                ("BW-O7-06",),
            )


def unspent(points: int, limit: int | None) -> str:
    """What a player has not spent of what was agreed on is lost (BW-O7-03)."""
    left = 0 if limit is None else limit - points
    return f"{counted(left, 'point')} not spent, which {does('are', one=left == 1)} lost" if left > 0 else ""


# ---------------------------------------------------------------- gold


def price_in_gold(points: int, months: int, *, dearer: bool = False) -> Tally:
    """What an army of so many points costs for so many months: wages, support and upkeep (BW-O7-01, BW-O7-04). Where
    everything else has the prices of the role-playing game, ten times as much (BW-O7-05)."""
    terms = [Term(f"{points} points", points, "BW-O7-03")]
    terms.append(scaled(terms, f"{GOLD_A_POINT} gold pieces a point and month", Fraction(GOLD_A_POINT), "BW-O7-01"))
    terms.append(scaled(terms, f"for {months} months" if months != 1 else "for a month", Fraction(months), "BW-O7-04"))
    if dearer:
        terms.append(scaled(terms, f"{DEARER} times as much at standard prices", Fraction(DEARER), "BW-O7-05"))
    return Tally("gold pieces", tuple(terms))


def wages(points: int, months: int | None, *, dearer: bool) -> Wages:
    """The price in gold, and what is to be known of it; three months if nobody says otherwise (BW-O7-04)."""
    served = LEAST_MONTHS if months is None else months
    gold = price_in_gold(points, served, dearer=dearer)
    notes = [
        cited(f"Of it about {int(gold.total * _SALARY)} are paid out; the rest is support and upkeep", "BW-O7-01"),
        cited(f"A gold piece is a third of a pound sterling: £{int(gold.total * _POUNDS)} in all", "BW-O7-02"),
    ]
    if served < LEAST_MONTHS:
        notes.append(cited(f"A season of {LEAST_MONTHS} months or more is recommended", "BW-O7-04"))
    if not dearer:
        notes.append(cited(f"Where all else has the prices of D&D: {gold.total * DEARER} gold pieces", "BW-O7-05"))
    return Wages(gold, tuple(notes))
