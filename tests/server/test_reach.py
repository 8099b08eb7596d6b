"""An address for a friend: heard to answer, no name of this computer for itself, opened only by who sits there."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable
from threading import Thread
from typing import Any

import httpx2 as httpx
import pytest

from schiltron.server.addresses import Reaching, answers_at, is_loopback, own_addresses, plain_address
from schiltron.server.fault import Refusal
from tests.server.running import Running

OTHER = "127.0.0.2"
"""Stands for an address of this computer on a network: another door than the one the server listens at."""


@pytest.fixture
def networked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiltron.server.addresses.own_addresses", lambda: [OTHER])


def reach(visitor: httpx.Client) -> dict[str, Any]:
    return dict(visitor.get("/api/reach").json())


def listen(visitor: httpx.Client, on: bool, **headers: str) -> httpx.Response:
    return visitor.post("/api/reach/listen", json={"on": on}, headers=headers)


def opens(host: str, port: int) -> bool:
    with socket.socket() as line:
        line.settimeout(5)
        return line.connect_ex((host, port)) == 0


def test_a_server_for_this_computer_alone_says_so_and_opens_nothing_by_itself(
    start: Callable[..., Running], networked: None
) -> None:
    server = start()
    assert reach(server.http) == {"at_home": True, "network": [], "may_listen": True, "listens": False}
    assert not opens(OTHER, server.port)


def test_told_to_listen_it_answers_on_the_network_and_told_to_stop_it_does_not(
    start: Callable[..., Running], networked: None
) -> None:
    server = start()
    told = listen(server.http, True).json()
    address = f"http://{OTHER}:{server.port}"
    assert told["network"] == [{"address": address, "answers": True, "reached": False}]
    assert (told["may_listen"], told["listens"]) == (False, True)
    made = server.battle(blue={"who": "friend"})
    friend = server.leaving.enter_context(httpx.Client(base_url=address, timeout=60))
    token = made["seats"]["blue"]["token"]
    assert friend.post(f"/api/battles/{made['id']}/seats", json={"token": token}).json()["seat"] == "blue"
    assert listen(server.http, False).json()["network"] == []
    assert not opens(OTHER, server.port)
    assert server.http.get("/api/books").status_code == 200, "on this computer it goes on"
    assert listen(server.http, True).json()["network"][0]["answers"]
    server.stop()
    assert not opens(OTHER, server.port), "who stops the server stops all of it"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "battles.example.org"},
        {"Host": "192.168.1.24:8000"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"Via": "1.1 proxy"},
    ],
)
def test_only_who_sits_at_the_computer_may_open_it(
    start: Callable[..., Running], networked: None, headers: dict[str, str]
) -> None:
    server = start()
    assert server.http.get("/api/reach", headers=headers).json() == {
        "at_home": False,
        "network": [],
        "may_listen": False,
        "listens": False,
    }
    assert listen(server.http, True, **headers).status_code == 403
    said = {"address": "http://192.0.2.7"}
    assert server.http.post("/api/reach/check", json=said, headers=headers).status_code == 403
    assert not opens(OTHER, server.port)


def test_another_sites_page_may_not_open_it(start: Callable[..., Running], networked: None) -> None:
    server = start()
    assert listen(server.http, True, Origin="http://evil.example").status_code == 403
    assert not opens(OTHER, server.port)


def test_behind_a_proxy_nobody_is_at_home(start: Callable[..., Running], networked: None) -> None:
    server = start(proxy="127.0.0.1")
    assert not reach(server.http)["at_home"]
    assert listen(server.http, True).status_code == 403


def test_without_a_network_it_is_said(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiltron.server.addresses.own_addresses", lambda: [])
    told = listen(start().http, True)
    assert told.status_code == 409
    assert "no address on a network" in told.json()["error"]["what"]


def test_a_taken_port_is_said(start: Callable[..., Running], networked: None) -> None:
    server = start()
    with socket.socket() as other:
        other.bind((OTHER, server.port))
        other.listen()
        told = listen(server.http, True)
    assert told.status_code == 409
    assert f"{OTHER}:{server.port}" in told.json()["error"]["what"]


def test_an_address_is_believed_only_where_this_very_server_answers(start: Callable[..., Running]) -> None:
    one = start()
    other = start(database=f"{one.settings.database}.other")
    word = one.http.get("/api/reach/word").json()["word"]
    assert answers_at(one.address, word) == ""
    assert answers_at(other.address, word) == "something else answers there"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert answers_at(f"http://127.0.0.1:{free.getsockname()[1]}", word) == "nothing answers there"


def test_what_is_no_http_is_not_believed() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()

        def babble() -> None:
            line, _ = door.accept()
            line.recv(1_000)
            line.sendall(b"220 mail\r\n\r\n")
            line.close()

        Thread(target=babble, daemon=True).start()
        assert answers_at(f"http://127.0.0.1:{door.getsockname()[1]}", "word") == "nothing answers there"


def test_an_address_from_elsewhere_is_checked(start: Callable[..., Running]) -> None:
    server = start()
    told = server.http.post("/api/reach/check", json={"address": "127.0.0.3:1"})
    assert told.status_code == 422, "every name of this computer for itself is refused"
    assert "name for itself" in told.json()["error"]["what"]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("battles.example.org", "http://battles.example.org"),
        (" https://battles.example.org/battles/x?y#z ", "https://battles.example.org"),
        ("203.0.113.9:8000", "http://203.0.113.9:8000"),
        ("http://[2001:db8::7]:8000/", "http://[2001:db8::7]:8000"),
    ],
)
def test_an_address_as_it_is_typed(said: str, plain: str) -> None:
    assert plain_address(said) == plain


@pytest.mark.parametrize(
    "said",
    ["", "ftp://a.example", "http://a:b@c.example", "http://x:99999", "http://a b", "javascript:alert(1)", "ex<b>"],
)
def test_what_is_no_address(said: str) -> None:
    with pytest.raises(Refusal):
        plain_address(said)


@pytest.mark.parametrize("said", ["localhost", "127.0.0.1:80", "http://[::1]/", "http://[::ffff:127.0.0.1]"])
def test_this_computers_name_for_itself_is_no_address_for_others(said: str) -> None:
    with pytest.raises(Refusal, match="name for itself"):
        plain_address(said)


def test_a_door_counts_as_reached_when_another_machine_came_by_it() -> None:
    doors = Reaching()
    doors.note(("192.168.1.24", 8000), "192.168.1.24")
    doors.note(("127.0.0.1", 8000), "192.168.1.7")
    doors.note(None, "192.168.1.7")
    assert doors._reached == set()
    doors.note(("192.168.1.24", 8000), "192.168.1.7")
    assert doors._reached == {"192.168.1.24"}


def test_no_own_address_is_one_that_others_cannot_use() -> None:
    assert not any(is_loopback(one) for one in own_addresses())


def test_the_word_is_asked_for_plainly(start: Callable[..., Running]) -> None:
    server = start()
    line = http.client.HTTPConnection("127.0.0.1", server.port)
    line.request("GET", "/api/reach/word")
    assert set(json.loads(line.getresponse().read())) == {"word"}
    line.close()
