"""Creatures of the fantasy supplement as data: kinds on the book's list (TA-FANT-C01 to TA-FANT-C22) and what a major
monster is rated as (TA-FANT-C23 to TA-FANT-C25).

A kind sets fighting capacity, abilities and how many a figure stands for; arms and armour come from the army list.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Profile, Role

SCALES: Final = ("1:5", "1:20")


class Kind(Struct, frozen=True):
    """A row of the book's list. `heads` are individuals a figure, by scale."""

    id: str
    name: str
    fc: int
    abilities: tuple[str, ...]
    heads: dict[str, int]
    rule: str
    animal: bool
    """Whether it fights with claws and teeth where its list says nothing (TA-FANT-C22)."""


_NAMES: Final = {
    "bandits_pirates": "Bandits and pirates",
    "uruk_hai_orcs": "Uruk Hai orcs",
    "newhonian_ghouls": "Newhonian ghouls",
    "skeleton": "Skeletons",
    "zombie": "Zombies",
    "ghoul": "Ghouls",
}
"""What kinds are called that the list has in the singular, or two of in one row."""
_RULES: Final = {
    "bandits_pirates": "TA-FANT-C01",
    "berserkers": "TA-FANT-C02",
    "cavemen": "TA-FANT-C03",
    "elves": "TA-FANT-C04",
    "hobbits": "TA-FANT-C05",
    "dwarves": "TA-FANT-C06",
    "gnomes": "TA-FANT-C07",
    "orcs": "TA-FANT-C08",
    "uruk_hai_orcs": "TA-FANT-C09",
    "hobgoblins": "TA-FANT-C10",
    "goblins": "TA-FANT-C11",
    "kobolds": "TA-FANT-C12",
    "gnolls": "TA-FANT-C13",
    "lizardmen": "TA-FANT-C14",
    "bugbears": "TA-FANT-C15",
    "newhonian_ghouls": "TA-FANT-C16",
    "serpent_men": "TA-FANT-C17",
    "skeleton": "TA-FANT-C18",
    "skeleton_elite": "TA-FANT-C19",
    "zombie": "TA-FANT-C20",
    "ghoul": "TA-FANT-C21",
}
_ANIMALS: Final = ("newhonian_ghouls", "ghoul")


def _kind(row: dict[str, str | int | float | bool]) -> Kind:
    key = str(row["creature"])
    name = _NAMES.get(key, key.replace("_", " ").capitalize())
    words = () if row["abilities"] == "-" else str(row["abilities"]).split(", ")
    heads = {scale: int(row[f"individuals_{scale.replace(':', '_')}"]) for scale in SCALES}
    return Kind(
        id=name.lower().replace(" and ", "_").replace(" ", "_"),
        name=name,
        fc=int(row["fc"]),
        abilities=tuple(word.replace(" ", "_") for word in words),
        heads=heads,
        rule=_RULES[key],
        animal=key in _ANIMALS,
    )


KINDS: Final[dict[str, Kind]] = {kind.id: kind for kind in map(_kind, LAW.sheet("TA-T-monsters").records())}
"""By the word an army list has for them, in the order of the book."""

_MEN: Final = {"1:5": 5, "1:20": 20}
"""Men in a figure (TA-ABS-12, TA-UNIT-07)."""


def heads(line: Profile, scale: str) -> int:
    """How many individuals a figure of a line stands for: as many as the list says of a kind on it (TA-FANT-C01 to
    TA-FANT-C21), of all others as many as the scale."""
    kind = KINDS.get(line.kind)
    return _MEN[scale] if kind is None else kind.heads[scale]


# ---------------------------------------------------------------- major monsters

MAJOR: Final = "major_monster"
A_FIGURE: Final = {
    str(row["scale"]): (int(row["min_creatures"]), int(row["max_creatures"]))
    for row in LAW.sheet("TA-T-major-monster-figures").records()
}
"""How many major monsters a figure may stand for, by scale (TA-FANT-C23)."""
_RATINGS: Final[tuple[tuple[Role, int], ...]] = (
    ("champion", int(LAW.sheet("TA-T-fighting-level-figures").row("champion")["min_level"])),
    ("superhero", int(LAW.sheet("TA-T-fighting-level-figures").row("superhero")["min_level"])),
    ("hero", int(LAW.sheet("TA-T-fighting-level-figures").row("hero")["min_level"])),
)


def rated(level: int) -> Role | None:
    """The hero that so high a fighting level makes, of all creatures of a figure together; none below a hero
    (TA-FANT-C24)."""
    return next((role for role, least in _RATINGS if level >= least), None)
