"""Regular units, skirmish units and mobs: how large they may start, and of what figures (cases 2.8 to 2.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.hit_dice import per_figure
from schiltron.rulesets.battlesystem.ratings.pieces import LEAST_CREW
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.state import Formation, Profile


class TypeOfUnit(Struct, frozen=True):
    """Figures at the start, creatures to each, formations. Whether foot, archers or horse is all one (BS-2.8-06)."""

    least: int
    most: int
    ratios: tuple[int, ...]
    formations: tuple[Formation, ...]
    rule: str


_RULES: Final = {"regular": "BS-2.8-01", "skirmish": "BS-2.9-01", "mob": "BS-2.10-01"}
TYPES: Final = {
    str(row["type"]): TypeOfUnit(
        least=int(row["min_figures"]),
        most=int(row["max_figures"]),
        ratios=tuple(int(part.split(":")[0]) for part in str(row["ratios"]).split()),
        formations=tuple(str(row["formations"]).split()),  # type: ignore[arg-type]
        rule=_RULES[str(row["type"])],
    )
    for row in LAW.sheet("BS-T-unit-types").records()
}


class Fault(Struct, frozen=True):
    """What is wrong with a unit as it is mustered, and what would be right."""

    about: str
    wrong: str
    right: str
    rule: str


def faults(profile: Profile, figures: int) -> Iterator[Fault]:
    """Against the limits at the start of a battle."""
    if profile.kind == "individual":
        if figures != 1:
            yield Fault("figures", f"{figures} figures of one individual", "figures = 1", "BS-2.6-01")
        return
    if profile.engine:
        yield from _of_piece(profile, figures)
        return
    limits, creatures = TYPES[profile.kind], ratio(profile, figures).total
    if not limits.least <= figures <= limits.most:
        wrong = f"a {profile.kind} unit of {figures} figures"
        yield Fault("figures", wrong, f"{limits.least} to {limits.most}", limits.rule)
    if creatures not in limits.ratios:
        yield Fault("figures", "a unit of single creatures", "figures of 10, 5 or 2 creatures", limits.rule)
    if profile.kind == "mob" and profile.missile is not None:
        yield Fault("missile", "a mob with missile weapons", "none", "BS-2.10-09")
    if profile.special and profile.kind != "regular":
        yield Fault("special", f"{profile.special} in a {profile.kind} unit", "a regular unit", "BS-2.11-01")


def _of_piece(profile: Profile, figures: int) -> Iterator[Fault]:
    if figures != 1:
        yield Fault("figures", f"a crew of {figures} figures", "figures = 1", "BS-10.10-01")
    if not profile.creature.humanoid:
        yield Fault("race", f"a crew of {profile.creature.race}", "humans, demihumans or humanoids", "BS-10.10-01")
    if per_figure(profile, 1, ratio(profile).total).total < LEAST_CREW:
        yield Fault("crew", "a crew of less than 10 hit dice", "a figure of 10 hit dice or more", "BS-10.10-01")


def formations(profile: Profile) -> tuple[Formation, ...]:
    """What it may stand in: elite units may also skirmish, berserkers never close up (BS-2.11-02, BS-2.11-03)."""
    if profile.kind == "individual" or profile.engine:
        return ("none",)
    usual = TYPES[profile.kind].formations
    if profile.special == "elite":
        return (*usual, "skirmish")
    return tuple(one for one in usual if one != "closed") if profile.special == "berserkers" else usual
