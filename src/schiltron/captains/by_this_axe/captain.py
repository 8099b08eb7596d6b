"""The captain of By This Axe: answers whatever the book asks, from the view of his seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Assign,
    Choose,
    Command,
    Commanded,
    PlaceUnit,
    Plan,
)
from schiltron.captains.by_this_axe import choices, deploying, duelling, magic, moving, off_table, orders, shooting
from schiltron.captains.by_this_axe.situation import Situation
from schiltron.captains.suggesting import suggested
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Casting
from schiltron.rulesets.by_this_axe.attacks.losses import ClearFallen
from schiltron.rulesets.by_this_axe.attacks.strikes import Succour
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.drawing import KeepCards
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges, Press
from schiltron.rulesets.by_this_axe.duels.duel import Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.movement.charging import Retreat
from schiltron.rulesets.by_this_axe.movement.initiative import ChooseOrder
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle


class ByThisAxeCaptain:
    """Plays to win: forms a line, shoots where it pays, charges where the odds are good, sends heroes after generals.

    The seed decides which wing is the stronger, and with what is asked the secret splits of duels.
    """

    def __init__(self, seed: int = 0, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self._seed = seed
        self._left_handed = Random(seed).random() < 0.5
        self._hasty = hasty
        self._temperament = temperament

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        if view.board is None:
            return off_table.answer(view, step, decision, Random(f"{self._seed} {view.serial} {decision.id}"))
        match decision:
            case Command():
                return self._command(view, step, decision)
            case Choose():
                return self._choose(view, step, decision)
            case Assign():
                return self._assign(view, step, decision)
            case Plan():
                return shooting.shoot(view, decision, self._temperament)
            case PlaceUnit():
                found = deploying.place(view, decision, left_handed=self._left_handed)
                return found or suggested(BY_THIS_AXE, view, decision)
        return suggested(BY_THIS_AXE, view, decision)

    def second_thoughts(self, view: Battle, decision: AnyDecision) -> Iterator[Commanded]:
        """What else might be done, unit by unit."""
        if isinstance(decision, Command) and decision.actors and isinstance(view.agenda[0], Moves):
            yield from moving.second_thoughts(view, decision.actors)

    def _command(self, view: Battle, step: Step, decision: Command) -> Answer:
        match step:
            case Window():
                return orders.answer_window(view, step, decision.hand) or FINISH
            case Moves():
                return self._move(view, step, decision)
        return suggested(BY_THIS_AXE, view, decision)

    def _move(self, view: Battle, step: Moves, decision: Command) -> Answer:
        """Charges that were ordered come first, then cards, then everybody else."""
        found = None
        if decision.hand:
            found = moving.under_orders(view, step.side, decision.actors)
            if found is None and not moving.under_way(view, step.side):
                situation = Situation(view, step.side, temperament=self._temperament)
                found = orders.best_play(situation, decision.hand, "movement")
        if found is None and decision.actors:
            found = moving.next_order(view, decision.actors, hasty=self._hasty, temperament=self._temperament)
        return found or FINISH

    def _choose(self, view: Battle, step: Step, decision: Choose) -> Answer:
        match step:
            case Challenges():
                return duelling.challenge(view, decision)
            case AnswerChallenge():
                return duelling.reply(view, step)
            case Press():
                return duelling.press(view, step)
            case Stand():
                return duelling.stand(view, step, decision)
            case ChooseOrder():
                return choices.move_order(view, step)
            case Melees():
                return choices.weapon(view, step, decision)
            case ClearFallen():
                return choices.fallen(view, step, decision)
            case Retreat():
                return choices.retreat(view, view.units[step.unit], view.units[step.charger])
            case KeepCards():
                return choices.keep(decision)
        return suggested(BY_THIS_AXE, view, decision)

    def _assign(self, view: Battle, step: Step, decision: Assign) -> Answer:
        match step:
            case Allot():
                return duelling.split(view, step, decision, Random(f"{self._seed} {view.serial} {decision.id}"))
            case Melees():
                return choices.divide(view, step, decision)
            case Casting():
                return magic.spells(view, decision, self._temperament)
            case Succour():
                return magic.succour(view, step, decision, self._temperament)
        return suggested(BY_THIS_AXE, view, decision)


def lieutenant(seed: int = 0) -> ByThisAxeCaptain:
    """The captain in haste, who thinks of one foe at a time."""
    return ByThisAxeCaptain(seed, hasty=True)
