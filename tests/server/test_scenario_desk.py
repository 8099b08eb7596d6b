"""Scenarios of visitors: looked at while they are made, and fought from their text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schiltron.muster.library import scenario_as_written
from schiltron.muster.scenario_text import written_scenario
from schiltron.rulesets import NAMES
from tests.server.running import Running

FORD = written_scenario(scenario_as_written("book_of_war/stream-crossing"))


def report(server: Running, **asked: Any) -> dict[str, Any]:
    answer = server.http.post("/api/workshop/scenario", json=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_scenario_is_read_and_its_text_is_read_again_as_the_same(server: Running) -> None:
    found = report(server, toml=FORD)
    assert found["lawful"] is True
    assert found["faults"] == []
    assert found["toml"] == FORD
    assert report(server, scenario=found["scenario"]) == found
    red, blue = found["sides"]
    assert (red["id"], blue["id"]) == ("red", "blue")
    assert red["points"] > 0
    assert red["zone"]["bottom"] <= blue["zone"]["top"]


def test_everything_that_keeps_a_battle_from_beginning_is_told(server: Running) -> None:
    strange = FORD.replace('kind = "stream"', 'kind = "lava"').replace('edge = "south"', 'edge = "east"')
    found = report(server, toml=strange)
    assert found["lawful"] is False
    assert len(found["faults"]) == strange.count('kind = "lava"') + 1
    assert all(one["what"] and one["where"] and one["right"] for one in found["faults"])
    assert len(found["sides"]) == 2, "what can be told is told all the same"
    unread = report(server, toml="title = 3")
    assert (unread["scenario"], unread["toml"], unread["sides"], unread["lawful"]) == (None, "", [], False)
    assert unread["faults"]
    other = report(server, toml=FORD.replace('"book_of_war"', '"draughts"', 1).replace("#:schema", "#"))
    assert "draughts" in other["faults"][0]["what"]
    assert server.http.post("/api/workshop/scenario", json={}).status_code == 422


def test_no_file_of_the_server_is_read_for_a_visitor(server: Running, tmp_path: Path) -> None:
    """An army by name is a ready one."""
    secret = tmp_path / "secret.toml"
    secret.write_text('ruleset = "book_of_war"\nname = "Hidden"\nunits = []\n')
    for named in (str(secret), f"../../../../..{secret}", "x.toml", "/etc/passwd"):
        toml = 'id = "x"\ntitle = "x"\nruleset = "book_of_war"\n[table]\nwidth = 6\ndepth = 4\n'
        toml += f'[sides.red]\narmy = "{named}"\n[sides.blue]\nedge = "south"\narmy = "book_of_war/harrow-levy"\n'
        found = report(server, toml=toml)
        assert [one["what"] for one in found["faults"]] == [f"there is no ready army called {named!r}"]
        battle = server.http.post("/api/battles", json={"scenario_toml": toml})
        assert battle.status_code == 422
        assert "Hidden" not in battle.text


def test_a_scenario_of_ones_own_is_fought_from_its_text(server: Running) -> None:
    made = server.battle(scenario=None, scenario_toml=FORD.replace("The Ford at Thornwater", "The Ford, once more"))
    shown = server.http.get(f"/api/battles/{made['id']}").json()
    assert shown["title"] == "The Ford, once more"
    assert shown["ruleset"] == "book_of_war"
    both = server.http.post("/api/battles", json={"scenario_toml": FORD, "scenario": "stream-crossing"})
    assert both.status_code == 422
    broken = server.http.post("/api/battles", json={"scenario_toml": FORD.replace('kind = "stream"', 'kind = "lava"')})
    assert broken.status_code == 422
    assert broken.json()["error"]["reasons"]


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("kind", ["army", "scenario"])
def test_every_book_has_its_schemas(server: Running, book: str, kind: str) -> None:
    schema = server.http.get(f"/api/workshop/schemas/{book}/{kind}").json()
    assert schema["$defs"][kind.capitalize()]["properties"]["ruleset"] == {"const": book}
    assert server.http.get(f"/api/workshop/schemas/draughts/{kind}").status_code == 404
    assert server.http.get(f"/api/workshop/schemas/{book}/letter").status_code == 422
