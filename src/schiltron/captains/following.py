"""A phase thought through command by command, and no farther than it is asked about."""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.battle.state.decision import FINISH, Answer, Command, Commanded, Plan, Planned


def told(decision: Command | Plan, thought: Iterable[Commanded]) -> Answer:
    """The whole of a thought where a plan is asked for; where commands are asked one by one, the first. What comes
    after it is not thought of: it will be, when the first has been carried out, from what the field looks like."""
    if isinstance(decision, Plan):
        return Planned(tuple(thought))
    return next(iter(thought), FINISH)
