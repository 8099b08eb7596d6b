"""Hand to hand. Foot stand on square inches, horse on 1 by 2; blue looks up the table and red down, front to front."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from schiltron.battle.state.event import Struck
from schiltron.rulesets.by_this_axe.attacks.fighting import MELEES, Melees
from schiltron.rulesets.by_this_axe.attacks.melee import eligible, to_hit, usual_weapon, weapons
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle
from schiltron.rulesets.by_this_axe.weapons import MELEE
from tests.rulesets.by_this_axe.positions import (
    EAST,
    NORTH,
    Ordered,
    Played,
    Unit,
    blue,
    choose,
    field,
    hero,
    locked,
    piece,
    play,
    red,
    rules,
    share,
    strip,
)

FEROCIOUS = Ordered("ferocious", "TA-CMD-S03", 2)
FRENZIED = Ordered("frenzied", "TA-CMD-S05", 1)
BRACE = Ordered("brace", "TA-CMD-C08", 2)


def ours(name: str = "ours", figures: int = 6, **more: Any) -> Unit:
    return blue(name, figures, **{"at": (24, 24), "fc": 3, **more})


def theirs(name: str = "theirs", figures: int = 6, **more: Any) -> Unit:
    return red(name, figures, **{"at": (24, 24), "fc": 2, **more})


def fight(*units: Unit, contacts: Any = None, since: int = 0, **more: Any) -> Played:
    """A melee of ours against theirs, in its second round unless told otherwise."""
    pairs = contacts if contacts is not None else (locked("ours", "theirs", since=since),)
    return play(field(*units, contacts=pairs, phase="melee", **more), Melees())


def need(position: Battle, weapon: str, fighter: str = "ours", body: str = "", foe: str = "theirs") -> int:
    units = position.units
    return to_hit(position, units[fighter], units[body or fighter], units[foe], MELEE[weapon]).total


def met(one: Unit, other: Unit, since: int = 0, edge: Any = "front", **more: Any) -> Battle:
    return field(one, other, contacts=(locked("ours", "theirs", edge, since),), **more)


def labels(position: Battle, weapon: str) -> set[str]:
    units = position.units
    return set(to_hit(position, units["ours"], units["ours"], units["theirs"], MELEE[weapon]).rules)


# ---------------------------------------------------------------- a round


def test_both_sides_strike_and_losses_are_counted() -> None:
    """TA-TURN-06, TA-MELEE-01, TA-MELEE-08, TA-MELEE-09: one die per eligible figure, a save for each hit."""
    played = fight(ours(), theirs(armour="medium"))
    assert played.dice == [(6, 3)]
    assert played.roll.purpose == "Ours strike Theirs"
    played = played.then("1 2 3 4 5 6")
    assert played.dice == [(3, 2)]
    played = played.then("1 3 4")
    assert (
        played.unit("theirs").figures,
        played.unit("theirs").own.turn.lost,
        played.unit("theirs").own.phase.lost_now,
    ) == (
        4,
        2,
        2,
    )
    assert played.roll.purpose == "Theirs strike Ours"


def test_one_round_is_fought_and_the_melee_goes_on_next_turn() -> None:
    """TA-MELEE-05: after one round they are still in contact."""
    played = fight(ours(), theirs()).then("6 6 6 6 6 6", "6 6 6 6 6 6")
    assert played.over
    assert played.battle.engagements == (locked("ours", "theirs", since=0),)


@pytest.mark.parametrize("fc", [1, 2, 3, 4])
def test_the_number_is_the_fighting_capacity(fc: int) -> None:
    """TA-MELEE-08."""
    assert need(met(ours(fc=fc), theirs()), "sword") == fc


def test_from_the_second_round_on_all_strike_at_once() -> None:
    """TA-MELEE-07: whoever falls to pikes still strikes with his sword."""
    played = fight(ours(melee=("pike",)), theirs()).then("1 1 1 6 6 6")
    assert played.unit("theirs").figures == 3
    assert played.dice == [(6, 2)]


# ---------------------------------------------------------------- the first round


def test_longer_weapons_strike_first_and_the_fallen_do_not_strike_back() -> None:
    """TA-MELEE-06: the charged pikes go before the swords that came."""
    played = fight(theirs(), ours(melee=("pike",)), contacts=(locked("theirs", "ours", since=1),))
    assert played.roll.purpose == "Ours strike Theirs"
    played = played.then("1 1 1 6 6 6")
    assert played.dice == [(3, 2)]
    assert played.roll.purpose == "Theirs strike Ours"


def test_losses_come_off_the_rear_so_a_second_rank_steps_up() -> None:
    """TA-MELEE-06, TA-MELEE-10: two ranks of three lose two, and three still strike."""
    played = fight(ours(melee=("pike",)), theirs(files=3), since=1).then("1 1 6 6 6 6")
    assert played.dice == [(3, 2)]


def test_equal_reach_is_simultaneous_in_the_first_round() -> None:
    """TA-MELEE-06: a staff reaches as far as a sword."""
    played = fight(ours(), theirs(melee=("staff",)), since=1).then("1 1 1 6 6 6")
    assert played.dice == [(6, 1)]


def test_a_newcomer_forms_a_pair_of_its_own() -> None:
    """TA-MELEE-06, TA-MELEE-07: an old melee is simultaneous while the pair just formed goes by reach."""
    newcomer = red("pikes", 3, at=(27.01, 24.5), facing=270, files=1, melee=("pike",))
    contacts = (locked("ours", "theirs", since=0), locked("pikes", "ours", "right", since=1))
    played = fight(ours(files=3), theirs(), newcomer, contacts=contacts)
    played = played.then(share("ours", theirs=1, pikes=2))
    assert played.roll.purpose == "Pikes strike Ours"
    assert played.dice == [(2, 3)]
    played = played.then("1 1")
    assert played.roll.purpose == "Ours strike Pikes"


def test_who_is_brought_down_by_a_newcomer_still_strikes_his_old_enemy() -> None:
    """TA-MELEE-06, TA-MELEE-07: those dice were fixed; the ones against the longer weapon are lost."""
    newcomer = red("pikes", 2, at=(26, 24.5), facing=270, files=2, melee=("pike",), fc=4)
    contacts = (locked("ours", "theirs", since=0), locked("pikes", "ours", "right", since=1))
    played = fight(ours(figures=4), theirs(), newcomer, contacts=contacts).then(share("ours", theirs=2, pikes=2))
    played = played.then("1 1")
    assert played.unit("ours").figures == 2
    # Both dice meant for the pikes are lost: next come the old enemies.
    assert played.roll.purpose == "Ours strike Theirs"
    assert played.dice == [(2, 3)]


def test_dice_of_the_fallen_come_off_the_strikes_at_the_longest_weapons_first() -> None:
    """TA-MELEE-06, TA-MELEE-12: two pairs in their first round; of six four fall to pikes, two strike the daggers."""
    knives = red("knives", 2, at=(27, 24.5), facing=270, files=2, melee=("dagger",))
    contacts = (locked("theirs", "ours", since=1), locked("knives", "ours", "right", since=1))
    played = fight(ours(), theirs(melee=("pike",), fc=4), knives, contacts=contacts)
    played = played.then(share("ours", theirs=3, knives=3), "1 1 1 1 6 6")
    assert (played.roll.purpose, played.dice) == ("Ours strike Knives", [(2, 3)])


def test_a_killed_character_does_not_strike_back_either() -> None:
    """TA-MELEE-06, TA-MELEE-27: alone with a sword against lances."""
    kay = hero("theirs", "red", at=(24, 23.5))
    played = fight(ours(mounted=True, melee=("lance",)), kay, since=1).then("1 1 1 1 1 1", "6 6 6 6 6 6")
    assert played.over
    assert not played.unit("theirs").on_table


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize(
    ("weapon", "figures"),
    [("pike", 8), ("lance", 6), ("spear", 6), ("two_handed", 5), ("sword", 5), ("staff", 5), ("dagger", 5)],
)
def test_figures_strike_by_ranks(weapon: str, figures: int) -> None:
    """TA-MELEE-11, TA-UNIT-06: ranks of 5 and 3, of which half are one; a third rank never strikes."""
    assert eligible(ours(figures=8, files=5), MELEE[weapon], 8) == figures
    assert eligible(ours(figures=15, files=3), MELEE["pike"], 15) == 6


def test_whole_ranks_strike_even_where_nobody_stands_opposite() -> None:
    """TA-MELEE-11: ten against two."""
    assert fight(ours(figures=10), theirs(figures=2)).dice == [(10, 3)]


# ---------------------------------------------------------------- weapons


@pytest.mark.parametrize(
    ("weapon", "reach", "bonus", "rule"),
    [
        ("pike", 1, 0, "TA-MELEE-19"),
        ("spear", 3, 0, "TA-MELEE-21"),
        ("two_handed", 4, 1, "TA-MELEE-22"),
        ("sword", 5, 0, "TA-MELEE-23"),
        ("staff", 5, -1, "TA-MELEE-24"),
        ("short_sword", 6, 0, "TA-MELEE-25"),
        ("dagger", 7, -1, "TA-MELEE-26"),
    ],
)
def test_weapons_on_foot(weapon: str, reach: int, bonus: int, rule: str) -> None:
    """TA-MELEE-19, TA-MELEE-21, TA-MELEE-22, TA-MELEE-23, TA-MELEE-24, TA-MELEE-25, TA-MELEE-26."""
    position = met(ours(), theirs())
    assert MELEE[weapon].reach == reach
    assert need(position, weapon) == 3 + bonus
    assert rule in labels(position, weapon)


def test_pikes_are_better_against_horse() -> None:
    """TA-MELEE-19."""
    assert need(met(ours(), theirs(mounted=True)), "pike") == 4


def test_a_lance_gives_2_in_a_charge_and_nothing_after() -> None:
    """TA-MELEE-20, TA-MELEE-15: the bonus of the charge is within it."""
    knights = ours(mounted=True, melee=("lance",))
    assert MELEE["lance"].reach == 2
    assert need(met(knights, theirs(), since=1), "lance") == 5
    assert "TA-MELEE-15" in labels(met(knights, theirs(), since=1), "lance")
    assert need(met(knights, theirs(), since=0), "lance") == 3


def test_a_lance_needs_a_horse_and_who_has_nothing_fights_with_daggers() -> None:
    """TA-MELEE-20, TA-UNIT-29."""
    assert weapons(ours(melee=("lance", "sword")).own.profile) == (MELEE["sword"],)
    assert weapons(ours(melee=()).own.profile) == (MELEE["dagger"],)


def test_charging_mounted_adds_1_in_the_first_round_to_who_charged() -> None:
    """TA-MELEE-14."""
    horse = ours(mounted=True)
    assert need(met(horse, theirs(), since=1), "sword") == 4
    assert need(met(horse, theirs(), since=0), "sword") == 3
    charged = field(horse, theirs(), contacts=(locked("theirs", "ours", since=1),))
    assert need(charged, "sword") == 3
    assert need(met(ours(), theirs(), since=1), "sword") == 3


@pytest.mark.parametrize(("edge", "number"), [("front", 3), ("left", 4), ("right", 4), ("rear", 4)])
def test_flank_and_rear(edge: str, number: int) -> None:
    """TA-MELEE-17: for who came there; whoever was come upon strikes back at a front."""
    position = met(ours(), theirs(), edge=edge)
    assert need(position, "sword") == number
    assert need(position, "sword", "theirs", foe="ours") == 2


def test_a_flank_attack_cancels_the_shield_and_is_remembered() -> None:
    """TA-MELEE-17, TA-UNIT-23: for the check that follows."""
    beside = ours(files=2, figures=2, at=(21, 23.5), facing=EAST)
    target = theirs(armour="light", shield=True)
    played = fight(beside, target, contacts=(locked("ours", "theirs", "right", since=0),)).then("1 6")
    assert played.dice == [(1, 1)]
    assert played.unit("theirs").own.phase.struck == ("flank",)
    assert played.unit("ours").own.phase.struck == ()


def test_the_routed_are_struck_from_behind_and_do_not_strike() -> None:
    """TA-MELEE-17: +1 and no shield, and nobody strikes back."""
    played = fight(ours(), theirs(marks=(ROUTED,), shield=True, figures=9))
    assert played.dice == [(6, 4)]
    assert played.then("6 6 6 6 6 6").over


def test_over_a_wall_the_attacker_has_1_less_in_every_round() -> None:
    """TA-MELEE-13: not those who are lined up behind it."""
    wall = strip("wall", (10, 24), (40, 24), width=0.5)
    for since in (0, 1):
        position = met(ours(), theirs(), since=since, features=(wall,))
        assert need(position, "sword") == 2
        assert need(position, "sword", "theirs", foe="ours") == 2
    behind = strip("hedge", (10, 27), (40, 27), width=0.5)
    assert need(met(ours(), theirs(), features=(behind,)), "sword") == 3


@pytest.mark.parametrize(("kind", "number"), [("woods", 4), ("scrub", 4), ("rough", 4), ("hill", 3)])
def test_foot_in_the_rough_have_1_more_against_horse(kind: str, number: int) -> None:
    """TA-MELEE-16: not horse, and not against foot."""
    ground = piece(kind, 10, 20, 40, 28)
    assert need(met(ours(), theirs(mounted=True), features=(ground,)), "sword") == number
    assert need(met(ours(), theirs(), features=(ground,)), "sword") == 3
    assert need(met(ours(mounted=True), theirs(mounted=True), features=(ground,)), "sword") == 3


@pytest.mark.parametrize("kind", ["woods", "scrub", "light_woods", "rough"])
@pytest.mark.parametrize("theirs_in_it", [True, False])
def test_rough_ground_counts_where_the_two_meet(kind: str, *, theirs_in_it: bool) -> None:
    """TA-TERR-09, TA-MELEE-16: under one of those who touch, of either side; not under who stands behind or beside."""
    foot, horse = ours(figures=12, files=6), theirs(figures=4, files=4, mounted=True, at=(26, 24))
    corner = piece(kind, 26.1, 22, 26.9, 23.8) if theirs_in_it else piece(kind, 26.2, 24.2, 30, 26)
    assert need(met(foot, horse, features=(corner,)), "sword") == 4
    behind = piece(kind, 20, 25.2, 30, 28)
    beside = piece(kind, 20, 20, 23.4, 28)
    rear = piece(kind, 20, 18, 32, 21.9)
    overlap = piece(kind, 27.1, 22, 30, 24)
    for elsewhere in (behind, beside, rear, overlap):
        assert need(met(foot, horse, features=(elsewhere,)), "sword") == 3


@pytest.mark.parametrize("kind", ["hill", "wall", "hedge", "river", "road"])
def test_hills_walls_and_rivers_are_not_rough(kind: str) -> None:
    """TA-TERR-09."""
    ground = piece(kind, 10, 20, 40, 28) if kind == "hill" else strip(kind, (10, 24.85), (40, 24.85), width=0.8)
    position = met(ours(), theirs(mounted=True), features=(ground,))
    one, other = position.units["ours"], position.units["theirs"]
    assert "TA-MELEE-16" not in to_hit(position, one, one, other, MELEE["sword"]).rules


def test_everything_is_summed_before_1_and_6_are_looked_at() -> None:
    """TA-MELEE-18: a poor dagger man over a wall still hits on a 1; a lance in the flank does not hit on a 6."""
    wall = strip("wall", (10, 24), (40, 24), width=0.5)
    poor = fight(ours(fc=1, melee=("dagger",)), theirs(), features=(wall,))
    assert need(met(ours(fc=1), theirs(), features=(wall,)), "dagger") == -1
    assert poor.dice == [(6, 1)]
    knights = ours(fc=4, mounted=True, melee=("lance",))
    assert need(met(knights, theirs(), since=1, edge="left"), "lance") == 7
    charge = fight(knights, theirs(), contacts=(locked("ours", "theirs", "left", since=1),))
    assert charge.dice == [(6, 5)]
    for played, last in ((poor, ("a 1 always succeeds", 2)), (charge, ("a 6 always fails", -2))):
        thrown = played.then("6 6 6 6 6 6") if played.roll.purpose.startswith("Ours") else played
        term = thrown.events_of(Struck)[0].tallies[0].terms[-1]
        assert ((term.label, term.value), term.rule) == (last, "TA-UNIT-14")


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize(("order", "bonus", "rule"), [(FEROCIOUS, 2, "TA-CMD-30"), (FRENZIED, 1, "TA-CMD-32")])
def test_cards_of_a_charge_count_in_its_first_round(order: Ordered, bonus: int, rule: str) -> None:
    """TA-CMD-30, TA-CMD-32."""
    fierce = ours(fc=2, orders=(order,))
    assert need(met(fierce, theirs(), since=1), "sword") == 2 + bonus
    assert rule in labels(met(fierce, theirs(), since=1), "sword")
    assert need(met(fierce, theirs(), since=0), "sword") == 2
    charged = field(fierce, theirs(), contacts=(locked("theirs", "ours", since=1),))
    assert need(charged, "sword") == 2


def test_the_card_adds_to_the_lance() -> None:
    """TA-CMD-30."""
    assert need(met(ours(fc=1, mounted=True, orders=(FEROCIOUS,)), theirs(), since=1), "lance") == 5


def test_braced_units_save_better_against_chargers_in_the_first_round() -> None:
    """TA-CMD-44."""
    braced = theirs(orders=(BRACE,), melee=("dagger",))
    assert fight(ours(), braced, since=1).then("1 6 6 6 6 6").dice == [(1, 2)]
    older = fight(ours(), braced, since=0).then("1 6 6 6 6 6")
    assert older.roll.purpose == "Theirs strike Ours"


# ---------------------------------------------------------------- which weapon


def test_a_choice_is_asked_only_where_no_weapon_is_best_in_every_way() -> None:
    """TA-UNIT-29: against a charge the spear reaches farther and the axe hits better; later the axe is better only."""
    charged = fight(ours(melee=("spear", "two_handed")), theirs(), contacts=(locked("theirs", "ours", since=1),))
    assert [option.key for option in charged.decision.options] == ["two_handed", "spear"]
    assert charged.decision.default == choose("two_handed")
    assert charged.then(choose("spear")).dice == [(6, 3)]
    assert charged.then(choose("two_handed")).dice == [(6, 4)]
    later = fight(ours(melee=("spear", "two_handed")), theirs())
    assert later.dice == [(6, 4)]


def test_knights_take_the_lance_in_their_charge() -> None:
    """TA-UNIT-29: even where a pike hits as well and with more ranks."""
    knights = ours(mounted=True, melee=("sword", "lance"))
    assert fight(knights, theirs(), since=1).dice == [(6, 5)]
    both = ours(mounted=True, melee=("pike", "lance"), fc=1)
    position = met(both, theirs(mounted=True), since=1)
    assert usual_weapon(position, both, both) == MELEE["lance"]
    later = met(both, theirs(mounted=True), since=0)
    assert usual_weapon(later, both, both) == MELEE["pike"]


@pytest.mark.parametrize(
    ("held", "best"),
    [(("spear", "two_handed"), "two_handed"), (("sword", "spear"), "spear"), (("short_sword", "sword"), "sword")],
)
def test_the_usual_weapon_hits_best_then_has_more_ranks_then_reaches_farther(held: tuple[str, ...], best: str) -> None:
    """TA-UNIT-29."""
    men = ours(melee=held)
    assert usual_weapon(met(men, theirs()), men, men) == MELEE[best]


def test_a_deep_unit_may_prefer_ranks_to_skill() -> None:
    """TA-UNIT-29: two ranks with spears, or the front with axes."""
    deep = fight(ours(figures=12, files=6, melee=("spear", "two_handed")), theirs())
    assert deep.decision.default == choose("two_handed")
    assert deep.then(choose("spear")).dice == [(9, 3)]


# ---------------------------------------------------------------- several enemies


def surrounded(**more: Any) -> Played:
    aside = red("aside", 2, at=(27, 24.5), facing=270, files=1, **more)
    contacts = (locked("ours", "theirs", since=0), locked("aside", "ours", "right", since=0))
    return fight(ours(), theirs(armour="heavy"), aside, contacts=contacts)


def test_the_owner_divides_his_dice_among_enemies() -> None:
    """TA-MELEE-12: each figure strikes once."""
    played = surrounded()
    assert {option.key for option in played.decision.bins} == {"theirs", "aside"}
    assert rules(played.refusal(share("ours", theirs=4, aside=3))) == {"TA-MELEE-12"}
    played = played.then(share("ours", theirs=4, aside=2))
    assert {event.unit for event in played.events_of(Struck)} == set()
    thrown = []
    while not played.over:
        thrown.append((played.roll.purpose, played.dice))
        played = played.then(" ".join("6" for count, _ in played.dice for _ in range(count)))
    assert thrown == [
        ("Ours strike Aside", [(2, 3)]),
        ("Ours strike Theirs", [(4, 3)]),
        ("Aside strike Ours", [(1, 3)]),
        ("Theirs strike Ours", [(6, 2)]),
    ]


def test_silence_strikes_at_whom_it_hurts_most() -> None:
    """TA-MELEE-12: the unarmored beside rather than heavy armour ahead."""
    assert surrounded().decision.default == share("ours", aside=6)


def test_random_answers_are_legal() -> None:
    played = surrounded()
    assert MELEES.sample is not None
    assert MELEES.judge is not None
    step = played.battle.agenda[0]
    for seed in range(20):
        answer = MELEES.sample(played.battle, step, played.decision, Random(seed))
        assert MELEES.judge(played.battle, step, played.decision, answer) == []
    assert MELEES.suggest is not None
    for answer in MELEES.suggest(played.battle, step, played.decision):
        assert MELEES.judge(played.battle, step, played.decision, answer) == []


# ---------------------------------------------------------------- characters


@pytest.mark.parametrize(
    ("role", "scale", "dice"),
    [
        ("hero", "1:5", (1, 5)),
        ("superhero", "1:5", (2, 5)),
        ("champion", "1:5", (4, 5)),
        ("hero", "1:20", (1, 3)),
        ("superhero", "1:20", (1, 5)),
        ("champion", "1:20", (2, 5)),
        ("leader", "1:5", (1, 4)),
    ],
)
def test_a_character_strikes_besides_his_unit(role: Any, scale: str, dice: tuple[int, int]) -> None:
    """TA-MELEE-27: at the number of attacks and the level of his type; a plain leader once at his own."""
    kay = hero("kay", "blue", with_="ours", roles=(role,), fc=4 if role == "leader" else 5)
    played = fight(ours(), kay, theirs(), scale=scale)
    assert played.dice == [(6, 3), dice]
    struck = played.then(f"6 6 6 6 6 6 | {'6 ' * dice[0]}").events_of(Struck)[0]
    assert [tally.label for tally in struck.tallies] == ["to hit", "to hit, Kay"]


def test_in_the_first_round_he_strikes_at_the_reach_of_his_own_weapon() -> None:
    """TA-MELEE-27, TA-MELEE-06: a two-handed sword among swords, against spears."""
    kay = hero("kay", "blue", with_="ours", melee=("two_handed",))
    played = fight(ours(), kay, theirs(melee=("spear",)), since=1)
    assert played.roll.purpose == "Theirs strike Ours"
    played = played.then("6 6 6 6 6 6")
    assert played.dice == [(1, 5)]
    assert played.then("6").dice == [(6, 3)]


def test_a_shamed_character_does_not_strike() -> None:
    kay = hero("kay", "blue", with_="ours", shamed=True)
    assert fight(ours(), kay, theirs()).dice == [(6, 3)]


def test_a_hero_of_the_smaller_scale_alone_strikes_as_elite() -> None:
    """TA-MELEE-27, TA-UNIT-07: there is no unit whose level he could have; at 1:5 he is Heroic anywhere."""
    kay = hero("ours", "blue", at=(24, 24.5))
    assert fight(kay, theirs(figures=2), scale="1:20").dice == [(1, 4)]
    assert fight(kay, theirs(figures=2), scale="1:5").dice == [(1, 5)]


def test_a_character_alone_fights_like_a_unit_of_one() -> None:
    """TA-CHAR-06: struck and killed like any figure."""
    kay = hero("ours", "blue", at=(24, 24.5), hits=2, facing=NORTH)
    played = fight(kay, theirs(figures=2)).then("1")
    assert played.unit("theirs").figures == 1
    assert played.dice == [(2, 2)]
    played = played.then("1 2", "6 6")
    assert not played.unit("ours").on_table
    assert played.battle.engagements == ()
