"""What the steps of missile fire do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.fire.arquebus import FUSILLADE
from schiltron.rulesets.chainmail.fire.passing import PASS_THROUGH, SPLIT_FIRE, THROW_AT_CHARGERS
from schiltron.rulesets.chainmail.fire.phase import CONTEST, MISSILES, RELOAD, TAKE_OFF
from schiltron.rulesets.chainmail.fire.steps import (
    Contest,
    Fusillade,
    Missiles,
    PassThrough,
    Reload,
    SplitFire,
    TakeOff,
    ThrowAtChargers,
    Volley,
)
from schiltron.rulesets.chainmail.fire.volleys import VOLLEY

FIRE: Final[dict[type, Handler]] = {
    PassThrough: PASS_THROUGH,
    SplitFire: SPLIT_FIRE,
    ThrowAtChargers: THROW_AT_CHARGERS,
    Missiles: MISSILES,
    Contest: CONTEST,
    Volley: VOLLEY,
    Fusillade: FUSILLADE,
    Reload: RELOAD,
    TakeOff: TAKE_OFF,
}
