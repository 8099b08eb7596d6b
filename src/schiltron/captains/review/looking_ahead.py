"""What a position is worth: lieutenants play it on for all sides to the end of the next turn, under given luck."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from random import Random
from typing import Final
from zlib import crc32

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.captains.captain import Books, Captain
from schiltron.captains.marshal.playouts import MOST_ORDERS
from schiltron.captains.marshal.same_luck import SameLuck
from schiltron.captains.roster import captain_named, hastiest
from schiltron.captains.shares import share_of

log = logging.getLogger(__name__)

AHEAD: Final = 1
"""Turns that are played on after the one that is going on."""

Results = tuple[float, ...]
"""Of each side, in the order of the battle: from -100 (lost) to 100 (won)."""


class LookingAhead:
    """Plays positions of one battle on. Nothing is secret: it is over, and positions are as they truly were; but who
    plays on sees no more than his seat may."""

    def __init__(self, book: Books, seed: int) -> None:
        self._book = book
        self._seed = seed
        self._quick = hastiest(book.name)
        captain_named(self._quick, book)  # so that no playout counts the time in which he is loaded

    def results(self, battle: AnyBattle, turn: int, luck: int, thrown: Iterable[Roll]) -> Results:
        """How it stands for each side when the turn after that one is over. Rolls that were `thrown` before count, so
        that neighbouring positions throw alike wherever they still do the same things."""
        name = f"{self._seed}:{luck}"
        dice = SameLuck(name)
        for roll in thrown:
            dice.throw(roll, 0)
        try:
            battle = self._played_on(battle, turn + AHEAD, dice, crc32(name.encode()))
        except Exception:
            # A fault of the rules, met in a battle that is only imagined, must not cost the whole review.
            log.exception("a battle could not be played on from its position %d", battle.serial)
        return results_of(self._book, battle)

    def _played_on(self, battle: AnyBattle, last_turn: int, dice: SameLuck, mind: int) -> AnyBattle:
        obey, view = self._book.obey, self._book.view
        captains: dict[str, Captain] = {}
        for number in range(MOST_ORDERS):
            if battle.outcome is not None or battle.turn > last_turn:
                break
            if battle.roll is not None:
                obeyed = obey(battle, dice.throw(battle.roll, number))
            else:
                decision = battle.decisions[0]
                if decision.seat not in captains:
                    captains[decision.seat] = captain_named(self._quick, self._book, mind)
                seen = view(battle, decision.seat)
                answer = captains[decision.seat].answer(seen, decision)
                obeyed = obey(battle, Reply(decision.seat, decision.id, answer))
                if isinstance(obeyed, Illegal):
                    answer = self._book.sample(seen, decision, Random(number))
                    obeyed = obey(battle, Reply(decision.seat, decision.id, answer))
            assert not isinstance(obeyed, Illegal), obeyed
            battle = obeyed.battle
        return battle


def results_of(book: Books, battle: AnyBattle) -> Results:
    """What a side has left counts by its square, as in a fight to the finish: with two parts of three it is 60 points
    of a hundred ahead. When somebody has won it is 100 and -100."""
    return tuple(_result(share_of(book, battle, side.id)) for side in battle.sides)


def _result(share: float) -> float:
    return 100 * (2 * share - 1) / (share**2 + (1 - share) ** 2)
