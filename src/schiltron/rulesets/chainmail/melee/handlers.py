"""What the steps of melee do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.melee.steps import Melees, RefuseCombat

MELEE: Final[dict[type, Handler]] = {
    Melees: Handler(),
    RefuseCombat: Handler(),
}
