"""People: names at every table, invitations looked at before they are taken, talk beside the table, and rematches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2 as httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, text

from schiltron.server.fault import Refusal
from schiltron.server.player_names import plain_name, plain_words
from schiltron.server.seats import COOKIE
from schiltron.server.settings import Allowance
from schiltron.server.table_talk import MOST_SAID
from tests.roomy import ROOMY
from tests.server.player import Player
from tests.server.running import Running

FRIEND = {"who": "friend"}


def called(visitor: httpx.Client, name: str) -> httpx.Response:
    return visitor.post("/api/me", json={"name": name})


def together(server: Running, **wish: Any) -> tuple[dict[str, Any], httpx.Client]:
    """Red and a friend as Blue, both bound."""
    made = server.battle(blue=FRIEND, **wish)
    friend = server.visitor()
    sat = friend.post(f"/api/battles/{made['id']}/seats", json={"token": made["seats"]["blue"]["token"]})
    assert sat.status_code == 200
    server.add_to_dice(made["id"], "blue", friend)
    return made, friend


def names(visitor: httpx.Client, battle: str) -> dict[str, str]:
    players = visitor.get(f"/api/battles/{battle}").json()["players"]
    return {one["seat"]: one["name"] for one in players}


def say(visitor: httpx.Client, made: dict[str, Any], words: str, **more: Any) -> httpx.Response:
    return visitor.post(f"/api/battles/{made['id']}/chat", json={"text": words, **more})


def chat(visitor: httpx.Client, made: dict[str, Any], **query: Any) -> Any:
    return visitor.get(f"/api/battles/{made['id']}", params=query).json()["chat"]


def concede(visitor: httpx.Client, made: dict[str, Any], seat: str) -> None:
    now = visitor.get(f"/api/battles/{made['id']}").json()["position"]
    order = {"position": now, "order": {"type": "concede", "seat": seat}, "seat": seat}
    given = visitor.post(f"/api/battles/{made['id']}/orders", json=order)
    assert given.status_code == 200, given.text


def rematch(visitor: httpx.Client, made: dict[str, Any], kind: str, **more: Any) -> httpx.Response:
    return visitor.post(f"/api/battles/{made['id']}/rematch", json={"kind": kind, **more})


# ---------------------------------------------------------------- names


def test_a_name_is_kept_and_shown_at_every_table(start: Callable[..., Running]) -> None:
    server = start()
    assert server.http.get("/api/me").json()["name"] == ""
    assert called(server.http, "  Ines \t von  Kell ").json()["name"] == "Ines von Kell"
    made, friend = together(server)
    assert names(server.http, made["id"]) == {"red": "Ines von Kell", "blue": ""}
    watching = Player(server, made["id"])
    watching.hear_until("seats")
    called(friend, "Tomas")
    told = watching.hear_until("seats")
    assert [one["name"] for one in told["players"]] == ["Ines von Kell", "Tomas"]
    line = friend.get("/api/battles").json()[0]
    assert (line["seats"]["red"]["player"], line["seats"]["blue"]["player"]) == ("Ines von Kell", "Tomas")
    led = "The Grey Company (Red) is led by Ines von Kell, The Levy of Harrowdale (Blue) by Tomas."
    assert led in server.http.get(f"/api/battles/{made['id']}/text").text
    server.stop()
    again = start().visitor()
    assert names(again, made["id"]) == {"red": "Ines von Kell", "blue": "Tomas"}
    again.cookies.set(COOKIE, friend.cookies[COOKIE])
    assert again.get("/api/me").json()["name"] == "Tomas"
    called(again, "")
    assert names(again, made["id"])["blue"] == ""


def test_who_has_a_name_and_no_battle_is_known_again(server: Running) -> None:
    called(server.http, "Ines")
    cookie = server.http.cookies[COOKIE]
    made = server.battle()
    assert server.http.cookies[COOKIE] == cookie
    assert names(server.http, made["id"]) == {"red": "Ines", "blue": "Ines"}


def test_a_cookie_of_ones_own_making_gets_no_name(server: Running) -> None:
    server.http.cookies.set(COOKIE, "made-up")
    called(server.http, "Ines")
    assert server.http.cookies.get(COOKIE, domain="127.0.0.1") != "made-up"


MARKUP = ["<b>Ines", 'I"nes', "a&amp;b"]
UNSEEN = ["a\u202eb", "a\u200bb", "a\x07", "e" + "\u0316" * 4]


@pytest.mark.parametrize("name", [*MARKUP, *UNSEEN, "...", "x" * 25])
def test_what_is_no_name(server: Running, name: str) -> None:
    assert called(server.http, name).status_code == 422
    assert server.http.get("/api/me").json()["name"] == ""


@pytest.mark.parametrize("name", ["Ines", "Ó Súilleabháin", "李小龍", "Jean-Luc d'Arc Jr.", "x" * 24, "7"])
def test_what_is_a_name(name: str) -> None:
    assert plain_name(name) == name


def test_what_may_be_said() -> None:
    assert plain_words("  <i>Not  bad</i> ") == "<i>Not bad</i>", "words are kept as they are, and never read as markup"
    for wrong in ("", "   ", "x" * 301, "a\u202eb"):
        with pytest.raises(Refusal):
            plain_words(wrong)


# ---------------------------------------------------------------- before joining


def test_an_invitation_is_looked_at_and_taken_by_nobody(server: Running) -> None:
    called(server.http, "Ines")
    made = server.battle("lily-field", blue=FRIEND, title="At dawn")
    token, path = made["seats"]["blue"]["token"], f"/api/battles/{made['id']}/seats"
    friend = server.visitor()
    seen = friend.post(f"{path}/look", json={"token": token})
    assert seen.status_code == 200
    shown = seen.json()
    ines = {"side": "teal", "called": "The Pikes of Uhrwald (Teal)", "name": "Ines"}
    assert (shown["by"], shown["against"], shown["title"]) == ("Ines", [ines], "At dawn")
    assert (shown["seat"], shown["kind"], shown["held"], shown["ruleset"]) == ("blue", "first", False, "by_this_axe")
    assert shown["book"] == "By This Axe: Medieval Fantasy Battle Rules"
    assert (shown["side"], shown["called"]) == ("ochre", "The Host of Vaire (Ochre)")
    assert COOKIE not in seen.headers.get("set-cookie", "")
    assert not server.http.get(f"/api/battles/{made['id']}").json()["players"][1]["taken"]
    assert server.http.post(f"{path}/look", json={"token": token}).status_code == 409
    assert friend.post(f"{path}/look", json={"token": "wrong"}).status_code == 403
    friend.post(path, json={"token": token})
    assert friend.post(f"{path}/look", json={"token": token}).json()["held"]
    assert server.visitor().post(f"{path}/look", json={"token": token}).status_code == 410


# ---------------------------------------------------------------- talk


def test_players_hear_each_other_and_watchers_do_not_until_both_agree(server: Running) -> None:
    made, friend = together(server)
    red, blue = Player(server, made["id"], "red"), Player(server, made["id"], "blue", cookie=friend.cookies[COOKIE])
    watching = Player(server, made["id"])
    for one in (red, blue, watching):
        one.hear()
    said = say(friend, made, "Is that <b>the hill</b>?")
    assert said.status_code == 201
    assert said.json()["text"] == "Is that <b>the hill</b>?"
    for one in (red, blue):
        assert one.hear_until("said")["seat"] == "blue"
    stranger = server.visitor()
    assert chat(stranger, made) == {"type": "chat", "readable": False, "agreed": [], "said": []}
    assert chat(server.http, made, watch=1)["said"] == [], "who watches although they play reads as those who watch"
    path = f"/api/battles/{made['id']}/chat/open"
    server.http.post(path, json={"on": True})
    assert not chat(stranger, made)["readable"]
    friend.post(path, json={"on": True})
    assert [one["text"] for one in chat(stranger, made)["said"]] == ["Is that <b>the hill</b>?"]
    while not (opened := watching.hear_until("chat"))["readable"]:
        assert opened["said"] == []
    assert len(opened["said"]) == 1
    assert not any(one["type"] == "said" for one in watching.others), "what was said before was told to no watcher"
    say(server.http, made, "You hold it.")
    assert watching.hear_until("said")["text"] == "You hold it."
    friend.post(path, json={"on": False})
    assert not chat(stranger, made)["readable"]


def test_only_players_speak_each_for_the_own_seat(server: Running) -> None:
    made, friend = together(server)
    assert say(server.visitor(), made, "hello").status_code == 403
    assert say(friend, made, "hello", seat="red").status_code == 403
    path = f"/api/battles/{made['id']}/chat/open"
    assert server.visitor().post(path, json={"on": True}).status_code == 403
    assert friend.post(path, json={"on": True, "seat": "red"}).status_code == 403
    assert say(friend, made, "x" * 301).status_code == 422
    assert chat(server.http, made)["said"] == []


def test_against_a_captain_there_is_no_talk(server: Running) -> None:
    made = server.battle(blue={"who": "captain", "captain": "captain"})
    assert chat(server.http, made) is None
    assert say(server.http, made, "hello").status_code == 409


def test_talk_is_kept_with_the_battle_outside_its_journal_and_bounded(start: Callable[..., Running]) -> None:
    server = start()
    made, friend = together(server)
    before = server.http.get(f"/api/battles/{made['id']}").json()["position"]
    for number in range(MOST_SAID + 5):
        assert say(friend, made, f"words {number}").status_code == 201
    assert server.http.get(f"/api/battles/{made['id']}").json()["position"] == before
    assert "words" not in server.http.get(f"/api/battles/{made['id']}/journal.jsonl").text
    server.stop()
    engine = create_engine(server.settings.database)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from talk")).scalar() == MOST_SAID
    engine.dispose()
    again = start().visitor()
    again.cookies.set(COOKIE, friend.cookies[COOKIE])
    kept = chat(again, made)["said"]
    assert (kept[0]["text"], kept[-1]["text"], len(kept)) == ("words 5", f"words {MOST_SAID + 4}", MOST_SAID)


def test_who_talks_without_end_is_told_to_wait(start: Callable[..., Running]) -> None:
    server = start(limits=replace(ROOMY, requests=Allowance(120, 0.001)))
    made, friend = together(server)
    answers = [say(friend, made, "again").status_code for _ in range(20)]
    assert set(answers) == {201, 429}
    assert answers[-1] == 429


def test_who_comes_back_hears_what_was_said_meanwhile(server: Running) -> None:
    made, friend = together(server)
    position = server.http.get(f"/api/battles/{made['id']}").json()["position"]
    say(friend, made, "Are you there?")
    back = Player(server, made["id"], "red", position=position)
    assert [one["text"] for one in back.hear_until("chat")["said"]] == ["Are you there?"]
    watching = Player(server, made["id"], position=position)
    assert watching.hear_until("chat")["said"] == []


# ---------------------------------------------------------------- what is fought next


def test_what_comes_after_a_battle_is_played_by_those_who_fought_it(start: Callable[..., Running]) -> None:
    """BW-O8-03"""
    server = start()
    made, friend = together(server)
    assert server.http.get(f"/api/battles/{made['id']}").json()["goes_on"] is True
    concede(server.http, made, "red")
    after = rematch(friend, made, "after").json()
    assert after["kind"] == "after"
    for visitor, seat in ((server.http, "red"), (friend, "blue")):
        shown = visitor.get(f"/api/battles/{after['id']}").json()
        assert (shown["seat"], shown["title"], shown["goes_on"]) == (seat, "After Marlow Plain", False)
        assert shown["battle"]["board"] is None
    army = friend.get(f"/api/battles/{after['id']}/armies/blue.toml")
    assert 'troop = "' in army.text
    assert friend.get(f"/api/battles/{after['id']}/armies/ochre.toml").status_code == 404
    assert rematch(friend, after, "after").status_code == 409


def test_the_next_battle_of_a_campaign_has_what_this_one_left(start: Callable[..., Running]) -> None:
    """TA-ABS-01: from First Snow, by way of the weeks after it, to Deep Snow, each at his seat."""
    server = start()
    made, friend = together(server, scenario="first-snow")
    assert friend.get(f"/api/battles/{made['id']}").json()["campaign"] == "Deep Snow"
    concede(server.http, made, "red")
    after = rematch(friend, made, "after").json()
    assert friend.get(f"/api/battles/{after['id']}").json()["campaign"] == "Deep Snow"
    there = rematch(server.http, after, "next").json()
    for visitor, seat in ((server.http, "red"), (friend, "blue")):
        shown = visitor.get(f"/api/battles/{there['id']}").json()
        assert (shown["seat"], shown["title"], shown["campaign"]) == (seat, "Deep Snow", "Last Snow")
        names = {unit["name"] for unit in shown["battle"]["units"].values()}
        assert {"The Unburied", "The Drowned", "Toll Guard", "Men of the Four Farms"} <= names


def test_a_rematch_is_held_by_those_who_played(start: Callable[..., Running]) -> None:
    server = start()
    called(server.http, "Ines")
    made, friend = together(server)
    called(friend, "Tomas")
    assert rematch(friend, made, "again").status_code == 409, "the battle is not over"
    red = Player(server, made["id"], "red")
    concede(server.http, made, "red")
    assert rematch(server.visitor(), made, "again").status_code == 403
    asked = rematch(friend, made, "again")
    assert asked.status_code == 201
    told = red.hear_until("next")
    assert told == asked.json() == {"type": "next", "id": told["id"], "kind": "again", "by": "blue"}
    assert rematch(server.http, made, "swap").json() == told, "whoever asks first says which"
    for visitor, seat in ((server.http, "red"), (friend, "blue")):
        shown = visitor.get(f"/api/battles/{told['id']}").json()
        assert (shown["seat"], [one["seat"] for one in shown["mine"]]) == (seat, [seat])
        assert visitor.get(f"/api/battles/{made['id']}").json()["following"] == told
    assert names(friend, told["id"]) == {"red": "Ines", "blue": "Tomas"}
    assert server.visitor().get(f"/api/battles/{told['id']}").json()["seat"] is None
    assert shown["scenario"] == "open-field"
    assert shown["dice"]["commitment"] != friend.get(f"/api/battles/{made['id']}").json()["dice"]["commitment"]
    server.stop()
    again = start().visitor()
    assert again.get(f"/api/battles/{made['id']}").json()["following"] == told


def test_sides_are_swapped(server: Running) -> None:
    made, friend = together(server, title="At dawn")
    concede(friend, made, "blue")
    following = rematch(server.http, made, "swap").json()
    for visitor, seat in ((server.http, "blue"), (friend, "red")):
        shown = visitor.get(f"/api/battles/{following['id']}").json()
        assert (shown["seat"], [one["seat"] for one in shown["mine"]], shown["title"]) == (seat, [seat], "At dawn")
    line = next(one for one in server.http.get("/api/battles").json() if one["id"] == following["id"])
    assert line["founded"]
    assert (line["seats"]["blue"]["who"], line["seats"]["red"]["who"]) == ("me", "friend")
    assert (line["seats"]["red"]["taken"], line["seats"]["red"]["link"]) == (True, None)


def test_a_captain_changes_sides_too_and_plays(server: Running) -> None:
    made = server.battle(blue={"who": "captain", "captain": "captain"})
    concede(server.http, made, "red")
    following = rematch(server.http, made, "swap").json()
    players = server.http.get(f"/api/battles/{following['id']}").json()["players"]
    assert [(one["seat"], one["who"]) for one in players] == [("red", "captain"), ("blue", "me")]


def test_the_next_scenario_of_the_same_book(server: Running) -> None:
    ready = [one for one in server.http.get("/api/scenarios").json() if one["ruleset"] == "chainmail"]
    first, last = ready[0]["id"], ready[-1]["id"]
    for fought, expected in ((first, ready[1 % len(ready)]["id"]), (last, first)):
        made = server.battle(fought)
        concede(server.http, made, "red")
        following = rematch(server.http, made, "next").json()
        shown = server.http.get(f"/api/battles/{following['id']}").json()
        assert (shown["scenario"], shown["ruleset"]) == (expected, "chainmail")


def test_a_seat_nobody_took_is_open_in_the_rematch_by_a_link_of_its_own(server: Running) -> None:
    made = server.battle(blue=FRIEND, dice="typed")
    concede(server.http, made, "red")
    following = rematch(server.http, made, "swap").json()
    line = next(one for one in server.http.get("/api/battles").json() if one["id"] == following["id"])
    assert not line["seats"]["red"]["taken"]
    token = line["seats"]["red"]["link"].partition("=")[2]
    assert token != made["seats"]["blue"]["token"]
    friend = server.visitor()
    assert friend.post(f"/api/battles/{following['id']}/seats", json={"token": token}).json()["seat"] == "red"
