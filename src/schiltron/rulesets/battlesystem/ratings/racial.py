"""What race and daylight do to blows (case S0; BS-8.3-12): numbers of the borrowed table, and when they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from schiltron.battle.state.tally import Term
from schiltron.parent_game.creature import Creature, Missile, Weapon
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.whole_figure import all_of_race
from schiltron.rulesets.battlesystem.state import Profile

_MODIFIERS: Final = {
    (str(row["who"]), str(row["circumstance"])): int(row["modifier"])
    for row in LAW.sheet("BS-T-data-racial-combat-modifiers").records()
    if isinstance(row["modifier"], int)
}
_HATED_BY_DWARVES: Final = frozenset({"goblin", "orc", "hobgoblin"})
_TOO_BIG_FOR_DWARVES: Final = frozenset({"ogre", "troll"})


def with_sword_or_bow(creature: Creature, held: Weapon | Missile | None) -> int:
    """Elves are at home with swords and bows, no crossbows among them."""
    if creature.race != "elf" or held is None:
        return 0
    own_arm = held.bow if isinstance(held, Missile) else "sword" in held.name
    return _MODIFIERS["elf", "sword or bow"] if own_arm else 0


def attack_terms(attacker: Profile, target: Profile, light: Literal["daylight", "sunset"]) -> Iterator[Term]:
    """On the attacker's AR, in melee and with missiles: whom the light hurts (BS-S0-10), in the first
    scenario and not near sunset (BS-S1-06, BS-S2-06), and dwarves against their old
    enemies (BS-S0-09)."""
    race = attacker.creature.race
    if attacker.light_blind and light == "daylight":
        yield Term("in daylight", _MODIFIERS["orc" if race == "orc" else "goblin", "attacking in daylight"], "BS-S0-10")
    if race == "dwarf" and target.creature.race in _HATED_BY_DWARVES:
        enemies = "attacking goblins, orcs, hobgoblins"
        yield Term(f"dwarves against {target.creature.race}s", _MODIFIERS["dwarf", enemies], "BS-S0-09")


def armour_terms(defender: Profile, attacker: Profile) -> Iterator[Term]:
    """On the defender's armour class: dwarves are hard to hit for ogres, trolls and giants (BS-S0-09), who are
    mounted on others not (BS-11.2-02)."""
    race = attacker.creature.race
    if all_of_race(defender, "dwarf") and (race in _TOO_BIG_FOR_DWARVES or race.endswith("giant")):
        value = _MODIFIERS["dwarf", "attacked by ogres, trolls, giants"]
        yield Term(f"dwarves against {race.replace('_', ' ')}s", value, "BS-S0-09")
