"""The description of the service names every body, and the service keeps to it."""

from typing import Any

import pytest

from tests.server.running import Running


@pytest.fixture
def described(server: Running) -> dict[str, Any]:
    return dict(server.http.get("/api/openapi.json").json())


def references(part: Any) -> set[str]:
    match part:
        case {"$ref": name}:
            return {str(name)}
        case dict():
            return set().union(*map(references, part.values()))
        case list():
            return set().union(*map(references, part))
        case _:
            return set()


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    named = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert references(described) <= named


def test_every_answer_and_every_body_is_described(described: dict[str, Any]) -> None:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert "4XX" in operation["responses"], path
            assert method in ("get", "delete") or "requestBody" in operation, path


def test_names_are_plain(described: dict[str, Any]) -> None:
    names = set(described["components"]["schemas"])
    assert [name for name in names if not name.isidentifier()] == []
    assert {"Snapshot", "Step", "Order", "Answer", "FromPage", "ToPage", "Changes"} <= names
    assert {"BookOfWarBattle", "ByThisAxeBattle", "BookOfWarUnitPart", "ByThisAxeUnitPart"} <= names


def test_a_snapshot_has_every_field_that_is_described_and_no_other(server: Running, described: dict[str, Any]) -> None:
    made = server.battle()
    shown = server.http.get(f"/api/battles/{made['id']}").json()
    schemas = described["components"]["schemas"]
    assert shown.keys() == schemas["Snapshot"]["properties"].keys()
    assert shown["battle"].keys() == schemas["BookOfWarBattle"]["properties"].keys()
    assert schemas["Changes"]["properties"].keys() == {*shown["battle"], "shapes"}
