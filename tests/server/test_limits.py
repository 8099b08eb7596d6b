"""Everything that comes from outside is bounded: in size, in number, in haste."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from schiltron.server.fault import Refusal
from schiltron.server.limits import Bucket, Buckets
from schiltron.server.listeners import Hangup, Listener
from schiltron.server.settings import Allowance, Settings
from tests.server.player import Player
from tests.server.running import Running

Start = Callable[..., Running]


def test_a_bucket_gives_so_many_at_once_and_fills_up_again() -> None:
    now = 0.0
    bucket = Bucket(Allowance(2, 0.5), lambda: now)
    assert [bucket.take() for _ in range(3)] == [0, 0, 2]
    now = 2.0
    assert [bucket.take() for _ in range(2)] == [0, 2]
    now = 1000.0
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]


def test_addresses_have_buckets_of_their_own() -> None:
    buckets = Buckets(Allowance(1, 0.1), lambda: 0.0)
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(Refusal) as refused:
        buckets.take("a")
    assert refused.value.retry_after == 10


def test_too_many_requests_are_told_when_to_come_back(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, requests=Allowance(5, 0.1)))
    answers = [server.http.get("/api/books") for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert answers[-1].json()["error"]["what"] == "too many requests"


def test_battles_cannot_be_set_up_without_end(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, new_battles=Allowance(2, 0.1)))
    wish = {"scenario": "open-field"}
    assert [server.http.post("/api/battles", json=wish).status_code for _ in range(3)] == [201, 201, 429]


@pytest.mark.parametrize("path", ["/api/battles", "/api/armies/check", "/api/battles/x/orders", "/api/battles/x/ask"])
def test_a_body_that_is_too_large_is_refused_announced_or_not(server: Running, path: str) -> None:
    most = server.settings.limits.body_bytes
    assert server.http.post(path, content=b" " * (most + 1)).status_code == 413

    def pieces() -> object:
        for _ in range(20):
            yield b" " * (most // 10)

    assert server.http.post(path, content=pieces()).status_code == 413  # type: ignore[arg-type]


def test_a_message_that_is_too_large_ends_the_connection(server: Running) -> None:
    made = server.battle()
    red = Player(server, made["id"], "red")
    red.hear_until("snapshot")
    red.line.send("x" * (server.settings.limits.message_bytes + 1))
    assert red.hear_to_the_end()[1] == 1009


def test_who_says_too_much_is_refused_and_at_last_cut_off(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, messages=Allowance(3, 0.01), excess_messages=5))
    made = server.battle()
    red = Player(server, made["id"], "red")
    with suppress(ConnectionClosed):
        for _ in range(20):
            red.line.send('{"type": "ping"}')
    kinds, code = red.hear_to_the_end()
    assert kinds.count("pong") == 3
    assert kinds.count("refused") == 5
    assert code == 1008


def test_one_address_may_hold_only_so_many_lines(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, connections_per_address=2))
    made = server.battle()
    lines = [Player(server, made["id"]) for _ in range(3)]
    assert b"too many live connections" in lines[2].line.recv(decode=False)
    lines[0].close()
    lines[1].hear_until("seats")
    while lines[1].hear()["type"] != "seats":
        pass
    assert Player(server, made["id"]).hear()["type"] == "snapshot"


async def _drained(listener: Listener) -> list[object]:
    return [await listener.next() for _ in range(4)]


def test_a_listener_that_falls_behind_is_cut_off() -> None:
    import asyncio

    async def fall_behind() -> list[object]:
        listener = Listener(None, most=3, most_bytes=100)
        for number in range(10):
            listener.say(str(number).encode())
        return await _drained(listener)

    *heard, last = asyncio.run(fall_behind())
    assert heard == [b"0", b"1", b"2"]
    assert isinstance(last, Hangup)


def test_idle_battles_leave_memory_and_come_back_from_the_store(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, live_battles=3))
    made = [server.battle() for _ in range(8)]
    shown = [server.http.get(f"/api/battles/{one['id']}").json() for one in made]
    assert [one["position"] for one in shown] == [1] * 8


@pytest.mark.parametrize("title", ["a\x00b", "a\nb", "\x7f"])
def test_a_title_that_cannot_be_printed_is_refused_by_name(server: Running, title: str) -> None:
    refused = server.http.post("/api/battles", json={"scenario": "open-field", "title": title})
    assert refused.status_code == 422
    assert refused.json()["error"]["where"] == "title"
    assert "cannot be printed" in refused.json()["error"]["what"]


@pytest.mark.parametrize("battle", ["%00", "a%00b", "%F0%9F%90%B4", "x" * 41, "a%20b"])
def test_what_cannot_be_the_name_of_a_battle_is_not_looked_for(server: Running, battle: str) -> None:
    assert server.http.get(f"/api/battles/{battle}").status_code == 404
    assert Player(server, battle).hear_to_the_end_of_refusal() == 4404
