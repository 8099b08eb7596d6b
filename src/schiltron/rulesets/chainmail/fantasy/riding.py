"""Who is carried through the air by whom (CM-FANT-ROC-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.field import company, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.field import is_aloft, trait
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import Battle, Unit

RULE: Final = "CM-FANT-ROC-05"
_A_MAN: Final = "man_sized"


def burdened(battle: Battle, unit: Unit) -> Trait | None:
    """How far a creature carries whom it has taken up now; None where it carries nobody."""
    how = trait(unit, "carries")
    return how if how is not None and company(battle, unit) else None


def against_mounting(battle: Battle, unit: Unit, beast: Unit) -> Iterator[Reason]:
    """What keeps a figure from being taken up by a creature that carries."""
    nature = unit.own.profile.nature
    if unit.own.profile.mounted or (nature is not None and nature.size != _A_MAN):
        yield Reason(f"{beast.name} carries a man's weight and no more", (RULE,))
    if is_aloft(beast):
        yield Reason(f"{beast.name} is in the air", (RULE,))
    if in_melee(battle, beast):
        yield Reason(f"{beast.name} is in melee", (RULE,))
    if any(one.id != unit.id for one in company(battle, beast)):
        yield Reason(f"{beast.name} carries somebody already", (RULE,))


def is_carried_aloft(battle: Battle, unit: Unit) -> bool:
    """Whether a figure is in the air with whoever carries it, and cannot get down."""
    return bool(unit.host) and is_aloft(battle.units[unit.host])
