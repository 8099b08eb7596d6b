"""Where the rules of a book are decided and which tests show them, as counted when the package was made.

The tests do not travel with the package, so `tools/rule_coverage.py` writes what they prove beside each book's ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final, Literal

import msgspec
from msgspec import Struct

from schiltron.battle.state.law import Law, Rule
from schiltron.rulesets import package_of

How = Literal["code", "data", "words", "nowhere"]
"""Decided in code, carried by data, mentioned only in words, or not at all; the last two count as missing."""
DONE: Final = ("code", "data")


class Places(Struct, frozen=True):
    """Where a rule stands. A place is a file, or `file:function`; those of tests are files below `tests/`."""

    code: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def how(self) -> How:
        if self.code:
            return "code"
        if self.data:
            return "data"
        return "words" if self.words else "nowhere"


class Coverage(Struct, frozen=True):
    """What was counted of a book. `played` are the tiers the program plays, `rules` says where each rule stands that
    stands anywhere."""

    ruleset: str
    played: tuple[str, ...]
    rules: dict[str, Places]

    def of(self, rule: str) -> Places:
        return self.rules.get(rule, Places())


class Count(Struct, frozen=True):
    """A line of the totals."""

    tier: str
    rules: int
    code: int
    data: int
    missing: int
    tested: int


def coverage_of(law: Law) -> Coverage:
    """The coverage counted for a book; empty if it was never counted."""
    counted = files(package_of(law.ruleset)) / "coverage.json"
    if not counted.is_file():
        return Coverage(law.ruleset, law.played, {})
    return msgspec.json.decode(counted.read_bytes(), type=Coverage)


def counted(law: Law, coverage: Coverage) -> list[Count]:
    """One line a tier in the order of the ledger, and one for the whole book."""
    tiers = dict.fromkeys(rule.tier for rule in law.rules)
    lines = [_count(tier, (rule for rule in law.rules if rule.tier == tier), coverage) for tier in tiers]
    return [*lines, _count("all", law.rules, coverage)]


def _count(tier: str, rules: Iterable[Rule], coverage: Coverage) -> Count:
    places = [coverage.of(rule.id) for rule in rules]
    return Count(
        tier=tier,
        rules=len(places),
        code=sum(one.how == "code" for one in places),
        data=sum(one.how == "data" for one in places),
        missing=sum(one.how not in DONE for one in places),
        tested=sum(bool(one.tests) for one in places),
    )
