"""What has been worked out about a position, kept with the battle it was worked out for.

An order is sampled, judged and carried out on the same units: what is dear need be worked out only once. It hangs on
the book's part of the battle (`Battle.own`, a Struct with `dict=True`), is never saved, and is found again only where
everything it may depend on is the very same value. One assignment writes it, so threads cannot see half of it.
"""

from __future__ import annotations

from typing import Any

from schiltron.battle.state import AnyBattle


def same_position(one: AnyBattle, other: AnyBattle) -> bool:
    """Whether everything a rule of the field looks at is the very same value in both."""
    return (
        one.units is other.units
        and one.board is other.board
        and one.engagements is other.engagements
        and one.own is other.own
        and one.turn == other.turn
        and one.phase == other.phase
        and one.active == other.active
    )


def recall(battle: AnyBattle, topic: str) -> Any:
    """What was kept last under this topic, if the position is still the same; None otherwise."""
    kept = battle.own.__dict__.get(topic)
    return kept[1] if kept is not None and same_position(kept[0], battle) else None


def keep(battle: AnyBattle, topic: str, what: Any) -> None:
    """Keep something worked out in this position, in place of what was kept under the topic before."""
    battle.own.__dict__[topic] = (battle, what)
