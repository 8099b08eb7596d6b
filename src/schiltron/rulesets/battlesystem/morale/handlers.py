"""What the steps of morale do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.morale.capture import HEMMED
from schiltron.rulesets.battlesystem.morale.checks import CHECK_MORALE, OWED_CHECKS
from schiltron.rulesets.battlesystem.morale.discipline import CHECK_DISCIPLINE
from schiltron.rulesets.battlesystem.morale.runs import ROUT_MOVE
from schiltron.rulesets.battlesystem.morale.steps import CheckDiscipline, CheckMorale, Hemmed, OwedChecks, RoutMove

MORALE: Final[dict[type, Handler]] = {
    OwedChecks: OWED_CHECKS,
    CheckMorale: CHECK_MORALE,
    CheckDiscipline: CHECK_DISCIPLINE,
    RoutMove: ROUT_MOVE,
    Hemmed: HEMMED,
}
