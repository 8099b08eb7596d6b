"""Why captains do what they do: told with the order where nothing is hidden, else when the battle is over."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.marshal import Marshal
from schiltron.captains.thoughts import Thoughts
from schiltron.server.new_battles import BattleWish, PlayerWish
from schiltron.server.open_battles import OpenBattles
from schiltron.server.settings import Settings
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_captains import asked, finished
from tests.server.test_hints import typed

CAPTAIN = {"who": "captain", "captain": "captain"}
MARSHAL = {"who": "captain", "captain": "marshal"}


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marshals think of twenty playouts, however quick the machine is."""
    consider = Marshal.consider
    monkeypatch.setattr(
        Marshal,
        "consider",
        lambda marshal, view, decision, budget=None, stopped=bool: consider(
            marshal, view, decision, Budget(playouts=20), stopped
        ),
    )


def thoughts(visitor: httpx.Client, battle: str, **query: Any) -> list[dict[str, Any]]:
    answered = visitor.get(f"/api/battles/{battle}/thoughts", params=query)
    assert answered.status_code == 200, answered.text
    return list(answered.json())


def heard(red: Player) -> list[dict[str, Any]]:
    """Play on until a captain has told something."""
    while not any(one["type"] == "thoughts" for one in red.others):
        red.order(asked(red))
    return list(red.hear_until("thoughts")["thoughts"])


def until(true: Callable[[], Any], seconds: float = 30.0) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it does not come to pass"
        time.sleep(0.02)
    return found


def test_they_are_told_with_the_order_and_can_be_asked_for(server: Running) -> None:
    made = server.battle(blue=CAPTAIN)
    red = Player(server, made["id"], "red")
    red.hear_until("snapshot")
    told = heard(red)
    assert told[0]["captain"] == "captain"
    assert told[0]["seat"] == "blue"
    assert told[0]["lines"]
    assert told[0]["expected"] is None
    kept = until(lambda: thoughts(server.http, made["id"]))
    assert told[0] in kept
    assert all(one["seat"] == "blue" for one in kept)
    watcher = server.visitor()
    assert told[0] in thoughts(watcher, made["id"]), "those who watch may read it too"
    assert told[0] not in thoughts(server.http, made["id"], after=told[0]["entry"])


@pytest.mark.usefixtures("brief")
def test_a_marshals_come_with_figures(server: Running) -> None:
    made = server.battle(red=MARSHAL, blue=CAPTAIN, options={"turn_limit": 1})
    finished(server, made["id"])
    figured = [one for one in thoughts(server.http, made["id"]) if one["expected"] is not None]
    assert figured
    assert all(one["captain"] == "marshal" and 0 <= one["expected"] <= 1 for one in figured)
    assert any("the next best: " in one["lines"][0] for one in figured)


def test_of_hands_that_nobody_sees_nothing_is_told_before_the_end(server: Running) -> None:
    """By This Axe with cards: what a captain thinks may tell what he holds."""
    both = {"red": CAPTAIN, "blue": {"who": "me"}}
    made = server.battle("lily-field", **both, options={"turn_limit": 1})
    blue = Player(server, made["id"], "blue")
    blue.hear_until("snapshot")
    while not blue.view["turn"] or blue.view["turn"] < 1:
        blue.order(asked(blue))
    blue.order(asked(blue))
    hidden = [one for one in thoughts(server.http, made["id"]) if one["entry"] > dealt(blue)]
    assert not hidden
    blue.order({"type": "concede", "seat": "blue"})
    finished(server, made["id"])
    assert until(lambda: [one for one in thoughts(server.http, made["id"]) if one["entry"] > dealt(blue)])


def dealt(player: Player) -> int:
    """The first entry after which somebody held cards."""
    for step in player.steps:
        hands = step["changes"].get("own", {}).get("hands")
        if hands and any(hand["count"] for hand in hands):
            return int(step["position"])
    raise AssertionError("nobody was dealt anything")


def test_among_friends_both_have_to_agree(tmp_path: Path) -> None:
    async def among_friends() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", captain_processes=0, worker_processes=False)
        open_battles = OpenBattles(settings)
        wish = BattleWish(scenario="open-field", red=PlayerWish(who="me"), blue=PlayerWish(who="friend"))
        live = await open_battles.create(wish, "someone")
        for seat in ("red", "blue"):
            await live.add_share(seat, "", f"secret of {seat}")
        assert live.position
        live.explain(live.position, "blue", Thoughts("captain", "Blue", ("He wishes to",)))
        for seat, told in (("red", False), ("blue", True)):
            assert not await live.reasons.all_told(open_battles.store)
            await live.hints.agree(open_battles.store, seat, on=True)
            live.tell_reasons()
            assert bool(await live.reasons.all_told(open_battles.store)) == told
        await open_battles.close()

    asyncio.run(among_friends())


def test_they_survive_a_restart(start: Callable[..., Running]) -> None:
    first = start()
    made = first.battle(red=CAPTAIN, blue=CAPTAIN, options={"turn_limit": 1})
    finished(first, made["id"])
    before = until(lambda: thoughts(first.http, made["id"]))
    first.stop()
    assert thoughts(start().http, made["id"]) == before


def test_the_report_has_them_and_the_journal_does_not(server: Running) -> None:
    made = server.battle(red=CAPTAIN, blue=CAPTAIN, options={"turn_limit": 1})
    finished(server, made["id"])
    kept = {one["entry"]: one["lines"] for one in until(lambda: thoughts(server.http, made["id"]))}
    page = server.http.get(f"/api/battles/{made['id']}/report.html").text
    packed = re.search(r'id="film">([^<]+)</script>', page)
    assert packed is not None
    beats = json.loads(gzip.decompress(b64decode(packed[1])))["beats"]
    shown = {beat["n"]: beat["y"] for beat in beats if "y" in beat}
    assert shown
    assert all(kept[entry] == lines for entry, lines in shown.items())
    journal = server.http.get(f"/api/battles/{made['id']}/journal.jsonl").text
    assert next(iter(shown.values()))[0] not in journal


def test_typed_why_tells_what_the_captain_thought(server: Running) -> None:
    made = server.battle(blue=CAPTAIN)
    red = Player(server, made["id"], "red")
    red.hear_until("snapshot")
    heard(red)
    until(lambda: thoughts(server.http, made["id"]))
    lines = typed(server.http, made["id"], "red", "why")
    assert "The captain's reasons:" in lines
    assert lines[-1].startswith("  ")


def test_a_battle_keeps_only_so_many(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from schiltron.server import captains_reasons

    monkeypatch.setattr(captains_reasons, "MOST_THOUGHTS", 3)
    made = server.battle(red=CAPTAIN, blue=CAPTAIN, options={"turn_limit": 1})
    finished(server, made["id"])
    assert len(thoughts(server.http, made["id"])) == 3


def test_words_that_fail_a_captain_cost_him_no_order(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from schiltron.server import captain_processes

    def lost(*_: object) -> None:
        raise KeyError("words")

    monkeypatch.setattr(captain_processes, "thoughts_on", lost)
    made = server.battle(red=CAPTAIN, blue=CAPTAIN, options={"turn_limit": 1})
    finished(server, made["id"])
    assert not thoughts(server.http, made["id"])
