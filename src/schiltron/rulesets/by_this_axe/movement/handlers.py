"""What the steps of the Movement Phase do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.movement.steps import Initiative, Moves

MOVEMENT: Final[dict[type, Handler]] = {
    Initiative: Handler(),
    Moves: Handler(),
}
