"""What a side still has, in points (POINTS): what a computer player thinks ahead for."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.field import alive, is_routed
from schiltron.rulesets.by_this_axe.off_table.days import reckoning
from schiltron.rulesets.by_this_axe.points import cost
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.troops import Line


def appraise(battle: Battle, side: str) -> Tally:
    """Figures at their price, and as much again for units that stand: whose units are gone or run has lost."""
    if battle.board is None:
        return reckoning(battle, side)
    terms = tuple(term for unit in troops(battle, side) if alive(unit) for term in _left(battle, unit))
    return Tally("points left", terms, measure="points")


def _left(battle: Battle, unit: Unit) -> Iterator[Term]:
    price = worth(battle, unit, unit.figures)
    yield Term(f"{unit.figures} of {unit.name}", price, "TA-POINTS-14")
    if is_routed(unit):
        yield Term(f"{unit.name} in rout", price // 2 - price)
    elif unit.own.person is None:
        yield Term(f"{unit.name} stands", worth(battle, unit, unit.original))


def worth(battle: Battle, unit: Unit, figures: int) -> int:
    """What so many figures of a unit cost (TA-POINTS-14)."""
    if not figures:
        return 0
    agreed = unit.agreed(figures)
    if agreed is not None:
        return agreed // 8
    person = unit.own.person
    line = Line(
        unit.kind,
        unit.name,
        unit.own.profile,
        character=person is not None,
        roles=person.roles if person is not None else (),
        leadership=person.leadership if person is not None else 0,
        own_spells=person.spells_left if person is not None else (),
    )
    return cost(line, figures, surcharge=battle.own.options.surcharge == "agreed").total
