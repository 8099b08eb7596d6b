"""What the steps of movement do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.movement.carrying import WALK
from schiltron.rulesets.chainmail.movement.contact import CONTACT_MADE
from schiltron.rulesets.chainmail.movement.initiative import BEGIN_MOVES, CHOOSE_ORDER, INITIATIVE
from schiltron.rulesets.chainmail.movement.phase import MOVES
from schiltron.rulesets.chainmail.movement.splitting import SPLIT_ONWARD
from schiltron.rulesets.chainmail.movement.steps import (
    BeginMoves,
    ChooseOrder,
    Contact,
    Initiative,
    Moves,
    SplitOnward,
    Walk,
)

MOVEMENT: Final[dict[type, Handler]] = {
    Initiative: INITIATIVE,
    ChooseOrder: CHOOSE_ORDER,
    BeginMoves: BEGIN_MOVES,
    Moves: MOVES,
    Walk: WALK,
    SplitOnward: SPLIT_ONWARD,
    Contact: CONTACT_MADE,
}
