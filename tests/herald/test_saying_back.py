"""What the herald says of an order can be said back to it, and means the very same order."""

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Choose, Chosen, Commanded, Laid, Option, PathDrawn, SetDown
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Manoeuvre,
    Oblique,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.state.order import Reply
from schiltron.herald import Herald
from schiltron.herald.legs import path
from schiltron.herald.names import leading_unit
from schiltron.herald.orders_in_words import said_answer, said_leg
from schiltron.table.pose import Pose
from tests.herald.test_herald import Seat


@pytest.mark.parametrize(
    "leg",
    [
        Advance(2943),
        Advance(-1500),
        Oblique(-15_250, 4007),
        Wheel("left", 17_123),
        Turn(-8213),
        Turn(147_000),
        Face("rear"),
        Face("left"),
        Reform(1),
        Reform(8),
        FormHedgehog(),
        FormUp("square"),
        FormUp("shield_ring"),
        FormUp("set_spears"),
        FormUp("flanks"),
        FormUp("open"),
        Wrap(2, 0),
        Expand(0, 3),
        SquareUp(),
    ],
)
def test_a_leg_is_said_back_as_exactly_as_it_is(leg: Manoeuvre) -> None:
    assert path(said_leg(leg)) == (leg,)


def test_a_unit_with_a_preposition_in_its_name_is_set_down() -> None:
    seat = Seat("place_unit")
    seat.view = replace(
        seat.view,
        units={**seat.view.units, "red-1": replace(seat.view.units["red-1"], name="Sergeants at Arms")},
    )
    placed = SetDown("red-1", Pose(24_251, 10_000, 213_000), 5)
    assert said_answer(seat.view, placed) == "Sergeants at Arms at 24.251″ across, 10″ down, facing 213°, in 5 files"
    assert seat.answer(said_answer(seat.view, placed)) == placed
    assert said_answer(seat.view, replace(placed, files=1)).endswith("in 1 file")


def test_a_long_name_is_heard_to_its_end() -> None:
    seat = Seat("command")
    long = replace(seat.view.units["red-1"], name="Captain of the Axes of the Deep Hall")
    view = replace(seat.view, units={**seat.view.units, "red-1": long})
    assert leading_unit(view, ["captain", "of", "the", "axes", "of", "the", "deep", "hall", "rally"], ["red-1"]) == (
        long,
        ["rally"],
    )


def test_a_suggested_piece_of_terrain_is_laid_by_its_words() -> None:
    seat = Seat("place_feature")
    first = next(iter(seat.book.suggest(seat.view, seat.decision)))
    assert isinstance(first, Laid)
    answer = seat.answer(said_answer(seat.view, first))
    assert isinstance(answer, Laid)
    assert not seat.book.reasons(seat.view, Reply(seat.decision.seat, seat.decision.id, answer))


def test_a_choice_that_sounds_like_a_question_is_a_choice() -> None:
    seat = Seat("choose")
    options = (Option("try", "Try to rally them"), Option("not", "Look on"))
    assert isinstance(seat.decision, Choose)
    view = replace(seat.view, decisions=(replace(seat.decision, options=options, default=None),))
    herald = Herald(seat.book, seat.decision.seat)
    for line, key in (("Try to rally them", "try"), ("look on", "not")):
        order = herald.hear(line, view).order
        assert isinstance(order, Reply)
        assert order.answer == Chosen((key,))
    assert herald.hear("look", view).order is None


def test_an_order_is_said_back_with_its_unit() -> None:
    seat = Seat("command")
    order = Commanded("red-1", "move", PathDrawn((Turn(-8213), Advance(2943))))
    assert said_answer(seat.view, order) == "Knights of the Rose turn left 8.213°, advance 2.943″"
    assert seat.answer(said_answer(seat.view, order)) == order
