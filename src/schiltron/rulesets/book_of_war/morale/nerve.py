"""What a unit adds to its morale checks besides the rate of loss: its type, the light, and what the optional rules add
(chapter O3): alignment, cohesion, ranks behind the first, a hero in front.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Term
from schiltron.rulesets.book_of_war.conditions import nerve_terms
from schiltron.rulesets.book_of_war.embedded import heroes_with, is_hero
from schiltron.rulesets.book_of_war.field import formation, troop, troop_now
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Battle, Unit

_WORTH: Final = {str(row["modifier"]): int(row["value"]) for row in LAW.sheet("BW-T-morale-mods").records()}
_MOST: Final = 3
"""Ranks that add to a check, at most (BW-O3-04)."""


class Nerve(NamedTuple):
    """What is added to a check whatever is lost; where ranks count too, the files they stand in and whether the first
    rank is counted among those that the files limit."""

    fixed: int
    files: int = 0
    first_counts: bool = False

    def with_left(self, figures: int) -> int:
        """What a unit adds that has so many figures left: ranks as they stand after the losses (BW-O3-03)."""
        return self.fixed + (deep(figures, self.files, first_counts=self.first_counts) if self.files else 0)


def deep(figures: int, files: int, *, first_counts: bool) -> int:
    """One for each rank after the first, no more than there are files and no more than three (BW-O3-03, BW-O3-04); a
    last rank less than half the size of the first is none (BW-O3-05)."""
    full, rest = divmod(figures, files)
    ranks = full + (rest > 0 and 2 * rest >= min(files, figures))
    behind = min(ranks, files) - 1 if first_counts else min(ranks - 1, files)
    return max(0, min(behind, _MOST)) * _WORTH["extra_rank"]


def nerve_of(battle: Battle, unit: Unit, *, flanked: bool = False) -> Nerve | None:
    """All of it, for reckoning ahead; None where it is just what the type adds. Who is `flanked` is about to be
    attacked in flank or rear."""
    if battle.own.plain_nerve:
        return None
    options = battle.own.options
    kind = troop_now(battle, unit)
    more = sum(term.value for term in _optional(battle, unit))
    ranks = options.extra_ranks != "none" and not flanked and not was_flanked(battle, unit)
    if kind.fearless or not (more or ranks or battle.own.conditions is not None):
        return None
    files = min(formation(unit).files, max(1, unit.figures)) if ranks else 0
    return Nerve(kind.nerve + more, files, options.extra_ranks == "ranks")


def nerve_now(battle: Battle, unit: Unit) -> int:
    """What a unit adds as it stands."""
    found = nerve_of(battle, unit)
    return troop(unit).nerve if found is None else found.with_left(unit.figures)


def terms_of(battle: Battle, unit: Unit) -> Iterator[Term]:
    """Each of them by name."""
    yield from nerve_terms(troop(unit), battle.own.conditions)
    yield from _optional(battle, unit)
    options = battle.own.options
    if options.extra_ranks != "none" and unit.figures and not was_flanked(battle, unit):
        ranks = deep(unit.figures, formation(unit).files, first_counts=options.extra_ranks == "ranks")
        if ranks:
            yield Term("ranks behind the first", ranks, "BW-O3-03")


def was_flanked(battle: Battle, unit: Unit) -> bool:
    """Whether it was attacked in flank or rear in this turn (BW-O3-06)."""
    return unit.own.flanked > 0 and unit.own.flanked == battle.own.player_turns


def _optional(battle: Battle, unit: Unit) -> Iterator[Term]:
    options = battle.own.options
    if options.alignment != "none":
        lean = _WORTH[troop(unit).alignment]
        if lean:
            yield Term(troop(unit).alignment.capitalize(), lean, "BW-O3-01")
    if options.cohesion != "none" and of_one_type(battle, unit.side):
        yield Term("a side of one type", _WORTH["cohesion"], "BW-O3-02")
    if options.leadership != "none" and heroes_with(battle, unit):
        yield Term("a hero in its front rank", _WORTH["leadership"], "BW-O3-07")


def of_one_type(battle: Battle, side: str) -> bool:
    """Whether a side is made up of a single type of units throughout, those it has lost included; heroes
    do not count (BW-O3-02)."""
    return len({unit.kind for unit in troops(battle, side) if not is_hero(unit)}) == 1
