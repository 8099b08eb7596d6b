"""Playing one battle of a trial."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.door.dice import SealedDice
from schiltron.captains.play import play
from schiltron.captains.roster import seated
from schiltron.rulesets import ruleset
from schiltron.trials.earnings import Earned, earned
from schiltron.trials.plan import Plan, seats


class Fought(Struct, frozen=True):
    """What came of one battle: who won (nobody in a draw), after how many turns, and what the units of the lists did
    for their points, by their ids."""

    number: int
    winner: str
    turns: int
    units: dict[str, Earned]


def fought(plan: Plan, number: int) -> Fought:
    game = plan.games[number]
    ground = plan.grounds[game.ground]
    book, start = ruleset(plan.book), ground.battle
    captains = seated(book, start, dict(seats(plan, game)), game.seed)
    end = play(book, start, captains, SealedDice.from_number(game.seed))
    assert end.outcome is not None
    return Fought(number, end.outcome.winner, end.turn, earned(start, end, ground.costs))
