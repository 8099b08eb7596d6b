"""Positions kept beside a journal, so that a long one need not be played again from its start.

A kept position is the packed mark of the journal, preceded by a hash of it and of the result of its entry. A position
is ignored if it was changed, or if its battle is not the one that the entry leads to.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.record.journal import Entry, Journal, Mark
from schiltron.battle.state.encoding import encode, kept_digest

_HASH: Final = 32
_UNUSABLE: Final = (zlib.error, msgspec.DecodeError, UnicodeDecodeError, ValueError)


class _Packed(Struct, frozen=True):
    number: int
    battle: msgspec.Raw
    standing: tuple[int, ...]
    highest: int


_PACKED: Final = msgspec.json.Decoder(_Packed)


def packed(journal: Journal[Any, Any, Any]) -> bytes:
    """The position a journal has reached; its last entry must have a hash."""
    mark = journal.mark
    plain = _Packed(mark.number, msgspec.Raw(encode(mark.battle)), mark.standing, mark.highest)
    body = zlib.compress(encode(plain), 3)
    return _bound(journal.entries[-1], body) + body


def unpacked(
    ruleset: Ruleset[Any, Any, Any], entries: Sequence[Entry], kept: Iterable[bytes]
) -> list[Mark[Any, Any, Any]]:
    """The positions that can be used, the earliest first."""
    found = [mark for one in kept if (mark := _mark(ruleset, entries, one)) is not None]
    return sorted(found, key=lambda mark: mark.number)


def _mark(ruleset: Ruleset[Any, Any, Any], entries: Sequence[Entry], kept: bytes) -> Mark[Any, Any, Any] | None:
    try:
        known, body = kept[:_HASH], kept[_HASH:]
        plain = _PACKED.decode(zlib.decompress(body))
        if not 0 < plain.number <= len(entries):
            return None
        entry = entries[plain.number - 1]
        battle = ruleset.decode(bytes(plain.battle))
    except _UNUSABLE:
        return None
    if known != _bound(entry, body) or kept_digest(battle) != entry.hash:
        return None
    return Mark(plain.number, battle, plain.standing, plain.highest)


def _bound(entry: Entry, body: bytes) -> bytes:
    return sha256(entry.hash.encode() + body).digest()
