"""What the steps of the Duel Phase do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.duels.steps import ChallengeOrder

DUELS: Final[dict[type, Handler]] = {
    ChallengeOrder: Handler(),
}
