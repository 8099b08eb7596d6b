"""Two seats play each other over live connections; others watch."""

from random import Random

import pytest

from schiltron.battle.door.dice import DiceShare, SealedDice, fingerprint, verify_commitment
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.order import Concede, Undo
from tests.server.player import Player
from tests.server.running import Running


def seated(server: Running, **wish: object) -> tuple[dict[str, object], Player, Player]:
    made = server.battle(**wish)
    red, blue = (Player(server, made["id"], side) for side in ("red", "blue"))
    red.hear_until("snapshot")
    blue.hear_until("snapshot")
    return made, red, blue


def play(red: Player, blue: Player, orders: int, seed: int = 1) -> int:
    """So many orders, or until it is over; the position reached."""
    random = Random(seed)
    for _ in range(orders):
        position = max(red.position, blue.position)
        red.catch_up(position)
        blue.catch_up(position)
        if red.view["outcome"]:
            break
        for player in (red, blue):
            reply = player.reply(random)
            if reply is not None:
                said = player.order(reply)
                assert said["type"] == "obeyed", said
                break
    return max(red.position, blue.position)


@pytest.mark.slow
def test_two_people_play_a_whole_battle_and_all_views_agree_at_every_step(server: Running) -> None:
    made, red, blue = seated(server, options={"turn_limit": 8})
    watcher = Player(server, made["id"])
    watcher.hear_until("snapshot")
    last = play(red, blue, 3000)
    for one in (red, blue, watcher):
        one.catch_up(last)
        assert one.view["outcome"] is not None
        assert one.hear_until("over")["seed"]
    assert red.told == blue.told == watcher.told
    for one in (red, blue, watcher):
        who = {"seat": one.seat} if one.seat else {"watch": 1}
        shown = server.http.get(f"/api/battles/{made['id']}", params=who)
        assert encode(shown.json()["battle"]) == encode(one.view)
        one.close()


def test_two_that_may_know_the_same_get_equal_bytes(server: Running) -> None:
    made, red, blue = seated(server)
    play(red, blue, 12)
    second = Player(server, made["id"], "red")
    snapshot = second.hear_until("snapshot")
    red.catch_up(second.position)
    assert encode(snapshot["battle"]) == encode(red.view)
    stranger, other = (server.visitor().get(f"/api/battles/{made['id']}").content for _ in range(2))
    assert stranger == other


def test_several_tabs_of_one_seat_agree(server: Running) -> None:
    made, red, blue = seated(server)
    tab = Player(server, made["id"], "red")
    tab.hear_until("snapshot")
    last = play(red, blue, 6)
    tab.catch_up(last)
    red.catch_up(last)
    assert tab.view == red.view
    assert [step["hash"] for step in tab.steps] == [step["hash"] for step in red.steps]


def test_reconnect_resumes_from_a_position(server: Running) -> None:
    made, red, blue = seated(server)
    play(red, blue, 4)
    known, view = red.position, red.view
    red.close()
    random = Random(5)
    again = Player(server, made["id"], "red")
    again.hear_until("snapshot")
    while (reply := again.reply(random) or blue.reply(random)) is not None and blue.position < known + 3:
        (again if reply.seat == "red" else blue).order(reply)
        last = max(again.position, blue.position)
        again.catch_up(last)
        blue.catch_up(last)
    resumed = Player(server, made["id"], "red", position=known, view=dict(view))
    resumed.catch_up(blue.position)
    assert not resumed.snapshots
    assert resumed.view == again.view


def test_a_position_from_the_future_or_another_hash_is_answered_with_the_whole_battle(server: Running) -> None:
    made = server.battle()
    ahead = Player(server, made["id"], "red", position=10_000)
    assert ahead.hear()["type"] == "snapshot"
    strange = Player(server, made["id"], "red&hash=00", position=0)
    assert strange.hear()["type"] == "snapshot"


def test_a_stale_or_repeated_order_is_refused_and_changes_nothing(server: Running) -> None:
    _, red, blue = seated(server)
    first = red if red.reply(Random(1)) else blue
    other = blue if first is red else red
    reply = first.reply(Random(1))
    position = first.position
    assert first.order(reply)["type"] == "obeyed"
    again = first.order(reply, position)
    assert again["type"] == "refused"
    assert again["stale"]
    once_more = first.order(reply)
    assert once_more["type"] == "refused"
    assert not once_more["stale"]
    future = first.order(reply, position + 500)
    assert future["stale"]
    other.catch_up(first.position)
    assert other.view["serial"] == first.view["serial"]


def test_nobody_gives_the_orders_of_another_seat(server: Running) -> None:
    made, red, blue = seated(server)
    due = red if red.reply(Random(1)) else blue
    thief = blue if due is red else red
    said = thief.order(due.reply(Random(1)))
    assert said["type"] == "refused"
    assert "you sit at" in said["reasons"][0]["text"]
    watcher = Player(server, made["id"])
    watcher.hear_until("snapshot")
    said = watcher.order(Concede("red"))
    assert "watching" in said["reasons"][0]["text"]
    assert thief.position == due.position


def test_an_illegal_order_is_answered_with_every_reason_and_its_rules(server: Running) -> None:
    _, red, blue = seated(server)
    due = red if red.reply(Random(1)) else blue
    reply = due.reply(Random(1))
    assert reply is not None
    wrong = {"type": "set_down", "unit": "nobody", "pose": {"x": 0, "y": 0, "heading": 0}, "files": 4}
    said = due.order({"type": "reply", "seat": reply.seat, "decision": reply.decision, "answer": wrong})
    assert said["type"] == "refused"
    assert not said["stale"]
    assert said["reasons"][0]["rules"]


def test_an_answer_can_be_undone_until_somebody_else_has_answered(server: Running) -> None:
    _, red, blue = seated(server)
    due = red if red.reply(Random(1)) else blue
    other = blue if due is red else red
    due.order(due.reply(Random(1)))
    assert due.steps[-1]["undo"] == {"free": True, "why": []}
    units = due.view["units"]
    assert due.order(Undo(str(due.seat)))["type"] == "obeyed"
    assert due.view["units"] != units
    while (reply := other.reply(Random(1))) is None:
        due.order(due.reply(Random(2)))
        other.catch_up(due.position)
    other.order(reply)
    due.catch_up(other.position)
    assert not due.steps[-1]["undo"]["free"]
    assert due.order(Undo(str(due.seat)))["type"] == "refused"


def test_the_seed_is_a_secret_until_the_battle_is_over_and_then_proves_the_commitment(server: Running) -> None:
    made, red, blue = seated(server)
    play(red, blue, 4)
    running = server.http.get(f"/api/battles/{made['id']}")
    assert running.json()["dice"]["seed"] is None
    commitment = running.json()["dice"]["commitment"]
    red.catch_up(max(red.position, blue.position))
    assert red.order(Concede("red"))["type"] == "obeyed"
    seed = red.hear_until("over")["seed"]
    assert verify_commitment(commitment, bytes.fromhex(seed))
    rolled = next(step for step in _history(server, made["id"]) if step["entry"]["order"]["type"] == "dice")
    start = server.http.get(f"/api/battles/{made['id']}", params={"at": 0}).json()["battle"]
    roll = red.book.decode(encode(start)).roll
    shares = [DiceShare(seat, f"the secret of {seat}") for seat in ("red", "blue")]
    assert running.json()["dice"]["shares"] == [
        {"seat": one.seat, "fingerprint": fingerprint(one.secret.encode()), "told": True, "secret": one.secret}
        for one in shares
    ]
    thrown = SealedDice(bytes.fromhex(seed), shares).throw(roll, rolled["position"])
    assert [list(pool.faces) for pool in thrown.pools] == [pool["faces"] for pool in rolled["entry"]["order"]["pools"]]


def _history(server: Running, battle: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = server.http.get(f"/api/battles/{battle}/history").json()
    return found


def test_who_is_connected_is_told_to_all(server: Running) -> None:
    made, red, blue = seated(server)
    blue.close()
    while True:
        told = red.hear_until("seats")
        present = {player["seat"]: player["connected"] for player in told["players"]}
        if present == {"red": 1, "blue": 0}:
            break
    watcher = Player(server, made["id"])
    watcher.hear_until("snapshot")
    while red.hear_until("seats")["watchers"] != 1:
        pass
    red.say(type="ping")
    assert red.hear_until("pong")["ref"] == 1
