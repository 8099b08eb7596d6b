"""Ratings as entries of a sheet (cases 3.1, 4.1 and S0): the number, its terms, and where print and formula differ."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.phrases import show_amount
from schiltron.rulesets.battlesystem.ratings.saves import saving_throws
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.sheets import Entry

NOTHING: Final = "—"
_PRINTED: Final = "as printed"


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def rating(field: str, head: str, tally: Tally) -> Entry:
    """A tally with its terms; a printed number says what the formula gives (BS-S0-05, BS-4.1-12)."""
    difference = sum(term.value for term in tally.terms if term.label == _PRINTED)
    remark = f"formula {_shown(tally, tally.total - difference)}" if difference else ""
    return Entry(field, head, _shown(tally, tally.total), terms(tally), remark)


def terms(tally: Tally) -> tuple[str, ...]:
    """What a number is made of; a single thing needs no number of its own."""
    first, *others = tally.terms
    if not others:
        return (first.label,)
    return (f"{_shown(tally, first.value)} {first.label}", *(_term(tally, term) for term in others))


def _term(tally: Tally, term: Term) -> str:
    sign = "−" if term.value < 0 else "+"
    return f"{sign}{_shown(tally, abs(term.value))} {term.label}"


def _shown(tally: Tally, value: int) -> str:
    return show_amount(value, tally).replace("-", "−")


def per_figure(tally: Tally) -> Entry:
    """Hit dice of one figure, with how they come about."""
    return Entry("hd_fig", "HD/Fig", show_amount(tally.total, tally), tuple(term.label for term in tally.terms))


def saves(profile: Profile, rosters: str) -> tuple[Entry, ...]:
    """The five in the order of the sheet (BS-3.1-06)."""
    return tuple(
        rating("ppd_pp_rsw_bw_sp", tally.label.removeprefix("saving throw "), tally)
        for tally in saving_throws(profile, rosters)
    )


def listed(things: list[str]) -> str:
    return "; ".join(things) or NOTHING
