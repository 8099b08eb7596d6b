"""A number that matters is a list of named terms, each with the rule it comes from."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Verdict = Literal["total", "automatic", "impossible"]


class Term(Struct, frozen=True):
    label: str
    value: int
    rule: str = ""


class Tally(Struct, frozen=True):
    """What the tooltip, the log, the odds and the captains all read.

    `measure` names what the total counts: dice, pips, points, or thousandths of an inch.
    """

    label: str
    terms: tuple[Term, ...]
    measure: Literal["pips", "dice", "points", "thousandths", "figures"] = "pips"
    verdict: Verdict = "total"

    @property
    def total(self) -> int:
        return sum(term.value for term in self.terms)

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(term.rule for term in self.terms if term.rule))
