"""Several units told to go at once, in every book: those in front make way; who cannot follow stops and says why."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.door.group_orders import as_far_as_may_be, in_turn, set_in_turn
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.table.body import Formed
from tests.rulesets.battlesystem import positions as battlesystem
from tests.rulesets.book_of_war import positions as book_of_war
from tests.rulesets.by_this_axe import positions as by_this_axe
from tests.rulesets.chainmail import positions as chainmail
from tests.rulesets.positions import LAYOUTS, Askew, ahead, march
from tests.server.positions import played_to

BOOKS: dict[str, Any] = {
    "book_of_war": book_of_war,
    "by_this_axe": by_this_axe,
    "chainmail": chainmail,
    "battlesystem": battlesystem,
}


def column(book: str, layout: Askew) -> Any:
    """Three bodies one behind the other on a crooked table; the last of them is listed first."""
    positions = BOOKS[book]

    def body(name: str, figures: int, right: float, forward: float, side: str = "blue", heading: float = 0) -> Any:
        named = {"id": name} if book == "book_of_war" else {}
        kind = "light_infantry" if named else name
        where = {"at": layout.at(right, forward), "facing": layout.facing(heading)}
        return getattr(positions, side)(kind, figures, files=figures // 2, **where, **named)

    return positions.moving(
        body("rear", 12, 0.5, -12),
        body("middle", 6, -0.5, -8.5),
        body("front", 12, 0, -5),
        body("foe", 12, -2, 20, "red", 180),
    )


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("layout", LAYOUTS[::3])
def test_those_behind_follow_those_in_front(book: str, layout: Askew) -> None:
    played = column(book, layout)
    orders = [march(unit, ahead(4)) for unit in ("rear", "middle", "front")]

    turns = in_turn(played.book, played.battle, played.decision, orders)

    assert [(one.actor, one.preview.legal) for one in turns] == [("front", True), ("middle", True), ("rear", True)]
    for one in turns:
        played = played.then(march(one.actor, ahead(4)))
    assert [layout.back(played.unit(one))[1] for one in ("front", "middle", "rear")] == [-1, -4.5, -8]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("layout", LAYOUTS[1::3])
def test_who_is_drawn_beyond_its_reach_goes_as_far_as_it_may_and_the_rest_close_up_behind_it(
    book: str, layout: Askew
) -> None:
    played = column(book, layout)
    orders = {unit: march(unit, ahead(18)) for unit in ("middle", "rear", "front")}

    turns = in_turn(played.book, played.battle, played.decision, list(orders.values()))

    assert [one.actor for one in turns] == ["front", "middle", "rear"]
    assert all(one.preview.reasons and not one.preview.legal for one in turns)
    goes = {one.actor: as_far_as_may_be(orders[one.actor], one.preview) for one in turns}
    for order in goes.values():
        assert order is not None
        played = played.then(order)
    front, middle, rear = (layout.back(played.unit(one))[1] for one in ("front", "middle", "rear"))
    assert -1 < front < 13
    assert rear < middle < front
    assert middle > -6, "it was not held back by where the others stood"


@pytest.mark.parametrize("layout", LAYOUTS[::2])
def test_who_stands_in_the_way_of_another_and_goes_aside_goes_before_it(layout: Askew) -> None:
    """Direction alone does not say it: the one ahead wheels out of the way of one who comes across."""
    played = book_of_war.moving(
        book_of_war.blue("light_infantry", 6, files=3, at=layout.at(0, 0), facing=layout.facing(0), id="comes"),
        book_of_war.blue("light_infantry", 6, files=3, at=layout.at(0.4, 1.2), facing=layout.facing(90), id="goes"),
        book_of_war.red("light_infantry", 6, files=3, at=layout.at(-20, 20), facing=layout.facing(90)),
    )
    orders = [march("comes", ahead(8)), march("goes", ahead(3))]

    turns = in_turn(played.book, played.battle, played.decision, orders)

    assert [(one.actor, one.preview.legal) for one in turns] == [("goes", True), ("comes", True)]


def test_places_are_judged_as_if_those_before_were_taken() -> None:
    _, journal = played_to("place_unit")
    book, battle = journal.ruleset, journal.battle
    decision = battle.decisions[0]
    assert isinstance(decision, PlaceUnit)
    first = next(one for one in book.suggest(battle, decision) if isinstance(one, SetDown))
    other = next(battle.units[one] for one in decision.units if one != first.unit)
    files = other.body.files if isinstance(other.body, Formed) else 1
    upon = SetDown(other.id, first.pose, files)
    assert book.preview(battle, decision, upon).legal

    turns = set_in_turn(book, battle, decision, [first, upon])

    assert [(one.actor, one.preview.legal) for one in turns] == [(first.unit, True), (other.id, False)]
