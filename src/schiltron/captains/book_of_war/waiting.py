"""What a side has to look forward to in a position: what its units could do next, less what could be done to them.

Ground that is lowered or moved, weather that turns and magic that is held off change nothing of what is left now; they
change this.
"""

from __future__ import annotations

from schiltron.captains.book_of_war.expectations import danger, prospect
from schiltron.captains.book_of_war.expected_losses import worth
from schiltron.captains.book_of_war.moving import ground_worth
from schiltron.captains.book_of_war.shooting import best_shot
from schiltron.captains.book_of_war.situation import Situation, Stand
from schiltron.rulesets.book_of_war.embedded import heroes_with
from schiltron.rulesets.book_of_war.field import is_routed
from schiltron.rulesets.book_of_war.state import Battle, Unit, with_turn


def promise(battle: Battle, side: str) -> float:
    """The hopes of all its units, less their fears."""
    situation = Situation(battle, side)
    return sum(_hope(situation, battle, friend) for friend in situation.friends() if not is_routed(friend))


def _hope(situation: Situation, battle: Battle, unit: Unit) -> float:
    """Nobody has more to hope for than he is worth himself, with the heroes in his ranks."""
    fresh = with_turn(unit, spent=0, moved=False, shot=False, split=False)
    stand = Stand(situation, battle, fresh)
    shot, _ = best_shot(situation, battle.with_unit(fresh), fresh)
    own = sum(worth(one.kind, one.figures) for one in (unit, *heroes_with(battle, unit)))
    hope = min(own, max(prospect(situation, stand), shot))
    return ground_worth(stand) + hope - situation.care * danger(situation, stand)
