"""What the steps of the set-up do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.setup.steps import Deploy, RollSetup

SETTING_UP: Final[dict[type, Handler]] = {
    RollSetup: Handler(),
    Deploy: Handler(),
}
