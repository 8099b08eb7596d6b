"""What the steps of movement do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.movement.steps import BeginMoves, ChooseOrder, Contact, Initiative, Moves, Walk

MOVEMENT: Final[dict[type, Handler]] = {
    Initiative: Handler(),
    ChooseOrder: Handler(),
    BeginMoves: Handler(),
    Moves: Handler(),
    Walk: Handler(),
    Contact: Handler(),
}
