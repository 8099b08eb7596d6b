"""Steps of command and control."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Moment = Literal["ranged", "initiative", "movement", "charged", "check"]
"""When cards may be played: before shots are declared, before the roll for who moves first, while one's own side moves,
when a unit is about to be charged, before a unit checks its nerve."""


class DrawOrder(Struct, frozen=True, tag="by_this_axe.draw_order"):
    """Who draws first (TA-CMD-04)."""


class DrawCards(Struct, frozen=True, tag="by_this_axe.draw_cards"):
    """Sides still to draw a card each, the first one next."""

    sides: tuple[str, ...]


class Window(Struct, frozen=True, tag="by_this_axe.window"):
    """A side may play a card now, or pass. `about` is the unit that is charged or checks."""

    side: str
    moment: Moment
    about: str = ""


class RollDistance(Struct, frozen=True, tag="by_this_axe.roll_distance"):
    """A card was played whose distance is rolled for, once for all its units (TA-CMD-10)."""

    side: str
    card: str
    use: str
    units: tuple[str, ...]
    target: str = ""


class KeepCards(Struct, frozen=True, tag="by_this_axe.keep_cards"):
    """The turn is over: nobody keeps more than three (TA-CMD-06)."""


CommandStep: TypeAlias = DrawOrder | DrawCards | Window | RollDistance | KeepCards
