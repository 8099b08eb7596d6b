"""Whatever comes in, the answer is a clear 4xx: never a 500, never a battle that has changed."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.player import Player
from tests.server.positions import table_with
from tests.server.running import Running

FUZZ = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

words = st.sampled_from(
    [
        "type", "reply", "dice", "concede", "undo", "propose", "agree", "withdraw", "seat", "red", "blue", "decision",
        "answer", "chosen", "keys", "set_down", "unit", "red-1", "pose", "x", "y", "heading", "files", "position",
        "order", "token", "question", "about", "card", "preview", "path", "marched", "commanded", "planned", "laid",
        "advance", "wheel", "distance", "angle", "side", "scenario", "open-field", "options", "who", "captain",
    ]
)  # fmt: skip
numbers = st.one_of(
    st.integers(-(10**40), 10**40), st.integers(-100_000, 100_000), st.floats(allow_nan=False, allow_infinity=False)
)
whole = st.one_of(st.integers(-80_000, 80_000), st.integers(-3, 40), st.integers(-(10**40), 10**40), numbers)
"""Mostly what a length or a count could be."""
leaves = st.one_of(st.none(), st.booleans(), numbers, words, st.text(max_size=30))
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.one_of(words, st.text(max_size=8)), inner, max_size=5)
    ),
    max_leaves=25,
)
rubbish = st.one_of(st.binary(max_size=300), anything.map(lambda value: json.dumps(value).encode()))


class Table:
    """A battle that must stay as it is."""

    def __init__(self, server: Running, made: dict[str, Any] | None = None) -> None:
        self.server = server
        self.made = made or server.battle()
        self.path = f"/api/battles/{self.made['id']}"
        self.look()

    def look(self) -> None:
        """What is due now, and from whom."""
        self.known = self.shown()
        due = self.known["battle"]["decisions"][0]
        self.seat, self.decision = due["seat"], due["id"]

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.server.http.get(self.path, params={"watch": 1}).json()
        return found

    def unchanged(self) -> None:
        now = self.shown()
        assert (now["position"], now["hash"]) == (self.known["position"], self.known["hash"])

    def order(self, order: Any) -> Any:
        body = {"seat": self.seat, "position": self.known["position"], "order": order}
        return self.server.http.post(f"{self.path}/orders", json=body)


@pytest.fixture
def table(server: Running) -> Table:
    return Table(server)


def clear(answered: Any, *, or_done: bool = False) -> None:
    if or_done and answered.status_code in (200, 201):
        return
    assert 400 <= answered.status_code < 500, answered.text
    assert answered.json()["error"]["what"]


@FUZZ
@given(body=rubbish, where=st.sampled_from(["/orders", "/ask"]))
def test_rubbish_for_a_battle(table: Table, body: bytes, where: str) -> None:
    clear(table.server.http.post(table.path + where, content=body))
    table.unchanged()


@FUZZ
@given(body=rubbish, where=st.sampled_from(["/api/battles", "/api/armies/check"]))
def test_rubbish_for_the_house(server: Running, body: bytes, where: str) -> None:
    clear(server.http.post(where, content=body))


@FUZZ
@given(wish=st.dictionaries(words, anything, max_size=4))
def test_strange_wishes(server: Running, wish: dict[str, Any]) -> None:
    clear(server.http.post("/api/battles", json={"scenario": "open-field", "options": wish}), or_done=not wish)


@FUZZ
@given(toml=st.one_of(st.text(max_size=200), anything.map(str)))
def test_strange_army_lists(server: Running, toml: str) -> None:
    answered = server.http.post("/api/armies/check", json={"toml": toml})
    assert answered.status_code in (200, 422)
    wish = {"armies": {"red": {"toml": toml}, "blue": {"ready": "book_of_war/harrow-levy"}}}
    clear(server.http.post("/api/battles", json=wish))


@FUZZ
@given(
    path=st.lists(st.one_of(words, st.text(max_size=12)), max_size=4),
    query=st.dictionaries(st.sampled_from(["seat", "at", "after", "most", "theme", "width", "watch"]), leaves),
)
def test_strange_addresses(table: Table, path: list[str], query: dict[str, Any]) -> None:
    given_query = {name: str(value) for name, value in query.items()}
    for address in (
        f"/api/{'/'.join(map(_quoted, path))}",
        table.path,
        f"{table.path}/history",
        f"{table.path}/moment.svg",
    ):
        answered = table.server.http.get(address, params=given_query)
        assert answered.status_code < 500, (address, answered.text)
    table.unchanged()


def _quoted(part: str) -> str:
    return quote(part.encode("utf-8", "replace"), safe="")


poses = st.fixed_dictionaries({"x": whole, "y": whole, "heading": whole})
ids = st.one_of(
    st.sampled_from(["red-1", "red-2", "red-3", "blue-1", "blue-2"]),
    st.sampled_from(["", "blue-9"]),
    st.text(max_size=8),
)
manoeuvres = st.one_of(
    st.fixed_dictionaries({"type": st.just("advance"), "distance": whole}),
    st.fixed_dictionaries({"type": st.just("wheel"), "side": st.sampled_from(["left", "right"]), "angle": whole}),
    st.fixed_dictionaries({"type": st.just("face"), "to": st.sampled_from(["front", "left", "right", "rear", "up"])}),
    st.fixed_dictionaries({"type": st.just("reform"), "files": whole}),
    st.fixed_dictionaries({"type": st.sampled_from(["wrap", "expand"]), "left": whole, "right": whole}),
    st.fixed_dictionaries({"type": st.sampled_from(["hedgehog", "square_up"])}),
)
marched = st.fixed_dictionaries({"type": st.just("marched"), "path": st.lists(manoeuvres, max_size=6)})
aimed = st.fixed_dictionaries({"type": st.just("aimed"), "target": ids, "ranks": whole})
commanded = st.fixed_dictionaries(
    {
        "type": st.just("commanded"),
        "actor": ids,
        "action": st.one_of(st.sampled_from(["move", "shoot", "finish", "charge"]), st.text(max_size=6)),
        "form": st.one_of(st.none(), marched, aimed),
    }
)
points = st.lists(st.tuples(whole, whole), max_size=6)
features = st.fixed_dictionaries(
    {
        "type": st.just("area"),
        "id": ids,
        "kind": words,
        "name": st.text(max_size=5),
        "ring": points,
        "contours": st.just([]),
    }
)
answers = st.one_of(
    st.fixed_dictionaries({"type": st.just("set_down"), "unit": ids, "pose": poses, "files": whole}),
    st.fixed_dictionaries({"type": st.just("chosen"), "keys": st.lists(st.text(max_size=5), max_size=4)}),
    st.fixed_dictionaries({"type": st.just("planned"), "commands": st.lists(commanded, max_size=4)}),
    st.fixed_dictionaries({"type": st.just("laid"), "feature": st.one_of(st.none(), features)}),
    st.fixed_dictionaries(
        {
            "type": st.just("assigned"),
            "shares": st.lists(st.fixed_dictionaries({"item": ids, "bin": ids, "count": whole}), max_size=3),
        }
    ),
    marched,
    commanded,
)


def refused_or_legal(table: Table, answer: Any) -> None:
    """An answer that is legal may be obeyed; one that is not leaves no trace, and no rule breaks down over it."""
    answered = table.order({"type": "reply", "seat": table.seat, "decision": table.decision, "answer": answer})
    if answered.status_code == 200:
        table.look()
        return
    clear(answered)
    assert "the program failed" not in answered.text
    table.unchanged()


KINDS = ("place_unit", "place_feature", "command", "plan", "choose", "assign")


@pytest.fixture(params=KINDS)
def asked(request: pytest.FixtureRequest, server: Running) -> Table:
    return Table(server, table_with(server, request.param))


@FUZZ
@given(answer=answers)
def test_strange_answers_to_a_real_question(asked: Table, answer: Any) -> None:
    refused_or_legal(asked, answer)


paths = st.lists(manoeuvres, max_size=4)
questions = st.one_of(
    st.fixed_dictionaries({"about": st.sampled_from(["card", "menu", "overlays", "targets"]), "unit": ids}),
    st.fixed_dictionaries({"about": st.sampled_from(["menu", "overlays", "targets"]), "unit": ids, "path": paths}),
    st.fixed_dictionaries({"about": st.just("preview"), "answer": answers}),
    st.fixed_dictionaries({"about": st.just("distance"), "from": ids, "to": ids}),
    st.fixed_dictionaries({"about": st.just("rule"), "id": st.one_of(ids, st.sampled_from(["BW-B1-01", "BW-"]))}),
)


@FUZZ
@given(question=questions)
def test_strange_questions(asked: Table, question: dict[str, Any]) -> None:
    body = {"seat": asked.seat, "question": question}
    clear(asked.server.http.post(f"{asked.path}/ask", json=body), or_done=True)
    asked.unchanged()


@FUZZ
@given(messages=st.lists(st.one_of(rubbish, anything.map(json.dumps)), min_size=1, max_size=5))
def test_rubbish_over_a_live_connection(table: Table, messages: list[bytes | str]) -> None:
    player = Player(table.server, table.made["id"], table.seat)
    player.hear_until("snapshot")
    for message in messages:
        player.line.send(message)
    player.say(type="ping")
    while (said := player.hear())["type"] != "pong":
        assert said["type"] in ("refused", "seats"), said
    player.close()
    table.unchanged()
