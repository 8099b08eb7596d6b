"""How a battle ends: CM-SETUP-05 to CM-SETUP-08. A side with nobody left on the table has lost in any case.

A figure counts for the side that brought it as long as it stands on the table and fights for that side: killed,
captured and removed figures are lost, and so are those of mercenaries who went over to the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.field import fights_for, opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.field import alive, is_fleeing, returned
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.ground import stood_in

LENGTH: Final = 15
"""Turns of a battle that is won by points or by history and names none (CM-SETUP-07)."""
OBJECTIVE: Final = 10
"""Percent of an army's points that an objective counts (CM-SETUP-07)."""


def outcome(battle: Battle) -> Outcome | None:
    """Tested at the end of each turn."""
    gone = [side.id for side in battle.sides if not any(_left(battle, unit) for unit in brought(battle, side.id))]
    if gone:
        winners = [side.id for side in battle.sides if side.id not in gone]
        rules = ("CM-SETUP-06",)
        return Outcome(winners[0] if winners else "", "annihilated", rules, _reckonings(battle))
    match system(battle):
        case "points":
            return _on_points(battle)
        case "history":
            return _by_history(battle)
        case "expulsion":
            return _time_is_up(battle) if _over(battle) else None
        case _:
            return _by_attrition(battle)


def system(battle: Battle) -> str:
    """How this battle is won; history of which nobody wrote conditions is attrition (CM-SETUP-08)."""
    chosen = battle.own.options.victory
    return "attrition" if chosen == "history" and not battle.own.conditions else chosen


def reckoning(battle: Battle, side: str) -> Tally:
    """What counts for a side: figures left, points gained, or conditions fulfilled."""
    match system(battle):
        case "points":
            return points(battle, side)
        case "history":
            return conditions(battle, side)
        case _:
            return strength(battle, side)


# ---------------------------------------------------------------- figures


def brought(battle: Battle, side: str) -> Iterator[Unit]:
    """The units a side came with, and those that have parted from them; prisoners who got away are still figures of
    their old one (CM-MELEE-43)."""
    ours = (unit for unit in battle.units.values() if unit.owner == side and (not unit.of or unit.own.parted))
    return (unit for unit in ours if unit.original)


def _left(battle: Battle, unit: Unit) -> int:
    here = unit.figures if alive(unit) and fights_for(battle, unit, unit.owner) else 0
    return here + returned(battle, unit, unit.owner)


def strength(battle: Battle, side: str) -> Tally:
    """The figures of a side that are left, unit by unit (CM-SETUP-05)."""
    terms = tuple(
        Term(f"{unit.name}, of {unit.original}", _left(battle, unit), "CM-SETUP-05") for unit in brought(battle, side)
    )
    return Tally("figures left", terms, measure="figures")


def _shares(battle: Battle) -> dict[str, float]:
    return {
        side.id: strength(battle, side.id).total / sum(unit.original for unit in brought(battle, side.id))
        for side in battle.sides
    }


def _by_attrition(battle: Battle) -> Outcome | None:
    """The first side with fewer than the agreed percentage of its figures loses; of two, the one with the lower."""
    shares = _shares(battle)
    if any(100 * share < battle.own.options.attrition for share in shares.values()):
        return Outcome(_highest(shares), "beaten", ("CM-SETUP-05",), _reckonings(battle))
    return _time_is_up(battle) if _over(battle) else None


def _time_is_up(battle: Battle) -> Outcome:
    """Where a battle without points has a last turn, the side that kept the larger share of its figures has won."""
    return Outcome(_highest(_shares(battle)), "turn_limit", ("CM-SETUP-05", "CM-SETUP-07"), _reckonings(battle))


def _over(battle: Battle) -> bool:
    last = last_turn(battle)
    return bool(last) and battle.turn >= last


def last_turn(battle: Battle) -> int:
    """The turn that was agreed on; else what a battle for points or by its history lasts; 0 where none ends it."""
    return battle.own.options.turn_limit or (LENGTH if system(battle) in ("points", "history") else 0)


# ---------------------------------------------------------------- points


def points(battle: Battle, side: str) -> Tally:
    """What a side has gained: every enemy figure lost at its price, and the ground it holds (CM-SETUP-07)."""
    lost = tuple(
        Term(f"{gone} of {unit.name}", worth(unit, gone), "CM-SETUP-07")
        for other in opposing(battle, side)
        for unit in brought(battle, other)
        if (gone := unit.original - _left(battle, unit)) > 0
    )
    ground = tuple(
        Term(f"holds {_feature_name(battle, piece)}", objective_worth(battle), "CM-SETUP-07")
        for piece in battle.own.objectives
        if holder(battle, piece) == side
    )
    return Tally("points", lost + ground, measure="eighths")


def objective_worth(battle: Battle) -> int:
    """Ten percent of an army's points in eighths; of two unequal armies the dearer, so that it is the same to both."""
    armies = (sum(worth(unit, unit.original) for unit in brought(battle, side.id)) for side in battle.sides)
    return round(max(armies) * OBJECTIVE / 100)


def holder(battle: Battle, piece: str) -> str:
    """The side that alone has a unit in a piece of terrain, not counting those in flight; "" for nobody."""
    features = [feature for feature in battle.table.features if feature.id == piece]
    sides = {
        unit.side
        for unit in battle.standing()
        if unit.figures and not is_fleeing(unit) and stood_in(features, unit.outline) is not None
    }
    return sides.pop() if len(sides) == 1 else ""


def _feature_name(battle: Battle, piece: str) -> str:
    return next(feature.name for feature in battle.table.features if feature.id == piece)


def _on_points(battle: Battle) -> Outcome | None:
    if not _over(battle):
        return None
    totals = {side.id: float(points(battle, side.id).total) for side in battle.sides}
    return Outcome(_highest(totals), "points", ("CM-SETUP-07",), _reckonings(battle))


# ---------------------------------------------------------------- history


def fulfilled(battle: Battle, condition: Condition) -> bool:
    if condition.does == "hold":
        return holder(battle, condition.what) == condition.side
    return bool(_left(battle, battle.units[condition.what])) == (condition.does == "save")


def conditions(battle: Battle, side: str) -> Tally:
    """What the author of the scenario asked of a side: 1 for what it has done, 0 for the rest (CM-SETUP-08)."""
    terms = tuple(
        Term(f"{condition.does} {_named(battle, condition)}", int(fulfilled(battle, condition)), "CM-SETUP-08")
        for condition in battle.own.conditions
        if condition.side == side
    )
    return Tally("conditions fulfilled", terms, measure="figures")


def _named(battle: Battle, condition: Condition) -> str:
    if condition.does == "hold":
        return _feature_name(battle, condition.what)
    return battle.units[condition.what].name


def _by_history(battle: Battle) -> Outcome | None:
    """At the end the side has won that did more of what was asked of it, in proportion."""
    if not _over(battle):
        return None
    done = {side.id: conditions(battle, side.id) for side in battle.sides}
    shares = {side: tally.total / len(tally.terms) if tally.terms else 0.0 for side, tally in done.items()}
    return Outcome(_highest(shares), "turn_limit", ("CM-SETUP-08",), _reckonings(battle))


# ---------------------------------------------------------------- all of them


def _reckonings(battle: Battle) -> tuple[tuple[str, Tally], ...]:
    return tuple((side.id, reckoning(battle, side.id)) for side in battle.sides)


def _highest(numbers: dict[str, float]) -> str:
    """The side with the highest number; "" where two are equal."""
    most = max(numbers.values())
    best = [side for side, number in numbers.items() if number == most]
    return best[0] if len(best) == 1 else ""
