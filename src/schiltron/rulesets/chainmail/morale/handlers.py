"""What the steps of nerve do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.morale.charges import STAND_CHARGE
from schiltron.rulesets.chainmail.morale.instability import INSTABILITY, REMAIN
from schiltron.rulesets.chainmail.morale.post_melee import POST_MELEE
from schiltron.rulesets.chainmail.morale.prisoners import TAKE_PRISONERS
from schiltron.rulesets.chainmail.morale.rally import RALLIES, ROLL_RALLY, STAY_OR_RUN
from schiltron.rulesets.chainmail.morale.reactions import REACT
from schiltron.rulesets.chainmail.morale.steps import (
    Instability,
    PostMelee,
    Rallies,
    React,
    Remain,
    RollRally,
    StandCharge,
    StayOrRun,
    TakePrisoners,
)

MORALE: Final[dict[type, Handler]] = {
    StandCharge: STAND_CHARGE,
    PostMelee: POST_MELEE,
    TakePrisoners: TAKE_PRISONERS,
    React: REACT,
    Instability: INSTABILITY,
    Remain: REMAIN,
    Rallies: RALLIES,
    StayOrRun: STAY_OR_RUN,
    RollRally: ROLL_RALLY,
}
