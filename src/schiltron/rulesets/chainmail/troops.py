"""Ready-made troops: the types the book names, from its tables (CM-MELEE-02, CM-MOVE-01, CM-MISSILE-02; HIST, SIEGE).

Types without a line of their own in the table of movement move as the nearest one (CM-MOVE-01): peasants and crews as
light foot, levies as heavy foot, horse archers as their class of horse. Where nerve is tested they stand in the lines
that CM-MORALE-06 gives them. An army list may change what a unit carries (equipping.py).
"""

from __future__ import annotations

from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.state import Armour, Engine, Missile, Profile, TroopClass

_ARMOUR: Final = {str(row["class"]): str(row["category"]) for row in LAW.sheet("CM-T-missile-armor-default").records()}


class Line(Struct, frozen=True):
    """A troop type as an army list names it."""

    id: str
    name: str
    profile: Profile


def _armour(line: str) -> Armour:
    return _ARMOUR[line]  # type: ignore[return-value]


def _basic(fights_as: TroopClass, **more: Any) -> Profile:
    """A class of troops as the tables have it."""
    horse = fights_as.endswith("_horse")
    plain = Profile(
        fights_as=fights_as,
        rated=fights_as,
        holds="medium_horse_not_knights" if fights_as == "medium_horse" else fights_as,
        stands={"light_foot": "light_foot_levies", "armored_foot": "elite_heavy_foot_armored_foot"}.get(
            fights_as, fights_as
        ),
        moves="light_foot_archers" if fights_as == "light_foot" else fights_as,
        priced=fights_as,
        armour=_armour(fights_as),
        arms="lance" if horse and fights_as != "light_horse" else "hand",
    )
    return replace(plain, **more)


BRIGADES: Final = ({"light_horse", "medium_horse"}, {"medium_horse", "heavy_horse"})
"""Classes that may be mixed in a unit (CM-HIST-01)."""
A_SPRINKLING: Final = 5
"""One figure in so many of a barbarian band may be an archer (CM-HIST-01)."""
ELITE: Final = {
    "rated": "elite_heavy_foot",
    "holds": "elite_heavy_foot",
    "stands": "elite_heavy_foot_armored_foot",
}
"""Elite heavy foot have lines of their own wherever nerve is tested (CM-MORALE-06)."""


def _elite(**more: Any) -> Profile:
    return _basic("heavy_foot", **{**ELITE, **more})


def _pikemen(people: str) -> Profile:
    """Swiss and Landsknechte: light foot by the list, but a special class (CM-MELEE-05 to CM-MELEE-08)."""
    return Profile(
        fights_as="light_foot",
        rated="swiss_pikemen" if people == "swiss" else "landsknechte",
        holds="swiss_pikemen" if people == "swiss" else "landsknechte",
        stands="heavy_foot",
        moves="landsknechte_swiss_pikemen",
        priced="heavy_foot",
        armour=_armour("swiss_landsknechte"),
        arms="pike",
        people=people,  # type: ignore[arg-type]
    )


def _levies(fights_as: TroopClass = "heavy_foot", **more: Any) -> Profile:
    """Levies count as heavy foot, save where a line of their own or the class list says otherwise (CM-HIST-13); they
    carry long spears, pole weapons or pikes and are poorly trained (CM-HIST-15)."""
    return _basic(
        fights_as,
        moves="heavy_foot",
        rated="levies",
        holds="levies",
        stands="light_foot_levies",
        priced="levy",
        armour=_armour("levies"),
        levies=True,
        **more,
    )


def _engine(engine: Engine) -> Profile:
    """A machine with its crew, who fight as light foot (CM-T-troop-classes)."""
    wagon = engine == "wagon"
    return _basic(
        "light_foot",
        moves="wagons" if wagon else "catapults_cannons",
        priced=engine,
        armour=_armour("crews"),
        engine=engine,
    )


_LIGHT: Final = _basic("light_foot")
_HEAVY: Final = _basic("heavy_foot")
_ARMORED: Final = _basic("armored_foot")
_LIGHT_HORSE: Final = _basic("light_horse")
_MEDIUM_HORSE: Final = _basic("medium_horse")
_HEAVY_HORSE: Final = _basic("heavy_horse")
_KNIGHTS: Final = _basic("heavy_horse", holds="mounted_knights", knights=True)
_RIDING_ARCHERS: Final = {"missile": "composite_bow", "arms": "hand"}

_READY: Final[tuple[tuple[str, Profile], ...]] = (
    (
        "Peasants",  # CM-HIST-07
        _basic(
            "light_foot",
            rated="peasants",
            holds="peasants",
            stands="peasants",
            priced="peasant",
            armour=_armour("peasants"),
            peasants=True,
        ),
    ),
    ("Levies", _levies(arms="spear")),
    ("Flemish levies", _levies(arms="pike", people="flemish")),
    ("Italian city levies", _levies("armored_foot", arms="spear", people="italian")),
    ("Light foot", _LIGHT),
    ("Archers", replace(_LIGHT, missile="bow")),
    ("Longbowmen", replace(_LIGHT, missile="longbow", moves="longbowmen")),
    ("English longbowmen", replace(_LIGHT, missile="longbow", moves="longbowmen", people="english")),
    ("Crossbowmen", replace(_LIGHT, missile="crossbow", moves="arquebusiers_crossbowmen")),
    ("Heavy crossbowmen", replace(_LIGHT, missile="heavy_crossbow", moves="heavy_crossbowmen")),
    ("Arquebusiers", replace(_LIGHT, missile="arquebus", moves="arquebusiers_crossbowmen")),
    ("Saracen foot", replace(_LIGHT, missile="bow", people="saracens")),  # CM-HIST-27
    ("Turk archers", replace(_LIGHT, missile="composite_bow", moves="turk_archers", people="turks")),
    ("Heavy foot", _HEAVY),
    ("Men-at-arms", _HEAVY),
    ("Normans", _HEAVY),
    ("Turkish foot", replace(_HEAVY, people="turks")),
    ("Elite heavy foot", _elite()),
    ("Janissaries", _elite(rated="janissaries", people="turks")),
    ("Vikings", replace(_HEAVY, missile="thrown")),  # CM-MOVE-04
    ("Saxons", replace(_HEAVY, missile="thrown")),
    ("Halberdiers", replace(_HEAVY, arms="halberd")),
    ("Pikemen", replace(_HEAVY, arms="pike")),
    ("Scots pikemen", replace(_HEAVY, arms="pike", people="scots")),
    ("Armored foot", _ARMORED),
    ("Sergeants", _ARMORED),
    ("Condottiere", _ARMORED),
    ("Armored halberdiers", replace(_ARMORED, arms="halberd")),
    ("Dismounted knights", replace(_ARMORED, knights=True)),
    ("Swiss pikemen", _pikemen("swiss")),
    ("Landsknechte", _pikemen("landsknechte")),
    ("Light horse", _LIGHT_HORSE),
    ("Hobilars", _LIGHT_HORSE),
    ("Horse archers", replace(_LIGHT_HORSE, **_RIDING_ARCHERS)),
    ("Magyars", replace(_LIGHT_HORSE, **_RIDING_ARCHERS)),
    ("Mongols", replace(_LIGHT_HORSE, holds="mongols", people="mongols", **_RIDING_ARCHERS)),
    ("Turkish horse", replace(_LIGHT_HORSE, people="turks", **_RIDING_ARCHERS)),
    ("Saracen horse", replace(_LIGHT_HORSE, people="saracens", **_RIDING_ARCHERS)),  # CM-HIST-28
    ("Medium horse", _MEDIUM_HORSE),
    ("Esquires", _MEDIUM_HORSE),
    ("Turcopoles", replace(_MEDIUM_HORSE, missile="bow", arms="hand")),
    ("Turkish guard", replace(_MEDIUM_HORSE, people="turks", **_RIDING_ARCHERS)),
    ("Saracen guard", replace(_MEDIUM_HORSE, people="saracens", **_RIDING_ARCHERS)),
    ("Norman knights", replace(_MEDIUM_HORSE, holds="norman_knights", knights=True)),
    ("Heavy horse", _HEAVY_HORSE),
    ("Knights", _KNIGHTS),
    ("Knights of an order", replace(_KNIGHTS, order=True)),
    ("Reiter", replace(_HEAVY_HORSE, arms="hand")),
    ("Light catapult", _engine("light_catapult")),
    ("Heavy catapult", _engine("heavy_catapult")),
    ("Light field gun", _engine("light_field_gun")),
    ("Heavy field gun", _engine("heavy_field_gun")),
    ("Bombard", _engine("bombard")),
    ("Wagon", _engine("wagon")),
    ("Siege tower", _engine("siege_tower")),  # CM-SIEGE-05
    ("Covered ram", _engine("covered_ram")),  # CM-SIEGE-09
    ("Covered pick", _engine("covered_pick")),
    ("Covered screw", _engine("covered_screw")),
    ("Mantlet", _engine("mantlet")),  # CM-SIEGE-11
    ("Ladder party", replace(_HEAVY, ladders=True)),  # CM-SIEGE-14
    ("Light ladder party", replace(_LIGHT, ladders=True)),
    ("Sappers", replace(_LIGHT, sappers=True)),  # CM-SIEGE-33
    ("Army commander", replace(_KNIGHTS, commander=True)),
)


def creature_profile(nature: Nature, missile: Missile = "") -> Profile:
    """A creature as troops: by the class with which it attacks where its nerve is tested, by that as which it defends
    under fire (CM-FANT-GEN-06)."""
    plain = _basic(nature.attacks_as, arms="hand", armour=_armour(nature.defends_as))
    return replace(plain, missile=missile, nature=nature)


def _key(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


TROOPS: Final[dict[str, Line]] = {
    **{_key(name): Line(_key(name), name, line) for name, line in _READY},
    **{
        key: Line(key, one.name, creature_profile(one.nature, cast(Missile, one.missile)))
        for key, one in CREATURES.items()
    },
}
