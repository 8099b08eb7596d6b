"""Setting up at the same time: every side sees only its own line until all have confirmed theirs.

Sides set down a unit each, sealed, again and again. What stands is known to its own seat alone; whoever has nothing
left to set down confirms, or takes units up again. When the last side has confirmed, all is shown at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.agenda import Handler, Scene
from schiltron.battle.battle_line import in_files
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option, PlaceUnit, SetDown
from schiltron.battle.deploying import TO_BE_SET_DOWN, Deployment, Rules, reserve
from schiltron.battle.event import Placed
from schiltron.battle.illegal import Reason
from schiltron.battle.judging import judge_choice
from schiltron.battle.opening import usual_files
from schiltron.battle.state import Battle
from schiltron.battle.unit import Hidden, OffTable, OnTable, Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_CONTENT: Final = 0.9
"""How often a random player lets his line stand."""


class _OfSides(Protocol):
    @property
    def sides(self) -> tuple[str, ...]: ...
    @property
    def confirmed(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class SecretSetup(Generic[B, U, S]):
    """Setting up as a `Deployment` says, but hidden. Its step names the `sides`, and those that have `confirmed`."""

    deployment: Deployment[B, U, S]
    rules: Rules

    @property
    def handler(self) -> Handler:
        return Handler(ask=self._ask, judge=self._judge, take=self._take, sample=self._sample, suggest=self._suggest)

    # ------------------------------------------------------------ asking and judging

    def _ask(self, battle: Battle[B, U, S], step: _OfSides) -> tuple[AnyDecision, ...]:
        return tuple(self._asked(laid_open(battle, side), side) for side in _busy(step))

    def _asked(self, battle: Battle[B, U, S], side: str) -> AnyDecision:
        if reserve(battle, side):
            placing = self.deployment.asked(battle, side)
            return replace(placing, sealed=True, rules=(*placing.rules, *self.rules))
        mine = [unit for unit in battle.standing() if unit.side == side]
        return Choose(
            seat=battle.seats_of(side)[0],
            prompt="Does your army stand as it should? Else choose the units to be set down anew.",
            rules=self.rules,
            options=tuple(Option(unit.id, unit.name) for unit in mine),
            least=0,
            most=len(mine),
            none="This is how they stand",
            some="Set down anew",
            sealed=True,
            default=Chosen(()),
        )

    def _judge(self, view: Battle[B, U, S], _step: _OfSides, decision: AnyDecision, answer: Answer) -> list[Reason]:
        if isinstance(decision, PlaceUnit):
            return self.deployment.judged(laid_open(view, _side(view, decision)), decision, answer)
        return judge_choice(decision, answer)

    # ------------------------------------------------------------ carrying out

    def _take(self, scene: Scene[B, U, S], step: Any, answers: tuple[SetDown | Chosen, ...]) -> None:
        confirmed = list(step.confirmed)
        for side, answer in zip(_busy(step), answers, strict=True):
            if isinstance(answer, SetDown):
                self._hide(scene, answer)
            elif reserve(scene.battle, side):
                self.deployment.leave_out(scene, side)
            elif answer.keys:
                self._take_up(scene, answer.keys)
            else:
                confirmed.append(side)
        if set(confirmed) < set(step.sides):
            scene.now(replace(step, confirmed=tuple(confirmed)))
        else:
            self._reveal(scene)

    def _hide(self, scene: Scene[B, U, S], answer: SetDown) -> None:
        unit = self.deployment.set_down(scene.unit(answer.unit), answer, Hidden(answer.pose))
        scene.change(unit)
        rules = self.deployment.rules.placed
        placed = Placed(what=unit.id, name=unit.name, side=unit.side, pose=answer.pose, rules=rules)
        scene.tell(replace(placed, audience=scene.battle.seats_of(unit.side)))

    def _take_up(self, scene: Scene[B, U, S], units: tuple[str, ...]) -> None:
        """Back into the reserve, where all see it again: so it keeps no trace of how it stood."""
        for unit_id in units:
            unit = scene.unit(unit_id)
            plain = self.deployment.formations.plain(unit)
            body = in_files(plain.body, usual_files(unit.figures))
            scene.change(replace(plain, place=OffTable(TO_BE_SET_DOWN), body=body))

    def _reveal(self, scene: Scene[B, U, S]) -> None:
        hidden = [unit for unit in scene.battle.units.values() if type(unit.place) is Hidden]
        for unit in hidden:
            shown = replace(unit, place=OnTable(unit.pose))
            scene.change(shown)
            self.deployment.shown(scene, shown)
        self.deployment.then(scene)

    # ------------------------------------------------------------ playing by machine

    def _sample(
        self, view: Battle[B, U, S], _step: _OfSides, decision: AnyDecision, random: Random
    ) -> SetDown | Chosen:
        side = _side(view, decision)
        if isinstance(decision, PlaceUnit):
            return self.deployment.sampled(laid_open(view, side), side, decision, random)
        assert isinstance(decision, Choose)
        if random.random() < _CONTENT or not decision.options:
            return Chosen(())
        return Chosen((random.choice(decision.options).key,))

    def _suggest(self, view: Battle[B, U, S], _step: _OfSides, decision: AnyDecision) -> Iterator[SetDown | Chosen]:
        side = _side(view, decision)
        if isinstance(decision, PlaceUnit):
            yield from self.deployment.suggested(laid_open(view, side), side, decision)
        else:
            yield Chosen(())


def laid_open(battle: Battle[B, U, S], side: str) -> Battle[B, U, S]:
    """The battle as a side thinks of it while it sets up: its own hidden units stand, nobody else's are there."""
    units = {unit.id: _standing(unit) for unit in battle.units.values() if unit.side == side or not _is_hidden(unit)}
    return replace(battle, units=units)


def _standing(unit: Unit[U]) -> Unit[U]:
    return replace(unit, place=OnTable(unit.pose)) if _is_hidden(unit) else unit


def _is_hidden(unit: Unit[U]) -> bool:
    return type(unit.place) is Hidden


def _busy(step: _OfSides) -> list[str]:
    return [side for side in step.sides if side not in step.confirmed]


def _side(battle: Battle[B, U, S], decision: AnyDecision) -> str:
    return next(seat.side for seat in battle.seats if seat.id == decision.seat)
