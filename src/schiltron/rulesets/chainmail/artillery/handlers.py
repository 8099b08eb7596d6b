"""What the steps of artillery fire do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.artillery.crews import CREWS
from schiltron.rulesets.chainmail.artillery.phase import ARTILLERY_FIRE
from schiltron.rulesets.chainmail.artillery.shots import SHOT
from schiltron.rulesets.chainmail.artillery.steps import Artillery, Crews, Shot

ARTILLERY: Final[dict[type, Handler]] = {
    Artillery: ARTILLERY_FIRE,
    Crews: CREWS,
    Shot: SHOT,
}
