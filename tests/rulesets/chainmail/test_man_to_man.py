"""Man to man: one figure is one man, who strikes blow by blow with his own weapon at his enemy's armour.

Ours came onto theirs, unless told otherwise. Blows of a moment are thrown together, two dice each.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.battle.state.event import Checked, Reported, Struck
from schiltron.battle.state.tally import Tally
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.chainmail.man_to_man import arms
from schiltron.rulesets.chainmail.man_to_man.blows import ManBlow
from schiltron.rulesets.chainmail.man_to_man.bouts import moments
from schiltron.rulesets.chainmail.man_to_man.stances import AT_HORSES, PARRY, SET_HORSES, against
from schiltron.rulesets.chainmail.melee.involved import melees
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.state import Battle, Lot, Men, Unit
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.fights import met, ours, theirs
from tests.rulesets.chainmail.positions import Played, blue, field, locked, play, red, strip

MAN: Any = {"scale": "man_to_man"}


def one(weapon: str, **more: Any) -> Unit:
    """One of ours, in mail and shield unless told otherwise."""
    return ours(**{"figures": 1, "weapon": weapon, **more})


def other(weapon: str, **more: Any) -> Unit:
    return theirs(**{"figures": 1, "weapon": weapon, **more})


def pair(first: Unit, second: Unit, **more: Any) -> Battle:
    return met(first, second, **{**MAN, **more})


def order(position: Battle) -> list[list[str]]:
    """Who strikes, moment by moment."""
    return [[each.by[0] for each in moment] for moment in blows(position)]


def blows(position: Battle) -> list[list[ManBlow]]:
    return [list(moment) for moment in moments(position, melees(position)[0])]


def needs(position: Battle, unit: str = "ours") -> list[int]:
    return [each.need.total for moment in blows(position) for each in moment if each.by[0] == unit]


def need(position: Battle, unit: str = "ours") -> Tally:
    return next(each.need for moment in blows(position) for each in moment if each.by[0] == unit)


def rule_of(tally: Tally) -> list[str]:
    return [term.rule for term in tally.terms]


def parrying(unit: Unit, foe: str) -> Unit:
    return replace(unit, own=replace(unit.own, turn=replace(unit.own.turn, parries=(foe,))))


def say(actor: str, action: str, foe: str) -> Commanded:
    return Commanded(actor, action, Aimed(foe))


def fight(position: Battle) -> Played:
    """The melees begin, and nobody parries or does anything else that has to be said."""
    played = play(position, Melees())
    while played.battle.decisions:
        played = played.then(FINISH)
    return played


# ---------------------------------------------------------------- the tables, cell by cell

MELEE = """
dagger 1            6 7 8 8 9 10 12 12 8 10 *
hand_axe 2          7 7 8 9 10 10 11 12 9 11
mace 3              8 8 8 9 8 8 7 8 10 12
sword 4             7 8 8 9 8 9 10 11 8 10 *
battle_axe 5        8 8 8 8 7 7 9 10 7 9
morning_star 6      6 6 7 7 6 7 8 8 8 8
flail 7             7 7 7 7 6 7 6 7 6 8
spear 8             8 8 9 9 10 10 11 12 7 9 *
pole_arms 9         6 6 6 7 7 8 9 10 6 8 *
halberd 9           8 8 8 7 6 6 7 8 7 9
two_handed_sword 10 6 6 6 6 5 5 6 7 6 8
mounted_lance 11    5 5 5 5 6 7 8 9 5 7
pike 12             8 8 8 8 8 8 9 10 5 7
"""
"""As the print has it, with the repairs of the table's note: class, armour 1 to 8, horse without and with armour."""


@pytest.mark.parametrize("line", MELEE.strip().splitlines(), ids=lambda line: line.split()[0])
def test_the_table_of_weapons_and_armour(line: str) -> None:
    """CM-MTM-03, CM-MTM-25: every cell of the table, as a blow needs it; of a rider's horse as well."""
    weapon, number, *cells = line.split()
    starred = cells[-1] == "*"
    assert arms.class_of(weapon) == int(number)  # type: ignore[arg-type]
    for armour, cell in zip(arms.WORN, cells[:8], strict=True):
        position = pair(one(weapon), other("sword", body_armour=armour))
        assert needs(position)[0] == int(cell)
        assert arms.finds_gaps(weapon, armour) == (starred and armour.startswith("plate"))  # type: ignore[arg-type]
    for barding, cell in zip(("bare", "barded"), cells[8:10], strict=True):
        rider = other("sword", troop="medium_horse", barding=barding)
        at_horse = replace(one(weapon), own=replace(one(weapon).own, turn=_at_horses("theirs")))
        assert need(pair(at_horse, rider)).terms[0].value == int(cell)


def _at_horses(foe: str) -> Any:
    return replace(ours().own.turn, at_horses=(foe,))


def test_the_classes_of_armour() -> None:
    """CM-MTM-03: eight, from nothing to plate and shield."""
    assert [arms.armour_class(word) for word in arms.WORN] == [1, 2, 3, 4, 5, 6, 7, 8]  # type: ignore[arg-type]
    assert arms.WORN[0] == "no_armor"
    assert arms.WORN[-1] == "plate_and_shield"


USUAL = """
peasants mace no_armor
light_foot sword leather_or_padded
archers sword leather_or_padded
heavy_foot sword chain_and_shield
vikings battle_axe chain_and_shield
halberdiers halberd chain_banded_studded_or_splint_mail
levies spear leather_or_padded
pikemen pike chain_banded_studded_or_splint_mail
armored_foot sword plate_and_shield
armored_halberdiers halberd plate
light_horse sword leather_and_shield
horse_archers sword leather_or_padded
medium_horse mounted_lance chain_and_shield
knights mounted_lance plate_and_shield
reiter sword plate_and_shield
"""


@pytest.mark.parametrize("line", USUAL.strip().splitlines(), ids=lambda line: line.split()[0])
def test_what_men_carry_of_whom_the_list_says_nothing(line: str) -> None:
    """CM-MTM-03: by their type; no shield with a bow or a weapon for both hands."""
    troop, weapon, armour = line.split()
    man = ours(troop, 1)
    position = pair(man, theirs("light_foot", 1))
    kit = arms.kit(position, man, 0)
    assert (kit.weapon, kit.armour) == (weapon, armour)
    assert kit.barded == (troop in ("knights", "reiter"))


# ---------------------------------------------------------------- a blow


def test_a_blow_kills_with_the_number_or_more() -> None:
    """CM-MTM-03, CM-MTM-04: two dice; who was struck at and lives strikes back."""
    position = pair(one("sword"), other("sword"))
    assert [pool.count for pool in fight(position).roll.pools] == [2]
    assert not fight(position).then("4 5").unit("theirs").figures
    played = fight(position).then("4 4")
    assert played.unit("theirs").figures == 1
    assert played.roll.pools[0].whose == "red"
    assert not played.then("6 3").unit("ours").on_table


def test_the_dead_do_not_strike_back() -> None:
    """CM-MTM-04: after a kill nothing more is thrown."""
    played = fight(pair(one("sword"), other("dagger"))).then("6 6")
    assert not played.battle.awaiting
    assert [event.hits for event in played.events_of(Struck)] == [1]


def test_blows_alike_are_told_together() -> None:
    """CM-MTM-02: three swords at three shields are one sentence, with all dice in it."""
    played = fight(pair(ours(figures=3, weapon="sword"), theirs(figures=3, weapon="sword"))).then("6 6 | 1 1 | 6 3")
    first = played.events_of(Struck)[0]
    assert (first.dice, first.hits, [term.value for term in first.tallies[0].terms]) == (6, 2, [12, 2, 9])
    assert [pool.whose for pool in played.roll.pools] == ["red"]


def test_men_who_are_over_strike_too_and_get_no_blow_back() -> None:
    """CM-MTM-02: four against two: two pairs, two more blows of ours, no more than two of theirs."""
    position = pair(ours(figures=4, weapon="sword"), theirs(figures=2, weapon="sword"))
    assert order(position) == [["ours"] * 4, ["theirs"] * 2]
    assert sorted(each.at[1] for each in blows(position)[0]) == [0, 0, 1, 1]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_same_wherever_they_stand(look: Look) -> None:
    """CM-MTM-02: askew, mirrored or in another order of the roster the same men fight, in the same order."""
    position = look.at(pair(ours(figures=5, files=3, weapon="dagger"), theirs(figures=3, weapon="battle_axe")))
    assert order(position) == [["theirs"] * 3, ["ours"] * 5, ["ours"] * 5]


def test_only_men_within_three_inches_are_in_it() -> None:
    """CM-MTM-02, CM-MTM-01: of eight in one file five are; each of them is a man."""
    position = pair(ours(figures=8, files=1, weapon="sword"), theirs(figures=5, weapon="sword"), since=0)
    assert len(blows(position)[0]) == 5


# ---------------------------------------------------------------- who strikes first


@pytest.mark.parametrize(
    ("mine", "his", "first"),
    [
        ("sword", "sword", "ours"),
        ("sword", "battle_axe", "ours"),
        ("sword", "morning_star", "theirs"),
        ("dagger", "pike", "theirs"),
        ("battle_axe", "hand_axe", "ours"),
        ("battle_axe", "dagger", "theirs"),
        ("two_handed_sword", "hand_axe", "theirs"),
        ("flail", "sword", "ours"),
    ],
)
def test_the_first_blow_of_the_first_round(mine: str, his: str, first: str) -> None:
    """CM-MTM-05: the attacker, but for a weapon two classes higher; CM-MTM-16, CM-MTM-19: or four lower and more."""
    assert order(pair(one(mine), other(his)))[0] == [first]
    assert order(met(one(mine), other(his), contacts=(locked("theirs", "ours", "front", 1),), **MAN))[0] == [
        "theirs" if (mine, his) in _TURNED else "ours" if first == "theirs" and mine == "dagger" else _turned(mine, his)
    ]


_TURNED = {("sword", "sword"), ("sword", "battle_axe")}


def _turned(mine: str, his: str) -> str:
    """Who strikes first if theirs came onto ours: ours, if so much longer or quicker."""
    higher = arms.class_of(mine) - arms.class_of(his)  # type: ignore[arg-type]
    return "ours" if higher >= 2 or higher <= -4 else "theirs"


@pytest.mark.parametrize(
    ("led", "mine", "his", "first"),
    [
        ("ours", "sword", "mace", "ours"),
        ("ours", "sword", "hand_axe", "theirs"),
        ("theirs", "sword", "mace", "theirs"),
        ("theirs", "sword", "morning_star", "ours"),
        ("theirs", "sword", "battle_axe", "theirs"),
        ("ours", "sword", "pike", "ours"),
    ],
)
def test_the_first_blow_of_later_rounds(led: str, mine: str, his: str, first: str) -> None:
    """CM-MTM-06: who struck first before, but for a weapon two classes lower."""
    follows = "theirs" if led == "ours" else "ours"
    leader = Men(led=(follows,))
    men = {key: (leader if key == led else None) for key in ("ours", "theirs")}
    position = pair(one(mine, men=men["ours"]), other(his, men=men["theirs"]), since=2, turn=4)
    assert order(position)[0] == [first]


def test_it_is_kept_who_struck_first() -> None:
    """CM-MTM-06: ours came on and struck first; in the next round they do so again."""
    played = fight(pair(one("sword"), other("sword"))).then("1 1", "1 1")
    later = replace(played.battle, turn=2)
    assert order(later) == [["ours"], ["theirs"]]
    assert later.units["ours"].own.men == Men(led=("theirs",))


def _raised(unit: Unit, storey: int) -> Unit:
    return replace(unit, place=OnTable(unit.pose, Upon("the wall", storey)))


def test_who_fights_from_above_strikes_first() -> None:
    """CM-MTM-05: the defender on a wall; an attacker from above keeps the first blow by attacking only."""
    assert order(pair(one("sword"), _raised(other("sword"), 1)))[0] == ["theirs"]
    assert order(pair(_raised(one("sword"), 1), other("morning_star")))[0] == ["theirs"]


def test_from_above_prevails_in_later_rounds() -> None:
    """CM-MTM-06: over a quicker weapon as well."""
    position = pair(one("dagger", men=Men(led=("theirs",))), _raised(other("sword"), 2), since=1, turn=3)
    assert order(position)[0] == ["theirs"]


def test_a_ditch_with_its_rampart_is_below() -> None:
    """CM-MTM-05: who stands in it is struck at from above; who stands before it as well is not."""
    ditch = strip("ditch", (30, 32), (66, 32), width=3.8)
    both = pair(one("sword", at=(48, 31)), other("sword", at=(48, 31)), features=(ditch,))
    assert order(both)[0] == ["ours"]
    crossing = strip("ditch", (30, 32.4), (66, 32.4), width=2)
    position = pair(one("sword", at=(48, 31.4)), other("sword", at=(48, 31.4)), features=(crossing,))
    assert order(position)[0] == ["theirs"]


# ---------------------------------------------------------------- flank and rear


def test_who_is_taken_in_the_rear_strikes_no_blow() -> None:
    """CM-MTM-07, CM-MTM-13: in the first round, and ours add 1; he cannot parry."""
    position = pair(one("sword"), other("dagger"), edge="rear")
    assert order(position) == [["ours"]]
    assert rule_of(need(position)) == ["CM-MTM-03", "CM-MTM-13"]
    assert need(position).total == 8
    assert "rear" in against(position, position.units["theirs"], PARRY, position.units["ours"])[0].text


def test_in_the_second_round_he_has_the_second_blow() -> None:
    """CM-MTM-07: whatever he carries; the 1 that ours added is gone."""
    position = pair(one("battle_axe"), other("dagger", men=None), edge="rear", since=1, turn=2)
    assert order(position)[0] == ["ours"]
    assert rule_of(need(position)) == ["CM-MTM-03"]
    third = pair(one("battle_axe", men=Men(led=("theirs",))), other("dagger"), edge="rear", since=1, turn=3)
    assert order(third)[0] == ["theirs"]


@pytest.mark.parametrize(("edge", "first"), [("left", "ours"), ("right", "theirs"), ("front", "theirs")])
def test_the_left_flank(edge: str, first: str) -> None:
    """CM-MTM-08: taken from the left he strikes second even with a much longer weapon; not from the right."""
    assert order(pair(one("dagger"), other("pike"), edge=edge))[0] == [first]


def test_who_looks_all_ways_has_no_left() -> None:
    """CM-MTM-08, CM-MTM-07: a square has neither flank nor rear."""
    square = other("pike", formation="square")
    assert order(pair(one("dagger"), square, edge="left"))[0] == ["theirs"]
    assert order(pair(one("sword"), square, edge="rear"))[0] == ["theirs"]


# ---------------------------------------------------------------- how often


@pytest.mark.parametrize(
    ("mine", "his", "expected"),
    [
        ("dagger", "sword", "o t"),
        ("dagger", "battle_axe", "o t o"),
        ("hand_axe", "morning_star", "o t o"),
        ("dagger", "spear", "o t o"),
        ("dagger", "halberd", "o t o o"),
        ("sword", "pike", "o t o o"),
        ("spear", "pike", "o t o"),
    ],
)
def test_the_lighter_man_strikes_more_often(mine: str, his: str, expected: str) -> None:
    """CM-MTM-22: four classes lower two blows, eight lower three; they alternate, and what is over follows."""
    men = Men(led=("theirs",))
    position = pair(one(mine, men=men), other(his), since=1, turn=3)
    assert order(position) == [["ours" if each == "o" else "theirs"] for each in expected.split()]


def test_a_charge_with_long_weapons_goes_before_quickness() -> None:
    """CM-MTM-21: pikes, spears and lances that charge have the first blow over lower classes; others do not."""
    for weapon, first in (("pike", "ours"), ("spear", "ours"), ("two_handed_sword", "theirs")):
        assert order(pair(one(weapon, charged=True), other("hand_axe")))[0] == [first]
    assert order(pair(one("spear"), other("hand_axe")))[0] == ["theirs"]
    lance = ours("medium_horse", 1, charged=True)
    assert order(pair(lance, other("dagger")))[0] == ["ours"]
    assert order(pair(one("spear", charged=True), other("pike")))[0] == ["theirs"]


# ---------------------------------------------------------------- parries


@pytest.mark.parametrize(
    ("mine", "his", "off", "struck"),
    [
        ("battle_axe", "sword", 2, ["theirs"]),
        ("sword", "sword", 2, ["theirs"]),
        ("mace", "morning_star", 2, ["theirs"]),
        ("hand_axe", "morning_star", 2, ["theirs", "ours"]),
        ("dagger", "spear", 2, ["theirs", "ours"]),
        ("dagger", "halberd", 1, ["ours", "theirs", "ours"]),
        ("sword", "pike", 1, ["ours", "theirs", "ours"]),
    ],
)
def test_the_four_bands_of_parrying(mine: str, his: str, off: int, struck: list[str]) -> None:
    """CM-MTM-15, CM-MTM-16, CM-MTM-18, CM-MTM-19: what a parry takes off, and which blows are left."""
    man = parrying(one(mine, men=Men(led=("theirs",))), "theirs")
    plain = pair(one(mine, men=Men(led=("theirs",))), other(his), since=1, turn=3)
    position = pair(man, other(his), since=1, turn=3)
    assert [each for (each,) in order(position)] == struck
    assert need(position, "theirs").total == need(plain, "theirs").total + off


@pytest.mark.parametrize(("mine", "his"), [("morning_star", "sword"), ("pike", "dagger")])
def test_a_weapon_two_classes_higher_does_not_parry(mine: str, his: str) -> None:
    """CM-MTM-14: the door says so."""
    position = pair(one(mine), other(his))
    reasons = against(position, position.units["ours"], PARRY, position.units["theirs"])
    assert [reason.rules for reason in reasons] == [("CM-MTM-14",)]


def test_who_lies_on_the_ground_parries_nothing_with_whatever_weapon() -> None:
    """CM-MTM-14: nor does who holds a pike against a dagger."""
    down = Men(lots=(Lot(prone_in=3),))
    for his, men, parries in (("sword", Men(), True), ("sword", down, False), ("pike", Men(), False)):
        man = other(his, men=men)
        blows = [
            need(pair(one("sword" if his == "sword" else "dagger"), him, since=1, turn=3)).total
            for him in (man, parrying(man, "ours"))
        ]
        assert (blows[0] != blows[1]) is parries, (his, men)


def test_a_parry_in_the_light_band_gives_up_the_first_blow() -> None:
    """CM-MTM-16: hand axe against morning star: the first blow, or a parry and one blow after it."""
    position = pair(one("morning_star"), other("hand_axe"))
    assert order(position) == [["theirs"], ["ours"], ["theirs"]]
    played = play(position, Melees()).then(say("theirs", PARRY, "ours"))
    assert order(played.battle) == [["ours"], ["theirs"]]


def test_a_parry_in_a_later_round_leaves_the_first_blow_where_it_was() -> None:
    """CM-MTM-16, CM-MTM-06: the quicker hand axe that parries does not take the first blow over."""
    axe = parrying(other("hand_axe"), "ours")
    position = pair(one("morning_star", men=Men(led=("theirs",))), axe, since=1, turn=3)
    assert order(position) == [["ours"], ["theirs"]]


def test_a_man_over_is_not_parried() -> None:
    """CM-MTM-15: of two of ours who strike at one man, his parry stops one."""
    position = pair(ours(figures=2, weapon="sword"), parrying(other("sword"), "ours"))
    assert sorted(needs(position)) == [9, 11]


def test_a_blow_at_a_horse_is_not_parried() -> None:
    """CM-MTM-15, CM-MTM-25: mace at an unbarded horse, 10 and 1 more from below."""
    mine = replace(one("mace"), own=replace(one("mace").own, turn=_at_horses("theirs")))
    rider = parrying(other("sword", troop="medium_horse", body_armour="plate"), "ours")
    assert needs(pair(mine, rider)) == [11]


PARRIED = [("4 2", "parried"), ("2 2", "parried"), ("3 4", "broken"), ("4 4", "parried"), ("4 5", "killed")]


@pytest.mark.parametrize(("dice", "expected"), PARRIED)
def test_the_exact_number_breaks_the_weapon(dice: str, expected: str) -> None:
    """CM-MTM-17: morning star (7 against mail and shield) at a parrying hand axe: 7 breaks it, 8 is parried, 9 kills;
    CM-MTM-18: only who parried well has his counter blow."""
    position = pair(one("morning_star"), other("hand_axe"))
    played = play(position, Melees()).then(say("theirs", PARRY, "ours")).then(dice)
    if expected == "killed":
        assert not played.unit("theirs").figures
    elif expected == "broken":
        assert not played.battle.awaiting
        assert arms.kit(played.battle, played.unit("theirs"), 0).weapon == "dagger"
        assert "CM-MTM-17" in played.events_of(Reported)[0].rules
    else:
        assert played.roll.pools[0].whose == "red"
        assert played.unit("theirs").own.men in (None, Men(led=("ours",)))


def test_in_the_widest_band_too_it_breaks() -> None:
    """CM-MTM-20: halberd (8 against shield only) at a dagger that parries: 8 breaks it, 9 kills."""

    def struck(dice: str) -> Played:
        position = pair(one("halberd"), other("dagger", body_armour="shield_only"))
        return play(position, Melees()).then(say("theirs", PARRY, "ours")).then("1 1").then(dice)

    assert arms.lot(struck("4 4").unit("theirs"), 0).broken
    assert not struck("5 4").unit("theirs").figures
    assert struck("4 3").roll.pools[0].whose == "red"


def test_in_the_common_band_nothing_breaks() -> None:
    """CM-MTM-15: the exact number is one that the parry has stopped."""
    position = pair(one("sword"), other("sword"))
    played = play(position, Melees()).then(FINISH, say("theirs", PARRY, "ours")).then("4 5")
    assert not played.battle.awaiting
    assert played.unit("theirs").own.men is None
    assert played.unit("theirs").figures == 1


def test_who_has_no_weapon_draws_a_dagger() -> None:
    """CM-MTM-23: he alone of his band, at the start of the next round; his class changes what he can do."""
    broken = Men(lots=(Lot(), Lot(broken=True)), led=("theirs",))
    position = pair(ours(figures=2, weapon="sword", men=broken), theirs(figures=2, weapon="sword"), since=1, turn=2)
    first = [(each.weapon, each.need.total) for each in blows(position)[0] if each.by[0] == "ours"]
    assert sorted(first) == [("dagger", 10), ("sword", 9)]


def test_a_man_who_falls_takes_his_lot_with_him() -> None:
    """CM-MTM-23: of three the first has a dagger; he falls, and the others keep their swords."""
    men = Men(lots=(Lot(broken=True),), led=("theirs",))
    position = pair(ours(figures=3, weapon="sword", men=men), theirs(figures=3, weapon="sword"), since=1, turn=2)
    played = fight(position).then("1 1 | 1 1 | 1 1")
    played = played.then("6 6 | 1 1 | 1 1")
    unit = played.unit("ours")
    assert unit.figures == 2
    assert [arms.kit(played.battle, unit, place).weapon for place in range(2)] == ["sword", "sword"]


# ---------------------------------------------------------------- horse


@pytest.mark.parametrize(("turn", "mine", "his"), [(1, 7, 11), (2, 8, 11), (5, 8, 11)])
def test_mounted_against_foot(turn: int, mine: int, his: int) -> None:
    """CM-MTM-09, CM-MTM-10: a sword at mail and shield needs 9: the rider adds 2 at first, then 1; the other loses 1.

    Against the rider's plate and shield a sword needs 11, and 12 from below."""
    position = pair(one("sword", troop="medium_horse"), other("sword"), since=1, turn=turn)
    assert needs(position)[0] == mine
    assert needs(position, "theirs")[0] == 10
    assert his == 11


def test_two_riders_gain_nothing() -> None:
    """CM-MTM-09: it is between horse and foot."""
    position = pair(one("sword", troop="medium_horse"), other("sword", troop="light_horse"))
    assert len(need(position).terms) == 1


@pytest.mark.parametrize(("troop", "weapons"), [("light", 1), ("medium", 2), ("heavy", 2)])
def test_the_horse_attacks_as_well(troop: str, weapons: int) -> None:
    """CM-MTM-11: from the second round on; light as a mace, medium as two, heavy as two flails, adding nothing."""
    rider = one("sword", troop=f"{troop}_horse", men=Men(led=("theirs",)))
    assert not [each for each in blows(pair(rider, other("sword")))[0] if each.hooves]
    for turn in (2, 4):
        first = blows(pair(rider, other("sword"), since=1, turn=turn))[0]
        kicks = [each for each in first if each.hooves]
        assert [each.weapon for each in kicks] == ["flail" if troop == "heavy" else "mace"] * weapons
        assert [rule_of(each.need) for each in kicks] == [["CM-MTM-11"]] * weapons


def test_horses_do_not_strike_at_riders() -> None:
    """CM-MTM-12: only at footmen."""
    riders = [one("sword", troop="medium_horse"), other("sword", troop="medium_horse")]
    assert not [each for moment in blows(pair(*riders, since=1, turn=2)) for each in moment if each.hooves]


def _three(turn: int = 3, **told: Any) -> Battle:
    """Our horse holds a rider before it, and footmen at its right."""
    horse = blue("ours", 2, at=(48, 30), troop="medium_horse", weapon="sword")
    if told:
        horse = replace(horse, own=replace(horse.own, turn=replace(horse.own.turn, **told)))
    rider = red("rider", 2, at=(48, 30), troop="light_horse")
    foot = red("foot", 2, at=(49, 30.75), facing=270)
    met_ = (locked("ours", "rider", "front", 1), locked("foot", "ours", "right", 1))
    return field(horse, rider, foot, contacts=met_, turn=turn, phase="melee", **MAN)


def test_a_horse_may_strike_at_another_than_its_rider() -> None:
    """CM-MTM-12: before the riders are riders; the horses take the footmen beside."""
    kicks = [each for moment in blows(_three()) for each in moment if each.hooves and each.by[0] == "ours"]
    assert {each.at[0] for each in kicks} == {"foot"}
    position = _three()
    ours_, foot = position.units["ours"], position.units["foot"]
    assert not against(position, ours_, SET_HORSES, foot)
    assert against(position, ours_, SET_HORSES, position.units["rider"])
    assert against(_three(turn=1), ours_, SET_HORSES, foot)


def test_horses_are_set_at_whom_one_likes() -> None:
    """CM-MTM-12: of two units on foot at the one that is named."""
    horse = blue("ours", 2, at=(48, 30), troop="medium_horse", weapon="sword")
    foes = red("foot", 2, at=(48, 30)), red("others", 2, at=(49, 30.75), facing=270)
    pairs = (locked("ours", "foot", "front", 1), locked("others", "ours", "right", 1))
    position = field(horse, *foes, contacts=pairs, turn=2, phase="melee", **MAN)

    def kicked(battle: Battle) -> set[str]:
        return {each.at[0] for moment in blows(battle) for each in moment if each.hooves}

    assert kicked(position) == {"foot", "others"}
    told = play(position, Melees()).then(say("ours", SET_HORSES, "others"))
    assert kicked(told.battle) == {"others"}


def test_a_killed_horse_leaves_its_rider_on_the_ground() -> None:
    """CM-MTM-25, CM-MTM-24: theirs go for the horse (mace 10, 11 from below); its rider strikes no more in the round,
    and a second blow finds the gaps of his plate at 7."""
    rider = ours("knights", 1)
    position = pair(rider, theirs(figures=2, weapon="dagger"), since=1, turn=2)
    told = play(position, Melees()).then(say("theirs", AT_HORSES, "ours"))
    first = moments(told.battle, melees(told.battle)[0])[0]
    assert {each.need.total for each in first if each.by[0] == "theirs"} == {11}
    assert {each.down.total for each in first if each.by[0] == "theirs" and each.down is not None} == {7}
    played = told.then(FINISH)
    assert {pool.whose for pool in played.roll.pools} == {"red"}
    played = played.then("6 6 | 1 1")
    assert {pool.whose for pool in played.roll.pools} == {"red"}
    assert "CM-MTM-25" in played.events_of(Reported)[0].rules


def test_a_man_who_lost_his_horse_goes_on_on_foot() -> None:
    """CM-MTM-25: a knight alone becomes a man in plate with a sword, on a smaller base, worth what he was."""
    position = pair(ours("knights", 1), other("two_handed_sword"), since=1, turn=2)
    told = play(position, Melees())
    if told.decision.seat == "blue":
        told = told.then(FINISH)
    told = told.then(say("theirs", AT_HORSES, "ours"))
    while told.battle.decisions:
        told = told.then(FINISH)
    if told.roll.pools[0].whose == "blue":
        told = told.then(*[" | ".join("1 1" for _ in told.roll.pools)])
    played = told.then(" | ".join("6 6" for _ in told.roll.pools))
    he = played.unit("ours")
    kit = arms.kit(played.battle, he, 0)
    assert (kit.weapon, kit.armour, kit.horse) == ("sword", "plate_and_shield", "")
    assert he.own.profile.fights_as == "armored_foot"
    assert he.own.profile.priced == "heavy_horse"
    assert he.outline.main.half_width < ours("knights", 1).outline.main.half_width
    assert he.on_table


@pytest.mark.parametrize(
    ("weapon", "armour", "expected"),
    [
        ("dagger", "plate", 7),
        ("sword", "plate_and_shield", 7),
        ("spear", "plate", 7),
        ("pole_arms", "plate", 7),
        ("battle_axe", "plate", 9),
        ("mace", "plate_and_shield", 8),
        ("sword", "chain_and_shield", 9),
    ],
)
def test_a_prone_man_in_plate(weapon: str, armour: str, expected: int) -> None:
    """CM-MTM-24: the marked weapons kill him on 7, others as ever, and other armour keeps its number."""
    prone = other("sword", body_armour=armour, men=Men(lots=(Lot(prone_in=3),)))
    position = pair(one(weapon), prone, since=1, turn=3)
    assert needs(position)[0] == expected
    assert "theirs" not in {name for moment in order(position) for name in moment}
    up = pair(one(weapon), prone, since=1, turn=4)
    assert needs(up)[0] == arms.score(weapon, armour)  # type: ignore[arg-type]


def test_who_sits_a_horse_is_not_prone() -> None:
    """CM-MTM-24: only a dismounted man in plate."""
    rider = other("sword", troop="knights", men=Men(lots=(Lot(prone_in=3),)))
    assert need(pair(one("sword"), rider, since=1, turn=3)).terms[0].value == 11


# ---------------------------------------------------------------- other terms


def test_fatigued_men_strike_worse() -> None:
    """CM-MTM-01, CM-FATIGUE-05: 1 off their dice."""
    assert rule_of(need(pair(one("sword", fatigued=True), other("sword")))) == ["CM-MTM-03", "CM-FATIGUE-05"]


def test_creatures_have_tables_of_their_own() -> None:
    """CM-MTM-01: a melee with ogres in it is fought as in a mass battle."""
    ogres = ours("ogres", 2)
    played = play(pair(ogres, theirs(figures=4, weapon="sword"), fantasy="on"), Melees())
    assert played.roll.purpose.startswith("the melee of")
    position = pair(ogres, theirs(figures=4, weapon="sword"), fantasy="on")
    assert against(position, position.units["theirs"], PARRY, position.units["ours"])[0].rules == ("CM-MTM-01",)


def test_there_is_no_post_melee_morale() -> None:
    """CM-MTM-01: after the last blow nobody throws for anything, and they stand as they stood."""
    played = fight(pair(ours(figures=3, weapon="sword"), theirs(figures=3, weapon="sword")))
    played = played.then("6 6 | 6 6 | 1 1").then("1 1")
    assert not played.battle.awaiting
    assert not played.events_of(Checked)
    assert played.battle.engagements
