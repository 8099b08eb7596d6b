"""Rulings the program applies where the players have not agreed otherwise, told when first used (case 0.0)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.event import Ruled
from schiltron.rulesets.battlesystem.options import RULE_OF, SWITCHES, Options
from schiltron.rulesets.battlesystem.state import Scene

_DEFAULTS: Final = Options()


def by_default(scene: Scene, switch: str) -> None:
    """A switch is used that stands as the ledger has it: say so once. What was agreed on is said with the agreement."""
    own = scene.battle.own
    if switch in own.told or getattr(own.options, switch) != getattr(_DEFAULTS, switch):
        return
    scene.set(own=replace(own, told=(*own.told, switch)))
    what = f"by default “{SWITCHES.said(own.options, switch)}”; the players may agree on something else"
    scene.tell(Ruled(what=what, rules=(RULE_OF[switch], "BS-0.0-04")))
