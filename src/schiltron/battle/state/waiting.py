"""What a battle waits for; and what others are told while a seat decides, without the secrets of that seat."""

from __future__ import annotations

import re
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.battle import AnyBattle
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


def due(battle: AnyBattle) -> str:
    """In words, what the battle is waiting for."""
    if battle.outcome is not None:
        return "the battle is over"
    if battle.roll is not None:
        purpose = "a secret roll" if battle.roll.audience else battle.roll.purpose
        return f"the roll {battle.roll.id!r} is due: {purpose}"
    asked = ", ".join(f"{one.id!r} of {one.seat!r}" for one in battle.decisions)
    return f"still to be answered: {asked}" if asked else "nothing is due"
