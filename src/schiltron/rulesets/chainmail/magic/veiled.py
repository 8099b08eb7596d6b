"""What others may not know of magic under way: whether what is called into being is real (CM-FANT-SPELL-07)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.event import REFEREE
from schiltron.rulesets.chainmail.magic.steps import Cast, Counter, MayCounter, Spell
from schiltron.rulesets.chainmail.state import Battle


def with_magic_veiled(battle: Battle, seat: str | None) -> Battle:
    """The battle as a seat sees it that did not cast what is being cast."""
    if seat == REFEREE:
        return battle
    agenda = tuple(_veiled(battle, seat, step) for step in battle.agenda)
    return battle if agenda == battle.agenda else replace(battle, agenda=agenda)


def _veiled(battle: Battle, seat: str | None, step: Step) -> Step:
    if isinstance(step, MayCounter | Spell | Counter) and step.cast is not None and step.cast.false:
        caster = battle.units.get(step.cast.unit)
        if caster is None or seat not in battle.seats_of(caster.side):
            return replace(step, cast=_as_real(step.cast))
    return step


def _as_real(cast: Cast) -> Cast:
    return replace(cast, false=False)
