"""Rulings are overridden by agreement, and where there is none by a die."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import ScriptedDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Altered
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Agree, Amend, AtWill, CallItDrawn, Order, Propose, TakeBack
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.disputes import Dispute
from schiltron.rulesets.book_of_war.state import Battle
from tests.rulesets.book_of_war.positions import play

CORNERED = Amend("cornered", "no_full_run")


def done(battle: Battle, order: Order) -> Obeyed:
    obeyed = BOOK_OF_WAR.obey(battle, order)
    assert isinstance(obeyed, Obeyed), obeyed
    return obeyed


@pytest.fixture(name="battle")
def _battle() -> Battle:
    """A side is asked to set up."""
    start = BOOK_OF_WAR.begun(prepare(load_scenario("open-field"))).battle
    assert start.roll is not None
    battle = done(start, ScriptedDice([6, 6, 1, 1]).throw(start.roll, 1)).battle
    assert battle.decisions
    return battle


def offered(battle: Battle, seat: str) -> list[str]:
    return [one.key for one in BOOK_OF_WAR.liberties(battle) if one.seat == seat]


def test_players_may_agree_to_override_a_ruling(battle: Battle) -> None:
    """BW-O9-01"""
    proposed = done(battle, Propose("red", CORNERED)).battle
    agreed = done(proposed, Agree("blue", proposed.proposals[0].id, agrees=True)).battle
    assert agreed.own.options.cornered == "no_full_run"


@pytest.mark.parametrize(("faces", "value"), [([5, 2], "no_full_run"), ([2, 5], "no_ground"), ([1, 6], "no_ground")])
def test_where_they_do_not_a_die_decides_and_binds_both(battle: Battle, faces: list[int], value: str) -> None:
    """BW-O9-02: the one who proposed it throws first, and the higher has it."""
    proposed = done(battle, Propose("red", CORNERED)).battle
    assert offered(proposed, "red") == []
    (key,) = offered(proposed, "blue")
    disputed = done(proposed, AtWill("blue", key)).battle
    assert disputed.roll is not None
    assert disputed.roll.rules == ("BW-O9-02",)
    assert [pool.whose for pool in disputed.roll.pools] == ["red", "blue"]
    assert disputed.roll.unequal
    assert not disputed.proposals
    assert BOOK_OF_WAR.decode(encode(disputed)) == disputed
    thrown = done(disputed, ScriptedDice(faces).throw(disputed.roll, 1))
    assert thrown.battle.own.options.cornered == value
    (told,) = [event for event in thrown.events if isinstance(event, Altered)]
    assert (told.agreed, told.rules) == (value == "no_full_run", ("BW-O9-02",))
    assert [one.seat for one in thrown.battle.decisions] == [one.seat for one in battle.decisions]
    assert thrown.battle.agenda == battle.agenda


@pytest.mark.parametrize("faces", [[5, 2], [2, 5]])
def test_what_follows_from_a_ruling_follows_when_a_die_decides_it_too(battle: Battle, faces: list[int]) -> None:
    """BW-O9-02, BW-O1-01: the weather turns as if both had agreed on it."""
    proposed = done(battle, Propose("red", Amend("weather", "rainy"))).battle
    agreed = done(proposed, Agree("blue", proposed.proposals[0].id, agrees=True)).battle
    (key,) = offered(proposed, "blue")
    disputed = done(proposed, AtWill("blue", key)).battle
    assert disputed.roll is not None
    thrown = done(disputed, ScriptedDice(faces).throw(disputed.roll, 1)).battle
    assert thrown.own == (agreed.own if faces[0] > faces[1] else battle.own)
    assert agreed.own.weather == agreed.own.natural_weather == "rainy"


def test_what_has_become_impossible_stays_as_it_is(battle: Battle) -> None:
    """BW-O9-02, BW-O7-06, BW-A2-02: whatever the die says."""
    for matter in (Amend("unit_minimum", "cost"), Amend("hiding", "secret")):
        thrown = play(battle, Dispute(matter, "red", "blue"), "6 | 1").battle
        assert thrown.own.options == battle.own.options


def test_only_the_one_who_is_asked_may_leave_it_to_a_die(battle: Battle) -> None:
    """BW-O9-02"""
    proposed = done(battle, Propose("red", CORNERED)).battle
    (key,) = offered(proposed, "blue")
    assert isinstance(BOOK_OF_WAR.obey(proposed, AtWill("red", key)), Illegal)
    assert isinstance(BOOK_OF_WAR.obey(battle, AtWill("blue", key)), Illegal)
    refused = done(proposed, Agree("blue", proposed.proposals[0].id, agrees=False)).battle
    assert isinstance(BOOK_OF_WAR.obey(refused, AtWill("blue", key)), Illegal)


def test_who_has_agreed_already_disputes_nothing(battle: Battle) -> None:
    """BW-O9-02"""
    proposed = done(battle, Propose("red", CORNERED)).battle
    (open_still,) = proposed.proposals
    assert offered(replace(proposed, proposals=(replace(open_still, agreed=("blue",)),)), "blue") == []


def test_a_draw_and_what_is_taken_back_are_no_doubtful_points(battle: Battle) -> None:
    """BW-O9-02"""
    assert offered(done(battle, Propose("red", CallItDrawn())).battle, "blue") == []
    assert offered(done(battle, Propose("red", TakeBack())).battle, "blue") == []


def test_dice_under_way_come_first() -> None:
    """BW-O9-02"""
    start = BOOK_OF_WAR.begun(prepare(load_scenario("open-field"))).battle
    proposed = done(start, Propose("red", CORNERED)).battle
    assert proposed.roll is not None
    (key,) = offered(proposed, "blue")
    assert isinstance(BOOK_OF_WAR.obey(proposed, AtWill("blue", key)), Illegal)


def test_a_dispute_is_written_down_and_played_again(battle: Battle) -> None:
    """BW-O9-02"""
    journal: Journal = Journal.start(BOOK_OF_WAR, prepare(load_scenario("open-field")), "scripted")
    dice = ScriptedDice([6, 6, 1, 1, 4, 3])
    assert journal.battle.roll is not None
    journal.obey(dice.throw(journal.battle.roll, 1))
    journal.obey(Propose("red", CORNERED))
    (key,) = offered(journal.battle, "blue")
    journal.obey(AtWill("blue", key))
    assert journal.battle.roll is not None
    journal.obey(dice.throw(journal.battle.roll, 1))
    assert journal.battle.own.options.cornered == "no_full_run"
    again: Journal = Journal.start(BOOK_OF_WAR, prepare(load_scenario("open-field")), "scripted")
    for entry in journal.entries:
        assert isinstance(again.obey(entry.order), Obeyed)
    assert again.entries == journal.entries
    assert battle.own.options.cornered == "no_ground"
