"""What captains of several books see when they look at a field: the nearest foe, and what blows promise."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from schiltron.battle.state.unit import Unit
from schiltron.captains.temperament import Temperament
from schiltron.table.outline import Outline, gap


class Body(Protocol):
    """A body on the table, as far as this file looks at it."""

    unit: Unit[Any]
    outline: Outline


B = TypeVar("B", bound=Body)


class Picture(Generic[B]):
    """One side's picture of the field, with the foes on it."""

    __slots__ = ("_near", "foes", "temperament")

    def __init__(self, temperament: Temperament) -> None:
        self.temperament = temperament
        self.foes: list[B] = []
        self._near: tuple[B, B | None] | None = None

    def nearest(self, body: B) -> B | None:
        """The foe who is nearest to a body; one body is asked about again and again."""
        if self._near is None or self._near[0] is not body:
            here = body.outline
            foes = sorted(self.foes, key=lambda foe: (gap(here, foe.outline), foe.unit.turn_in_line))
            self._near = body, next(iter(foes), None)
        return self._near[1]

    def push(self, unit: Unit[Any]) -> float:
        """How much coming to blows promises with a unit."""
        return self.temperament.blows(mounted=unit.own.profile.mounted)
