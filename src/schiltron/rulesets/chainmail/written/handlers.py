"""What the steps of written orders do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.written.marching import AT_THE_HALF, ONWARD, SET_OUT
from schiltron.rulesets.chainmail.written.orders import WRITE_ORDERS
from schiltron.rulesets.chainmail.written.steps import AtTheHalf, Onward, SetOut, WriteOrders

WRITTEN: Final[dict[type, Handler]] = {
    WriteOrders: WRITE_ORDERS,
    SetOut: SET_OUT,
    Onward: ONWARD,
    AtTheHalf: AT_THE_HALF,
}
