"""What the steps of movement do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.movement.carrying import WALK
from schiltron.rulesets.battlesystem.movement.compelled import UNLEASHED
from schiltron.rulesets.battlesystem.movement.contact import CONTACT_MADE
from schiltron.rulesets.battlesystem.movement.marches import MARCH_CHECK
from schiltron.rulesets.battlesystem.movement.mobs import MOB_WHEELS
from schiltron.rulesets.battlesystem.movement.phase import BEGIN_MOVEMENT, MOVES, WHO_MOVES
from schiltron.rulesets.battlesystem.movement.running import FLEE
from schiltron.rulesets.battlesystem.movement.splitting import SPLIT_ONWARD
from schiltron.rulesets.battlesystem.movement.steps import (
    BeginMovement,
    Contact,
    DrawBack,
    Flee,
    Follow,
    MarchCheck,
    MobWheels,
    Moves,
    SplitOnward,
    Unleashed,
    Walk,
    WhoMoves,
    Withdraw,
)
from schiltron.rulesets.battlesystem.movement.withdrawing import DRAW_BACK, FOLLOW_UP, WITHDRAW

MOVEMENT: Final[dict[type, Handler]] = {
    BeginMovement: BEGIN_MOVEMENT,
    Contact: CONTACT_MADE,
    DrawBack: DRAW_BACK,
    Flee: FLEE,
    Follow: FOLLOW_UP,
    MarchCheck: MARCH_CHECK,
    MobWheels: MOB_WHEELS,
    Moves: MOVES,
    SplitOnward: SPLIT_ONWARD,
    Unleashed: UNLEASHED,
    Walk: WALK,
    WhoMoves: WHO_MOVES,
    Withdraw: WITHDRAW,
}
