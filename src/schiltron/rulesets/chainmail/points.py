"""What figures cost (CM-POINTS-01 to CM-POINTS-05, CM-FANT-GEN-03): lists of what a price pays for, in eighths of a
point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from schiltron.battle.state.tally import Tally, Term, points_of, show_points
from schiltron.rulesets.chainmail.creatures import rule_of
from schiltron.rulesets.chainmail.field import like_figures
from schiltron.rulesets.chainmail.fortress import PUSHED
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.state import Profile, Unit

EIGHTHS: Final = 8
"""A mercenary levy is the cheapest figure but one, at three of them (CM-POINTS-04)."""


def _eighths(points: float) -> int:
    return round(points * EIGHTHS)


_FIGURES: Final = {str(row["figure"]): _eighths(row["points"]) for row in LAW.sheet("CM-T-points").records()}  # type: ignore[arg-type]
_WEAPONS: Final = {str(row["weapon"]): _eighths(row["points"]) for row in LAW.sheet("CM-T-points-weapons").records()}  # type: ignore[arg-type]
_ARMS: Final = {
    str(row["type"]): _eighths(float(str(row["points"])))
    for row in LAW.sheet("CM-T-fant-ratings").records()
    if row["type"] in ("enchanted_arrow", "magical_sword", "magic_armor")
}
"""Magical arms. Swords that add more to the dice cost as much more (CM-FANT-MAGIC-10)."""
_SOLD_AS: Final = {
    "crossbow": "any_crossbow",
    "heavy_crossbow": "any_crossbow",
    "light_catapult": "light_catapult_or_cannon",
    "light_field_gun": "light_catapult_or_cannon",
    "heavy_catapult": "heavy_catapult_or_cannon",
    "heavy_field_gun": "heavy_catapult_or_cannon",
}
"""Weapons that the price list calls by another name."""
UNPRICED: Final = ("", "wagon", *PUSHED)
"""Of these the figures alone are paid for: wagons, and what a besieger builds on the spot."""


def cost(profile: Profile, figures: int, name: str) -> Tally:
    """The price of a unit: figure and weapon, as often as there are figures; half of it for mercenaries."""
    terms = tuple(_terms(profile, figures))
    if profile.mercenary:
        half = sum(term.value for term in terms) // 2
        terms += (Term("mercenaries cost half", -half, "CM-POINTS-04"),)
    return Tally(name, terms, measure="eighths")


@lru_cache(maxsize=4_096)
def price(profile: Profile, figures: int) -> int:
    """The same as one number of eighths."""
    return cost(profile, figures, "").total


def each(profile: Profile) -> float:
    """What one figure costs, or an engine with its crew."""
    return cost(profile, 1, "").points


def worth(unit: Unit, figures: int) -> int:
    """What so many figures of a unit are worth, in eighths; of an engine's price its crew are equal parts
    (CM-POINTS-03)."""
    agreed = unit.agreed(figures)
    if agreed is not None:
        return agreed
    line = unit.own.profile
    if line.engine in UNPRICED:
        return sum(price(like.own.profile, number) for like, number in like_figures(unit, figures))
    return price(line, unit.original) * figures // unit.original


def _terms(profile: Profile, figures: int) -> Iterator[Term]:
    if profile.nature is not None:
        yield from _creature_terms(profile.nature, figures)
        return
    if profile.engine not in UNPRICED:
        engine = profile.engine.replace("_", " ")
        yield Term(f"{engine} with its crew", _WEAPONS[_sold_as(profile.engine)], "CM-POINTS-03")
        return
    crew = bool(profile.engine)
    line = "light_foot" if crew else profile.priced
    hands = "drivers" if profile.engine == "wagon" else "men pushing"
    rule = "CM-POINTS-05" if profile.people in ("swiss", "landsknechte") else "CM-POINTS-01"
    yield _for_all(hands if crew else line.replace("_", " "), _FIGURES[line], figures, rule)
    for weapon in (profile.arms, profile.missile):
        if _sold_as(weapon) in _WEAPONS:
            yield _for_all(weapon.replace("_", " "), _WEAPONS[_sold_as(weapon)], figures, "CM-POINTS-02")


def _creature_terms(nature: Nature, figures: int) -> Iterator[Term]:
    """A creature with its usual weapons, and its magical arms (CM-FANT-GEN-03, CM-FANT-MAGIC-06, CM-FANT-MAGIC-11): any
    enchanted hand weapon is a sword (CM-FANT-MAGIC-14)."""
    yield _for_all(nature.key.replace("_", " "), nature.eighths, figures, rule_of(nature, "rated", "CM-FANT-GEN-03"))
    arms = nature.arms
    if arms.sword:
        rule = "CM-FANT-MAGIC-11" if arms.sword == 1 else "CM-FANT-MAGIC-10"
        yield _for_all("magical sword", arms.sword * _ARMS["magical_sword"], figures, rule)
    if arms.armour:
        yield _for_all("magic armour", _ARMS["magic_armor"], figures, "CM-FANT-MAGIC-13")
    for own in nature.own_spells:
        if own.price:
            yield _for_all(own.power.title, own.price * EIGHTHS, figures, "CM-FANT-SPELL-21")
    if arms.arrows:
        arrows = f"{arms.arrows} enchanted arrows" if arms.arrows > 1 else "an enchanted arrow"
        yield Term(arrows, arms.arrows * _ARMS["enchanted_arrow"], "CM-FANT-MAGIC-06")


def _for_all(what: str, eighths: int, figures: int, rule: str) -> Term:
    label = what if figures == 1 else f"{figures} × {what} {show_points(points_of(eighths))}"
    return Term(label, figures * eighths, rule)


def _sold_as(weapon: str) -> str:
    return _SOLD_AS.get(weapon, weapon)
