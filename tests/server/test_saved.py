"""Army lists, scenarios and house rules that visitors save: whose they are, who may read them, and that they go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from msgspec.structs import replace

from schiltron.server.settings import Allowance
from tests.roomy import ROOMY
from tests.server.running import Running

LEVY = 'ruleset = "book_of_war"\nname = "The Levy"\n\n[[units]]\ntroop = "pikemen"\nfigures = 16\n'
FORD = """id = "ford"
title = "The Ford"
ruleset = "book_of_war"
[sides.red]
[sides.blue]
edge = "south"
"""
HOUSE = 'ruleset = "book_of_war"\nname = "Of the marches"\n[creatures.ogres]\nlike = "ogre"\nprice = 20\n'


def keep(visitor: httpx.Client, text: str = LEVY, kind: str = "army") -> dict[str, Any]:
    answer = visitor.post("/api/workshop/saved", json={"kind": kind, "text": text})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def listed(visitor: httpx.Client) -> list[str]:
    return [one["id"] for one in visitor.get("/api/workshop/saved").json()["things"]]


def at(thing: dict[str, Any], more: str = "") -> str:
    return f"/api/workshop/saved/{thing['id']}{more}"


# ---------------------------------------------------------------- one's own


@pytest.mark.parametrize(
    ("kind", "text", "name"),
    [("army", LEVY, "The Levy"), ("scenario", FORD, "The Ford"), ("house", HOUSE, "Of the marches")],
)
def test_what_is_saved_comes_back_as_it_was(server: Running, kind: str, text: str, name: str) -> None:
    mine = keep(server.http, text, kind)
    found = server.http.get(at(mine))
    assert found.json() == mine
    assert (mine["name"], mine["book"], mine["text"], mine["version"]) == (name, "book_of_war", text, 1)
    assert (mine["shared"], mine["mine"]) == (None, True)
    assert (found.headers["etag"], found.headers["cache-control"]) == ('"1"', "no-store")
    shelf = server.http.get("/api/workshop/saved").json()
    assert shelf["things"] == [{**mine, "text": None}]
    assert shelf["bytes"] == len(text)


def test_nobody_else_is_shown_it_or_told_that_it_is_there(server: Running) -> None:
    mine = keep(server.http)
    other = server.visitor()
    keep(other, FORD, "scenario")
    assert mine["id"] not in listed(other)
    nowhere = other.get("/api/workshop/saved/nothing").json()
    for answer in (
        other.get(at(mine)),
        other.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"1"'}),
        other.delete(at(mine)),
        other.post(at(mine, "/share"), json={}),
        other.delete(at(mine, "/share")),
        other.post(at(mine, "/edit-link"), json={}),
        other.delete(at(mine, "/edit-link")),
        other.get(at(mine), headers={"X-Edit-Key": ""}),
        other.get(at(mine), headers={"X-Edit-Key": "x"}),
    ):
        assert answer.status_code == 404
        assert answer.json() == nowhere
    assert server.visitor().get("/api/workshop/saved").json()["things"] == []
    assert server.http.get(at(mine)).json() == mine


def test_a_cookie_that_a_browser_invents_owns_nothing(server: Running) -> None:
    stranger = server.visitor()
    stranger.cookies.set("schiltron_visitor", "an invented one")
    kept = stranger.post("/api/workshop/saved", json={"kind": "army", "text": LEVY})
    assert kept.cookies["schiltron_visitor"] != "an invented one"


def test_who_has_saved_something_is_known_from_then_on(server: Running) -> None:
    mine = keep(server.http)
    assert listed(server.http) == [mine["id"]]
    again = keep(server.http, FORD, "scenario")
    assert set(listed(server.http)) == {mine["id"], again["id"]}


# ---------------------------------------------------------------- two tabs


def test_two_tabs_do_not_write_over_each_other(server: Running) -> None:
    mine = keep(server.http)
    longer, other = LEVY.replace("16", "24"), LEVY.replace("16", "12")
    first = server.http.put(at(mine), json={"text": longer}, headers={"If-Match": '"1"'})
    assert (first.status_code, first.headers["etag"], first.json()["version"]) == (200, '"2"', 2)
    second = server.http.put(at(mine), json={"text": other}, headers={"If-Match": '"1"'})
    assert second.status_code == 412
    assert "version 2" in second.json()["error"]["what"]
    assert server.http.get(at(mine)).json()["text"] == longer
    assert server.http.put(at(mine), json={"text": other}, headers={"If-Match": '"2"'}).status_code == 200
    assert server.http.get(at(mine)).json()["text"] == other
    assert server.http.delete(at(mine), headers={"If-Match": '"2"'}).status_code == 412
    assert server.http.delete(at(mine), headers={"If-Match": '"3"'}).status_code == 204


@pytest.mark.parametrize(("said", "status"), [(None, 428), ("", 428), ("*", 412), ("two", 412), ('"٣"', 412)])
def test_who_writes_says_over_which_version(server: Running, said: str | None, status: int) -> None:
    mine = keep(server.http)
    headers = {} if said is None else {"If-Match": said.encode()}
    assert server.http.put(at(mine), json={"text": LEVY}, headers=headers).status_code == status


def test_it_keeps_its_kind_and_is_read_before_it_is_written(server: Running) -> None:
    mine = keep(server.http)
    wrong = server.http.put(at(mine), json={"text": FORD}, headers={"If-Match": '"1"'})
    assert wrong.status_code == 422
    assert len(wrong.json()["error"]["reasons"]) > 1
    assert server.http.get(at(mine)).json() == mine


# ---------------------------------------------------------------- links


def test_a_link_for_readers_opens_a_copy_without_an_account(server: Running) -> None:
    mine = keep(server.http)
    shared = server.http.post(at(mine, "/share"), json={}).json()["shared"]
    path, _, share = shared.partition("#copy=")
    assert path == "/workshop/army"
    friend = server.visitor()
    found = friend.get(f"/api/workshop/shared/{share}")
    assert found.json() == {
        "kind": "army",
        "book": "book_of_war",
        "name": "The Levy",
        "version": 1,
        "changed": mine["changed"],
        "text": LEVY,
    }
    assert not found.cookies, "who reads needs no account"
    assert friend.get(f"/api/workshop/saved/{share}").status_code == 404
    assert server.http.post(at(mine, "/share"), json={}).json()["shared"] == shared, "the same link as before"
    copy = keep(friend, found.json()["text"])
    assert copy["id"] != mine["id"]
    assert server.http.delete(at(mine, "/share")).json()["shared"] is None
    assert friend.get(f"/api/workshop/shared/{share}").status_code == 404
    other = server.http.post(at(mine, "/share"), json={}).json()["shared"]
    assert other not in (None, shared)
    assert server.http.get("/api/workshop/shared/nothing").status_code == 404


def test_a_link_for_writers_lets_another_browser_save(server: Running) -> None:
    mine = keep(server.http)
    link = server.http.post(at(mine, "/edit-link"), json={}).json()["link"]
    name, _, key = link.partition("#edit=")[2].partition(".")
    assert name == mine["id"]
    friend = server.visitor()
    by_link = {"X-Edit-Key": key}
    assert friend.get(at(mine), headers=by_link).json() == {**mine, "mine": False}
    longer = LEVY.replace("16", "24")
    written = friend.put(at(mine), json={"text": longer}, headers={**by_link, "If-Match": '"1"'})
    assert written.status_code == 200
    assert server.http.get(at(mine)).json()["text"] == longer
    for refused in (
        friend.delete(at(mine), headers=by_link),
        friend.post(at(mine, "/share"), json={}, headers=by_link),
        friend.delete(at(mine, "/share"), headers=by_link),
        friend.post(at(mine, "/edit-link"), json={}, headers=by_link),
        friend.delete(at(mine, "/edit-link"), headers=by_link),
    ):
        assert refused.status_code == 404, "it stays the owner's"
        assert "only the browser that saved it" in refused.json()["error"]["what"]
    fresh = server.http.post(at(mine, "/edit-link"), json={}).json()["link"].rpartition(".")[2]
    assert friend.get(at(mine), headers=by_link).status_code == 404, "a fresh link makes the one before void"
    assert friend.get(at(mine), headers={"X-Edit-Key": fresh}).status_code == 200
    assert server.http.delete(at(mine, "/edit-link")).status_code == 204
    assert friend.get(at(mine), headers={"X-Edit-Key": fresh}).status_code == 404


# ---------------------------------------------------------------- deleting


def test_what_is_deleted_is_gone_with_its_links(server: Running) -> None:
    mine = keep(server.http)
    share = server.http.post(at(mine, "/share"), json={}).json()["shared"].partition("=")[2]
    key = server.http.post(at(mine, "/edit-link"), json={}).json()["link"].rpartition(".")[2]
    friend = server.visitor()
    assert friend.get(f"/api/workshop/shared/{share}").status_code == 200
    assert server.http.delete(at(mine)).status_code == 204
    assert friend.get(f"/api/workshop/shared/{share}").status_code == 404
    assert friend.get(at(mine), headers={"X-Edit-Key": key}).status_code == 404
    assert server.http.get(at(mine)).status_code == 404
    assert server.http.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"1"'}).status_code == 404
    assert server.http.delete(at(mine)).status_code == 404
    assert listed(server.http) == []
    with server.open_battles.store.engine.begin() as connection:
        rows = connection.exec_driver_sql("SELECT count(*) FROM saved WHERE id = ?", (mine["id"],)).scalar()
    assert rows == 0


def test_who_may_write_gives_no_links_out_and_keeps_none(server: Running) -> None:
    """Neither does the link for readers outlast the one for writers, nor can a writer take it from its readers."""
    mine = keep(server.http)
    key = server.http.post(at(mine, "/edit-link"), json={}).json()["link"].rpartition(".")[2]
    friend, by_link = server.visitor(), {"X-Edit-Key": key}
    assert friend.post(at(mine, "/share"), json={}, headers=by_link).status_code == 404
    shared = server.http.post(at(mine, "/share"), json={}).json()["shared"]
    share = shared.partition("=")[2]
    assert friend.get(at(mine), headers=by_link).json()["shared"] is None, "he is not told the link for readers"
    written = friend.put(at(mine), json={"text": LEVY}, headers={**by_link, "If-Match": '"1"'})
    assert share not in written.text
    assert friend.delete(at(mine, "/share"), headers=by_link).status_code == 404
    assert server.visitor().get(f"/api/workshop/shared/{share}").status_code == 200
    assert server.http.get(at(mine)).json()["shared"] == shared


@pytest.mark.parametrize("how", ["deleted", "written over"])
def test_nothing_of_what_is_gone_lies_on_the_disk(how: str, server: Running) -> None:
    """Neither in the database nor in its log, once something has been deleted."""
    secret = "Zweihandschwertfegergilde"
    mine = keep(server.http, LEVY.replace("The Levy", secret))
    other = keep(server.http)
    database = Path(server.open_battles.store.engine.url.database or "")
    assert any(secret.encode() in file.read_bytes() for file in database.parent.glob(f"{database.name}*"))
    if how == "deleted":
        assert server.http.delete(at(mine)).status_code == 204
    else:
        assert server.http.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"1"'}).status_code == 200
        assert server.http.delete(at(other)).status_code == 204
    for file in database.parent.glob(f"{database.name}*"):
        assert secret.encode() not in file.read_bytes(), file


def test_somebody_who_reads_does_not_keep_another_from_deleting(server: Running) -> None:
    mine = keep(server.http)
    with server.open_battles.store.engine.connect() as reading:
        assert reading.exec_driver_sql("SELECT count(*) FROM saved").scalar()
        assert server.http.delete(at(mine)).status_code == 204
    assert mine["id"] not in listed(server.http)
    assert keep(server.http)["version"] == 1, "and one may save again"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%F0%9F%90%89", "'%20OR%201=1--", "x" * 300, "..", "%25"])
def test_names_that_are_none_are_not_even_looked_for(name: str, server: Running) -> None:
    keep(server.http)
    for path in (f"/api/workshop/saved/{name}", f"/api/workshop/shared/{name}"):
        assert server.http.get(path).status_code in (404, 405), path


def test_another_site_can_neither_save_nor_delete(server: Running) -> None:
    mine = keep(server.http)
    evil = {"Origin": "https://elsewhere.example"}
    for answer in (
        server.http.post("/api/workshop/saved", json={"kind": "army", "text": LEVY}, headers=evil),
        server.http.put(at(mine), json={"text": LEVY}, headers={**evil, "If-Match": '"1"'}),
        server.http.delete(at(mine), headers=evil),
        server.http.post(at(mine, "/share"), json={}, headers=evil),
        server.http.delete(at(mine, "/share"), headers=evil),
        server.http.delete(at(mine, "/edit-link"), headers=evil),
    ):
        assert answer.status_code == 403
    assert server.http.get(at(mine)).json() == mine


# ---------------------------------------------------------------- limits


def test_so_many_things_and_so_many_bytes_of_one_visitor(start: Callable[..., Running]) -> None:
    server = start(limits=replace(ROOMY, saved_things=2, saved_bytes=3 * len(LEVY)))
    mine = keep(server.http)
    keep(server.http)
    full = server.http.post("/api/workshop/saved", json={"kind": "army", "text": LEVY})
    assert (full.status_code, full.json()["error"]["what"]) == (409, "you have saved 2 things")
    assert full.json()["error"]["right"]
    long = LEVY + "#" * (2 * len(LEVY))
    too_long = server.http.put(at(mine), json={"text": long}, headers={"If-Match": '"1"'})
    assert too_long.status_code == 409
    assert server.http.get(at(mine)).json() == mine
    keep(server.visitor())  # another has room of their own
    assert server.http.delete(at(mine)).status_code == 204
    keep(server.http)


def test_so_many_things_of_all_visitors(start: Callable[..., Running]) -> None:
    server = start(limits=replace(ROOMY, saved_in_all=2))
    mine = keep(server.http)
    keep(server.visitor())
    full = server.visitor().post("/api/workshop/saved", json={"kind": "army", "text": LEVY})
    assert full.status_code == 507
    assert server.http.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"1"'}).status_code == 200


def test_so_many_bytes_of_all_visitors(start: Callable[..., Running]) -> None:
    """Neither anew nor by writing over; who makes it shorter may go on."""
    server = start(limits=replace(ROOMY, saved_bytes_in_all=len(LEVY) + 40))
    mine = keep(server.http)
    full = server.visitor().post("/api/workshop/saved", json={"kind": "army", "text": LEVY})
    assert full.status_code == 507
    assert full.json()["error"]["right"]
    longer = f"{LEVY}# {'x' * 60}\n"
    assert server.http.put(at(mine), json={"text": longer}, headers={"If-Match": '"1"'}).status_code == 507
    shorter = LEVY.replace("The Levy", "Levy")
    assert server.http.put(at(mine), json={"text": shorter}, headers={"If-Match": '"1"'}).status_code == 200


def test_nobody_saves_in_haste(start: Callable[..., Running]) -> None:
    server = start(limits=replace(ROOMY, saves=Allowance(2, 0.001)))
    keep(server.http)
    keep(server.http)
    assert server.http.post("/api/workshop/saved", json={"kind": "army", "text": LEVY}).status_code == 429


def test_a_text_has_so_many_signs(server: Running) -> None:
    for signs, status in ((40_000, 201), (40_001, 422)):
        text = LEVY + "#" * (signs - len(LEVY))
        assert server.http.post("/api/workshop/saved", json={"kind": "army", "text": text}).status_code == status


@pytest.mark.parametrize(
    "text", ["", "nonsense", "\x00", LEVY + "#\x00", 'ruleset = "chainmail"', "a.b" * 10_000, LEVY.replace("16", "-1")]
)
def test_what_is_no_list_is_not_saved_and_says_why(server: Running, text: str) -> None:
    answer = server.http.post("/api/workshop/saved", json={"kind": "army", "text": text})
    assert answer.status_code == 422
    assert answer.json()["error"]["what"]
    assert answer.json()["error"]["right"]


# ---------------------------------------------------------------- one player at several devices


def test_another_device_of_the_same_player_has_the_same_shelf(server: Running) -> None:
    mine = keep(server.http)
    code = server.http.post("/api/me/code", json={}).json()["code"]
    phone = server.visitor()
    theirs = keep(phone, FORD, "scenario")
    asked = phone.post("/api/me/enter", json={"code": code})
    assert asked.status_code == 409
    assert "1 saved list" in asked.json()["error"]["what"]
    assert phone.post("/api/me/enter", json={"code": code, "bring": True}).status_code == 200
    assert set(listed(phone)) == set(listed(server.http)) == {mine["id"], theirs["id"]}


# ---------------------------------------------------------------- both databases


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_same_on_both_databases(kind: str, start: Callable[..., Running], request: pytest.FixtureRequest) -> None:
    server = start() if kind == "sqlite" else start(database=request.getfixturevalue("postgres_database"))
    text = LEVY.replace("The Levy", "Çağlar — 傭兵 🐉")
    mine = keep(server.http, text)
    assert server.http.get(at(mine)).json()["text"] == text
    share = server.http.post(at(mine, "/share"), json={}).json()["shared"].partition("=")[2]
    assert server.visitor().get(f"/api/workshop/shared/{share}").json()["name"] == "Çağlar — 傭兵 🐉"
    assert server.http.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"7"'}).status_code == 412
    assert server.http.put(at(mine), json={"text": LEVY}, headers={"If-Match": '"1"'}).json()["version"] == 2
    assert server.http.delete(at(mine)).status_code == 204
    assert listed(server.http) == []
