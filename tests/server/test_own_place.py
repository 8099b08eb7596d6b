"""The rating of a visitor, from battles against computer players."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.record.journal import Origin
from schiltron.battle.state.battle import Outcome
from schiltron.captains import ladder
from schiltron.captains.ladder import BookLadder, Ladder, Level
from schiltron.server import own_place
from schiltron.server.own_place import places_of
from schiltron.server.store import KeptSeat, Listed, Standing
from tests.server.running import Running

RATED = BookLadder(
    levels=(Level("captain", 1000, None, 40, 30, 0, 10), Level("recruit", 700, 60, 40, 10, 0, 30)),
    pairings=(),
    scenarios=("open-field",),
    games=40,
    program="1",
    seed=1,
)


@pytest.fixture(autouse=True)
def rated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = Ladder({"book_of_war": RATED})
    monkeypatch.setattr(own_place, "book_ladder", known.books.get)
    yield
    ladder.shipped_ladder.cache_clear()


def battle(winner: str | None = "red", captain: str = "captain", **more: Any) -> Listed:
    """One in which the visitor leads Red; without a winner it goes on, with an empty one it was drawn."""
    outcome = Outcome(winner, "beaten") if winner is not None else None
    one = Listed(
        id="b",
        title="",
        scenario="open-field",
        ruleset="book_of_war",
        created=0,
        updated=0,
        entries=9,
        standing=Standing(3, "", "", (), outcome, {}),
        seats=(KeptSeat("red", "me", ""), KeptSeat("blue", "captain", captain)),
        held=("red",),
        invitations=(),
        players={},
        founded=True,
    )
    return replace(one, **more)


def test_wins_draws_and_losses_are_counted_and_a_draw_is_half_a_win() -> None:
    place = places_of([battle("red"), battle(""), battle("blue"), battle("red", "recruit")])["book_of_war"]
    assert (place.games, place.wins, place.draws, place.losses) == (4, 2, 1, 1)
    assert place.beaten == ("captain", "recruit")
    even = places_of([battle("red"), battle("blue"), battle("")])["book_of_war"]
    assert even.rating == 1000
    assert even.margin is not None
    assert even.margin > 300, "three battles say little"


def test_nothing_is_said_of_a_strength_before_the_third_battle() -> None:
    two = places_of([battle(), battle()])["book_of_war"]
    assert (two.games, two.rating, two.margin) == (2, None, None)


@pytest.mark.parametrize(
    "other",
    [
        battle(None),
        battle(captain="marshal"),
        battle(scenario="own-armies"),
        battle(scenario="lesson:first-orders"),
        battle(origin=Origin("a", 4)),
        battle(seats=(KeptSeat("red", "me", ""), KeptSeat("blue", "friend", ""))),
        battle(seats=(KeptSeat("red", "captain", "captain"), KeptSeat("blue", "captain", "captain"))),
        battle(held=()),
        battle(standing=None),
    ],
    ids=["goes on", "not rated", "own lists", "lesson", "what if", "friend", "captains", "not mine", "damaged"],
)
def test_what_says_nothing_of_the_visitor_is_not_counted(other: Listed) -> None:
    assert places_of([other]) == {}


def test_a_visitor_asks_for_the_own_place(server: Running) -> None:
    assert server.http.get("/api/me/ladder").json() == {}
    for _ in range(3):
        made = server.battle(blue={"who": "captain"})
        position = server.http.get(f"/api/battles/{made['id']}?seat=red").json()["position"]
        order = {"position": position, "order": {"type": "concede", "seat": "red"}}
        assert server.http.post(f"/api/battles/{made['id']}/orders", json=order).status_code == 200
    place = server.http.get("/api/me/ladder").json()["book_of_war"]
    assert (place["games"], place["losses"], place["beaten"]) == (3, 3, [])
    assert place["rating"] < 1000
