"""Steps of nerve."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Reaction = Literal["melee_continues", "back_good_order", "retreat", "rout", "surrender"]
"""As the table of post-melee morale names them."""


class StandCharge(Struct, frozen=True, tag="chainmail.stand_charge"):
    """A unit about to be struck by a charge shows whether it stands (CM-MORALE-07 to CM-MORALE-15).

    One that is attacked before it has rallied shows whether it rallies at once (CM-MELEE-28, CM-HIST-03).
    """

    unit: str
    charger: str


class PostMelee(Struct, frozen=True, tag="chainmail.post_melee"):
    """Post-melee morale (CM-MELEE-17 to CM-MELEE-24) of one melee, from numbers frozen when its round was fought.

    By side: the units involved, figures involved at the start, and of each unit those killed and those who survive.
    `blows` says who struck at whom.
    """

    sides: tuple[MeleeSide, MeleeSide]
    blows: tuple[tuple[str, str], ...] = ()


class MeleeSide(Struct, frozen=True):
    """One side of a melee that has been fought: its units with the figures they had in it, and those they lost.

    `began` is what they had in it when it began, if that was in an earlier round (CM-MELEE-23).
    """

    side: str
    units: tuple[str, ...]
    involved: tuple[int, ...]
    lost: tuple[int, ...]
    began: tuple[int, ...] = ()


class TakePrisoners(Struct, frozen=True, tag="chainmail.take_prisoners"):
    """Dice for prisoners, before the losers of a melee fall back (CM-MELEE-38)."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    reaction: Reaction


class React(Struct, frozen=True, tag="chainmail.react"):
    """The losers of a melee fall back, flee or surrender; `reach` is how far, in thousandths of a normal move."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    reaction: Reaction
    reach: int


class Instability(Struct, frozen=True, tag="chainmail.instability"):
    """Units with excess casualties check, before the melees or after them (CM-MORALE-01, CM-MORALE-02)."""

    moment: Literal["fire", "melee"]


class Remain(Struct, frozen=True, tag="chainmail.remain"):
    """A unit with excess casualties shows whether it remains (CM-MORALE-01)."""

    unit: str


class Rallies(Struct, frozen=True, tag="chainmail.rallies"):
    """Units in retreat or rout stay to rally, or go on (CM-MELEE-27 to CM-MELEE-32); "" is both sides'."""

    side: str = ""


class StayOrRun(Struct, frozen=True, tag="chainmail.stay_or_run"):
    """A unit that ran last turn stays unmoved to rally, or its player lets it run on (CM-MELEE-27, CM-MELEE-30)."""

    unit: str


class RollRally(Struct, frozen=True, tag="chainmail.roll_rally"):
    """A unit that has run on dices to rally (CM-MELEE-30)."""

    unit: str


MoraleStep: TypeAlias = (
    StandCharge | PostMelee | TakePrisoners | React | Instability | Remain | Rallies | StayOrRun | RollRally
)
