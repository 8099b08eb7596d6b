"""Wizards who leave the battlefield (chapter A4): at any moment of their own turn, and not to come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Liberty
from schiltron.battle.state.event import Removed
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.field import WITHDREW, troop
from schiltron.rulesets.book_of_war.magic.ending import end_with_their_casters
from schiltron.rulesets.book_of_war.magic.wizards import wizards
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.state import Battle, Scene

_LEAVE: Final = "leave:"
_RULE: Final = "BW-A4-06"


def departures(view: Battle) -> Iterator[Liberty]:
    """Every wizard of the side whose turn it is may leave (BW-A4-06), if he has the spells for it
    (BW-A4-31)."""
    if view.turn and view.own.options.game == "advanced":
        for wizard in wizards(view, view.active):
            if wizard.controller and troop(wizard).basic_magic:
                yield Liberty(f"{_LEAVE}{wizard.id}", "Leave the field", wizard.controller, wizard.id, (_RULE,))


def depart(scene: Scene, what: str) -> bool:
    """A wizard is out of the game, though not killed; whoever was with him stays. False for another liberty."""
    if not what.startswith(_LEAVE):
        return False
    wizard = scene.unit(what.removeprefix(_LEAVE))
    scene.change(replace(wizard, place=OffTable(WITHDREW)))
    scene.tell(Removed(unit=wizard.id, figures=0, why="withdrew by magic", rules=(_RULE,)))
    end_with_their_casters(scene)
    part(scene)
    return True
