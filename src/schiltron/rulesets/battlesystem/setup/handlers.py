"""What the steps of the set-up do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.setup.deployment import DEPLOY, DEPLOY_TOGETHER
from schiltron.rulesets.battlesystem.setup.opening import OPEN_FIELD, PLACE_ARMIES, STAND_READY
from schiltron.rulesets.battlesystem.setup.rolled_scores import ROLLED_SCORES
from schiltron.rulesets.battlesystem.setup.steps import (
    Deploy,
    DeployTogether,
    OpenField,
    PlaceArmies,
    RollScores,
    StandReady,
)

SETTING_UP: Final[dict[type, Handler]] = {
    OpenField: OPEN_FIELD,
    RollScores: ROLLED_SCORES,
    PlaceArmies: PLACE_ARMIES,
    Deploy: DEPLOY,
    DeployTogether: DEPLOY_TOGETHER,
    StandReady: STAND_READY,
}
