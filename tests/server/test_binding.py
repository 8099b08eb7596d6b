"""Dice bind both sides: the server shows the hash of its seed, each player adds a secret, nobody steers them alone."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.rulesets import ruleset
from schiltron.server.live import LiveBattle
from schiltron.server.seats import COOKIE
from tests.server.player import Player
from tests.server.running import Running

FRIEND = {"who": "friend"}


def mark(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def add(visitor: httpx.Client, battle: str, seat: str, **what: str) -> httpx.Response:
    return visitor.post(f"/api/battles/{battle}/dice", json={"seat": seat, **what})


def shown(visitor: httpx.Client, battle: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(f"/api/battles/{battle}").json()
    return found


@pytest.fixture
def friends(server: Running) -> tuple[str, httpx.Client, httpx.Client]:
    """A battle of two browsers in which nobody has added anything yet."""
    made = server.battle(bound=False, blue=FRIEND)
    friend = server.visitor()
    body = {"token": made["seats"]["blue"]["token"]}
    assert friend.post(f"/api/battles/{made['id']}/seats", json=body).status_code == 200
    return made["id"], server.http, friend


def test_two_browsers_bind_the_dice_and_then_the_battle_begins(friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, blue = friends
    before = shown(blue, battle)
    assert before["position"] == 0
    assert before["dice"]["commitment"]
    assert not before["dice"]["bound"]
    assert before["dice"]["shares"] == [
        {"seat": "red", "fingerprint": "", "told": False, "secret": None},
        {"seat": "blue", "fingerprint": "", "told": False, "secret": None},
    ]
    assert add(red, battle, "red", fingerprint=mark("roses")).status_code == 200
    assert add(blue, battle, "blue", secret="violets").json()["bound"] is False
    hidden = shown(red, battle)["dice"]
    assert hidden["shares"][1] == {"seat": "blue", "fingerprint": mark("violets"), "told": True, "secret": None}
    assert "violets" not in str(hidden), "nobody is shown a secret before all are in"
    assert add(red, battle, "red", secret="roses").json()["bound"] is True
    after = shown(blue, battle)
    assert after["position"] > 0
    assert after["dice"]["commitment"] == before["dice"]["commitment"]
    assert [one["secret"] for one in after["dice"]["shares"]] == ["roses", "violets"]


def test_no_order_is_taken_before_the_dice_are_bound(friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, _ = friends
    order = {"position": 0, "order": {"type": "concede", "seat": "red"}}
    told = red.post(f"/api/battles/{battle}/orders", json=order)
    assert told.status_code == 409
    assert "red and blue must add" in told.json()["error"]["what"]
    (line,) = red.get("/api/battles").json()
    assert line["waiting_for"] == ["red", "blue"]


def test_who_has_shown_a_fingerprint_is_bound_by_it(friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, blue = friends
    assert add(red, battle, "red", fingerprint=mark("roses")).status_code == 200
    assert add(red, battle, "red", secret="tulips").status_code == 409
    other = add(red, battle, "red", fingerprint=mark("lilies"), instead=mark("roses"))
    assert other.status_code == 200, "nothing is known yet"
    assert add(blue, battle, "blue", secret="violets").status_code == 200
    told = add(red, battle, "red", fingerprint=mark("tulips"), instead=mark("lilies"))
    assert told.status_code == 409
    assert "a secret is known already" in told.json()["error"]["what"]
    assert add(red, battle, "red", secret="roses").status_code == 409
    assert add(blue, battle, "blue", secret="asters").status_code == 409
    assert add(red, battle, "red", secret="lilies").json()["bound"] is True
    assert add(red, battle, "red", secret="lilies").status_code == 409, "nothing is left to add"


def test_of_two_tabs_that_come_at_once_the_first_counts(friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, blue = friends
    assert add(red, battle, "red", fingerprint=mark("roses"), instead=mark("tulips")).status_code == 409
    assert add(red, battle, "red", fingerprint=mark("roses")).status_code == 200
    second = add(red, battle, "red", fingerprint=mark("tulips"))
    assert second.status_code == 409
    assert second.json()["error"]["what"] == "another fingerprint has been shown for this seat"
    assert mark("roses") in second.json()["error"]["right"]
    assert add(red, battle, "red", fingerprint=mark("tulips"), instead=mark("lilies")).status_code == 409
    assert shown(red, battle)["dice"]["shares"][0]["fingerprint"] == mark("roses")
    assert add(red, battle, "red", fingerprint=mark("roses")).status_code == 200, "the same once more does no harm"
    assert add(red, battle, "red", secret="roses").status_code == 200
    late = add(blue, battle, "blue", fingerprint=mark("violets"))
    assert late.status_code == 200, "who comes last may show a fingerprint first, too"
    assert add(blue, battle, "blue", fingerprint=mark("asters"), instead=mark("violets")).status_code == 409
    assert add(blue, battle, "blue", secret="violets").json()["bound"] is True


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"secret": "x" * 201},
        {"secret": "a\nb"},
        {"secret": "grün"},
        {"fingerprint": "00"},
        {"fingerprint": "G" * 64},
    ],
)
def test_what_cannot_be_added(friends: tuple[str, httpx.Client, httpx.Client], what: dict[str, str]) -> None:
    battle, red, _ = friends
    assert add(red, battle, "red", **what).status_code == 422


def test_nobody_adds_for_another(server: Running, friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, _ = friends
    assert add(red, battle, "blue", secret="violets").status_code == 403
    assert add(server.visitor(), battle, "red", secret="roses").status_code == 403
    assert add(server.visitor(), battle, "", secret="roses").status_code == 403


def test_whoever_is_connected_hears_of_it(server: Running, friends: tuple[str, httpx.Client, httpx.Client]) -> None:
    battle, red, blue = friends
    sitting = Player(server, battle, "red")
    sitting.hear_until("snapshot")
    add(blue, battle, "blue", fingerprint=mark("violets"))
    assert sitting.hear_until("dice")["dice"]["shares"][1]["fingerprint"] == mark("violets")
    add(red, battle, "red", secret="roses")
    assert not sitting.hear_until("dice")["dice"]["bound"]
    add(blue, battle, "blue", secret="violets")
    assert sitting.hear_until("dice")["dice"]["bound"]
    sitting.catch_up(1)
    assert sitting.steps[0]["entry"]["order"]["type"] == "dice"


def test_a_captain_waits_and_adds_nothing(server: Running) -> None:
    made = server.battle(bound=False, blue={"who": "captain"})
    assert [one["seat"] for one in shown(server.http, made["id"])["dice"]["shares"]] == ["red"]
    assert add(server.http, made["id"], "red", secret="roses").json()["bound"] is True
    assert shown(server.http, made["id"])["position"] > 0


def test_two_captains_wait_for_nobody(server: Running) -> None:
    made = server.battle(red={"who": "captain"}, blue={"who": "captain"})
    dice = shown(server.http, made["id"])["dice"]
    assert dice["bound"]
    assert dice["shares"] == []


def test_dice_of_the_players_own_need_no_binding(server: Running) -> None:
    made = server.battle(bound=False, dice="typed")
    dice = shown(server.http, made["id"])["dice"]
    assert (dice["kind"], dice["bound"], dice["shares"]) == ("typed", True, [])


def test_what_players_have_added_survives_the_server(start: Callable[..., Running]) -> None:
    first = start()
    made = first.battle(bound=False)
    add(first.http, made["id"], "red", fingerprint=mark("roses"))
    add(first.http, made["id"], "blue", secret="violets")
    cookie = first.http.cookies[COOKIE]
    first.stop()
    second = start()
    second.http.cookies.set(COOKIE, cookie)
    assert add(second.http, made["id"], "red", secret="tulips").status_code == 409
    assert add(second.http, made["id"], "red", secret="roses").json()["bound"] is True
    begun = shown(second.http, made["id"])
    second.stop()
    third = start()
    third.http.cookies.set(COOKIE, cookie)
    assert shown(third.http, made["id"])["dice"] == begun["dice"]
    assert shown(third.http, made["id"])["hash"] == begun["hash"]


def test_the_journal_proves_the_dice_from_all_secrets(
    server: Running, friends: tuple[str, httpx.Client, httpx.Client], tmp_path: Path
) -> None:
    battle, red, blue = friends
    noted = shown(blue, battle)["dice"]["commitment"]
    add(red, battle, "red", fingerprint=mark("roses"))
    add(blue, battle, "blue", secret="violets")
    add(red, battle, "red", secret="roses")
    position = shown(red, battle)["position"]
    order = {"position": position, "order": {"type": "concede", "seat": "red"}}
    assert red.post(f"/api/battles/{battle}/orders", json=order).status_code == 200
    path = tmp_path / "battle.jsonl"
    path.write_bytes(blue.get(f"/api/battles/{battle}/journal.jsonl").content)
    loaded = read(path, {"book_of_war": ruleset("book_of_war")})
    proven = verify(loaded, [noted, mark("roses")], ["violets"])
    assert proven.problems == ()
    assert (proven.rolls, proven.shares) == (1, 2)
    assert len(verify(loaded, [mark("tulips")], ["asters"]).problems) == 2


def test_a_server_that_leaves_a_players_secret_out_is_found(
    server: Running, friends: tuple[str, httpx.Client, httpx.Client], tmp_path: Path
) -> None:
    """It throws by its own seed alone, and writes the journal as if it had not."""
    battle, red, blue = friends
    add(red, battle, "red", fingerprint=mark("roses"))
    add(blue, battle, "blue", secret="violets")
    live = server.open_battles._met[battle]
    honest = live._begin

    def alone() -> Any:
        live.dice.binding._of["blue"] = type(live.dice.binding._of["blue"])("blue", mark("asters"), "asters")
        return honest()

    live._begin = alone  # type: ignore[method-assign]
    add(red, battle, "red", secret="roses")
    order = {"position": live.position, "order": {"type": "concede", "seat": "red"}}
    red.post(f"/api/battles/{battle}/orders", json=order)
    path = tmp_path / "battle.jsonl"
    path.write_bytes(blue.get(f"/api/battles/{battle}/journal.jsonl").content)
    (problem,) = verify(read(path, {"book_of_war": ruleset("book_of_war")}), (), ["violets"]).problems
    assert problem == "no player added 'violets' to these dice"


# ---------------------------------------------------------------- text play


def test_words_for_the_dice_are_typed_where_there_is_no_page(server: Running) -> None:
    made = server.battle(bound=False)
    path = f"/api/battles/{made['id']}/text?seat=red"
    due = server.http.post(path, json={"line": "look"}).json()["due"]
    assert any("for example: dice seven herons" in line for line in due)
    assert any(shown(server.http, made["id"])["dice"]["commitment"] in line for line in due)
    said = server.http.post(path, json={"line": "dice  the rain in the hills "}).json()
    assert said["lines"] == ["You have added to the dice: the rain in the hills"]
    assert any(mark("the rain in the hills") in line for line in said["due"])
    assert "It cannot be" in server.http.post(path, json={"line": "dice grün"}).json()["lines"][0]
    server.add_to_dice(made["id"], "blue")
    assert "bound" not in " ".join(server.http.post(path, json={"line": ""}).json()["due"])


def test_nobody_sees_the_dice_half_bound(
    friends: tuple[str, httpx.Client, httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first dice are thrown the secrets are all in, and not shown yet: so they are not called bound."""
    battle, red, blue = friends
    looked: list[dict[str, Any]] = []
    begin = LiveBattle._begin

    def watched(live: LiveBattle) -> tuple[bytes, list[bytes]]:
        begun = begin(live)
        looked.append(shown(blue, battle)["dice"])
        return begun

    monkeypatch.setattr(LiveBattle, "_begin", watched)
    assert add(red, battle, "red", secret="roses").status_code == 200
    assert add(blue, battle, "blue", secret="violets").json()["bound"]
    (during,) = looked
    assert not during["bound"]
    assert [one["secret"] for one in during["shares"]] == [None, None]
    assert [one["secret"] for one in shown(blue, battle)["dice"]["shares"]] == ["roses", "violets"]


def test_a_page_that_looked_before_the_dice_were_bound_and_listens_after_is_told(
    friends: tuple[str, httpx.Client, httpx.Client], server: Running
) -> None:
    battle, red, blue = friends
    before = shown(red, battle)
    assert add(blue, battle, "blue", secret="violets").status_code == 200
    assert add(red, battle, "red", secret="roses").status_code == 200
    late = Player(server, battle, "red", position=0, view=before["battle"])
    dice = late.hear_until("dice")["dice"]
    assert dice["bound"]
    assert [one["secret"] for one in dice["shares"]] == ["roses", "violets"]
