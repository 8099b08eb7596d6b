"""What a player is told before he decides is the same in the changed battle: his menu, whom a unit could attack and its
odds, how far it reaches, what an answer would do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import pytest
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.guide.answers import Overlay, Preview
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.order import Order, Reply
from schiltron.rulesets import ruleset
from schiltron.table.shapes import rings_of
from schiltron.table.terrain import Points
from tests.sameness.changes import CHANGES, WAYS, Change, Shifted
from tests.sameness.comparing import differences
from tests.sameness.exceptions import made_even
from tests.sameness.playing import ROOM, Entry, Shift, entries
from tests.sameness.rewriting import changed

SCENARIOS = (
    "hill-and-woods",
    "goblin-ford",
    "six-spells",
    "wolf-wood",
    "broken-seal",
    "lances-and-pikes",
    "crossroads",
)


def asked(battle: AnyBattle, decision_id: str, unit: str) -> dict[str, Any]:
    """All that is told about a unit, but for ground that is drawn."""
    book = ruleset(battle.ruleset)
    decision = battle.decision(decision_id)
    view = book.view(battle, decision.seat)
    return {
        "card": book.card(view, unit),
        "menu": book.menu(view, decision, unit),
        "targets": book.targets(view, decision, unit),
        "overlays": tuple((one.kind, one.label, one.rule) for one in book.overlays(view, unit)),
    }


def drawn(battle: AnyBattle, decision_id: str, unit: str) -> tuple[Overlay, ...]:
    book = ruleset(battle.ruleset)
    return book.overlays(book.view(battle, battle.decision(decision_id).seat), unit)


def previewed(battle: AnyBattle, order: Reply) -> Preview:
    book = ruleset(battle.ruleset)
    decision = battle.decision(order.decision)
    return book.preview(book.view(battle, decision.seat), decision, order.answer)


def ground(rings: Iterable[Points], change: Change) -> BaseGeometry:
    """Rings by the even-odd rule."""
    shapes = (Polygon([change.point(round(x), round(y)) for x, y in ring]).buffer(0) for ring in rings if len(ring) > 2)
    return reduce(lambda one, other: one.symmetric_difference(other), shapes, Polygon())


def elsewhere(mine: tuple[Points, ...], theirs: tuple[Points, ...], change: Change) -> list[str]:
    """Whether other ground is covered in the changed battle: more than a hair along its outline."""
    here, there = ground(mine, change), ground(theirs, Change())
    apart = here.symmetric_difference(there).area
    return [f"{apart:.0f} of {here.area:.0f} apart"] if apart > 30 * (here.length + there.length) else []


def seen(entry: Entry, name: str) -> tuple[AnyBattle, Order, Change]:
    """The position and the order to start from, and how they are changed."""
    if name == "shifted":
        here, there = Shifted(entry.battle, 0, 0, ROOM), Shifted(entry.battle, 1_301, -2_127, ROOM)
        return changed(entry.battle, here, entry.battle), changed(entry.order, here, entry.battle), Shift(here, there)
    battle = made_even(entry.battle) if name == "mirrored" else entry.battle
    return battle, entry.order, CHANGES[name](battle)


def check(entry: Entry, name: str) -> list[str]:
    battle, order, change = seen(entry, name)
    there = changed(battle, change, battle).listed()
    wrong = []
    for decision, actor in asking(battle):
        called = change.words(actor)
        wrong += differences(
            changed(asked(battle, decision, actor), change, battle, actor), asked(there, decision, called)
        )
        for one, other in zip(drawn(battle, decision, actor), drawn(there, decision, called), strict=True):
            wrong += elsewhere(rings_of(one.shape), rings_of(other.shape), change)
    if isinstance(order, Reply):
        mine, theirs = previewed(battle, order), previewed(there, changed(order, change, battle))
        wrong += differences(changed(mine, change, battle), theirs)
        for leg, other in zip(mine.legs, theirs.legs, strict=False):
            wrong += elsewhere(leg.swept, other.swept, change)
    return wrong


def asking(battle: AnyBattle) -> list[tuple[str, str]]:
    """Some who may be told something, with what is asked."""
    return [(one.id, actor) for one in battle.decisions for actor in getattr(one, "actors", ())[:2]]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_is_told_and_shown(scenario: str) -> None:
    compared = 0
    for entry in entries(scenario, 3, 0, 100):
        if entry.number % 30 or not asking(entry.battle):
            continue
        for name in WAYS:
            wrong = check(entry, name)
            assert not wrong, "\n".join([f"entry {entry.number}, {name}, {entry.order}", *wrong[:8]])
            compared += 1
    assert compared


@pytest.mark.parametrize(("scenario", "number"), [("goblin-ford", 37), ("kell-keep", 111), ("stream-crossing", 111)])
def test_the_same_is_told_and_shown_in_a_mirror(scenario: str, number: int) -> None:
    """A column that goes on behind its wheel, a hero on a storey with doors, archers who aim at a part of a unit."""
    (entry,) = entries(scenario, 5, number, number + 1)
    assert check(entry, "mirrored") == []


def test_ground_that_is_drawn_elsewhere_is_noticed() -> None:
    ring = ((0, 0), (3000, 0), (3000, 2000), (0, 2000))
    moved = tuple((x + 400, y) for x, y in ring)
    assert elsewhere((ring,), (moved,), Change())
    assert not elsewhere((ring,), (ring[2:] + ring[:2],), Change())
