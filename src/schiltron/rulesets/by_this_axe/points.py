"""Appendix C: what figures cost (TA-POINTS-01 to TA-POINTS-14). Every price is a list of what it pays for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import SLOW, SPECIAL, said
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Role
from schiltron.rulesets.by_this_axe.troops import FANTASTIC, FC_NAMES, HEROES, MONSTER, MONSTER_FC, Line
from schiltron.rulesets.by_this_axe.weapons import ARTILLERY, MELEE, RANGED

_FC: Final = {int(row["fc"]): int(row["points"]) for row in LAW.sheet("TA-T-points-fc").records()}
_ARMOUR: Final = {str(row["item"]): int(row["points"]) for row in LAW.sheet("TA-T-points-armor").records()}
_CHARACTERS: Final = {
    str(row["character"]): (int(row["points"]), bool(row["times_leadership_level"]))
    for row in LAW.sheet("TA-T-points-characters").records()
}
_WEAPONS: Final = {str(row["weapon"]): int(row["points"]) for row in LAW.sheet("TA-T-points-weapons").records()}

_SOLD_AS: Final = {
    "two_handed": "two_handed_sword_axe_or_mace",
    "sword": "sword_axe_or_mace",
    "thrown": "throwing_spear_or_axe",
}
"""Weapons that the price list calls by a longer name."""
_UNPRICED: Final = {"sling": 4, "arquebus": 6, "staff": 0, "dagger": 0, ARTILLERY: 0}  # TA-POINTS-11
MOUNT_SURCHARGE: Final = 4
MUSICIAN_SURCHARGE: Final = 2
ABILITY_SURCHARGE: Final = 2  # TA-POINTS-12
_HELPFUL: Final = tuple(ability for ability in SPECIAL if ability != SLOW)
"""Abilities that help in combat."""
_SMALL, _MEDIUM, _LARGE = LAW.sheet("TA-T-points-battle-size").records()


# ---------------------------------------------------------------- a unit


def price(line: Line, figures: int, *, surcharge: bool = False) -> tuple[Term, ...]:
    """Figures times the sum of all that one of them is and carries (TA-POINTS-14), item by item."""
    own = tuple(_training(line)) + tuple(_gear(line))
    terms = tuple(_for_all(term, figures) for term in own)
    terms += tuple(Term(spell.title, spell.price, "") for spell in line.own_spells if spell.price)
    return (*terms, *_surcharges(line, figures)) if surcharge else terms


def cost(line: Line, figures: int, name: str = "", *, surcharge: bool = False) -> Tally:
    return Tally(name or line.name, price(line, figures, surcharge=surcharge), measure="points")


def each(line: Line) -> int:
    """The price of one figure (TA-POINTS-01)."""
    return sum(term.value for term in price(line, 1))


def _for_all(term: Term, figures: int) -> Term:
    return term if figures == 1 else Term(f"{figures} × {term.label} {term.value}", figures * term.value, term.rule)


def _training(line: Line) -> Iterator[Term]:
    """The base price of a level (TA-POINTS-03). The price of hero, priest or mage has the fighting skill in it, a plain
    leader or general pays for his own (TA-POINTS-08)."""
    yield from role_prices(line.roles, line.leadership)
    fc = line.profile.fc
    if MONSTER in line.roles and not line.heroic:
        yield from monster_cost("").terms
    elif fc in _FC and not any(role in (*HEROES, *FANTASTIC) for role in line.roles):
        yield Term(f"{FC_NAMES[fc]} (FC {fc})", _FC[fc], "TA-POINTS-03")


def role_prices(roles: tuple[Role, ...], leadership: int) -> Iterator[Term]:
    """Each role at its own price (TA-POINTS-05 to TA-POINTS-08); a general does not pay as leader too."""
    for role in roles:
        if (role == "leader" and "general" in roles) or role == MONSTER:
            continue
        if MONSTER in roles and role in HEROES:
            yield from monster_cost(role).terms
            continue
        points, per_level = _CHARACTERS[role]
        if per_level:
            rule = "TA-POINTS-07" if role == "general" else "TA-POINTS-06"
            yield Term(f"{role}, leadership {leadership} at {points}", points * leadership, rule)
        else:
            yield Term(role.replace("_", " "), points, "TA-POINTS-05")


def _gear(line: Line) -> Iterator[Term]:
    """Armour and shield (TA-POINTS-04), and every weapon carried (TA-POINTS-09 to TA-POINTS-11)."""
    profile = line.profile
    if profile.armour != "unarmored":
        yield Term(f"{profile.armour} armour", _ARMOUR[profile.armour], "TA-POINTS-04")
    if profile.shield:
        yield Term("shield", _ARMOUR["shield"], "TA-POINTS-04")
    for weapon in profile.melee:
        if weapon == _NATURAL and profile.kind:
            continue
        yield _weapon(weapon, MELEE[weapon].name, "TA-POINTS-10")
    for weapon in profile.ranged:
        yield _weapon(weapon, RANGED[weapon].name, "TA-POINTS-09")


_NATURAL: Final = "short_sword"
"""What claws and teeth count as; they are no weapon that is bought (TA-FANT-C22, TA-FANT-C25)."""


def _weapon(weapon: str, name: str, rule: str) -> Term:
    if weapon in _UNPRICED:
        return Term(name, _UNPRICED[weapon], "TA-POINTS-11")
    return Term(name, _WEAPONS[_SOLD_AS.get(weapon, weapon)], rule)


def _surcharges(line: Line, figures: int) -> Iterator[Term]:
    """Mounts, musicians and abilities cost nothing, unless players have agreed that they do (TA-POINTS-12)."""
    if line.profile.mounted:
        yield _for_all(Term("mount", MOUNT_SURCHARGE, "TA-POINTS-12"), figures)
    if line.profile.musician:
        yield Term("musician", MUSICIAN_SURCHARGE, "TA-POINTS-12")
    for ability in line.profile.advantages:
        if ability in _HELPFUL:
            yield _for_all(Term(said(ability), ABILITY_SURCHARGE, "TA-POINTS-12"), figures)


def unpriced_of(lines: Iterable[Line], *, surcharge: bool = False) -> list[str]:
    """Abilities of an army that cost nothing though they may well be worth something (TA-POINTS-12)."""
    found = dict.fromkeys(ability for line in lines for ability in line.profile.advantages if ability in _HELPFUL)
    return [] if surcharge else [said(ability) for ability in found]


# ---------------------------------------------------------------- major monsters


def monster_cost(rated: str, figures: int = 1, name: str = "") -> Tally:
    """A major monster has no price of its own: it costs what the hero costs that it is rated as, and below that what an
    elite figure does (TA-POINTS-13)."""
    if rated in HEROES:
        term = Term(f"rated as {rated}", _CHARACTERS[rated][0], "TA-POINTS-13")
    else:
        term = Term(f"rated below a hero, as {FC_NAMES[MONSTER_FC]} (FC {MONSTER_FC})", _FC[MONSTER_FC], "TA-POINTS-13")
    return Tally(name or "major monster", (_for_all(term, figures),), measure="points")


# ---------------------------------------------------------------- a battle


def battle_size(points: int) -> str:
    """What the book calls a battle of so many points a side (TA-POINTS-02): 200 is small, 501 to 600 medium."""
    if points < int(_SMALL["min_points"]):
        return f"less than a small battle ({_SMALL['min_points']} points)"
    if points <= int(_SMALL["max_points"]):
        return f"a small battle ({_SMALL['min_points']} to {_SMALL['max_points']} points)"
    if points < int(_LARGE["min_points"]):
        return f"a medium battle ({_MEDIUM['min_points']} to {_MEDIUM['max_points']} points)"
    return f"a large battle (more than {int(_LARGE['min_points']) - 1} points)"
