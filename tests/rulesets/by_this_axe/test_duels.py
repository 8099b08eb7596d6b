"""Duels: challenges and refusals, secret splits, tricks, blows and saves, flight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.futures import futures
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import Aimed, Answer, Assign, Assigned, Choose, Commanded, PathDrawn, Share
from schiltron.battle.state.drawn import drawn_units, picture
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Declared, Marked, Revealed, Rolled, Sealed, Struck
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.shooting import may_shoot
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, ChallengeOrder, Challenges
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand
from schiltron.rulesets.by_this_axe.duels.outlook import (
    Duellist,
    best_splits,
    duel_chances,
    duellist,
    outlook,
    round_chances,
)
from schiltron.rulesets.by_this_axe.duels.pools import hits_to_kill, pool
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.duels.splits import Split, after_forfeit, assigned, legal_splits, sensible
from schiltron.rulesets.by_this_axe.field import alive, leads, ordered
from schiltron.rulesets.by_this_axe.morale.rallying import Rallies
from schiltron.rulesets.by_this_axe.movement.charging import straight_at
from schiltron.rulesets.by_this_axe.sequence import EndPhase, Phase
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Person, Role
from schiltron.rulesets.by_this_axe.steps import BeginTurn
from tests.rulesets.by_this_axe.positions import (
    Played,
    ahead,
    blue,
    card,
    choose,
    field,
    hero,
    locked,
    march,
    moving,
    play,
    red,
    rules,
    share,
    turn,
)

PASS, ACCEPT, DECLINE = choose("pass"), choose("accept"), choose("decline")
FIGHT, FLEE = choose("fight"), choose("flee")
CHALLENGE = choose("kay>mordred")


def two(kay: dict[str, Any] | None = None, mordred: dict[str, Any] | None = None, **more: Any) -> Battle:
    """Kay for blue and Mordred for red, alone and 3 inches apart; heroes without armor, unless told otherwise."""
    here: dict[str, Any] = {"at": (24, 24), "hits": 2, **(kay or {})}
    there: dict[str, Any] = {"at": (24, 20), "hits": 2, **(mordred or {})}
    return field(hero("kay", "blue", **here), hero("mordred", "red", **there), **more)


def ranked(kay: dict[str, Any] | None = None, mordred: dict[str, Any] | None = None, **more: Any) -> Battle:
    """The same two, each with a unit; the units are 4 inches apart."""
    return field(
        blue("spears", 12, files=6, at=(24, 24)),
        red("axes", 12, files=6, at=(24, 20)),
        hero("kay", "blue", with_="spears", hits=2, **(kay or {})),
        hero("mordred", "red", with_="axes", hits=2, **(mordred or {})),
        **more,
    )


def touching(**more: Any) -> Battle:
    return field(
        blue("spears", 12, files=6, at=(24, 24)),
        red("axes", 12, files=6, at=(24, 24)),
        hero("kay", "blue", with_="spears", hits=2),
        hero("mordred", "red", with_="axes", hits=2, roles=("leader", "hero"), leadership=3),
        contacts=(locked("spears", "axes"),),
        **more,
    )


def split(attack: int, parry: int, tricks: int = 0) -> Assigned:
    return share("dice", attack=attack, parry=parry, tricks=tricks)


def duel(battle: Battle, round_: int = 1) -> Played:
    """The two at the start of a round."""
    return play(battle, Stand(Duel("kay", "mordred", round_)))


def marks(played: Played, mark: str) -> list[tuple[str, bool]]:
    return [(event.unit, event.on) for event in played.events_of(Marked) if event.mark == mark]


def pools(played: Played) -> list[int]:
    """The dice the two are asked to split."""
    return [one.items[0].count for one in played.battle.decisions if isinstance(one, Assign)]


def person_of(played: Played, name: str) -> Person:
    found = played.unit(name).own.person
    assert found is not None
    return found


# ---------------------------------------------------------------- challenges


def test_the_higher_die_challenges_first_and_sides_alternate_until_both_pass() -> None:
    """TA-TURN-03, TA-DUEL-01."""
    played = play(two(), ChallengeOrder())
    assert played.roll.unequal
    assert played.roll.rules == ("TA-TURN-03", "TA-DUEL-01")
    assert played.then("5 | 2").decision.seat == "blue"
    played = played.then("2 | 5")
    assert played.decision.seat == "red"
    played = played.then(PASS)
    assert played.decision.seat == "blue"
    assert played.then(PASS).over


def test_a_pass_is_not_for_good_while_the_other_side_goes_on() -> None:
    """TA-DUEL-01: red passes, blue challenges, and red may challenge again."""
    played = play(two(mordred={"refused": True}), ChallengeOrder(), "2 | 5", PASS, CHALLENGE, DECLINE)
    assert played.decision.seat == "red"
    played = played.then(PASS)
    assert played.over, "blue has challenged the only enemy, so it passes unasked"


def test_after_a_challenge_it_is_the_other_sides_turn() -> None:
    """TA-DUEL-01: single challenges by turns, though blue has another to make."""
    bors = hero("bors", "blue", at=(27, 24), hits=2)
    played = play(two(mordred={"refused": True}).with_unit(bors), Challenges(("blue", "red")), CHALLENGE, DECLINE)
    assert played.decision.seat == "red"
    assert played.then(PASS).decision.seat == "blue"


def test_the_phase_passes_quietly_where_nobody_is_in_reach() -> None:
    """TA-DUEL-01, TA-TURN-03."""
    played = play(two(mordred={"at": (24, 8)}), ChallengeOrder())
    assert played.over
    assert played.events == ()


@pytest.mark.parametrize(("gap", "possible"), [(9.0, True), (9.001, False)])
def test_challenges_carry_nine_inches(gap: float, possible: bool) -> None:
    """TA-DUEL-01: between the bases of two characters who stand alone."""
    played = play(two(mordred={"at": (24, 24 - 1 - gap)}), ChallengeOrder())
    assert (not played.over) == possible


@pytest.mark.parametrize(("gap", "possible"), [(9.0, True), (9.001, False)])
def test_the_distance_is_that_of_the_bodies_they_stand_in(gap: float, possible: bool) -> None:
    """TA-DUEL-01."""
    position = field(
        blue("spears", 12, files=6, at=(24, 24)),
        red("axes", 12, files=6, at=(24, 24 - gap)),
        hero("kay", "blue", with_="spears"),
        hero("mordred", "red", with_="axes"),
    )
    assert (not play(position, ChallengeOrder()).over) == possible


def test_a_refused_challenge_says_which_rule_stands_against_it() -> None:
    """TA-DUEL-01, TA-DUEL-04: too far off, tired from a duel, challenged before, not an enemy."""
    position = field(
        hero("kay", "blue", at=(24, 24)),
        hero("bors", "blue", at=(26, 24)),
        hero("mordred", "red", at=(24, 20)),
        hero("far", "red", at=(24, 5)),
        hero("tired", "red", at=(26, 20), duelled=True),
    )
    played = play(position, Challenges(("blue", "red"), made=(("kay", "mordred"),)))
    assert [option.key for option in played.decision.options] == ["bors>mordred", "pass"]
    assert "9" in played.refusal(choose("kay>far"))[0].text
    assert rules(played.refusal(choose("kay>far"))) == {"TA-DUEL-01"}
    assert rules(played.refusal(choose("kay>tired"))) == {"TA-DUEL-04"}
    assert "has challenged" in played.refusal(CHALLENGE)[0].text
    assert "one of the enemy" in played.refusal(choose("kay>bors"))[0].text
    assert rules(played.refusal(choose("nobody"))) == {"TA-DUEL-01", "TA-DUEL-04"}


def test_a_challenge_once_declined_is_not_repeated_this_turn_but_may_be_returned() -> None:
    """TA-DUEL-01: so the phase comes to its end."""
    position = two(mordred={"refused": True})
    played = play(position, ChallengeOrder(), "5 | 2", CHALLENGE, DECLINE, choose("mordred>kay"), DECLINE)
    assert played.over


def test_who_has_duelled_neither_challenges_nor_is_challenged_again_this_turn() -> None:
    """TA-DUEL-04: Kay and Mordred part in the second round; Bors finds nobody left to fight."""
    position = field(
        hero("kay", "blue", at=(24, 24), armour="heavy", hits=2),
        hero("bors", "blue", at=(26, 24)),
        hero("mordred", "red", at=(24, 20), armour="heavy", hits=2),
    )
    played = play(position, ChallengeOrder(), "5 | 2", CHALLENGE, ACCEPT)
    played = played.at_once(split(2, 2), split(2, 2)).then("6 6 | 6 6 | 6 6 | 6 6").at_once(FLEE, FIGHT).then("1")
    assert played.over
    assert played.unit("kay").own.turn.duelled
    assert played.unit("mordred").own.turn.duelled
    again = play(played.battle, ChallengeOrder())
    assert again.over


def test_a_new_turn_lets_them_duel_again() -> None:
    """TA-DUEL-04."""
    tired = two({"duelled": True}, {"duelled": True})
    assert play(tired, ChallengeOrder()).over
    played = play(
        field(*tired.units.values(), *(blue(f"b{n}", 3, at=(5 * n + 5, 45)) for n in range(2)), red("r", 3, at=(5, 2))),
        BeginTurn(),
    )
    assert played.roll.purpose == "who challenges first"


def test_all_duels_are_over_before_the_next_phase() -> None:
    """TA-TURN-03."""
    position = field(
        blue("spears", 12, files=6, at=(24, 40)),
        red("axes", 12, files=6, at=(24, 5)),
        *two(mordred={"hits": 1}).units.values(),
    )
    played = play(position, Phase("duels"), ChallengeOrder(), EndPhase("duels"), "5 | 2", CHALLENGE, ACCEPT)
    assert played.battle.phase == "duels"
    played = played.at_once(split(3, 1), split(3, 1)).then("1 1 1 | 6 | 6 6 6 | 6")
    assert played.over
    assert not alive(played.unit("mordred"))


# ---------------------------------------------------------------- refusals


def test_the_challenged_is_asked_and_may_accept() -> None:
    """TA-DUEL-02."""
    played = play(two(), AnswerChallenge("kay", "mordred"))
    assert played.decision.seat == "red"
    assert played.decision.rules[0] == "TA-DUEL-02"
    played = played.then(ACCEPT)
    assert [type(one) for one in played.battle.decisions] == [Assign, Assign]
    assert marks(played, "in_a_duel") == [("kay", True), ("mordred", True)]


def test_who_fights_a_duel_is_marked_until_it_is_over_and_the_dead_bear_no_mark() -> None:
    """TA-DUEL-04, TA-DUEL-10: the table shows it, by the unit where they are with one."""
    played = play(ranked(mordred={"armour": "heavy"}), AnswerChallenge("kay", "mordred"), ACCEPT)
    assert played.unit("kay").marks == played.unit("mordred").marks == ("in_a_duel",)
    assert {one.label: one.pictured_marks for one in drawn_units(played.battle)} == {
        "Spears": ("in_a_duel",),
        "Axes": ("in_a_duel",),
    }
    assert "in a duel" in (picture(played.battle) or "")
    played = played.at_once(split(3, 1), split(1, 3)).then("1 2 6 | 6 | 6 | 6 6 6", "6 6")
    assert played.over
    assert played.unit("kay").marks == played.unit("mordred").marks == ()


def test_who_is_shamed_is_marked_until_the_turn_ends() -> None:
    """TA-DUEL-05."""
    played = play(ranked(), AnswerChallenge("kay", "mordred"), DECLINE)
    assert played.unit("mordred").marks == ("shamed",)
    later = play(played.battle, BeginTurn())
    assert later.unit("mordred").marks == ()
    assert marks(later, "shamed") == [("mordred", False)]


def test_a_first_refusal_takes_a_leaders_word_for_the_turn() -> None:
    """TA-DUEL-05, TA-DUEL-06, TA-DUEL-07, TA-DUEL-08: he is shamed, and so leads nobody; then it is over."""
    position = two(mordred={"roles": ("leader", "hero"), "leadership": 4})
    assert leads(position.units["mordred"])
    played = play(position, AnswerChallenge("kay", "mordred"), DECLINE)
    assert played.unit("mordred").own.turn.shamed
    assert not leads(played.unit("mordred"))
    assert not played.unit("mordred").own.turn.duelled
    (told,) = played.events_of(Marked)
    assert told.rules == ("TA-DUEL-05", "TA-DUEL-06", "TA-DUEL-07", "TA-DUEL-08")


def test_the_shamed_do_not_rally() -> None:
    """TA-DUEL-08: Mordred declines in touch with his routed axes; nobody is asked whether he rallies them."""
    position = field(
        red("axes", 12, files=6, at=(24, 20), marks=(ROUTED,)),
        hero("kay", "blue", at=(24, 24)),
        hero("mordred", "red", with_="axes", roles=("leader",), leadership=5),
    )
    assert play(position, Rallies()).decision.seat == "red"
    assert play(position, AnswerChallenge("kay", "mordred"), Rallies(), DECLINE).over


def test_the_shamed_do_not_shoot() -> None:
    """TA-DUEL-06: nor may he be told to."""
    position = two(mordred={"ranged": ("longbow",)})
    assert not may_shoot(position, position.units["mordred"])
    played = play(position, AnswerChallenge("kay", "mordred"), DECLINE)
    assert rules(may_shoot(played.battle, played.unit("mordred"))) == {"TA-DUEL-06"}


@pytest.mark.parametrize("kay_first", [True, False])
def test_the_shamed_challenge_nobody(*, kay_first: bool) -> None:
    """TA-DUEL-06: whoever declined may be challenged again and may take that up."""
    kay = hero("kay", "blue", at=(24, 24), facing=213)
    bors = hero("bors", "blue", at=(29, 21))
    mordred = hero("mordred", "red", at=(22, 19), facing=17)
    position = field(*((kay, bors, mordred) if kay_first else (mordred, bors, kay)))
    played = play(position, Challenges(("blue", "red"))).then(choose("kay>mordred"), DECLINE)
    assert played.unit("mordred").own.turn.shamed
    assert played.decision.seat == "blue", "red, who can challenge nobody, has passed unasked"
    again = played.then(choose("bors>mordred"), ACCEPT)
    assert [type(one) for one in again.battle.decisions] == [Assign, Assign]
    free = play(position, Challenges(("red", "blue")))
    assert {option.key for option in free.decision.options} == {"mordred>kay", "mordred>bors", "pass"}


def test_the_shamed_are_told_why_they_challenge_nobody() -> None:
    """TA-DUEL-06: an able comrade may, so that their side is asked."""
    position = field(
        hero("kay", "blue", at=(24, 24)),
        hero("mordred", "red", at=(22, 19), shamed=True, refused=True),
        hero("agravain", "red", at=(26, 18)),
    )
    played = play(position, Challenges(("red", "blue")))
    assert {option.key for option in played.decision.options} == {"agravain>kay", "pass"}
    assert rules(played.refusal(choose("mordred>kay"))) == {"TA-DUEL-06"}


@pytest.mark.parametrize(("x", "y", "facing"), [(24, 26, 0), (20, 24.5, 33), (29, 15, 197)])
@pytest.mark.parametrize("shamed", [True, False])
def test_the_shamed_do_not_charge(x: float, y: float, facing: float, *, shamed: bool) -> None:
    """TA-DUEL-06: neither straight at somebody nor along a path; he may walk, and with his unit he goes along."""
    kay = hero("kay", "blue", at=(x, y), facing=facing, shamed=shamed, refused=shamed)
    start = moving(kay, red("foe", 6, at=(24, 20), facing=190), blue("others", 4, at=(60, 40)))
    onto = Commanded("kay", "charge", Aimed("foe"))
    (entry,) = [one for one in BY_THIS_AXE.menu(start.battle, start.decision, "kay") if one.name == "charge"]
    aims = [one for one in BY_THIS_AXE.targets(start.battle, start.decision, "kay") if one.unit == "foe"]
    if not shamed:
        assert start.then(onto).battle.engagements
        assert not entry.reasons
        return
    assert rules(start.refusal(onto)) == {"TA-DUEL-06"}
    path = straight_at(start.battle, kay, start.unit("foe"))
    assert path is not None
    assert rules(start.refusal(Commanded("kay", "charge", PathDrawn(path)))) == {"TA-DUEL-06"}
    assert rules(entry.reasons) == rules(aims[0].reasons) == {"TA-DUEL-06"}
    assert start.then(march("kay", turn(90), ahead(1))).unit("kay").own.turn.moved


def test_a_unit_charges_with_the_shamed_in_its_ranks_who_strikes_nobody() -> None:
    """TA-DUEL-06."""
    start = moving(
        blue("axes", 6, at=(24, 26), facing=10),
        hero("kay", "blue", with_="axes", shamed=True, refused=True),
        red("foe", 6, at=(24, 20)),
    )
    charged = start.then(Commanded("axes", "charge", Aimed("foe")))
    assert charged.battle.engagements
    struck = play(charged.battle, Melees())
    assert [pool.count for pool in struck.roll.pools] == [6]


@pytest.mark.parametrize("use", ["charge", "ferocious", "frenzied", "coordinated"])
def test_no_card_sends_the_shamed_into_a_charge(use: str) -> None:
    """TA-DUEL-06: so that nobody is ordered to do what he may not."""
    name = {"charge": "D01", "ferocious": "S03", "frenzied": "S05", "coordinated": "S01"}[use]
    units = (
        hero("kay", "blue", at=(24, 28), shamed=True, refused=True),
        hero("bors", "blue", at=(26, 28)),
        hero("arthur", "blue", at=(22, 30), roles=("general",), leadership=3),
        red("foe", 6, at=(24, 20)),
    )
    start = moving(*units, command="cards", hands={"blue": (name,)})
    target = "foe" if use == "coordinated" else ""
    assert rules(start.refusal(card(name, use, "kay", target=target))) == {"TA-DUEL-06"}
    sent = start.then(card(name, use, "bors", target=target), "3")
    assert ordered(sent.battle, sent.unit("bors"), "charge") is not None


def test_no_card_lets_the_shamed_pick_a_target() -> None:
    """TA-DUEL-06."""
    units = (
        hero("kay", "blue", at=(24, 28), shamed=True, refused=True, ranged=("longbow",)),
        hero("arthur", "blue", at=(22, 30), roles=("general",), leadership=3, ranged=("longbow",)),
        red("foe", 6, at=(24, 20)),
    )
    start = play(field(*units, phase="ranged", command="cards", hands={"blue": ("S07",)}), Fire(("blue", "red")))
    assert rules(start.refusal(card("S07", "target", "kay"), "blue")) == {"TA-DUEL-06"}


def test_shame_lasts_for_the_turn_and_the_refusal_is_remembered() -> None:
    """TA-DUEL-05, TA-DUEL-09."""
    position = field(
        blue("spears", 3, at=(10, 44)),
        red("axes", 3, at=(10, 3)),
        *two(mordred={"roles": ("leader",), "leadership": 4, "refused": True, "shamed": True}).units.values(),
    )
    played = play(position, BeginTurn())
    assert person_of(played, "mordred").refused
    assert not played.unit("mordred").own.turn.shamed


def test_later_refusals_are_free() -> None:
    """TA-DUEL-09."""
    played = play(two(mordred={"refused": True}), AnswerChallenge("kay", "mordred"))
    assert "TA-DUEL-09" in played.decision.rules
    played = played.then(DECLINE)
    assert played.over
    assert not played.unit("mordred").own.turn.shamed


def test_a_hero_without_leadership_is_shamed_as_well() -> None:
    """TA-DUEL-05: the penalties are for every character."""
    assert play(two(), AnswerChallenge("kay", "mordred"), DECLINE).unit("mordred").own.turn.shamed


@pytest.mark.parametrize(("die", "forced"), [("3", True), ("4", False)])
def test_a_duel_may_be_forced_where_their_units_are_in_contact(die: str, forced: bool) -> None:
    """TA-DUEL-03: on 1 to 3, and then there is no shame in it."""
    played = play(touching(), AnswerChallenge("kay", "mordred"), DECLINE)
    assert played.decision.seat == "blue"
    played = played.then(choose("force"))
    assert played.dice == [(1, 3)]
    played = played.then(die)
    mordred = played.unit("mordred").own.turn
    assert (mordred.duelled, mordred.shamed) == (forced, not forced)
    assert person_of(played, "mordred").refused is not forced
    assert played.over != forced


def test_the_challenger_may_let_him_go() -> None:
    """TA-DUEL-03, TA-DUEL-05."""
    played = play(touching(), AnswerChallenge("kay", "mordred"), DECLINE, choose("let_go"))
    assert played.over
    assert played.unit("mordred").own.turn.shamed


def test_no_duel_is_forced_on_one_whose_unit_is_not_in_contact_with_the_challengers() -> None:
    """TA-DUEL-03: each is in contact, but not with the other's unit."""
    position = field(
        blue("spears", 6, at=(24, 24)),
        blue("bills", 6, at=(34, 24)),
        red("axes", 6, at=(24, 24)),
        red("clubs", 6, at=(34, 24)),
        hero("kay", "blue", with_="spears"),
        hero("mordred", "red", with_="clubs"),
        contacts=(locked("spears", "axes"), locked("bills", "clubs")),
    )
    assert play(position, AnswerChallenge("kay", "mordred"), DECLINE).over


def test_the_story_of_a_forced_duel_is_told() -> None:
    """TA-DUEL-01, TA-DUEL-02, TA-DUEL-03: in words for the log."""
    played = play(touching(), Challenges(("blue", "red")), CHALLENGE, DECLINE, choose("force"), "1")
    told = [tell(event, played.battle) for event in played.events_of(Declared)]
    assert told == [
        "Kay (Blue) challenges Mordred.",
        "Mordred (Red) declines the challenge of Kay.",
        "Kay (Blue) tries to force a duel on Mordred.",
    ]


# ---------------------------------------------------------------- the secret split


@pytest.mark.parametrize(
    ("roles", "dice"),
    [
        (("hero",), 4),
        (("superhero",), 8),
        (("champion",), 12),
        (("priest",), 3),
        (("mage",), 3),
        (("high_priest",), 6),
        (("wizard",), 6),
        (("leader",), 3),
        (("general",), 3),
        (("priest", "hero"), 4),
        (("leader", "superhero"), 8),
    ],
)
@pytest.mark.parametrize("scale", ["1:5", "1:20"])
def test_the_type_gives_the_dice_whatever_the_scale(roles: tuple[Role, ...], dice: int, scale: str) -> None:
    """TA-DUEL-13: plain leaders get three, and of two types the larger counts."""
    played = duel(two({"roles": roles}, scale=scale))
    assert pools(played) == [dice, 4]
    assert pool(Person(roles)).rules == ("TA-DUEL-13",)


def test_all_dice_are_placed_every_round_and_wounds_take_none_away() -> None:
    """TA-DUEL-12."""
    played = duel(two({"wounds": 1}))
    assert not_obeyed(played, 0, split(2, 1)) == {"TA-DUEL-12", "TA-DUEL-13", "TA-DUEL-14", "TA-DUEL-15"}
    assert not_obeyed(played, 0, split(2, 2)) == set()


def not_obeyed(played: Played, place: int, answer: Answer) -> set[str]:
    """The rules against an answer to one of the decisions; none if it is obeyed."""
    decision = played.battle.decisions[place]
    obeyed = BY_THIS_AXE.obey(played.battle, Reply(decision.seat, decision.id, answer))
    return rules(obeyed.reasons) if isinstance(obeyed, Illegal) else set()


@pytest.mark.parametrize(
    ("roles", "answer", "against"),
    [
        (("hero",), split(4, 0), {"TA-DUEL-14"}),
        (("hero",), split(0, 4), {"TA-DUEL-14"}),
        (("hero",), split(2, 1, 1), set()),
        (("hero",), split(1, 1, 2), {"TA-DUEL-15"}),
        (("wizard",), split(2, 2, 2), set()),
        (("wizard",), split(1, 2, 3), {"TA-DUEL-16"}),
        (("wizard",), split(4, 0, 2), {"TA-DUEL-14"}),
        (("mage",), split(1, 0, 2), set()),
        (("mage",), split(0, 1, 2), set()),
        (("mage",), split(0, 2, 1), {"TA-DUEL-14"}),
        (("mage",), split(0, 0, 3), {"TA-DUEL-14", "TA-DUEL-16"}),
        (("priest",), split(1, 0, 2), {"TA-DUEL-14", "TA-DUEL-15"}),
    ],
)
def test_how_dice_may_be_split(roles: tuple[Role, ...], answer: Assigned, against: set[str]) -> None:
    """TA-DUEL-14, TA-DUEL-15, TA-DUEL-16: a mage with two tricks leaves attack or parry bare."""
    assert not_obeyed(duel(two({"roles": roles})), 0, answer) == against


def test_dice_handed_out_in_portions_are_added_up() -> None:
    """TA-DUEL-14: one and one to attack are two."""
    portions = Assigned((Share("dice", "attack", 1), Share("dice", "parry", 2), Share("dice", "attack", 1)))
    played = duel(two()).at_once(portions, split(2, 2))
    assert played.dice == [(2, 3), (2, 3), (2, 3), (2, 3)]


def test_both_splits_are_secret_until_both_are_in() -> None:
    """TA-DUEL-12, TA-DUEL-17: the other seat's view holds nothing of the first answer, whatever it was."""
    played = duel(two())
    assert all(decision.sealed for decision in played.battle.decisions)
    kay, mordred = played.battle.decisions
    seen = set()
    for answer in (split(3, 1), split(1, 2, 1)):
        obeyed = BY_THIS_AXE.obey(played.battle, Reply(kay.seat, kay.id, answer))
        assert not isinstance(obeyed, Illegal)
        assert [type(event) for event in obeyed.events] == [Sealed]
        assert [one.id for one in obeyed.battle.decisions] == [mordred.id]
        for seat in ("red", None):
            view = BY_THIS_AXE.view(obeyed.battle, seat)
            assert [one.answer for one in view.commitments] == [None]
            assert b"assigned" not in encode(replace(view, decisions=())), "no split anywhere, not even a default"
        seen.add(encode(BY_THIS_AXE.view(obeyed.battle, "red")))
    assert len(seen) == 1, "two splits look alike to the other seat"


def test_the_splits_are_revealed_together() -> None:
    """TA-DUEL-12: both are told in the same breath."""
    played = duel(two()).at_once(split(3, 1), split(1, 2, 1))
    assert [event.seats for event in played.events_of(Revealed)] == [("blue", "red")]
    assert [(event.unit, event.action) for event in played.events_of(Declared)] == [
        ("kay", "fight with 3 attack, 1 parry"),
        ("mordred", "fight with 1 attack, 2 parry, 1 dirty trick"),
    ]


def test_choosing_to_flee_is_secret_too() -> None:
    """TA-DUEL-11, TA-DUEL-17."""
    played = duel(two(), 2)
    kay, _ = played.battle.decisions
    views = set()
    for answer in (FIGHT, FLEE):
        obeyed = BY_THIS_AXE.obey(played.battle, Reply(kay.seat, kay.id, answer))
        assert not isinstance(obeyed, Illegal)
        views.add(encode(BY_THIS_AXE.view(obeyed.battle, "red")))
    assert len(views) == 1


# ---------------------------------------------------------------- dirty tricks


def test_a_trick_works_on_one_or_two_and_costs_the_victim_two_dice_of_his_choice() -> None:
    """TA-DUEL-18."""
    played = duel(two()).at_once(split(2, 1, 1), split(2, 2))
    assert played.dice == [(1, 2)]
    assert played.then("3").dice == [(2, 3), (1, 3), (2, 3), (2, 3)]
    played = played.then("2")
    assert played.decision.seat == "red"
    assert [option.key for option in played.decision.options] == ["attack1-parry1", "attack2-parry0", "attack0-parry2"]
    after = played.then(choose("attack2-parry0"))
    assert after.dice == [(2, 3), (1, 3), (2, 3)]
    assert "lose 2 attack dice" in [event.action for event in after.events_of(Declared)]
    assert played.then(choose("attack0-parry2")).dice == [(2, 3), (1, 3), (2, 3)]
    (told,) = played.events_of(Struck)
    assert (told.action, told.dice, told.hits) == ("dirty tricks", 1, 1)


def test_both_trick_at_once_and_both_choose_at_once() -> None:
    """TA-DUEL-17, TA-DUEL-18."""
    played = duel(two()).at_once(split(2, 1, 1), split(1, 2, 1)).then("1 | 2")
    assert [(decision.seat, decision.sealed) for decision in played.battle.decisions] == [("blue", True), ("red", True)]
    played = played.at_once(choose("attack1-parry1"), choose("attack0-parry2"))
    assert played.dice == [(1, 3), (1, 3)]
    assert [pool_.label for pool_ in played.roll.pools] == ["Kay, attack", "Mordred, attack"]


def test_who_has_fewer_dice_than_he_must_lose_loses_what_there_is() -> None:
    """TA-DUEL-18: a mage's two tricks take four dice, trick dice excepted; no minimum binds any more."""
    position = two({"roles": ("mage",)}, {"roles": ("priest",)})
    played = duel(position).at_once(split(1, 0, 2), split(1, 1, 1)).then("1 1 | 6")
    assert played.dice == [(1, 3)], "Mordred has neither attack nor parry left, and was not asked"
    assert after_forfeit(Split(1, 1, 1), 4) == [Split(0, 0, 1)]


def test_a_round_in_which_nobody_has_dice_left_passes_without_a_roll() -> None:
    """TA-DUEL-18, TA-DUEL-10: two mages trick each other out of everything, and the next round begins."""
    position = two({"roles": ("mage",)}, {"roles": ("mage",)})
    played = duel(position).at_once(split(1, 0, 2), split(0, 1, 2)).then("1 6 | 1 6")
    assert played.battle.agenda[0] == Stand(Duel("kay", "mordred", 2))


# ---------------------------------------------------------------- attack, parry, counterattack


def test_attack_and_parry_succeed_on_three_or_less_whatever_the_fighters_skill() -> None:
    """TA-DUEL-19, TA-DUEL-20, TA-DUEL-17: one roll for both; FC 1 and a pike are as good as FC 5."""
    position = two({"fc": 1, "melee": ("pike",)}, {"fc": 5})
    played = duel(position).at_once(split(3, 1), split(2, 2))
    assert played.dice == [(3, 3), (1, 3), (2, 3), (2, 3)]
    assert {"TA-DUEL-17", "TA-DUEL-19", "TA-DUEL-20"} <= set(played.roll.rules)


def test_each_parry_cancels_one_hit() -> None:
    """TA-DUEL-20: three hits against one parry leave two, which kill an unarmored hero."""
    played = duel(two()).at_once(split(3, 1), split(3, 1)).then("1 2 3 | 4 | 4 5 6 | 3")
    assert played.over
    assert not alive(played.unit("mordred"))
    assert [(event.unit, event.dice, event.hits, event.kept) for event in played.events_of(Struck)] == [
        ("kay", 3, 2, 2),
        ("mordred", 3, 0, 0),
    ]


def test_parries_to_spare_earn_one_counterattack_however_many() -> None:
    """TA-DUEL-21: three parries against no hit."""
    played = duel(two()).at_once(split(1, 3), split(3, 1)).then("6 | 1 2 3 | 4 5 6 | 6")
    assert played.dice == [(1, 3)]
    assert played.roll.pools[0].whose == "blue"
    assert "TA-DUEL-21" in played.roll.rules


def test_as_many_parries_as_hits_earn_nothing() -> None:
    """TA-DUEL-21."""
    played = duel(two()).at_once(split(1, 3), split(3, 1)).then("6 | 1 2 6 | 1 2 6 | 6")
    assert played.battle.agenda[0] == Stand(Duel("kay", "mordred", 2))


def test_both_may_counterattack() -> None:
    """TA-DUEL-17, TA-DUEL-21."""
    played = duel(two()).at_once(split(1, 3), split(1, 3)).then("6 | 1 6 6 | 6 | 1 6 6")
    assert played.dice == [(1, 3), (1, 3)]
    played = played.then("4 | 3")
    assert (person_of(played, "kay").wounds, person_of(played, "mordred").wounds) == (1, 0)


def test_a_counterattack_is_not_parried() -> None:
    """TA-DUEL-22: Mordred has a parry over that stopped nothing, and is hit all the same."""
    played = duel(two()).at_once(split(1, 3), split(1, 3)).then("6 | 1 2 3 | 6 | 1 2 3", "1 | 6")
    assert person_of(played, "mordred").wounds == 1


# ---------------------------------------------------------------- saves, wounds, death


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ({"armour": "heavy"}, 3),
        ({"armour": "light"}, 1),
        ({"armour": "medium", "shield": True}, 3),
        ({"armour": "medium", "shield": True, "mounted": True}, 4),
        ({"armour": "heavy", "shield": True, "mounted": True}, 5),
    ],
)
def test_hits_are_met_by_a_frontal_save_without_the_luck_of_heroes(line: dict[str, Any], need: int) -> None:
    """TA-DUEL-23, TA-DUEL-25: shield and mount count, the +1 of heroes and superheroes does not."""
    position = two({"melee": ("two_handed",)}, {**line, "roles": ("superhero",)})
    played = duel(position).at_once(split(3, 1), split(1, 7)).then("1 1 6 | 6 | 6 | 6 6 6 6 6 6 6")
    assert played.dice == [(2, need)]
    assert {"TA-DUEL-23", "TA-DUEL-25"} <= set(played.roll.rules)
    (blow, _) = played.then("6 6").events_of(Struck)
    assert blow.tallies[1].total == need, "TA-UNIT-14: with the term that holds it there, if one is needed"


def test_each_failed_save_is_a_wound_that_stays() -> None:
    """TA-DUEL-23, TA-DUEL-24: one of two hits is saved; the wound counts in the next duel."""
    position = two({}, {"armour": "heavy"})
    played = duel(position).at_once(split(3, 1), split(1, 3)).then("1 1 6 | 6 | 6 | 6 6 6", "3 4")
    assert person_of(played, "mordred").wounds == 1
    assert alive(played.unit("mordred"))
    later = duel(played.battle).at_once(split(3, 1), split(1, 3)).then("1 6 6 | 6 | 6 | 6 6 6", "4")
    assert not alive(later.unit("mordred"))


def test_who_has_taken_all_his_hits_is_killed() -> None:
    """TA-DUEL-24, TA-DUEL-10: the duel is over, and his foe stays."""
    played = duel(two()).at_once(split(3, 1), split(1, 3)).then("1 2 6 | 6 | 6 | 6 6 6")
    assert played.over
    assert isinstance(played.unit("mordred").place, OffTable)
    assert alive(played.unit("kay"))
    assert marks(played, "in_a_duel") == [("kay", False)]


def test_both_may_fall_in_the_same_round() -> None:
    """TA-DUEL-17: who is brought down still has all his dice of the round."""
    played = duel(two()).at_once(split(3, 1), split(3, 1)).then("1 2 6 | 6 | 1 2 6 | 6")
    assert played.over
    assert not alive(played.unit("kay"))
    assert not alive(played.unit("mordred"))


def test_a_fallen_leader_is_remembered_for_the_nerve_of_his_side() -> None:
    """TA-DUEL-24."""
    position = two({}, {"roles": ("leader",), "leadership": 3, "hits": 1})
    played = duel(position).at_once(split(3, 1), split(1, 2)).then("1 6 6 | 6 | 6 | 6 6")
    assert [lost.side for lost in played.battle.own.leaders_lost] == ["red"]


@pytest.mark.parametrize(
    ("roles", "small", "large"),
    [
        (("hero",), 2, 1),
        (("superhero",), 3, 2),
        (("champion",), 4, 3),
        (("mage",), 1, 1),
        (("wizard",), 2, 2),
        (("priest",), 2, 1),
        (("high_priest",), 3, 2),
        (("leader",), 1, 1),
        (("general", "superhero"), 3, 2),
    ],
)
def test_hits_to_kill_follow_type_and_scale(roles: tuple[Role, ...], small: int, large: int) -> None:
    """TA-DUEL-24, TA-CHAR-12: at 1:5 and at 1:20."""
    assert (hits_to_kill(roles, "1:5"), hits_to_kill(roles, "1:20")) == (small, large)


# ---------------------------------------------------------------- flight and what comes after


def test_nobody_flees_in_the_first_round() -> None:
    """TA-DUEL-11."""
    assert isinstance(duel(two()).battle.decisions[0], Assign)
    assert isinstance(duel(two(), 2).battle.decisions[0], Choose)


@pytest.mark.parametrize(("die", "away"), [("3", True), ("4", False)])
def test_flight_succeeds_on_three_or_less_and_else_the_round_is_fought(die: str, away: bool) -> None:
    """TA-DUEL-11, TA-DUEL-10."""
    played = duel(two(), 2).at_once(FIGHT, FLEE)
    assert played.dice == [(1, 3)]
    played = played.then(die)
    assert played.over == away
    assert away or isinstance(played.battle.agenda[0], Allot)


def test_both_may_try_to_flee_and_one_who_gets_away_is_enough() -> None:
    """TA-DUEL-11."""
    asked = duel(two(), 2)
    kay, _ = asked.battle.decisions
    views = set()
    for answer in (FIGHT, FLEE):
        obeyed = BY_THIS_AXE.obey(asked.battle, Reply(kay.seat, kay.id, answer))
        assert not isinstance(obeyed, Illegal)
        views.add(encode(BY_THIS_AXE.view(obeyed.battle, "red")))
    assert len(views) == 1, "he does not know whether the other runs"
    assert all(decision.sealed for decision in asked.battle.decisions)
    played = asked.at_once(FLEE, FLEE)
    assert played.dice == [(1, 3), (1, 3)]
    assert played.then("6 | 1").over
    assert not played.then("6 | 6").over


def test_rounds_follow_one_another_within_the_phase_until_it_is_decided() -> None:
    """TA-DUEL-10, TA-DUEL-12: the whole pool is there again in the third round."""
    played = duel(two())
    for _ in range(2):
        played = played.at_once(split(2, 2), split(2, 2)).then("6 6 | 6 6 | 6 6 | 6 6").at_once(FIGHT, FIGHT)
    assert played.battle.agenda[0] == Allot(Duel("kay", "mordred", 3))
    assert pools(played) == [4, 4]


@pytest.mark.parametrize("position", [two(), ranked(), touching()], ids=["alone", "with units", "in contact"])
def test_survivors_stand_where_they_stood(position: Battle) -> None:
    """TA-DUEL-26: also one who fled."""
    before = {unit.id: unit.place for unit in position.units.values()}
    played = duel(position, 2).at_once(FLEE, FIGHT).then("1")
    assert {unit.id: unit.place for unit in played.battle.units.values()} == before
    assert played.battle.engagements == position.engagements
    told = [event for event in played.events_of(Marked) if not event.on]
    assert [event.unit for event in told] == ["kay", "mordred"]
    assert all("TA-DUEL-26" in event.rules for event in told)


# ---------------------------------------------------------------- characters' lines


def test_a_character_is_one_figure_who_may_hold_several_roles() -> None:
    """TA-CHAR-01, TA-CHAR-12: the knight hero of the sample roster, leader and hero: FC 5, two hits to kill."""
    roles: tuple[Role, ...] = ("leader", "hero")
    knight = hero("knight", "blue", at=(5, 5), roles=roles, leadership=3, hits=hits_to_kill(roles, "1:5"))
    assert (knight.figures, knight.original, knight.own.profile.fc) == (1, 1, 5)
    assert knight.own.person == Person(roles, leadership=3, hits=2)
    assert leads(knight)
    assert pool(knight.own.person).total == 4


# ---------------------------------------------------------------- odds


def door_chances(battle: Battle, one: Split, other: Split) -> dict[tuple[int, int], float]:
    """Wounds of Kay and Mordred after a round, by answering the door with every throw there is."""

    def decide(here: Any, decision: Any) -> Answer:
        if isinstance(decision, Assign):
            return assigned(one if decision.seat == "blue" else other)
        return decision.default

    begun = duel(battle).battle
    found: dict[tuple[int, int], float] = {}
    for chance, after in futures(BY_THIS_AXE, begun, lambda here: here.agenda[:1] != () and _over(here), decide):
        kay, mordred = (after.units[name].own.person.wounds for name in ("kay", "mordred"))
        found[kay, mordred] = found.get((kay, mordred), 0.0) + chance
    return found


def _over(battle: Any) -> bool:
    step = battle.agenda[0]
    return isinstance(step, Stand) and step.duel.round > 1


@pytest.mark.parametrize(
    ("kay", "mordred", "one", "other"),
    [
        ({"armour": "heavy"}, {"armour": "medium"}, Split(3, 1), Split(2, 2)),
        ({}, {"armour": "light"}, Split(2, 1, 1), Split(1, 2, 1)),
        ({"roles": ("mage",)}, {"armour": "heavy"}, Split(1, 0, 2), Split(2, 2)),
    ],
    ids=["plain", "tricks", "mage"],
)
def test_the_outlook_of_a_round_is_what_the_door_gives(
    kay: dict[str, Any], mordred: dict[str, Any], one: Split, other: Split
) -> None:
    """TA-DUEL-17 to TA-DUEL-25, exactly: wounds of both, counted through every throw."""
    position = two({"hits": 9, **kay}, {"hits": 9, **mordred})
    here, there = (duellist(position, position.units[name]) for name in ("kay", "mordred"))
    reckoned = round_chances(one, other, here.saves_on, there.saves_on)
    counted = door_chances(position, one, other)
    assert {pair for pair, chance in reckoned.items() if chance > 0} == set(counted)
    assert all(reckoned[pair] == pytest.approx(chance) for pair, chance in counted.items())


def test_a_duel_between_equals_is_even_and_the_stronger_wins_more_often() -> None:
    """The outlook of a whole duel: TA-DUEL-10, TA-DUEL-24."""
    position = two({"roles": ("champion",), "hits": 4}, {"hits": 2})
    kay, mordred = position.units["kay"], position.units["mordred"]
    even = outlook(position, kay, kay)
    assert even.wins == pytest.approx(even.loses)
    assert sum(even) == pytest.approx(1)
    strong = outlook(position, kay, mordred)
    assert strong.wins > 0.9
    assert outlook(position, mordred, kay) == pytest.approx((strong.loses, strong.wins, strong.both_fall))
    wounded = replace(kay, own=replace(kay.own, person=replace(kay.own.person, wounds=3)))
    assert outlook(position, wounded, mordred).margin < strong.margin


def test_a_duel_fought_out_many_times_comes_to_its_outlook() -> None:
    """TA-DUEL-10: with the default splits and dice from a generator."""
    position = two({"armour": "heavy"}, {"armour": "medium", "roles": ("priest",)})
    expected = outlook(position, position.units["kay"], position.units["mordred"])
    source = FastDice(Random(5))
    wins = 0
    for _ in range(600):
        battle = duel(position).battle
        while battle.awaiting:
            if isinstance(battle.awaiting, Roll):
                order: Any = source.throw(battle.awaiting, 0)
            else:
                first = battle.decisions[0]
                assert first.default is not None
                order = Reply(first.seat, first.id, first.default)
            obeyed = BY_THIS_AXE.obey(battle, order)
            assert not isinstance(obeyed, Illegal)
            battle = obeyed.battle
        wins += alive(battle.units["kay"])
    assert wins / 600 == pytest.approx(expected.wins, abs=0.06)


def test_a_sensible_split_is_a_legal_one() -> None:
    """TA-DUEL-14."""
    for dice in (3, 4, 6, 8, 12):
        for foe in (3, 4, 6, 8, 12):
            assert sensible(dice, foe) in legal_splits(dice, 1)


@pytest.mark.parametrize("dice", [3, 4, 6, 8, 12])
def test_no_split_is_much_better_than_the_sensible_one(dice: int) -> None:
    """Against an equal who is sensible too."""
    me = Duellist(dice, 1, 3, 2)
    best = best_splits(me, me)[0]
    against = sensible(dice, dice)
    assert duel_chances(me, me, best, against).margin < 0.05


# ---------------------------------------------------------------- played by machines


def court(seed: int) -> Battle:
    """Six characters of many types in a heap."""
    random = Random(seed)
    types: tuple[Role, ...] = ("hero", "superhero", "champion", "mage", "wizard", "priest", "high_priest", "leader")
    people = []
    for place in range(6):
        role = random.choice(types)
        side = "blue" if place % 2 else "red"
        armour = random.choice(("unarmored", "light", "medium", "heavy"))
        wears: dict[str, Any] = {"armour": armour, "shield": random.random() < 0.5, "mounted": random.random() < 0.5}
        at = (20 + 3 * place, 24)
        people.append(hero(f"c{place}", side, at=at, roles=(role,), hits=hits_to_kill((role,), "1:5"), **wears))
    return field(*people)


@pytest.mark.parametrize("seed", range(12))
def test_random_play_of_the_phase_ends(seed: int) -> None:
    """TA-DUEL-01, TA-DUEL-10: every sampled answer is obeyed, every position can be saved, and nobody duels twice."""
    random = Random(seed)
    source = FastDice(random)
    battle = play(court(seed), ChallengeOrder()).battle
    duels = []
    for _ in range(3000):
        if not battle.awaiting:
            break
        if isinstance(battle.awaiting, Roll):
            order: Any = source.throw(battle.awaiting, 0)
        else:
            asked = random.choice(battle.decisions)
            order = Reply(asked.seat, asked.id, BY_THIS_AXE.sample(BY_THIS_AXE.view(battle, asked.seat), asked, random))
        obeyed = BY_THIS_AXE.obey(battle, order)
        assert not isinstance(obeyed, Illegal), str(obeyed)
        duels += [one.unit for one in obeyed.events if isinstance(one, Marked) and one.mark == "in_a_duel" and one.on]
        battle = BY_THIS_AXE.decode(encode(obeyed.battle))
    assert not battle.awaiting
    assert duels or any(unit.has("shamed") for unit in battle.units.values())
    assert len(set(duels)) == len(duels)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_suggested_is_legal(seed: int) -> None:
    """TA-DUEL-02, TA-DUEL-12: all the way through a phase in which the first suggestion is always taken."""
    source = FastDice(Random(seed))
    battle = play(court(seed + 50), ChallengeOrder()).battle
    while battle.awaiting:
        if isinstance(battle.awaiting, Roll):
            order: Any = source.throw(battle.awaiting, 0)
        else:
            asked = battle.decisions[0]
            answers = list(BY_THIS_AXE.suggest(BY_THIS_AXE.view(battle, asked.seat), asked))
            assert answers
            assert all(not BY_THIS_AXE.reasons(battle, Reply(asked.seat, asked.id, answer)) for answer in answers)
            order = Reply(asked.seat, asked.id, answers[0])
        obeyed = BY_THIS_AXE.obey(battle, order)
        assert not isinstance(obeyed, Illegal)
        battle = obeyed.battle


@pytest.mark.parametrize(("refused", "expected"), [(False, ACCEPT), (True, DECLINE)])
def test_who_has_refused_before_is_told_to_accept_only_what_he_may_win(refused: bool, expected: Answer) -> None:
    """TA-DUEL-05, TA-DUEL-09: a little worse armed he rather fights than be shamed; later refusals cost nothing."""
    position = two({"hits": 2, "armour": "medium"}, {"hits": 2, "armour": "light", "refused": refused})
    played = play(position, AnswerChallenge("kay", "mordred"))
    assert next(iter(BY_THIS_AXE.suggest(played.battle, played.decision))) == expected


def test_a_strong_fighter_is_told_to_challenge_and_a_weak_one_to_decline() -> None:
    """TA-DUEL-01, TA-DUEL-02, TA-DUEL-03."""
    position = two({"roles": ("champion",), "hits": 4}, {"hits": 1})

    def first(played: Played) -> Answer:
        asked = played.decision
        return next(iter(BY_THIS_AXE.suggest(BY_THIS_AXE.view(played.battle, asked.seat), asked)))

    assert first(play(position, Challenges(("blue", "red")))) == CHALLENGE
    assert first(play(position, Challenges(("red", "blue")))) == PASS
    assert first(play(position, AnswerChallenge("kay", "mordred"))) == DECLINE
    assert first(play(position, AnswerChallenge("mordred", "kay"))) == ACCEPT
    asked = duel(position, 2).battle
    answers = [next(iter(BY_THIS_AXE.suggest(asked, decision))) for decision in asked.decisions]
    assert answers == [FIGHT, FLEE]


def test_every_roll_of_a_duel_names_its_rules_and_its_throwers() -> None:
    """TA-DUEL-11, TA-DUEL-18, TA-DUEL-19, TA-DUEL-21, TA-DUEL-23."""
    played = duel(two({"armour": "light"}, {"armour": "light"}), 2).at_once(FLEE, FIGHT).then("6")
    played = played.at_once(split(2, 1, 1), split(1, 3)).then("6", "1 6 | 6 | 6 | 1 1 6", "1", "6")
    thrown = played.events_of(Rolled)
    assert [event.roll.purpose for event in thrown] == [
        "flight from the duel: Kay",
        "dirty tricks",
        "Kay against Mordred, round 2",
        "counterattack",
        "armour saves in a duel",
    ]
    assert all(event.rules and all(pool_.whose for pool_ in event.roll.pools) for event in thrown)
