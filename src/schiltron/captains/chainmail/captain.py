"""The captain of Chainmail: answers whatever the book asks, from the view of his seat."""

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
    PlaceFeature,
    PlaceUnit,
    Plan,
    Planned,
)
from schiltron.captains.casting import best_play
from schiltron.captains.chainmail import behind_the_lines, choices, deploying, gunnery, jousting, shooting, storming
from schiltron.captains.chainmail.moving import moves, second_part, second_thoughts
from schiltron.captains.chainmail.objectives import Stakes
from schiltron.captains.chainmail.people import find_company
from schiltron.captains.chainmail.situation import Situation
from schiltron.captains.chainmail.unseen import begun_unseen, where_it_stands
from schiltron.captains.imagining import Stood
from schiltron.captains.suggesting import suggested
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.field import goes_as_person
from schiltron.rulesets.chainmail.fire.passing import PassThrough, SplitFire
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.joust.course import RideOut
from schiltron.rulesets.chainmail.magic.steps import Magic, MayCounter
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.refusing import RefuseCombat
from schiltron.rulesets.chainmail.morale.rally import StayOrRun
from schiltron.rulesets.chainmail.movement.initiative import ChooseOrder
from schiltron.rulesets.chainmail.movement.phase import Moves, judge_command
from schiltron.rulesets.chainmail.raids.baggage import HideBaggage
from schiltron.rulesets.chainmail.raids.separate_action import SeparateAction
from schiltron.rulesets.chainmail.setup.terrain_cards import OfferTerrain
from schiltron.rulesets.chainmail.siege.acts import SiegeActs
from schiltron.rulesets.chainmail.siege.mines import PlanMines
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import Stances


class ChainmailCaptain:
    """Plays to win: keeps shooters still, charges where the odds are good, and knows what the battle is about.

    The seed decides which wing is the stronger; everything else follows from the view.
    """

    def __init__(self, seed: int = 0, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self._seed = seed
        self._hasty = hasty
        self._temperament = temperament
        self._left_handed = Random(seed).random() < 0.5
        self._stood: Stood | None = None

    def imagining(self) -> ChainmailCaptain:
        """The same for one battle that is imagined: who stands is not asked again in a phase."""
        he = copy(self)
        he._stood = Stood()
        return he

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        match decision:
            case Plan():
                return self._plan(view, decision)
            case Command():
                return self._command(view, step, decision)
            case Choose():
                return self._choose(view, step, decision)
            case Move():
                unit = view.units[decision.unit]
                return PathDrawn(second_part(Situation(view, unit.side, temperament=self._temperament), unit))
            case PlaceUnit():
                found = deploying.place(view, decision, left_handed=self._left_handed)
                return found or suggested(CHAINMAIL, view, decision)
            case PlaceFeature():
                return choices.lay(view, CHAINMAIL.suggest(view, decision))
            case Assign():
                return behind_the_lines.man(view, decision, CHAINMAIL.suggest(view, decision))
        return suggested(CHAINMAIL, view, decision)

    def second_thoughts(self, view: Battle, decision: AnyDecision) -> Iterator[Commanded]:
        """What else might be done, unit by unit."""
        moving = isinstance(decision, Plan) or isinstance(view.agenda[0], Moves)
        if isinstance(decision, Command | Plan) and decision.actors and moving:
            yield from second_thoughts(view, decision.actors)

    def _command(self, view: Battle, step: Step, decision: Command) -> Answer:
        match step:
            case Moves():
                return self._move(view, step, decision)
            case PassThrough():
                return shooting.pass_through(Stakes(view), view, step, decision.actors)
            case SplitFire():
                return shooting.split(Stakes(view), view, step)
            case Missiles():
                return shooting.declare(Stakes(view), view, step, decision.actors)
            case Magic():
                return best_play(CHAINMAIL, view, decision, 0.0, hasty=self._hasty)
            case Artillery():
                return gunnery.fire(Stakes(view), view, decision.actors, hasty=self._hasty)
            case JoinMelees():
                return choices.join(view, decision.actors)
            case Stances():
                return choices.stance(view, decision.actors)
            case SiegeActs():
                return storming.act(view, CHAINMAIL.suggest(view, decision))
        return suggested(CHAINMAIL, view, decision)

    def _move(self, view: Battle, step: Moves, decision: Command) -> Answer:
        """The commander first, before his unit takes him along; then the first unit that has somewhere to go."""
        storm = storming.order(view, decision.actors)
        if storm is not None:
            return storm
        actors = storming.others(view, decision.actors)
        situation = Situation(view, step.side, hasty=self._hasty, temperament=self._temperament)
        joining = find_company(situation, actors)
        if joining is not None:
            return joining
        stood = self._stood.at(view) if self._stood is not None else set()
        for unit, best in moves(situation, tuple(one for one in actors if one not in stood)):
            order = begun_unseen(view, best) if best is not None else where_it_stands(view, unit)
            if order is not None:
                return order
            stood.add(unit)
        return FINISH

    def _plan(self, view: Battle, decision: Plan) -> Answer:
        situation = Situation(
            view, view.units[decision.actors[0]].side, hasty=self._hasty, temperament=self._temperament
        )
        actors = storming.others(view, decision.actors)
        joining = find_company(situation, actors)
        found = list(storming.orders(view, decision.actors))
        for unit, best in moves(situation, actors):
            order = begun_unseen(view, best) if best is not None else where_it_stands(view, unit)
            if order is not None and (best is None or not _in_the_way(view, unit, order)):
                found.append(order)
        return Planned((*found, *((joining,) if joining is not None else ())))

    def _choose(self, view: Battle, step: Step, decision: Choose) -> Answer:
        match step:
            case ChooseOrder():
                return choices.move_order(view, step)
            case RefuseCombat():
                return choices.refuse(view, step)
            case MayCounter():
                return choices.counter(view, step)
            case PlanMines():
                return storming.dig(view, step, decision)
            case StayOrRun():
                return behind_the_lines.stay_or_run(view, step)
            case HideBaggage():
                return behind_the_lines.hide(view, step, decision)
            case SeparateAction():
                return behind_the_lines.fight_for_camp(view, step)
            case OfferTerrain():
                return Chosen(("stop",))
            case RideOut():
                return jousting.answer(view, decision, Random(f"{self._seed} {view.serial} {decision.id}"))
        return suggested(CHAINMAIL, view, decision)


def _in_the_way(view: Battle, actor: str, command: Commanded) -> bool:
    """Whether a single figure would end where a friend stands now: it is not reckoned with that he will have gone."""
    unit = view.units[actor]
    return goes_as_person(unit) and bool(judge_command(view, unit, command))


def lieutenant(seed: int = 0) -> ChainmailCaptain:
    """The captain in haste, who thinks of one foe at a time."""
    return ChainmailCaptain(seed, hasty=True)
