"""What the steps of the Movement Phase do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.movement.carrying import RESERVED_FIRE, ROLL_WOODS, WALK
from schiltron.rulesets.by_this_axe.movement.charging import RETREAT, ROLL_RETREAT
from schiltron.rulesets.by_this_axe.movement.initiative import BEGIN_MOVES, CHOOSE_ORDER, INITIATIVE, WHO_MOVES
from schiltron.rulesets.by_this_axe.movement.phase import LAST_CHARGES, MOVES
from schiltron.rulesets.by_this_axe.movement.steps import (
    BeginMoves,
    ChooseOrder,
    Initiative,
    LastCharges,
    Moves,
    ReservedFire,
    Retreat,
    RollRetreat,
    RollWoods,
    Walk,
    WhoMoves,
)

MOVEMENT: Final[dict[type, Handler]] = {
    Initiative: INITIATIVE,
    WhoMoves: WHO_MOVES,
    ChooseOrder: CHOOSE_ORDER,
    BeginMoves: BEGIN_MOVES,
    Moves: MOVES,
    LastCharges: LAST_CHARGES,
    Retreat: RETREAT,
    RollRetreat: ROLL_RETREAT,
    Walk: WALK,
    RollWoods: ROLL_WOODS,
    ReservedFire: RESERVED_FIRE,
}
