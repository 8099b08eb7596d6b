"""Why captains did what they did, in a file beside the battle: a line of JSON for each order, which may be missing.

Nothing of it is under seal or proves anything; a battle is the same with and without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from schiltron.captains.thoughts import Thoughts

MOST: Final = 5_000
"""Lines that are read or written."""


class Reason(Struct, frozen=True):
    """What was thought of the order of an entry."""

    entry: int
    thoughts: Thoughts


def beside(save: Path) -> Path:
    return save.with_name(f"{save.name}.reasons")


class ReasonsFile:
    """A file that grows with the battle beside which it lies."""

    def __init__(self, save: Path) -> None:
        self._path = beside(save)
        self._path.write_bytes(b"")
        self._written = 0

    def keep(self, entry: int, thoughts: Thoughts) -> None:
        if self._written < MOST:
            self._written += 1
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(Reason(entry, thoughts)) + b"\n")


def read_reasons(save: Path) -> dict[int, Sequence[str]]:
    """The reasons for each entry, in words; none where there is no file, or what is in it cannot be read."""
    try:
        lines = beside(save).read_bytes().splitlines()[:MOST]
    except OSError:
        return {}
    found: dict[int, Sequence[str]] = {}
    for line in lines:
        try:
            one = msgspec.json.decode(line, type=Reason)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        found[one.entry] = tuple("".join(filter(str.isprintable, told)) for told in one.thoughts.told())
    return found
