"""The captain of By This Axe: answers whatever the book asks, from the view of his seat."""

from __future__ import annotations

from functools import partial
from random import Random

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Assign, Choose, Command, PlaceUnit, Plan
from schiltron.captains.by_this_axe import choices, deploying, duelling, moving, orders, shooting
from schiltron.captains.by_this_axe.situation import Situation
from schiltron.captains.following import Follower
from schiltron.captains.suggesting import suggested
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.losses import ClearFallen
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.drawing import KeepCards
from schiltron.rulesets.by_this_axe.command.uses import Moment
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges, Press
from schiltron.rulesets.by_this_axe.duels.duel import Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.movement.charging import Retreat
from schiltron.rulesets.by_this_axe.movement.initiative import ChooseOrder
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, UnitPart


class ByThisAxeCaptain:
    """Plays to win: forms a line, shoots where it pays, charges where the odds are good, sends heroes after generals.

    The seed decides which wing is the stronger, and the secret splits of duels.
    """

    def __init__(self, seed: int = 0, *, hasty: bool = False) -> None:
        self._random = Random(seed)
        self._left_handed = self._random.random() < 0.5
        self._declined: tuple[object, ...] = ()
        self._moves: Follower[BattlePart, UnitPart, Step] = Follower(partial(moving.plan, hasty=hasty))

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        match decision:
            case Command():
                return self._command(view, step, decision)
            case Choose():
                return self._choose(view, step, decision)
            case Assign():
                return self._assign(view, step, decision)
            case Plan():
                return shooting.shoot(view, decision)
            case PlaceUnit():
                found = deploying.place(view, decision, left_handed=self._left_handed)
                return found or suggested(BY_THIS_AXE, view, decision)
        return suggested(BY_THIS_AXE, view, decision)

    def _command(self, view: Battle, step: Step, decision: Command) -> Answer:
        match step:
            case Window():
                return orders.answer_window(view, step, decision.hand) or FINISH
            case Moves():
                return self._move(view, step, decision)
        return suggested(BY_THIS_AXE, view, decision)

    def _move(self, view: Battle, step: Moves, decision: Command) -> Answer:
        """Charges that were ordered come first, then cards, then everybody else."""
        if decision.hand:
            told = moving.under_orders(view, step.side, decision.actors)
            if told is not None:
                return told
        played = self._card(view, step.side, decision, "movement")
        if played is not None:
            return played
        return self._moves.answer(view, decision) if decision.actors else FINISH

    def _card(self, view: Battle, side: str, decision: Command, moment: Moment) -> Answer | None:
        """Cards are thought about when the hand or a melee has changed, not after every move."""
        if not decision.hand:
            return None
        now = (view.turn, moment, tuple(held.key for held in decision.hand), len(view.engagements))
        if now == self._declined:
            return None
        found = orders.best_play(Situation(view, side), decision.hand, moment)
        if found is None:
            self._declined = now
        return found

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
                return duelling.split(view, step, decision, self._random)
            case Melees():
                return choices.divide(view, step, decision)
        return suggested(BY_THIS_AXE, view, decision)


def lieutenant(seed: int = 0) -> ByThisAxeCaptain:
    """The captain in haste, who thinks of one foe at a time."""
    return ByThisAxeCaptain(seed, hasty=True)
