"""What can be taken away from a battle."""

import base64
import gzip
import json
import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.battle.state.drawn import picture
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.unit import Hidden
from schiltron.battle.state.view import heard_by
from schiltron.rulesets import ruleset
from schiltron.server.shown import step
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_captains import finished
from tests.server.test_people import called, concede, together


@pytest.fixture
def over(server: Running) -> str:
    made = server.battle(red={"who": "captain"}, blue={"who": "captain"}, options={"turn_limit": 3})
    finished(server, made["id"])
    return str(made["id"])


def drawn_up(server: Running, made: dict[str, Any]) -> None:
    """Both sides set up, somehow."""
    players = [Player(server, made["id"], side) for side in ("red", "blue")]
    for player in players:
        player.hear_until("snapshot")
    while not players[0].view["turn"]:
        position = max(player.position for player in players)
        for player in players:
            player.catch_up(position)
        due = next(player for player in players if player.reply(Random(1)))
        assert due.order(due.reply(Random(1)))["type"] == "obeyed"


def test_the_journal_of_a_battle_that_is_over_is_a_save_file_that_proves_its_dice(
    server: Running, over: str, tmp_path: Path
) -> None:
    path = tmp_path / "battle.jsonl"
    path.write_bytes(server.http.get(f"/api/battles/{over}/journal.jsonl").content)
    verified = verify(read(path, {"book_of_war": ruleset("book_of_war")}))
    assert not verified.problems
    assert verified.rolls > 0


def test_the_journal_of_a_running_battle_holds_only_what_the_seat_may_know(server: Running) -> None:
    made = server.battle()
    red, blue = (Player(server, made["id"], side) for side in ("red", "blue"))
    for player in (red, blue):
        player.hear_until("snapshot")
    due = red if red.reply(Random(1)) else blue
    due.order(due.reply(Random(1)))
    texts = {}
    for player in (red, blue):
        texts[player.seat] = server.http.get(f"/api/battles/{made['id']}/journal.jsonl?seat={player.seat}").text
    assert '"set_down"' in texts[due.seat]
    assert '"set_down"' not in texts["blue" if due is red else "red"]
    assert all("seed" not in text for text in texts.values())


def test_any_moment_can_be_drawn(server: Running, over: str) -> None:
    first = server.http.get(f"/api/battles/{over}/moment.svg", params={"at": 0})
    last = server.http.get(f"/api/battles/{over}/moment.svg", params={"theme": "dark"})
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text.startswith("<svg")
    assert first.text != last.text


@pytest.mark.parametrize(("scatter", "ruled"), [("dice", True), ("called", False)])
def test_while_distances_are_guessed_no_picture_has_inches(server: Running, scatter: str, ruled: bool) -> None:
    made = server.battle("powder-and-stones", options={"scatter": scatter})
    drawn_up(server, made)
    drawn = server.http.get(f"/api/battles/{made['id']}/moment.svg")
    assert ('class="tick"' in drawn.text) is ruled


def test_the_report_is_one_page_that_needs_nothing_else(server: Running, over: str) -> None:
    report = server.http.get(f"/api/battles/{over}/report.html")
    assert "attachment" in report.headers["content-disposition"]
    assert "<html" in report.text
    assert "src=" not in report.text.replace("src:url(data:", "")


def test_a_history_comes_in_pieces_and_leads_from_the_first_position_to_the_last(server: Running, over: str) -> None:
    last = server.http.get(f"/api/battles/{over}").json()
    path = f"/api/battles/{over}/history"
    steps = server.http.get(path, params={"most": 10}).json()
    assert [step["position"] for step in steps] == list(range(1, 11))
    while steps[-1]["position"] < last["position"]:
        steps += server.http.get(path, params={"after": steps[-1]["position"], "most": 25}).json()
    assert [step["position"] for step in steps] == list(range(1, last["position"] + 1))
    assert steps[-1]["hash"] == last["hash"]
    assert server.http.get(path, params={"after": 100_000}).json() == []


def test_each_seat_is_told_of_its_own_view_wherever_that_is_worked_out(server: Running) -> None:
    made = server.battle("crossroads", options={"setup": "simultaneous"})
    players = [Player(server, made["id"], side) for side in ("red", "blue")]
    for player in players:
        player.hear_until("snapshot")
    for _ in range(4):
        position = max(player.position for player in players)
        for player in players:
            player.catch_up(position)
        due = next(player for player in players if player.reply(Random(1)))
        assert due.order(due.reply(Random(1)))["type"] == "obeyed"
    live = server.open_battles._live[made["id"]][0]
    book, last = live.journal.ruleset, live.position
    unit = next(one.id for one in live.battle.units.values() if isinstance(one.place, Hidden))
    given: dict[str, list[bytes]] = {"history": [], "picture": [], "distance": []}
    for seat in ("red", "blue", None):
        who = {"watch": 1} if seat is None else {"seat": seat}
        path = f"/api/battles/{made['id']}"
        history = server.http.get(f"{path}/history", params=who).content
        assert history == encode([step(live.journal, number, seat) for number in range(1, last + 1)])
        drawn = server.http.get(f"{path}/moment.svg", params=who).text
        heard = heard_by(live.journal.events[last], seat)
        ruled = book.measures(live.view(seat))
        assert drawn == picture(live.view(seat), width_px=1440, theme="light", events=heard, ruled=ruled)
        question = {"question": {"about": "distance", "from": unit, "to": unit}}
        distance = server.http.post(f"{path}/ask", params=who, json=question)
        assert distance.status_code == (200 if seat == live.battle.units[unit].side else 409), "it is in reserve"
        for kind, body in (("history", history), ("picture", drawn.encode()), ("distance", distance.content)):
            given[kind].append(body)
    assert [kind for kind, bodies in given.items() if len(set(bodies)) > 1] == list(given), "there is something to hide"


def test_a_battle_has_a_map_as_small_as_a_stamp(server: Running) -> None:
    made = server.battle("crossroads")
    drawn = server.http.get(f"/api/battles/{made['id']}/small.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    units = list(server.http.get(f"/api/battles/{made['id']}").json()["battle"]["units"].values())
    standing = [one for one in units if one["place"]["type"] == "on_table"]
    root = ElementTree.fromstring(drawn.text)
    classes = [path.get("class", "").split()[0] for path in root.iter() if path.tag.endswith("path")]
    assert sum(one in ("red", "blue", "ochre", "teal") for one in classes) == len(standing)
    assert not any(one["name"] in drawn.text for one in units), "no name is in it"
    assert server.http.get("/api/battles/nosuch/small.svg").status_code == 404


def test_who_led_which_side_stands_in_the_journal_and_in_the_report(server: Running, tmp_path: Path) -> None:
    called(server.http, "Ines")
    made, friend = together(server)
    called(friend, "Tomas")
    concede(server.http, made, "red")
    path = tmp_path / "battle.jsonl"
    path.write_bytes(server.http.get(f"/api/battles/{made['id']}/journal.jsonl").content)
    loaded = read(path, {"book_of_war": ruleset("book_of_war")})
    assert loaded.players == {"red": "Ines", "blue": "Tomas"}
    assert not verify(loaded).problems
    page = server.http.get(f"/api/battles/{made['id']}/report.html").text
    packed = re.search(r'id="film"[^>]*>([^<]+)<', page)
    assert packed is not None
    film = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    assert [side["player"] for side in film["sides"]] == [loaded.players[side["id"]] for side in film["sides"]]
    text = server.http.get(f"/battles/{made['id']}/text").text
    assert "is led by Ines" in text
