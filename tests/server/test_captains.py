"""Captains play in the background, agree to what is fair, and go on after a restart."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schiltron.battle.state.order import Propose, Reply, TakeBack
from schiltron.server.live import Carried
from schiltron.server.new_battles import BattleWish, PlayerWish
from schiltron.server.open_battles import OpenBattles
from schiltron.server.settings import Settings
from tests.server.player import Player
from tests.server.running import Running


def finished(server: Running, battle: str, seconds: float = 60) -> dict[str, Any]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        shown: dict[str, Any] = server.http.get(f"/api/battles/{battle}").json()
        if shown["battle"]["outcome"] is not None:
            return shown
        time.sleep(0.05)
    raise AssertionError("the battle does not end")


def against_captain(server: Running, captain: str = "captain") -> tuple[dict[str, Any], Player]:
    made = server.battle(blue={"who": "captain", "captain": captain})
    red = Player(server, made["id"], "red")
    red.hear_until("snapshot")
    return made, red


def asked(red: Player) -> Reply:
    """Wait until red is asked; some answer."""
    while (reply := red.reply(Random(red.position))) is None:
        red.hear()
    return reply


def test_a_captain_answers_by_itself(server: Running) -> None:
    _, red = against_captain(server)
    for _ in range(6):
        assert red.order(asked(red))["type"] == "obeyed"
    answers = [step for step in red.steps if step["entry"]["order"] is None]
    assert answers, "the captain has answered, and its orders are its own"


@pytest.mark.parametrize("captain", ["captain", "recruit"])
def test_two_captains_fight_a_battle_to_its_end(server: Running, captain: str) -> None:
    both = {"who": "captain", "captain": captain}
    made = server.battle(red=both, blue=both, options={"turn_limit": 4})
    assert finished(server, made["id"])["dice"]["seed"]


@pytest.mark.slow
def test_captains_think_in_processes_of_their_own(start: Callable[..., Running]) -> None:
    server = start(captain_processes=2)
    both = {"who": "captain"}
    made = [server.battle(red=both, blue=both, options={"turn_limit": 3}) for _ in range(4)]
    for one in made:
        finished(server, one["id"])


def test_a_captain_goes_on_after_a_restart(start: Callable[..., Running]) -> None:
    first = start(pace=0.02)
    made = first.battle(red={"who": "captain"}, blue={"who": "captain"}, options={"turn_limit": 3})
    time.sleep(0.2)
    before = first.http.get(f"/api/battles/{made['id']}").json()
    first.stop()
    assert before["battle"]["outcome"] is None
    second = start()
    after = finished(second, made["id"])
    assert after["last"] > before["last"]
    history = second.http.get(f"/api/battles/{made['id']}/history").json()
    assert history[before["position"] - 1]["hash"] == before["hash"]


def test_an_order_still_being_stored_wakes_no_captain_of_a_server_that_stops(tmp_path: Path) -> None:
    async def stopping() -> None:
        open_battles = OpenBattles(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite'}", pace=60))
        live = await open_battles.create(BattleWish(scenario="open-field", red=PlayerWish(who="captain")), "someone")
        _, captaincy = open_battles._live[live.id]
        assert captaincy.busy
        decision = live.battle.decisions[0]
        answer = live.journal.ruleset.sample(live.battle, decision, Random(1))
        late = asyncio.create_task(live.give(Reply(decision.seat, decision.id, answer), live.position))
        await asyncio.sleep(0)
        await open_battles.close()
        assert isinstance(await late, Carried)
        assert not captaincy.busy

    asyncio.run(stopping())


def test_a_captain_lets_an_answer_be_taken_back_but_calls_no_draw(server: Running) -> None:
    _, red = against_captain(server)
    units = red.view["units"]
    assert red.order(asked(red))["type"] == "obeyed"
    asked(red)
    position = red.position
    assert red.order(Propose("red", TakeBack()))["type"] == "obeyed"
    red.catch_up(position + 2)
    assert red.view["units"] == units or any("takes an answer back" in line for line in red.told)
    asked(red)
    red.order({"type": "propose", "seat": "red", "matter": {"type": "call_it_drawn"}})
    while red.view["proposals"]:
        red.hear()
    assert red.view["outcome"] is None
    assert "Refused: a draw." in red.told


def test_a_captain_that_fails_does_not_stop_the_battle(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from schiltron.captains.recruit import Recruit

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Recruit, "answer", broken)
    both = {"who": "captain", "captain": "recruit"}
    made = server.battle(red=both, blue=both, options={"turn_limit": 2})
    finished(server, made["id"])


def test_a_captain_that_breaks_a_rule_does_not_stop_the_battle(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    from schiltron.battle.state.decision import Chosen
    from schiltron.captains.recruit import Recruit

    monkeypatch.setattr(Recruit, "answer", lambda *_: Chosen(("nonsense",)))
    both = {"who": "captain", "captain": "recruit"}
    made = server.battle(red=both, blue=both, options={"turn_limit": 2})
    finished(server, made["id"])


def test_captains_take_their_time_so_that_people_can_follow(start: Callable[..., Running]) -> None:
    server = start(pace=0.3)
    both = {"who": "captain"}
    made = server.battle(red=both, blue=both)
    time.sleep(0.7)
    assert 1 <= server.http.get(f"/api/battles/{made['id']}").json()["position"] <= 4


@pytest.mark.parametrize("book", ["book_of_war", "by_this_axe"])
def test_everybody_who_is_offered_may_be_asked_for_and_is_called_by_his_name(server: Running, book: str) -> None:
    scenario = {"book_of_war": "open-field", "by_this_axe": "ashmere-causeway"}[book]
    (shown,) = [one for one in server.http.get("/api/books").json() if one["name"] == book]
    for one in shown["opponents"]:
        made = server.battle(scenario, blue={"who": "captain", "captain": one["name"]})
        players = server.http.get(f"/api/battles/{made['id']}?seat=red").json()["players"]
        assert [player["name"] for player in players if player["who"] == "captain"] == [one["called"]]


def test_nobody_may_keep_a_marshal_thinking_as_long_as_he_likes(server: Running) -> None:
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "captain", "captain": "marshal:900s"}}
    refused = server.http.post("/api/battles", json=wish)
    assert refused.status_code == 422
    assert "marshal:0.1s, marshal" in refused.json()["error"]["right"]
