"""The players' own dice, typed in at the table."""

from typing import Any

import pytest

from tests.server.player import Player
from tests.server.running import Running


@pytest.fixture
def red(server: Running) -> Player:
    made = server.battle(dice="typed")
    player = Player(server, made["id"], "red")
    player.hear_until("snapshot")
    return player


def dice(red: Player, *pools: Any) -> dict[str, Any]:
    return {"type": "dice", "roll": red.view["roll"]["id"], "pools": list(pools)}


def test_the_battle_waits_for_the_players_dice_and_reads_their_faces(red: Player) -> None:
    assert red.view["roll"]["purpose"].startswith("initiative")
    assert red.order(dice(red, {"classes": [], "faces": [6, 5]}, {"classes": [], "faces": [1, 2]}))["type"] == "obeyed"
    assert red.steps[0]["entry"]["order"]["pools"][0] == {"classes": [[11, 1]], "faces": [6, 5]}
    assert red.view["active"] == "red"


@pytest.mark.parametrize(
    ("pools", "why"),
    [
        ([{"classes": [], "faces": [6, 7]}, {"classes": [], "faces": [1, 2]}], "cannot show 7"),
        ([{"classes": [], "faces": [6]}, {"classes": [], "faces": [1, 2]}], "2 dice are due, 1 were given"),
        ([{"classes": [], "faces": [3, 3]}, {"classes": [], "faces": [2, 4]}], "tie"),
        ([{"classes": [[12, 1]], "faces": [1, 1]}, {"classes": [], "faces": [2, 4]}], "does not follow"),
        ([{"classes": [[12, 1]], "faces": []}, {"classes": [[2, 1]], "faces": []}], "faces of the dice are missing"),
        ([{"classes": [], "faces": [6, 6]}], "2 pools"),
    ],
)
def test_dice_that_cannot_be_are_refused(red: Player, pools: list[Any], why: str) -> None:
    said = red.order(dice(red, *pools))
    assert said["type"] == "refused"
    assert why in said["reasons"][0]["text"]
    assert red.position == 0


def test_nobody_types_in_dice_that_the_server_throws(server: Running) -> None:
    made = server.battle()
    red = Player(server, made["id"], "red")
    red.hear_until("snapshot")
    said = red.order({"type": "dice", "roll": "0", "pools": []})
    assert "sealed" in said["reasons"][0]["text"]
