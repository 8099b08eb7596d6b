"""What the steps of melee do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.melee.duels import (
    DUEL_AIMS,
    DUEL_BLOWS,
    DUEL_DAMAGE,
    DUEL_ROUND,
    INDIVIDUAL_COMBATS,
)
from schiltron.rulesets.battlesystem.melee.ending import END_MELEE
from schiltron.rulesets.battlesystem.melee.fights import FIGHT, FREE_ATTACK, MELEES
from schiltron.rulesets.battlesystem.melee.readying import ARM_UP, BEGIN_MELEE, PLEDGE
from schiltron.rulesets.battlesystem.melee.steps import (
    ArmUp,
    BeginMelee,
    DuelAims,
    DuelBlows,
    DuelDamage,
    DuelRound,
    EndMelee,
    Fight,
    FreeAttack,
    IndividualCombats,
    Melees,
    Pledge,
)

MELEE: Final[dict[type, Handler]] = {
    IndividualCombats: INDIVIDUAL_COMBATS,
    DuelAims: DUEL_AIMS,
    DuelRound: DUEL_ROUND,
    DuelBlows: DUEL_BLOWS,
    DuelDamage: DUEL_DAMAGE,
    BeginMelee: BEGIN_MELEE,
    ArmUp: ARM_UP,
    Pledge: PLEDGE,
    Melees: MELEES,
    Fight: FIGHT,
    FreeAttack: FREE_ATTACK,
    EndMelee: END_MELEE,
}
