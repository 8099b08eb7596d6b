"""Steps of the historical characteristics."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Tempers(Struct, frozen=True, tag="chainmail.tempers"):
    """Mercenaries show before the turn whether they obey (CM-HIST-17 to CM-HIST-20)."""


class SeekBaggage(Struct, frozen=True, tag="chainmail.seek_baggage"):
    """Whether a unit has found the enemy's baggage (CM-HIST-41 to CM-HIST-44)."""


class Compulsions(Struct, frozen=True, tag="chainmail.compulsions"):
    """Units that a rule moves, not their player, are moved before a side gives its orders (CM-HIST-04, CM-HIST-19)."""

    side: str


HistoryStep: TypeAlias = Tempers | SeekBaggage | Compulsions
