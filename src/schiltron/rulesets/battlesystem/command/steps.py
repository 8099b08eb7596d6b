"""Steps of command: initiative, rally, roles."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Purpose = Literal["rally", "command", "move_forward", "charge", "force_march", "wheel"]
"""What a rally attempt is for: ending a rout, bringing back into command, or an order to a mob (BS-6.0-01)."""


class Initiative(Struct, frozen=True, tag="battlesystem.initiative"):
    """A die for each side; the winner is Side A of this round (BS-1.1-01)."""


class DeclareSpells(Struct, frozen=True, tag="battlesystem.declare_spells"):
    """Before anything else of the round: which commanders cast a spell in it (BS-9.2-02)."""


class Rally(Struct, frozen=True, tag="battlesystem.rally"):
    """A side's commanders make their rally attempts, one after the other (BS-1.3-01)."""

    side: str


class Attempt(Struct, frozen=True, tag="battlesystem.attempt"):
    """One commander's attempt for one unit (BS-6.2-01)."""

    unit: str
    commander: str
    purpose: Purpose


class Reface(Struct, frozen=True, tag="battlesystem.reface"):
    """A rallied unit may change facing at once (BS-6.3-01)."""

    unit: str


class Roles(Struct, frozen=True, tag="battlesystem.roles"):
    """As the Movement Phase opens, individuals of a side may change their roles (BS-9.0-02)."""

    side: str


class Fate(Struct, frozen=True, tag="battlesystem.fate"):
    """What became of a character whose last companions fell in combat (BS-9.1-05)."""

    individual: str


CommandStep: TypeAlias = Initiative | DeclareSpells | Rally | Attempt | Reface | Roles | Fate
