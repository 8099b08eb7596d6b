"""Lists and scenarios tried out beside the server, battle by battle: looked at, stopped and kept for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from msgspec.structs import replace

from schiltron.server import trials
from schiltron.server.settings import Allowance
from tests.roomy import ROOMY
from tests.server.running import Running

SMALL = """id = "small"
title = "Two handfuls"
ruleset = "book_of_war"
[table]
width = 4
depth = 3
[victory]
by = "points"
turn_limit = 3
[sides.red]
[[sides.red.units]]
troop = "light_infantry"
figures = 8
name = "Left"
[sides.blue]
edge = "south"
[[sides.blue.units]]
troop = "pikemen"
figures = 12
name = "Right"
"""


DEARTH = 'ruleset = "book_of_war"\nname = "Two"\n[[units]]\ntroop = "pikemen"\nfigures = 8\n'


def begin(visitor: httpx.Client, status: int = 202, **wish: Any) -> dict[str, Any]:
    answer = visitor.post("/api/workshop/trials", json={"kind": "scenario", "toml": SMALL, "games": 6, **wish})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def look(visitor: httpx.Client, trial: dict[str, Any], query: str = "") -> dict[str, Any]:
    answer = visitor.get(f"/api/workshop/trials/{trial['id']}{query}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def until_over(visitor: httpx.Client, trial: dict[str, Any]) -> dict[str, Any]:
    until = time.monotonic() + 300
    while trial["state"] in ("waiting", "playing"):
        assert time.monotonic() < until
        trial = look(visitor, trial, f"?after={trial['played']}")
    return trial


def test_a_scenario_is_tried_out_battle_by_battle(server: Running) -> None:
    begun = begin(server.http)
    assert (begun["state"], begun["played"], begun["results"]) == ("waiting", 0, None)
    assert (begun["kind"], begun["book"], begun["name"]) == ("scenario", "book_of_war", "Two handfuls")
    assert begun["tried"] == sha256(SMALL.encode()).hexdigest()
    over = until_over(server.http, begun)
    assert (over["state"], over["played"], over["why"]) == ("done", 6, "")
    found = over["results"]
    assert found["evens"] == 0.5
    assert found["opponents"] == []
    red, blue = (one["count"] for one in found["sides"])
    assert red["games"] == blue["games"] == found["all"]["games"] == 6
    assert red["won"] + blue["won"] + red["drawn"] == 6
    assert (red["won"], red["drawn"], red["lost"]) == (blue["lost"], blue["drawn"], blue["won"])
    assert 0 <= red["low"] <= red["rate"] <= red["high"] <= 1
    assert [(one["side"], one["name"], one["battles"]) for one in found["units"]] == [
        ("red", "Left", 6),
        ("blue", "Right", 6),
    ]
    assert look(server.http, over) == over


def test_what_it_has_stays_when_it_is_stopped(server: Running) -> None:
    begun = begin(server.http, games=60)
    first = look(server.http, begun, "?after=0")
    assert first["played"] >= 1
    stopped = server.http.delete(f"/api/workshop/trials/{begun['id']}").json()
    assert stopped["state"] == "stopped"
    assert stopped["results"]["all"]["games"] == stopped["played"] < 60
    time.sleep(1)
    assert look(server.http, begun)["played"] == stopped["played"]
    assert server.visitor().delete("/api/workshop/trials/nothing").status_code == 404


def test_a_ready_scenario_and_an_army_list_are_tried_out(server: Running) -> None:
    ready = begin(server.http, toml="", ready="stream-crossing")
    assert ready["name"] == "The Ford at Thornwater"
    server.http.delete(f"/api/workshop/trials/{ready['id']}")
    levy = 'ruleset = "book_of_war"\nname = "Levy"\n'
    levy += "".join(f'[[units]]\ntroop = "pikemen"\nfigures = 20\nname = "{name}"\n' for name in ("One", "Two"))
    army = begin(server.http, kind="army", toml=levy)
    shown = look(server.http, army, "?after=0")
    assert len(shown["results"]["opponents"]) > 1
    assert {one["name"] for one in shown["results"]["units"]} == {"One", "Two"}
    server.http.delete(f"/api/workshop/trials/{army['id']}")


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"toml": ""}, 422),
        ({"toml": SMALL, "ready": "stream-crossing"}, 422),
        ({"toml": "", "ready": "nowhere"}, 404),
        ({"toml": SMALL.replace("pikemen", "piecemen")}, 422),
        (
            {
                "kind": "army",
                "toml": 'ruleset = "book_of_war"\nname = "Two"\n[[units]]\ntroop = "pikemen"\nfigures = 8',
            },
            422,
        ),
        ({"games": 5}, 422),
        ({"games": 61}, 422),
        ({"captain": "recruit"}, 422),
        ({"exchange": True, "toml": SMALL.replace('name = "Left"', 'name = "Left"\nat = [20, 5]')}, 422),
    ],
)
def test_what_cannot_be_tried_says_why(server: Running, wish: dict[str, Any], status: int) -> None:
    told = begin(server.http, status, **wish)["error"]
    assert told["what"]
    assert told["right"]


def test_a_visitor_has_one_trial_at_a_time_and_an_address_few(start: Callable[..., Running]) -> None:
    server = start(limits=replace(ROOMY, trials_per_address=2, trials_at_once=5))
    first = server.http
    first.post("/api/me", json={"name": "Ines"})
    mine = begin(first, games=60)
    assert "yours" in begin(first, 429, games=60)["error"]["what"]
    other = server.visitor()
    other.post("/api/me", json={"name": "Tomas"})
    theirs = begin(other, games=60)
    assert theirs["ahead"] == 1
    third = server.visitor()
    third.post("/api/me", json={"name": "Third"})
    assert begin(third, 429, games=60)["error"]["right"]
    first.delete(f"/api/workshop/trials/{mine['id']}")
    begin(first, games=60)


def test_so_many_at_once_and_not_in_haste(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start(limits=replace(ROOMY, trials_at_once=1))
    begin(server.http, games=60)
    other = server.visitor()
    other.post("/api/me", json={"name": "Tomas"})
    assert begin(other, 503)["error"]["right"]
    hasty = start(limits=replace(ROOMY, trials=Allowance(1, 0.001)), database=f"sqlite:///{tmp_path / 'hasty.sqlite'}")
    one = begin(hasty.http)
    hasty.http.delete(f"/api/workshop/trials/{one['id']}")
    begin(hasty.http, 429)


def test_one_that_nobody_looks_at_is_stopped_and_in_the_end_forgotten(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "UNWATCHED_SECONDS", 0.0)
    begun = begin(server.http, games=60)
    time.sleep(0.5)
    over = until_over(server.http, look(server.http, begun))
    assert (over["state"], over["why"]) == ("stopped", "nobody looked at it any more")
    monkeypatch.setattr(trials, "KEPT_SECONDS", 0.0)
    assert server.http.get(f"/api/workshop/trials/{begun['id']}").status_code == 404


def test_a_battle_that_takes_too_long_ends_the_trial_and_no_order_waits_for_it(start: Callable[..., Running]) -> None:
    server = start(worker_processes=True)
    begun = begin(server.http, toml="", ready="stream-crossing", games=60)
    made = server.battle()
    started = time.monotonic()
    assert server.http.get(f"/api/battles/{made['id']}").status_code == 200
    assert time.monotonic() - started < 10
    assert look(server.http, begun)["state"] in ("waiting", "playing")
    assert server.http.delete(f"/api/workshop/trials/{begun['id']}").json()["state"] == "stopped"
