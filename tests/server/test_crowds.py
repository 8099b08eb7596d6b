"""Many battles at once: idle ones leave memory, busy ones never, and too many are refused with a word."""

import asyncio
import gc
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from schiltron.battle.state.encoding import encode
from schiltron.server.seats import COOKIE
from schiltron.server.settings import Settings
from tests.server.player import Player
from tests.server.running import Running

Start = Callable[..., Running]


def sit_down(server: Running, made: dict[str, Any]) -> tuple[Player, Player]:
    red, blue = (Player(server, made["id"], side) for side in ("red", "blue"))
    for player in (red, blue):
        player.hear_until("snapshot")
    return red, blue


def one_order_is_heard_by_both(red: Player, blue: Player) -> None:
    due, other = (red, blue) if red.reply(Random(1)) else (blue, red)
    assert due.order(due.reply(Random(1)))["type"] == "obeyed"
    other.catch_up(due.position)
    assert other.steps[-1]["position"] == due.steps[-1]["position"]


def test_who_plays_is_never_cut_off_from_his_opponent_however_many_play(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, live_battles=3))
    pairs = [sit_down(server, server.battle()) for _ in range(8)]
    for _ in range(2):
        for red, blue in pairs:
            one_order_is_heard_by_both(red, blue)
    assert len(server.open_battles._live) == 8


def test_an_opponent_who_comes_late_finds_the_same_battle(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, live_battles=2))
    early = []
    for _ in range(6):
        made = server.battle()
        red = Player(server, made["id"], "red")
        red.hear_until("snapshot")
        early.append((made, red))
    for made, red in early:
        blue = Player(server, made["id"], "blue")
        blue.hear_until("snapshot")
        one_order_is_heard_by_both(red, blue)


def test_idle_battles_leave_memory_and_are_whole_when_they_come_back(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, live_battles=3))
    watched = server.battle()
    watcher = Player(server, watched["id"])
    watcher.hear_until("snapshot")
    made = [server.battle() for _ in range(8)]
    assert len(server.open_battles._live) == 3
    assert watched["id"] in server.open_battles._live
    for one in made:
        assert server.http.get(f"/api/battles/{one['id']}").json()["position"] == 1
    gc.collect()
    assert len(server.open_battles._met) == 3, "nothing else keeps them in memory"


def test_a_battle_that_nobody_comes_to_leaves_memory_after_a_while(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, idle_seconds=0.05))
    watched, left = server.battle(), server.battle()
    watcher = Player(server, watched["id"])
    watcher.hear_until("snapshot")
    until = time.monotonic() + 120
    while left["id"] in server.open_battles._live and time.monotonic() < until:
        time.sleep(0.02)
    assert list(server.open_battles._live) == [watched["id"]]


def test_one_battle_too_many_is_refused_until_another_is_left(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, busy_battles=2))
    waiting = server.battle()
    playing = [sit_down(server, server.battle()) for _ in range(2)]
    refused = server.http.post("/api/battles", json={"scenario": "open-field"})
    assert refused.status_code == 503
    assert int(refused.headers["retry-after"]) > 0
    assert "as many battles are being played" in refused.json()["error"]["what"]
    one_order_is_heard_by_both(*playing[0])
    one_order_is_heard_by_both(*playing[1])
    for player in playing[0]:
        player.close()
    while server.open_battles._live[_id_of(playing[0])][0].busy:
        time.sleep(0.01)
    sit_down(server, waiting)


def _id_of(pair: tuple[Player, Player]) -> str:
    return str(pair[0].snapshots[0]["id"])


def test_a_line_to_a_battle_too_many_is_closed_with_a_code_that_says_later(start: Start, settings: Settings) -> None:
    first = start()
    away = first.battle()
    first.stop()
    server = start(limits=replace(settings.limits, busy_battles=1))
    sit_down(server, server.battle())
    assert Player(server, away["id"]).hear_to_the_end_of_refusal() == 1013


async def _heard(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(line.recv(), 60))
        if message["type"] in kinds:
            return message


async def _all_conceding(server: Running, made: list[dict[str, Any]]) -> list[int]:
    """In every battle both sit down; then Red gives up in each, and Blue is told."""

    async def line(battle: dict[str, Any], seat: str) -> ClientConnection:
        address = f"ws://127.0.0.1:{server.port}/api/battles/{battle['id']}/live?seat={seat}"
        cookie = {"Cookie": f"{COOKIE}={server.http.cookies[COOKIE]}"}
        return await connect(address, max_size=None, additional_headers=cookie)

    pairs = [(await line(one, "red"), await line(one, "blue")) for one in made]
    now = [[await _heard(player, "snapshot") for player in pair] for pair in pairs]
    for (red, _), (snapshot, _) in zip(pairs, now, strict=True):
        order = {"type": "order", "position": snapshot["position"], "order": {"type": "concede", "seat": "red"}}
        await red.send(encode(order).decode())
    told = [(await _heard(blue, "step"))["position"] for _, blue in pairs]
    for pair in pairs:
        for player in pair:
            await player.close()
    return told


@pytest.mark.slow
def test_more_than_two_hundred_battles_are_played_at_once_as_the_server_is_usually_set(
    start: Start, settings: Settings
) -> None:
    server = start(limits=replace(settings.limits, connections_per_address=500, sockets_per_address=500))
    assert server.settings.limits.live_battles == 200
    made = [server.battle() for _ in range(205)]
    assert asyncio.run(_all_conceding(server, made)) == [2] * 205
