"""Troops, characters and cards at work in words."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import AtWork
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.creatures import KINDS
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Battle, Person, Profile, Unit
from schiltron.rulesets.by_this_axe.troops import FC_NAMES
from schiltron.rulesets.by_this_axe.weapons import MELEE, RANGED, MeleeWeapon, RangedWeapon
from schiltron.table.lengths import show_inches

LEVELS: Final = {
    int(row["level"]): str(row["name"]).replace("_", " ").capitalize() for row in LAW.sheet("TA-T-leadership").records()
}  # TA-CHAR-09
_PLURALS: Final = {"thrown": "throwing axes or spears", "arquebus": "arquebuses", "artillery": "artillery"}
_HALF: Final = "½"
_WHEN: Final = {"always": "", "against mounted": " against mounted", "charging": " charging"}


# ---------------------------------------------------------------- troops


def troops(line: Profile) -> str:
    """As in "Veteran foot, light armour, shield, spears" (TA-UNIT-31)."""
    arm = "horse" if line.mounted else "foot"
    kind = KINDS.get(line.kind)
    who = arm if kind is None else f"{kind.name.lower()}{' on horseback' if line.mounted else ''}"
    return ", ".join((f"{FC_NAMES[line.fc].capitalize()} {who}", *_borne(line)))


def character(person: Person, line: Profile) -> str:
    """As in "General and hero on horseback, heavy armour, shield, lances" (TA-CHAR-12)."""
    how = "on horseback" if line.mounted else "on foot"
    return ", ".join((f"{roles(person).capitalize()} {how}", *_borne(line)))


def roles(person: Person) -> str:
    return " and ".join(role.replace("_", " ") for role in person.roles) or "character"


def _borne(line: Profile) -> tuple[str, ...]:
    worn = ("no armour" if line.armour == "unarmored" else f"{line.armour} armour",)
    shield = ("shield",) if line.shield else ()
    music = ("musician",) if line.musician else ()
    arms = (*(MELEE[key].name for key in line.melee), *(_many(RANGED[key]) for key in line.ranged))
    return (*worn, *shield, *arms, *music)


def _many(weapon: RangedWeapon) -> str:
    return _PLURALS.get(weapon.id, f"{weapon.name}s")


def melee_weapon(weapon: MeleeWeapon, reach: int) -> str:
    """Reach in these hands, ranks that fight and what it adds (TA-MELEE-19 to TA-MELEE-26)."""
    whole, half = divmod(weapon.half_ranks, 2)
    ranks = f"{whole}{_HALF * half} rank{'s' * (weapon.half_ranks > 2)}"
    hit = f", {weapon.to_hit:+d} to hit{_WHEN[weapon.when]}" if weapon.to_hit else ""
    return f"reach {reach}, {ranks}{hit}".replace("-", "−")


def ranged_weapon(weapon: RangedWeapon) -> str:
    """Range, and what it takes off the save (TA-RANGED-14 to TA-RANGED-18)."""
    save = f", saved at −{-weapon.save}" if weapon.save else ""
    return f"{show_inches(weapon.reach)}{save}"


# ---------------------------------------------------------------- cards at work

_AT_WORK: Final = {
    "march": "goes {inches} farther",
    "charge": "goes {inches} farther, and must try to charge{target}",
    "farther": "goes {inches} farther",
    "maneuver": "may turn twice, by up to 180 degrees",
    "double": "moves at double rate",
    "ferocious": "has +{amount} to hit in the first round of its charge",
    "frenzied": "has +{amount} to hit in the first round of its charge",
    "target": "may shoot at any target",
    "reserve": "holds its fire for the Movement Phase",
    "volley": "shoots twice",
    "rally": "was rallied",
    "aloft": "keeps out of reach of who cannot fly, and strikes nobody this turn",
    "morale": "has +{amount} morale in this phase",
    "brace": "stands fast, with +{amount} to save against chargers in the first round",
    "shieldwall": "stands fast, with +{amount} to save against shots",
}


def at_work(battle: Battle, order: AtWork) -> str:
    """What a card still does for a unit, as in "four of diamonds: goes 5″ farther"."""
    effect, grant = order
    target = battle.units.get(effect.target)
    text = _AT_WORK[grant.what].format(
        inches=show_inches(grant.value), amount=grant.value, target=f" {target.name}" if target is not None else ""
    )
    card = CARDS.get(effect.by)
    return f"{card.name}: {text}" if card is not None else text


# ---------------------------------------------------------------- lists


def names(units: list[Unit]) -> str:
    """As in "Spears, Axes and Bows"."""
    return listed([unit.name for unit in units])
