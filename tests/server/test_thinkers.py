"""Marshals think beside the server: in turns, until they are stopped, and holding up nobody who answers at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from schiltron.battle.state.order import Concede, Propose, TakeBack
from schiltron.captains.marshal.budget import Budget, Stopped
from schiltron.captains.marshal.marshal import Marshal
from schiltron.server.live import Carried
from schiltron.server.new_battles import BattleWish, PlayerWish
from schiltron.server.open_battles import OpenBattles
from schiltron.server.settings import Settings
from schiltron.server.thinkers import Council, ThoughtLost
from tests.server import thoughts
from tests.server.running import Running
from tests.server.test_captains import finished
from tests.server.test_hints import due, hint, typed

MARSHAL = {"who": "captain", "captain": "marshal"}


def counselled(size: int, thinking: Callable[[Council], Awaitable[None]], *, own_processes: bool = False) -> None:
    async def convened() -> None:
        council = Council("thinker", size, 5, own_processes=own_processes)
        try:
            await thinking(council)
        finally:
            await asyncio.to_thread(council.close)

    asyncio.run(convened())


async def wait_for(true: Callable[[], Any], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it does not come to pass"
        await asyncio.sleep(0.01)


# ---------------------------------------------------------------- the council


def test_who_waits_is_served_in_turn() -> None:
    told: list[str] = []

    async def thinking(council: Council) -> None:
        async def one(word: str) -> None:
            told.append((await council.think(thoughts.said, word.encode())).decode())

        first = asyncio.create_task(council.think(thoughts.until_stopped, 0.1))
        await asyncio.sleep(0.02)
        await asyncio.gather(*(one(f"captain {number}") for number in range(3)), first)

    counselled(1, thinking)
    assert told == ["captain 0", "captain 1", "captain 2"]


def test_a_thought_nobody_waits_for_any_more_stops_at_once() -> None:
    async def thinking(council: Council) -> None:
        long = asyncio.create_task(council.think(thoughts.until_stopped, 60))
        await asyncio.sleep(0.05)
        started = time.monotonic()
        long.cancel()
        assert await council.think(thoughts.said, b"next") == b"next"
        assert time.monotonic() - started < 5

    counselled(1, thinking)


def test_one_that_still_waits_is_never_thought() -> None:
    async def thinking(council: Council) -> None:
        first = asyncio.create_task(council.think(thoughts.until_stopped, 0.2))
        await asyncio.sleep(0.02)
        second = asyncio.create_task(council.think(thoughts.until_stopped, 60))
        await asyncio.sleep(0.02)
        second.cancel()
        await first
        assert await council.think(thoughts.said, b"next") == b"next"

    counselled(1, thinking)


@pytest.mark.slow
def test_who_does_not_heed_it_is_ended_with_the_process() -> None:
    async def thinking(council: Council) -> None:
        before = await council.think(thoughts.until_stopped, 0)
        again = await council.think(thoughts.until_stopped, 0)
        long = asyncio.create_task(council.think(thoughts.stubborn, 60))
        await asyncio.sleep(0.1)
        long.cancel()
        after = await council.think(thoughts.until_stopped, 0)
        assert before == again != after

    counselled(1, thinking, own_processes=True)


@pytest.mark.slow
def test_in_processes_too_a_thought_is_stopped_and_its_process_goes_on() -> None:
    async def thinking(council: Council) -> None:
        before = await council.think(thoughts.until_stopped, 0)
        long = asyncio.create_task(council.think(thoughts.until_stopped, 60))
        await asyncio.sleep(0.1)
        long.cancel()
        assert await council.think(thoughts.until_stopped, 0) == before

    counselled(1, thinking, own_processes=True)


@pytest.mark.slow
def test_what_fails_or_dies_there_is_told_and_the_next_is_thought() -> None:
    async def thinking(council: Council) -> None:
        for lost in (thoughts.fails, thoughts.dies):
            with pytest.raises((ThoughtLost, EOFError, OSError)):
                await council.think(lost)
            assert await council.think(thoughts.said, b"next") == b"next"

    counselled(1, thinking, own_processes=True)


# ---------------------------------------------------------------- marshals in live battles


class Slow:
    """Makes marshals think without an end, until they are stopped, and counts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, budgeted: bool = True) -> None:
        self.begun = self.stopped = 0
        consider = Marshal.consider

        def slowly(marshal: Marshal, view: Any, decision: Any, budget: Any = None, stopped: Stopped = bool) -> Any:
            if not view.turn or (budget is not None and not budgeted):
                return consider(marshal, view, decision, budget, stopped)
            self.begun += 1
            while not stopped():
                time.sleep(0.005)
            self.stopped += 1
            return consider(marshal, view, decision, Budget(playouts=1))

        monkeypatch.setattr(Marshal, "consider", slowly)


def against_a_marshal(
    folder: Path, playing: Callable[[OpenBattles, Any], Awaitable[None]], slow: Slow, **settings: Any
) -> None:
    """A battle in which he is asked and thinks."""

    async def played() -> None:
        usual = {"pace": 0.0, "captain_processes": 0, "worker_processes": False, **settings}
        open_battles = OpenBattles(Settings(database=f"sqlite:///{folder / 'x.sqlite'}", **usual))
        both = PlayerWish(who="captain", captain="marshal")
        wish = BattleWish(scenario="open-field", red=both, blue=both)
        live = await open_battles.create(wish, "someone")
        await wait_for(lambda: slow.begun)
        try:
            await playing(open_battles, live)
        finally:
            await open_battles.close()

    asyncio.run(played())


def test_when_a_battle_is_given_up_he_stops_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def given_up(_: OpenBattles, live: Any) -> None:
        assert not slow.stopped
        assert isinstance(await live.give(Concede("red"), live.position), Carried)
        await wait_for(lambda: slow.stopped)

    against_a_marshal(tmp_path, given_up, slow)


def test_he_lets_an_answer_be_taken_back_in_the_middle_of_a_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)

    async def proposed(_: OpenBattles, live: Any) -> None:
        other = next(seat.id for seat in live.battle.seats if seat.id != live.battle.decisions[0].seat)
        before, thought = live.position, slow.begun
        assert isinstance(await live.give(Propose(other, TakeBack()), live.position), Carried)
        await wait_for(lambda: live.position > before + 1)
        assert slow.stopped
        await wait_for(lambda: slow.begun > thought)

    against_a_marshal(tmp_path, proposed, slow)


def test_a_server_that_stops_waits_for_no_thought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def stopped(open_battles: OpenBattles, _: Any) -> None:
        started = time.monotonic()
        await open_battles.close()
        assert time.monotonic() - started < 5
        assert slow.stopped

    against_a_marshal(tmp_path, stopped, slow)


def test_who_answers_at_once_waits_for_no_marshal(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, server = Slow(monkeypatch), start()
    for _ in range(4):
        server.battle(red=MARSHAL, blue=MARSHAL)
    both = {"who": "captain", "captain": "captain"}
    made = server.battle(red=both, blue=both, options={"turn_limit": 3})
    finished(server, made["id"])
    assert slow.begun
    assert not slow.stopped


def test_a_hint_waits_for_no_marshal(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    mine = server.battle()
    slow = Slow(monkeypatch, budgeted=False)
    for _ in range(4):
        server.battle(red=MARSHAL, blue=MARSHAL)
    while not slow.begun:
        time.sleep(0.01)
    assert hint(server.http, mine["id"], due(server.http, mine["id"])).status_code == 200
    assert not slow.stopped


def test_a_marshal_goes_on_after_a_restart(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    first = start()
    made = first.battle(red=MARSHAL, blue=MARSHAL, options={"turn_limit": 1})
    while not slow.begun:
        time.sleep(0.01)
    before = first.http.get(f"/api/battles/{made['id']}").json()
    first.stop()
    assert before["battle"]["outcome"] is None
    monkeypatch.undo()
    monkeypatch.setattr(Marshal, "consider", _briefly(Marshal.consider))
    assert finished(start(), made["id"])["last"] > before["last"]


def _briefly(consider: Callable[..., Any]) -> Callable[..., Any]:
    return lambda marshal, view, decision, budget=None, stopped=None: consider(
        marshal, view, decision, Budget(playouts=2)
    )


def test_a_marshal_lost_in_thought_is_answered_for_by_the_captain(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(Marshal, "consider", lost)
    made = server.battle(red=MARSHAL, blue=MARSHAL, options={"turn_limit": 1})
    finished(server, made["id"])
    assert "is lost in thought, and his captain answers" in caplog.text
    assert "broke down" not in caplog.text


# ---------------------------------------------------------------- hints


def test_who_asks_again_for_a_hint_is_told_the_latest_only(server: Running) -> None:
    from concurrent.futures import ThreadPoolExecutor

    made = server.battle()
    seat = due(server.http, made["id"])
    with ThreadPoolExecutor(3) as several:
        asked = [several.submit(hint, server.http, made["id"], seat) for _ in range(3)]
    codes = sorted(one.result().status_code for one in asked)
    assert codes[0] == 200
    assert set(codes) <= {200, 409}


def test_a_typed_hint_is_thought_where_captains_think(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from schiltron.herald import herald

    def here(*_: Any, **__: Any) -> None:
        raise AssertionError("not in the process that carries out orders")

    monkeypatch.setattr(herald, "advise", here)
    made = server.battle()
    seat = due(server.http, made["id"])
    lines = typed(server.http, made["id"], seat, "hint")
    assert lines[0].startswith("1 The captain would: ")
    assert typed(server.http, made["id"], seat, "take 1") == []
