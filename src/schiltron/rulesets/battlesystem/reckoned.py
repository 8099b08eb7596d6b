"""What is wrong with an order when nothing is measured before it is declared (cases 3.5 and 7.7)."""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.state import Battle


def within_the_rules(view: Battle, reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons that make an order illegal: where it is declared first, what only a ruler tells is an outcome."""
    if view.own.options.measuring == "free":
        return list(reasons)
    return [reason for reason in reasons if not reason.measured]
