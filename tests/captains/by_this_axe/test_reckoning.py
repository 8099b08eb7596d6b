"""Quick reckoning against the book's own exact odds."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from schiltron.captains.by_this_axe.expected_losses import band, rank_bonus, strikes, suffers, volley
from schiltron.captains.by_this_axe.melees import Tie, brawl, clash
from schiltron.captains.by_this_axe.situation import nerve
from schiltron.rulesets.by_this_axe.attacks.melee import blow, dice, strike, usual_weapon
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.shooting import aim
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by
from schiltron.rulesets.by_this_axe.state import Arc, Battle, LeaderLost
from schiltron.table.contact import Edge
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import blue, field, hero, locked, red

KNIGHTS = {"fc": 4, "armour": "heavy", "shield": True, "mounted": True, "melee": ("lance", "sword")}
SPEARS = {"fc": 2, "armour": "light", "shield": True, "melee": ("spear",)}
PIKES = {"fc": 2, "armour": "light", "melee": ("pike",)}


def exact(battle: Battle, unit: str, foe: str) -> Strike:
    body, target = battle.units[unit], battle.units[foe]
    weapon = usual_weapon(battle, body, body)
    return strike(battle, body, target, [blow(battle, body, body, target, weapon, dice(battle, body, weapon))])


@pytest.mark.parametrize(("edge", "arc"), [("front", "front"), ("left", "flank"), ("rear", "rear")])
@pytest.mark.parametrize(("line", "other"), list(product((KNIGHTS, SPEARS, PIKES), repeat=2)))
def test_blows_are_those_of_the_book(edge: Edge, arc: Arc, line: dict, other: dict) -> None:
    """TA-MELEE-08 to TA-MELEE-21, TA-UNIT-20: dice, hits and saves of a charge come to the same losses."""
    battle = field(
        blue("ours", 8, files=4, at=(24, 24), **line),
        red("theirs", 10, files=5, at=(24, 24), **other),
        contacts=[locked("ours", "theirs", edge)],
    )
    one, two = (band(battle, battle.units[key], 0) for key in ("ours", "theirs"))
    found = strikes(one, two, arc, charging=True, opening=True)
    assert sum(each.dice * each.kills / 36 for each in found) == pytest.approx(
        outlook(battle, exact(battle, "ours", "theirs")).expected, abs=0.06
    )


def test_a_volley_is_that_of_the_book() -> None:
    """TA-RANGED-07, TA-RANGED-11, TA-RANGED-15, TA-MORALE-08: losses and the chance to break under fire."""
    battle = field(
        blue("bows", 12, files=6, at=(24, 30), fc=3, ranged=("longbow",)),
        red("spears", 8, files=4, at=(24, 20), **SPEARS),
    )
    shot = aim(battle, battle.units["bows"], battle.units["spears"])
    assert isinstance(shot, Strike)
    promise = outlook(battle, shot)
    bows, spears = (band(battle, battle.units[key], 0) for key in ("bows", "spears"))
    ordeal = suffers(spears, volley(bows, spears, "front", inches(10)), ranged=True)
    out = promise.destroyed + breaks_by(battle, battle.units["spears"], promise.fallen, "ranged")
    assert ordeal.lost == pytest.approx(promise.expected, abs=0.01)
    assert ordeal.out == pytest.approx(out, abs=0.01)


@pytest.mark.parametrize(("figures", "files"), [(8, 8), (8, 4), (12, 4), (4, 2), (7, 4), (9, 6)])
def test_ranks_steady_as_the_book_says(figures: int, files: int) -> None:
    """TA-MORALE-16 to TA-MORALE-18."""
    battle = field(red("foot", figures, files=files, at=(24, 20), fc=1))
    number = sum(term.value for term in morale_number(battle, battle.units["foot"], ("losses",), "melee").terms)
    assert number == 2 + rank_bonus(figures, files)


def test_nerve_counts_leaders_near_and_lost() -> None:
    """TA-MORALE-14: within 3 inches, once."""
    battle = field(
        red("near", 8, files=4, at=(24, 20)),
        red("far", 8, files=4, at=(50, 20)),
        hero("jarl", "red", with_="near", roles=("general",), leadership=2),
    )
    assert (nerve(battle, battle.units["near"]), nerve(battle, battle.units["far"])) == (1, 0)


def test_nerve_is_lost_with_a_leader_who_fell_near_this_turn() -> None:
    """TA-MORALE-20: whoever was near when he fell, wherever they stand by now; TA-MORALE-21: a general later too."""
    battle = field(red("near", 8, files=4, at=(50, 20)), red("far", 8, files=4, at=(24, 20)), turn=2)

    def after(turn: int) -> tuple[int, int]:
        lost = LeaderLost("red", inches(24), inches(20), turn, general=True, near=("near",))
        then = replace(battle, own=replace(battle.own, leaders_lost=(lost,)))
        return nerve(then, then.units["near"]), nerve(then, then.units["far"])

    assert after(2) == (-2, 0)
    assert after(1) == (-3, -3)


def test_it_matters_who_charges_whom() -> None:
    """TA-MELEE-20: lancers who charge drive more off than lancers who are charged."""
    battle = field(blue("knights", 4, at=(24, 24), **KNIGHTS), red("spears", 12, files=6, at=(24, 24), **SPEARS))
    knights, spears = (band(battle, battle.units[key], 0) for key in ("knights", "spears"))
    assert clash(knights, spears)[1].out > clash(spears, knights)[0].out + 0.05


def test_two_alone_fare_about_as_the_quicker_reckoning_for_many_says() -> None:
    battle = field(blue("ours", 8, files=4, at=(24, 24), **SPEARS), red("theirs", 8, files=4, at=(24, 24), **SPEARS))
    ours, theirs = (band(battle, battle.units[key], 0) for key in ("ours", "theirs"))
    rough = brawl({"ours": ours, "theirs": theirs}, (Tie("ours", "theirs", "front"),))
    fine = clash(ours, theirs)
    assert rough["ours"].out == pytest.approx(fine[0].out, abs=0.15)
    assert rough["theirs"].out == pytest.approx(fine[1].out, abs=0.15)


def test_help_on_the_flank_counts_for_much() -> None:
    """TA-MELEE-17, TA-MORALE-03, TA-MORALE-12."""
    battle = field(
        blue("ours", 8, files=4, at=(24, 24), **SPEARS),
        blue("help", 8, files=4, at=(34, 24), **SPEARS),
        red("theirs", 8, files=4, at=(24, 24), **SPEARS),
    )
    bands = {key: band(battle, battle.units[key], 0) for key in ("ours", "help", "theirs")}
    alone = clash(bands["ours"], bands["theirs"])[1].out
    helped = brawl(bands, (Tie("ours", "theirs", "front"), Tie("help", "theirs", "flank")))["theirs"].out
    assert helped > alone + 0.2
