"""The clock of a battle, without a server and without a watch."""

from __future__ import annotations

from schiltron.server.clock import DAY, Clock, DaysTime, LiveTime, SeatTime, said_clock, said_left, said_terms

BOTH = ("red", "blue")


def left(clock: Clock, now: float) -> dict[str, float]:
    return {seat: time.at(now) for seat, time in clock.seats.items()}


def test_it_runs_for_whoever_is_asked_and_for_nobody_else() -> None:
    clock = Clock.fresh(LiveTime(minutes=10), BOTH)
    assert left(clock, 5_000) == {"red": 600, "blue": 600}, "nothing runs before somebody is asked"
    clock = clock.moved(100, ["red"])
    assert left(clock, 130) == {"red": 570, "blue": 600}
    clock = clock.moved(160, ["blue"], "red")
    assert left(clock, 1_000_000)["red"] == 540
    clock = clock.moved(170, BOTH, "blue")
    assert left(clock, 180) == {"red": 530, "blue": 580}, "both when both are asked"
    clock = clock.moved(180, [], "red")
    assert left(clock, 9_999) == {"red": 530, "blue": 580}, "and rests while nobody is"


def test_an_increment_comes_when_one_has_done_what_was_asked_and_not_before() -> None:
    clock = Clock.fresh(LiveTime(minutes=1, increment=5), BOTH).moved(0, ["red"])
    clock = clock.moved(10, ["red"], "red")
    assert left(clock, 10)["red"] == 50, "still asked"
    clock = clock.moved(20, ["blue"], "red")
    assert left(clock, 20) == {"red": 45, "blue": 60}
    clock = clock.moved(30, ["blue", "red"], "red")
    assert left(clock, 30)["red"] == 45, "who was not asked gains nothing by speaking"


def test_who_is_out_of_time_first_is_first() -> None:
    clock = Clock(LiveTime(end="lose"), {"red": SeatTime(30), "blue": SeatTime(20)}).moved(100, BOTH)
    assert clock.deadline == 120
    assert clock.out(119.9) is None
    assert clock.out(120) == "blue"
    assert clock.out(500) == "blue"
    assert clock.without("blue").out(500) == "red"
    assert clock.without("blue").deadline == 130
    rests = clock.moved(500, [])
    assert rests.out(600) is None
    assert rests.deadline is None


def test_where_it_is_only_shown_nothing_ever_follows() -> None:
    clock = Clock.fresh(LiveTime(minutes=1, end="shown"), BOTH).moved(0, ["red"])
    assert clock.out(1_000) is None
    assert clock.deadline is None
    assert clock.shown(70).seats["red"].left == -10


def test_by_days_every_answer_begins_a_new_time() -> None:
    clock = Clock.fresh(DaysTime(days=2), BOTH).moved(0, ["red"])
    clock = clock.moved(DAY, ["red"], "red")
    assert left(clock, DAY)["red"] == 2 * DAY
    clock = clock.moved(2 * DAY, ["red", "blue"], "blue")
    assert left(clock, 2 * DAY) == {"red": DAY, "blue": 2 * DAY}, "what another does begins no new time"
    clock = clock.moved(3 * DAY - 1, ["blue"], "red")
    assert clock.out(4 * DAY) == "blue"


def test_while_the_server_is_away_no_live_time_passes_and_days_do() -> None:
    live = Clock.fresh(LiveTime(minutes=10), BOTH).moved(1_000, ["red"])
    again = live.after_a_gap(1_060, 90_000)
    assert left(again, 90_000) == {"red": 540, "blue": 600}
    assert left(live.after_a_gap(500, 90_000), 90_010)["red"] == 590, "asked after it was last known to be there"
    asked_since = live.moved(95_000, ["red"], "red")
    assert asked_since.after_a_gap(1_060, 90_000) == asked_since, "what was written after it came back stands"
    days = Clock.fresh(DaysTime(days=1), BOTH).moved(1_000, ["red"])
    assert days.after_a_gap(1_060, 90_000) == days


def test_it_is_said_in_words() -> None:
    assert said_left(702) == "11:42"
    assert said_left(DAY + 4 * 3600 + 59) == "1 day 4 h"
    assert said_left(2 * 3600 + 61) == "2 h 1 min"
    assert said_left(0) == "out of time"
    assert said_terms(LiveTime(minutes=20)) == "20 minutes a side; when a player's time runs out, a captain plays on"
    assert said_terms(DaysTime(days=1, end="lose")) == "1 day for every answer; a player whose time runs out has lost"
    clock = Clock.fresh(LiveTime(minutes=1, increment=3, end="shown"), BOTH).moved(0, ["red"])
    (said,) = said_clock(clock, 18, {"red": "Red"})
    assert said.endswith("Left: Red 0:42 (running), blue 1:00.")
