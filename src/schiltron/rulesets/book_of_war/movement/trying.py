"""Who tries to get over a wall or in at a door (chapter O6), what a die needs for it, and which way is out."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg

_COMPASS: Final = ("north", "east", "south", "west")


class Try(NamedTuple):
    """A figure that tries to get in or over: its place in the unit, and what its die needs; nothing where the way is
    open."""

    place: int
    need: Tally | None

    @property
    def in_doubt(self) -> bool:
        """Whether a die decides it."""
        return self.need is not None and self.need.verdict == "total"


def needed(unit: Unit, what: Term) -> Tally:
    """What a die needs, less the bonus of the Hit Dice (BW-O6-10, BW-O6-15)."""
    kind = troop(unit)
    terms = [what]
    if kind.attack_bonus:
        terms.append(Term("Hit Dice", -kind.attack_bonus, "BW-C3-06"))
    need = Tally("to get in", tuple(terms))
    return replace(need, verdict="automatic") if need.total <= 1 else need


def on_foot(unit: Unit) -> bool:
    """Whether a unit uses ladders and doors: who rides or flies does not (BW-O6-10)."""
    hero = troop(unit).hero
    return not troop(unit).mounted and not (hero is not None and hero.flies)


def side_of(heading: Mdeg) -> str:
    """The point of the compass that a heading is nearest to."""
    return _COMPASS[(heading + QUARTER_TURN // 2) % FULL_TURN // QUARTER_TURN]
