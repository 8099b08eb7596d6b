"""What the steps of command and control do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.command.drawing import DRAW, KEEP, ORDER
from schiltron.rulesets.by_this_axe.command.effects import DISTANCE
from schiltron.rulesets.by_this_axe.command.steps import DrawCards, DrawOrder, KeepCards, RollDistance, Window
from schiltron.rulesets.by_this_axe.command.window import WINDOW

COMMAND: Final[dict[type, Handler]] = {
    DrawOrder: ORDER,
    DrawCards: DRAW,
    Window: WINDOW,
    RollDistance: DISTANCE,
    KeepCards: KEEP,
}
