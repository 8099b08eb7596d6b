"""Setting battles up, finding them again, and who may see and do what."""

import pytest

from schiltron.server.seats import COOKIE
from tests.server.player import Player
from tests.server.running import Running


def test_play_now_is_one_request_and_sets_a_cookie_that_scripts_cannot_read(server: Running) -> None:
    answered = server.http.post("/api/battles", json={"scenario": "open-field"})
    made = answered.json()
    assert made["seats"]["red"]["link"] == f"/battles/{made['id']}?seat=red"
    assert made["seats"]["blue"] is None
    assert made["watch"]["link"] == f"/battles/{made['id']}"
    cookie = answered.headers["set-cookie"].lower()
    assert COOKIE in cookie
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_both_seats_at_one_screen(server: Running) -> None:
    made = server.battle(blue={"who": "me"})
    path = f"/api/battles/{made['id']}"
    assert [held["seat"] for held in server.http.get(path).json()["mine"]] == ["red", "blue"]
    assert server.http.get(path, params={"seat": "blue"}).json()["seat"] == "blue"


def test_my_battles_say_where_they_stand_and_the_latest_is_first(server: Running) -> None:
    first, second = server.battle(title="The first"), server.battle("hill-and-woods")
    listed = server.http.get("/api/battles").json()
    assert [line["id"] for line in listed] == [second["id"], first["id"]]
    assert listed[1]["title"] == "The first"
    assert listed[0]["waiting_for"] in (["red"], ["blue"])
    assert listed[0]["outcome"] is None
    assert listed[0]["strength"]["red"][0] == listed[0]["strength"]["red"][1] > 0
    assert server.visitor().get("/api/battles").json() == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/battles/nowhere", 404),
        ("/api/battles/nowhere/history", 404),
        ("/api/battles/{id}?seat=wrong", 403),
        ("/api/battles/{id}/history?seat=wrong", 403),
        ("/api/battles/{id}/journal.jsonl?seat=wrong", 403),
        ("/api/battles/{id}?at=9999", 404),
        ("/api/battles/{id}?at=-1", 422),
        ("/api/battles/{id}?at=soon", 422),
        ("/api/battles/{id}/moment.svg?at=9999", 404),
        ("/api/battles/{id}/moment.svg?theme=pink", 422),
        ("/api/battles/{id}/report.html", 409),
        ("/api/books/nowhere/rules", 404),
        ("/api/nothing", 404),
    ],
)
def test_a_bad_link_is_answered_with_what_is_wrong(server: Running, path: str, status: int) -> None:
    made = server.battle()
    answered = server.http.get(path.replace("{id}", made["id"]))
    assert answered.status_code == status
    assert answered.json()["error"]["what"]


def test_a_bad_link_closes_a_live_connection_for_good(server: Running) -> None:
    from websockets.exceptions import ConnectionClosed

    made = server.battle()
    for battle, seat, code in (("nowhere", "", 4404), (made["id"], "wrong", 4403)):
        line = Player(server, battle, seat).line
        assert b"error" in line.recv(decode=False)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


@pytest.mark.parametrize(
    ("wish", "status", "where"),
    [
        ({}, 422, "scenario"),
        ({"scenario": "nowhere"}, 404, "scenario"),
        ({"scenario": "../../etc/passwd.toml"}, 404, "scenario"),
        ({"scenario": "open-field", "options": {"nonsense": "1"}}, 422, "options.nonsense"),
        ({"scenario": "open-field", "options": {"turn_limit": "soon"}}, 422, "options.turn_limit"),
        ({"scenario": "open-field", "blue": {"who": "captain", "captain": "general"}}, 422, "blue.captain"),
        ({"scenario": "open-field", "blue": {"who": "nobody"}}, 422, "$.blue.who"),
        ({"scenario": "open-field", "dice": "loaded"}, 422, "$.dice"),
        ({"scenario": "open-field", "cheat": True}, 422, ""),
        ({"armies": {"red": {"ready": "nowhere"}, "blue": {"ready": "nowhere"}}}, 404, "armies.red.ready"),
        ({"armies": {"red": {"toml": "name = 3"}, "blue": {"ready": "book_of_war/harrow-levy"}}}, 422, "name"),
    ],
)
def test_a_wish_that_cannot_be_met_says_where(
    server: Running, wish: dict[str, object], status: int, where: str
) -> None:
    answered = server.http.post("/api/battles", json=wish)
    assert answered.status_code == status
    assert answered.json()["error"]["where"] == where


def test_two_army_lists_meet_on_ground_that_is_rolled_for(server: Running) -> None:
    ready = server.http.get("/api/armies").json()
    wish = {
        "scenario": None,
        "armies": {"red": {"ready": ready[0]["id"]}, "blue": {"toml": _list("Lads", 40)}},
        "options": {"declare": "measure_first"},
    }
    made = server.battle(**wish)
    shown = server.http.get(f"/api/battles/{made['id']}").json()
    assert [side["name"] for side in shown["battle"]["sides"]] == [ready[0]["title"], "Lads"]
    assert shown["battle"]["own"]["options"]["declare"] == "measure_first"


def _list(name: str, figures: int) -> str:
    return f'ruleset = "book_of_war"\nname = "{name}"\n[[units]]\ntroop = "pikemen"\nfigures = {figures}\n'


def test_another_site_cannot_act_with_a_visitors_cookie(server: Running) -> None:
    made = server.battle()
    headers = {"Origin": "http://elsewhere.example"}
    answered = server.http.post("/api/battles", json={"scenario": "open-field"}, headers=headers)
    assert answered.status_code == 403
    order = {"position": 1, "order": {"type": "concede", "seat": "red"}}
    assert server.http.post(f"/api/battles/{made['id']}/orders", json=order, headers=headers).status_code == 403
    own = {"Origin": server.address}
    assert server.http.post(f"/api/battles/{made['id']}/orders", json=order, headers=own).status_code == 200


def test_an_order_over_http_is_answered_with_its_step(server: Running) -> None:
    made = server.battle()
    path = f"/api/battles/{made['id']}/orders"
    order = {"type": "concede", "seat": "red"}
    stale = server.http.post(path, json={"position": 0, "order": {"type": "undo", "seat": "red"}})
    assert stale.status_code == 409
    taken = server.http.post(path, json={"position": 1, "order": order})
    assert taken.json()["position"] == 2
    assert taken.json()["entry"]["order"] == order
    assert taken.json()["changes"]["outcome"]["winner"] == "blue"
    again = server.http.post(path, json={"position": 2, "order": order})
    assert again.status_code == 422
    assert again.json()["error"]["reasons"][0]["text"] == "the battle is over"
    assert server.visitor().post(path, json={"position": 2, "order": order}).status_code == 403


def test_a_battle_says_what_its_book_calls_a_turn_and_how_many_came_though_they_hide(server: Running) -> None:
    made = server.battle("lairn")
    watched = server.http.get(f"/api/battles/{made['id']}", params={"watch": 1}).json()
    assert (watched["turn_word"], watched["brought"]) == ("Round", {"red": 81, "blue": 91})
    (line,) = server.http.get("/api/battles").json()
    assert line["turn_word"] == "Round"
