"""A store that fails costs an order its confirmation, and never the battle its truth."""

from collections.abc import Callable
from concurrent.futures import Future
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from schiltron.server.store import Store
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_captains import finished
from tests.server.test_play import seated


def failing(monkeypatch: pytest.MonkeyPatch, method: str, times: int) -> None:
    """The store's next calls of a method fail."""
    whole: Callable[..., Future[None]] = getattr(Store, method)
    left = times

    def fail(self: Store, *arguments: object) -> Future[None]:
        nonlocal left
        left -= 1
        if left >= 0:
            raise OperationalError("INSERT", {}, Exception("the disk is full"))
        return whole(self, *arguments)

    monkeypatch.setattr(Store, method, fail)


def test_an_order_that_cannot_be_stored_was_not_carried_out(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made, red, blue = seated(server)
    due = red if red.reply(Random(1)) else blue
    reply, position = due.reply(Random(1)), due.position
    failing(monkeypatch, "append", 1)
    said = due.order(reply)
    assert said["type"] == "refused"
    assert "could not be stored" in said["reasons"][0]["text"]
    assert due.hear_to_the_end()[1] == 1012
    again = Player(server, made["id"], due.seat)
    again.hear_until("snapshot")
    assert again.position == position
    assert again.view == due.view
    assert again.order(reply)["type"] == "obeyed"


def test_over_http_it_is_a_503_that_may_be_tried_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.battle()
    order = {"position": 1, "order": {"type": "concede", "seat": "red"}}
    failing(monkeypatch, "append", 1)
    answered = server.http.post(f"/api/battles/{made['id']}/orders", json=order)
    assert answered.status_code == 503
    assert answered.headers["retry-after"]
    assert server.http.post(f"/api/battles/{made['id']}/orders", json=order).status_code == 200


def test_a_store_that_cannot_be_read_is_a_503_too(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "load", 2)
    assert server.http.get("/api/battles/anything").status_code == 503
    assert Player(server, "anything").line.recv(decode=False).startswith(b'{"error"')
    failing(monkeypatch, "create", 1)
    assert server.http.post("/api/battles", json={"scenario": "open-field"}).status_code == 503


def test_captains_go_on_when_the_store_does(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "append", 1)
    made = server.battle(red={"who": "captain"}, blue={"who": "captain"}, options={"turn_limit": 2})
    finished(server, made["id"])


def test_what_another_process_has_written_is_read_anew(server: Running) -> None:
    made, red, blue = seated(server)
    due = red if red.reply(Random(1)) else blue
    live = server.open_battles._live[made["id"]][0]
    other = Store(server.settings.database)
    stored = other.load(made["id"])
    assert stored is not None
    from schiltron.server.battle_summary import standing_of

    foreign = b'{"line":"entry","number":2,"order":{"type":"concede","seat":"red"},"hash":"x"}\n'
    other.append(made["id"], 1, [foreign], standing_of(live.battle)).result()
    other.close()
    assert due.order(due.reply(Random(1)))["type"] == "refused"
    shown = server.http.get(f"/api/battles/{made['id']}")
    assert shown.status_code == 410, "its hash is wrong: it cannot be replayed"
