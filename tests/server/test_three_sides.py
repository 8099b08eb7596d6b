"""A battle of three sides: who leads which, links for two friends, one after the other, and from one to the next."""

from random import Random
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.player import Player
from tests.server.running import Running

SIDES = ("red", "blue", "ochre")
FRIEND = {"who": "friend"}
RECRUIT = {"who": "captain", "captain": "recruit"}


def made(server: Running, **seats: Any) -> dict[str, Any]:
    return server.battle("three-parishes", seats=seats)


def players(visitor: httpx.Client, battle: str) -> list[tuple[str, str]]:
    return [(one["seat"], one["who"]) for one in visitor.get(f"/api/battles/{battle}").json()["players"]]


def gone_on(server: Running, battle: str, kind: str) -> str:
    """Red gives up, and they go on with another battle."""
    position = server.http.get(f"/api/battles/{battle}").json()["position"]
    order = {"position": position, "order": {"type": "concede", "seat": "red"}, "seat": "red"}
    given = server.http.post(f"/api/battles/{battle}/orders", json=order)
    assert given.status_code == 200, given.text
    return str(server.http.post(f"/api/battles/{battle}/rematch", json={"kind": kind}).json()["id"])


def test_a_side_of_which_nothing_is_said_is_led_by_a_captain(server: Running) -> None:
    battle = server.battle("three-parishes")
    assert players(server.http, battle["id"]) == [("red", "me"), ("blue", "me"), ("ochre", "captain")]
    assert battle["seats"]["ochre"] is None
    line = next(one for one in server.http.get("/api/battles").json() if one["id"] == battle["id"])
    assert line["seats"]["ochre"]["side"] == "The Mill Hands (Ochre)"
    assert line["strength"]["ochre"] == [20, 20]


def test_seats_by_name_go_before_red_and_blue(server: Running) -> None:
    battle = made(server, blue=RECRUIT, ochre={"who": "me"})
    assert players(server.http, battle["id"]) == [("red", "me"), ("blue", "captain"), ("ochre", "me")]


@pytest.mark.parametrize(
    ("seats", "where"),
    [({"green": RECRUIT}, "seats.green"), ({"ochre": {"who": "captain", "captain": "x"}}, "seats.ochre.captain")],
)
def test_a_side_or_a_captain_that_is_not_there_is_refused(server: Running, seats: dict[str, Any], where: str) -> None:
    answer = server.http.post("/api/battles", json={"scenario": "three-parishes", "seats": seats})
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, where)


def test_two_friends_have_a_link_each_and_are_told_of_both_others(server: Running) -> None:
    battle = made(server, red={"who": "me"}, blue=FRIEND, ochre=FRIEND)
    tokens = {seat: battle["seats"][seat]["token"] for seat in ("blue", "ochre")}
    assert len(set(tokens.values())) == 2
    for seat, token in tokens.items():
        friend = server.visitor()
        look = friend.post(f"/api/battles/{battle['id']}/seats/look", json={"token": token}).json()
        assert (look["side"], look["seat"]) == (seat, seat)
        assert {one["side"] for one in look["against"]} == {"red", "blue", "ochre"} - {seat}
        assert friend.post(f"/api/battles/{battle['id']}/seats", json={"token": token}).json()["seat"] == seat


def test_all_of_three_sides_are_asked_in_their_turn_by_captains_and_people(server: Running) -> None:
    """Recruits lead two sides; the third is set up in its turn, and moves in its turn."""
    battle = made(server, red=RECRUIT, blue=RECRUIT, ochre={"who": "me"})
    player = Player(server, battle["id"], "ochre")
    random = Random(1)
    player.hear_until("snapshot")
    while player.battle.turn < 2 and player.battle.outcome is None:
        reply = player.reply(random)
        if reply is None:
            player.hear()
        else:
            assert player.order(reply)["type"] != "refused"
    events = [event for step in player.steps for event in step["events"]]
    began = [one for one in events if one["type"] == "began"]
    assert any(unit.side == "ochre" and unit.on_table for unit in player.battle.units.values())
    assert {one["side"] for one in began if one["what"] == "moves"} == set(SIDES)


def test_sides_go_round_in_a_rematch_with_sides_swapped(server: Running) -> None:
    battle = made(server, red={"who": "me"}, blue=RECRUIT, ochre=RECRUIT)
    following = gone_on(server, battle["id"], "swap")
    assert players(server.http, following) == [("red", "captain"), ("blue", "me"), ("ochre", "captain")]


def test_the_next_battle_is_one_of_as_many_sides(server: Running) -> None:
    """After the last of two sides comes the first of two sides, not one in which nobody leads the third."""
    ready = server.http.get("/api/scenarios").json()
    for one in ready:
        if one["ruleset"] != "by_this_axe":
            continue
        following = gone_on(server, server.battle(one["id"])["id"], "next")
        assert len(players(server.http, following)) == len(one["sides"])


def test_text_offers_every_side_and_begins_with_the_third(server: Running) -> None:
    start = server.http.get("/text").text
    others = "The Marcher&#x27;s Riders (Red) and The Wardens of Ashmere (Blue)"
    assert f"Where Three Parishes Meet: lead The Mill Hands (Ochre) against {others}" in start
    wish = {"battle": "three-parishes:ochre", "captain": "recruit"}
    begun = server.http.post("/text", data=wish, follow_redirects=True)
    assert "You lead The Mill Hands (Ochre)." in begun.text
    refused = server.http.post("/text", data={"battle": "three-parishes:green"})
    assert refused.status_code == 422


def test_rosters_of_the_third_side_are_printed(server: Running) -> None:
    got = server.http.get("/api/scenarios/three-parishes/rosters.pdf?side=ochre")
    assert got.content.startswith(b"%PDF")
