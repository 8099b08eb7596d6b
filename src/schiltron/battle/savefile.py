"""A journal as a file: JSON Lines, the header first, a line an entry, and a closing line when all is written.

A file cut short loads up to its last whole entry. Anything else that is wrong is explained in a sentence for
people.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import IO, Any

import msgspec
from msgspec import Struct

from schiltron import __version__
from schiltron.battle.agenda import Runaway
from schiltron.battle.dice import SealedDice, verify_commitment
from schiltron.battle.illegal import Illegal
from schiltron.battle.journal import FORMAT, DiceNote, Entry, Header, Journal
from schiltron.battle.order import Dice
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.saving import encode
from schiltron.battle.state import FORMAT as BATTLE_FORMAT
from schiltron.battle.state import Outcome

AnyJournal = Journal[Any, Any, Any]
Rulesets = Mapping[str, Ruleset[Any, Any, Any]]


class SaveFault(Exception):
    """A file that cannot be loaded: where, what is wrong, and what would be right. `str()` is for players."""

    def __init__(self, path: Path, line: int | None, wrong: str, right: str) -> None:
        place = f"{path}, line {line}" if line is not None else str(path)
        super().__init__(f"{place}: {wrong}. {right}.")
        self.path, self.line, self.wrong, self.right = path, line, wrong, right


class Loaded(Struct, frozen=True):
    """A journal from a file, the seed if it was shown, and what the reader should know."""

    journal: AnyJournal
    seed: bytes | None
    notes: tuple[str, ...]


class Verification(Struct, frozen=True):
    """What was gone through again: entries replayed, rolls proven from the seed, and every problem found."""

    entries: int
    rolls: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


class _FirstLine(Struct, frozen=True, tag_field="line", tag="schiltron journal"):
    format: int
    program: str
    ruleset: str
    dice: DiceNote
    setup: msgspec.Raw
    hash: str


class _LastLine(Struct, frozen=True, tag_field="line", tag="end"):
    entries: int
    outcome: Outcome | None
    seed: str = ""


# ---------------------------------------------------------------- writing


def write(journal: AnyJournal, path: Path | str, seed: bytes | None = None) -> None:
    """The whole journal, closed: the file is there complete or not at all.

    Whoever reads the seed can foretell the dice still to come.
    """

    def fill(file: IO[bytes]) -> None:
        _write_upto_now(journal, file)
        file.write(last_line(journal, seed))

    _replace(Path(path), fill)


class Appender:
    """A file that grows with its journal, entry by entry, so that a crash costs nothing that was recorded."""

    def __init__(self, journal: AnyJournal, path: Path | str) -> None:
        self._journal = journal
        _replace(Path(path), lambda file: _write_upto_now(journal, file))
        self._written = len(journal.entries)
        self._file = Path(path).open("ab")  # noqa: SIM115

    def append(self) -> None:
        """Write what the journal has recorded since."""
        new = self._journal.entries[self._written :]
        self._file.write(b"".join(entry_line(entry) for entry in new))
        self._file.flush()
        self._written += len(new)

    def close(self, seed: bytes | None = None) -> None:
        """Write the rest and the closing line."""
        if not self._file.closed:
            self.append()
            self._file.write(last_line(self._journal, seed))
            self._file.close()

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


def first_line(journal: AnyJournal) -> bytes:
    """How a file begins: everything the journal starts from."""
    header = journal.header
    first = _FirstLine(
        format=header.format,
        program=header.program,
        ruleset=header.ruleset,
        dice=header.dice,
        setup=msgspec.Raw(encode(header.setup)),
        hash=header.hash,
    )
    return _line(first)


def entry_line(entry: Entry) -> bytes:
    return _line(entry)


def _write_upto_now(journal: AnyJournal, file: IO[bytes]) -> None:
    file.write(first_line(journal))
    for entry in journal.entries:
        file.write(entry_line(entry))


def last_line(journal: AnyJournal, seed: bytes | None) -> bytes:
    """How a file is closed."""
    return _line(_LastLine(len(journal.entries), journal.battle.outcome, seed.hex() if seed is not None else ""))


def _line(value: Struct) -> bytes:
    return encode(value) + b"\n"


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


# ---------------------------------------------------------------- reading


def read(path: Path | str, rulesets: Rulesets) -> Loaded:
    """Play a file through again. Raises SaveFault where it is not a journal, or not one that can be right."""
    path = Path(path)
    try:
        *lines, tail = path.read_bytes().split(b"\n")
    except OSError as error:
        raise SaveFault(path, None, f"the file cannot be read ({error.strerror})", "Name a saved battle") from error
    if tail:
        lines.append(tail)
    if not lines:
        raise SaveFault(path, None, "the file is empty", "A saved battle starts with a line that says so")
    journal = _journal(path, lines[0], rulesets, cut=len(lines) == 1 and bool(tail))
    last: _LastLine | None = None
    for number, line in enumerate(lines[1:], start=2):
        if last is not None:
            raise SaveFault(path, number, "the file goes on after its closing line", "The closing line is the last")
        try:
            found = msgspec.json.decode(line, type=Entry | _LastLine)
        except msgspec.DecodeError as error:
            if number == len(lines) and tail and not _whole(line):
                return Loaded(journal, None, (f"the file was cut short in line {number}; {_upto(journal)}",))
            right = f"Cut off from this line on, the file would load up to entry {len(journal.entries)}"
            raise SaveFault(path, number, f"this is not a whole entry ({error})", right) from error
        if isinstance(found, Entry):
            _repeat(path, number, journal, found)
        else:
            last = found
    if last is None:
        note = "the file has no closing line: it was still being written, or was cut short"
        return Loaded(journal, None, (f"{note}; {_upto(journal)}",))
    return Loaded(journal, _closed(path, len(lines), journal, last), ())


def replayed(name: Path, first: bytes, entries: Iterable[bytes], rulesets: Rulesets) -> AnyJournal:
    """A journal from its lines, wherever they are kept; raises SaveFault as `read` does."""
    journal = _journal(name, first, rulesets, cut=False)
    for number, line in enumerate(entries, start=2):
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except msgspec.DecodeError as error:
            raise SaveFault(name, number, f"this is not a whole entry ({error})", "Entries are kept whole") from error
        _repeat(name, number, journal, entry)
    return journal


def _journal(path: Path, line: bytes, rulesets: Rulesets, *, cut: bool) -> AnyJournal:
    """The journal as it stands before its first entry."""
    try:
        probe = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        if cut and line.startswith(_MAGIC[: len(line)]):
            wrong = "the file was cut short in its first line, before any entry"
            raise SaveFault(path, 1, wrong, "Nothing can be loaded from it; use a copy") from error
        raise SaveFault(path, 1, "this is no saved battle of Schiltron", _FIRST_LINE_IS) from error
    if not isinstance(probe, dict) or probe.get("line") != "schiltron journal":
        raise SaveFault(path, 1, "this is no saved battle of Schiltron", _FIRST_LINE_IS)
    if probe.get("format") != FORMAT:
        wrong = f"the file has format {probe.get('format')!r} and was written by program {probe.get('program')!r}"
        raise SaveFault(path, 1, wrong, f"This program, {__version__}, reads format {FORMAT}")
    ruleset = rulesets.get(str(probe.get("ruleset")))
    if ruleset is None:
        known = ", ".join(sorted(rulesets)) or "none"
        raise SaveFault(path, 1, f"the ruleset {probe.get('ruleset')!r} is not known here", f"Known are: {known}")
    try:
        first = msgspec.json.decode(line, type=_FirstLine)
        setup = ruleset.decode(bytes(first.setup))
    except msgspec.DecodeError as error:
        right = f"A setup of {ruleset.title} is needed as this program, {__version__}, writes it"
        raise SaveFault(path, 1, f"the setup cannot be read ({error})", right) from error
    if setup.format != BATTLE_FORMAT:
        wrong = f"the battle in it has format {setup.format}"
        raise SaveFault(path, 1, wrong, f"This program, {__version__}, knows format {BATTLE_FORMAT}")
    header = Header(first.ruleset, first.dice, setup, program=first.program)
    try:
        journal = Journal(ruleset, header, hashed=bool(first.hash))
    except _CANNOT_BE_CARRIED_OUT as error:
        raise SaveFault(path, 1, f"the setup cannot be played ({error!r})", _changed(first.program)) from error
    if journal.header.hash != first.hash:
        wrong = f"the battle does not begin as recorded (hash {journal.header.hash}, recorded {first.hash})"
        raise SaveFault(path, 1, wrong, _changed(first.program))
    return journal


def _repeat(path: Path, line: int, journal: AnyJournal, entry: Entry) -> None:
    """Let the journal obey a recorded entry once more."""
    if entry.number != journal.next_number:
        wrong = f"entry {entry.number} stands where entry {journal.next_number} belongs"
        raise SaveFault(path, line, wrong, "Entries count up from 1 without a gap")
    try:
        obeyed = journal.obey(entry.order)
    except _CANNOT_BE_CARRIED_OUT as error:
        wrong = f"entry {entry.number} cannot be carried out ({error!r})"
        raise SaveFault(path, line, wrong, _changed(journal.header.program)) from error
    if isinstance(obeyed, Illegal):
        wrong = f"entry {entry.number} is not legal here: {obeyed}"
        raise SaveFault(path, line, wrong, _changed(journal.header.program))
    reached = journal.entries[-1].hash
    if reached != entry.hash:
        hashes = f"hash {reached}, recorded {entry.hash}"
        wrong = f"entry {entry.number} leads to another battle than recorded ({hashes})"
        raise SaveFault(path, line, wrong, _changed(journal.header.program))


def _closed(path: Path, line: int, journal: AnyJournal, last: _LastLine) -> bytes | None:
    """Check the closing line; the seed, if it was shown."""
    if last.entries != len(journal.entries):
        wrong = f"the closing line counts {last.entries} entries, the file has {len(journal.entries)}"
        raise SaveFault(path, line, wrong, "Both numbers must be the same: entries are missing at the end")
    if last.outcome != journal.battle.outcome:
        raise SaveFault(path, line, "the outcome recorded is not the one reached", _changed(journal.header.program))
    try:
        return bytes.fromhex(last.seed) if last.seed else None
    except ValueError as error:
        raise SaveFault(path, line, "the seed cannot be read", "It is written in hexadecimal digits") from error


def _whole(line: bytes) -> bool:
    """Whether a line is JSON at all; one that was cut never is, for its last brace is missing."""
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return False
    return True


def _upto(journal: AnyJournal) -> str:
    return f"it is loaded up to entry {len(journal.entries)}"


def _changed(program: str) -> str:
    return f"The file was changed, or its rules were: program {program} wrote it, this is {__version__}"


_MAGIC = b'{"line":"schiltron journal",'
_FIRST_LINE_IS = f"The first line of one begins with {_MAGIC.decode()}"
# What a file that was tampered with can make of a rule that trusts its battle.
_CANNOT_BE_CARRIED_OUT = (Runaway, LookupError, ValueError, TypeError, AssertionError)

# ---------------------------------------------------------------- proving


def verify(loaded: Loaded) -> Verification:
    """Replay everything, compare every hash, and throw the sealed dice again from the seed."""
    journal = loaded.journal
    again = Journal(journal.ruleset, journal.header)
    problems: list[str] = []
    notes: list[str] = []
    if journal.header.hash and again.header.hash != journal.header.hash:
        problems.append("the battle does not begin as recorded")
    strays = []
    for entry in journal.entries:
        obeyed = again.obey(entry.order)
        if isinstance(obeyed, Illegal):
            problems.append(f"entry {entry.number} is not legal: {obeyed}")
            break
        if entry.hash and again.entries[-1].hash != entry.hash:
            strays.append(entry.number)
    if strays:
        problems.append(f"{len(strays)} hashes differ, first at entry {strays[0]}")
    if not journal.header.hash:
        notes.append("the journal keeps no hashes")
    rolls, wrong, remark = _proven(again, loaded.seed)
    return Verification(len(again.entries), rolls, (*problems, *wrong), (*notes, *remark))


def _proven(journal: AnyJournal, seed: bytes | None) -> tuple[int, list[str], list[str]]:
    """How many rolls follow from the seed, which do not, and what cannot be proven."""
    thrown = [(entry.number, entry.order) for entry in journal.entries if isinstance(entry.order, Dice)]
    dice = journal.header.dice
    notes = []
    if dice.kind != SealedDice.kind:
        drawn = [one for one in thrown if _drawn(journal, one[0])] if dice.commitment else []
        notes = [f"the dice are {dice.kind}: nothing proves them"] if len(drawn) < len(thrown) else []
        if not drawn:
            return 0, [], notes
        thrown = drawn
    if seed is None:
        return 0, [], [*notes, "the seed has not been shown yet: the dice cannot be proven"]
    if not verify_commitment(dice.commitment, seed):
        return 0, ["the seed is not the one committed to before play"], []
    source = SealedDice(seed)
    wrong = []
    for number, order in thrown:
        roll = journal.battle_at(number - 1).roll
        assert roll is not None
        due = source.throw(roll, number)
        if due.pools != order.pools:
            wrong.append(f"entry {number}, {roll.purpose}: recorded {_faces(order)}, the seed gives {_faces(due)}")
    return len(thrown) - len(wrong), wrong, notes


def _drawn(journal: AnyJournal, number: int) -> bool:
    """Whether an entry answers a draw from a bag."""
    roll = journal.battle_at(number - 1).roll
    return roll is not None and roll.drawn


def _faces(dice: Dice) -> str:
    return " | ".join(" ".join(map(str, pool.faces)) or "no faces" for pool in dice.pools)
