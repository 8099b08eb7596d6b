"""Units that move at the same time must not run into each other: a unit that runs into a friend halts (CM-TURN-11)."""

from __future__ import annotations

from schiltron.battle.movement.clock import FULL, Course, Mover, first_meeting
from schiltron.captains.chainmail.situation import Situation
from schiltron.captains.chainmail.tried_moves import Trial
from schiltron.rulesets.chainmail.state import Unit


class Traffic:
    """Moves that are written already, with where their units will be at any moment."""

    __slots__ = ("_going", "_start")

    def __init__(self, situation: Situation) -> None:
        self._start = {unit.id: unit for unit in situation.friends()}
        self._going: dict[str, Mover] = {}

    def write(self, trial: Trial) -> None:
        self._going[trial.unit.id] = self._mover(trial)

    def is_free(self, trial: Trial) -> bool:
        """Whether no moving unit, and none that still stands, is in the way."""
        one = self._mover(trial)
        standing = {
            key: unit.outline for key, unit in self._start.items() if key != trial.unit.id and key not in self._going
        }
        if first_meeting([one], standing, _friends, 0, FULL) is not None:
            return False
        return all(first_meeting([one, other], {}, _friends, 0, FULL) is None for other in self._going.values())

    def _mover(self, trial: Trial) -> Mover:
        unit: Unit = self._start[trial.unit.id]
        return Mover(Course(unit.id, unit.pose, unit.body, trial.legs), unit.bodies)


def _friends(_one: str, _other: str) -> bool:
    """Nobody here is hostile to anybody."""
    return False
