"""Missile fire. Foot stand on square inches; `at` is the middle of the front edge, blue looks up the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.decision import FINISH, Aimed, Chosen, Commanded, Plan, Planned
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Declared, Struck
from schiltron.battle.state.order import Reply, Withdraw
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.by_this_axe.attacks.fire import FIRE, Fire
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.reserved import reserved_shot
from schiltron.rulesets.by_this_axe.attacks.shooting import loosed, targets
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Scene
from schiltron.rulesets.by_this_axe.weapons import RANGED
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import (
    EAST,
    NORTH,
    WEST,
    Ordered,
    Played,
    Unit,
    blue,
    card,
    field,
    hero,
    locked,
    orders_of,
    piece,
    play,
    red,
    rules,
    shoot,
    volleys,
)

FIRST_BLUE = Fire(("blue", "red"))
TARGET = Ordered("target", "TA-CMD-S07")
RESERVE = Ordered("reserve", "TA-CMD-S07")
VOLLEY = Ordered("volley", "TA-CMD-S12")


def bows(name: str = "bows", figures: int = 6, **more: Any) -> Unit:
    return blue(name, figures, **{"at": (24, 30), "fc": 3, "ranged": ("short_bow",), **more})


def foe(name: str = "foe", figures: int = 6, **more: Any) -> Unit:
    return red(name, figures, **{"at": (24, 20), "armour": "medium", **more})


def opened(*units: Unit, **more: Any) -> Played:
    return play(field(*units, phase="ranged", **more), FIRST_BLUE)


def dice_at(target: str, *units: Unit, actor: str = "bows", **more: Any) -> list[tuple[int, int]]:
    """The attack dice of one shot."""
    return opened(*units, **more).then(shoot(actor, at=target)).dice


def why_not(target: str, *units: Unit, actor: str = "bows", **more: Any) -> set[str]:
    """The rules against a shot; some other unit may shoot, so that something is asked."""
    archers = bows("spare", 3, at=(60, 46), ranged=("longbow",))
    prey = foe("prey", 3, at=(60, 30))
    return rules(opened(*units, archers, prey, **more).refusal(shoot(actor, at=target)))


# ---------------------------------------------------------------- who shoots


def test_every_figure_with_a_ranged_weapon_rolls_a_die_against_its_level() -> None:
    """TA-RANGED-01, TA-RANGED-11."""
    for fc in (1, 2, 3, 4):
        assert dice_at("foe", bows(fc=fc), foe()) == [(6, fc)]
    assert dice_at("foe", hero("robin", "blue", at=(24, 30), ranged=("longbow",)), foe(), actor="robin") == [(1, 5)]


def test_nobody_without_ranged_weapons_is_asked() -> None:
    """TA-RANGED-01."""
    assert play(field(blue("spears", 6, at=(24, 30)), foe()), FIRST_BLUE).over


def test_units_in_melee_neither_shoot_nor_are_shot() -> None:
    """TA-RANGED-01, TA-RANGED-09."""
    friends, near = blue("spears", 3, at=(24, 20)), foe(figures=3)
    assert why_not("foe", bows(), friends, near, contacts=(locked("spears", "foe"),)) >= {"TA-RANGED-09"}
    assert play(field(bows(), foe(at=(24, 30)), contacts=(locked("bows", "foe"),)), FIRST_BLUE).over
    assert {"TA-RANGED-01", "TA-RANGED-09"} <= why_not(
        "far", bows(), foe(at=(24, 30)), foe("far", at=(26, 20)), contacts=(locked("bows", "foe"),)
    )


def test_routed_units_do_not_shoot() -> None:
    assert play(field(bows(marks=(ROUTED,)), foe()), FIRST_BLUE).over


def test_a_unit_shoots_once_at_one_target() -> None:
    """TA-RANGED-02."""
    played = opened(bows(), bows("more", at=(34, 30)), foe(), foe("other", at=(34, 20)))
    assert played.decision.actors == ("bows", "more")
    assert rules(played.refusal(volleys(("bows", "foe"), ("more", "other"), ("bows", "foe")))) == {"TA-RANGED-02"}
    assert [one.target for one in played.then(volleys(("more", "other"), ("bows", "foe"))).events_of(Declared)] == [
        "other",
        "foe",
    ]


def test_shooters_are_marked_so_that_they_do_not_move() -> None:
    """TA-RANGED-10."""
    played = opened(bows(), foe()).then(shoot("bows", at="foe"))
    assert played.unit("bows").own.turn.shot
    assert not played.unit("foe").own.turn.shot
    assert [event.target for event in played.events_of(Declared)] == ["foe"]


def test_half_of_the_second_and_third_ranks_shoot_over_the_first() -> None:
    """TA-RANGED-07, TA-UNIT-06: of ranks of 4, 4, 4 and 3 the fourth never does."""
    assert dice_at("foe", bows(figures=15, files=4), foe()) == [(8, 3)]
    assert dice_at("foe", bows(figures=7, files=4), foe()) == [(5, 3)]
    assert dice_at("foe", bows(figures=8, files=4), foe()) == [(6, 3)]


def test_a_character_shoots_along_with_his_unit_at_his_own_level() -> None:
    """TA-UNIT-16, TA-RANGED-11: a hero with a longbow among short bows is thrown for apart."""
    robin = hero("robin", "blue", with_="bows", ranged=("longbow",), fc=5)
    played = opened(bows(), robin, foe(armour="heavy")).then(shoot("bows", at="foe"))
    assert played.dice == [(1, 5), (6, 3)]
    played = played.then("1 | 1 6 6 6 6 6")
    assert played.dice == [(1, 1), (1, 3)]


def test_who_shied_from_a_challenge_does_not_shoot() -> None:
    robin = hero("robin", "blue", with_="bows", ranged=("longbow",), fc=5, shamed=True)
    assert dice_at("foe", bows(), robin, foe()) == [(6, 3)]


# ---------------------------------------------------------------- range, arc and sight


@pytest.mark.parametrize(
    ("weapon", "reach"),
    [
        ("thrown", 3),
        ("javelin", 6),
        ("sling", 16),
        ("short_bow", 16),
        ("light_crossbow", 18),
        ("arquebus", 18),
        ("composite_bow", 21),
        ("longbow", 24),
        ("heavy_crossbow", 24),
        ("artillery", 24),
    ],
)
def test_ranges(weapon: str, reach: int) -> None:
    """TA-RANGED-16, TA-RANGED-17: from the front rank to the nearest point of the target."""
    assert RANGED[weapon].reach == inches(reach)
    archers = bows(at=(24, 40), figures=12, files=6, ranged=(weapon,))
    assert dice_at("foe", archers, foe(at=(24, 40 - reach))) == [(9, 3)]
    assert why_not("foe", archers, foe(at=(24, 39.9 - reach))) == {"TA-RANGED-16"}


def test_shots_leave_through_the_front_arc() -> None:
    """TA-RANGED-08: 45 degrees either side of straight ahead."""
    assert dice_at("foe", bows(), foe(at=(35, 24))) == [(6, 3)]
    assert why_not("foe", bows(), foe(at=(35, 28.5))) == {"TA-RANGED-08"}
    assert why_not("foe", bows(facing=WEST), foe()) == {"TA-RANGED-08"}


def test_no_shot_goes_over_friends() -> None:
    """TA-RANGED-06, TA-RANGED-08."""
    friends = blue("spears", 8, at=(24, 27))
    assert why_not("foe", bows(figures=4), friends, foe()) == {"TA-RANGED-06", "TA-RANGED-08"}


def test_only_figures_with_a_clear_shot_shoot() -> None:
    """TA-RANGED-08, TA-RANGED-06: friends right before the three files on the left."""
    friends = blue("spears", 6, files=3, at=(22.5, 29))
    narrow = foe(figures=1, at=(26.5, 20))
    assert dice_at("foe", bows(), friends, narrow) == [(3, 3)]
    assert dice_at("foe", bows(figures=12, files=6), friends, narrow) == [(4, 3)]


def test_no_shot_goes_through_enemies_either() -> None:
    """TA-RANGED-08: a wide unit before a narrow one, which a Target order would allow."""
    screen = foe("screen", 12, at=(24, 24))
    assert why_not("foe", bows(orders=(TARGET,)), screen, foe(figures=3)) == {"TA-RANGED-08"}


def test_single_characters_hide_nobody() -> None:
    kay = hero("kay", "blue", at=(24, 28))
    assert dice_at("foe", bows(figures=1), kay, foe(figures=1)) == [(1, 3)]


def test_two_inches_of_woods_do_not_stop_a_shot_and_more_do() -> None:
    """TA-RANGED-08."""
    thin, thick = piece("woods", 10, 23, 40, 25), piece("woods", 10, 23, 40, 25.1)
    assert dice_at("foe", bows(), foe(), features=(thin,)) == [(6, 3)]
    assert why_not("foe", bows(), foe(), features=(thick,)) == {"TA-RANGED-08"}
    assert dice_at("foe", bows(), foe(), features=(piece("scrub", 10, 22, 40, 28),)) == [(6, 3)]


def test_a_hill_between_hides_and_one_under_the_shooters_does_not() -> None:
    """TA-RANGED-08: a crest."""
    between = piece("hill", 10, 23, 40, 26)
    assert why_not("foe", bows(), foe(), features=(between,)) == {"TA-RANGED-08"}
    under = piece("hill", 10, 23, 40, 34)
    assert dice_at("foe", bows(), foe(), features=(under,)) == [(6, 3)]


# ---------------------------------------------------------------- the closest


def test_the_closest_unit_that_may_be_shot_is_the_target() -> None:
    """TA-RANGED-03."""
    near, far = foe("near", 3, at=(22, 24)), foe("far", 3, at=(26, 20))
    assert dice_at("near", bows(), near, far) == [(6, 3)]
    assert why_not("far", bows(), near, far) == {"TA-RANGED-03"}


def test_who_may_not_be_shot_does_not_count_as_the_closest() -> None:
    """TA-RANGED-03, TA-RANGED-09: the nearer unit is in melee."""
    near, far = foe("near", 3, at=(21, 24)), foe("far", 3, at=(26, 20))
    friends = blue("spears", 3, at=(21, 24))
    assert dice_at("far", bows(), near, far, friends, contacts=(locked("spears", "near"),)) == [(6, 3)]


def test_of_two_equally_close_either_may_be_chosen() -> None:
    """TA-RANGED-03."""
    left, right = foe("left", 3, at=(22, 22)), foe("right", 3, at=(26, 22))
    assert dice_at("left", bows(), left, right) == dice_at("right", bows(), left, right) == [(6, 3)]


def test_a_target_order_lets_them_choose() -> None:
    """TA-RANGED-03, TA-CMD-33."""
    near, far = foe("near", 3, at=(21, 24)), foe("far", 3, at=(26, 20))
    assert dice_at("far", bows(orders=(TARGET,)), near, far) == [(6, 3)]


def test_the_card_target_is_played_before_the_shot() -> None:
    """TA-CMD-33 through the door: then any unit in range may be shot."""
    general = hero("arthur", "blue", with_="bows", roles=("general",), leadership=3)
    near, far = foe("near", 3, at=(21, 24)), foe("far", 3, at=(26, 20))
    played = opened(bows(), general, near, far, command="cards", hands={"blue": ("S07",)})
    assert "TA-RANGED-03" in rules(played.then(FINISH).refusal(shoot("bows", at="far")))
    played = played.then(card("S07", "target", "bows"), shoot("bows", at="far"))
    assert played.dice == [(6, 3)]


def test_a_lone_character_need_not_be_the_target_and_may_be_if_he_is_nearest() -> None:
    """TA-RANGED-04."""
    kay = hero("kay", "red", at=(21, 24))
    assert dice_at("foe", bows(), kay, foe()) == [(6, 3)]
    assert dice_at("kay", bows(), kay, foe()) == [(4, 3)]
    behind = hero("kay", "red", at=(30, 19))
    assert why_not("kay", bows(), behind, foe()) == {"TA-RANGED-04"}
    assert dice_at("kay", bows(orders=(TARGET,)), behind, foe()) == [(4, 3)]
    level = hero("kay", "red", at=(26, 19.5))
    assert why_not("kay", bows(), level, foe(figures=3, at=(22.5, 20))) == {"TA-RANGED-04"}


@pytest.mark.parametrize(("scale", "most"), [("1:5", 4), ("1:20", 1)])
def test_few_figures_may_shoot_at_one_character_in_a_phase(scale: str, most: int) -> None:
    """TA-RANGED-05: over all firing units."""
    kay = hero("kay", "red", at=(26, 22), hits=9, armour="heavy")
    three = bows("three", 3, at=(24, 30))
    more = bows("more", 6, at=(30, 30))
    start = opened(three, more, kay, scale=scale)
    both = volleys(("three", "kay"), ("more", "kay"))
    if most == 1:
        assert start.then(shoot("three", at="kay")).dice == [(1, 3)]
        assert rules(start.refusal(both)) == {"TA-RANGED-05"}
        return
    played = start.then(both)
    assert played.dice == [(3, 3)]
    assert played.then("6 6 6").dice == [(1, 3)]


def test_no_more_than_the_limit_even_if_others_are_refused() -> None:
    """TA-RANGED-05: the fifth figure is refused by name."""
    kay = hero("kay", "red", at=(26, 22), hits=9)
    played = opened(bows("four", 4, at=(24, 30)), bows("more", 6, at=(30, 30)), kay, foe(at=(31, 21)))
    assert rules(played.refusal(volleys(("four", "kay"), ("more", "kay")))) == {"TA-RANGED-05"}
    assert played.then(volleys(("four", "kay"), ("more", "foe"))).dice == [(4, 3)]


def test_a_character_in_a_unit_cannot_be_picked_out() -> None:
    """TA-CHAR-06."""
    kay = hero("kay", "red", with_="foe")
    assert why_not("kay", bows(), foe(), kay) == {"TA-CHAR-06"}


def test_a_character_in_a_unit_of_six_or_more_is_not_hit() -> None:
    """TA-CHAR-06, TA-CHAR-07: of nine four fall, and nobody asks whom the hits reach; the next would find five."""
    kay = hero("kay", "red", with_="foe")
    played = opened(bows(), foe(figures=8, armour="unarmored"), kay).then(shoot("bows", at="foe"))
    four = played.then("1 1 1 1 6 6")
    assert four.over
    assert four.unit("foe").figures == 4
    five = played.then("1 1 1 1 1 6")
    assert five.unit("foe").figures == 4
    assert five.dice == [(1, 1)]
    assert five.roll.rules == ("TA-CHAR-07",)
    assert [pool.whose for pool in five.roll.pools] == ["red"]


# ---------------------------------------------------------------- weapons against armour


@pytest.mark.parametrize(
    ("weapon", "need", "rule"),
    [
        ("heavy_crossbow", 2, "TA-RANGED-14"),
        ("longbow", 1, "TA-RANGED-15"),
        ("arquebus", 1, "TA-RANGED-15"),
        ("artillery", 1, "TA-RANGED-15"),
        ("short_bow", 3, "TA-RANGED-18"),
        ("sling", 3, "TA-RANGED-18"),
        ("composite_bow", 3, "TA-RANGED-18"),
        ("light_crossbow", 3, "TA-RANGED-18"),
    ],
)
def test_some_weapons_are_harder_to_save_against(weapon: str, need: int, rule: str) -> None:
    """TA-RANGED-14, TA-RANGED-15, TA-RANGED-17, TA-RANGED-18: heavy armour saves on 3."""
    assert RANGED[weapon].rule == rule
    played = opened(bows(ranged=(weapon,)), foe(armour="heavy")).then(shoot("bows", at="foe"), "1 1 6 6 6 6")
    assert played.dice == [(2, need)]


def test_of_several_weapons_that_reach_the_hardest_to_save_against_is_used() -> None:
    archers = bows(ranged=("javelin", "longbow"))
    assert opened(archers, foe(armour="heavy")).then(shoot("bows", at="foe"), "1 6 6 6 6 6").dice == [(1, 1)]


def test_a_shield_helps_from_the_front_only() -> None:
    """TA-UNIT-23, TA-MORALE-03: shot from the side, which is no attack in flank or rear to morale."""
    for facing, need in ((EAST, 1), (180, 2), (NORTH, 1)):
        prey = red("foe", 6, files=3, at=(24, 22), facing=facing, armour="light", shield=True)
        played = opened(bows(), prey).then(shoot("bows", at="foe"), "1 1 6 6 6 6")
        assert played.dice == [(2, need)]
        assert played.then("1 1").unit("foe").own.phase.struck == ()


@pytest.mark.parametrize(("facing", "need"), [(180, 2), (EAST, 1), (NORTH, 1)])
def test_a_lone_character_has_a_front_too(facing: float, need: int) -> None:
    """TA-UNIT-23, TA-UNIT-32: his shield counts before the line of his front only."""
    kay = hero("foe", "red", at=(24, 22), facing=facing, roles=("leader",), armour="light", shield=True)
    played = opened(bows(figures=1), kay).then(shoot("bows", at="foe"), "1")
    assert played.dice == [(1, need)]


def test_a_shieldwall_is_formed_before_shots_are_declared() -> None:
    """TA-CMD-46: the other side is asked first, and cannot any more once a shot is declared."""
    general = hero("mark", "red", with_="foe", roles=("general",), leadership=3)
    shields = foe(shield=True, ranged=("javelin",), figures=8)
    played = opened(bows(), shields, general, command="cards", hands={"red": ("C11", "C12")})
    assert played.decision.seat == "red"
    played = played.then(card("C11", "shieldwall", "foe"), shoot("bows", at="foe"))
    assert played.then("1 6 6 6 6 6").dice == [(1, 5)]


def test_cards_come_before_shots_and_may_be_answered_with_cards() -> None:
    """TA-CMD-07, TA-CMD-46: who has passed is asked again when the other has played one; with the shots none is."""
    arthur = hero("arthur", "blue", with_="bows", roles=("general",), leadership=3)
    mark = hero("mark", "red", with_="foe", roles=("general",), leadership=3)
    hands = {"blue": ("S12", "D02"), "red": ("C11", "D01")}
    played = opened(bows(), foe(shield=True), arthur, mark, command="cards", hands=hands)
    assert (played.decision.seat, played.decision.window) == ("blue", True)
    assert type(played.then(FINISH, FINISH).decision) is Plan, "nobody has played a card"
    played = played.then(FINISH, card("C11", "shieldwall", "foe"))
    assert (played.decision.seat, played.decision.window) == ("blue", True), "red's card may be answered"
    played = played.then(card("S12", "volley", "bows"))
    assert (type(played.decision), played.decision.seat) == (Plan, "blue")
    assert rules(played.refusal(card("S12", "volley", "bows"))) >= {"TA-TURN-04"}


# ---------------------------------------------------------------- everything at once


def facing_archers() -> Battle:
    """Bows of both sides in range of each other, askew and of unequal width."""
    return field(
        bows(figures=4, at=(24, 30), facing=8),
        bows("more", 7, files=4, at=(33, 31), facing=341),
        red("foe", 4, at=(24, 20), fc=3, ranged=("short_bow",), facing=187),
        red("others", 9, files=5, at=(31, 19), ranged=("longbow",)),
        phase="ranged",
    )


def test_both_sides_declare_at_once_and_unseen() -> None:
    """TA-TURN-04: whoever answers first, the other knows no more than that he has."""
    start = play(facing_archers(), FIRST_BLUE)
    assert [(type(one), one.seat, one.sealed) for one in start.battle.decisions] == [
        (Plan, "blue", True),
        (Plan, "red", True),
    ]
    for first, other, answers in (
        ("blue", "red", (volleys(("bows", "foe"), ("more", "others")), Planned(()))),
        ("red", "blue", (shoot("others", at="more"), volleys(("foe", "bows"), ("others", "more")))),
    ):
        seen = []
        for answer in answers:
            decision = start.decision_of(first)
            obeyed = BY_THIS_AXE.obey(start.battle, Reply(first, decision.id, answer))
            assert isinstance(obeyed, Obeyed)
            assert obeyed.battle.decisions == (start.decision_of(other),)
            seen += [
                (encode(BY_THIS_AXE.view(obeyed.battle, who)), heard_by(obeyed.events, who)) for who in (other, None)
            ]
        assert seen[0] == seen[2]
        assert seen[1] == seen[3]


def test_a_sealed_declaration_can_be_withdrawn_until_the_other_is_in() -> None:
    """TA-TURN-04: nobody has seen it; afterwards the shots lie open, and are taken back by consent alone."""
    journal = Journal.start(BY_THIS_AXE, replace(facing_archers(), agenda=(FIRST_BLUE,)), "typed")

    def declares(seat: str, answer: Planned) -> None:
        decision = next(one for one in journal.battle.decisions if one.seat == seat)
        assert isinstance(journal.obey(Reply(seat, decision.id, answer)), Obeyed)

    declares("blue", shoot("bows", at="foe"))
    (commitment,) = journal.battle.commitments
    assert isinstance(journal.obey(Withdraw("blue", commitment.decision.id)), Obeyed)
    assert {one.seat for one in journal.battle.decisions} == {"blue", "red"}
    declares("blue", Planned(()))
    assert journal.seen_by("red")[-1].order is None
    declares("red", shoot("foe", at="bows"))
    assert journal.battle.roll is not None
    assert journal.against_undo("blue")
    assert [event.unit for event in journal.events[-1] if isinstance(event, Declared)] == ["foe"]


def test_who_answers_first_makes_no_difference() -> None:
    """TA-TURN-04: the same shots in the same order, with the same dice."""
    start = play(facing_archers(), FIRST_BLUE)
    answers = {"blue": volleys(("more", "others"), ("bows", "foe")), "red": shoot("foe", at="bows")}
    ends = []
    for order in (("blue", "red"), ("red", "blue")):
        played = start
        for seat in order:
            obeyed = BY_THIS_AXE.obey(played.battle, Reply(seat, start.decision_of(seat).id, answers[seat]))
            assert isinstance(obeyed, Obeyed)
            played = Played(obeyed.battle, obeyed.events)
        ends.append((replace(played.battle, serial=0, roll=None), [one.unit for one in played.events_of(Declared)]))
    assert ends[0] == ends[1]
    assert ends[0][1] == ["more", "bows", "foe"]


def test_a_side_without_shots_is_not_asked() -> None:
    """TA-TURN-04: everybody sees that it has none."""
    played = opened(bows(), foe())
    assert [one.seat for one in played.battle.decisions] == ["blue"]
    assert played.then(Planned(())).over


def test_all_fire_is_simultaneous() -> None:
    """TA-TURN-04: who is shot down in the phase still shoots with all that stood at its start, then losses come off."""
    ours, theirs = bows(figures=4), red("foe", 4, at=(24, 20), fc=3, ranged=("short_bow",))
    played = opened(ours, theirs).at_once(shoot("bows", at="foe"), shoot("foe", at="bows"))
    assert played.dice == [(4, 3)]
    played = played.then("1 1 1 6")
    assert played.unit("foe").figures == 1
    assert played.unit("foe").fallen == 3
    assert played.dice == [(4, 3)]
    played = played.then("1 6 6 6")
    assert played.over
    assert (played.unit("foe").fallen, played.unit("foe").body.files) == (0, 1)  # type: ignore[union-attr]
    assert played.unit("bows").figures == 3


def test_unsaved_hits_kill_and_are_counted() -> None:
    """TA-RANGED-12."""
    played = opened(bows(), foe()).then(shoot("bows", at="foe"), "1 2 3 4 5 6")
    assert played.dice == [(3, 2)]
    played = played.then("2 3 6")
    own = played.unit("foe").own
    assert (played.unit("foe").figures, own.turn.lost, own.phase.lost_now, own.phase.struck) == (4, 2, 2, ())
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.hits) == (6, 3)
    assert [tally.label for tally in struck.tallies] == ["to hit", "to save"]


def test_ranks_and_files_are_not_picked() -> None:
    shot = Planned((Commanded("bows", "shoot", Aimed("foe", ranks=1)),))
    assert rules(opened(bows(), foe()).refusal(shot)) == {"TA-RANGED-08"}


# ---------------------------------------------------------------- volleys


def test_a_volley_shoots_twice_at_the_same_target() -> None:
    """TA-CMD-35."""
    played = opened(bows(orders=(VOLLEY,)), foe(armour="unarmored", figures=8)).then(shoot("bows", at="foe"))
    played = played.then("1 1 6 6 6 6")
    assert played.dice == [(6, 3)]
    played = played.then("1 6 6 6 6 6")
    assert played.over
    assert played.unit("foe").figures == 5


def test_the_second_volley_goes_elsewhere_if_the_first_destroyed_its_target() -> None:
    """TA-CMD-35: at the then closest unit; of two equally close the owner chooses."""
    near = foe("near", 3, at=(24, 24), armour="unarmored")
    left, right = foe("left", 3, at=(21, 21)), foe("right", 3, at=(27, 21))
    played = opened(bows(orders=(VOLLEY,)), near, left, right).then(shoot("bows", at="near"), "1 1 1 1 6 6")
    assert {option.key for option in played.decision.options} == {"left", "right"}
    played = played.then(Chosen(("right",)))
    assert played.roll.purpose == "Bows shoot at Right"
    alone = opened(bows(orders=(VOLLEY,)), near, left).then(shoot("bows", at="near"), "1 1 1 1 6 6")
    assert alone.roll.purpose == "Bows shoot at Left"


def test_a_second_volley_with_nobody_left_is_lost() -> None:
    """TA-CMD-35."""
    near = foe("near", 3, at=(24, 24), armour="unarmored")
    assert opened(bows(orders=(VOLLEY,)), near).then(shoot("bows", at="near"), "1 1 1 1 6 6").over


# ---------------------------------------------------------------- held fire


def _reserved(position: Battle) -> Scene:
    scene = Scene(position)
    reserved_shot(scene, "bows", "foe")
    return scene


def test_who_holds_fire_does_not_shoot_in_the_ranged_phase() -> None:
    """TA-CMD-34."""
    assert play(field(bows(orders=(RESERVE,)), foe()), FIRST_BLUE).over
    assert "TA-CMD-34" in why_not("foe", bows(orders=(RESERVE,)), foe())


def test_a_reserved_shot_is_used_up_and_followed_by_checks() -> None:
    """TA-CMD-34: dice, losses, and morale right after."""
    scene = _reserved(field(bows(orders=(RESERVE,)), foe(), phase="movement"))
    assert [step.__struct_config__.tag for step in scene.battle.agenda] == [
        "by_this_axe.strike",
        "by_this_axe.take_off",
        "by_this_axe.checks",
        "by_this_axe.flights",
    ]
    assert orders_of(scene.battle, "bows") == ()
    assert scene.unit("bows").own.turn.shot


def test_a_unit_that_has_just_rallied_does_not_use_its_reserved_shot() -> None:
    """TA-RALLY-05, TA-CMD-34: it broke with the order in hand, was rallied, and shoots again from the next turn."""
    assert _reserved(field(bows(orders=(RESERVE,), rallied=True), foe(), phase="movement")).battle.agenda == ()
    assert "TA-RALLY-05" in why_not("foe", bows(rallied=True), foe())


def test_a_reserved_shot_out_of_range_or_without_the_order_is_not_made() -> None:
    """TA-CMD-34."""
    assert _reserved(field(bows(orders=(RESERVE,)), foe(at=(24, 10)))).battle.agenda == ()
    assert _reserved(field(bows(), foe())).battle.agenda == ()


# ---------------------------------------------------------------- playing by machine


def test_the_best_shot_is_suggested_first() -> None:
    """Expected losses: the unarmored before the armoured, if a Target order allows both; last, no shot at all."""
    soft, hard = foe("soft", 6, at=(20, 22), armour="unarmored"), foe("hard", 6, at=(28, 23), armour="heavy")
    played = opened(bows(orders=(TARGET,)), soft, hard)
    assert FIRE.suggest is not None
    suggested = list(FIRE.suggest(played.battle, played.battle.agenda[0], played.decision))
    assert suggested == [shoot("bows", at="soft"), Planned(())]


def test_the_softest_is_suggested_first_for_the_second_volley() -> None:
    """TA-CMD-35."""
    near = foe("near", 3, at=(24, 24), armour="unarmored")
    hard, soft = foe("hard", 3, at=(21, 21), armour="heavy"), foe("soft", 3, at=(27, 21), armour="light")
    played = opened(bows(orders=(VOLLEY,)), near, hard, soft).then(shoot("bows", at="near"), "1 1 1 1 6 6")
    assert list(BY_THIS_AXE.suggest(played.battle, played.decision)) == [Chosen(("soft",)), Chosen(("hard",))]


def test_a_wounded_hero_is_as_easily_killed_as_one_who_bears_less() -> None:
    """TA-DUEL-24, TA-CHAR-08: wounds stay; the odds of a shot count what is left."""
    deaths = []
    for hits, wounds in ((3, 0), (3, 1), (2, 0), (3, 2), (1, 0)):
        battle = field(bows(), hero("kay", "red", at=(24, 22), hits=hits, wounds=wounds, armour="light"))
        (shot,) = targets(battle, battle.units["bows"])
        deaths.append(outlook(battle, shot).expected)
    assert deaths[1] == deaths[2] > deaths[0]
    assert deaths[3] == deaths[4] > deaths[1]


def test_random_shots_are_always_legal() -> None:
    near, far = foe("near", 3, at=(21, 24)), foe("far", 3, at=(26, 20))
    kay = hero("kay", "red", at=(30, 26))
    played = opened(bows(), bows("more", at=(34, 30)), near, far, kay)
    assert FIRE.sample is not None
    assert FIRE.judge is not None
    step = played.battle.agenda[0]
    answers = [FIRE.sample(played.battle, step, played.decision, Random(seed)) for seed in range(40)]
    assert all(FIRE.judge(played.battle, step, played.decision, answer) == [] for answer in answers)
    assert len({str(answer) for answer in answers}) > 2


def test_targets_lists_every_shot_that_may_be_declared() -> None:
    kay = hero("kay", "red", at=(21, 24))
    position = field(bows(), foe(), kay)
    assert [shot.target for shot in targets(position, position.units["bows"])] == ["kay", "foe"]
    at_kay = loosed(position, position.units["bows"], position.units["kay"], 3)
    dice = {
        shot.target: sum(blow.dice for blow in shot.blows)
        for shot in targets(position, position.units["bows"], [at_kay])
    }
    assert dice == {"kay": 1, "foe": 6}
