"""A journal written as a file, at once or as it grows. How it is read stands in `savefile`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType, TracebackType
from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from schiltron.battle.record.journal import FORMAT, DiceNote, Entry, Journal, Origin
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.encoding import encode

AnyJournal = Journal[Any, Any, Any]
NOBODY_NAMED: Final[Mapping[str, str]] = MappingProxyType({})


class FirstLine(Struct, frozen=True, tag_field="line", tag="schiltron journal", omit_defaults=True):
    format: int
    program: str
    ruleset: str
    dice: DiceNote
    setup: msgspec.Raw
    hash: str
    origin: Origin | None = None


class LastLine(Struct, frozen=True, tag_field="line", tag="end"):
    entries: int
    outcome: Outcome | None
    seed: str = ""
    players: dict[str, str] = {}


def write(
    journal: AnyJournal, path: Path | str, seed: bytes | None = None, players: Mapping[str, str] = NOBODY_NAMED
) -> None:
    """The whole journal, closed: the file is complete or not there at all. Anyone who reads the seed can foretell the
    dice still to come."""

    _replace(Path(path), lambda file: file.writelines(whole(journal, seed, players)))


def whole(journal: AnyJournal, seed: bytes | None, players: Mapping[str, str] = NOBODY_NAMED) -> Iterator[bytes]:
    """All lines of a file that is closed; `players` are the names of those who led a side, by side."""
    chain = Chain()
    yield first_line(journal, chain)
    for entry in journal.entries:
        yield entry_line(entry, chain)
    yield last_line(journal, seed, chain, players)


class Appender:
    """A file that grows with its journal, entry by entry, so that a crash costs nothing that was recorded."""

    def __init__(self, journal: AnyJournal, path: Path | str) -> None:
        self._journal = journal
        self._chain = Chain()
        _replace(Path(path), self._write_upto_now)
        self._written = len(journal.entries)
        self._file = Path(path).open("ab")  # noqa: SIM115

    def append(self) -> None:
        """Write what the journal has recorded since."""
        new = self._journal.entries[self._written :]
        self._file.write(b"".join(entry_line(entry, self._chain) for entry in new))
        self._file.flush()
        self._written += len(new)

    def close(self, seed: bytes | None = None) -> None:
        """Write the rest and the closing line."""
        if not self._file.closed:
            self.append()
            self._file.write(last_line(self._journal, seed, self._chain))
            self._file.close()

    def _write_upto_now(self, file: IO[bytes]) -> None:
        file.write(first_line(self._journal, self._chain))
        file.writelines(entry_line(entry, self._chain) for entry in self._journal.entries)

    def __enter__(self) -> Appender:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self._file.close()


def first_line(journal: AnyJournal, chain: Chain) -> bytes:
    """How a file begins: everything the journal starts from."""
    header = journal.header
    first = FirstLine(
        format=FORMAT,
        program=header.program,
        ruleset=header.ruleset,
        dice=header.dice,
        setup=msgspec.Raw(encode(header.setup)),
        hash=header.hash,
        origin=header.origin,
    )
    return chain.sealed(encode(first))


def entry_line(entry: Entry, chain: Chain) -> bytes:
    return chain.sealed(encode(entry))


def last_line(
    journal: AnyJournal, seed: bytes | None, chain: Chain, players: Mapping[str, str] = NOBODY_NAMED
) -> bytes:
    """How a file is closed."""
    shown = seed.hex() if seed is not None else ""
    end = LastLine(len(journal.entries), journal.battle.outcome, shown, dict(players))
    return chain.sealed(encode(end))


def _replace(path: Path, fill: Callable[[IO[bytes]], None]) -> None:
    """Fill a file beside the path, then let it take the path's place."""
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with beside.open("xb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
