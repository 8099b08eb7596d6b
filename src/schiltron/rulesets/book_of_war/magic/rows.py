"""The rows of what wizards can do (chapter A4), as the book's tables and the files of powers have them."""

from __future__ import annotations

from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec import Struct

from schiltron.battle.play.powers import Power
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Unit

Shots = Literal["shots_motionless", "shots_with_half_move"]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    power: tuple[Power, ...]


def rows(text: bytes) -> dict[str, Power]:
    """The powers of a file, by their keys. What is wrong in it is said with its place."""
    return {one.key: one for one in msgspec.toml.decode(text, type=_File).power}


POWERS: Final = rows(resources.files("schiltron.rulesets.book_of_war.magic").joinpath("powers.toml").read_bytes())
"""What every wizard may have."""


ONLY_APART: Final = "duels"
"""The store of spells that serve in special combat alone (BW-A4-34)."""


def power_of(wizard: Unit, key: str) -> Power:
    """A power by its key: one of the book, or a spell that his army has defined (BW-A4-29)."""
    return POWERS.get(key) or next(one for one in wizard.own.extra if one.key == key)


GREATER: Final = tuple(str(row["spell"]) for row in LAW.sheet("BW-T-greater-spells").records())
"""The six greater spells (BW-A4-13), as the book lists them."""
WANDS: Final = tuple(str(row["wand"]) for row in LAW.sheet("BW-T-wand").records())
"""A wizard carries one of them (BW-A4-07)."""


def shots(wand: str, when: Shots) -> int:
    """How often a wand fires in a turn (BW-A4-09)."""
    return int(LAW.sheet("BW-T-wand").row(wand)[when])
