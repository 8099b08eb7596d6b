"""Armour class becomes the number that hits (chapters A1, A3 and O4)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Record
from schiltron.rulesets.book_of_war.law import LAW

_CORE: Final = {str(row["armor"]): int(row["ah"]) for row in LAW.sheet("BW-T-armor-hit").records()}
_WORST: Final = {"leather": 8, "chain": 6, "plate": 3}
"""The worst descending class that still counts as each (BW-A1-03)."""
EXACT: Final = {int(row["ac"]): (str(row["armor"]), int(row["ah"])) for row in LAW.sheet("BW-T-exact-armor").records()}
NEGATIVE: Final = 7
"""The number of characters whose armour class is below 0 (BW-A3-08)."""
_A_THIRD: Final = 3


def armour_hit(record: Record, *, exact: bool, hero: bool) -> Tally:
    """By kinds of armour (BW-A1-03, BW-A3-08), or by the finer table, where an unarmoured man is 4 and not 3 (BW-O4-01,
    BW-O4-02). A class that ascends is divided by three there (BW-O4-04)."""
    if record.ascending is not None:
        number = record.ascending // _A_THIRD
        term = Term(f"ascending AC {record.ascending}, a third of it", number, "BW-O4-04")
        return Tally("Armor Hit", (term, *_bounded(number)))
    armour_class = record.armour_class
    if hero and armour_class < 0:
        return Tally("Armor Hit", (Term(f"AC {armour_class}, below 0", NEGATIVE, "BW-A3-08"),))
    if exact:
        listed, number = EXACT[max(min(EXACT), min(max(EXACT), armour_class))]
        rule = "BW-O4-02" if listed == "no_armor" else "BW-O4-01"
        return Tally("Armor Hit", (Term(f"AC {armour_class}: {listed.replace('_', ' ')}", number, rule),))
    kind = matching(armour_class)
    like = f"as {kind}" if kind != "none" else "as no armour"
    return Tally("Armor Hit", (Term(f"AC {armour_class}, {like}", _CORE[kind], "BW-A3-08" if hero else "BW-A1-03"),))


def matching(armour_class: int) -> str:
    """The kind of armour that a descending class comes nearest to: none, leather, chain or plate."""
    return next((kind for kind in ("plate", "chain", "leather") if armour_class <= _WORST[kind]), "none")


def _bounded(number: int) -> tuple[Term, ...]:
    """The numbers there are run from that of no armour to that of a class below 0."""
    kept = max(_CORE["none"], min(NEGATIVE, number))
    return (Term(f"{_CORE['none']} to {NEGATIVE} there are", kept - number, "BW-O4-04"),) if kept != number else ()


assert all(_CORE[one] < _CORE[other] for one, other in pairwise(("none", "leather", "chain", "plate")))
