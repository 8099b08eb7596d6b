"""Which rules of a book are implemented and tested, as counted when the package was made.

The tests do not travel with the package, so `tools/rule_coverage.py` writes what they prove beside each book's ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

import msgspec
from msgspec import Struct

from schiltron.battle.law import Law, Rule


class Coverage(Struct, frozen=True):
    """Ids of rules cited by the code, and of those named by tests. `played` are the tiers the program plays."""

    ruleset: str
    played: tuple[str, ...]
    implemented: frozenset[str]
    tested: frozenset[str]


class Count(Struct, frozen=True):
    """A line of the totals."""

    tier: str
    rules: int
    implemented: int
    tested: int


def coverage_of(ruleset: str) -> Coverage:
    data = (files(f"schiltron.rulesets.{ruleset}") / "coverage.json").read_bytes()
    return msgspec.json.decode(data, type=Coverage)


def counted(law: Law, coverage: Coverage) -> list[Count]:
    """One line a tier in the order of the ledger, and one for the whole book."""
    tiers = dict.fromkeys(rule.tier for rule in law.rules)
    lines = [_count(tier, (rule for rule in law.rules if rule.tier == tier), coverage) for tier in tiers]
    return [*lines, _count("all", law.rules, coverage)]


def _count(tier: str, rules: Iterable[Rule], coverage: Coverage) -> Count:
    ids = [rule.id for rule in rules]
    return Count(
        tier=tier,
        rules=len(ids),
        implemented=sum(one in coverage.implemented for one in ids),
        tested=sum(one in coverage.tested for one in ids),
    )
