"""How figures are based: TA-UNIT-09."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.by_this_axe.state import Profile
from schiltron.table.base import Base
from schiltron.table.lengths import inches

FOOT: Final = Base(inches(1), inches(1))
HORSE: Final = Base(inches(1), inches(2))


def base_of(profile: Profile) -> Base:
    return HORSE if profile.mounted else FOOT
