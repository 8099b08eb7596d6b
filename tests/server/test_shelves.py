"""Books, scenarios and armies that are ready to be looked at."""

import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from schiltron.muster import load_scenario
from schiltron.rulesets import NAMES
from schiltron.server import jobs
from tests.server.running import Running


def test_every_book_has_captains_rules_options_and_something_to_play(server: Running) -> None:
    books = server.http.get("/api/books").json()
    assert [book["name"] for book in books] == list(NAMES)
    played = {scenario["ruleset"] for scenario in server.http.get("/api/scenarios").json()}
    for book in books:
        assert {"recruit", "captain", "marshal"} <= {one["name"] for one in book["opponents"]}
        assert book["name"] in played
        rules = server.http.get(f"/api/books/{book['name']}/rules").json()
        assert rules["rules"]
        known = {rule["id"]: rule for rule in rules["rules"]}
        assert rules["linked"]
        for key, spans in rules["linked"].items():
            for part, told in spans.items():
                assert "".join(span if isinstance(span, str) else span["words"] for span in told) == known[key][part]
                assert all(span["words"] in known for span in told if not isinstance(span, str))


def test_a_book_says_how_strong_its_captains_are(server: Running) -> None:
    for book in server.http.get("/api/books").json():
        levels = {one["captain"]: one for one in book["ladder"]["levels"]}
        assert {one["name"] for one in book["opponents"]} & levels.keys() >= {"recruit", "captain"}
        fixed = levels.pop("captain")
        assert (fixed["rating"], fixed["margin"]) == (1000, None)
        assert all(one["margin"] > 0 and one["games"] > 0 for one in levels.values())


def picture_of(server: Running, scenario: str) -> Any:
    return server.http.get(f"/api/scenarios/{scenario}/picture").json()


def with_a_unit(scenario: str, side: str) -> int:
    """How many characters of a side stand in the ranks of a unit, and are not drawn by themselves. Who is with a ship
    stands on her deck, and is."""
    entry = load_scenario(scenario).sides[side]
    ships = {unit.name for unit in entry.units if unit.troop == "ship"}
    return sum(1 for unit in entry.units if unit.joins and unit.joins not in ships)


def test_pictures_of_scenarios_show_both_armies_drawn_up(server: Running) -> None:
    for scenario in server.http.get("/api/scenarios").json():
        for side in scenario["sides"]:
            units = side["units"] - with_a_unit(scenario["id"], side["id"]) if scenario["table"] else 0
            drawn = re.findall(rf'data-unit="{side["id"]}-\d+"', picture_of(server, scenario["id"])["svg"])
            assert len(drawn) == units, scenario["id"]


def test_each_book_has_one_battle_to_begin_with_and_red_is_on_the_near_side(server: Running) -> None:
    scenarios = server.http.get("/api/scenarios").json()
    assert sorted(one["ruleset"] for one in scenarios if one["first"]) == sorted(NAMES)
    for scenario in scenarios:
        picture = picture_of(server, scenario["id"])
        ground, table = picture["armies"], scenario["table"]
        if table is None:
            assert (ground, picture["svg"], picture["map"]) == (None, "", ""), scenario["id"]
            continue
        assert 0 <= ground["left"] < ground["right"] <= table["width"], scenario["id"]
        assert 0 <= ground["top"] < ground["bottom"] <= table["depth"], scenario["id"]
        solid, hollow = (
            [float(y) for y in re.findall(rf' {manner}" d="M[-.\d]+ ([-.\d]+)L', picture["map"])]
            for manner in ("solid", "open")
        )
        assert sum(solid) / len(solid) > sum(hollow) / len(hollow), scenario["id"]


def test_rosters_are_printed_for_armies_and_scenarios(server: Running) -> None:
    got = server.http.get("/api/armies/book_of_war/harrow-levy/rosters.pdf")
    assert got.headers["content-type"] == "application/pdf"
    assert got.content.startswith(b"%PDF")
    both = server.http.get("/api/scenarios/open-field/rosters.pdf")
    blue = server.http.get("/api/scenarios/open-field/rosters.pdf?side=blue&paper=letter")
    assert both.content.startswith(b"%PDF")
    assert blue.content.startswith(b"%PDF")
    assert 'filename="open-field-blue.pdf"' in blue.headers["content-disposition"]


def test_a_server_without_typst_says_so_before_and_after_it_is_asked(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = start()
    assert all(book["prints"] for book in usual.http.get("/api/books").json())
    usual.stop()
    monkeypatch.setitem(sys.modules, "typst", None)
    server = start()
    assert not any(book["prints"] for book in server.http.get("/api/books").json())
    refused = server.http.get("/api/scenarios/open-field/rosters.pdf")
    assert refused.status_code == 501
    assert "pip install 'schiltron[sheets]'" in refused.json()["error"]["what"]


def test_rosters_of_what_is_not_there_are_refused(server: Running) -> None:
    for path, status in (
        ("/api/armies/book_of_war/nobody/rosters.pdf", 404),
        ("/api/armies/..%2f../etc/rosters.pdf", 404),
        ("/api/scenarios/nowhere/rosters.pdf", 404),
        ("/api/scenarios/open-field/rosters.pdf?side=green", 422),
        ("/api/scenarios/open-field/rosters.pdf?paper=papyrus", 422),
    ):
        got = server.http.get(path)
        assert got.status_code == status, path
        assert got.json()["error"]["what"]


def test_pictures_of_scenarios_are_drawn_before_anybody_asks_for_them(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()

    def slowly(scenario: str) -> bytes:
        begun.set()
        go_on.wait(20)
        return f'["drawn", "{scenario}"]'.encode()

    monkeypatch.setattr(jobs, "picture_of_scenario", slowly)
    running = start(draws_ahead=True)
    assert begun.wait(20)
    for shelf in ("books", "scenarios", "armies"):
        assert running.http.get(f"/api/{shelf}").status_code == 200, "nobody waits for it"
    go_on.set()
    assert running.http.get("/api/scenarios/open-field/picture").json() == ["drawn", "open-field"]
    monkeypatch.setattr(jobs, "picture_of_scenario", lambda _: b'["drawn again"]')
    assert running.http.get("/api/scenarios/open-field/picture").json() == ["drawn", "open-field"]


def test_everybody_may_ask_for_all_pictures_at_once(start: Callable[..., Running]) -> None:
    """They are drawn one after another: nobody is told that he asks for too much."""
    running = start()
    ready = [one["id"] for one in running.http.get("/api/scenarios").json()]
    with ThreadPoolExecutor(len(ready)) as visitors:
        asked = visitors.map(lambda one: running.http.get(f"/api/scenarios/{one}/picture").status_code, ready)
    assert set(asked) == {200}


def test_there_is_no_picture_of_a_battle_that_is_not_ready(server: Running) -> None:
    for name in ("nowhere", "book_of_war%2Fopen-field"):
        assert server.http.get(f"/api/scenarios/{name}/picture").status_code == 404


def test_army_lists_count_the_commanders_in_the_ranks_as_the_battle_does(server: Running) -> None:
    army = next(one for one in server.http.get("/api/armies").json() if one["id"] == "battlesystem/crossroads-force")
    assert (army["figures"], army["commanders"]) == (54, 4)
    assert sum(unit["figures"] for unit in army["units"]) == 50
    scenario = next(one for one in server.http.get("/api/scenarios").json() if one["id"] == "crossroads")
    assert [side["figures"] for side in scenario["sides"]] == [54, 54]


def test_units_that_are_the_only_ones_of_their_name_are_told_by_what_they_are(server: Running) -> None:
    army = next(one for one in server.http.get("/api/armies").json() if one["id"] == "battlesystem/army-du-lairn")
    assert {"name": "Orcsmashers", "kind": "Dwarf regulars"}.items() <= army["units"][0].items()


@pytest.mark.parametrize(
    "path",
    ["/api/books", "/api/books/chainmail/rules", "/api/scenarios", "/api/scenarios/open-field/picture", "/api/armies"],
)
def test_what_everybody_asks_for_is_written_and_packed_once(
    server: Running, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = server.http.get(path)
    assert first.headers["content-encoding"] == "gzip"

    def again(*_: object) -> bytes:
        raise AssertionError("it is packed already")

    monkeypatch.setattr("gzip.compress", again)
    second = server.http.get(path)
    assert second.json() == first.json()
    plain = server.http.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    known = server.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
