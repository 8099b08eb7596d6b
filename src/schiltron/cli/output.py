"""Results for programs, and files for people."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import NOBODY_NAMED
from schiltron.cli.fault import CommandFault

if TYPE_CHECKING:
    from schiltron.report.replay_page.turning import Told

NOBODY_THOUGHT: Final[Mapping[int, Sequence[str]]] = MappingProxyType({})


def print_json(value: Any) -> None:
    """One document on stdout, indented."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode("utf-8") + "\n")


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandFault(f"{path}: cannot be written ({error.strerror}).") from error


def write_bytes(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CommandFault(f"{path}: cannot be written ({error.strerror}).") from error


def check_drawable(journal: Journal[Any, Any, Any], path: Path) -> None:
    """A page needs a battle on a table."""
    if journal.battle.board is None:
        raise CommandFault(f"{path}: this battle has no table, so there is nothing to draw.")


def write_page(
    journal: Journal[Any, Any, Any],
    path: Path,
    players: Mapping[str, str] = NOBODY_NAMED,
    thoughts: Mapping[int, Sequence[str]] = NOBODY_THOUGHT,
    review: Told | None = None,
) -> None:
    """The battle as a page of its own, with what turned it where it was reviewed."""
    check_drawable(journal, path)
    from schiltron.report.replay_page import replay_page

    write_text(path, replay_page(journal, players, thoughts, review))
