"""What is put back, or comes of it, when magic ends."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.play.agenda import Lapses
from schiltron.rulesets.chainmail.fantasy.at_work import PHANTASM, SUMMONED
from schiltron.rulesets.chainmail.magic.summoning import fades, no_longer_kept

LAPSES: Final[Lapses] = MappingProxyType({SUMMONED: no_longer_kept, PHANTASM: fades})
"""By kind of effect."""
