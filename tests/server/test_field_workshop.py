"""Fields in the making, over the wire."""

from __future__ import annotations

from typing import Any

from schiltron.muster import Scenario, ready_scenarios, rulesets
from schiltron.muster.library import scenario_as_written
from schiltron.muster.reading import read
from tests.server.running import Running


def ready(server: Running, scenario: str) -> Any:
    return server.http.get(f"/api/workshop/field/ready/{scenario}").json()


def looked(server: Running, scenario: Any) -> Any:
    return server.http.post("/api/workshop/field/look", json={"scenario": scenario}).json()


def test_a_ready_field_opens_as_its_file_has_it_and_is_sound(server: Running) -> None:
    scenario = ready(server, "stream-crossing")
    assert [side["army"] for side in scenario["sides"].values()] == [
        one.army for one in scenario_as_written("stream-crossing").sides.values()
    ]
    found = looked(server, scenario)
    assert found["playable"]
    assert len(found["bench"]["pieces"]) == len(scenario["terrain"])
    assert read(found["toml"], Scenario, "") == scenario_as_written("stream-crossing")
    assert {"fault"} & {one["weight"] for one in found["bench"]["findings"]} == set()


def test_every_ready_field_can_be_made_another_of(server: Running) -> None:
    for one in ready_scenarios():
        assert looked(server, ready(server, one.id))["playable"], one.id


def test_what_bars_a_battle_comes_with_place_reason_and_a_mend(server: Running) -> None:
    scenario = ready(server, "hill-and-woods")
    piece = {"form": "area", "kind": "woods", "outline": [[69, 20], [75, 20], [75, 26], [69, 26]]}
    found = looked(server, {**scenario, "terrain": [piece]})
    assert not found["playable"]
    (fault,) = [one for one in found["bench"]["findings"] if one["weight"] == "fault"]
    assert fault["place"] == "terrain[0].outline"
    assert fault["right"]
    (mend,) = fault["mends"]
    assert looked(server, {**scenario, "terrain": [mend["entry"]]})["playable"]


def test_a_palette_says_what_each_kind_does(server: Running) -> None:
    for book in rulesets():
        found = server.http.get(f"/api/workshop/field/palette/{book}").json()
        assert {one["kind"] for one in found["kinds"]} >= {"hill", "woods", "road"}
        assert all(one["notes"] for one in found["kinds"])
    assert server.http.get("/api/workshop/field/palette/draughts").status_code == 404
    assert server.http.get("/api/workshop/field/ready/nowhere").status_code == 404


def test_ground_is_rolled_by_the_book_and_a_book_without_dice_says_so(server: Running) -> None:
    """BW-B3-01"""
    scenario = ready(server, "open-field")
    rolled = server.http.post("/api/workshop/field/roll", json={"scenario": scenario, "seed": 5}).json()
    assert rolled["terrain"]
    assert looked(server, {**scenario, "terrain": rolled["terrain"]})["playable"]
    refused = server.http.post("/api/workshop/field/roll", json={"scenario": ready(server, "lairn"), "seed": 5})
    assert refused.status_code == 422
    assert "does not roll" in refused.json()["error"]["what"]


def test_a_drawn_field_is_fought(server: Running) -> None:
    scenario = ready(server, "open-field")
    piece = {"form": "area", "kind": "pond", "name": "Mere", "outline": [[30, 20], [36, 20], [36, 26], [30, 26]]}
    toml = looked(server, {**scenario, "title": "Mere Field", "terrain": [piece]})["toml"]
    begun = server.http.post("/api/battles", json={"scenario_toml": toml, "seats": {"red": {"who": "me"}}})
    assert begun.status_code == 201, begun.text
    battle = server.http.get(f"/api/battles/{begun.json()['id']}").json()["battle"]
    assert [one["name"] for one in battle["board"]["features"]] == ["Mere"]


def test_what_is_no_scenario_is_refused_with_its_place(server: Running) -> None:
    scenario = ready(server, "open-field")
    for wrong in (
        {**scenario, "terrain": [{"form": "cloud", "kind": "woods"}]},
        {**scenario, "terrain": [{"form": "area", "kind": "woods", "outline": [[0, 0]] * 500}]},
        {**scenario, "sides": {"red": scenario["sides"]["red"]}},
        {**scenario, "colour": "red"},
    ):
        answer = server.http.post("/api/workshop/field/look", json={"scenario": wrong})
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["error"]["what"]
    files = {side: {**one, "army": "../../etc/passwd.toml"} for side, one in scenario["sides"].items()}
    assert not looked(server, {**scenario, "sides": files})["playable"]
