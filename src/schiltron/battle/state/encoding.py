"""A battle as bytes, and its digests. Keys are sorted: equal battles give equal bytes.

Every field is written, but for those of parts of units (`parts`) that are as they are at first."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle

_encoder = msgspec.json.Encoder(order="deterministic")
_LABEL: Final = re.compile(rb'"label":"(?:[^"\\]|\\.)*"')


def encode(value: Any) -> bytes:
    return _encoder.encode(value)


def digest(battle: AnyBattle) -> str:
    """A fingerprint of the whole state, the same on every machine."""
    return _hashed(_encoder.encode(battle))


def kept_digest(battle: AnyBattle) -> str:
    """The digest that a journal keeps of a state: of everything that affects play, and of no wording. So a journal
    stays valid when a prompt or the name of a term is reworded."""
    state, due = essence(battle)
    return digest_of_essence(_encoder.encode(state), due)


def essence(battle: AnyBattle) -> tuple[AnyBattle, Any]:
    """The state without what is due and how it ended, and these in numbers."""
    roll = battle.roll
    due = (
        roll and (roll.id, [(one.count, one.sides, one.reading, one.whose) for one in roll.pools], roll.unequal),
        [(one.__struct_config__.tag, one.id, one.seat) for one in battle.decisions],
        [(one.decision.id, one.answer) for one in battle.commitments],
        battle.outcome and (battle.outcome.winner, battle.outcome.how),
    )
    return replace(battle, roll=None, decisions=(), commitments=(), outcome=None), due


def digest_of_essence(state: bytes, due: Any) -> str:
    return _hashed(_LABEL.sub(b"", state) + _encoder.encode(due))


def _hashed(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
