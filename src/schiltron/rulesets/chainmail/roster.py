"""A unit's roster line as a player reads it (rules MISSILE, MOVE and FANT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.man_to_man.arms import armour_of, said, weapon_of
from schiltron.rulesets.chainmail.nature import Nature, arms_in_words
from schiltron.rulesets.chainmail.points import UNPRICED
from schiltron.rulesets.chainmail.state import Mixed, Profile

_MOVES: Final = {str(row["troop"]): row for row in LAW.sheet("CM-T-movement").records()}
_ARMOUR: Final = {
    "unarmored": "unarmoured",
    "half_armor_or_shield": "half armour or shield",
    "fully_armored": "fully armoured",
    "arrow_proof": "arrow proof",
}


def roster_line(profile: Profile, mixed: Mixed | None = None) -> str:
    """Class, move and charge (CM-MOVE-01), armour (CM-MISSILE-02), what sets it apart, and whom it is brigaded with."""
    if profile.nature is not None:
        return ", ".join(_creature(profile, profile.nature))
    second = (f"brigaded with {mixed.figures} {_class(mixed.profile)}",) if mixed is not None else ()
    return ", ".join((_class(profile), _speed(profile), _ARMOUR[profile.armour], *_apart(profile), *second))


def _creature(profile: Profile, nature: Nature) -> Iterator[str]:
    """As what it fights (CM-FANT-GEN-07), how it goes (CM-FANT-GEN-02), what else it can, and its magical arms."""
    yield _fights(nature)
    if nature.move:
        yield f"move {nature.move // 1000}″" + (f", charge {nature.charge // 1000}″" if nature.charge else "")
    if nature.fly:
        yield f"flies {nature.fly // 1000}″"
    if profile.missile:
        yield f"{profile.missile.replace('_', ' ')} {nature.range // 1000}″"
    yield from dict.fromkeys(one.word.replace("_", " ") for one in nature.traits)
    yield from arms_in_words(nature.arms)
    if profile.mercenary:
        yield "mercenaries"


def _fights(nature: Nature) -> str:
    as_one = nature.attacks_as.replace("_", " ").replace("armored", "armoured")
    if not nature.attack:
        return "strikes nobody"
    return as_one if nature.attack == 1 else f"fights as {nature.attack} {as_one}"


def _class(profile: Profile) -> str:
    if profile.engine:
        return profile.engine.replace("_", " ")
    return profile.fights_as.replace("_", " ").replace("armored", "armoured")


def _speed(profile: Profile) -> str:
    line = _MOVES[profile.moves]
    charge = f", charge {line['charge_move']}″" if line["charge_move"] != "-" else ""
    return f"move {line['move']}″{charge}"


def _apart(profile: Profile) -> Iterator[str]:
    if profile.engine in UNPRICED:
        if profile.arms != "hand":
            yield profile.arms
        if profile.missile:
            yield "throwing axes and spears" if profile.missile == "thrown" else profile.missile.replace("_", " ")
    if profile.rated in ("elite_heavy_foot", "janissaries"):
        yield "elite"
    if profile.weapon or profile.body_armour:
        yield f"man to man {said(weapon_of(profile))} and {said(armour_of(profile))}"
    if profile.people:
        yield profile.people.capitalize()
    if profile.commander:
        yield "army commander"
    elif profile.order:
        yield "religious order"
    elif profile.knights:
        yield "knights"
    if profile.mercenary:
        yield "mercenaries"
