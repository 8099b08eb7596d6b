"""What the steps of missile fire do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.fire.steps import Missiles, PassThrough, SplitFire, TakeOff, ThrowAtChargers

FIRE: Final[dict[type, Handler]] = {
    PassThrough: Handler(),
    SplitFire: Handler(),
    ThrowAtChargers: Handler(),
    Missiles: Handler(),
    TakeOff: Handler(),
}
