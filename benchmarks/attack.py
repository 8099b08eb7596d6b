"""Whether one visitor can hold up the others' orders.

Twenty people play, by turns undisturbed and while somebody else, at an address of his own and under the usual limits,
asks as fast as he is answered for everything that is dear: army lists made to hurt, reports, histories, pictures,
journals, snapshots, questions and new battles. What counts is how much longer orders take then. He would sit at another
machine, so his process leaves this one's processor to the others.
"""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2 as httpx

from benchmarks.measuring import Figure
from benchmarks.server import THINKING, Served, playing, seated, share_of

PEOPLE = 20
ROUNDS = 4
SECONDS = 4.0
HANDS = 3
"""With which the visitor asks for each kind of thing at once."""
ELSEWHERE = "127.0.0.2"

UNIT = '[[units]]\ntroop = "pikemen"\nfigures = 12\n'
LIST = f'ruleset = "book_of_war"\nname = "Long"\n{UNIT}'
LISTS = (
    LIST + UNIT * 99,
    LIST + UNIT.replace("pikemen", "pikemem") * 99,
    LIST + "a." * 18_000 + "a = 1",
    LIST + "equipment = { a = " + "[" * 18_000 + "]" * 18_000 + " }",
    LIST + "".join(f"k{number} = 1\n" for number in range(3_900)),
)


class Visitor:
    """Somebody who wants everything at once."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.answers: Counter[int] = Counter()
        self.numbers: Iterator[int] = count()
        self.path = self.own = ""

    async def settle(self) -> None:
        """A battle of two captains that is soon over, to ask about, and one of his own."""
        both = {"who": "captain", "captain": "recruit"}
        wish = {"scenario": "crossroads", "red": both, "blue": both, "options": {"turn_limit": 3}}
        self.path = f"/api/battles/{(await self.client.post('/api/battles', json=wish)).json()['id']}"
        while (await self.client.get(self.path)).json()["battle"]["outcome"] is None:
            await asyncio.sleep(0.5)
        own = (await self.client.post("/api/battles", json={"scenario": "open-field"})).json()
        self.own = f"/api/battles/{own['id']}"
        await self.client.post(f"{self.own}/dice", json={"seat": "red", "secret": "none"})

    async def ask(self, until: Callable[[], bool], thing: Callable[[int], Awaitable[httpx.Response]]) -> None:
        while not until():
            with suppress(httpx.HTTPError):
                answer = await thing(next(self.numbers))
                self.answers[answer.status_code] += 1

    def things(self) -> list[Callable[[int], Awaitable[httpx.Response]]]:
        get, post = self.client.get, self.client.post

        def query(**more: Any) -> dict[str, Any]:
            return {name: value for name, value in more.items() if value is not None}

        return [
            lambda n: post("/api/armies/check", json={"toml": LISTS[n % len(LISTS)]}),
            lambda n: post("/api/battles", json={"armies": {"red": {"toml": LISTS[n % 5]}, "blue": {"toml": LIST}}}),
            lambda _: get(f"{self.path}/report.html"),
            lambda n: get(f"{self.path}/history", params=query(after=n % 50, most=1 + n % 199)),
            lambda n: get(f"{self.path}/moment.svg", params=query(at=n % 30, width=200 + n % 3_000, theme="both")),
            lambda _: get(f"{self.path}/journal.jsonl"),
            lambda _: get(self.path),
            lambda _: get("/api/scenarios"),
            lambda n: post(f"{self.own}/ask", json=self._question(n)),
        ]

    def _question(self, number: int) -> dict[str, Any]:
        about = ("card", "overlays", "menu", "targets")[number % 4]
        return {"question": {"about": about, "unit": f"red-{1 + number % 5}"}}


async def attack() -> None:
    """Run by itself. It says when it is ready, begins and ends with every line it hears, and after the last round says
    what it was answered."""
    os.nice(19)
    port = sys.argv[1]
    from_elsewhere = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=from_elsewhere, timeout=60) as client:
        visitor = Visitor(client)
        await visitor.settle()
        print("settled", flush=True)
        for _ in range(ROUNDS):
            await asyncio.to_thread(sys.stdin.readline)
            over = asyncio.Event()
            hands = [
                asyncio.create_task(visitor.ask(over.is_set, thing)) for thing in visitor.things() for _ in range(HANDS)
            ]
            await asyncio.to_thread(sys.stdin.readline)
            over.set()
            await asyncio.wait(hands, timeout=60)
        given = visitor.answers[200] + visitor.answers[201]
        print(given, visitor.answers.total() - given, flush=True)


class Attacker:
    """The visitor, in a process of his own."""

    def __init__(self, port: int) -> None:
        command = "import asyncio; from benchmarks.attack import attack; asyncio.run(attack())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._heard()

    def go_on(self) -> None:
        """To attack, or to stop."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def given_and_refused(self) -> tuple[int, int]:
        given, refused = self._heard().split()
        self.process.wait()
        return int(given), int(refused)

    def _heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


async def _compared(port: int, attacker: Attacker) -> tuple[list[float], list[float]]:
    """The times of orders undisturbed and under attack, the shortest first."""
    people = await seated(port, THINKING, PEOPLE)
    await playing(people, SECONDS)
    quiet: list[float] = []
    held_up: list[float] = []
    for _ in range(ROUNDS):
        quiet += await playing(people, SECONDS)
        attacker.go_on()
        held_up += await playing(people, SECONDS)
        attacker.go_on()
    await asyncio.gather(*(person.line.close() for person in people))
    return sorted(quiet), sorted(held_up)


def orders_while_one_visitor_asks_for_everything_dear() -> list[Figure]:
    with TemporaryDirectory() as folder:
        served = Served(Path(folder), "usual")
        try:
            attacker = Attacker(served.port)
            quiet, held_up = asyncio.run(_compared(served.port, attacker))
            given, refused = attacker.given_and_refused()
        finally:
            served.stop()
    before, during = share_of(quiet, 0.95), share_of(held_up, 0.95)
    return [
        Figure("an order confirmed, one visitor asks for everything: 95 of 100 within", during, "ms", "", 1),
        Figure("  undisturbed", before, "ms", "", 1),
        Figure("  so many times as long", during / before, "times", "3", 2),
        Figure("  orders measured", len(quiet) + len(held_up), "orders", "", 0),
        Figure("  what the visitor was given", given, "answers", "", 0),
        Figure("  what he was refused", refused, "answers", "", 0),
    ]


BENCHES = (orders_while_one_visitor_asks_for_everything_dear,)
