"""Playing on from a moment of a battle that is over: alone, at one screen, or with a friend."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.rulesets import BOOKS
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_people import FRIEND, called, concede, names, rematch, together

ME = {"who": "me"}
CAPTAIN = {"who": "captain", "captain": "captain"}


def play_on(visitor: httpx.Client, battle: str, entry: int, **who: Any) -> httpx.Response:
    return visitor.post(f"/api/battles/{battle}/play-on", json={"entry": entry, **who})


def looked(visitor: httpx.Client, battle: str, **query: Any) -> dict[str, Any]:
    answered = visitor.get(f"/api/battles/{battle}", params=query)
    assert answered.status_code == 200, answered.text
    return dict(answered.json())


def fought(server: Running, orders: int = 4, **wish: Any) -> dict[str, Any]:
    """A battle of both seats of this visitor, some orders long, then given up by Red."""
    made = server.battle(**wish)
    for _ in range(orders):
        shown = looked(server.http, made["id"])
        seat = shown["battle"]["decisions"][0]["seat"]
        server.http.post(f"/api/battles/{made['id']}/text", json={"line": "take 1", "seat": seat})
    concede(server.http, made, "red")
    return made


def test_a_battle_is_played_on_at_one_screen_and_the_old_one_stays(start: Callable[..., Running]) -> None:
    server = start()
    made = fought(server)
    before = looked(server.http, made["id"])
    whole = server.http.get(f"/api/battles/{made['id']}/journal.jsonl").content
    entry = before["position"] - 2
    then = looked(server.http, made["id"], at=entry)
    new = play_on(server.http, made["id"], entry, blue=ME)
    assert new.status_code == 201, new.text
    shown = looked(server.http, new.json()["id"])
    assert shown["origin"] == {"battle": made["id"], "entry": entry}
    assert (shown["position"], shown["hash"]) == (entry, then["hash"])
    assert shown["battle"]["decisions"] == then["battle"]["decisions"]
    assert shown["dice"]["commitment"] not in ("", before["dice"]["commitment"])
    assert not shown["dice"]["bound"], "players add to the new dice"
    assert [one["seat"] for one in shown["mine"]] == ["red", "blue"]
    for seat in ("red", "blue"):
        server.add_to_dice(new.json()["id"], seat)
    assert looked(server.http, new.json()["id"])["dice"]["bound"]
    server.stop()
    again = start()
    again.http.cookies = server.http.cookies
    shown = looked(again.http, new.json()["id"])
    assert shown["origin"] == {"battle": made["id"], "entry": entry}
    assert shown["position"] >= entry
    assert again.http.get(f"/api/battles/{made['id']}/journal.jsonl").content == whole
    steps = [again.http.get(f"/api/battles/{one}/history").json()[:entry] for one in (made["id"], new.json()["id"])]
    assert [one["hash"] for one in steps[0]] == [one["hash"] for one in steps[1]]
    line = next(one for one in again.http.get("/api/battles").json() if one["id"] == new.json()["id"])
    assert line["origin"] == {"battle": made["id"], "entry": entry}


def test_it_ends_with_a_journal_that_proves_itself(server: Running, tmp_path: Path) -> None:
    made = fought(server, 6)
    last = looked(server.http, made["id"])["position"]
    entry = max(one for one in range(last) if looked(server.http, made["id"], at=one)["battle"]["roll"])
    new = play_on(server.http, made["id"], entry, blue=ME).json()
    for seat in ("red", "blue"):
        server.add_to_dice(new["id"], seat)
    for _ in range(3):
        decisions = looked(server.http, new["id"])["battle"]["decisions"]
        if not decisions:
            break
        seat = decisions[0]["seat"]
        server.http.post(f"/api/battles/{new['id']}/text", json={"line": "take 1", "seat": seat})
    concede(server.http, new, "blue")
    path = tmp_path / "new.jsonl"
    path.write_bytes(server.http.get(f"/api/battles/{new['id']}/journal.jsonl").content)
    proof = verify(read(path, BOOKS))
    assert not proof.problems
    assert proof.rolls > 0
    assert proof.entries > entry
    assert json.loads(path.read_bytes().splitlines()[0])["origin"] == {"battle": made["id"], "entry": entry}


def test_against_a_captain_he_goes_on_at_once(server: Running) -> None:
    made = fought(server)
    new = play_on(server.http, made["id"], 0, red=CAPTAIN, blue=CAPTAIN).json()
    watching = Player(server, new["id"])
    while watching.hear_until("step")["position"] < 3:
        pass
    assert looked(server.http, new["id"])["mine"] == []


def test_a_friend_is_invited_to_it(server: Running) -> None:
    called(server.http, "Ines")
    made = fought(server)
    new = play_on(server.http, made["id"], 1, blue=FRIEND).json()
    assert new["seats"]["blue"]["token"]
    said = server.http.get(f"/api/battles/{new['id']}/text").text
    assert f"Played on after entry 1 of /battles/{made['id']}." in said
    friend = server.visitor()
    called(friend, "Tomas")
    sat = friend.post(f"/api/battles/{new['id']}/seats", json={"token": new["seats"]["blue"]["token"]})
    assert sat.json()["seat"] == "blue"
    server.add_to_dice(new["id"], "red")
    server.add_to_dice(new["id"], "blue", friend)
    shown = looked(friend, new["id"])
    assert shown["dice"]["bound"]
    assert names(friend, new["id"]) == {"red": "Ines", "blue": "Tomas"}


def test_a_battle_that_goes_on_cannot_be_played_on_by_anybody(server: Running) -> None:
    made, friend = together(server)
    for visitor in (server.http, friend, server.visitor()):
        refused = play_on(visitor, made["id"], 0)
        assert refused.status_code == 409
        assert "not over" in refused.json()["error"]["what"]
    concede(server.http, made, "red")
    assert play_on(server.visitor(), made["id"], 0).status_code == 201, "over, it is open to all who have its link"


@pytest.mark.parametrize(("entry", "status"), [("last", 409), ("beyond", 404), (-1, 422)])
def test_which_moments_there_are(server: Running, entry: str | int, status: int) -> None:
    made = fought(server, 1)
    last = looked(server.http, made["id"])["position"]
    wanted = {"last": last, "beyond": last + 1}.get(str(entry), entry)
    assert play_on(server.http, made["id"], int(wanted)).status_code == status


def test_what_is_proposed_is_no_moment_to_play_on_from(server: Running) -> None:
    made = server.battle()
    position = looked(server.http, made["id"])["position"]
    matter = {"type": "propose", "seat": "red", "matter": {"type": "call_it_drawn"}}
    given = server.http.post(
        f"/api/battles/{made['id']}/orders", json={"position": position, "order": matter, "seat": "red"}
    )
    assert given.status_code == 200, given.text
    concede(server.http, made, "red")
    assert play_on(server.http, made["id"], position + 1).status_code == 409
    assert play_on(server.http, made["id"], position).status_code == 201


def test_a_rematch_of_it_begins_at_the_same_moment(server: Running) -> None:
    made = fought(server)
    new = play_on(server.http, made["id"], 2, blue=ME).json()
    for seat in ("red", "blue"):
        server.add_to_dice(new["id"], seat)
    concede(server.http, new, "red")
    again = looked(server.http, rematch(server.http, new, "again").json()["id"])
    assert (again["origin"], again["position"]) == ({"battle": made["id"], "entry": 2}, 2)
