"""A party or a list of monsters of the role-playing game: who is in it, and with whom each stands in one figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from schiltron.parent_game.creature import Record

Leads = Literal["", "leader", "general"]
Becomes = Literal["hero", "priest", "mage"]


class Member(Struct, frozen=True):
    """So many alike. Who names the same `figure` stands in it together; `leads` is what players wish him to be."""

    record: Record
    number: int = 1
    figure: str = ""
    leads: Leads = ""


class Party(Struct, frozen=True):
    """`becomes` says of figures, by name, as what they count where they might count as more than one thing."""

    name: str
    members: tuple[Member, ...]
    becomes: Mapping[str, Becomes] = field(default_factory=dict)
