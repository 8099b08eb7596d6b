"""The review of a battle: bad orders and bad dice are turning points, and all that moved the result adds up."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice, typed
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.chance import AtLeast, Pool, Roll, SumOf, read
from schiltron.battle.state.decision import FINISH, Answer, Commanded
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Agree, CallItDrawn, Concede, Dice, Order, Propose, Reply, Undo
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.play import Unending, play_on
from schiltron.captains.review.budget import Purse
from schiltron.captains.review.chances import chance_of
from schiltron.captains.review.course import NothingToReview, course
from schiltron.captains.review.curve import Gauge, _parted, _turns
from schiltron.captains.review.looking_ahead import results_of
from schiltron.captains.review.reviewed import Review
from schiltron.captains.review.reviewer import Reviewer, _mean
from schiltron.captains.roster import hastiest, seated
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.sequence import EndTurn
from tests.rulesets.book_of_war.positions import blue, field, red, shoot

AnyJournal = Journal[Any, Any, Any]


def shooting(*script: Answer | str) -> AnyJournal:
    """Bowmen with horse in range before them: what they do, and what the dice say."""
    bows = blue("archers", 12, files=6, at=(36, 30), id="bows")
    horse = red("light_cavalry", 6, files=3, at=(36, 22), id="horse")
    position = replace(field(bows, horse, declare="measure_first"), agenda=(AttackPhase("blue"), EndTurn("blue")))
    journal: AnyJournal = Journal.start(BOOK_OF_WAR, position, "scripted", hashed=False)
    for part in script:
        obeyed(journal, _order(journal, part))
    return journal


def _order(journal: AnyJournal, part: Answer | str) -> Order:
    battle = journal.battle
    if isinstance(part, str):
        assert battle.roll is not None
        dice = typed(battle.roll, part)
        assert isinstance(dice, Dice), str(dice)
        return dice
    return Reply(battle.decisions[0].seat, battle.decisions[0].id, part)


def obeyed(journal: AnyJournal, order: Order) -> None:
    assert not isinstance(journal.obey(order), Illegal), order


def reviewed(journal: AnyJournal, playouts: int = 300, seed: int = 0) -> Review:
    review = Reviewer(journal, Budget(playouts=playouts), seed).work()
    assert review is not None
    return review


@cache
def fought() -> AnyJournal:
    """A small battle between captains, given up after a while if it is not over before."""
    troops = [
        blue("archers", 12, files=6, at=(36, 30), id="bows"),
        blue("heavy_infantry", 8, files=4, at=(24, 30), id="foot"),
        red("light_cavalry", 6, files=3, at=(36, 14), id="horse"),
        red("light_infantry", 12, files=6, at=(24, 16), id="kerns"),
    ]
    position = replace(field(*troops, declare="measure_first"), agenda=(MovementPhase("blue"), EndTurn("blue")))
    journal: AnyJournal = Journal.start(BOOK_OF_WAR, position, "fast", hashed=False)
    captains = seated(BOOK_OF_WAR, journal.battle, {"red": "captain", "blue": "captain"})
    with suppress(Unending):
        play_on(journal, captains, FastDice(Random(7)), most_orders=28)
    if journal.battle.outcome is None:
        obeyed(journal, Concede("red"))
    return journal


# ---------------------------------------------------------------- what turned it


def test_not_to_shoot_is_a_decision_that_cost_something_and_the_shot_is_what_was_missed() -> None:
    review = reviewed(shooting(FINISH))
    first = review.points[0]
    assert (first.entry, first.kind, first.side, first.seat) == (1, "decision", "blue", "blue")
    assert first.change("blue") < -5
    assert first.change("red") == pytest.approx(-first.change("blue"))
    assert first.error < -first.change("blue")
    best = first.missed[0]
    assert isinstance(best.answer, Commanded)
    assert (best.unit, best.answer.action) == ("bows", "shoot")
    assert best.result["blue"] > first.after["blue"] + 5
    assert best.why


def test_a_volley_that_goes_wide_is_a_turning_point_of_the_dice() -> None:
    wide = reviewed(shooting(shoot("bows", at="horse"), " ".join("1" * 24)))
    point = next(one for one in wide.points if one.entry == 2)
    assert (point.kind, point.side) == ("dice", "blue")
    assert point.change("blue") < -5
    assert point.chance is not None
    assert (point.chance.came, point.chance.low) == (0, True)
    assert point.chance.chance < 0.2
    assert not point.missed
    lucky = reviewed(shooting(shoot("bows", at="horse"), " ".join("6" * 24)))
    assert next(one for one in lucky.points if one.entry == 2).change("blue") > 5


def test_the_order_that_a_lieutenant_would_give_changes_nothing() -> None:
    review = reviewed(shooting(shoot("bows", at="horse"), " ".join("1" * 24)))
    assert review.curve[0].entry == 1
    assert review.curve[0].change("blue") == pytest.approx(0, abs=1e-9)


# ---------------------------------------------------------------- sums


@cache
def closely() -> Review:
    """Every order and roll of it."""
    return reviewed(fought(), 10 * len(fought().entries))


@pytest.mark.parametrize("whole", [True, False])
def test_what_moved_it_adds_up_to_all_that_it_moved(whole: bool) -> None:
    """However closely it was looked at: order by order, or turn by turn."""
    journal, playouts = fought(), (10 if whole else 2) * len(fought().entries)
    review = closely() if whole else reviewed(journal, playouts)
    assert review.whole is whole
    winner = journal.battle.outcome.winner if journal.battle.outcome is not None else ""
    for side in review.sides:
        whole = review.last[side] - review.first[side]
        assert review.shares[side].whole == pytest.approx(whole)
        assert sum(one.shares[side].whole for one in review.turns) == pytest.approx(whole)
        assert review.last[side] == pytest.approx(100 if side == winner else -100)
    assert review.playouts <= playouts * 1.2


def test_the_curve_has_no_gaps() -> None:
    review = closely()
    for one, next_one in pairwise(review.curve):
        assert one.entry == next_one.since
        assert one.after == next_one.before
    assert review.curve[-1].entry == len(fought().entries)
    assert all(-100 <= value <= 100 for one in review.curve for value in one.after.values())


def test_points_are_in_their_order_and_lie_on_the_curve() -> None:
    review = closely()
    assert review.points
    assert [one.number for one in review.points] == list(range(1, len(review.points) + 1))
    assert [one.entry for one in review.points] == sorted(one.entry for one in review.points)
    steps = {one.entry: one for one in review.curve if one.since < one.entry}
    for point in review.points:
        assert steps[point.entry].before == point.before
        assert steps[point.entry].after == point.after


def test_what_was_looked_at_once_is_no_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """One battle imagined proves nothing, however much it changed in it."""
    means, error = _mean([(60.0, -60.0)])
    assert (means, error) == ((60.0, -60.0), inf)
    monkeypatch.setattr("schiltron.captains.review.reviewer.AGAIN", 0)
    review = reviewed(fought(), len(_turns(course(fought()))))
    assert review.lucks == 1
    assert not review.points


def test_the_same_seed_and_as_many_playouts_give_the_same_review() -> None:
    assert reviewed(fought(), 100) == reviewed(fought(), 100)
    assert reviewed(fought(), 100) != reviewed(fought(), 100, seed=1)


def test_it_can_be_left_and_gone_on_with() -> None:
    reviewer = Reviewer(fought(), Budget(playouts=100))
    slices = 0
    while reviewer.work(seconds=0) is None:
        assert reviewer.progress < 1
        slices += 1
    assert slices > 50
    assert reviewer.progress == 1
    assert reviewer.review == reviewed(fought(), 100)


# ---------------------------------------------------------------- the course


def test_what_was_taken_back_is_no_part_of_the_course() -> None:
    journal = shooting(shoot("bows", at="horse"))
    obeyed(journal, Undo("blue"))
    obeyed(journal, _order(journal, FINISH))
    assert [(one.entry, one.cause) for one in course(journal)] == [(0, "start"), (3, "decision")]
    assert reviewed(journal).points[0].missed, "it was asked again under another name"


def test_a_proposal_moves_nothing_and_an_agreement_is_nobodys_decision() -> None:
    journal = shooting()
    obeyed(journal, Propose("blue", CallItDrawn()))
    obeyed(journal, Agree("red", journal.battle.proposals[0].id, agrees=True))
    assert [(one.entry, one.cause) for one in course(journal)] == [(0, "start"), (2, "agreement")]
    review = reviewed(journal)
    assert review.shares["red"].rest == pytest.approx(review.last["red"] - review.first["red"])
    assert not review.points


def test_who_gives_up_has_decided_it() -> None:
    journal = shooting()
    obeyed(journal, Concede("blue"))
    review = reviewed(journal)
    assert [(one.entry, one.kind, one.side) for one in review.points] == [(1, "decision", "blue")]
    assert review.last == {"blue": -100, "red": 100}
    assert not review.points[0].missed


def test_a_battle_in_which_nothing_happened_is_refused() -> None:
    with pytest.raises(NothingToReview):
        course(shooting())


def test_it_begins_with_the_first_turn_and_ends_a_turn_where_the_next_begins() -> None:
    moments = course(fought())
    assert (moments[0].entry, moments[0].cause, moments[0].battle.turn) == (0, "start", 1)
    spans = _turns(moments)
    assert [one.turn for one in spans] == list(range(1, spans[-1].turn + 1))
    assert all(one.end == after.start for one, after in pairwise(spans))
    assert spans[-1].end == len(moments) - 1


def test_a_span_is_parted_at_what_befell_the_armies_else_where_a_phase_begins() -> None:
    moments = course(fought())[:-1]
    gauge = Gauge(BOOK_OF_WAR, moments, 0, Purse(Budget(playouts=1)))
    fell = max(range(len(moments)), key=lambda place: gauge.jumps[place])
    assert moments[fell].cause == "dice"
    (span,) = (one for one in _turns(moments) if one.start < fell <= one.end)
    before = _parted(gauge, span)
    assert before == fell - 1 or (before == fell and span.start == fell - 1)
    gauge.jumps = [0.0] * len(moments)
    first = _turns(moments)[0]
    place = _parted(gauge, first)
    phases = [one.battle.phase for one in moments]
    assert first.start < place < first.end
    assert phases[place] != phases[place - 1]


# ---------------------------------------------------------------- values and chances


def test_what_is_left_counts_by_its_square() -> None:
    even = field(blue("archers", 6, files=3, at=(20, 30)), red("archers", 6, files=3, at=(20, 10), id="foe"))
    double = field(blue("archers", 12, files=6, at=(20, 30)), red("archers", 6, files=3, at=(20, 10), id="foe"))
    sides = [one.id for one in even.sides]
    assert results_of(BOOK_OF_WAR, even) == (0, 0)
    assert dict(zip(sides, results_of(BOOK_OF_WAR, double), strict=True)) == pytest.approx({"blue": 60, "red": -60})


def test_how_likely_dice_were() -> None:
    hits = Roll("shots", (Pool(4, 6, AtLeast(4), "bows", "blue"),), ())
    none, all_four = (chance_of(hits, (read(hits.pools[0], [face] * 4),)) for face in (1, 6))
    assert none is not None
    assert (none.low, none.chance, none.expected) == (True, pytest.approx(1 / 16), pytest.approx(2))
    assert all_four is not None
    assert (all_four.low, all_four.chance) == (False, pytest.approx(1 / 16))
    total = Roll("morale", (Pool(2, 6, SumOf(), "check", "red"),), ())
    low = chance_of(total, (read(total.pools[0], [1, 2]),))
    assert low is not None
    assert (low.counted, low.came, low.chance) == ("total", 3, pytest.approx(3 / 36))
    contest = replace(total, pools=total.pools * 2, unequal=True)
    assert chance_of(contest, tuple(read(pool, [1, 2]) for pool in contest.pools)) is None


def test_time_between_two_pieces_of_work_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("schiltron.captains.review.budget.thread_time", lambda: now[0])
    purse = Purse(Budget(seconds=10))
    for begin, end in ((0.0, 2.0), (100.0, 103.0)):
        now[0] = begin
        purse.open()
        now[0] = end
        purse.close()
    assert (purse.worked, purse.spent) == (5.0, 0.5)
    purse.playouts = 20
    assert purse.affords(1.0) == 40
    assert purse.thinking(0.1).seconds == 1.0


def test_who_plays_on_is_the_lieutenant_where_there_is_one() -> None:
    assert hastiest("book_of_war") == "lieutenant"
    assert hastiest("no_such_book") == "recruit"


def test_a_fault_in_a_battle_that_is_only_imagined_does_not_stop_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("schiltron.captains.review.looking_ahead.LookingAhead._played_on", broken)
    assert reviewed(shooting(FINISH), 40).last["blue"] == reviewed(shooting(FINISH), 40).first["blue"]
