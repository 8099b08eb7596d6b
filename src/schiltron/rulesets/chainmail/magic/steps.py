"""Magic under way: what a magic user has called upon, until it comes about or is countered (rules FANT)."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.play.agenda import Step
from schiltron.table.lengths import Mil


class Cast(Struct, frozen=True, omit_defaults=True):
    """A spell that is being cast. What is called into being looks the same whether it is real or `false`
    (CM-FANT-SPELL-07, CM-FANT-SPELL-14)."""

    unit: str
    power: str
    way: str = ""
    target: str = ""
    feature: str = ""
    at: tuple[Mil, Mil] | None = None
    false: bool = False


class Magic(Step, frozen=True, tag="chainmail.magic"):
    """Magic users throw missiles, cast spells and counter those of others: sides still to be asked, the first next."""

    sides: tuple[str, ...]


class MayCounter(Step, frozen=True, tag="chainmail.may_counter"):
    """A spell is being cast: the magic users of these sides may counter it, the first side next (CM-FANT-SPELL-05)."""

    cast: Cast
    sides: tuple[str, ...]


class Counter(Step, frozen=True, omit_defaults=True, tag="chainmail.counter"):
    """A magic user tries to counter what another casts, or an `effect` that lasts (CM-FANT-SPELL-05)."""

    unit: str
    caster: str
    cast: Cast | None = None
    effect: str = ""


class Spell(Step, frozen=True, tag="chainmail.spell"):
    """A spell comes about."""

    cast: Cast
