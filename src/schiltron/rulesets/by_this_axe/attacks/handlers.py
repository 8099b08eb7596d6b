"""What the steps of shooting and melee do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.attacks.steps import Fire, Melees

ATTACKS: Final[dict[type, Handler]] = {
    Fire: Handler(),
    Melees: Handler(),
}
