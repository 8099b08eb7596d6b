"""Lessons over HTTP: opened as battles, played by the answers they show, and gone on with freely."""

from typing import Any

from tests.server.running import Running

FIRST = "book_of_war/01-first-steps"


def begin(server: Running, lesson: str = FIRST) -> str:
    made = server.http.post("/api/lessons", json={"lesson": lesson})
    assert made.status_code == 201, made.text
    body = made.json()
    assert body["seats"]["red"]
    assert body["seats"]["blue"] is None
    return str(body["id"])


def how_far(server: Running, battle: str) -> dict[str, Any]:
    said = server.http.get(f"/api/battles/{battle}/lesson")
    assert said.status_code == 200, said.text
    found: dict[str, Any] = said.json()
    return found


def give(server: Running, battle: str, decision: str, answer: object) -> Any:
    position = server.http.get(f"/api/battles/{battle}").json()["position"]
    order = {"type": "reply", "seat": "red", "decision": decision, "answer": answer}
    return server.http.post(f"/api/battles/{battle}/orders", json={"position": position, "order": order})


def test_the_lessons_are_listed_book_by_book(server: Running) -> None:
    listed = server.http.get("/api/lessons").json()
    assert listed[0]["id"] == FIRST
    assert listed[0]["number"] == 1
    assert {one["book"] for one in listed} == {"book_of_war", "by_this_axe", "chainmail", "battlesystem"}


def test_a_lesson_is_played_as_it_shows_and_its_dice_fall_as_they_are_laid_out(server: Running) -> None:
    battle = begin(server)
    stood = how_far(server, battle)
    assert stood["done"] == 0
    while stood["done"] < len(stood["steps"]):
        came = give(server, battle, stood["decision"], stood["shown"])
        assert came.status_code == 200, came.text
        now = how_far(server, battle)
        assert now["done"] == stood["done"] + 1
        stood = now
    assert stood["shown"] is None
    assert stood["next"]["number"] == 2
    assert server.http.get(f"/api/battles/{battle}").json()["dice"]["kind"] == "scripted"


def test_anything_else_is_answered_with_the_step(server: Running) -> None:
    battle = begin(server)
    stood = how_far(server, battle)
    came = give(server, battle, stood["decision"], {"type": "planned", "commands": []})
    assert came.status_code == 422
    assert "not yet: advance the Town Spears" in came.text
    assert how_far(server, battle)["done"] == 0


def test_a_lesson_is_gone_on_with_freely(server: Running) -> None:
    battle = begin(server)
    made = server.http.post(f"/api/battles/{battle}/lesson/free", json={"seat": "red"})
    assert made.status_code == 201, made.text
    free = made.json()["id"]
    assert free != battle
    assert server.http.get(f"/api/battles/{free}/lesson").status_code == 404
    decision = how_far(server, battle)["decision"]
    came = give(server, free, decision, {"type": "planned", "commands": []})
    assert came.status_code == 200, came.text
    assert how_far(server, battle)["done"] == 0


def test_there_are_no_other_lessons_and_no_other_battle_is_one(server: Running) -> None:
    assert server.http.post("/api/lessons", json={"lesson": "book_of_war/99-none"}).status_code == 404
    made = server.battle()
    assert server.http.get(f"/api/battles/{made['id']}/lesson").status_code == 404
