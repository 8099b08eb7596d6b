"""A list tried by its book, and what of the answer speaks of which row."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from schiltron.muster.army import Army, ListedUnit, check
from schiltron.muster.house_troops import House, house_of
from schiltron.rulesets.quartermaster import Report, Switches, Violation

_ROW: Final = re.compile(r"^units\[(\d+)\]")


class Trial:
    """What a book says to a list under some switches. What the list brings of its own goes by its name in `army`, and
    by `house` as the book knows it."""

    def __init__(self, army: Army, switches: Switches | None, house: House | None = None) -> None:
        self.army = army
        self.switches = switches
        self.house = house_of(army) if house is None else house
        self.report: Report = check(self.house.within(army), switches)

    def of_row(self, number: int) -> tuple[Violation, ...]:
        return tuple(one for one in self.report.violations if row_of(one) == number)

    @property
    def of_all(self) -> tuple[Violation, ...]:
        """What is against the list as a whole."""
        return tuple(one for one in self.report.violations if row_of(one) is None)

    def with_row(self, number: int, unit: ListedUnit | None) -> Trial:
        """The same with another unit in a row, or without the row."""
        units = list(self.army.units)
        units[number : number + 1] = [] if unit is None else [unit]
        return Trial(replace(self.army, units=tuple(units)), self.switches, self.house)

    def with_more(self, unit: ListedUnit) -> Trial:
        return Trial(replace(self.army, units=(*self.army.units, unit)), self.switches, self.house)


def row_of(violation: Violation) -> int | None:
    """The number of the row that it speaks of, if it is of one."""
    found = _ROW.match(violation.place)
    return int(found[1]) if found else None


def asks_of(violation: Violation) -> str:
    """What of a row it speaks of: *figures*, or *equipment.shield*."""
    return _ROW.sub("", violation.place).lstrip(".")


def newly(before: Trial, after: Trial) -> tuple[Violation, ...]:
    """What is against a changed list that was not against it before. Of what is against the list as a whole the rule
    tells: an army that had no unit and has one is still too small."""
    known = {_told(one) for one in before.report.violations}
    return tuple(one for one in after.report.violations if _told(one) not in known)


def _told(violation: Violation) -> tuple[object, ...]:
    whole = row_of(violation) is None and violation.rules
    return (violation.place, violation.rules) if whole else (violation.place, violation.wrong)
