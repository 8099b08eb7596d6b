"""The army commander is killed or taken: CM-HIST-37."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.state import Scene, Unit, with_morale
from schiltron.rulesets.chainmail.troop_traits.kinds import heed_commander

LOST: Final = "the army commander is lost"
"""In `UnitPart.owed` of a unit that must check for it, when casualties are next judged."""
_RULES: Final = ("CM-HIST-37",)


def bereave(scene: Scene, commander: Unit) -> None:
    """Every unit of his side owes a check as for excess casualties; mercenaries do not care (CM-HIST-39)."""
    for unit in troops(scene.battle, commander.side):
        if alive(unit) and unit.on_table and heed_commander(scene.battle, unit) and LOST not in unit.own.morale.owed:
            scene.change(with_morale(unit, owed=(*unit.own.morale.owed, LOST)))
    if scene.battle.own.options.commander != "off":
        side = scene.battle.side_named(commander.side).title
        scene.tell(Ruled(what=f"every unit of {side} must check whether it remains, {LOST}", rules=_RULES))


def grief(unit: Unit) -> tuple[Term, ...]:
    """What a check to remain loses while the commander's loss is still to be borne."""
    return (Term(LOST, -2, "CM-HIST-37"),) if LOST in unit.own.morale.owed else ()
