"""Steps of simultaneous movement."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from schiltron.battle.clock import Course, Moment
from schiltron.rulesets.chainmail.movement.steps import Action, Shaped
from schiltron.table.lengths import Mil


class WriteOrders(Struct, frozen=True, tag="chainmail.write_orders"):
    """Both sides write an order for each unit, in secret (CM-TURN-10)."""


class SetOut(Struct, frozen=True, tag="chainmail.set_out"):
    """What was written, or what a rule made of it, becomes the moves of the turn."""


class Going(Struct, frozen=True):
    """A unit on its way while the clock runs. `target` is whom it charges, `rules` those of its move.

    `shapes` are its formations after each leg of its course, `up` what it has spent when it first goes uphill.
    """

    unit: str
    action: Action
    course: Course
    shapes: tuple[Shaped, ...]
    target: str = ""
    up: Mil | None = None
    rules: tuple[str, ...] = ()


class Onward(Struct, frozen=True, tag="chainmail.onward"):
    """All who are going move on at the same time, to the half, to the end, or until two of them meet (CM-TURN-11)."""

    clock: Moment
    going: tuple[Going, ...]


class AtTheHalf(Struct, frozen=True, tag="chainmail.at_the_half"):
    """Fire is over: charges of those who were to charge if charged begin, and the rest of the moves (CM-TURN-15)."""

    going: tuple[Going, ...]


WrittenStep: TypeAlias = WriteOrders | SetOut | Onward | AtTheHalf
