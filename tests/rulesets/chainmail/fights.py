"""Melees for tests: ours, in blue, against theirs, in red, front to front in the middle of the table."""

from __future__ import annotations

from typing import Any

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.chainmail.melee.dice import Blow
from schiltron.rulesets.chainmail.melee.involved import melees
from schiltron.rulesets.chainmail.melee.rounds import Melees, round_of
from schiltron.rulesets.chainmail.state import Battle, Unit
from tests.rulesets.chainmail.positions import Played, blue, field, locked, play, red


def ours(troop: str = "heavy_foot", figures: int = 10, **more: Any) -> Unit:
    return blue(more.pop("name", "ours"), figures, troop=troop, **{"at": (48, 30), **more})


def theirs(troop: str = "heavy_foot", figures: int = 10, **more: Any) -> Unit:
    return red(more.pop("name", "theirs"), figures, troop=troop, **{"at": (48, 30), **more})


def met(
    one: Unit, other: Unit, *, edge: Any = "front", since: int = 1, contacts: tuple[Engagement, ...] = (), **more: Any
) -> Battle:
    """Ours came onto theirs this turn, unless told otherwise."""
    pairs = contacts or (locked("ours", "theirs", edge, since),)
    return field(one, other, contacts=pairs, phase="melee", **more)


def fight(position: Battle) -> Played:
    """The melees of a turn begin; no seat has anybody to commit, or a decision is open."""
    return play(position, Melees())


def struck(position: Battle, one: str = "ours", other: str = "theirs") -> Blow:
    """What one does to the other in the first melee of a position."""
    frozen = round_of(position, melees(position)[0])
    return next(blow for blow in frozen.blows if (blow.unit, blow.target) == (one, other))


def thrown(position: Battle, one: str = "ours", other: str = "theirs") -> tuple[int, int]:
    """So many dice, and what each needs."""
    blow = struck(position, one, other)
    return blow.dice.total, blow.need.total


def values(tally: Tally) -> dict[str, int]:
    """The terms of a tally by their rule."""
    found: dict[str, int] = {}
    for term in tally.terms:
        found[term.rule] = found.get(term.rule, 0) + term.value
    return found
