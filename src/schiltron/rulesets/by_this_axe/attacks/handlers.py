"""What the steps of shooting and melee do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.attacks.fighting import BEAT, MELEES
from schiltron.rulesets.by_this_axe.attacks.fire import FIRE, SECOND_VOLLEY
from schiltron.rulesets.by_this_axe.attacks.losses import CLEAR_FALLEN, CLOSE_UP, TAKE_OFF
from schiltron.rulesets.by_this_axe.attacks.steps import (
    Beat,
    ClearFallen,
    CloseUp,
    Fire,
    Melees,
    Saves,
    SecondVolley,
    Strike,
    TakeOff,
)
from schiltron.rulesets.by_this_axe.attacks.strikes import SAVES, STRIKE

ATTACKS: Final[dict[type, Handler]] = {
    Fire: FIRE,
    SecondVolley: SECOND_VOLLEY,
    Melees: MELEES,
    Beat: BEAT,
    Strike: STRIKE,
    Saves: SAVES,
    TakeOff: TAKE_OFF,
    ClearFallen: CLEAR_FALLEN,
    CloseUp: CLOSE_UP,
}
