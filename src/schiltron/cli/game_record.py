"""Files that grow game by game, so that a match can be interrupted at any moment and gone on with.

JSON lines: the first says what is played, every other holds one game. A line cut short by a crash is dropped and its
game played again; anything else that is wrong is said, and the file left as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Literal

import msgspec
from msgspec import Struct

from schiltron import __version__
from schiltron.battle.state.battle import FORMAT
from schiltron.battle.state.encoding import encode
from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Game, Played, Recorded

if sys.platform != "win32":
    import fcntl

Kind = Literal["results", "events"]
Key = tuple[str, tuple[str, ...], int]


class Head(Struct, frozen=True, tag_field="line", tag="schiltron match"):
    """What is played: everything that decides which games these are. How many there are and where they are played does
    not. `arguments` are as a player gives them, by name."""

    holds: Kind
    arguments: Mapping[str, str]
    program: str = __version__
    format: int = FORMAT


class Told(Struct, frozen=True):
    """The line of a game in a file of events."""

    game: Game
    events: msgspec.Raw


class _Known(Struct, frozen=True):
    game: Game


_EITHER: Final = "Try: another file, or the arguments with which this one was begun"


class Record:
    """A file of games, and which it holds already. Close it, or use it in a `with`."""

    def __init__(self, path: Path, option: str, head: Head) -> None:
        self.path = path
        self.option = option
        self.head = head
        self.played: dict[Key, Played] = {}
        self.known: set[Key] = set()
        self._fingerprints: dict[str, str] = {}
        try:
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise CommandFault(f"{option} {path}: cannot be written ({error.strerror}).") from error
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()

    def add(self, one: Recorded) -> None:
        """Write a game down, at once and whole, unless it is there."""
        game = one.played.game
        if game.key in self.known:
            return
        if self.head.holds == "results":
            line = encode(one.played)
            self.played[game.key] = one.played
        else:
            line = encode(Told(game, msgspec.Raw(one.events)))
        self.known.add(game.key)
        self._append(line)

    def check(self, fingerprints: Mapping[str, str]) -> None:
        """That its games were played of the same battles as those to come."""
        for scenario, fingerprint in self._fingerprints.items():
            if fingerprints.get(scenario, fingerprint) != fingerprint:
                raise CommandFault(
                    f"{self.option} {self.path}: {scenario} has changed since its games there were played. "
                    "Try: another file."
                )

    def _append(self, line: bytes) -> None:
        try:
            rest = memoryview(line + b"\n")
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise CommandFault(f"{self.option} {self.path}: cannot be written ({error.strerror}).") from error

    def _lock(self) -> None:
        """Two matches that wrote to one file would each play all of it."""
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise CommandFault(
                    f"{self.option} {self.path}: another match writes to this file now. Try: another file."
                ) from error

    def _read(self) -> None:
        self._file.seek(0)
        first = encode(self.head) + b"\n"
        begun = self._file.readline() if self.path.stat().st_size else b""
        if first.startswith(begun) and begun != first:
            self._file.truncate(0)
            self._append(first[:-1])
            return
        self._compare(begun)
        for number, (start, line) in enumerate(self._lines(len(begun)), 2):
            if not line.endswith(b"\n"):
                self._file.truncate(start)
                return
            self._take(number, line)

    def _lines(self, start: int) -> Iterator[tuple[int, bytes]]:
        with self.path.open("rb") as file:
            file.seek(start)
            for line in file:
                yield start, line
                start += len(line)

    def _take(self, number: int, line: bytes) -> None:
        try:
            if self.head.holds == "results":
                played = msgspec.json.decode(line, type=Played)
                game = played.game
                self.played[game.key] = played
            else:
                game = msgspec.json.decode(line, type=_Known).game
        except msgspec.MsgspecError as error:
            raise CommandFault(
                f"{self.option} {self.path}, line {number}: this is no game ({error}). "
                "Try: take the line out, and its game is played again."
            ) from error
        self.known.add(game.key)
        self._fingerprints[game.scenario] = game.battle

    def _compare(self, line: bytes) -> None:
        place = f"{self.option} {self.path}"
        try:
            there = msgspec.json.decode(line, type=Head)
        except msgspec.MsgspecError as error:
            raise CommandFault(f"{place}: this is no file of a match. Try: another file.") from error
        here = self.head
        if there.holds != here.holds:
            raise CommandFault(f"{place}: this file holds the {there.holds} of a match. Try: another file.")
        if (there.program, there.format) != (here.program, here.format):
            raise CommandFault(
                f"{place}: its games were played by Schiltron {there.program} (format {there.format}), and this is "
                f"{here.program} (format {here.format}). Try: another file."
            )
        names = dict.fromkeys((*there.arguments, *here.arguments))
        other = [name for name in names if there.arguments.get(name, "") != here.arguments.get(name, "")]
        if other:
            differ = "; ".join(f"{one} {_given(there, one)} there, {_given(here, one)} here" for one in other)
            raise CommandFault(f"{place}: this file belongs to another match ({differ}). {_EITHER}.")


def _given(head: Head, argument: str) -> str:
    return head.arguments.get(argument) or "not given"


def seed_in(path: Path | None) -> int | None:
    """The first seed of the match that a file was begun for, if it is one."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return int(msgspec.json.decode(file.readline(), type=Head).arguments["--seed"])
    except (OSError, msgspec.MsgspecError, KeyError, ValueError):
        return None
