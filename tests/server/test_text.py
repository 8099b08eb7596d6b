"""Text play over the service: the same battle without a picture."""

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


def test_a_question_changes_nothing(server: Running, path: str) -> None:
    before = server.http.post(path, json={"line": ""}).json()
    said = server.http.post(path, json={"line": "what may rose do"}).json()
    assert "Advance, as: advance 12″." in said["lines"]
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
