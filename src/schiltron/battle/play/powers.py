"""Powers: spells, wands, breath and whatever else is called upon, each a row of data.

A power says what it is aimed at and how far it carries, what it is paid from, how long it lasts, and in words of the
book what it does. Powers are offered as cards that a unit holds. Here are the points and figures where one comes down.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import HeldCard, Use
from schiltron.battle.state.field import takes_room
from schiltron.battle.state.unit import TurnInLine
from schiltron.table.lengths import TOLERANCE
from schiltron.table.rectangles import point_gap

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

AimedAt = Literal["nobody", "unit", "individual", "figure", "feature", "point"]


class Power(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row: `does` is what it does in a word of the book, by so much (`amount`); `tags` are what kind of harm it is or
    which ground it is for. It lasts for so many `turns`; 0 is an instant. `range` is in inches, 0 for one's own
    person."""

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    aim: AimedAt
    does: str
    whom: Literal["friend", "foe", "any"] = "foe"
    range: float = 0
    amount: int = 0
    turns: int = 0
    store: str = ""
    tags: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    area: float = 0
    """Inches across; 0 is one figure."""
    rank_step: int = 0
    """How many ranks of who calls upon it make its amount one more; 0 where they do not count."""


# ---------------------------------------------------------------- as cards in hand


def held_by(unit_id: str, power: Power, uses: tuple[Use, ...], count: int) -> HeldCard:
    """A power as a card of the unit that may call upon it."""
    return HeldCard(card_key(unit_id, power.key), power.title, power.text, power.rules[0], uses, count, unit_id)


def card_key(unit_id: str, power: str) -> str:
    return f"{unit_id}:{power}"


def holder_and_power(card: str) -> tuple[str, str]:
    """Whose card it is, and of which power."""
    unit, _, power = card.partition(":")
    return unit, power


# ---------------------------------------------------------------- where it comes down


class Point(NamedTuple):
    x: float
    y: float


class Struck(NamedTuple):
    """A figure by its place in its unit."""

    unit: str
    place: int


def along(origin: Point, aimed: Point, distance: float) -> Point:
    """So far from one point in the direction of another."""
    apart = hypot(aimed.x - origin.x, aimed.y - origin.y)
    if not apart:
        return origin
    return Point(origin.x + (aimed.x - origin.x) * distance / apart, origin.y + (aimed.y - origin.y) * distance / apart)


def beyond(origin: Point, aimed: Point, by: float) -> Point:
    """A point shifted along the line from another: by so much farther, or nearer, but not behind it."""
    return along(origin, aimed, max(0.0, hypot(aimed.x - origin.x, aimed.y - origin.y) + by))


def figure_at(battle: Battle[B, U, S], at: Point, besides: Iterable[str] = ()) -> Struck | None:
    """The figure of any side, seen or not, whose base covers a point; where two meet there, the one whose middle is
    nearer. The units `besides` do not count."""
    left_out = set(besides)
    best: tuple[int, TurnInLine, Struck] | None = None
    for unit in battle.units.values():
        if not unit.figures or unit.id in left_out or not takes_room(unit):
            continue
        body = unit.outline
        if hypot(body.x - at.x, body.y - at.y) > body.radius + TOLERANCE:
            continue
        for place, figure in enumerate(unit.places[: unit.figures]):
            if point_gap(figure.rect, at.x, at.y) <= 0:
                found = (round(hypot(figure.x - at.x, figure.y - at.y)), unit.turn_in_line, Struck(unit.id, place))
                if best is None or found[:2] < best[:2]:
                    best = found
    return best[2] if best is not None else None
