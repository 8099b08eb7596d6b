"""One player at several devices: a code of one's own, kept as a hash, that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2 as httpx
import pytest
from sqlalchemy import create_engine, text

from schiltron.server.devices import fresh_code, plain_code
from schiltron.server.seats import COOKIE
from tests.server.player import Player
from tests.server.running import Running


def code_of(visitor: httpx.Client) -> str:
    made = visitor.post("/api/me/code", json={})
    assert made.status_code == 201, made.text
    code: str = made.json()["code"]
    assert made.json()["link"] == f"/mine#code={code}"
    return code


def enter(visitor: httpx.Client, code: str, **more: Any) -> httpx.Response:
    return visitor.post("/api/me/enter", json={"code": code, **more})


def battles(visitor: httpx.Client) -> list[str]:
    return [one["id"] for one in visitor.get("/api/battles").json()]


def seat(visitor: httpx.Client, battle: str) -> str | None:
    found: str | None = visitor.get(f"/api/battles/{battle}").json()["seat"]
    return found


def test_battles_follow_to_another_device_and_later_ones_too(start: Callable[..., Running]) -> None:
    server = start()
    server.http.post("/api/me", json={"name": "Ines"})
    first = server.battle(blue={"who": "captain", "captain": "captain"})["id"]
    phone = server.visitor()
    told = enter(phone, code_of(server.http))
    assert (told.status_code, told.json()["name"], told.json()["devices"]) == (200, "Ines", 1)
    assert (battles(phone), seat(phone, first)) == ([first], "red")
    assert phone.cookies[COOKIE] != server.http.cookies[COOKIE]
    later = server.battle()["id"]
    made = phone.post("/api/battles", json={"scenario": "open-field"}).json()["id"]
    assert set(battles(server.http)) == set(battles(phone)) == {first, later, made}
    assert seat(server.http, made) == "red"
    phone.post("/api/me", json={"name": "Ines K."})
    assert server.http.get("/api/me").json()["name"] == "Ines K."
    server.stop()
    again = start().visitor()
    again.cookies.set(COOKIE, phone.cookies[COOKIE])
    assert set(battles(again)) == {first, later, made}


def test_a_device_plays_live(server: Running) -> None:
    made = server.battle()
    phone = server.visitor()
    enter(phone, code_of(server.http))
    player = Player(server, made["id"], "red", cookie=phone.cookies[COOKIE])
    player.hear_until("seats")
    assert player.seat == "red"


def test_a_newer_code_voids_the_older_and_what_came_by_it_stays(server: Running) -> None:
    battle = server.battle()["id"]
    old = code_of(server.http)
    phone = server.visitor()
    enter(phone, old)
    new = code_of(server.http)
    told = enter(server.visitor(), old)
    assert told.status_code == 404
    assert COOKIE not in told.headers.get("set-cookie", "")
    assert enter(server.visitor(), new).status_code == 200
    assert seat(phone, battle) == "red"


def test_devices_are_sent_away_at_once_and_the_first_browser_cannot_be(start: Callable[..., Running]) -> None:
    server = start()
    battle = server.battle()["id"]
    code = code_of(server.http)
    phone, thief = server.visitor(), server.visitor()
    enter(phone, code)
    enter(thief, code)
    line = Player(server, battle, "red", cookie=thief.cookies[COOKIE])
    line.hear()
    assert server.http.get("/api/me").json()["devices"] == 2
    assert server.http.post("/api/me/devices/forget", json={}).json() == {"name": "", "coded": False, "devices": 0}
    assert line.hear_to_the_end()[1] == 1012
    for gone in (phone, thief):
        assert (seat(gone, battle), battles(gone)) == (None, [])
        assert gone.get(f"/api/battles/{battle}", params={"seat": "red"}).status_code == 403
    assert enter(server.visitor(), code).status_code == 404
    back = server.visitor()
    enter(back, code_of(server.http))
    back.post("/api/me/devices/forget", json={})
    assert (seat(back, battle), seat(server.http, battle)) == ("red", "red")
    server.stop()
    again = start().visitor()
    again.cookies.set(COOKIE, thief.cookies[COOKIE])
    assert battles(again) == []


def test_what_a_browser_held_comes_along_only_when_it_says_so(start: Callable[..., Running]) -> None:
    server = start()
    mine = server.battle()["id"]
    phone = server.visitor()
    other = phone.post("/api/battles", json={"scenario": "open-field"}).json()["id"]
    code = code_of(server.http)
    told = enter(phone, code)
    assert told.status_code == 409
    assert told.json()["error"]["what"] == "this browser has 1 battle of its own"
    assert (battles(server.http), battles(phone)) == ([mine], [other])
    assert enter(phone, code, bring=True).status_code == 200
    assert set(battles(server.http)) == set(battles(phone)) == {mine, other}
    assert (seat(server.http, other), seat(phone, other)) == ("red", "red")
    assert enter(phone, code).json()["devices"] == 1, "who is that player already stays as they are"
    server.stop()
    again = start().visitor()
    again.cookies.set(COOKIE, server.http.cookies[COOKIE])
    assert set(battles(again)) == {mine, other}


def test_the_store_knows_only_the_hash_of_a_code(start: Callable[..., Running]) -> None:
    server = start()
    server.battle()
    code = code_of(server.http)
    enter(server.visitor(), code)
    server.stop()
    engine = create_engine(server.settings.database)
    with engine.connect() as connection:
        for table in ("codes", "devices", "names", "holders"):
            rows = str(connection.execute(text(f"select * from {table}")).all())
            assert code not in rows
            assert code.replace("-", "") not in rows
            assert server.http.cookies.get(COOKIE, "none") not in rows
    engine.dispose()


@pytest.mark.parametrize("code", ["", "wrong", "abcd-efgh-jkmn-pqrs", "=", "x" * 300])
def test_what_is_no_code(server: Running, code: str) -> None:
    server.battle()
    code_of(server.http)
    assert enter(server.visitor(), code).status_code == 404


def test_a_code_is_read_as_people_type_it() -> None:
    code = fresh_code()
    for said in (code.upper(), code.replace("-", ""), code.replace("-", " "), f" http://x/mine#code={code} "):
        assert plain_code(said) == code


def test_another_sites_page_makes_no_code(server: Running) -> None:
    elsewhere = {"Origin": "http://evil.example"}
    for path, body in (("code", {}), ("enter", {"code": "x"}), ("devices/forget", {})):
        assert server.http.post(f"/api/me/{path}", json=body, headers=elsewhere).status_code == 403
