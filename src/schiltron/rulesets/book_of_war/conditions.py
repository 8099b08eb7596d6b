"""Conditions of the field, and what they leave of a type of troops: weather, darkness, long range and short turns
(chapters O1, O2 and O5).

A storm doubles what moves cost; who rides finds bad going everywhere in it and pays twice again (BW-O1-08). That is
reckoned as half the move for foot, and a quarter for horse, who then pay for ground what foot pays: it comes to the
same inches, whatever the ground, and changes of face cost half the move as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.rulesets.book_of_war.heroes import Hero
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.options import Dark
from schiltron.rulesets.book_of_war.troop_type import Missile, Modifier, Ship, Troop
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.lengths import Mil

_WEATHER: Final = {str(row["weather"]): row for row in LAW.sheet("BW-T-weather").records()}
_DARKNESS: Final = {str(row["item"]): row["effect"] for row in LAW.sheet("BW-T-darkness").records()}
DAYLIGHT: Final = "in full daylight"
PARTS: Final = {"thirty": 1, "fifteen": 2, "ten": 3}
"""Into how many a turn is cut, by its length."""
_LONGER: Final = Fraction(str(LAW.sheet("BW-T-alt-scales").row("long_range")["factor"]))
_HALF: Final = Fraction(1, 2)


class Conditions(Struct, frozen=True):
    """What holds for everybody on the field; as it is at first, nothing is out of the common."""

    weather: Literal["", "sunny", "cloudy", "rainy", "stormy"] = ""
    darkness: Dark = "none"
    long_range: bool = False
    """Whether missiles have a third range band (BW-O5-01)."""
    parts: int = 1
    """Into how many a turn of 30 seconds is cut (BW-O5-05, BW-O5-06)."""

    @property
    def short_turns(self) -> str:
        """The rule by which turns are shorter; "" where they are not."""
        return {2: "BW-O5-05", 3: "BW-O5-06"}.get(self.parts, "")

    @property
    def storm(self) -> bool:
        return self.weather == "stormy"

    @property
    def full_daylight(self) -> bool:
        """Always where weather is not played, else under the sun alone; never in darkness (BW-A2-16, BW-O1-04)."""
        return self.darkness == "none" and self.weather in ("", "sunny")

    def blinds(self, kind: Troop) -> bool:
        """Whether a type cannot see: those without infravision in the dark (BW-O2-01), all who are not at home below
        the earth where there is no light at all (BW-O2-07)."""
        if self.darkness == "none":
            return False
        return not (kind.infravision if self.darkness == "dark" else kind.underworld)


def longer(reach: Mil) -> Mil:
    """Half as far again (BW-O5-01)."""
    return int(reach * _LONGER)


def move_tally(kind: Troop, conditions: Conditions | None) -> Tally:
    """The move of a type, and what lessens it: half in the dark (BW-O2-02), then the storm (BW-O1-08)."""
    terms = [Term(f"Move of {kind.name}", kind.move, "BW-C2-01")]
    if conditions is not None:
        if conditions.short_turns:
            terms.append(scaled(terms, "short turns", Fraction(1, conditions.parts), conditions.short_turns))
        if conditions.blinds(kind) and kind.ship is None:
            terms.append(scaled(terms, "in the dark", _HALF, "BW-O2-02"))
        if conditions.storm and not (kind.hero is not None and kind.hero.flies):
            factor = Fraction(1, int(_WEATHER["stormy"]["move_cost_factor"]))
            terms.append(scaled(terms, "storm: all costs doubled", factor, "BW-O1-08"))
            if kind.mounted:
                terms.append(scaled(terms, "storm: bad going for horse", _HALF, "BW-O1-08"))
    return Tally("move", tuple(terms), measure="thousandths")


@lru_cache(maxsize=1024)
def hampered(kind: str, conditions: Conditions | None) -> Troop:
    """A type of troops as conditions leave it: what it needs to hit besides, what it can still do, how far it moves."""
    troop = TROOPS[kind]
    if conditions is None:
        return troop
    blind, storm = conditions.blinds(troop), conditions.storm
    silent = blind or storm
    horse_dice = int(_WEATHER["stormy"]["cavalry_dice_per_figure"]) if storm else troop.dice_open
    return replace(
        troop,
        move=move_tally(troop, conditions).total,
        missile=None if silent else _weapon(troop.missile, conditions),
        dice_open=min(troop.dice_open, horse_dice) if troop.mounted else troop.dice_open,
        pays_as_foot=storm,
        hero=_grounded(troop, conditions),
        ship=_slowed(troop, conditions),
        melee_modifiers=("darkness_without_infravision",) if blind else (),
        missile_modifiers=_against_missiles(conditions),
        steadiness=sum(term.value for term in nerve_terms(troop, conditions)),
    )


def _weapon(missile: Missile | None, conditions: Conditions) -> Missile | None:
    """What a type shoots with: farther where there is long range (BW-O5-01), only at rest where turns are short."""
    if missile is None:
        return None
    far = longer(missile.reach) if conditions.long_range else missile.farthest
    return replace(missile, farthest=far, at_rest=missile.at_rest or conditions.parts > 1)


def _grounded(troop: Troop, conditions: Conditions) -> Hero | None:
    """A hero with what is left of the move of one who flies but goes on foot (BW-O1-08, BW-O2-02, BW-A3-28)."""
    hero = troop.hero
    if hero is None or hero.slower is None:
        return hero
    storm = int(_WEATHER["stormy"]["move_cost_factor"]) if conditions.storm else 1
    dark = 2 if conditions.blinds(troop) else 1
    return replace(hero, slower=hero.slower // conditions.parts // dark // storm)


def _slowed(troop: Troop, conditions: Conditions) -> Ship | None:
    """A ship with what short turns and a storm leave of its moves (BW-O6-18, BW-O1-08)."""
    ship = troop.ship
    if ship is None:
        return None
    speeds = (move_tally(replace(troop, move=move), conditions).total for move in (ship.rowed, ship.sailed))
    rowed, sailed = speeds
    return replace(ship, rowed=rowed, sailed=sailed)


def _against_missiles(conditions: Conditions) -> tuple[Modifier, ...]:
    return ("rain",) if int(_WEATHER.get(conditions.weather, {}).get("missile_to_hit", 0)) else ()


def nerve_terms(kind: Troop, conditions: Conditions | None) -> Iterator[Term]:
    """What a type and the conditions add to a morale check: its Hit Dice (BW-B5-02), less one for who dislikes the
    light of day (BW-A2-15, BW-O1-04), or for who cannot see (BW-O2-05)."""
    yield Term("hit dice", kind.hit_dice, "BW-B5-02")
    if "light_weakness" in kind.abilities and (conditions is None or conditions.full_daylight):
        sunny = conditions is not None and conditions.weather == "sunny"
        yield Term(DAYLIGHT, -1, "BW-O1-04" if sunny else "BW-A2-15")
    if conditions is not None and conditions.blinds(kind):
        yield Term("in the dark", int(_DARKNESS["morale"]), "BW-O2-05")
