"""What the steps of the set-up do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.setup.deployment import DEPLOY
from schiltron.rulesets.by_this_axe.setup.opening import ROLL_SETUP
from schiltron.rulesets.by_this_axe.setup.steps import Deploy, RollSetup

SETTING_UP: Final[dict[type, Handler]] = {
    RollSetup: ROLL_SETUP,
    Deploy: DEPLOY,
}
