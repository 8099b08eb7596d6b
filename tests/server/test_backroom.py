"""What may take long is done in processes beside the server: bounded in time and number, made once, and never by the
process that carries out orders."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.server.answer_cache import Keepsakes
from schiltron.server.fault import Refusal
from schiltron.server.limits import Bucket, Buckets
from schiltron.server.replay_script import Script
from schiltron.server.settings import Allowance, Settings
from schiltron.server.worker_processes import MOST_OF_ONE, MOST_WAITING, Work, Workshop
from tests.server.running import Running
from tests.server.test_captains import finished

Start = Callable[..., Running]


def ready() -> None:
    pass


def number() -> bytes:
    return str(os.getpid()).encode()


def without_end() -> bytes:
    while True:
        time.sleep(1)


def refused(what: str) -> bytes:
    raise Refusal(422, what, where="here", right="there", retry_after=7)


def broken(secret: str) -> bytes:
    raise KeyError(secret)


def dead() -> bytes:
    os._exit(1)


def asked(*jobs: tuple[Any, ...], processes: bool = True) -> list[bytes | Refusal]:
    """What comes of jobs done one after another at one bench."""

    async def do() -> list[bytes | Refusal]:
        workshop = Workshop({"bench": 0}, ready, processes=processes)
        try:
            works: list[Work] = [await workshop.do("bench", "a", 1.0, *job) for job in jobs]
        finally:
            workshop.close()
        return [work.result for work in works]

    return asyncio.run(do())


def test_work_is_done_in_another_process_which_stays() -> None:
    one, other = asked((number,), (number,))
    assert one == other != str(os.getpid()).encode()


def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    late, after = asked((without_end,), (number,))
    assert isinstance(late, Refusal)
    assert late.status == 422
    assert "longer than 1 seconds" in late.said.what
    assert isinstance(after, bytes)


def test_a_process_that_dies_is_replaced() -> None:
    lost, after = asked((dead,), (number,))
    assert isinstance(lost, Refusal)
    assert lost.status == 503
    assert isinstance(after, bytes)


@pytest.mark.parametrize("processes", [True, False])
def test_refusals_come_back_whole_and_faults_without_their_insides(processes: bool) -> None:
    said, failed = asked((refused, "no"), (broken, "hush"), processes=processes)
    assert isinstance(said, Refusal)
    assert (said.status, said.said.what, said.said.where, said.said.right) == (422, "no", "here", "there")
    assert said.retry_after == 7
    assert isinstance(failed, Refusal)
    assert failed.status == 500
    assert "hush" not in failed.said.what


def test_only_so_many_wait_and_of_one_address_fewer() -> None:
    async def crowd() -> list[int]:
        workshop = Workshop({"bench": 0}, ready, processes=False)
        gate = asyncio.Event()
        places = [("greedy", MOST_OF_ONE + 3)] + [(f"other {one}", 12) for one in range(5)]

        def wait() -> bytes:
            while not gate.is_set():
                time.sleep(0.01)
            return b""

        tasks = [
            asyncio.create_task(workshop.do("bench", address, 60, wait))
            for address, many in places
            for _ in range(many)
        ]
        await asyncio.sleep(0.1)
        turned_away = [task.exception() for task in tasks if task.done()]
        gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        workshop.close()
        return [one.status for one in turned_away if isinstance(one, Refusal)]

    statuses = asyncio.run(crowd())
    assert statuses.count(429) == 3
    assert statuses.count(503) == 5 * 12 - (MOST_WAITING - MOST_OF_ONE)


def test_what_is_kept_is_made_once_and_only_so_much_of_it() -> None:
    async def keep() -> list[str]:
        keepsakes = Keepsakes(10)
        made: list[str] = []

        async def make(name: str, size: int) -> bytes:
            made.append(name)
            await asyncio.sleep(0.01)
            return b"x" * size

        async def get(name: str, size: int = 4) -> bytes:
            return await keepsakes.get((name,), lambda: make(name, size))

        await asyncio.gather(get("a"), get("a"), get("a"))
        await get("b")
        await get("a")
        await get("c")
        await get("a")
        await get("b")
        await get("huge", 11)
        await get("huge", 11)
        return made

    assert asyncio.run(keep()) == ["a", "b", "c", "b", "huge", "huge"]


def test_what_could_not_be_made_is_tried_again() -> None:
    async def keep() -> bytes:
        keepsakes = Keepsakes(10)

        async def fail() -> bytes:
            raise Refusal(503, "not now")

        async def work() -> bytes:
            return b"done"

        with pytest.raises(Refusal):
            await keepsakes.get(("a",), fail)
        return await keepsakes.get(("a",), work)

    assert asyncio.run(keep()) == b"done"


# ---------------------------------------------------------------- allowances


def test_what_is_dear_weighs_more() -> None:
    bucket = Bucket(Allowance(10, 0.5), lambda: 0.0)
    assert [bucket.take(4), bucket.take(4), bucket.take(4)] == [0, 0, 4]
    assert bucket.take(2) == 0
    full = Bucket(Allowance(10, 0.5), lambda: 0.0)
    assert full.take(50) == 0, "nothing weighs more than there ever is"


def test_who_used_more_than_his_allowance_waits_until_it_is_made_good() -> None:
    now = 0.0
    buckets = Buckets(Allowance(2, 0.5), lambda: now)
    buckets.take("a", 0)
    buckets.owe("a", 5)
    with pytest.raises(Refusal) as refusal:
        buckets.take("a", 0)
    assert refusal.value.retry_after == 6
    buckets.take("b", 0)
    now = 6.0
    buckets.take("a", 0)


def test_dear_requests_cost_more_of_the_allowance(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, requests=Allowance(35, 0.001)))
    made = server.battle()
    assert server.http.get(f"/api/battles/{made['id']}/journal.jsonl").status_code == 200
    assert server.http.get(f"/api/battles/{made['id']}/journal.jsonl").status_code == 200
    dear = server.http.get(f"/api/battles/{made['id']}/journal.jsonl")
    assert dear.status_code == 429
    assert int(dear.headers["retry-after"]) > 0
    assert server.http.get("/api/books").status_code == 200, "what is cheap is still to be had"


def test_who_keeps_the_server_at_work_is_told_to_wait_and_nobody_else(start: Start, settings: Settings) -> None:
    server = start(limits=replace(settings.limits, work=Allowance(0.000_001, 0.000_001)))
    made = server.battle()
    assert server.http.get(f"/api/battles/{made['id']}/moment.svg").status_code == 200
    assert server.http.get(f"/api/battles/{made['id']}/moment.svg").status_code == 200, "it is kept"
    refused = server.http.get(f"/api/battles/{made['id']}/moment.svg", params={"width": 500})
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    order = {"position": 1, "order": {"type": "concede", "seat": "red"}}
    assert server.http.post(f"/api/battles/{made['id']}/orders", json=order).status_code == 200, "orders are orders"
    assert server.http.get("/api/scenarios/open-field/picture").status_code == 200, (
        "everybody sees these: nobody pays for them"
    )


# ---------------------------------------------------------------- on a server as it is usually set


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    from tests.server.conftest import settings_in

    running = Running(replace(settings_in(tmp_path_factory.mktemp("usual")), worker_processes=True))
    running.http.timeout = 120
    yield running
    running.stop()


def worker_processes() -> set[int]:
    me = os.getpid()
    return {int(one) for one in Path(f"/proc/{me}/task/{me}/children").read_text().split()} | {
        int(child) for task in Path(f"/proc/{me}/task").iterdir() for child in (task / "children").read_text().split()
    }


def test_everything_dear_comes_from_other_processes_as_it_would_from_this_one(usual: Running, server: Running) -> None:
    wish = {"red": {"who": "captain"}, "blue": {"who": "captain"}, "options": {"turn_limit": 2}}
    made = usual.battle(**wish)
    last = finished(usual, made["id"])
    assert worker_processes()
    path = f"/api/battles/{made['id']}"
    steps = usual.http.get(f"{path}/history").json()
    assert steps[-1]["hash"] == last["hash"]
    assert usual.http.get(f"{path}/report.html").text.startswith("<!doctype html>")
    assert usual.http.get(f"{path}/moment.svg", params={"at": 1}).text.startswith("<svg")
    assert usual.http.get("/api/scenarios/open-field/rosters.pdf").content.startswith(b"%PDF")
    picture = "/api/scenarios/open-field/picture"
    assert usual.http.get(picture).json() == server.http.get(picture).json()


def test_a_question_is_answered_alike_wherever_it_is_thought_about(usual: Running) -> None:
    made = usual.battle()
    path = f"/api/battles/{made['id']}"
    shown = usual.http.get(path, params={"seat": "red"}).json()
    unit = next(name for name in shown["battle"]["units"] if name.startswith("red"))
    card = usual.http.post(f"{path}/ask", json={"seat": "red", "question": {"about": "card", "unit": unit}})
    assert card.json()["unit"] == unit
    nothing = usual.http.post(f"{path}/ask", json={"seat": "red", "question": {"about": "card", "unit": "nobody"}})
    assert nothing.status_code == 404
    assert nothing.json()["error"]["where"] == "question.unit"


DEEP = {
    "lists in lists": "equipment = { a = " + "[" * 18_000 + "]" * 18_000 + " }",
    "a key of many parts": "a." * 18_000 + "a = 1",
    "tables in tables": "equipment = " + "{ a = " * 5_000 + "1" + "}" * 5_000,
    "a number of many figures": "points = " + "9" * 36_000,
    "a number of many figures, written otherwise": "points = 0x" + "f" * 36_000,
}
LIST = 'ruleset = "book_of_war"\nname = "Long"\n[[units]]\ntroop = "pikemen"\nfigures = 12\n'


@pytest.mark.parametrize("how", DEEP)
def test_army_lists_made_to_hurt_are_told_what_is_wrong(usual: Running, how: str) -> None:
    report = usual.http.post("/api/armies/check", json={"toml": LIST + DEEP[how]})
    assert report.status_code == 200
    (fault,) = report.json()["faults"]
    assert fault["where"] == "line 6"
    assert "at most 8" in fault["right"]
    armies = {"red": {"toml": LIST + DEEP[how]}, "blue": {"toml": LIST}}
    refused = usual.http.post("/api/battles", json={"armies": armies})
    assert refused.status_code == 422
    assert refused.json()["error"]["where"] == "line 6"


def test_a_list_with_a_thousand_faults_names_fifty(usual: Running) -> None:
    toml = LIST.replace("pikemen", "nobody") + '[[units]]\ntroop = "no one"\nfigures = 1\n' * 99
    faults = usual.http.post("/api/armies/check", json={"toml": toml}).json()["faults"]
    assert len(faults) == 50


def test_a_battle_is_played_on_from_where_it_was_left_only_if_it_is_the_same() -> None:
    known = Script("b", "book_of_war", b"dice", b"setup", (b"one", b"two"))
    assert known.leads_to(replace(known, orders=(b"one", b"two", b"three")))
    assert not known.leads_to(replace(known, orders=(b"one",)))
    assert not known.leads_to(replace(known, orders=(b"one", b"other", b"three")))
    assert not known.leads_to(replace(known, setup=b"other"))
    assert not known.leads_to(replace(known, dice=b"other"))
