"""The captain of BATTLESYSTEM: answers whatever the book asks, from the view of his seat."""

from __future__ import annotations

from random import Random

from schiltron.battle.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Assign,
    Choose,
    Command,
    Marched,
    Move,
    PlaceUnit,
)
from schiltron.battle.field import in_melee
from schiltron.captains.battlesystem import choices, deploying, engaged, people, rallying, shooting
from schiltron.captains.battlesystem.moving import best_move, order_of_march
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.suggesting import suggested
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.steps import Rally, Reface, Roles
from schiltron.rulesets.battlesystem.field import is_commander
from schiltron.rulesets.battlesystem.melee.steps import ArmUp, Melees, Pledge
from schiltron.rulesets.battlesystem.missiles.steps import Artillery, PassThrough, Shooting, SplitFire
from schiltron.rulesets.battlesystem.morale.steps import Hemmed
from schiltron.rulesets.battlesystem.movement.steps import Follow, MobWheels, Moves, WhoMoves
from schiltron.rulesets.battlesystem.state import Battle, Step


class BattlesystemCaptain:
    """Plays to win: keeps ranks closed and led, charges where the odds are good, and hunts down whoever is left.

    The seed decides which wing is the stronger.
    """

    def __init__(self, seed: int = 0) -> None:
        self._left_handed = Random(seed).random() < 0.5
        self._phase: tuple[int, str] = (0, "")
        self._standing: set[str] = set()

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        match decision:
            case Command():
                return self._command(view, step, decision)
            case Choose():
                return self._choose(view, step, decision)
            case Assign() if isinstance(step, Pledge):
                return choices.pledge(view, view.units[step.unit], decision)
            case Move():
                unit = view.units[decision.unit]
                best = best_move(Situation(view, unit.side), unit)
                return Marched(best.path if best is not None and best.action == "move" else ())
            case PlaceUnit():
                found = deploying.place(view, decision, left_handed=self._left_handed)
                return found or suggested(BATTLESYSTEM, view, decision)
        return suggested(BATTLESYSTEM, view, decision)

    def _command(self, view: Battle, step: Step, decision: Command) -> Answer:
        match step:
            case Moves():
                return self._move(view, step, decision)
            case Rally():
                return rallying.attempt(view, step.side)
            case Roles():
                return people.role(view, decision.actors)
            case PassThrough():
                return shooting.pass_through(view, step, decision.actors)
            case Shooting() | Artillery() | SplitFire():
                return shooting.shoot(view, decision.actors)
        return suggested(BATTLESYSTEM, view, decision)

    def _move(self, view: Battle, step: Moves, decision: Command) -> Answer:
        """The next unit that has somewhere to go; who is to stand is not asked again."""
        if self._phase != (view.turn, step.side):
            self._phase, self._standing = (view.turn, step.side), set()
        situation = Situation(view, step.side)
        joining = people.find_company(situation, tuple(one for one in decision.actors if one not in self._standing))
        if joining is not None:
            self._standing.add(joining.actor)
            return joining
        waiting = tuple(one for one in decision.actors if one not in self._standing and not view.units[one].host)
        for key in order_of_march(situation, waiting):
            self._standing.add(key)
            unit = view.units[key]
            if in_melee(view, unit):
                told = engaged.order(situation, unit)
                if told is not None:
                    return told
                continue
            if is_commander(unit):
                continue
            best = best_move(situation, unit)
            if best is not None:
                return best.command
        return FINISH

    def _choose(self, view: Battle, step: Step, decision: Choose) -> Answer:
        match step:
            case WhoMoves():
                return choices.who_moves(view)
            case Follow():
                return choices.follow(view, step)
            case Reface():
                return choices.reface(view, view.units[step.unit], decision)
            case MobWheels():
                return choices.wheel(view, view.units[step.unit], decision)
            case ArmUp():
                return choices.arm(view, step, decision)
            case Hemmed():
                return choices.surrounded(decision)
            case Melees():
                return choices.next_melee(view, decision)
        return suggested(BATTLESYSTEM, view, decision)
