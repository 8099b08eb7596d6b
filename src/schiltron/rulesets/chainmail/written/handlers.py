"""What the steps of written orders do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.written.steps import AtTheHalf, HalfMoves, WriteOrders

WRITTEN: Final[dict[type, Handler]] = {
    WriteOrders: Handler(),
    HalfMoves: Handler(),
    AtTheHalf: Handler(),
}
