"""Heroes, superheroes, champions, and great creatures rated as such, at both scales."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.rulesets.by_this_axe.abilities import ABILITIES
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.numbers import skill
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.duels.pools import hits_to_kill, pool
from schiltron.rulesets.by_this_axe.guide.card import card
from schiltron.rulesets.by_this_axe.guide.nature import ABILITIES as TOLD
from schiltron.rulesets.by_this_axe.setup.opening import at_scale
from schiltron.rulesets.by_this_axe.state import Unit
from tests.rulesets.by_this_axe.positions import Played, blue, field, hero, locked, play, red, rules, shoot

FANTASY: dict[str, Any] = {"fantasy": "supplement"}

TYPES = [
    ("hero", "1:5", 1, 5, 2),
    ("superhero", "1:5", 2, 5, 3),
    ("champion", "1:5", 4, 5, 4),
    ("hero", "1:20", 1, 3, 1),
    ("superhero", "1:20", 1, 5, 2),
    ("champion", "1:20", 2, 5, 3),
]
"""Attacks and level with veterans, and the hits that kill."""


def alone(role: str, scale: str, *more_roles: Any, wounds: int = 0, **line: Any) -> Unit:
    roles: Any = (*more_roles, role)
    return hero("kay", "blue", at=(24, 24), roles=roles, hits=hits_to_kill(roles, scale), wounds=wounds, **line)


@pytest.mark.parametrize(("role", "scale", "attacks", "fc", "hits"), TYPES)
def test_attacks_and_level_by_type_and_scale(role: Any, scale: str, attacks: int, fc: int, hits: int) -> None:
    """TA-FANT-H01, TA-FANT-H03, TA-FANT-H05, TA-FANT-H07, TA-FANT-H10, TA-FANT-H13, TA-FANT-H15: dice of his own
    beside those of the veterans he is with."""
    position = field(
        blue("ours", 6, at=(24, 24), fc=3),
        hero("kay", "blue", with_="ours", roles=(role,)),
        red("theirs", 6, at=(24, 24)),
        contacts=(locked("ours", "theirs", since=0),),
        phase="melee",
        scale=scale,
        **FANTASY,
    )
    assert play(position, Melees()).dice == [(6, 3), (attacks, fc)]
    assert hits == hits_to_kill((role,), scale)


def test_a_hero_alone_at_the_greater_scale_is_elite() -> None:
    """TA-FANT-H10"""
    position = field(alone("hero", "1:20"), scale="1:20", **FANTASY)
    assert skill(position, position.units["kay"]) == (1, 4)


def struck(he: Unit, hits: int, scale: str) -> Played:
    """So many hits on a man alone, none of them saved."""
    battle = field(he, red("archers", 4, at=(24, 14), ranged=("sling",), fc=4), phase="ranged", scale=scale, **FANTASY)
    thrown = play(battle, Fire(("red", "blue")), shoot("archers", at="kay"))
    dice = thrown.dice[0][0]
    return thrown.then(" ".join(["1"] * hits + ["6"] * (dice - hits))).then(" ".join(["6"] * hits))


@pytest.mark.parametrize(("role", "scale", "attacks", "fc", "hits"), TYPES)
@pytest.mark.parametrize("monster", [(), ("monster",)])
def test_how_many_failed_saves_kill(
    role: str, scale: str, attacks: int, fc: int, hits: int, monster: tuple[str, ...]
) -> None:
    """TA-FANT-H04, TA-FANT-H06, TA-FANT-H08, TA-FANT-H12, TA-FANT-H14, TA-FANT-H16, TA-FANT-C24: great creatures as
    the hero they are rated as."""
    if hits > 1:
        assert struck(alone(role, scale, *monster, wounds=hits - 2), 1, scale).unit("kay").on_table
    assert not struck(alone(role, scale, *monster, wounds=hits - 1), 1, scale).unit("kay").on_table


def test_a_creature_below_a_hero_falls_to_one_hit_and_is_no_hero() -> None:
    """TA-FANT-C24: one attack of an elite figure, no luck of heroes."""
    ogre = alone("monster", "1:5", fc=4)
    position = field(ogre, **FANTASY)
    assert skill(position, ogre) == (1, 4)
    assert save_number(position, ogre, "front", shooting=False).verdict == "impossible"
    assert not struck_down(ogre).unit("kay").on_table
    assert ogre.own.person is not None
    assert pool(ogre.own.person).total == 3


def struck_down(he: Unit) -> Played:
    battle = field(he, red("archers", 4, at=(24, 14), ranged=("sling",), fc=4), phase="ranged", **FANTASY)
    return play(battle, Fire(("red", "blue")), shoot("archers", at="kay"), "1 6 6 6")


@pytest.mark.parametrize("scale", ["1:5", "1:20"])
def test_heroes_of_every_kind_save_as_heroes(scale: str) -> None:
    """TA-FANT-H12, TA-FANT-C24: at the greater scale too, great creatures rated as heroes among them."""
    for roles in (("hero",), ("superhero",), ("champion",), ("monster", "hero")):
        he = hero("kay", "blue", at=(24, 24), roles=roles)
        assert save_number(field(he, scale=scale, **FANTASY), he, "rear", shooting=False).total == 1


@pytest.mark.parametrize(("figures", "reached"), [(5, False), (4, True)])
def test_heroes_in_the_ranks_are_reached_when_few_are_left(figures: int, reached: bool) -> None:
    """TA-FANT-H02: at five or fewer with him; before that, and by aim, he is not."""
    position = field(
        blue("ours", figures, at=(24, 24), armour="medium"),
        hero("kay", "blue", with_="ours", roles=("champion",), hits=4),
        red("archers", 4, at=(24, 14), ranged=("sling",), fc=4),
        phase="ranged",
        **FANTASY,
    )
    asked = play(position, Fire(("red", "blue")))
    assert "TA-CHAR-06" in rules(asked.refusal(shoot("archers", at="kay")))
    hit = asked.then(shoot("archers", at="ours")).then("1 6 6 6")
    assert ("reach a character" in hit.roll.purpose) == reached


def test_a_hero_strikes_with_his_own_weapon_and_shoots_once() -> None:
    """TA-FANT-H18: two-handed among swords; a champion has one arrow."""
    position = field(
        blue("ours", 6, at=(24, 24), fc=3),
        hero("kay", "blue", with_="ours", roles=("superhero",), fc=5, melee=("staff",)),
        red("theirs", 6, at=(24, 24)),
        contacts=(locked("ours", "theirs", since=0),),
        phase="melee",
        **FANTASY,
    )
    assert play(position, Melees()).dice == [(6, 3), (2, 4)], "a staff, at −1"
    archer = field(
        alone("champion", "1:5", ranged=("longbow",)), red("theirs", 6, at=(24, 14)), phase="ranged", **FANTASY
    )
    assert play(archer, Fire(("red", "blue")), shoot("kay", at="theirs")).dice == [(1, 5)]


@pytest.mark.parametrize(
    ("role", "spent", "left"), [("mage", 3, 0), ("mage", 1, 1), ("wizard", 10, 0), ("wizard", 2, 2)]
)
def test_what_is_spent_stays_spent_when_players_agree_on_another_scale(role: Any, spent: int, left: int) -> None:
    """TA-UNIT-07, TA-FANT-M01, TA-FANT-M02"""
    full = {"mage": 8, "wizard": 16}[role]
    he = hero("merla", "blue", at=(24, 24), roles=(role,), spells=full - spent)
    changed = at_scale(he, "1:5", "1:20").own.person
    assert changed is not None
    assert changed.dice_left == left
    uses = hero("alban", "blue", at=(24, 24), roles=("high_priest",), prayers=16 - spent)
    prayed = at_scale(uses, "1:5", "1:20").own.person
    assert prayed is not None
    assert prayed.prayers_left == max(0, 4 - spent)
    assert at_scale(he, "1:5", "1:5") is he


@pytest.mark.parametrize(
    ("roles", "scale", "attacks", "hits"),
    [
        (("hero",), "1:5", "TA-FANT-H03", "TA-FANT-H04"),
        (("leader", "superhero"), "1:5", "TA-FANT-H05", "TA-FANT-H06"),
        (("monster", "champion"), "1:5", "TA-FANT-H07", "TA-FANT-H08"),
        (("hero",), "1:20", "TA-FANT-H10", "TA-FANT-H12"),
        (("superhero",), "1:20", "TA-FANT-H13", "TA-FANT-H14"),
        (("champion",), "1:20", "TA-FANT-H15", "TA-FANT-H16"),
        (("priest",), "1:5", "TA-FANT-P13", "TA-FANT-P07"),
        (("high_priest",), "1:20", "TA-FANT-P13", "TA-FANT-P10"),
        (("wizard",), "1:5", "TA-MELEE-27", "TA-FANT-M03"),
        (("leader",), "1:5", "TA-MELEE-27", "TA-CHAR-08"),
    ],
)
def test_the_card_says_by_which_rule(roles: Any, scale: str, attacks: str, hits: str) -> None:
    """TA-FANT-H01: each type at each scale has its own."""
    he = hero("kay", "blue", at=(24, 24), roles=roles)
    shown = card(field(he, scale=scale, **FANTASY), "kay")
    assert shown is not None
    ruled = {stat.label: stat.rule for stat in shown.stats}
    assert (ruled["Attacks"], ruled["Hits"]) == (attacks, hits)


def test_the_card_of_a_creature_says_what_it_can_do() -> None:
    """TA-FANT-C15, TA-FANT-C23, TA-FANT-A11, TA-FANT-A14, TA-FANT-M01, TA-FANT-P02: every word that an ability may be
    is told, with its rule, and what mages and priests have left."""
    assert set(TOLD) == set(ABILITIES)
    bears = blue("bears", 6, at=(24, 24), creature="bugbears", abilities=("large",))
    beast = hero(
        "beast",
        "red",
        at=(30, 30),
        roles=("monster",),
        creature="major_monster",
        creatures=2,
        abilities=("flying", "multiple_attacks", "multiple_attacks"),
    )
    merla = hero("merla", "blue", at=(10, 10), roles=("mage",), spells=5)
    alban = hero("alban", "blue", at=(12, 10), roles=("priest",), prayers=0)
    position = field(bears, beast, merla, alban, scale="1:20", **FANTASY)

    def stats(unit: str) -> dict[str, tuple[str, str]]:
        found = card(position, unit)
        assert found is not None
        return {stat.label: (stat.value, stat.rule) for stat in found.stats}

    assert stats("bears")["Head count"] == ("12 a figure", "TA-FANT-C15")
    assert stats("bears")["Large"] == ("reach one longer", "TA-FANT-Z02")
    assert stats("bears")["Swords, axes or maces"][0].startswith("reach 4")
    assert stats("beast")["Creatures"] == ("2 a figure", "TA-FANT-C23")
    assert stats("beast")["Multiple attacks"][0].endswith("twice over")
    assert stats("merla")["Spell dice"] == ("5 left", "TA-FANT-M01")
    assert stats("alban")["Prayers"] == ("0 left", "TA-FANT-P02")


def test_great_creatures_bite() -> None:
    """TA-FANT-C25: with claws of reach 6, or with the weapon they have."""
    position = field(
        alone("hero", "1:5", "monster", melee=("short_sword",)),
        red("theirs", 6, at=(24, 24)),
        contacts=(locked("kay", "theirs", since=1),),
        phase="melee",
        **FANTASY,
    )
    assert play(position, Melees()).roll.purpose.startswith("Theirs"), "swords are longer"
    armed = field(
        alone("hero", "1:5", "monster", melee=("two_handed",)),
        red("theirs", 6, at=(24, 24)),
        contacts=(locked("kay", "theirs", since=1),),
        phase="melee",
        **FANTASY,
    )
    asked = play(armed, Melees())
    assert asked.roll.purpose.startswith("Kay")
