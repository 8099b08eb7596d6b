"""What others must know of magic users: who is one, what ends the spells that he keeps up (CM-FANT-SPELL-01), and that
phantasms are found out in melee (CM-FANT-SPELL-07)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import OnUnit
from schiltron.battle.state.field import company, opponents
from schiltron.rulesets.chainmail.fantasy.at_work import PHANTASM, is_phantasm
from schiltron.rulesets.chainmail.state import Scene, Unit

MOVED: Final = "moved"
ATTACKED: Final = "attacked"
"""Deeds that end spells: a magic user keeps them up standing still, and free from attack on his person."""
ENDED_BY: Final = (MOVED, ATTACKED)
_RULES: Final = ("CM-FANT-SPELL-01",)
_MAGIC_USER: Final = "magic_user"


def is_magic_user(unit: Unit) -> bool:
    nature = unit.own.profile.nature
    return nature is not None and _MAGIC_USER in nature.called


def disturb(scene: Scene, unit_id: str, deed: str) -> None:
    """Whoever of the magic users moves, or is attacked in person, keeps nothing up any more."""
    if is_magic_user(scene.unit(unit_id)):
        scene.deed(unit_id, deed, rules=_RULES)


def stirred(scene: Scene, unit_id: str) -> None:
    """A unit has moved, and whoever is with it."""
    if scene.battle.effects.all:
        for one in (scene.unit(unit_id), *company(scene.battle, scene.unit(unit_id))):
            disturb(scene, one.id, MOVED)


def unmask(scene: Scene) -> None:
    """Phantasms that have met somebody real in melee are over before a die is thrown."""
    for effect in scene.battle.effects.all:
        if effect.kind == PHANTASM and isinstance(effect.on, OnUnit):
            met = opponents(scene.battle, scene.unit(effect.on.unit))
            if any(not is_phantasm(scene.battle, one.id) for one in met):
                scene.lift(effect)
