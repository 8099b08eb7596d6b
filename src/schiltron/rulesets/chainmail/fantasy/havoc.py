"""What creatures do to what is built, and how they dig, as the book's tables have it (CM-FANT-SIEGE-01 to
CM-FANT-SIEGE-04)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, cast

from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Unit

Means = Literal["hand", "missile", "breath"]
BREAKS: Final = "CM-FANT-SIEGE-03"
KINDLES: Final = "CM-FANT-SIEGE-04"
_HAVOC: Final = {str(row["type"]): row for row in LAW.sheet("CM-T-fant-siege").records()}
_MINING: Final = {str(row["type"]): row for row in LAW.sheet("CM-T-fant-mining").records()}
_HUMAN: Final = "human"


class Havoc(NamedTuple):
    """The defence points that a figure of a creature takes from a work, whether it sets wood on fire, and by what
    means."""

    points: int
    kindles: bool
    by: Means


class Digging(NamedTuple):
    """How many times as fast as men sappers dig, and how many more tunnels their side may try."""

    times: float
    more: int
    rules: tuple[str, ...]


def havoc(unit: Unit) -> Havoc | None:
    """What a creature does to works and wood; None for everybody else."""
    found = trait(unit, "wrecks")
    if found is None:
        return None
    line, *means = found.against
    row = _HAVOC[line]
    points = row["points"]
    by = cast(Means, means[0]) if means else "hand"
    return Havoc(points if isinstance(points, int) else 0, bool(row["inflames_wood"]), by)


def digging(unit: Unit) -> Digging:
    """How sappers dig: dwarves and orcs better than men."""
    found = trait(unit, "digs")
    row = _MINING[found.against[0] if found is not None else _HUMAN]
    rules = (found.rule,) if found is not None else ()
    return Digging(float(row["dig_speed_multiplier"]), int(row["extra_mines_or_counter_mines"]), rules)
