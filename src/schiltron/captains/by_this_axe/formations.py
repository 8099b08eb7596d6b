"""How wide to stand: every figure of the first rank may strike, but two or three ranks are steadier."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from schiltron.captains.by_this_axe.expected_losses import Band, band
from schiltron.captains.by_this_axe.melees import clash
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.state import Battle, Unit


def files_against(battle: Battle, unit: Unit, foes: Iterable[Unit]) -> int:
    """The frontage that does best against these foes."""
    if is_character(unit) or not unit.figures:
        return 1
    return best_files(band(battle, unit, 0), tuple(band(battle, foe, 0) for foe in foes if foe.figures))


def best_files(own: Band, foes: tuple[Band, ...]) -> int:
    """Shooters stand in one rank, so that all of them can shoot."""
    return own.figures if own.line.ranged or not foes else _best(own, foes)


@lru_cache(maxsize=1024)
def _best(own: Band, foes: tuple[Band, ...]) -> int:
    def value(files: int) -> float:
        total = 0.0
        for foe in foes:
            ours, theirs = clash(own._replace(files=files), foe)
            total += theirs.out - ours.out
        return total

    choices = {own.figures, -(-own.figures // 2), -(-own.figures // 3)}
    return max(sorted(choices), key=value)
