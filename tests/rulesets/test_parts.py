"""What a book knows of a unit stands in parts, and a save leaves out of them what is as it is at first."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from schiltron.battle.state.encoding import encode
from schiltron.muster import prepare, ready_scenarios
from schiltron.rulesets import NAMES


def parts_of(book: str) -> list[Any]:
    battle = prepare(next(one for one in ready_scenarios() if one.ruleset == book))
    own = next(iter(battle.units.values())).own
    return [part for part in msgspec.structs.astuple(own) if isinstance(part, msgspec.Struct)]


@pytest.mark.parametrize("book", NAMES)
def test_what_is_as_at_first_is_left_out_however_it_came_to_be(book: str) -> None:
    """Or equal battles would not give equal bytes."""
    parts = [part for part in parts_of(book) if part.__struct_config__.omit_defaults]
    assert parts
    for part in parts:
        named = {one.name: getattr(part, one.name) for one in msgspec.structs.fields(part) if one.required}
        plain = type(part)(**named)
        every_field = encode(msgspec.structs.asdict(plain))
        again = encode(msgspec.json.decode(every_field, type=type(part)))
        always = {one.name for one in msgspec.structs.fields(part) if one.default_factory is not msgspec.NODEFAULT}
        assert msgspec.json.decode(again).keys() == {*named, *always}
