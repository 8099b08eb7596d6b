"""Army lists in the making, over the wire."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.words.printable import UNPRINTABLE
from tests.nasty import NASTY
from tests.server.running import Running

HOST: dict[str, Any] = {
    "ruleset": "by_this_axe",
    "name": "Host",
    "units": [{"troop": "spearmen", "figures": 6}, {"troop": "spearmen", "figures": 2, "name": "Few"}],
    "limit": 300,
}


def asked(server: Running, army: Any, **more: Any) -> Any:
    return server.http.post("/api/workshop/list", json={"army": army, **more}).json()


def test_a_list_is_priced_with_what_is_against_it_and_what_would_put_it_right(server: Running) -> None:
    """TA-UNIT-03"""
    found = asked(server, HOST)
    assert not found["lawful"]
    assert found["bench"]["left"] == 300 - found["bench"]["points"]
    (fault,) = found["bench"]["rows"][1]["faults"]
    assert fault["violation"]["rules"] == ["TA-UNIT-03"]
    remedy = fault["remedies"][0]
    assert (remedy["words"], remedy["row"], remedy["unit"]["figures"]) == ("make it 3 figures", 1, 3)
    (leaderless,) = found["bench"]["faults"]
    assert leaderless["violation"]["rules"] == ["TA-CHAR-02"]
    general = leaderless["remedies"][0]
    assert (general["words"], general["row"]) == ("add general", 2)
    units = [HOST["units"][0], remedy["unit"], general["unit"]]
    assert asked(server, {**HOST, "units": units})["lawful"]
    assert (found["details"], found["recruits"]) == (None, [])


def test_a_row_is_looked_at_more_closely_and_others_are_offered_when_that_is_asked(server: Running) -> None:
    """TA-UNIT-03, TA-UNIT-31"""
    found = asked(server, HOST, row=1, adding=True)
    assert (found["details"]["fewest"], found["details"]["most"]) == (3, 25)
    assert {"armour", "melee"} <= {one["key"] for one in found["details"]["questions"]}
    assert {one["troop"] for one in found["recruits"]} >= {"spearmen", "knights"}


def test_a_list_is_opened_from_its_text_and_written_again(server: Running) -> None:
    toml = asked(server, HOST)["toml"]
    opened = server.http.post("/api/workshop/open", json={"toml": toml}).json()
    assert opened["faults"] == []
    assert opened["army"]["units"][1]["name"] == "Few"
    assert asked(server, opened["army"])["toml"] == toml


def test_what_cannot_be_read_is_told_with_its_place(server: Running) -> None:
    opened = server.http.post("/api/workshop/open", json={"toml": 'ruleset = "chainmail"\nfigures = 3'}).json()
    assert opened["army"] is None
    assert [one["where"] for one in opened["faults"]]
    for wrong, where in (
        ({"army": {**HOST, "ruleset": "draughts"}}, "army.ruleset"),
        ({"army": HOST, "row": 7}, "row"),
        (
            {"army": {**HOST, "ruleset": "book_of_war", "creatures": {"x": {"price": 3, "like": "oger"}}}},
            "army.creatures.x.like",
        ),
    ):
        answer = server.http.post("/api/workshop/list", json=wrong)
        assert answer.status_code == 422
        assert answer.json()["error"]["where"] == where
        assert answer.json()["error"]["right"]


def test_house_rules_in_the_making_are_looked_at_and_written_down(server: Running) -> None:
    rules = {"ruleset": "chainmail", "name": "Ours", "troops": {"huscarls": {"like": "heavy_foot", "name": "Huscarls"}}}
    found = server.http.post("/api/workshop/house/look", json={"rules": rules}).json()
    assert found["faults"] == []
    assert server.http.post("/api/workshop/house", json={"toml": found["toml"]}).json()["rules"]["troops"]["huscarls"]
    wrong = {**rules, "kinds": {"fen": {"like": "bog", "name": "Fen"}}}
    (fault,) = server.http.post("/api/workshop/house/look", json={"rules": wrong}).json()["faults"]
    assert (fault["where"], bool(fault["right"])) == ("kinds.fen.like", True)
    for bad in ({**rules, "ruleset": 3}, {**rules, "colour": "red"}, {"ruleset": "chainmail"}):
        assert server.http.post("/api/workshop/house/look", json={"rules": bad}).status_code in (400, 422)


def test_a_sheet_comes_with_the_books_that_take_up_its_parts(server: Running) -> None:
    sheet = {"name": "Ogre", "move": 9, "hit_dice": "4+1", "armour_class": 5, "infravision": True}
    sheet["abilities"] = [{"name": "bellow", "worth": 1}]
    found = server.http.post("/api/workshop/convert", json={"creature": sheet}).json()
    assert {one["place"]: one["books"] for one in found["parts"]} == {
        "infravision": ["book_of_war", "by_this_axe"],
        "abilities[0]": [],
    }


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_names_that_try_to_be_something_else_are_data(name: str, server: Running) -> None:
    """Too long a one is refused with its place; the others come back as they are, as JSON that no browser takes for a
    page; and one that steers something is refused when the list is to be kept or fought with."""
    army = {**HOST, "name": name, "units": [{**HOST["units"][0], "name": name}, *HOST["units"][1:]]}
    answer = server.http.post("/api/workshop/list", json={"army": army, "row": 0})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    if len(name) > 60:
        assert answer.status_code == 422
        assert answer.json()["error"]["where"]
        return
    toml = answer.json()["toml"]
    opened = server.http.post("/api/workshop/open", json={"toml": toml}).json()
    kept = server.http.post("/api/workshop/saved", json={"kind": "army", "text": toml})
    wish = {"armies": {"red": {"toml": toml}, "blue": {"ready": "by_this_axe/ashmere-wardens"}}}
    if UNPRINTABLE.search(name) or "\n" in name:
        assert opened["army"] is None
        assert all(fault["where"] and not UNPRINTABLE.search(fault["what"]) for fault in opened["faults"])
        assert (kept.status_code, server.http.post("/api/battles", json=wish).status_code) == (422, 422)
    else:
        assert (opened["army"]["name"], kept.json()["name"]) == (name, name)
        assert opened["army"]["units"][0]["name"] == name
