"""Fights of a few figures, blow by blow and round by round. All who are linked by contact are in one bout.

At the start of a round, a fighter who touches several enemies chooses whom he strikes. Then the order of blows is
settled, by dice or by a rule, and with it all blows of the round: each falls at its moment, if both the striker and his
enemy still stand. A book says who stands, how the order is found, what is thrown for the blows, and what these do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Handler, Scene, Step, rolls
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.unit import Unit

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

Pair = tuple[str, str]
"""Two who touch; or who strikes and whom."""


class Aims(Step, frozen=True):
    """A round between the `pairs` that touch. A fighter who touches several enemies chooses one; `aims` are the choices
    made so far. A book gives this step and those below their tags."""

    pairs: tuple[Pair, ...]
    number: int
    aims: tuple[Pair, ...] = ()


class StrikingOrder(Step, frozen=True):
    """The book decides in which order these pairs strike."""

    aims: tuple[Pair, ...]
    number: int


class Blows(Step, frozen=True):
    """The `strikers` strike at the same moment, each at his enemy; the `later` groups follow, one moment each."""

    strikers: tuple[Pair, ...]
    later: tuple[tuple[Pair, ...], ...]
    number: int


@dataclass(frozen=True, slots=True)
class Bouts(Generic[B, U, S]):
    """What a book says about such fights.

    `stands` tells who can strike and be struck; `easiest` sorts enemies for one who does not say at whom he strikes;
    `order` is what is thrown to settle who strikes when, the higher before the lower and equal ones at once. Where a
    rule settles it, `moments` are those of a round, one after the other, and nothing is thrown. `dice` are those of the
    blows of a moment, None where nobody has one; `struck` tells and does what comes of them.
    """

    aims: type[Aims]
    striking_order: type[StrikingOrder]
    blows: type[Blows]
    rules: tuple[str, ...]
    stands: Callable[[Unit[U]], bool]
    easiest: Callable[[Unit[U]], Any]
    dice: Callable[[Battle[B, U, S], list[Pair], Blows], Roll | None]
    struck: Callable[[Scene[B, U, S], list[Pair], Blows, tuple[Thrown, ...]], None]
    order: Callable[[Battle[B, U, S], StrikingOrder], Roll] | None = None
    moments: Callable[[Battle[B, U, S], StrikingOrder], list[tuple[Pair, ...]]] | None = None

    def handlers(self) -> tuple[Handler, Handler, Handler]:
        return (
            option_choice.chooses(self.aims, ask=self._ask_aim, take=self._take_aim, do=self._aimed),
            rolls(self.striking_order, ask=self._ask_order, roll=self._ordered, do=self._in_order),
            rolls(self.blows, ask=self._ask_blows, roll=self._struck, do=self._next_moment),
        )

    def rounds(self, pairs: tuple[Pair, ...], number: int) -> tuple[Aims, ...]:
        """So many rounds of a bout, to be put on the agenda."""
        return tuple(self.aims(pairs, one) for one in range(1, number + 1))

    # ------------------------------------------------------------ at whom

    def _foes(self, battle: Battle[B, U, S], pairs: tuple[Pair, ...], key: str) -> list[str]:
        """The enemies he touches who still stand; none for one who does not."""
        if not self.stands(battle.units[key]):
            return []
        others = [other if one == key else one for one, other in pairs if key in (one, other)]
        return [one for one in others if self.stands(battle.units[one])]

    def _torn(self, battle: Battle[B, U, S], step: Aims) -> str:
        """Who touches several and has not said yet at whom he strikes; "" for nobody."""
        told = dict(step.aims)
        torn = (
            key for key in _in_line(battle, step) if key not in told and len(self._foes(battle, step.pairs, key)) > 1
        )
        return next(torn, "")

    def _ask_aim(self, battle: Battle[B, U, S], step: Aims) -> tuple[Choose, ...] | None:
        key = self._torn(battle, step)
        if not key:
            return None
        unit, foes = battle.units[key], self._foes(battle, step.pairs, key)
        easiest = min(foes, key=lambda one: (self.easiest(battle.units[one]), one))
        return (
            Choose(
                seat=unit.controller,
                prompt=f"Round {step.number}: at whom does {unit.name} strike?",
                waits=f"{unit.name} to choose whom to strike",
                rules=self.rules,
                options=tuple(Option(one, battle.units[one].name) for one in foes),
                default=Chosen((easiest,)),
            ),
        )

    def _take_aim(self, scene: Scene[B, U, S], step: Aims, answers: tuple[Chosen, ...]) -> None:
        aimed = (self._torn(scene.battle, step), option_choice.chosen(answers))
        scene.now(replace(step, aims=(*step.aims, aimed)))

    def _aimed(self, scene: Scene[B, U, S], step: Aims) -> None:
        told, aims = dict(step.aims), []
        for key in _in_line(scene.battle, step):
            foes = self._foes(scene.battle, step.pairs, key)
            if foes:
                aims.append((key, told.get(key, foes[0])))
        if aims:
            scene.now(self.striking_order(tuple(aims), step.number))

    # ------------------------------------------------------------ moment by moment

    def _ask_order(self, battle: Battle[B, U, S], step: StrikingOrder) -> Roll | None:
        return self.order(battle, step) if self.order is not None else None

    def _ordered(self, scene: Scene[B, U, S], step: StrikingOrder, pools: tuple[Thrown, ...]) -> None:
        thrown = [pool.total for pool in pools]
        moments = [
            tuple(aim for aim, total in zip(step.aims, thrown, strict=True) if total == moment)
            for moment in sorted(set(thrown), reverse=True)
        ]
        scene.now(self.blows(moments[0], tuple(moments[1:]), step.number))

    def _in_order(self, scene: Scene[B, U, S], step: StrikingOrder) -> None:
        moments = self.moments(scene.battle, step) if self.moments is not None else []
        if moments:
            scene.now(self.blows(moments[0], tuple(moments[1:]), step.number))

    def _able(self, battle: Battle[B, U, S], step: Blows) -> list[Pair]:
        return [each for each in step.strikers if all(self.stands(battle.units[key]) for key in each)]

    def _ask_blows(self, battle: Battle[B, U, S], step: Blows) -> Roll | None:
        return self.dice(battle, self._able(battle, step), step)

    def _struck(self, scene: Scene[B, U, S], step: Blows, pools: tuple[Thrown, ...]) -> None:
        self._next_moment(scene, step)
        self.struck(scene, self._able(scene.battle, step), step, pools)

    def _next_moment(self, scene: Scene[B, U, S], step: Blows) -> None:
        if step.later:
            scene.now(self.blows(step.later[0], step.later[1:], step.number))


def _in_line(battle: Battle[B, U, S], step: Aims) -> list[str]:
    return battle.in_line({key for each in step.pairs for key in each})


def hanging_together(pairs: Iterable[Pair]) -> set[Pair]:
    """The first pair and all pairs that are linked with it by contact."""
    all_of_them = list(pairs)
    found = {all_of_them[0]}
    grown = True
    while grown:
        who = {key for each in found for key in each}
        more = {each for each in all_of_them if who & set(each)}
        grown, found = more != found, more
    return found
