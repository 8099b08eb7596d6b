"""What others are told while a seat decides: whom they wait for and what for, without the secrets of that seat."""

from __future__ import annotations

import re
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.decision import AnyDecision

TELLS: Final = (
    *("challenge", "commit", "declare", "draw", "fight", "give", "lay", "let", "move", "note", "place", "play"),
    *("point", "say", "set", "shoot", "write"),
)
"""Verbs with which a prompt tells its reader to do something."""
_OF_THEIRS: Final = {"your": "their", "yours": "theirs", "you": "they"}


def awaited(decision: AnyDecision) -> str:
    """As in "Waiting for Blue: Town Watch to answer the challenge", the part after the colon."""
    if decision.waits is not UNSET:
        return decision.waits
    prompt = decision.prompt.removesuffix(".")
    if prompt.split(" ", 1)[0].lower() not in TELLS:
        return prompt
    said = re.sub(r"\b(you|yours?)\b", lambda found: _OF_THEIRS[found[0]], prompt[:1].lower() + prompt[1:])
    return f"to {said}"
