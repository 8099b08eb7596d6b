"""What is open to be answered, and the door that judges it: so what a guide calls legal is what is obeyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from schiltron.battle.decision import Aimed, Answer, Command, Commanded, Marched, Move
from schiltron.battle.illegal import Reason
from schiltron.rulesets.battlesystem.state import Battle, Step, Unit


class Asked(NamedTuple):
    """A decision about units, as its seat sees it; `judge` says everything against an answer."""

    view: Battle
    decision: Command | Move
    judge: Callable[[Answer], list[Reason]]

    @property
    def step(self) -> Step:
        return self.view.agenda[0]

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be commanded; nothing where only a path is asked for."""
        return () if isinstance(self.decision, Move) else self.decision.actions

    def about(self, unit_id: str) -> bool:
        if isinstance(self.decision, Move):
            return unit_id == self.decision.unit
        return unit_id in self.decision.actors

    def against(self, unit: Unit, action: str, form: Aimed | Marched | None) -> list[Reason]:
        """Everything against an order."""
        if isinstance(self.decision, Move):
            assert isinstance(form, Marched), "nothing but a path is asked for"
            return self.judge(form)
        return self.judge(Commanded(unit.id, action, form))
