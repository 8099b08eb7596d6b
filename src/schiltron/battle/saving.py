"""A battle as bytes, and its digest. Every field is written, keys sorted: equal battles give equal bytes."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from schiltron.battle.state import Battle

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    return _encoder.encode(value)


def digest(battle: Battle[Any, Any, Any]) -> str:
    """A fingerprint of the whole state, the same on every machine."""
    return blake2b(_encoder.encode(battle), digest_size=16).hexdigest()
