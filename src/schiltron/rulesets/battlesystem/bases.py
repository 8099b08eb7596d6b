"""How figures are based (Table 2, BS-2.3-01), and the room between them (cases 7.2 to 7.5)."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.state import Formation, Profile
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches

_BASES: Final = {
    str(row["creature"]): Base(inches(float(row["base_width_in"])), inches(float(row["base_depth_in"])))
    for row in LAW.sheet("BS-T-02-counter-scale").records()
    if row["base_width_in"] != "-"
}
"""Table 2 (BS-2.3-01)."""
_INDIVIDUAL: Final = Base(inches(0.5), inches(0.5))
"""Contact and distance need an outline (BS-2.3-03): the base that individuals may be mounted on (BS-2.3-04)."""
_OVERSIZE: Final = Base(inches(1), inches(1))
_CHARIOT: Final = Base(inches(1), inches(2))
PIECE: Final = Base(inches(1), inches(2))
"""A catapult or ballista with its crew, on the counter of a chariot (BS-2.3-05)."""
_BY_SIZE: Final = {"S": "small", "M": "medium", "L": "large"}
_ON_STANDS: Final[Mil] = inches(1) // 3
_SPACING: Final[dict[Formation, Mil]] = {
    "closed": 0,
    "mob": 0,
    "none": 0,
    "open": inches(0.5),
    "skirmish": inches(1),
}


def base_of(profile: Profile) -> Base:
    """Width decides and not height: dwarves are small and stand on the base of men (BS-2.3-02)."""
    if profile.engine:
        return PIECE
    if profile.kind == "individual":
        return _OVERSIZE if profile.creature.size == "L" and profile.mount is None else _INDIVIDUAL
    if profile.team:
        return _CHARIOT
    if profile.mount is not None:
        return _BASES["cavalry"]
    return _BASES["medium" if profile.creature.race == "dwarf" else _BY_SIZE[profile.creature.size]]


def spacing(formation: Formation, *, stands: bool = False) -> Mil:
    """Between neighbouring bases (BS-7.2-01, BS-7.3-01, BS-7.4-01, BS-7.5-01).

    The inch between stands of three in open formation is shared out among their figures (BS-7.3-02).
    """
    return _ON_STANDS if stands and formation == "open" else _SPACING[formation]
