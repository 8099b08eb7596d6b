"""Whether marshals who think hold up people's orders.

Twenty people play against captains, first by themselves, then while ten battles between marshals are thought about on
the same server. What counts is how much longer orders take then.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2 as httpx

from benchmarks.measuring import Figure
from benchmarks.server import THINKING, Served, playing, seated, share_of

PEOPLE = 20
MARSHALS = 10
ROUNDS = 2
SECONDS = 8.0


async def _compared(port: int) -> tuple[list[float], list[float], int]:
    """The times of orders without marshals and with them, and how many orders the marshals gave meanwhile."""
    people = await seated(port, THINKING, PEOPLE)
    await playing(people, 2.0)
    quiet = await playing(people, SECONDS)
    both = {"who": "captain", "captain": "marshal"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        wish = {"scenario": "open-field", "red": both, "blue": both}
        made = [(await client.post("/api/battles", json=wish)).json()["id"] for _ in range(MARSHALS)]
        await playing(people, 4.0)
        before = [(await client.get(f"/api/battles/{one}")).json()["position"] for one in made]
        thinking = await playing(people, SECONDS)
        after = [(await client.get(f"/api/battles/{one}")).json()["position"] for one in made]
    await asyncio.gather(*(person.line.close() for person in people))
    return quiet, thinking, sum(after) - sum(before)


def orders_while_ten_marshals_think() -> list[Figure]:
    quiet: list[float] = []
    thinking: list[float] = []
    given = 0
    for _ in range(ROUNDS):
        with TemporaryDirectory() as folder:
            served = Served(Path(folder))
            try:
                alone, among, orders = asyncio.run(_compared(served.port))
            finally:
                served.stop()
        quiet, thinking, given = quiet + alone, thinking + among, given + orders
    before, during = share_of(sorted(quiet), 0.95), share_of(sorted(thinking), 0.95)
    return [
        Figure("an order confirmed, ten marshals think: 95 of 100 within", during, "ms", "100", 1),
        Figure("  no marshal thinks", before, "ms", "", 1),
        Figure("  so many times as long", during / before, "times", "2", 2),
        Figure("  orders measured", len(quiet) + len(thinking), "orders", "", 0),
        Figure("  entries of the marshals' battles meanwhile", given, "entries", "", 0),
    ]


BENCHES = (orders_while_ten_marshals_think,)
