"""How a battle ends (chapter B1)."""

from __future__ import annotations

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.field import foes, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import WITHDREW, is_routed, worth
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.state import Battle, Unit

_RULE = "BW-B1-10"


def beaten(battle: Battle, side: str) -> bool:
    """All units of the side destroyed, off the table or routed; a hero still in play keeps it alive, and so
    does who hides (BW-A2-05)."""
    return not any((in_play(unit) or is_hidden(unit)) and not is_routed(unit) for unit in troops(battle, side))


def reckoning(battle: Battle, side: str) -> Tally:
    """Points a side has earned: the full cost of enemy units destroyed, half of those routed at the end."""
    terms = [term for unit in foes(battle, side) for term in _worth(unit)]
    return Tally("points", tuple(terms), measure="points")


def _worth(unit: Unit) -> list[Term]:
    """A wizard who has left is not destroyed (BW-A4-06), and a ship never is (BW-O6-19)."""
    cost = worth(unit, unit.original)
    if unit.place == OffTable(WITHDREW) or is_hidden(unit) or unit.afloat:
        return []
    if not in_play(unit):
        return [Term(f"{unit.name} destroyed", cost, _RULE)]
    if is_routed(unit):
        return [Term(f"{unit.name} routed", cost // 2, _RULE)]
    return []


def outcome(battle: Battle, *, turn_over: bool) -> Outcome | None:
    """The end of the battle, if it has come at the end of a player-turn; `turn_over` after the second player's."""
    losers = [side.id for side in battle.sides if beaten(battle, side.id)]
    options = battle.own.options
    time_is_up = options.turn_limit and turn_over and battle.turn >= options.turn_limit
    if not losers and not time_is_up:
        return None
    points = tuple((side.id, reckoning(battle, side.id)) for side in battle.sides)
    if losers:
        winners = [side.id for side in battle.sides if side.id not in losers]
        winner = winners[0] if len(winners) == 1 else ""
        return Outcome(winner, "beaten", (_RULE,), points)
    if options.victory == "points":
        ranked = sorted(points, key=lambda pair: -pair[1].total)
        even = ranked[0][1].total == ranked[1][1].total
        return Outcome("" if even else ranked[0][0], "points", (_RULE,), points)
    return Outcome("", "turn_limit", (_RULE,), points)
