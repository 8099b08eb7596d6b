"""Where leaders and heroes go: small positions with one sensible answer."""

from __future__ import annotations

from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.by_this_axe.asking import moved
from tests.rulesets.by_this_axe.positions import blue, field, hero, red

GENERAL = {"roles": ("general",), "leadership": 2}
AXES = {"fc": 3, "armour": "medium", "shield": True}


def under_fire(figures: int) -> Battle:
    """A general with so many figures in bowshot, and nobody else to go to."""
    return field(
        blue("squires", figures, at=(24, 36), **AXES),
        red("bows", 8, at=(24, 18), ranged=("longbow",)),
        hero("guy", "blue", with_="squires", **GENERAL),
    )


def test_a_general_leaves_few_figures_who_are_shot_at() -> None:
    """TA-CHAR-07: among five figures or fewer a hit may be his. He goes where nobody can shoot at him."""
    played, _ = moved(under_fire(4))
    guy = played.unit("guy")
    assert not guy.host
    assert gap(guy.outline, played.unit("bows").outline) > inches(24)


def test_a_general_stays_with_many() -> None:
    """TA-CHAR-06: among six or more nobody reaches him."""
    played, _ = moved(under_fire(8))
    assert played.unit("guy").host == "squires"


def test_a_general_goes_to_the_larger_of_his_units() -> None:
    played, _ = moved(
        field(
            blue("squires", 4, at=(24, 34), **AXES),
            blue("spears", 10, files=5, at=(34, 38), melee=("spear",)),
            red("bows", 8, at=(24, 18), ranged=("longbow",)),
            hero("guy", "blue", with_="squires", **GENERAL),
        )
    )
    assert played.unit("guy").host == "spears"


def test_a_hero_stays_with_the_few_he_fights_with() -> None:
    """More figures elsewhere are no reason to leave the best unit of the army before its charge."""
    played, _ = moved(
        field(
            blue("nephews", 4, at=(24, 36), fc=4, armour="heavy", shield=True),
            blue("spears", 10, files=5, at=(34, 38), armour="light", shield=True),
            red("bows", 5, at=(24, 18), ranged=("heavy_crossbow",)),
            hero("bevis", "blue", with_="nephews", hits=2),
        )
    )
    assert played.unit("bevis").host == "nephews"


def test_who_stands_alone_joins_a_unit_when_it_has_moved() -> None:
    """TA-CHAR-11: it would leave him behind if he walked to it before."""
    played, orders = moved(
        field(
            blue("spears", 10, files=5, at=(34, 40), fc=3, armour="medium", melee=("spear",)),
            red("bows", 8, at=(30, 8), ranged=("longbow",)),
            hero("guy", "blue", at=(35, 43), **GENERAL),
        )
    )
    assert [order.actor for order in orders if order.actor] == ["spears", "guy"]
    assert played.unit("guy").host == "spears"
