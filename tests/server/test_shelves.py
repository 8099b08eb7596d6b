"""Books, scenarios and armies that are ready to be looked at."""

import re

from schiltron.muster import load_scenario
from schiltron.rulesets import NAMES
from tests.server.running import Running


def test_every_book_has_captains_rules_options_and_something_to_play(server: Running) -> None:
    books = server.http.get("/api/books").json()
    assert [book["name"] for book in books] == list(NAMES)
    played = {scenario["ruleset"] for scenario in server.http.get("/api/scenarios").json()}
    for book in books:
        assert "recruit" in book["captains"]
        assert book["name"] in played
        rules = server.http.get(f"/api/books/{book['name']}/rules").json()
        assert rules["rules"]


def with_a_unit(scenario: str, side: str) -> int:
    """How many characters of a side stand in the ranks of a unit, and are not drawn by themselves."""
    entry = getattr(load_scenario(scenario).sides, side)
    return sum(1 for unit in entry.units if unit.joins)


def test_pictures_of_scenarios_show_both_armies_drawn_up(server: Running) -> None:
    for scenario in server.http.get("/api/scenarios").json():
        for side in scenario["sides"]:
            units = side["units"] - with_a_unit(scenario["id"], side["id"])
            drawn = re.findall(rf'data-unit="{side["id"]}-\d+"', scenario["svg"])
            assert len(drawn) == units, scenario["id"]


def test_rosters_are_printed_for_armies_and_scenarios(server: Running) -> None:
    got = server.http.get("/api/armies/book_of_war/harrow-levy/rosters.pdf")
    assert got.headers["content-type"] == "application/pdf"
    assert got.content.startswith(b"%PDF")
    both = server.http.get("/api/scenarios/open-field/rosters.pdf")
    blue = server.http.get("/api/scenarios/open-field/rosters.pdf?side=blue&paper=letter")
    assert both.content.startswith(b"%PDF")
    assert blue.content.startswith(b"%PDF")
    assert 'filename="open-field-blue.pdf"' in blue.headers["content-disposition"]


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
