"""Hints: what a captain would do, by the page and in words; between people only where both agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_people import together

CAPTAIN = {"who": "captain", "captain": "captain"}


def hint(visitor: httpx.Client, battle: str, seat: str) -> httpx.Response:
    return visitor.post(f"/api/battles/{battle}/ask", params={"seat": seat}, json={"question": {"about": "hint"}})


def agrees(visitor: httpx.Client, battle: str, seat: str, *, on: bool = True) -> Any:
    given = visitor.post(f"/api/battles/{battle}/hints", json={"seat": seat, "on": on})
    assert given.status_code == 200, given.text
    return given.json()


def due(visitor: httpx.Client, battle: str) -> Any:
    for seat in ("red", "blue"):
        seen = visitor.get(f"/api/battles/{battle}", params={"seat": seat}).json()
        if any(one["seat"] == seat and one["type"] != "waiting" for one in seen["battle"]["decisions"]):
            return seat
    raise AssertionError("nobody is asked")


def typed(visitor: httpx.Client, battle: str, seat: str, line: str) -> list[str]:
    said = visitor.post(f"/api/battles/{battle}/text", json={"line": line, "seat": seat}).json()
    return list(said["lines"])


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "beacon-ridge", "crossroads"])
def test_at_one_screen_the_captain_says_what_he_would_do_and_why(server: Running, scenario: str) -> None:
    made = server.battle(scenario)
    seat = due(server.http, made["id"])
    (best, *_) = hint(server.http, made["id"], seat).json()
    assert best["said"]
    assert best["why"]
    player = Player(server, made["id"], seat)
    player.hear()
    decision = next(one for one in player.view["decisions"] if one["seat"] == seat)
    given = player.order({"type": "reply", "seat": seat, "decision": decision["id"], "answer": best["answer"]})
    assert given["type"] == "obeyed", given


def test_between_people_it_is_off_until_both_agree(server: Running) -> None:
    made, friend = together(server)
    battle = made["id"]
    seats = {"red": server.http, "blue": friend}
    asked = next(seat for seat, one in seats.items() if due_of(one, battle, seat))
    refused = hint(seats[asked], battle, asked)
    assert refused.status_code == 403
    assert refused.json()["error"]["what"] == "hints are off between people, unless both agree to them"
    assert typed(seats[asked], battle, asked, "hint") == ["Hints are off between people, unless both agree to them."]
    assert agrees(server.http, battle, "red") == {"type": "hints", "allowed": False, "agreed": ["red"]}
    assert hint(seats[asked], battle, asked).status_code == 403
    assert agrees(friend, battle, "blue")["allowed"]
    assert hint(seats[asked], battle, asked).status_code == 200
    assert typed(seats[asked], battle, asked, "hint")[0].startswith("1 The captain would: ")
    agrees(server.http, battle, "red", on=False)
    assert hint(seats[asked], battle, asked).status_code == 403


def due_of(visitor: httpx.Client, battle: str, seat: str) -> bool:
    seen = visitor.get(f"/api/battles/{battle}", params={"seat": seat}).json()
    return any(one["seat"] == seat and one["type"] != "waiting" for one in seen["battle"]["decisions"])


def test_nobody_agrees_for_another_and_those_who_watch_get_none(server: Running) -> None:
    made, friend = together(server)
    foreign = friend.post(f"/api/battles/{made['id']}/hints", json={"seat": "red", "on": True})
    assert foreign.status_code == 403
    watcher = server.visitor()
    assert watcher.post(f"/api/battles/{made['id']}/hints", json={"on": True}).status_code == 403
    watched = watcher.post(f"/api/battles/{made['id']}/ask", json={"question": {"about": "hint"}})
    assert watched.status_code == 403


def test_the_others_hear_that_somebody_agrees_and_a_restart_knows_it(server: Running) -> None:
    made, friend = together(server)
    other = Player(server, made["id"], "red")
    other.hear()
    agrees(friend, made["id"], "blue")
    while not any(one["type"] == "hints" for one in other.others):
        other.hear()
    assert other.others[-1] == {"type": "hints", "allowed": False, "agreed": ["blue"]}
    seen = server.http.get(f"/api/battles/{made['id']}", params={"seat": "red"}).json()
    assert seen["hints"] == {"type": "hints", "allowed": False, "agreed": ["blue"]}


def test_agreement_is_kept_with_the_battle(start: Callable[..., Running]) -> None:
    first = start()
    made, friend = together(first)
    agrees(friend, made["id"], "blue")
    cookie = dict(first.http.cookies)
    first.stop()
    again = start()
    again.http.cookies.update(cookie)
    seen = again.http.get(f"/api/battles/{made['id']}", params={"seat": "red"}).json()
    assert seen["hints"]["agreed"] == ["blue"]


def test_a_lesson_has_its_own_way_of_showing(server: Running) -> None:
    lessons = server.http.get("/api/lessons").json()
    made = server.http.post("/api/lessons", json={"lesson": lessons[0]["id"]}).json()
    seat = next(seat for seat, link in made["seats"].items() if link)
    assert hint(server.http, made["id"], seat).status_code == 409


def test_typed_and_taken(server: Running) -> None:
    made = server.battle("open-field", blue=CAPTAIN)
    seat = "red"
    lines = typed(server.http, made["id"], seat, "hint")
    if due_of(server.http, made["id"], seat):
        assert lines[0].startswith("1 The captain would: ")
        assert lines[1].startswith("  ")
        assert lines[-1] == "Say take and a number to do it."
