"""What the steps of melee do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.melee.joining import JOIN_MELEES
from schiltron.rulesets.chainmail.melee.refusing import REFUSE_COMBAT
from schiltron.rulesets.chainmail.melee.rounds import MELEES, NEXT_MELEE, ROUND
from schiltron.rulesets.chainmail.melee.steps import JoinMelees, Melees, NextMelee, RefuseCombat, Round

MELEE: Final[dict[type, Handler]] = {
    Melees: MELEES,
    JoinMelees: JOIN_MELEES,
    NextMelee: NEXT_MELEE,
    Round: ROUND,
    RefuseCombat: REFUSE_COMBAT,
}
