"""What the steps of command and control do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.command.steps import DrawCards, DrawOrder, KeepCards, Window

COMMAND: Final[dict[type, Handler]] = {
    DrawOrder: Handler(),
    DrawCards: Handler(),
    Window: Handler(),
    KeepCards: Handler(),
}
