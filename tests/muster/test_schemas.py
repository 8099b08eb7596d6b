"""The JSON Schemas shipped for editors."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from schiltron.muster.schemas import SCHEMAS, schema


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
