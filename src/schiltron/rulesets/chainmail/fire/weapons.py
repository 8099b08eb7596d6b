"""Missile weapons of the tables (rules MISSILE): range, rate of fire, arc, and whether they can fire over heads."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.man_to_man.shooting import range_of
from schiltron.rulesets.chainmail.options import Scale
from schiltron.rulesets.chainmail.state import Profile, Unit
from schiltron.table.lengths import Mdeg, Mil, degrees, inches

Way = Literal["direct", "indirect"]


Rated = Literal["archers", "longbowmen", "crossbowmen", "heavy_crossbowmen", "arquebusiers", "throwing_axes_and_spears"]


class Weapon(Struct, frozen=True):
    """A missile weapon. `line` is that of footmen who carry it in the table of ranges, `rated` that in the table of
    rates of fire.

    `flat` is the rule against firing it indirectly, if there is one.
    """

    name: str
    line: str
    rated: Rated
    flat: str = ""


WEAPONS: Final[dict[str, Weapon]] = {
    "bow": Weapon("bows", "light_foot_archers", "archers"),
    "composite_bow": Weapon("composite bows", "turk_archers", "archers"),
    "longbow": Weapon("longbows", "longbowmen", "longbowmen"),
    "crossbow": Weapon("crossbows", "arquebusiers_crossbowmen", "crossbowmen", flat="CM-MISSILE-24"),
    "heavy_crossbow": Weapon("heavy crossbows", "heavy_crossbowmen", "heavy_crossbowmen", flat="CM-MISSILE-24"),
    "arquebus": Weapon("arquebuses", "arquebusiers_crossbowmen", "arquebusiers", flat="CM-GUN-05"),
    "stones": Weapon("stones", "light_foot_archers", "archers", flat="CM-FANT-HOBBIT-02"),
    "thrown": Weapon("throwing axes or spears", "heavy_foot", "throwing_axes_and_spears", flat="CM-MISSILE-33"),
}

_RANGES: Final = {str(row["troop"]): row["missile_range"] for row in LAW.sheet("CM-T-movement").records()}
_ARCS: Final = {
    str(row["firer"]): (degrees(int(row["left"])), degrees(int(row["right"])))
    for row in LAW.sheet("CM-T-arc").records()
}


def shooting(unit: Unit) -> Profile:
    """As whom a unit shoots: of a barbarian band the archers among it, while there are any (CM-HIST-01)."""
    own, mixed = unit.own.profile, unit.own.mixed
    return mixed.profile if mixed is not None and own.missile == "thrown" and archers(unit) else own


def archers(unit: Unit) -> int:
    """How many of a band that throws axes are archers: they fall in proportion (CM-HIST-01)."""
    mixed = unit.own.mixed
    if mixed is None or mixed.profile.missile in ("", "thrown"):
        return 0
    return unit.bodies * mixed.figures // unit.original


def weapon_of(unit: Unit) -> Weapon | None:
    return WEAPONS.get(shooting(unit).missile)


def reach(unit: Unit, way: Way = "direct", *, scale: Scale = "mass") -> Tally:
    """How far a unit's missiles carry: of horsemen by their class, of footmen by their weapon; 0 without any.

    A third less when they are fired over heads (CM-MISSILE-25). Man to man the weapon alone counts (CM-MTM-30).
    """
    profile = shooting(unit)
    weapon = weapon_of(unit)
    if weapon is None:
        return Tally("range", (), measure="thousandths")
    full, rule = _printed(profile, weapon), _range_rule(profile)
    if scale == "man_to_man":
        full, rule = range_of(profile), "CM-MTM-27"
    terms = [Term(weapon.name, full, rule)]
    if way == "indirect":
        terms.append(Term("indirect fire", -(full // 3), "CM-MISSILE-25"))
    return Tally("range", tuple(terms), measure="thousandths")


def _printed(profile: Profile, weapon: Weapon) -> Mil:
    if profile.nature is not None and profile.nature.range:
        return profile.nature.range
    mounted = _RANGES[profile.fights_as] if profile.mounted else "-"
    printed = _RANGES[weapon.line] if mounted == "-" else mounted
    return inches(int(printed))


def _range_rule(profile: Profile) -> str:
    if profile.nature is not None:
        return "CM-FANT-HOBBIT-02" if profile.missile == "stones" else "CM-FANT-GEN-02"
    if profile.missile == "thrown":
        return "CM-MOVE-04"
    short_bow = profile.people == "saracens" and profile.missile == "bow" and not profile.mounted
    return "CM-HIST-27" if short_bow else "CM-MOVE-01"


def arc_of(profile: Profile) -> tuple[Mdeg, Mdeg]:
    """How far to the left and to the right of straight ahead a unit fires."""
    firer = "horsemen" if profile.mounted else "arquebusiers" if profile.missile == "arquebus" else "footmen"
    return _ARCS[firer]


def arc_rule(profile: Profile) -> str:
    if profile.mounted:
        return "CM-MISSILE-19"
    return "CM-GUN-04" if profile.missile == "arquebus" else "CM-MISSILE-18"
