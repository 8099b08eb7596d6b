"""Text play over the service: the same battle without a picture."""

import re
import time
from typing import Any

import pytest

from tests.server.positions import table_with
from tests.server.running import Running


@pytest.fixture
def path(server: Running) -> str:
    made = table_with(server, "command")
    return f"/api/battles/{made['id']}/text?seat=red"


def test_a_battle_is_told_in_words(server: Running, path: str) -> None:
    text = server.http.get(path).text
    assert "Move a unit, or end the movement phase." in text
    assert "Knights of the Rose (red-1)" in text
    assert "Told last:" in text


def test_a_typed_order_is_carried_out_and_answered_with_what_was_told(server: Running, path: str) -> None:
    before = server.http.post(path, json={"line": ""}).json()
    said = server.http.post(path, json={"line": "rose advance 6"}).json()
    assert said["position"] == before["position"] + 1
    assert any("Knights of the Rose" in line and "advance 6″" in line for line in said["told"])
    assert said["table"] != before["table"]
    refused = server.http.post(path, json={"line": "rose advance 6"}).json()
    assert refused["position"] == said["position"]
    assert refused["lines"]


def test_a_line_for_all_moves_all_of_them(server: Running, path: str) -> None:
    before = server.http.post(path, json={"line": ""}).json()
    said = server.http.post(path, json={"line": "all forward 4"}).json()
    moved = [line for line in said["told"] if "advance 4″" in line]
    assert len(moved) > 2
    assert said["position"] >= before["position"] + len(moved)
    assert not any("may move" in line or "Units:" in line for line in said["due"]), "nobody is left to be moved"


def test_a_question_changes_nothing(server: Running, path: str) -> None:
    before = server.http.post(path, json={"line": ""}).json()
    said = server.http.post(path, json={"line": "what may rose do"}).json()
    assert "Advance, for example: advance 12″." in said["lines"]
    assert said["position"] == before["position"]


def test_those_who_watch_give_no_orders(server: Running, path: str) -> None:
    said = server.visitor().post(path.partition("?")[0], json={"line": "concede"}).json()
    assert "watching" in said["lines"][0]


def test_a_plan_is_remembered_from_line_to_line(server: Running) -> None:
    made = table_with(server, "plan")
    path = f"/api/battles/{made['id']}/text"
    for line in ("rose advance 6", "bachelor advance 4"):
        server.http.post(path, json={"line": line, "seat": "red"})
    sent = server.http.post(path, json={"line": "send", "seat": "red"}).json()
    assert sum("Knights" in line and "advance" in line for line in sent["told"]) >= 2


@pytest.mark.parametrize("body", [{}, {"line": 3}, {"line": "x" * 3000}, {"line": "look", "seat": "wrong"}, []])
def test_what_is_not_a_line_is_refused(server: Running, path: str, body: object) -> None:
    answered = server.http.post(path.partition("?")[0], json=body)
    assert 400 <= answered.status_code < 500


def test_the_text_page_works_without_scripts(server: Running, path: str) -> None:
    page = path.replace("/api", "")
    shown = server.http.get(page)
    assert "<h1>" in shown.text
    assert 'role="log"' in shown.text
    assert "script-src 'self'" in shown.headers["content-security-policy"]
    said = server.http.post(page, data={"line": "where <rose>"})
    assert "There is no unit" in said.text
    assert "<rose>" not in said.text
    moved = server.http.post(page, data={"line": "rose advance 6"})
    assert "advance 6″" in moved.text
    assert server.http.get("/text/text.js").headers["content-type"].startswith("text/javascript")
    assert server.http.get("/text/text.css").status_code == 200
    assert server.http.get("/text/text.html").status_code == 404
    assert server.http.get(page.partition("?")[0] + "?seat=wrong").status_code == 403


def test_the_page_says_whose_turn_it_is_in_its_head_and_its_tab(server: Running, path: str) -> None:
    said = server.http.post(path, json={"line": ""}).json()
    assert said["yours"] is True
    assert said["tab"].startswith("● Your turn: ")
    assert said["head"].startswith("Your turn. Turn 1 of ")
    assert "(Red)" in said["head"]
    page = server.http.get(path.replace("/api", "")).text
    assert "<title>● Your turn: " in page
    assert 'role="status" aria-live="assertive"' in page
    assert "You lead The Flower of Chivalry (Red)." in page
    watched = server.visitor().post(path.partition("?")[0], json={"line": ""}).json()
    assert watched["yours"] is False
    assert watched["tab"].startswith("Red to move: ")
    assert watched["head"].startswith("Waiting for The Flower of Chivalry (Red).")
    over = server.http.post(path, json={"line": "concede"}).json()
    assert over["tab"].startswith("Over: ")
    assert over["head"] == "The battle is over: The Free Cantons (Blue) won."


def test_a_battle_is_begun_and_found_again_without_a_picture(server: Running) -> None:
    start = server.http.get("/text")
    assert "script-src 'self'" in start.headers["content-security-policy"]
    assert "The Lily Field: lead The Host of Vaire (Ochre) against The Pikes of Uhrwald (Teal)" in start.text
    *books, levels, tempers = start.text.split("<optgroup")[1:]
    assert len(books) == 4
    assert '<option value="captain" selected>Captain. Plans,' in levels
    assert '<option value="captain:bold">Captain, bold. Comes to blows early' in tempers
    assert re.search(r"<li>Book of War, by \d+ games: .*Captain 1000.*Recruit \d+ ± \d+", start.text)
    for book in books:
        assert "(a good first battle)" in book.split("<option")[1], "the list of a book begins with it"
    begun = server.http.post("/text", data={"battle": "open-field:blue", "captain": "recruit"}, follow_redirects=True)
    assert "You lead The Levy of Harrowdale (Blue)." in begun.text
    assert "The dice are being bound" in begun.text
    assert "Marlow Plain" in server.http.get("/text").text
    assert "/text?seat=blue" in server.http.get("/text").text
    for wrong in (
        {},
        {"battle": "open-field"},
        {"battle": "nowhere:red"},
        {"battle": "open-field:red", "captain": "x"},
    ):
        refused = server.http.post("/text", data=wrong)
        assert 400 <= refused.status_code < 500
        assert '<p role="alert">That cannot begin: ' in refused.text
    assert start.headers["referrer-policy"] == "same-origin", "else a browser sends no origin with the form"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open-field", "ashmere-causeway", "beacon-ridge", "crossroads"])
def test_a_whole_battle_of_every_book_by_text_alone(server: Running, scenario: str) -> None:
    """From the binding of the dice to the end, in words only; whatever is suggested can be said."""
    other = {"who": "captain", "captain": "recruit"}
    made = server.battle(scenario, bound=False, blue=other, options={"turn_limit": 2})
    path = f"/api/battles/{made['id']}/text"

    def say(line: str) -> dict[str, Any]:
        return dict(server.http.post(path, json={"line": line, "seat": "red"}).json())

    assert "being bound" in say("")["due"][0]
    now = say("dice seven herons stood in the rain")
    for _ in range(3000):
        now = say("")
        if now["tab"].startswith("Over: "):
            break
        if not now["yours"]:
            time.sleep(0.01)
            continue
        first = next(line for line in say("suggest")["lines"] if line.startswith("1 "))
        said = say(first.removeprefix("1 "))
        if any(line.startswith("Planned: ") for line in said["lines"]):
            said = say("send")
        assert said["position"] > now["position"], (first, said["lines"])
    assert now["head"].startswith("The battle is over: ")
