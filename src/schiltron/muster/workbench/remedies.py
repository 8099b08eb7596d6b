"""What would put a fault of a list right: the nearest change that the book lets pass, found by trying."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.words.grammar import counted
from schiltron.muster.army import ListedUnit
from schiltron.muster.books import quartermaster
from schiltron.muster.workbench.trial import Trial, asks_of, row_of
from schiltron.rulesets.outfits import spelled
from schiltron.rulesets.quartermaster import Violation

MOST_FIGURES: Final = 100
"""More figures of a unit than this are not tried."""
_MOST: Final = 2
"""Remedies for a fault, besides taking the row away."""
_MOST_TRIED: Final = 100
_ADDED: Final = (1, 10)
"""In how many figures somebody who is missing is tried."""


class Remedy(Struct, frozen=True):
    """A change of one row that puts a fault right: in words, the row (a new one for a unit that is added), the unit
    that would stand there (nobody if the row goes), and by how many points the list changes."""

    words: str
    row: int
    unit: ListedUnit | None
    points: float


class _Change(Struct, frozen=True):
    words: str
    row: int
    unit: ListedUnit | None


def remedies(trial: Trial, violation: Violation) -> tuple[Remedy, ...]:
    """The nearest changes after which this is not against the list any more, and nothing else is that was not."""
    number = row_of(violation)
    found: list[Remedy] = []
    changes = _of_list(trial) if number is None else _of_row(trial, number, asks_of(violation))
    for tried, change in enumerate(changes):
        if tried >= _MOST_TRIED:
            break
        remedy = _tried(trial, change)
        if remedy is not None and remedy not in found:
            found.append(remedy)
            if len(found) == _MOST:
                break
    if number is not None:
        gone = _tried(trial, _Change("take it away", number, None))
        found += [gone] if gone is not None else []
    return tuple(found)


def _tried(trial: Trial, change: _Change) -> Remedy | None:
    """The change if it helps: there is less against the list after it."""
    after = trial.with_row(change.row, change.unit)
    if len(after.report.violations) >= len(trial.report.violations):
        return None
    return Remedy(change.words, change.row, change.unit, after.report.points - trial.report.points)


# ---------------------------------------------------------------- what might help


def _of_row(trial: Trial, row: int, what: str) -> Iterator[_Change]:
    unit = trial.army.units[row]
    part, _, key = what.partition(".")
    if part == "troop":
        yield from _other_troops(trial, row, unit)
    elif part == "hedgehog":
        yield _Change("form a line", row, replace(unit, hedgehog=False))
        yield from _other_sizes(row, unit)
    elif part == "files":
        yield _Change("the usual formation", row, replace(unit, files=None))
        yield from _other_files(row, unit)
    elif part == "joins":
        yield from _other_hosts(trial, row, unit)
    elif part == "equipment" and key:
        yield from _other_outfits(trial, row, unit, key)
    yield from _other_sizes(row, unit)


def _other_troops(trial: Trial, row: int, unit: ListedUnit) -> Iterator[_Change]:
    listings = quartermaster(trial.army.ruleset).listings
    for troop in get_close_matches(unit.troop, listings, n=_MOST, cutoff=0.4):
        yield _Change(f"make them {listings[troop].name.lower()}", row, replace(unit, troop=troop))


def _other_sizes(row: int, unit: ListedUnit) -> Iterator[_Change]:
    """The nearest first, and of two as near the larger."""
    for apart in range(1, MOST_FIGURES):
        for figures in (unit.figures + apart, unit.figures - apart):
            if 1 <= figures <= MOST_FIGURES:
                files = None if unit.files is None else min(unit.files, figures)
                yield _Change(f"make it {counted(figures, 'figure')}", row, replace(unit, figures=figures, files=files))


def _other_files(row: int, unit: ListedUnit) -> Iterator[_Change]:
    wanted = unit.files or 1
    for files in sorted(range(1, unit.figures + 1), key=lambda files: abs(files - wanted)):
        yield _Change(f"make it {counted(files, 'file')}", row, replace(unit, files=files))


def _other_hosts(trial: Trial, row: int, unit: ListedUnit) -> Iterator[_Change]:
    yield _Change("let him stand alone", row, replace(unit, joins=""))
    for place, host in enumerate(trial.army.units):
        if place != row and host.name:
            yield _Change(f"join {host.name}", row, replace(unit, joins=host.name))


def _other_outfits(trial: Trial, row: int, unit: ListedUnit, key: str) -> Iterator[_Change]:
    outfits = {one.key: one for one in quartermaster(trial.army.ruleset).outfits(trial.house.troop(unit.troop))}
    label = outfits[key].label.lower() if key in outfits else spelled(key)
    without = {name: value for name, value in unit.equipment.items() if name != key}
    yield _Change(f"{label} as they have it", row, replace(unit, equipment=without))
    if key in outfits:
        for word in outfits[key].words:
            value = word.value if outfits[key].form == "one" else (word.value,)
            changed = replace(unit, equipment={**unit.equipment, key: value})
            yield _Change(f"{label}: {word.label}", row, changed)


def _of_list(trial: Trial) -> Iterator[_Change]:
    """Against the list as a whole: as few figures less as will do, of whom that costs least; who is missing; or a row
    less."""
    limit, points = trial.army.limit, trial.report.points
    if limit is not None and points > limit:
        over = points - limit
        less = []
        for row, (unit, cost) in enumerate(zip(trial.army.units, trial.report.costs, strict=True)):
            each = cost.points / unit.figures
            fewer = -int(-over // each) if each else unit.figures
            if 0 < fewer < unit.figures:
                less.append((fewer * each, row, fewer))
        for _, row, fewer in sorted(less):
            unit = trial.army.units[row]
            figures = unit.figures - fewer
            files = None if unit.files is None else min(unit.files, figures)
            words = f"{counted(fewer, 'figure')} fewer of {unit.name or spelled(unit.troop)}"
            yield _Change(words, row, replace(unit, figures=figures, files=files))
    else:
        for listing in quartermaster(trial.army.ruleset).listings.values():
            for figures in _ADDED:
                unit = ListedUnit(listing.id, figures)
                yield _Change(f"add {listing.name.lower()}", len(trial.army.units), unit)
    for row, unit in enumerate(trial.army.units):
        yield _Change(f"without {unit.name or spelled(unit.troop)}", row, None)
