"""What the steps of the set-up do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.setup.deployment import DEPLOY
from schiltron.rulesets.chainmail.setup.opening import OPEN_FIELD, ROLL_SETUP
from schiltron.rulesets.chainmail.setup.steps import (
    Deploy,
    DrawTerrain,
    LayTerrain,
    OfferTerrain,
    OpenField,
    RollSetup,
    TerrainOrder,
)
from schiltron.rulesets.chainmail.setup.terrain_cards import DRAW_TERRAIN, LAY_TERRAIN, OFFER_TERRAIN, TERRAIN_ORDER

SETTING_UP: Final[dict[type, Handler]] = {
    OpenField: OPEN_FIELD,
    TerrainOrder: TERRAIN_ORDER,
    OfferTerrain: OFFER_TERRAIN,
    DrawTerrain: DRAW_TERRAIN,
    LayTerrain: LAY_TERRAIN,
    RollSetup: ROLL_SETUP,
    Deploy: DEPLOY,
}
