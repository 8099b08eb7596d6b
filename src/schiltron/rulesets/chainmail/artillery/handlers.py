"""What the steps of artillery fire do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.artillery.steps import Artillery

ARTILLERY: Final[dict[type, Handler]] = {
    Artillery: Handler(),
}
