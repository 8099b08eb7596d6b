"""The captain of Book of War: answers whatever the book asks, from the view of his seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import (
    Answer,
    AnyDecision,
    Assign,
    Choose,
    Command,
    Commanded,
    Move,
    PathDrawn,
    PlaceFeature,
    PlaceUnit,
    Plan,
)
from schiltron.captains.book_of_war import attacking, choices, deploying, hiding, moving
from schiltron.captains.book_of_war.situation import USUAL_LENGTH
from schiltron.captains.book_of_war.waiting import promise
from schiltron.captains.casting import best_play
from schiltron.captains.following import told
from schiltron.captains.suggesting import suggested
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.book_of_war.attacks.choices import Pick, Volley
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Spells
from schiltron.rulesets.book_of_war.morale.checks import Recover
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen, LeaveHedgehog
from schiltron.rulesets.book_of_war.movement.emerging import Emerge
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.setup.terrain_laying import LayTerrain
from schiltron.rulesets.book_of_war.special_combat.challenges import Challenge
from schiltron.rulesets.book_of_war.state import Battle

SPELL_PRICE: Final = 10.0
"""What a greater spell costs an army (BW-A4-33): at first it is not cast for less."""


class BookOfWarCaptain:
    """Plays to win: forms a line, shoots where it pays, charges where the odds are good.

    The seed decides which wing is the stronger; everything else follows from the field.
    """

    def __init__(self, seed: int = 0, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self._left_handed = Random(seed).random() < 0.5
        self._hasty = hasty
        self._temperament = temperament

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        step = view.agenda[0]
        match decision, step:
            case Plan() | Command(), MovementPhase():
                return told(
                    decision, moving.plan(view, decision.actors, hasty=self._hasty, temperament=self._temperament)
                )
            case Command(), Spells():
                return best_play(BOOK_OF_WAR, view, decision, _price(view), promise, hasty=self._hasty)
            case Plan() | Command(), AttackPhase():
                return told(decision, attacking.plan(view, step, decision.actors, self._temperament))
            case Move(), _:
                return PathDrawn(moving.second_move(view, view.units[decision.unit]))
            case Assign(), Pick():
                return choices.pick_foes(view, step, BOOK_OF_WAR.suggest(view, decision))
            case Choose(), _:
                return _choose(view, step, decision)
            case PlaceUnit(), _:
                return hiding.hide(view, decision) or self._in_line(view, decision)
            case PlaceFeature(), LayTerrain():
                return choices.lay(view, step.side, BOOK_OF_WAR.suggest(view, decision))
        return suggested(BOOK_OF_WAR, view, decision)

    def _in_line(self, view: Battle, decision: PlaceUnit) -> Answer:
        found = deploying.place(view, decision, left_handed=self._left_handed)
        return found or suggested(BOOK_OF_WAR, view, decision)

    def second_thoughts(self, view: Battle, decision: AnyDecision) -> Iterator[Commanded]:
        """What else might be done, unit by unit."""
        if isinstance(decision, Command | Plan) and decision.actors and isinstance(view.agenda[0], MovementPhase):
            yield from moving.second_thoughts(view, decision.actors)


def _price(view: Battle) -> float:
    """What a spell must be good for: less and less as time runs out in which it could be used."""
    length = view.own.options.turn_limit or USUAL_LENGTH
    return SPELL_PRICE * max(0.0, 1.0 - view.turn / length)


def _choose(view: Battle, step: Step, decision: Choose) -> Answer:
    match step:
        case Volley():
            return choices.spare_dice(view, step)
        case Emerge():
            return hiding.emerge(view, decision)
        case ClearFallen():
            return choices.closing_end(view, step, decision)
        case LeaveHedgehog():
            return choices.new_facing(view, step, decision)
        case Recover():
            return choices.rally(view, step)
        case Challenge():
            return choices.take_on(view, step)
    return suggested(BOOK_OF_WAR, view, decision)


def lieutenant(seed: int = 0) -> BookOfWarCaptain:
    """The captain in haste, who thinks of one foe at a time."""
    return BookOfWarCaptain(seed, hasty=True)
