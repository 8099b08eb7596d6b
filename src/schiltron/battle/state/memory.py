"""Results worked out about a position, kept with the battle they were worked out for.

An order is sampled, judged and carried out on the same units, so costly results need be worked out only once. They hang
on the book's part of the battle (`Battle.own`, a Struct with `dict=True`), are never saved, and are found again only
where everything they may depend on is the very same value. One assignment writes them, so threads cannot see half of
one.
"""

from __future__ import annotations

from typing import Any

from schiltron.battle.state.battle import AnyBattle


def same_position(one: AnyBattle, other: AnyBattle) -> bool:
    """Whether everything a rule of the field looks at is the very same value in both."""
    return (
        one.units is other.units
        and one.board is other.board
        and one.engagements is other.engagements
        and one.effects is other.effects
        and one.due is other.due
        and one.own is other.own
        and one.turn == other.turn
        and one.phase == other.phase
        and one.active == other.active
    )


def recall(battle: AnyBattle, topic: str) -> Any:
    """What was kept last under this topic, if the position is still the same; None otherwise."""
    kept = battle.own.__dict__.get(topic)
    return kept[1] if kept is not None and same_position(kept[0], battle) else None


def noted(battle: AnyBattle, topic: str) -> dict[Any, Any]:
    """What has been noted under this topic in this position, key by key; more may be written into it."""
    notes: dict[Any, Any] | None = recall(battle, topic)
    if notes is None:
        notes = {}
        keep(battle, topic, notes)
    return notes


def keep(battle: AnyBattle, topic: str, what: Any) -> None:
    """Keep something worked out in this position, in place of what was kept under the topic before."""
    battle.own.__dict__[topic] = (battle, what)


def forget(battle: AnyBattle) -> None:
    """Drop all results kept with a battle whose book's part is about to be replaced. The battle and its results refer
    to each other, and would otherwise wait for the garbage collector."""
    battle.own.__dict__.clear()
