"""How many of the fallen recover (chapter O8): men, counted by tens to a figure, and their horses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from schiltron.battle.state.battle import Grave, How
from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.scale import MEN_PER_FIGURE, men
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS

HALF: Final = 50
"""Of a hundred fallen, where nothing else is said (BW-O8-02)."""
QUARTER: Final = 25
"""Of those struck by an attack of damage 2 or more, or by magic (BW-O8-03)."""
HORSES: Final = 80
"""Of a hundred horses of fallen cavalry (BW-O8-04)."""
_DEADLY: Final = 2


class Fate(Struct, frozen=True):
    """How the fallen are dealt with: by a strict system nobody recovers, and nobody of the side that lost if they are
    finished by the side that holds the field (nobody holds it where nobody won)."""

    holder: str = ""
    strict: bool = False
    finished: bool = False

    def dead(self, unit: Unit) -> bool:
        """Whether the fallen of a unit are past recovering (BW-O8-02, BW-O8-03)."""
        return self.strict or (self.finished and self.holder not in ("", unit.owner))


def fallen(battle: Battle, unit: Unit) -> list[Grave]:
    """Figures struck down; those who fled or went off are none of these (BW-O8-01)."""
    return [grave for grave in battle.graves if grave.unit == unit.id and grave.how == "fell"]


def fled(battle: Battle, unit: Unit, *ways: How) -> int:
    """Figures that ran off the table in one of these ways and come back after the battle (BW-O8-01)."""
    return sum(grave.figures for grave in battle.graves if grave.unit == unit.id and grave.how in ways)


def is_deadly(battle: Battle, grave: Grave) -> bool:
    """Whether they were lost to damage of 2 or more, or to a magic area attack (BW-O8-03)."""
    if "magic" in grave.tags:
        return True
    striker = battle.units.get(grave.by)
    if striker is None:
        return False
    kind = troop(striker)
    missile = kind.missile
    if "missile" in grave.tags and missile is not None and missile.damage is not None:
        return missile.damage >= _DEADLY
    return kind.damage >= _DEADLY


# ---------------------------------------------------------------- men


def recovering(battle: Battle, side: str, kind: str, fate: Fate) -> Tally:
    """Men of a side and type who recover: half of those struck down, a quarter where the blow was deadly, none who are
    finished or under a strict system (BW-O8-02, BW-O8-03)."""
    struck: dict[bool, int] = defaultdict(int)
    units = [unit for unit in troops(battle, side) if unit.kind == kind]
    dead = any(fate.dead(unit) for unit in units)
    for unit in units:
        for grave in fallen(battle, unit):
            struck[is_deadly(battle, grave)] += men(grave.figures)
    terms = []
    for deadly, number in sorted(struck.items()):
        share = 0 if dead else QUARTER if deadly else HALF
        rule = "BW-O8-03" if deadly or (dead and not fate.strict) else "BW-O8-02"
        how = "nobody" if not share else "a quarter" if deadly else "half"
        by = " by damage of 2 or more, or by magic" if deadly else ""
        terms.append(Term(f"{how} of {number} men struck down{by}", number * share // 100, rule))
    return Tally(f"{TROOPS[kind].name} who recover", tuple(terms))


def whole_figures(tally: Tally) -> int:
    """Men are rounded down to whole figures for each unit type (BW-O8-02)."""
    return tally.total // MEN_PER_FIGURE


def shared_out(battle: Battle, side: str, kind: str, figures: int) -> Iterator[tuple[Unit, int]]:
    """The figures of a type, some of which have fallen, go back to its units in proportion to what each has lost; of
    equals the first by name."""
    units = [unit for unit in troops(battle, side) if unit.kind == kind]
    lost = {unit.id: sum(grave.figures for grave in fallen(battle, unit)) for unit in units}
    whole = sum(lost.values())
    given = {unit.id: lost[unit.id] * figures // whole for unit in units}
    rest = figures - sum(given.values())
    for unit in sorted(units, key=lambda one: -(lost[one.id] * figures % whole))[:rest]:
        given[unit.id] += 1
    for unit in units:
        if given[unit.id]:
            yield unit, given[unit.id]


# ---------------------------------------------------------------- horses


def horses(battle: Battle, fate: Fate) -> dict[str, Tally]:
    """Horses and mules of fallen riders that survive, eighty in a hundred: they are caught by the side that holds the
    field; where nobody does, each side catches its own (BW-O8-04)."""
    found: dict[str, list[Term]] = {}
    for side in battle.sides:
        for unit in troops(battle, side.id):
            kind = troop(unit)
            if not kind.mounted or kind.mount_fights or kind.hero is not None:
                continue
            number = men(sum(grave.figures for grave in fallen(battle, unit)))
            if number:
                said = f"{HORSES} in a hundred of {counted(number, 'horse')} of {unit.name}"
                terms = found.setdefault(fate.holder or side.id, [])
                terms.append(Term(said, number * HORSES // 100, "BW-O8-04"))
    return {side: Tally("horses caught", tuple(terms)) for side, terms in found.items()}
