"""Moments of battles that an older program has kept: whatever was ever counted of a unit stands in one or the other."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from schiltron.battle.door.upgrades import upgraded, written_then
from schiltron.rulesets import NAMES, ruleset

FILES = Path(__file__).parent / "files" / "format-2"
WRITTEN = 2
"""The format in which they were kept."""


@pytest.mark.parametrize("book", NAMES)
def test_a_kept_position_is_read_as_of_today_and_written_back_as_it_was(book: str) -> None:
    changes = ruleset(book).changes
    positions = gzip.decompress((FILES / f"{book}.positions.jsonl.gz").read_bytes()).splitlines()
    assert len(positions) > 3
    for kept in positions:
        battle = ruleset(book).decode(upgraded(msgspec.json.decode(kept), changes))
        assert msgspec.json.encode(written_then(battle, WRITTEN, changes)) == kept
