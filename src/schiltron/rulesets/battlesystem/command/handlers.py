"""What the steps of command do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.command.fate import FATE
from schiltron.rulesets.battlesystem.command.initiative import INITIATIVE
from schiltron.rulesets.battlesystem.command.rallying import ATTEMPT, RALLY_PHASE
from schiltron.rulesets.battlesystem.command.refacing import REFACE
from schiltron.rulesets.battlesystem.command.roles import ROLES
from schiltron.rulesets.battlesystem.command.spells import SPELLS
from schiltron.rulesets.battlesystem.command.steps import Attempt, DeclareSpells, Fate, Initiative, Rally, Reface, Roles

COMMAND: Final[dict[type, Handler]] = {
    Initiative: INITIATIVE,
    DeclareSpells: SPELLS,
    Rally: RALLY_PHASE,
    Attempt: ATTEMPT,
    Reface: REFACE,
    Roles: ROLES,
    Fate: FATE,
}
