"""Base morale (case 4.1): 11 and the lines of Table 3, fixed before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import HitDice
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.armour import armour_class
from schiltron.rulesets.battlesystem.ratings.hit_dice import rated_dice
from schiltron.rulesets.battlesystem.ratings.whole_figure import creatures_of
from schiltron.rulesets.battlesystem.state import Profile

INITIAL: Final = 11
_MODIFIERS: Final = {
    str(row["condition"]): int(row["modifier"]) for row in LAW.sheet("BS-T-03-morale-modifiers").records()
}
_SPECIAL: Final = {str(row["type"]): int(row["morale_bonus"]) for row in LAW.sheet("BS-T-special-unit-types").records()}
_HALF_A_DIE: Final = 5


def base_morale(profile: Profile, figures: int, base_game: str = "add") -> Tally:
    """What a unit's nerve is before anything of the moment; later losses do not change it (BS-4.1-01). Scores of
    morale that the plainer game prints are of no account (BS-4.1-11)."""
    return Tally("base morale", (*common_terms(profile, figures, base_game), *_bonuses(profile)))


def common_terms(profile: Profile, figures: int, base_game: str) -> Iterator[Term]:
    """What morale and discipline have in common."""
    yield Term("every unit", INITIAL, "BS-4.1-01")
    yield from _line(_dice_line(rated_dice(profile, figures)), "hit dice", "BS-4.1-02")
    if profile.creature.demihuman:
        yield from _line("demihumans", "demihumans", "BS-4.1-03")
    yield from _abilities(profile, base_game)
    if profile.magic_equipment or any(arm.plus for arm in (*profile.weapons, profile.missile) if arm is not None):
        yield from _line("magic_equipment", "magic equipment", "BS-4.1-05")
    yield from _line(_numbers_line(figures), f"{figures} figures", "BS-4.1-06")
    armour = armour_class(profile, figures).total
    yield from _line(_armour_line(armour), f"armour class {armour}", "BS-4.1-07")
    if profile.mounted:
        yield from _line("mounted", "mounted", "BS-4.1-08")
    if profile.kind == "regular":
        yield from _line("regular_unit", "regular unit", "BS-4.1-08")


def _line(condition: str, label: str, rule: str) -> Iterator[Term]:
    if condition:
        yield Term(label, _MODIFIERS[condition], rule)


def _dice_line(dice: HitDice) -> str:
    if dice.dice < 1:
        return "creature_hd_half_or_less" if dice.tenths <= _HALF_A_DIE else "creature_hd_more_than_half_less_than_1"
    if dice.less_than_one:
        return "creature_hd_more_than_half_less_than_1"
    if dice.dice < 4:
        return ""
    if dice.dice < 9:
        return "creature_hd_4_to_8_plus"
    return "creature_hd_9_to_14_plus" if dice.dice < 15 else "creature_hd_more_than_14_plus"


def _numbers_line(figures: int) -> str:
    return "6_or_fewer_figures" if figures <= 6 else "7_to_11_figures" if figures <= 11 else ""


def _armour_line(armour: int) -> str:
    if armour <= 0:
        return "ac_0_or_better"
    if armour <= 4:
        return "ac_1_to_4"
    return "ac_8_to_10" if armour >= 8 else ""


def _abilities(profile: Profile, base_game: str) -> Iterator[Term]:
    """Of the rider or the steed, whoever has them (BS-11.2-02, BS-11.3-03); the plainer game counts asterisks."""
    all_of_it = creatures_of(profile)
    if base_game == "dnd":
        stars = max(one.asterisks for one in all_of_it)
        if stars >= 2:
            yield Term(f"{stars} asterisks after the hit dice", stars // 2, "BS-4.1-04")
        return
    if any(one.special for one in all_of_it):
        yield from _line("one_or_more_special_abilities", "special abilities", "BS-4.1-04")
    if any(one.exceptional for one in all_of_it):
        yield from _line("one_or_more_exceptional_abilities", "exceptional abilities", "BS-4.1-04")


def _bonuses(profile: Profile) -> Iterator[Term]:
    """What belongs to morale and not to discipline."""
    if profile.special == "elite":
        yield Term("elite", _SPECIAL["elite"], "BS-2.11-02")
    elif profile.special == "berserkers":
        yield Term("berserkers", _SPECIAL["human_berserkers"], "BS-2.11-03")
    if profile.morale_bonus:
        yield Term("settled before the battle", profile.morale_bonus, "BS-4.1-10")
