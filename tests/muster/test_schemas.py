"""The JSON Schemas shipped for editors."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec
import pytest
from jsonschema import Draft202012Validator

from schiltron.muster.book_schemas import Kind, book_schema
from schiltron.muster.library import on_shelf
from schiltron.muster.schemas import SCHEMAS, schema
from schiltron.rulesets import NAMES


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_shipped_schema_is_current(name: str) -> None:
    """Where this fails, `python -m schiltron.muster.schemas` writes them anew."""
    shipped = (files("schiltron.muster") / name).read_bytes()
    assert shipped == schema(SCHEMAS[name])


def test_a_schema_names_what_a_file_may_hold() -> None:
    army = msgspec.json.decode(schema(SCHEMAS["army.schema.json"]))["$defs"]
    named = {"troop", "figures", "files", "hedgehog", "name", "equipment", "joins"}
    assert set(army["ListedUnit"]["properties"]) == named
    assert army["ListedUnit"]["required"] == ["troop", "figures"]
    assert army["Army"]["additionalProperties"] is False


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize(("kind", "shelf"), [("army", "armies"), ("scenario", "scenarios")])
def test_every_ready_file_fits_the_schema_of_its_book(book: str, kind: Kind, shelf: str) -> None:
    narrowed = Draft202012Validator(book_schema(book, kind))
    for name, file in on_shelf(book, shelf):
        faults = [error.message for error in narrowed.iter_errors(tomllib.loads(file.read_text(encoding="utf-8")))]
        assert faults == [], name


@pytest.mark.parametrize(
    "line",
    ['ruleset = "chainmail"', "equipment = { arms = 'broom' }", "figures = 0", "equipment = { mercenary = 'yes' }"],
)
def test_the_schema_of_a_book_finds_what_is_not_of_the_book(line: str) -> None:
    """An editor is told of words that the book does not know."""
    right = 'ruleset = "chainmail"\nname = "Host"\n[[units]]\ntroop = "heavy_foot"\nfigures = 10\n'
    narrowed = Draft202012Validator(book_schema("chainmail", "army"))
    assert narrowed.is_valid(tomllib.loads(right))
    key = line.partition(" =")[0]
    kept = [one for one in right.splitlines() if one.partition(" =")[0] != key]
    wrong = "\n".join([line.replace("chainmail", "draughts"), *kept] if key == "ruleset" else [*kept, line])
    assert not narrowed.is_valid(tomllib.loads(wrong)), wrong


def test_options_of_a_book_are_named_with_their_words() -> None:
    """BW-C3-12: which game is played is a switch of three words."""
    options = book_schema("book_of_war", "scenario")["$defs"]["Scenario"]["properties"]["options"]["properties"]
    game = options["game"]
    assert {one["const"] for one in game["anyOf"]} == {"core", "basic", "advanced"}
    assert "BW-C3-12" in game["description"]
