"""Walking into enemies that hide (chapter A2; what wizards see A4): legal by sight, stopped by what is there."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.embedded import in_play, own_figure
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.hiding import as_known, found_within, hidden_foes, put_down
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.shelter import SHELL
from schiltron.rulesets.book_of_war.state import Scene
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import gap, overlapping

SIGHT: Final[Mil] = inches(12)
"""How far wizards see those who hide (BW-A4-05)."""
_CLOSE: Final[Mil] = 3 * CONTACT
"""Who may not come into contact stops this far from it at most."""


def seen_by_wizards(scene: Scene) -> None:
    """Wizards see those who hide within 12 inches of them, who are then put down (BW-A4-05); not from within an
    antimagic shell, which stops their own magic too (BW-A4-17)."""
    battle = scene.battle
    if battle.own.options.hiding == "open":
        return
    for wizard in in_line(battle.units.values()):
        if troop(wizard).basic_magic and in_play(wizard) and battle.effects.of_kind(wizard.id, SHELL) is None:
            found_within(scene, wizard, own_figure(battle, wizard).rect, SIGHT, "BW-A4-05")


def come_upon(scene: Scene, walker: Walker) -> None:
    """Hidden enemies that a walk has run into are put down before anything comes of it, and so are those that stood
    where it would have gone (BW-A2-04)."""
    unseen = hidden_foes(scene.battle, walker.unit)
    if not unseen:
        return
    wanted = None
    if walker.reasons:
        known = as_known(scene.battle, walker.unit)
        wanted = walk(known, walker.unit, walker.path, walker.bearing, walker.shortfall, walker.allowance).outline
    here = walker.outline
    for foe in unseen:
        if gap(here, foe.outline) <= _CLOSE or (wanted is not None and overlapping(wanted, foe.outline)):
            put_down(scene, foe.id, "BW-A2-04")
