"""The review of a battle that is over: made once, told while it is made, bounded for everybody."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx2 as httpx
import pytest
from msgspec.structs import replace

from schiltron.server.settings import Allowance
from tests.roomy import ROOMY
from tests.server.running import Running
from tests.server.test_captains import finished
from tests.server.test_people import concede

Start = Callable[..., Running]
CAPTAINS = {"red": {"who": "captain"}, "blue": {"who": "captain"}}


def looked(server: Running, battle: str) -> httpx.Response:
    return server.http.get(f"/api/battles/{battle}/review")


def reviewed(server: Running, battle: str) -> tuple[dict[str, Any], list[float]]:
    """The review, and what was told of it until it was there."""
    told = []
    until = time.monotonic() + 100
    while time.monotonic() < until:
        answered = looked(server, battle)
        assert answered.status_code == 200, answered.text
        shown = answered.json()
        told.append(shown["progress"])
        if shown["review"] is not None:
            return dict(shown["review"]), told
    raise AssertionError("no review")


def over(server: Running) -> str:
    made = server.battle(**CAPTAINS, options={"turn_limit": 3})
    finished(server, made["id"])
    return str(made["id"])


@pytest.mark.parametrize("processes", [False, True])
def test_a_battle_is_reviewed_once_and_whoever_waits_hears_how_far_it_has_come(start: Start, processes: bool) -> None:
    server = start(worker_processes=processes)
    battle = over(server)
    review, told = reviewed(server, battle)
    assert told == sorted(told)
    assert len(told) > 1
    assert told[-1] == 1
    assert [one["turn"] for one in review["turns"]] == [1, 2, 3]
    for point in review["points"]:
        assert point["said"]
        assert point["kind"] in ("dice", "decision")
    began = time.monotonic()
    again, told = reviewed(server, battle)
    assert again == review
    assert told == [1]
    assert time.monotonic() - began < 1


def test_until_it_is_over_nothing_is_reviewed(server: Running) -> None:
    made = server.battle()
    refused = looked(server, made["id"])
    assert refused.status_code == 409
    assert "not over" in refused.text


def test_a_battle_given_up_before_its_first_turn_has_nothing_to_review(server: Running) -> None:
    made = server.battle()
    concede(server.http, made, "red")
    refused = looked(server, made["id"])
    assert refused.status_code == 409
    assert "there is nothing to review" in refused.text
    assert looked(server, made["id"]).status_code == 409, "and it may be asked again"


def test_nobody_has_more_battles_reviewed_than_may_be(start: Start) -> None:
    server = start(limits=replace(ROOMY, reviews=Allowance(1, 1e-6), review_seconds=1))
    first, second = over(server), over(server)
    reviewed(server, first)
    refused = looked(server, second)
    assert refused.status_code == 429
    assert looked(server, first).status_code == 200, "what is there costs nothing"


def test_two_reviews_go_on_side_by_side(start: Start) -> None:
    server = start()
    first, second = over(server), over(server)
    looked(server, first)
    looked(server, second)
    assert looked(server, first).json()["progress"] > 0
    assert looked(server, second).json()["progress"] > 0
    assert reviewed(server, first)[0] != reviewed(server, second)[0]
