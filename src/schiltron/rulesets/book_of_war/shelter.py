"""Who is sheltered from all magic (chapter A4): a wizard in an antimagic shell, and his entourage."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import Effect
from schiltron.rulesets.book_of_war.embedded import has_entourage, heroes_with
from schiltron.rulesets.book_of_war.state import Battle

SHELL: Final = "antimagic_shell"


def shelter(battle: Battle, unit_id: str) -> Effect | None:
    """The antimagic shell that keeps magic off a unit: its own, or that of the wizard whose entourage it is. Of a
    larger unit only the wizard himself is sheltered (BW-A4-16)."""
    if not battle.effects.all:
        return None
    own = battle.effects.of_kind(unit_id, SHELL)
    if own is not None:
        return own
    for hero in heroes_with(battle, battle.units[unit_id]):
        found = battle.effects.of_kind(hero.id, SHELL) if has_entourage(battle, hero) else None
        if found is not None:
            return found
    return None
