"""What the card of a creature tells: as what it fights, what it can do, what has befallen it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.guide.nature import TOLD
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.points import cost
from schiltron.rulesets.chainmail.state import Unit, with_uncanny
from schiltron.rulesets.chainmail.troops import TROOPS
from tests.rulesets.chainmail.positions import blue, field

ON: dict[str, Any] = {"fantasy": "on"}


def told(unit: Unit) -> dict[str, tuple[str, str]]:
    card = CHAINMAIL.card(field(unit, **ON), "ours")
    assert card is not None
    return {stat.label: (stat.value, stat.rule) for stat in card.stats}


def subtitle(troop: str, **more: Any) -> str:
    card = CHAINMAIL.card(field(blue("ours", 1, at=(48, 30), troop=troop, **more), **ON), "ours")
    assert card is not None
    return card.subtitle


def test_the_card_of_who_is_two_things_at_once_names_both() -> None:
    """CM-FANT-GEN-11."""
    assert (
        subtitle("hero", nature=with_equipment(TROOPS["hero"].profile, {"also": "wizard"}).profile.nature)
        == "Hero and wizard"
    )


@pytest.mark.parametrize("key", CREATURES)
def test_every_trait_is_told_with_its_rule(key: str) -> None:
    """CM-FANT-GEN-02, CM-FANT-GEN-03: and nothing of the historical class it is not of."""
    nature = CREATURES[key].nature
    stats = told(blue("ours", 1 if nature.has("alone") else 4, at=(48, 30), troop=key))
    rules = {rule for _, rule in stats.values()}
    for one in nature.traits:
        if one.word in TOLD and one.word != "quelled":
            assert one.rule in rules, one.word
    assert "Class" not in stats
    assert subtitle(key) == CREATURES[key].name
    assert not any(mark in value for value, _ in stats.values() for mark in "#@*")


OWN_RULES = """
hobbits HOBBIT-03 GEN-06 GEN-06 -
goblins GOBLIN-04 GEN-06 GEN-06 -
elves ELF-08 GEN-06 GEN-06 -
hero HERO-09 GEN-07 GEN-07 HERO-07
anti_hero HERO-09 GEN-07 GEN-07 HERO-07
super_hero SUPER-05 SUPER-01 SUPER-01 SUPER-01
magician SPELL-22 WIZARD-03 WIZARD-03 GEN-07
wraith WRAITH-09 WRAITH-07 WRAITH-07 WRAITH-08
werewolf LYCAN-07 LYCAN-03 LYCAN-03 LYCAN-04
ogres TROLL-13 TROLL-01 GEN-07 TROLL-03
balrog BALROG-06 BALROG-02 GEN-07 BALROG-01
giant GIANT-07 GIANT-01 GIANT-02 GIANT-03
ent ENT-05 ENT-02 GEN-07 ENT-03
green_dragon DRAGON-14 DRAGON-05 GEN-07 DRAGON-06
griffon ROC-08 ROC-01 ROC-01 ROC-02
djinn GEN-03 ELEM-04 GEN-07 ELEM-03
efreet GEN-03 ELEM-06 GEN-07 ELEM-03
earth_elemental GEN-03 ELEM-05 GEN-07 ELEM-03
ghouls WIGHT-07 WIGHT-01 WIGHT-01 -
"""


@pytest.mark.parametrize("line", OWN_RULES.strip().splitlines(), ids=lambda line: line.split()[0])
def test_numbers_are_told_with_the_creatures_own_rules(line: str) -> None:
    """On the card, and its rating in the price as well; CM-FANT-CHIMEREA-01: a griffon is one of the rocs."""
    key, *rules = line.split()
    unit = blue("ours", 1 if CREATURES[key].nature.has("alone") else 4, at=(48, 30), troop=key)
    card = CHAINMAIL.card(field(unit, **ON), "ours")
    assert card is not None
    told = {(stat.label, stat.rule) for stat in card.stats}
    assert (("Counts as", "CM-FANT-CHIMEREA-01") in told) is (key == "griffon")
    labels = ("Morale Rating", "Attacks as", "Struck as", "Hits to kill")
    assert told >= {(label, f"CM-FANT-{rule}") for label, rule in zip(labels, rules, strict=True) if rule != "-"}
    assert cost(TROOPS[key].profile, 2, "").terms[0].rule == f"CM-FANT-{rules[0]}"


def test_what_stands_on_the_card_of_a_dragon() -> None:
    """CM-FANT-GEN-07, CM-FANT-DRAGON-07, CM-FANT-DRAGON-10, CM-FANT-GEN-12."""
    dragon = with_uncanny(blue("ours", 1, at=(48, 30), troop="red_dragon"), breaths=1)
    stats = told(replace(dragon, place=OnTable(dragon.pose, Aloft(ALOFT, 1))))
    assert stats["Attacks as"] == ("4 heavy horse", "CM-FANT-DRAGON-05")
    assert stats["Breaths"] == ("2 left", "CM-FANT-DRAGON-10")
    assert stats["In the air"] == ("3″ up", "CM-FANT-GEN-12")
    assert stats["Flies"][0] == "24″"
    assert stats["Morale Rating"] == ("none", "CM-FANT-DRAGON-14")


def test_wounds_and_paralysis_are_told() -> None:
    """CM-FANT-TROLL-03, CM-FANT-WIGHT-05, CM-FANT-WRAITH-05."""
    ogres = with_uncanny(blue("ours", 3, at=(48, 30), troop="ogres"), wounds=4)
    assert told(ogres)["Wounds"] == ("4 of 6", "CM-FANT-TROLL-03")
    assert told(with_uncanny(blue("ours", 6, at=(48, 30)), held=2))["Paralysed"] == ("2 figures", "CM-FANT-WRAITH-05")
    numb = with_uncanny(blue("ours", 6, at=(48, 30)), numbed=1, numbed_in=1)
    assert told(numb)["Paralysed"] == ("1 figure", "CM-FANT-WIGHT-05")
