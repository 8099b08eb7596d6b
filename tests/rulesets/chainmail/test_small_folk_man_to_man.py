"""Small folk where one figure is one man, and magic armour there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.man_to_man.bouts import moments
from schiltron.rulesets.chainmail.man_to_man.shooting import Shafts
from schiltron.rulesets.chainmail.man_to_man.stances import PARRY, against
from schiltron.rulesets.chainmail.melee.involved import man_by_man, melees
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.state import Battle, Unit
from tests.rulesets.chainmail.fights import met, ours, theirs
from tests.rulesets.chainmail.positions import blue, field, play, red, rules

MAN: Any = {"scale": "man_to_man", "fantasy": "on", "light": "dim"}


def armed(unit: Unit, **equipment: Any) -> Unit:
    changed = with_equipment(unit.own.profile, equipment)
    assert not changed.faults, changed.faults
    return replace(unit, own=replace(unit.own, profile=changed.profile))


def need(battle: Battle, by: str = "ours") -> dict[str, int]:
    """The terms of what the first blow of a unit needs, by their rules."""
    fixed = moments(battle, melees(battle)[0])
    tally = next(one.need for moment in fixed for one in moment if one.by[0] == by)
    return {term.rule: term.value for term in tally.terms}


def fight(one: Unit, other: Unit, **more: Any) -> Battle:
    return met(one, other, **{**MAN, **more})


# ---------------------------------------------------------------- who fights so


@pytest.mark.parametrize("troop", ["dwarves", "goblins", "elves", "orcs", "hobbits"])
def test_small_folk_strike_blow_by_blow_as_men_do(troop: str) -> None:
    """CM-MTM-01, CM-FANT-GEN-06: two dice each, with the weapons and armour of their class."""
    battle = fight(ours("heavy_foot", 1), theirs(troop, 1))
    assert man_by_man(battle, melees(battle)[0])
    played = play(battle, Melees()).decision
    assert played.rules[0].startswith("CM-MTM")
    assert not against(battle, battle.units["theirs"], PARRY, battle.units["ours"])


@pytest.mark.parametrize("troop", ["hero", "ogres", "giant", "wights", "werewolf", "ent", "sprites"])
def test_others_have_tables_of_their_own(troop: str) -> None:
    """CM-MTM-01: and sprites, whom nobody touches at first."""
    battle = fight(ours("heavy_foot", 1), theirs(troop, 1))
    assert not man_by_man(battle, melees(battle)[0])
    assert rules(against(battle, battle.units["ours"], PARRY, battle.units["theirs"])) == {"CM-MTM-01"}


def test_a_hero_in_the_ranks_fights_by_his_table_and_so_do_all() -> None:
    """CM-MTM-01"""
    he = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("ours"))
    plain = fight(ours("heavy_foot", 4), theirs("goblins", 4))
    with_him = plain.with_unit(he)
    assert man_by_man(plain, melees(plain)[0])
    assert not man_by_man(with_him, melees(with_him)[0])
    labels = [pool.label for pool in play(with_him, Melees()).roll.pools]
    assert "Hero against Theirs" in labels


# ---------------------------------------------------------------- what is added


def test_magic_armour_takes_three_off_the_dice() -> None:
    """CM-FANT-MAGIC-12: of blows, whoever strikes them; it does nothing to the wearer's own."""
    mail = armed(theirs("elves", 1), magic_armour=True)
    plain, worn = (need(fight(ours("heavy_foot", 1), one)) for one in (theirs("elves", 1), mail))
    assert "CM-FANT-MAGIC-12" not in plain
    assert worn["CM-FANT-MAGIC-12"] == 3
    assert sum(worn.values()) - sum(plain.values()) == 3
    assert "CM-FANT-MAGIC-12" not in need(fight(ours("heavy_foot", 1), mail), "theirs")
    orcs = need(fight(ours("orcs", 1), mail))
    assert orcs["CM-FANT-MAGIC-12"] == 3


@pytest.mark.parametrize(("light", "more"), [("bright", 1), ("dim", 0)])
def test_bright_light_takes_one_off(light: str, more: int) -> None:
    """CM-FANT-ORC-01, CM-FANT-GOBLIN-02"""
    for troop, rule in (("orcs", "CM-FANT-ORC-01"), ("goblins", "CM-FANT-GOBLIN-02")):
        found = need(fight(ours(troop, 1), theirs("heavy_foot", 1), light=light))
        assert found.get(rule, 0) == more


def test_a_magical_sword_adds_to_the_two_dice() -> None:
    """CM-FANT-MAGIC-08, CM-FANT-MAGIC-10"""
    for sword in (1, 2):
        elf = armed(ours("elves", 1), sword=sword)
        assert need(fight(elf, theirs("heavy_foot", 1)))["CM-FANT-MAGIC-08"] == -sword


# ---------------------------------------------------------------- missiles, man by man


def shot(target: Unit, troop: str = "longbowmen", **more: Any) -> Any:
    battle = field(blue("ours", 4, at=(40, 40), troop=troop), target, phase="missiles", **{**MAN, **more})
    return aim(battle, battle.units["ours"], battle.units["theirs"])


def test_missiles_too() -> None:
    """CM-FANT-MAGIC-12, CM-MTM-26: each man's two dice lose three; where no dice are left to kill, it is told why."""
    elves = red("theirs", 4, at=(40, 30), troop="elves")
    plain, worn = shot(elves), shot(armed(elves, magic_armour=True))
    assert isinstance(plain, Shafts)
    assert isinstance(worn, Shafts)
    assert worn.need.total - plain.need.total == 3
    near = armed(red("theirs", 1, at=(40, 36), troop="hero"), magic_armour=True, armed_as="armored_foot")
    none = shot(near, "archers")
    assert isinstance(none, list)
    assert "CM-FANT-MAGIC-12" in rules(none)


def test_bowmen_who_shun_the_light_lose_one() -> None:
    """CM-FANT-ORC-01"""
    men = red("theirs", 4, at=(40, 32))
    bright, dim = (shot(men, "orcs", light=light) for light in ("bright", "dim"))
    assert isinstance(bright, Shafts)
    assert isinstance(dim, Shafts)
    assert bright.need.total - dim.need.total == 1


def test_it_is_shown_in_the_odds() -> None:
    """CM-FANT-MAGIC-12: the blows of a round are less likely to kill."""
    mail = armed(theirs("elves", 1), magic_armour=True)
    lost = []
    for one in (theirs("elves", 1), mail):
        battle = fight(ours("heavy_foot", 1), one)
        (target,) = CHAINMAIL.targets(battle, None, "ours")
        assert target.odds is not None
        lost.append(target.odds.expected_losses)
    assert lost[1] < lost[0]
