"""Steps of simultaneous movement."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct


class WriteOrders(Struct, frozen=True, tag="chainmail.write_orders"):
    """Both sides write an order for each unit, in secret (CM-TURN-10)."""


class HalfMoves(Struct, frozen=True, tag="chainmail.half_moves"):
    """All units make one half of their ordered moves at the same time (CM-TURN-11)."""

    half: Literal[1, 2]


class AtTheHalf(Struct, frozen=True, tag="chainmail.at_the_half"):
    """Contact that was not ordered is checked, split-move and pass-through fire are taken (CM-TURN-11)."""


WrittenStep: TypeAlias = WriteOrders | HalfMoves | AtTheHalf
