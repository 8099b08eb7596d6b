"""Time limits: the server keeps the clock by a watch of the test's own; what follows stands in the journal."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.rulesets import BOOKS
from schiltron.server.clock import DAY
from tests.server.player import Player, read_out
from tests.server.running import Running
from tests.server.test_people import FRIEND, concede, rematch, together
from tests.server.test_playing_on import looked

START = 1_000_000.0


class Watch:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def live(minutes: int = 10, **more: Any) -> dict[str, Any]:
    return {"kind": "live", "minutes": minutes, **more}


def days(number: int = 2, **more: Any) -> dict[str, Any]:
    return {"kind": "days", "days": number, **more}


def left(visitor: httpx.Client, battle: str) -> dict[str, float]:
    return {seat: time["left"] for seat, time in looked(visitor, battle)["clock"]["seats"].items()}


def runs(visitor: httpx.Client, battle: str) -> set[str]:
    return {seat for seat, time in looked(visitor, battle)["clock"]["seats"].items() if time["runs"]}


def asked(visitor: httpx.Client, battle: str) -> list[str]:
    """Who is to decide, as the truth has it: seats by seat, since a view shows only that others are waited for."""
    return sorted({one["seat"] for one in looked(visitor, battle, watch=1)["battle"]["decisions"]})


def answers(visitor: httpx.Client, battle: str, seat: str) -> int:
    said = visitor.post(f"/api/battles/{battle}/text", json={"line": "take 1", "seat": seat})
    return said.status_code


def test_it_starts_when_all_have_joined_and_the_dice_are_bound(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    made = server.battle(blue=FRIEND, clock=live(20))
    assert left(server.http, made["id"]) == {"red": 1200, "blue": 1200}
    watch.passes(5_000)
    assert runs(server.http, made["id"]) == set()
    friend = server.visitor()
    token = {"token": made["seats"]["blue"]["token"]}
    seen = friend.post(f"/api/battles/{made['id']}/seats/look", json=token).json()
    assert seen["clock"] == {"kind": "live", "minutes": 20, "increment": 0, "end": "captain"}
    friend.post(f"/api/battles/{made['id']}/seats", json=token)
    watch.passes(5_000)
    assert left(friend, made["id"]) == {"red": 1200, "blue": 1200}, "the dice are not bound"
    server.add_to_dice(made["id"], "blue", friend)
    one = asked(friend, made["id"])
    assert runs(friend, made["id"]) == set(one) != set()
    watch.passes(30)
    assert left(friend, made["id"])[one[0]] == 1170
    line = friend.get("/api/battles").json()[0]["clock"]
    assert line["seats"][one[0]] == {"left": 1170, "runs": True}
    said = friend.get(f"/api/battles/{made['id']}/text").text
    assert "20 minutes a side; when a player's time runs out, a captain plays on" in said
    assert "19:30 (running)" in said


def test_it_runs_for_the_one_who_is_asked_with_an_increment(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    made = server.battle(clock=live(10, increment=30))
    for _ in range(12):
        before, now_asked = left(server.http, made["id"]), asked(server.http, made["id"])
        assert runs(server.http, made["id"]) == set(now_asked)
        if not now_asked:
            break
        watch.passes(10)
        answers(server.http, made["id"], now_asked[0])
        after = left(server.http, made["id"])
        still = asked(server.http, made["id"])
        for seat in ("red", "blue"):
            used = 10 if seat in now_asked else 0
            gained = 30 if seat == now_asked[0] and seat not in still else 0
            assert after[seat] == before[seat] - used + gained


def test_with_dice_of_their_own_it_starts_when_the_friend_joins(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    made = server.battle("lairn", blue=FRIEND, dice="typed", clock=live(5))
    assert asked(server.http, made["id"]) == ["blue", "red"]
    watch.passes(9_000)
    assert runs(server.http, made["id"]) == set()
    server.visitor().post(
        f"/api/battles/{made['id']}/seats", json={"token": made["seats"]["blue"]["token"]}
    ).raise_for_status()
    assert runs(server.http, made["id"]) == {"red", "blue"}
    watch.passes(10)
    assert left(server.http, made["id"]) == {"red": 290, "blue": 290}, "both are asked at the same time"


def test_who_is_out_of_time_loses_where_that_was_agreed(
    start: Callable[..., Running], watch: Watch, tmp_path: Path
) -> None:
    server = start(now=watch)
    made, friend = together(server, clock=live(3, end="lose"))
    late = asked(friend, made["id"])[0]
    looking_on = Player(server, made["id"])
    looking_on.hear()
    visitor = server.http if late == "red" else friend
    watch.passes(181)
    assert answers(visitor, made["id"], late) in (200, 409)
    shown = looked(friend, made["id"])
    other = "blue" if late == "red" else "red"
    assert shown["battle"]["outcome"]["winner"] == other
    assert shown["battle"]["outcome"]["how"] == "time"
    assert runs(friend, made["id"]) == set()
    told = looking_on.hear_until("step")
    assert told["entry"]["order"] == {"type": "time_out", "seat": late, "captain": ""}
    assert any("out of time" in read_out(event["told"] or []) for event in told["events"])
    path = tmp_path / "battle.jsonl"
    path.write_bytes(server.http.get(f"/api/battles/{made['id']}/journal.jsonl").content)
    proof = verify(read(path, BOOKS))
    assert not proof.problems
    again = rematch(friend, made, "again").json()["id"]
    assert looked(friend, again)["clock"]["terms"] == {"kind": "live", "minutes": 3, "increment": 0, "end": "lose"}


def test_a_captain_plays_on_where_that_was_agreed_also_after_a_restart(
    start: Callable[..., Running], watch: Watch
) -> None:
    server = start(now=watch)
    made, friend = together(server, clock=days(2, end="captain"))
    late = asked(friend, made["id"])[0]
    visitor, other = (server.http, friend) if late == "red" else (friend, server.http)
    watch.passes(2 * DAY - 1)
    assert not [one for one in looked(other, made["id"])["players"] if one["who"] == "captain"]
    watch.passes(2)
    looked(other, made["id"])
    seats = {one["seat"]: one["who"] for one in looked(other, made["id"])["players"]}
    assert seats[late] == "captain"
    assert list(left(other, made["id"])) == [one for one in ("red", "blue") if one != late]
    assert answers(visitor, made["id"], late) in (403, 409), "he plays on, and nobody else there"
    line = next(one for one in visitor.get("/api/battles").json() if one["id"] == made["id"])
    assert line["mine"] == []
    watching = Player(server, made["id"])
    watching.hear_until("snapshot")
    orders = [one["entry"]["order"] for one in server.http.get(f"/api/battles/{made['id']}/history").json()]
    assert [one for one in orders if one and one["type"] == "time_out"] == [
        {"type": "time_out", "seat": late, "captain": orders_captain(orders)}
    ]
    cookies = other.cookies
    server.stop()
    again = start(now=watch)
    again.http.cookies = cookies
    seats = {one["seat"]: (one["who"], one["captain"]) for one in looked(again.http, made["id"])["players"]}
    assert seats[late] == ("captain", orders_captain(orders))


def orders_captain(orders: list[Any]) -> str:
    return next(str(one["captain"]) for one in orders if one and one["type"] == "time_out")


def test_where_it_is_only_shown_play_goes_on(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    made = server.battle(clock=live(1, end="shown"))
    late = asked(server.http, made["id"])[0]
    watch.passes(90)
    assert left(server.http, made["id"])[late] == -30
    before = looked(server.http, made["id"])["position"]
    assert answers(server.http, made["id"], late) == 200
    assert looked(server.http, made["id"])["position"] > before
    assert looked(server.http, made["id"])["battle"]["outcome"] is None


def test_a_restart_takes_no_live_time_and_leaves_days_running(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    quick = server.battle(clock=live(10, end="lose"))
    slow = server.battle(clock=days(3, end="lose"))
    now_asked = asked(server.http, quick["id"])[0]
    watch.passes(60)
    cookies = server.http.cookies
    server.stop()
    watch.passes(DAY)
    again = start(now=watch)
    again.http.cookies = cookies
    assert left(again.http, quick["id"])[now_asked] == 540
    assert looked(again.http, quick["id"])["battle"]["outcome"] is None
    slowly = left(again.http, slow["id"])[asked(again.http, slow["id"])[0]]
    assert slowly == 3 * DAY - 60 - DAY


def test_nobody_needs_to_look_on_for_a_time_to_be_out(start: Callable[..., Running], watch: Watch) -> None:
    server = start(now=watch)
    made = server.battle(clock=days(1, end="lose"))
    cookies = server.http.cookies
    server.stop()
    watch.passes(2 * DAY)
    again = start(now=watch)
    again.http.cookies = cookies
    until = time.monotonic() + 120
    while (line := again.http.get("/api/battles").json()[0])["outcome"] is None:
        assert time.monotonic() < until, "nothing followed"
        time.sleep(0.01)
    assert line["outcome"]["how"] == "time"
    assert line["id"] == made["id"]


def test_nobody_calls_time_but_the_server(server: Running) -> None:
    made = server.battle(clock=live(10))
    order = {"type": "time_out", "seat": "red", "captain": ""}
    position = looked(server.http, made["id"])["position"]
    given = server.http.post(
        f"/api/battles/{made['id']}/orders", json={"position": position, "order": order, "seat": "red"}
    )
    assert given.status_code == 403


@pytest.mark.parametrize(
    "terms", [live(0), live(601), live(10, increment=-1), days(0), days(61), {"kind": "hours"}, live(10, end="draw")]
)
def test_what_are_no_terms(server: Running, terms: dict[str, Any]) -> None:
    wish = {"scenario": "open-field", "clock": terms}
    assert server.http.post("/api/battles", json=wish).status_code in (400, 422)


def test_without_terms_there_is_no_clock(server: Running) -> None:
    made = server.battle()
    assert looked(server.http, made["id"])["clock"] is None
    concede(server.http, made, "red")
    assert json.loads(server.http.get("/api/battles").text)[0]["clock"] is None
