"""What the steps of missile fire do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.missiles.crews import CREWS
from schiltron.rulesets.battlesystem.missiles.passing import PASS_THROUGH, SPLIT_FIRE
from schiltron.rulesets.battlesystem.missiles.phase import ARTILLERY, SHOOTING
from schiltron.rulesets.battlesystem.missiles.steps import Artillery, Crews, PassThrough, Shooting, SplitFire, Volley
from schiltron.rulesets.battlesystem.missiles.volleys import VOLLEY

MISSILES: Final[dict[type, Handler]] = {
    Shooting: SHOOTING,
    Crews: CREWS,
    Artillery: ARTILLERY,
    PassThrough: PASS_THROUGH,
    SplitFire: SPLIT_FIRE,
    Volley: VOLLEY,
}
