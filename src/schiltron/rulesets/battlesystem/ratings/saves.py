"""Saving throws (cases 3.1 and S0): five numbers of the role-playing game, by class and level or by hit dice."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.classes import family
from schiltron.parent_game.creature import Creature
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.hit_dice import counted
from schiltron.rulesets.battlesystem.state import Profile

Five = tuple[int, int, int, int, int]

KINDS: Final = tuple(str(row["code"]) for row in LAW.sheet("BS-T-saving-throw-names").records())
_COLUMNS: Final = ("ppd", "pp", "rsw", "bw", "sp")
_HIGHEST: Final = 10**6


def meanings(base_game: str) -> dict[str, str]:
    """Against what each of the five helps, in the game that is played."""
    column = "dnd_meaning" if base_game == "dnd" else "add_meaning"
    return {str(row["code"]): str(row[column]) for row in LAW.sheet("BS-T-saving-throw-names").records()}


def _lines() -> list[tuple[str, int, int, Five]]:
    lines = []
    for row in LAW.sheet("BS-T-data-saving-throws").records():
        last = _HIGHEST if row["level_to"] == "-" else int(row["level_to"])
        ppd, pp, rsw, bw, sp = (int(row[column]) for column in _COLUMNS)
        lines.append((str(row["class"]), int(row["level_from"]), last, (ppd, pp, rsw, bw, sp)))
    return lines


_LINES: Final = _lines()


def of_class(name: str, level: int) -> Five:
    """Men of no level use the one line there is for it."""
    line = "fighter" if level == 0 else family(name)
    return next(five for known, first, last, five in _LINES if known == line and first <= level <= last)


def of_creature(creature: Creature) -> Five:
    """The best of all classes; monsters save as fighters of the level of their hit dice."""
    known = creature.classes or (("fighter", counted(creature.hit_dice) // 10),)
    rows = [of_class(name, level) for name, level in known]
    best = [min(numbers) for numbers in zip(*rows, strict=True)]
    return best[0], best[1], best[2], best[3], best[4]


def saving_throws(profile: Profile, rosters: str = "print") -> tuple[Tally, ...]:
    """The five in their order; riders save for their mounts. What a roster prints instead shows as a difference."""
    five = of_creature(profile.creature)
    printed = None if profile.printed is None or rosters == "formula" else profile.printed.saves
    return tuple(_one(kind, five[place], printed[place] if printed else None) for place, kind in enumerate(KINDS))


def _one(kind: str, need: int, printed: int | None) -> Tally:
    terms = [Term("class and level or hit dice", need, "BS-3.1-07")]
    if printed is not None and printed != need:
        terms.append(Term("as printed", printed - need, "BS-S0-05"))
    return Tally(f"saving throw {kind}", tuple(terms))
