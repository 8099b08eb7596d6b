"""JSON Schemas of the files players write, for editors that check while one types.

They are made from the Structs and shipped beside this module; `python -m schiltron.muster.schemas` writes them anew.
"""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from schiltron.muster.army import Army
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.party import PartyEntry
from schiltron.muster.scenario import Scenario

SCHEMAS: dict[str, type] = {
    "army.schema.json": Army,
    "scenario.schema.json": Scenario,
    "creature.schema.json": CreatureEntry,
    "party.schema.json": PartyEntry,
}


def schema(kind: type) -> bytes:
    """The schema of a kind of file, as it is shipped."""
    made: dict[str, Any] = msgspec.json.schema(kind)
    for part in made["$defs"].values():
        if "description" in part:
            part["description"] = cleandoc(part["description"])  # as Python 3.13 has done already
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def write(folder: Path) -> None:
    for name, kind in SCHEMAS.items():
        (folder / name).write_bytes(schema(kind))


if __name__ == "__main__":
    write(Path(__file__).parent)
