"""A number that matters is a list of named terms, each with the rule it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor
from typing import Final, Literal

from msgspec import Struct

Verdict = Literal["total", "automatic", "impossible"]

Measure = Literal["pips", "dice", "points", "eighths", "tenths", "hundredths", "thousandths", "figures", "hits"]

_EIGHTHS: Final = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")


def show_points(points: float) -> str:
    """Points as a player would write them: 200, 2½, ¾. No book divides a point further than into eighths."""
    whole, eighths = divmod(abs(round(points * 8)), 8)
    sign = "-" if points < 0 and whole + eighths else ""
    return f"{sign}{whole if whole or not eighths else ''}{_EIGHTHS[eighths]}"


def signed_points(points: float) -> str:
    """What a change costs, as +2½ points or −8 points."""
    sign = "−" if points < 0 else "+"
    return f"{sign}{show_points(abs(points))} {'point' if abs(points) == 1 else 'points'}"


def points_of(eighths: int) -> float:
    """Eighths of a point as points, exact; a whole number where they come to one."""
    whole, rest = divmod(eighths, 8)
    return whole if not rest else eighths / 8


class Term(Struct, frozen=True):
    """A part of a number, and the rule that adds it."""

    label: str
    value: int
    rule: str = ""


def scaled(
    terms: Iterable[Term], label: str, times: Fraction, rule: str = "", rounded: Callable[[Fraction], int] = floor
) -> Term:
    """The term that makes a number so many times what its terms come to: what it adds or takes off."""
    so_far = sum(term.value for term in terms)
    return Term(label, rounded(so_far * times) - so_far, rule)


class Tally(Struct, frozen=True):
    """What the tooltip, the log, the odds and the captains all read.

    `measure` names what the total counts: dice, pips, figures, points, eighths of a point, tenths of a hit die,
    hundredths of a strength, or thousandths of an inch.
    """

    label: str
    terms: tuple[Term, ...]
    measure: Measure = "pips"
    verdict: Verdict = "total"

    @property
    def total(self) -> int:
        total = 0
        for term in self.terms:
            total += term.value
        return total

    @property
    def is_needed(self) -> bool:
        """Whether the total is what a die has to show."""
        return self.label.startswith(("to hit", "to save"))

    @property
    def points(self) -> float:
        """The total of a tally of points, which may be a fraction; eighths are exact."""
        return points_of(self.total) if self.measure == "eighths" else self.total

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(term.rule for term in self.terms if term.rule))
