"""Seats: an invitation is taken once, the seat belongs to the browser that took it, and nobody takes it back unseen."""

import logging
from collections.abc import Callable
from typing import Any

import httpx2 as httpx
import pytest
from sqlalchemy import create_engine, text

from schiltron.server import invitations
from schiltron.server.live import LiveBattle
from schiltron.server.seats import COOKIE, Claim
from schiltron.server.store import Store, key_of
from tests.server.player import Player
from tests.server.running import Running

FRIEND = {"who": "friend"}


def take(visitor: httpx.Client, made: dict[str, Any], token: str, **more: Any) -> httpx.Response:
    return visitor.post(f"/api/battles/{made['id']}/seats", json={"token": token, **more})


def seat_of(visitor: httpx.Client, made: dict[str, Any]) -> str | None:
    found: str | None = visitor.get(f"/api/battles/{made['id']}").json()["seat"]
    return found


def invited(server: Running) -> tuple[dict[str, Any], str]:
    made = server.battle(blue=FRIEND)
    return made, made["seats"]["blue"]["token"]


def player_of(made: dict[str, Any], visitor: httpx.Client, seat: str) -> dict[str, Any]:
    players = visitor.get(f"/api/battles/{made['id']}").json()["players"]
    return next(one for one in players if one["seat"] == seat)


def test_whoever_sets_up_a_battle_holds_his_own_seats_and_no_friends(server: Running) -> None:
    made, token = invited(server)
    path = f"/api/battles/{made['id']}"
    mine = server.http.get(path).json()
    assert mine["seat"] == "red"
    assert mine["mine"] == [{"seat": "red", "link": f"/battles/{made['id']}?seat=red"}]
    assert server.http.get(path, params={"seat": "blue"}).status_code == 403
    assert server.http.get(path, params={"watch": 1}).json()["seat"] is None
    assert made["seats"]["red"] == {"link": f"/battles/{made['id']}?seat=red", "token": ""}
    assert made["seats"]["blue"]["link"] == f"/battles/{made['id']}#invitation={token}"
    stranger = server.visitor().get(path).json()
    assert (stranger["seat"], stranger["mine"]) == (None, [])


def test_an_invitation_is_taken_once_and_belongs_to_the_browser_that_took_it(server: Running) -> None:
    made, token = invited(server)
    friend, late = server.visitor(), server.visitor()
    assert not player_of(made, server.http, "blue")["taken"]
    assert take(friend, made, token).json() == {"seat": "blue", "link": f"/battles/{made['id']}?seat=blue"}
    assert seat_of(friend, made) == "blue"
    assert player_of(made, server.http, "blue")["taken"]
    told = take(late, made, token)
    assert told.status_code == 410
    assert "taken already" in told.json()["error"]["what"]
    assert COOKIE not in told.headers.get("set-cookie", "")
    assert seat_of(late, made) is None
    assert seat_of(server.http, made) == "red"
    assert take(friend, made, token).status_code == 200, "who took it may open the link again"


def test_two_who_take_at_the_same_time_do_not_both_get_it(server: Running) -> None:
    from concurrent.futures import ThreadPoolExecutor

    made, token = invited(server)
    friends = [server.visitor() for _ in range(8)]
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda one: take(one, made, token).status_code, friends))
    assert sorted(answers) == [200] + [410] * 7


def test_the_taken_seat_survives_the_server(start: Callable[..., Running]) -> None:
    first = start()
    made, token = invited(first)
    friend = first.visitor()
    take(friend, made, token)
    cookie = friend.cookies[COOKIE]
    first.stop()
    second = start()
    again = second.visitor()
    again.cookies.set(COOKIE, cookie)
    assert seat_of(again, made) == "blue"
    assert take(second.visitor(), made, token).status_code == 410


@pytest.mark.parametrize("token", ["", "wrong", "x" * 200])
def test_a_token_that_opens_nothing(server: Running, token: str) -> None:
    made, _ = invited(server)
    told = take(server.visitor(), made, token)
    assert told.status_code == 403
    assert "opens no seat" in told.json()["error"]["what"]


def test_the_token_of_one_battle_opens_no_other(server: Running) -> None:
    _, token = invited(server)
    other, _ = invited(server)
    assert take(server.visitor(), other, token).status_code == 403


def test_a_token_in_an_address_opens_nothing(server: Running) -> None:
    """Addresses are logged on the way; nobody is to put a secret there."""
    made, token = invited(server)
    for name in ("token", "seat_token", "invitation"):
        assert server.visitor().get(f"/api/battles/{made['id']}", params={name: token}).json()["seat"] is None
    body = {"position": 0, "order": {"type": "concede", "seat": "blue"}, "token": token}
    assert server.visitor().post(f"/api/battles/{made['id']}/orders", json=body).status_code == 422


def test_opening_the_friends_link_by_mistake_takes_nothing(server: Running) -> None:
    made, token = invited(server)
    told = take(server.http, made, token)
    assert told.status_code == 409
    assert "for another player" in told.json()["error"]["what"]
    assert not player_of(made, server.http, "blue")["taken"]
    assert take(server.http, made, token, also=True).json()["seat"] == "blue"
    assert [held["seat"] for held in server.http.get(f"/api/battles/{made['id']}").json()["mine"]] == ["red", "blue"]


def test_a_friend_who_holds_one_seat_does_not_take_the_other_by_mistake(server: Running) -> None:
    made = server.battle(red=FRIEND, blue=FRIEND)
    friend = server.visitor()
    assert take(friend, made, made["seats"]["red"]["token"]).status_code == 200
    assert take(friend, made, made["seats"]["blue"]["token"]).status_code == 409


# ---------------------------------------------------------------- lists


def test_the_list_shows_an_invitation_to_whoever_made_it_until_it_is_taken(server: Running) -> None:
    made, token = invited(server)
    (line,) = server.http.get("/api/battles").json()
    assert line["founded"]
    assert line["seats"]["blue"] == {
        "who": "friend",
        "name": "",
        "link": f"/battles/{made['id']}#invitation={token}",
        "taken": False,
        "player": "",
        "side": "The Levy of Harrowdale (Blue)",
        "colour": "blue",
    }
    friend = server.visitor()
    take(friend, made, token)
    (line,) = server.http.get("/api/battles").json()
    assert (line["seats"]["blue"]["link"], line["seats"]["blue"]["taken"]) == (None, True)
    (line,) = friend.get("/api/battles").json()
    assert (line["mine"], line["founded"], line["seats"]["red"]["link"]) == (["blue"], False, None)


# ---------------------------------------------------------------- another device, a lost seat


def link_to(visitor: httpx.Client, made: dict[str, Any], seat: str) -> httpx.Response:
    return visitor.post(f"/api/battles/{made['id']}/seats/link", json={"seat": seat})


def test_a_holder_gives_the_seat_to_another_device_of_theirs(server: Running) -> None:
    made, token = invited(server)
    friend, phone, thief = (server.visitor() for _ in range(3))
    take(friend, made, token)
    spare = link_to(friend, made, "blue")
    assert spare.status_code == 201
    assert take(phone, made, spare.json()["token"]).json()["seat"] == "blue"
    assert seat_of(phone, made) == seat_of(friend, made) == "blue"
    assert take(thief, made, spare.json()["token"]).status_code == 410
    assert player_of(made, server.http, "blue")["given_anew"] == 0


def test_a_newer_link_makes_the_older_void(server: Running) -> None:
    made, token = invited(server)
    newer = link_to(server.http, made, "blue").json()["token"]
    told = take(server.visitor(), made, token)
    assert told.status_code == 410
    assert "newer one" in told.json()["error"]["what"]
    assert take(server.visitor(), made, newer).status_code == 200


def test_nobody_makes_links_to_seats_that_are_not_theirs_to_give(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    take(friend, made, token)
    assert link_to(friend, made, "red").status_code == 403
    assert link_to(server.visitor(), made, "blue").status_code == 403
    assert link_to(server.http, made, "green").status_code == 403
    captained = server.battle(blue={"who": "captain"})
    assert link_to(server.http, captained, "blue").status_code == 403


def test_a_lost_seat_is_given_anew_before_everybodys_eyes(server: Running) -> None:
    made, token = invited(server)
    friend, friends_new_browser = server.visitor(), server.visitor()
    take(friend, made, token)
    anew = link_to(server.http, made, "blue").json()["token"]
    assert player_of(made, friend, "blue")["offered"], "the friend sees it, whenever they come"
    assert take(friends_new_browser, made, anew).json()["seat"] == "blue"
    assert player_of(made, server.visitor(), "blue")["given_anew"] == 1
    assert not player_of(made, friend, "blue")["offered"]
    before = friend.get(f"/api/battles/{made['id']}").json()
    assert (before["seat"], before["lost"]) == (None, ["blue"]), "who held it does so no longer, and is told"
    assert friends_new_browser.get(f"/api/battles/{made['id']}").json()["lost"] == []
    assert friend.get(f"/api/battles/{made['id']}", params={"seat": "blue"}).status_code == 403


def test_who_lost_a_seat_does_not_get_it_back_by_a_restart(start: Callable[..., Running]) -> None:
    first = start()
    made, token = invited(first)
    friend = first.visitor()
    take(friend, made, token)
    anew = link_to(first.http, made, "blue").json()["token"]
    assert take(first.visitor(), made, anew).status_code == 200
    cookie = friend.cookies[COOKIE]
    first.stop()
    again = start().visitor()
    again.cookies.set(COOKIE, cookie)
    shown = again.get(f"/api/battles/{made['id']}").json()
    assert (shown["seat"], shown["lost"]) == (None, ["blue"])


def test_a_seat_is_not_given_anew_while_its_holder_is_at_the_table(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    take(friend, made, token)
    sitting = Player(server, made["id"], "blue", cookie=friend.cookies[COOKIE])
    sitting.hear_until("seats")
    told = link_to(server.http, made, "blue")
    assert told.status_code == 409
    assert "at the table" in told.json()["error"]["what"]


def test_a_holder_who_comes_back_keeps_the_seat(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    take(friend, made, token)
    anew = link_to(server.http, made, "blue").json()["token"]
    back = Player(server, made["id"], "blue", cookie=friend.cookies[COOKIE])
    seen = back.hear_until("snapshot")["players"]
    assert not any(one["offered"] for one in seen)
    told = take(server.visitor(), made, anew)
    assert told.status_code == 410
    assert "called back" in told.json()["error"]["what"]
    assert seat_of(friend, made) == "blue"


def test_who_loses_the_seat_while_connecting_is_sent_away(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made, token = invited(server)
    friend = server.visitor()
    take(friend, made, token)
    anew = link_to(server.http, made, "blue").json()["token"]

    async def somebody_is_faster(live: LiveBattle, store: Store, _seat: str) -> None:
        await invitations.take(live, store, anew, "somebody else")

    monkeypatch.setattr("schiltron.server.routes.live.came_back", somebody_is_faster)
    sitting = Player(server, made["id"], "blue", cookie=friend.cookies[COOKIE])
    assert sitting.hear_to_the_end()[1] == 1012


# ---------------------------------------------------------------- cookies


@pytest.mark.parametrize("own", ["mine", "a" * 43, "x" * 500, "schiltron"])
def test_a_cookie_of_the_clients_own_making_is_never_adopted(server: Running, own: str) -> None:
    visitor = server.visitor()
    visitor.cookies.set(COOKIE, own)
    made = visitor.post("/api/battles", json={"scenario": "open-field"})
    given = made.cookies[COOKIE]
    assert given != own
    assert len(given) >= 43
    planted = server.visitor()
    planted.cookies.set(COOKIE, own)
    assert seat_of(planted, made.json()) is None
    assert planted.get("/api/battles").json() == []


def test_nor_is_it_where_a_seat_is_taken(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    friend.cookies.set(COOKIE, "mine")
    assert take(friend, made, token).cookies[COOKIE] != "mine"
    planted = server.visitor()
    planted.cookies.set(COOKIE, "mine")
    assert seat_of(planted, made) is None


def test_a_cookie_of_ours_is_kept(server: Running) -> None:
    server.battle()
    first = server.http.cookies[COOKIE]
    server.battle()
    assert server.http.cookies[COOKIE] == first


# ---------------------------------------------------------------- logs, old battles


def test_no_token_and_no_cookie_comes_into_the_log(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        made, token = invited(server)
        friend = server.visitor()
        take(friend, made, token)
        take(server.visitor(), made, token)
        friend.get(f"/api/battles/{made['id']}")
        assert Player(server, made["id"], "red", cookie=friend.cookies[COOKIE]).hear_to_the_end_of_refusal() == 4403
    ours = [one.getMessage() for one in caplog.records if one.name.startswith(("schiltron", "uvicorn", "sqlalchemy"))]
    secret = (token, friend.cookies[COOKIE], server.http.cookies[COOKIE])
    assert not [line for line in ours if any(one in line for one in secret)]


def test_links_of_the_format_before_are_taken_once_from_now_on(start: Callable[..., Running]) -> None:
    """A database of format 1: red's link was opened, blue's never was."""
    first = start()
    made, _ = invited(first)
    cookie = first.http.cookies[COOKIE]
    database = first.settings.database
    first.stop()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE invitations"))
        connection.execute(text("UPDATE about SET value = '1' WHERE name = 'format'"))
        connection.execute(text("UPDATE seats SET token = seat || '-token'"))
    engine.dispose()
    second = start()
    mine = second.visitor()
    mine.cookies.set(COOKIE, cookie)
    assert seat_of(mine, made) == "red"
    assert take(second.visitor(), made, "red-token").status_code == 410
    assert take(second.visitor(), made, "blue-token").status_code == 200
    assert take(second.visitor(), made, "blue-token").status_code == 410


def test_the_store_keeps_no_token_that_was_taken(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    take(friend, made, token)
    store = Store(server.settings.database)
    kept = store.load(made["id"])
    store.close()
    assert kept is not None
    (invitation,) = kept.invitations
    assert (invitation.key, invitation.token) == (key_of(token), "")
    assert invitation.taker == Claim(friend.cookies[COOKIE]).visitor


# ---------------------------------------------------------------- text play


def test_the_text_page_takes_an_invitation_without_scripts(server: Running) -> None:
    made, token = invited(server)
    friend = server.visitor()
    page = f"/battles/{made['id']}/text"
    assert 'name="invitation"' in friend.get(page).text
    whole_link = f"http://table.example/battles/{made['id']}#invitation={token}"
    taken = friend.post(page, data={"invitation": whole_link})
    assert taken.status_code == 303
    assert taken.headers["location"] == f"{page}?seat=blue"
    shown = friend.get(taken.headers["location"]).text
    assert "You lead The Levy of Harrowdale (Blue)." in shown
    assert 'name="invitation"' not in shown
