"""The server is killed at random moments while many play: nothing acknowledged, or told to anybody, is lost."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import WebSocketException

from schiltron.battle.state.order import Reply
from schiltron.server.seats import COOKIE
from tests.server.player import Player

BATTLES = 4
PATIENCE = 300
"""Seconds in which a busy machine starts a server, or answers."""
MOST_ORDERS = 60
"""After as many, at the most, a server is killed."""
COMMAND = (sys.executable, "-c", "from schiltron.cli import main; main()", "serve", "--pace", "0")


class Process:
    """A server in a process of its own, that can be killed."""

    def __init__(self, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.leaving = ExitStack()
        self.database = database
        self.started: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [*COMMAND, "--port", str(self.port), "--database", self.database]
        self.started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.address}/api/battles", timeout=5, verify=False)
                return
            except httpx.HTTPError:
                time.sleep(0.02)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        os.kill(self.started[-1].pid, signal.SIGKILL)
        self.started[-1].wait()

    def close(self) -> None:
        self.leaving.close()
        for one in self.started:
            one.kill()
            one.wait()


@contextmanager
def process(database: str) -> Iterator[Process]:
    running = Process(database)
    try:
        yield running
    finally:
        running.close()


class Pair(Thread):
    """Both players of a battle, who play on as fast as they can until the line breaks."""

    def __init__(self, server: Process, made: dict[str, Any], promised: dict[int, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.server, self.made, self.promised = server, made, promised
        self.random = Random(seed)
        self.orders = 0
        self.over = Event()

    def run(self) -> None:
        try:
            self._play()
        except (WebSocketException, OSError, EOFError, TimeoutError):
            return

    def _play(self) -> None:
        players = [Player(self.server, self.made["id"], side, cookie=self.made["cookie"]) for side in ("red", "blue")]  # type: ignore[arg-type]
        for one in players:
            one.hear_until("snapshot")
        while True:
            last = max(one.position for one in players)
            for one in players:
                while one.position < last:
                    self._heard(one)
            if players[0].view["outcome"] is not None:
                self.over.set()
                return
            player, reply = next((one, found) for one in players if (found := one.reply(self.random)) is not None)
            self.orders += self._obeyed(player, reply)

    def _obeyed(self, player: Player, reply: Reply) -> bool:
        """Whether the order was; who gives them faster than the server allows takes a breath."""
        player.say(type="order", position=player.position, order=reply)
        while (kind := self._heard(player)["type"]) not in ("obeyed", "refused"):
            pass
        if kind == "refused":
            time.sleep(0.05)
        return kind == "obeyed"

    def _heard(self, player: Player) -> dict[str, Any]:
        message = player.hear()
        if message["type"] == "step" and player.seat == "red":
            self.promised[message["position"]] = message["hash"]
        elif message["type"] == "obeyed":
            self.promised.setdefault(message["position"], "")
        return message


def played_under_fire(database: str, kills: int, seed: int) -> tuple[int, int]:
    """Play, kill, start again, look whether everything is there; how many orders and entries were promised in all."""
    random = Random(seed)
    promised: dict[str, dict[int, str]] = defaultdict(dict)
    orders = 0
    with process(database) as server:
        server.start()
        battles = [_new_battle(server) for _ in range(BATTLES)]
        for _ in range(kills):
            pairs = [Pair(server, made, promised[made["id"]], random.getrandbits(32)) for made in battles]
            for pair in pairs:
                pair.start()
            _wait_for_orders(pairs, random.randrange(MOST_ORDERS))
            time.sleep(random.uniform(0, 0.05))
            server.kill()
            for pair in pairs:
                pair.join(PATIENCE)
                orders += pair.orders
            server.leaving.close()
            server.start()
            _all_there(server, battles, promised)
            battles = [_new_battle(server) if pair.over.is_set() else pair.made for pair in pairs]
    return orders, sum(map(len, promised.values()))


def _wait_for_orders(pairs: list[Pair], number: int) -> None:
    """Until so many were obeyed, however busy the machine is."""
    until = time.monotonic() + PATIENCE
    while sum(pair.orders for pair in pairs) < number and any(pair.is_alive() for pair in pairs):
        assert time.monotonic() < until, "nobody can play"
        time.sleep(0.005)


def _new_battle(server: Process) -> dict[str, Any]:
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "me"}}
    answered = httpx.post(f"{server.address}/api/battles", json=wish, timeout=PATIENCE, verify=False)
    made = {**answered.json(), "cookie": answered.cookies[COOKIE]}
    for seat in ("red", "blue"):
        body = {"seat": seat, "secret": f"the secret of {seat}"}
        path = f"{server.address}/api/battles/{made['id']}/dice"
        httpx.post(path, json=body, cookies={COOKIE: made["cookie"]}, timeout=PATIENCE, verify=False).raise_for_status()
    return made


def _all_there(server: Process, battles: list[dict[str, Any]], promised: dict[str, dict[int, str]]) -> None:
    for made in battles:
        path = f"{server.address}/api/battles/{made['id']}/history?seat=red"
        kept: dict[int, str] = {}
        cookies = {COOKIE: made["cookie"]}
        while steps := httpx.get(f"{path}&after={len(kept)}", cookies=cookies, timeout=PATIENCE, verify=False).json():
            kept |= {step["position"]: step["hash"] for step in steps}
        for position, known in promised[made["id"]].items():
            assert position in kept, f"entry {position} of {made['id']} is lost"
            assert known in ("", kept[position]), f"entry {position} of {made['id']} is another"


def test_three_kills_lose_nothing(tmp_path: Path) -> None:
    orders, entries = played_under_fire(f"sqlite:///{tmp_path / 'battles.sqlite'}", kills=3, seed=1)
    assert 0 < orders <= entries


@pytest.mark.slow
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    orders, entries = played_under_fire(f"sqlite:///{tmp_path / 'battles.sqlite'}", kills=50, seed=2)
    print(f"{orders} orders, {entries} entries")
    assert 500 < orders <= entries


@pytest.mark.slow
def test_kills_lose_nothing_on_postgresql(postgres_database: str) -> None:
    orders, entries = played_under_fire(postgres_database, kills=5, seed=3)
    assert 0 < orders <= entries


@pytest.mark.slow
def test_thinking_processes_go_with_a_server_that_was_killed(tmp_path: Path) -> None:
    with process(f"sqlite:///{tmp_path / 'battles.sqlite'}") as server:
        server.start()
        both = {"who": "captain"}
        wish = {"scenario": "open-field", "red": both, "blue": both}
        made = httpx.post(f"{server.address}/api/battles", json=wish, timeout=PATIENCE, verify=False).json()
        while (
            httpx.get(f"{server.address}/api/battles/{made['id']}", timeout=PATIENCE, verify=False).json()["position"]
            < 3
        ):
            time.sleep(0.05)
        children = _children(server.started[-1].pid)
        assert children
        server.kill()
        until = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < until, "a process is left behind"
            time.sleep(0.05)


def _children(process_id: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()]
