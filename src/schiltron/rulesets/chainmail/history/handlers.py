"""What the steps of the historical characteristics do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.history.steps import Compulsions, SeekBaggage, Tempers

HISTORY: Final[dict[type, Handler]] = {
    Tempers: Handler(),
    SeekBaggage: Handler(),
    Compulsions: Handler(),
}
