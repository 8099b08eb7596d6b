"""The captain of BATTLESYSTEM: answers whatever the book asks, from the view of his seat."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Assign,
    Choose,
    Chosen,
    Command,
    Commanded,
    Move,
    PathDrawn,
    PlaceUnit,
)
from schiltron.battle.state.field import in_melee
from schiltron.captains.battlesystem import choices, deploying, engaged, firing, people, rallying
from schiltron.captains.battlesystem.caracole import ride
from schiltron.captains.battlesystem.moving import any_moves, best_move, order_of_march
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.battlesystem.skirmishing import other_ways, together
from schiltron.captains.imagining import Stood
from schiltron.captains.second_thoughts import apart
from schiltron.captains.suggesting import suggested
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.refacing import Reface
from schiltron.rulesets.battlesystem.command.roles import Roles
from schiltron.rulesets.battlesystem.command.spells import DeclareSpells
from schiltron.rulesets.battlesystem.field import is_commander, is_engine
from schiltron.rulesets.battlesystem.melee.fights import Melees
from schiltron.rulesets.battlesystem.melee.readying import ArmUp, Pledge
from schiltron.rulesets.battlesystem.missiles.crews import Crews
from schiltron.rulesets.battlesystem.missiles.limits import may_split
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, SplitFire
from schiltron.rulesets.battlesystem.missiles.phase import Artillery, Shooting
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.movement.mobs import MobWheels
from schiltron.rulesets.battlesystem.movement.phase import Moves, WhoMoves
from schiltron.rulesets.battlesystem.movement.withdrawing import Follow
from schiltron.rulesets.battlesystem.setup.deployment import DeployTogether
from schiltron.rulesets.battlesystem.state import Battle, Unit


class BattlesystemCaptain:
    """Plays to win: keeps ranks closed and led, charges where the odds are good, and hunts down the enemies that are
    left. The seed decides which wing is the stronger; everything else follows from the view."""

    def __init__(self, seed: int = 0, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self._hasty = hasty
        self._temperament = temperament
        self._left_handed = Random(seed).random() < 0.5
        self._stood: Stood | None = None

    def imagining(self) -> BattlesystemCaptain:
        """The same for one battle that is imagined: who stands is not asked again in a phase."""
        he = copy(self)
        he._stood = Stood()
        return he

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
                best = best_move(Situation(view, unit.side, temperament=self._temperament), unit)
                return PathDrawn(best.path if best is not None and best.action == "move" else ())
            case PlaceUnit():
                found = deploying.place(view, decision, left_handed=self._left_handed)
                return found or suggested(BATTLESYSTEM, view, decision)
        return suggested(BATTLESYSTEM, view, decision)

    def second_thoughts(self, view: Battle, decision: AnyDecision) -> Iterator[Commanded]:
        """What else might be done, unit by unit."""
        step = view.agenda[0]
        if isinstance(decision, Command) and isinstance(step, Moves):
            yield from _second_thoughts(Situation(view, step.side), decision.actors)

    def _command(self, view: Battle, step: Step, decision: Command) -> Answer:
        match step:
            case Moves():
                return self._move(view, step, decision)
            case Rally():
                return rallying.attempt(view, step.side)
            case Roles():
                return people.role(view, decision.actors)
            case PassThrough():
                return firing.pass_through(view, step, decision.actors)
            case Shooting():
                return firing.shoot(view, decision.actors, early=step.moment == "initial", hasty=self._hasty)
            case Artillery() | SplitFire():
                return firing.shoot(view, decision.actors, hasty=self._hasty)
        return suggested(BATTLESYSTEM, view, decision)

    def _move(self, view: Battle, step: Moves, decision: Command) -> Answer:
        """The first unit that has somewhere to go; who stands is asked again after every move."""
        situation = Situation(view, step.side, hasty=self._hasty, temperament=self._temperament)
        joining = people.find_company(situation, decision.actors)
        if joining is not None:
            return joining
        stood = self._stood.at(view) if self._stood is not None else set()
        alone = tuple(one for one in decision.actors if not view.units[one].host and one not in stood)
        asked: set[str] = set()
        for key in people.in_turn(situation, order_of_march(situation, alone)):
            unit = view.units[key]
            told = together(situation, unit) if unit.of not in asked else None
            asked.add(unit.of)
            told = told or _order(situation, unit)
            if told is not None:
                return told
            stood.add(key)
        return FINISH

    def _choose(self, view: Battle, step: Step, decision: Choose) -> Answer:
        match step:
            case WhoMoves():
                return choices.who_moves(view, decision)
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
            case Crews():
                return choices.serve(view, step)
            case DeployTogether() | DeclareSpells():
                return Chosen(())
        return suggested(BATTLESYSTEM, view, decision)


def _order(situation: Situation, unit: Unit) -> Commanded | None:
    """What a unit on its own is told; None to stand, or to fight on."""
    if in_melee(situation.battle, unit):
        return engaged.order(situation, unit)
    if is_commander(unit) or people.awaits(situation, unit):
        return None
    wanted = people.wanted_by(situation, unit)
    if wanted is not None:
        best = people.go_to(situation, unit, wanted)
    else:
        best = ride(situation, unit) if may_split(unit) else best_move(situation, unit)
    return best.command if best is not None else None


def _second_thoughts(situation: Situation, actors: tuple[str, ...]) -> Iterator[Commanded]:
    """Other orders for those who are free to go, those nearest to the enemy first; figures that go together have them
    together."""
    units = situation.battle.units
    asked: set[str] = set()
    for key in order_of_march(situation, tuple(one for one in actors if not units[one].host)):
        unit = units[key]
        if unit.of in asked or in_melee(situation.battle, unit) or is_commander(unit) or is_engine(unit):
            continue
        all_together = other_ways(situation, unit)
        if all_together:
            asked.add(unit.of)
        yield from all_together or apart((one.unit, one.command) for one in any_moves(situation, unit))


def lieutenant(seed: int = 0) -> BattlesystemCaptain:
    """The captain in haste, who thinks of one foe at a time."""
    return BattlesystemCaptain(seed, hasty=True)
