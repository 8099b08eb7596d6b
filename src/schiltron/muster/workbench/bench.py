"""A list as it lies on the bench: row by row its price with the sum, what is against it, and what would be right."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.state.tally import Tally
from schiltron.muster.army import Army
from schiltron.muster.workbench.remedies import Remedy, remedies
from schiltron.muster.workbench.trial import Trial
from schiltron.rulesets.quartermaster import Switches, Violation

_MOST_REMEDIED = 6
"""Faults for which it is worked out what would be right; who has put so many right asks again."""


class RowFault(Struct, frozen=True):
    """Something that breaks a rule, and what would put it right, the nearest first."""

    violation: Violation
    remedies: tuple[Remedy, ...]


class BenchRow(Struct, frozen=True):
    """A unit of the list: its price, how its figures are described where that needs saying, what is against it."""

    cost: Tally
    line: str
    faults: tuple[RowFault, ...]


class Bench(Struct, frozen=True):
    """The list, its points, what is left of its limit, what is against it as a whole, and what the book says of it."""

    rows: tuple[BenchRow, ...]
    points: float
    left: float | None
    faults: tuple[RowFault, ...]
    note: str

    @property
    def lawful(self) -> bool:
        return not self.faults and not any(row.faults for row in self.rows)


def laid_out(army: Army, switches: Switches | None = None) -> Bench:
    trial = Trial(army, switches)
    report = trial.report
    to_mend = {id(one) for one in report.violations[:_MOST_REMEDIED]}

    def faults(violations: tuple[Violation, ...]) -> tuple[RowFault, ...]:
        return tuple(RowFault(one, remedies(trial, one) if id(one) in to_mend else ()) for one in violations)

    lines = report.lines or ("",) * len(army.units)
    rows = tuple(
        BenchRow(cost, line, faults(trial.of_row(number)))
        for number, (cost, line) in enumerate(zip(report.costs, lines, strict=True))
    )
    left = None if army.limit is None else army.limit - report.points
    return Bench(rows, report.points, left, faults(trial.of_all), report.note)
