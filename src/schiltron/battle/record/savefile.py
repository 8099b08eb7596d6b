"""A journal read from a file: JSON Lines, the header first, one line for each entry, and a closing line at the end.

Every line is under seal (`seals`). A file cut short loads up to its last whole entry. Anything else that is wrong is
explained in a sentence for people. Files of format 1 had no seals; they load as ever, with a note. A battle of an older
format is read through what has changed since (`door/upgrades`), and its hashes are compared as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schiltron import __version__
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.door.upgrades import digest_then, upgraded
from schiltron.battle.play.agenda import Runaway
from schiltron.battle.record.journal import FORMAT, UNSEALED, Entry, Header, Journal
from schiltron.battle.record.positions import unpacked
from schiltron.battle.record.savefile_writer import AnyJournal, FirstLine, LastLine, entry_line, first_line
from schiltron.battle.record.seals import BrokenSeal, Chain, holds_a_seal
from schiltron.battle.state.battle import FORMAT as BATTLE_FORMAT
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.illegal import Illegal

Rulesets = Mapping[str, Ruleset[Any, Any, Any]]


class SaveFault(Exception):
    """A file that cannot be loaded: where, what is wrong, and what would be right. `str()` is for players."""

    def __init__(self, path: Path, line: int | None, wrong: str, right: str) -> None:
        place = f"{path}, line {line}" if line is not None else str(path)
        super().__init__(f"{place}: {wrong}. {right}.")
        self.path, self.line, self.wrong, self.right = path, line, wrong, right


class Loaded(Struct, frozen=True):
    """A journal from a file, the seed if it was shown, what the reader should know, and the seal of the last line."""

    journal: AnyJournal
    seed: bytes | None
    notes: tuple[str, ...]
    seal: str = ""
    players: dict[str, str] = {}
    """What those who led a side called themselves, by side."""


class _Saved(Struct, frozen=True):
    """What of a saved battle says how the rest is to be read."""

    format: int


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
    start = _begun(path, lines[0], rulesets, cut=len(lines) == 1 and bool(tail))
    journal, chain = start.journal, start.chain
    notes: tuple[str, ...] = () if chain.sealing else (_UNSEALED,)
    if start.hash() is None:
        notes = (*notes, _NOT_COMPARED)
    last: LastLine | None = None
    for number, line in enumerate(lines[1:], start=2):
        if last is not None:
            raise SaveFault(path, number, "the file goes on after its closing line", "The closing line is the last")
        try:
            found = msgspec.json.decode(chain.opened(line), type=Entry | LastLine)
        except (*_UNREADABLE, BrokenSeal) as error:
            if number == len(lines) and tail and _is_cut(line, chain):
                note = f"the file was cut short in line {number}; {_upto(journal)}"
                return Loaded(journal, None, (*notes, note), chain.last)
            right = f"Cut off from this line on, the file would load up to entry {len(journal.entries)}"
            raise SaveFault(path, number, _wrong_with(line, error), right) from error
        if isinstance(found, Entry):
            _repeat(path, number, start, found)
        else:
            last = found
    if last is None:
        note = "the file has no closing line: it was still being written, or was cut short"
        return Loaded(journal, None, (*notes, f"{note}; {_upto(journal)}"), chain.last)
    return Loaded(journal, _closed(path, len(lines), journal, last), notes, chain.last, last.players)


class Replayed(NamedTuple):
    """A journal from its lines, and the chain to go on with. If its battle was of an older format, it has to be written
    `anew` first: the first line, and those of its entries."""

    journal: AnyJournal
    chain: Chain
    anew: tuple[bytes, ...] = ()


def replayed(
    name: Path, first: bytes, lines: Iterable[bytes], rulesets: Rulesets, positions: Iterable[bytes] = ()
) -> Replayed:
    """A journal played again. Raises SaveFault as `read` does. It is played again from the last usable kept position
    (`positions`), or from its start."""
    start = _begun(name, first.removesuffix(b"\n"), rulesets, cut=False)
    journal, chain = start.journal, start.chain
    entries: list[Entry] = []
    for number, line in enumerate(lines, start=2):
        try:
            entry = _ENTRY.decode(chain.opened(line.removesuffix(b"\n")))
        except (*_UNREADABLE, BrokenSeal) as error:
            raise SaveFault(name, number, _wrong_with(line, error), "Entries are kept whole") from error
        _count(name, number, entry, len(entries) + 1)
        entries.append(entry)
    marks = unpacked(journal.ruleset, entries, positions) if journal.hashed and start.of_today else []
    if marks:
        journal = Journal.resumed(journal.ruleset, journal.header, entries, marks)
        start = replace(start, journal=journal)
    for entry in entries[len(journal.entries) :]:
        _repeat(name, entry.number + 1, start, entry)
    if start.of_today:
        return Replayed(journal, chain)
    journal.header = replace(journal.header, program=__version__)
    chain = Chain()
    return Replayed(journal, chain, (first_line(journal, chain), *(entry_line(one, chain) for one in journal.entries)))


class _Start(Struct, frozen=True):
    """A journal as it stands before its first entry, the chain of its seals, and the format its battle was saved in."""

    journal: AnyJournal
    chain: Chain
    format: int

    @property
    def of_today(self) -> bool:
        return self.format == BATTLE_FORMAT

    def leads_to(self, recorded: str) -> bool:
        """Whether the journal stands where the program that wrote it says it did, as far as one can know."""
        return self.hash() in (recorded, None)

    def hash(self) -> str | None:
        """Of where the journal stands, as the program that wrote it would have it; None where nobody can say."""
        journal = self.journal
        if self.of_today or not journal.hashed:
            return journal.entries[-1].hash if journal.entries else journal.header.hash
        return digest_then(journal.battle, self.format, journal.ruleset.changes)


def _begun(path: Path, line: bytes, rulesets: Rulesets, *, cut: bool) -> _Start:
    try:
        probe = msgspec.json.decode(line)
    except _UNREADABLE as error:
        if cut and line.startswith(_MAGIC[: len(line)]):
            wrong = "the file was cut short in its first line, before any entry"
            raise SaveFault(path, 1, wrong, "Nothing can be loaded from it; use a copy") from error
        raise SaveFault(path, 1, "this is not a saved battle of Schiltron", _FIRST_LINE_IS) from error
    if not isinstance(probe, dict) or probe.get("line") != "schiltron journal":
        raise SaveFault(path, 1, "this is not a saved battle of Schiltron", _FIRST_LINE_IS)
    _check_format(path, probe, "the file", probe.get("format"), FORMAT)
    chain = Chain(sealing=probe["format"] != UNSEALED)
    try:
        chain.opened(line)
    except BrokenSeal as broken:
        raise SaveFault(path, 1, _wrong_with(line, broken), "Use a copy that nobody has touched") from broken
    ruleset = rulesets.get(str(probe.get("ruleset")))
    if ruleset is None:
        known = ", ".join(sorted(rulesets)) or "none"
        raise SaveFault(path, 1, f"the ruleset {probe.get('ruleset')!r} is not known here", f"Known books: {known}")
    try:
        first = msgspec.json.decode(line, type=FirstLine)
        then = msgspec.json.decode(bytes(first.setup), type=_Saved).format
        _check_format(path, probe, "the battle in it", then, BATTLE_FORMAT)
        setup = ruleset.decode(
            bytes(first.setup) if then == BATTLE_FORMAT else upgraded(probe["setup"], ruleset.changes)
        )
    except (*_UNREADABLE, *_CANNOT_BE_CARRIED_OUT) as error:
        right = f"A setup of {ruleset.title} is needed as this program, {__version__}, writes it"
        raise SaveFault(path, 1, f"the setup cannot be read ({error})", right) from error
    header = Header(first.ruleset, first.dice, setup, format=first.format, program=first.program, origin=first.origin)
    try:
        journal = Journal(ruleset, header, hashed=bool(first.hash))
    except _CANNOT_BE_CARRIED_OUT as error:
        raise SaveFault(path, 1, f"the setup cannot be played ({error!r})", _changed(first.program)) from error
    start = _Start(journal, chain, then)
    if not start.leads_to(first.hash):
        wrong = f"the battle does not begin as recorded (hash {start.hash()}, recorded {first.hash})"
        raise SaveFault(path, 1, wrong, _changed(first.program))
    return start


def _check_format(path: Path, probe: dict[str, Any], what: str, found: Any, known: int) -> None:
    if type(found) is not int or not 1 <= found <= known:
        wrong = f"{what} has format {found!r} and was written by program {probe.get('program')!r}"
        raise SaveFault(path, 1, wrong, f"This program, {__version__}, reads formats up to {known}")


def _repeat(path: Path, line: int, start: _Start, entry: Entry) -> None:
    """Let the journal obey a recorded entry once more."""
    journal = start.journal
    _count(path, line, entry, journal.next_number)
    try:
        obeyed = journal.obey(entry.order)
    except _CANNOT_BE_CARRIED_OUT as error:
        wrong = f"entry {entry.number} cannot be carried out ({error!r})"
        raise SaveFault(path, line, wrong, _changed(journal.header.program)) from error
    if isinstance(obeyed, Illegal):
        wrong = f"entry {entry.number} is not legal here: {obeyed}"
        raise SaveFault(path, line, wrong, _changed(journal.header.program))
    if not start.leads_to(entry.hash):
        hashes = f"hash {start.hash()}, recorded {entry.hash}"
        wrong = f"entry {entry.number} leads to another battle than recorded ({hashes})"
        raise SaveFault(path, line, wrong, _changed(journal.header.program))


def _count(path: Path, line: int, entry: Entry, due: int) -> None:
    if entry.number != due:
        wrong = f"entry {entry.number} stands where entry {due} belongs"
        raise SaveFault(path, line, wrong, "Entries count up from 1 without a gap")


def _closed(path: Path, line: int, journal: AnyJournal, last: LastLine) -> bytes | None:
    """Check the closing line; the seed, if it was shown."""
    if last.entries != len(journal.entries):
        wrong = f"the closing line counts {last.entries} entries, the file has {len(journal.entries)}"
        raise SaveFault(path, line, wrong, "Both numbers must be the same: entries are missing at the end")
    if _ended(last.outcome) != _ended(journal.battle.outcome):
        raise SaveFault(path, line, "the outcome recorded is not the one reached", _changed(journal.header.program))
    try:
        return bytes.fromhex(last.seed) if last.seed else None
    except ValueError as error:
        raise SaveFault(path, line, "the seed cannot be read", "It is written in hexadecimal digits") from error


def _ended(outcome: Outcome | None) -> tuple[str, str] | None:
    """Without the reckoning, which may be worded otherwise by now."""
    return (outcome.winner, outcome.how) if outcome is not None else None


def _is_cut(line: bytes, chain: Chain) -> bool:
    """Whether a last line without an end was cut: one that was is no JSON, and the seal at its end is missing."""
    return not _is_json(line) and not (chain.sealing and holds_a_seal(line))


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except _UNREADABLE:
        return False
    return True


def _wrong_with(line: bytes, error: Exception) -> str:
    if isinstance(error, BrokenSeal) and _is_json(line):
        return f"this is not the line that was written ({error})"
    return f"this is not a whole entry ({error})"


def _upto(journal: AnyJournal) -> str:
    return f"it is loaded up to entry {len(journal.entries)}"


def _changed(program: str) -> str:
    return f"The file was changed, or its rules were: program {program} wrote it, this is {__version__}"


_ENTRY = msgspec.json.Decoder(Entry)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_UNSEALED = (
    f"the file is of format {UNSEALED}, whose lines have no seals: not every change to it would be noticed. "
    "Written anew (schiltron replay FILE --save NEW) it has them"
)
_NOT_COMPARED = (
    "the battle is of an older format: its orders, dice and end are those recorded, but its states cannot be compared. "
    "Written anew (schiltron replay FILE --save NEW) they can"
)
_MAGIC = b'{"line":"schiltron journal",'
_FIRST_LINE_IS = f"The first line of one begins with {_MAGIC.decode()}"
# What a file that was tampered with can make of a rule that trusts its battle.
_CANNOT_BE_CARRIED_OUT = (Runaway, LookupError, ValueError, TypeError, AssertionError)
