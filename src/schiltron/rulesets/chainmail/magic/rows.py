"""The rows of what magic users can do, and of their grades, as the book's tables and the file of powers have them
(rules FANT)."""

from __future__ import annotations

from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from schiltron.battle.play.powers import Power
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Unit
from schiltron.table.lengths import Mil, inches


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    power: tuple[Power, ...]


class Grade(Struct, frozen=True):
    """A grade of magic user (CM-FANT-WIZARD-01): what it adds to all his dice, how many spells he manages, and how far
    off he keeps them up (None: as far as there is a field)."""

    name: str
    dice: int
    fewest: int
    most: int
    reach: Mil | None


_TEXT: Final = resources.files("schiltron.rulesets.chainmail.magic").joinpath("powers.toml").read_bytes()
POWERS: Final = {one.key: one for one in msgspec.toml.decode(_TEXT, type=_File).power}


def power_of(unit: Unit, key: str) -> Power:
    """A power by its key: one of the book, or a spell that his army has defined (CM-FANT-SPELL-21)."""
    if key in POWERS:
        return POWERS[key]
    nature = unit.own.profile.nature
    assert nature is not None, "only magic users have powers"
    return next(one.power for one in nature.own_spells if one.power.key == key)


MISSILES: Final = tuple(str(row["missile"]) for row in LAW.sheet("CM-T-fant-wizard-missile").records())
"""The two that a magic user chooses from (CM-FANT-WIZARD-10)."""
BOOK_OF_SPELLS: Final = tuple(str(row["spell"]) for row in LAW.sheet("CM-T-fant-spells").records())
"""The eight spells of the book, as it lists them."""
OWN: Final = "own spells"
"""The store of spells that an army has defined (CM-FANT-SPELL-21)."""
TERRAIN: Final = "moving_terrain"
"""The spell of full wizards alone (CM-FANT-SPELL-19)."""


def _grade(row: dict[str, str | int | float | bool]) -> Grade:
    reach = row["spell_distance_inches"]
    return Grade(
        str(row["grade"]),
        int(row["dice_adjustment"]),
        int(row["spells_min"]),
        int(row["spells_max"]),
        None if reach == "unlimited" else inches(int(reach)),
    )


GRADES: Final = tuple(_grade(row) for row in LAW.sheet("CM-T-fant-wizard-grades").records())
"""By how many steps a magic user is below a wizard."""
