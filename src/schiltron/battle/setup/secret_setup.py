"""Setting up at the same time: every side sees only its own line until all have confirmed theirs.

Sides set down a unit each, sealed, again and again. Units already set down are known to their own side alone: others
see all of them still in reserve, and cannot tell which have been set down. A side with nothing left to set down
confirms, or takes units up again. When the last side has confirmed, all is shown at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Handler, Scene, Step, asks
from schiltron.battle.play.form_checks import judge_choice
from schiltron.battle.setup.battle_line import in_files
from schiltron.battle.setup.deployment import TO_BE_SET_DOWN, Deployment, Rules, reserve
from schiltron.battle.setup.enrolment import usual_files
from schiltron.battle.state.battle import Battle, Commitment
from schiltron.battle.state.decision import (
    UNSEATED,
    AnyDecision,
    Choose,
    Chosen,
    Option,
    PlaceUnit,
    SetDown,
    Waiting,
    wanted,
)
from schiltron.battle.state.event import Placed
from schiltron.battle.state.field import asked_seat, fights_for, opposing, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Hidden, OffTable, Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_Placing: TypeAlias = PlaceUnit | Choose

_SETTING_UP: Final = "to set up their army in secret"
_CONTENT: Final = 0.9
"""How often a random player lets his line stand."""


class SetUpInSecret(Step, frozen=True):
    """The step in which all `sides` are set down at once, those that have `confirmed` no more. A book gives its tag."""

    sides: tuple[str, ...]
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecretSetup(Generic[B, U, S]):
    """Setting up as a `Deployment` says, but hidden."""

    deployment: Deployment[B, U, S]
    rules: Rules

    def handler(self, step: type[SetUpInSecret]) -> Handler:
        return asks(step, ask=self._ask, judge=self._judge, take=self._take, sample=self._sample, suggest=self._suggest)

    # ------------------------------------------------------------ asking and judging

    def _ask(self, battle: Battle[B, U, S], step: SetUpInSecret) -> tuple[PlaceUnit | Choose, ...]:
        return tuple(self._asked(laid_open(battle, side), side) for side in _busy(step))

    def _asked(self, battle: Battle[B, U, S], side: str) -> PlaceUnit | Choose:
        if reserve(battle, side):
            placing = self.deployment.asked(battle, side)
            return replace(placing, sealed=True, waits=_SETTING_UP, rules=(*placing.rules, *self.rules))
        mine = [unit for unit in troops(battle, side) if unit.on_table]
        return Choose(
            seat=asked_seat(battle, side) or UNSEATED,
            prompt="Is your army set up as you want it? If not, choose the units to set down again.",
            waits="to confirm how their army is set up",
            rules=self.rules,
            options=tuple(Option(unit.id, unit.name) for unit in mine),
            least=0,
            most=len(mine),
            none="Keep them as they are",
            some="Set down again",
            sealed=True,
            default=Chosen(()),
        )

    def _judge(
        self, view: Battle[B, U, S], _step: SetUpInSecret, decision: _Placing, answer: SetDown | Chosen
    ) -> list[Reason]:
        if isinstance(decision, PlaceUnit):
            return self.deployment.judged(laid_open(view, view.side_at(decision.seat)), decision, answer)
        return judge_choice(decision, answer) if isinstance(answer, Chosen) else [Reason(wanted(decision), self.rules)]

    # ------------------------------------------------------------ carrying out

    def _take(self, scene: Scene[B, U, S], step: SetUpInSecret, answers: tuple[SetDown | Chosen, ...]) -> None:
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
        unit = self._hidden(scene.battle, answer)
        scene.change(unit)
        rules = self.deployment.rules.placed
        placed = Placed(what=unit.id, name=unit.name, side=unit.side, pose=answer.pose, rules=rules)
        scene.tell(replace(placed, audience=scene.battle.seats_of(unit.side)))

    def _hidden(self, battle: Battle[B, U, S], answer: SetDown) -> Unit[U]:
        unit = battle.units[answer.unit]
        comrades = tuple(seat for seat in battle.seats_of(unit.side) if seat != unit.controller)
        return self.deployment.set_down(unit, answer, Hidden(answer.pose, comrades))

    def _take_up(self, scene: Scene[B, U, S], units: tuple[str, ...]) -> None:
        for unit_id in units:
            scene.change(self._in_reserve(scene.unit(unit_id)))

    def _in_reserve(self, unit: Unit[U]) -> Unit[U]:
        """A unit to be set down, without a trace of how it stood."""
        plain = self.deployment.formations.plain(unit)
        body = in_files(plain.body, usual_files(unit.figures))
        return replace(plain, place=OffTable(TO_BE_SET_DOWN), body=body)

    def _reveal(self, scene: Scene[B, U, S]) -> None:
        hidden = [unit for unit in scene.battle.units.values() if type(unit.place) is Hidden]
        for unit in hidden:
            shown = replace(unit, place=unit.place_at(unit.pose))
            scene.change(shown)
            self.deployment.shown(scene, shown)
        self.deployment.then(scene)

    # ------------------------------------------------------------ what others see, and what they may think

    def veiled(self, battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
        """The battle with all hidden units of other sides back in their reserve, and those sides still setting up."""
        step = battle.agenda[0] if battle.agenda else None
        if not isinstance(step, SetUpInSecret):
            return battle
        theirs = [unit for side in _of_others(battle, step, seat) for unit in troops(battle, side)]
        veils = {unit.id: self._in_reserve(unit) for unit in theirs if _is_hidden(unit) or _to_be_set_down(unit)}
        return replace(
            battle,
            units={**battle.units, **veils},
            decisions=tuple(one if one.seat == seat else self._awaited(one) for one in battle.decisions),
            commitments=tuple(
                one if one.decision.seat == seat else Commitment(self._awaited(one.decision), None)
                for one in battle.commitments
            ),
        )

    def _awaited(self, decision: AnyDecision) -> Waiting:
        """Whether they have anything left to set down is not told."""
        return Waiting(id=decision.id, seat=decision.seat, prompt=_SETTING_UP, rules=self.rules)

    def imagined(self, view: Battle[B, U, S], seat: str | None, random: Random) -> Battle[B, U, S]:
        """The battle with the hidden units of others placed anywhere they may stand; all of them, if that side has
        confirmed."""
        step = view.agenda[0] if view.agenda else None
        if not isinstance(step, SetUpInSecret):
            return view
        battle = view
        for side in _of_others(view, step, seat):
            waiting = len(reserve(view, side))
            number = waiting if side in step.confirmed else random.randint(0, waiting)
            battle = self._lined_up(battle, side, number, random)
        return battle

    def _lined_up(self, battle: Battle[B, U, S], side: str, number: int, random: Random) -> Battle[B, U, S]:
        """So many units of a side set down anywhere, or in line where there is not room for all of them so."""
        for in_line in (False, True):
            now = battle
            for _ in range(number):
                seen = laid_open(now, side)
                placing = self.deployment.asked(seen, side)
                if in_line:
                    answer = next(self.deployment.suggested(seen, side, placing))
                else:
                    answer = self.deployment.sampled(seen, side, placing, random)
                if isinstance(answer, Chosen):
                    break
                now = now.with_unit(self._hidden(now, answer))
            else:
                break
        return now

    # ------------------------------------------------------------ playing by machine

    def _sample(
        self, view: Battle[B, U, S], _step: SetUpInSecret, decision: _Placing, random: Random
    ) -> SetDown | Chosen:
        side = view.side_at(decision.seat)
        if isinstance(decision, PlaceUnit):
            return self.deployment.sampled(laid_open(view, side), side, decision, random)
        if random.random() < _CONTENT or not decision.options:
            return Chosen(())
        return Chosen((random.choice(decision.options).key,))

    def _suggest(self, view: Battle[B, U, S], _step: SetUpInSecret, decision: _Placing) -> Iterator[SetDown | Chosen]:
        if isinstance(decision, PlaceUnit):
            side = view.units[decision.units[0]].side
            yield from self.deployment.suggested(laid_open(view, side), side, decision)
        else:
            yield Chosen(())


def laid_open(battle: Battle[B, U, S], side: str) -> Battle[B, U, S]:
    """The battle as a side thinks of it while it sets up: its own hidden units stand, nobody else's are there."""
    seen = (unit for unit in battle.units.values() if fights_for(battle, unit, side) or not _is_hidden(unit))
    return replace(battle, units={unit.id: _standing(unit) for unit in seen})


def _standing(unit: Unit[U]) -> Unit[U]:
    return replace(unit, place=unit.place_at(unit.pose)) if _is_hidden(unit) else unit


def _is_hidden(unit: Unit[U]) -> bool:
    return type(unit.place) is Hidden


def _of_others(battle: Battle[B, U, S], step: SetUpInSecret, seat: str | None) -> list[str]:
    return [side for side in opposing(battle, battle.side_at(seat)) if side in step.sides]


def _to_be_set_down(unit: Unit[U]) -> bool:
    return unit.place == OffTable(TO_BE_SET_DOWN)


def _busy(step: SetUpInSecret) -> list[str]:
    return [side for side in step.sides if side not in step.confirmed]
