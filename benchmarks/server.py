"""How fast the server confirms orders while fifty battles run on it.

The server is a process of its own, as `schiltron serve` starts it; every battle is a person against the captain. A
person thinks for about a second before each order. Times are of the clock, from sending an order over a live connection
until the server says that it lies on disk.
"""

import asyncio
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measuring import Figure
from schiltron.battle.state.decision import Waiting
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.order import Reply
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.server.seats import COOKIE

BATTLES = 50
SECONDS = 20.0
THINKING = (0.5, 1.5)
TOO_MANY = 429


class Served:
    """A server on a fresh database; with usual limits, or for so many people at one address as come."""

    def __init__(self, folder: Path, limits: str = "none") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        database = f"sqlite:///{folder / 'battles.sqlite'}"
        command = "from benchmarks.server import serve; serve()"
        self.process = subprocess.Popen([sys.executable, "-c", command, str(self.port), database, limits])
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/api/battles")
                return
            except httpx.HTTPError:
                time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def serve() -> None:
    """The server as it is usually set, but that all people may come from one address unless limits are usual."""
    from schiltron.server.preloading import settle_down  # noqa: PLC0415
    from schiltron.server.serving import server  # noqa: PLC0415 - only in the process that serves
    from schiltron.server.settings import Allowance, Limits, Settings  # noqa: PLC0415

    many = Allowance(1e6, 1e6)
    limits = Limits(
        requests=many, new_battles=many, messages=many, questions=many, work=many, connections_per_address=1000
    )
    usual = sys.argv[3] == "usual"
    settings = Settings(database=sys.argv[2], limits=Limits() if usual else limits, pace=0.0 if usual else 0.6)
    running = server(settings, port=int(sys.argv[1]), log_level="warning")
    settle_down()
    running.run()


class Person:
    """Plays red; knows the battle from what the server tells."""

    def __init__(self, line: ClientConnection, seed: int, thinking: tuple[float, float]) -> None:
        self.line, self.random, self.thinking = line, Random(seed), thinking
        self.view: dict[str, Any] = {}
        self.position = 0
        self.times: list[float] = []

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            reply = self._reply()
            if reply is None:
                if self.view and self.view["outcome"] is not None:
                    return
                await self._hear(until)
                continue
            await asyncio.sleep(self.random.uniform(*self.thinking))
            order = encode({"type": "order", "ref": 1, "position": self.position, "order": reply}).decode()
            started = time.perf_counter()
            await self.line.send(order)
            while (heard := await self._hear(until + 5)) not in ("obeyed", "refused", "late"):
                pass
            if heard == "obeyed":
                self.times.append(time.perf_counter() - started)

    async def _hear(self, until: float) -> str:
        try:
            data = await asyncio.wait_for(self.line.recv(), max(0.01, until - time.monotonic()))
        except TimeoutError:
            return "late"
        message = msgspec.json.decode(data)
        if message["type"] == "snapshot":
            self.view, self.position = message["battle"], message["position"]
        elif message["type"] == "step":
            self.position = message["position"]
            changes = message["changes"]
            self.view["units"] |= changes.pop("units", {})
            self.view |= {name: value for name, value in changes.items() if name != "shapes"}
        return str(message["type"])

    def _reply(self) -> Reply | None:
        if not self.view or not any(one["type"] != "waiting" for one in self.view["decisions"]):
            return None
        battle = BOOK_OF_WAR.decode(encode(self.view))
        decision = next(one for one in battle.decisions if not isinstance(one, Waiting))
        return Reply("red", decision.id, BOOK_OF_WAR.sample(battle, decision, self.random))


async def played(
    port: int, thinking: tuple[float, float], battles: int = BATTLES, seconds: float = SECONDS
) -> tuple[list[float], float]:
    """The times of all orders of all people, and the seconds it took."""
    people = await seated(port, thinking, battles)
    started = time.monotonic()
    times = await playing(people, seconds)
    took = time.monotonic() - started
    await asyncio.gather(*(person.line.close() for person in people))
    return times, took


async def seated(port: int, thinking: tuple[float, float], battles: int) -> list[Person]:
    people = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        for seed in range(battles):
            while (
                answer := await client.post("/api/battles", json={"scenario": "open-field"})
            ).status_code == TOO_MANY:
                await asyncio.sleep(0.2)
            made = answer.json()
            address = f"ws://127.0.0.1:{port}/api/battles/{made['id']}/live?seat=red"
            await client.post(f"/api/battles/{made['id']}/dice", json={"seat": "red", "secret": f"{seed}"})
            cookie = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
            people.append(Person(await connect(address, max_size=None, additional_headers=cookie), seed, thinking))
    return people


async def playing(people: list[Person], seconds: float) -> list[float]:
    """The times of the orders they give from now on, the shortest first."""
    until = time.monotonic() + seconds
    await asyncio.gather(*(person.play(until) for person in people))
    times = sorted(one for person in people for one in person.times)
    for person in people:
        person.times.clear()
    return times


def _measured(thinking: tuple[float, float]) -> tuple[list[float], float]:
    with TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            return asyncio.run(played(served.port, thinking))
        finally:
            served.stop()


def orders_confirmed_with_fifty_battles_running() -> list[Figure]:
    times, _ = _measured(THINKING)
    return [
        Figure("an order confirmed, 50 battles running: 95 of 100 within", share_of(times, 0.95), "ms", "100", 1),
        Figure("  half of them within", share_of(times, 0.5), "ms", "", 1),
        Figure("  99 of 100 within", share_of(times, 0.99), "ms", "", 1),
        Figure("  orders measured", len(times), "orders", "", 0),
    ]


def orders_as_fast_as_fifty_can_give_them() -> list[Figure]:
    times, seconds = _measured((0.0, 0.0))
    return [
        Figure("50 battles, nobody thinks: orders confirmed", len(times) / seconds, "orders/s", "", 0),
        Figure("  95 of 100 within", share_of(times, 0.95), "ms", "", 1),
    ]


def share_of(times: list[float], share: float) -> float:
    return times[int(share * (len(times) - 1))] * 1000


BENCHES = (orders_confirmed_with_fifty_battles_running, orders_as_fast_as_fifty_can_give_them)
