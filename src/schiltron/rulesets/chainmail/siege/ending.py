"""What happens when something of a siege has lasted its time (SIEGE)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.play.agenda import Lapses
from schiltron.rulesets.chainmail.fortress import OIL
from schiltron.rulesets.chainmail.siege.boiling import burnt_down, burnt_out
from schiltron.rulesets.chainmail.siege.labours import BUILD, FILL, TEAR, done
from schiltron.rulesets.chainmail.state import BURNING

LAPSES: Final[Lapses] = MappingProxyType({OIL: burnt_out, BURNING: burnt_down, FILL: done, BUILD: done, TEAR: done})
