"""One line for several units: all of them, some by name or number, each as far as it may go."""

from typing import Any

import pytest

from schiltron.battle.state.decision import Commanded, Planned
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.herald import Herald
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail import positions as chainmail
from tests.rulesets.positions import LAYOUTS, Askew
from tests.rulesets.test_together import BOOKS, column


class Told:
    """Somebody who types lines until all that was said in them is carried out."""

    def __init__(self, played: Any) -> None:
        self.book, self.battle = played.book, played.battle
        self.seat = played.battle.decisions[0].seat
        self.herald = Herald(self.book, self.seat)
        self.given: list[str] = []
        self.said: list[str] = []

    def say(self, line: str) -> "Told":
        spoken = self.herald.hear(line, self.battle)
        self.said += spoken.lines
        order = spoken.order
        while order is not None:
            assert isinstance(order, Reply)
            assert isinstance(order.answer, Commanded)
            obeyed = self.book.obey(self.battle, order)
            if isinstance(obeyed, Illegal):
                self.said += [str(obeyed), *self.herald.halt(self.battle)]
                break
            self.given.append(order.answer.actor)
            self.battle = obeyed.battle
            order = self.herald.go_on(self.battle)
        return self

    def gone(self, before: Any, layout: Askew) -> dict[str, float]:
        units = (one for one in before.units.values() if one.side == "blue")
        return {
            one.id: round(layout.back(self.battle.units[one.id])[1] - layout.back(one)[1], 2)
            for one in units
            if self.battle.units[one.id].pose != one.pose
        }


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("layout", LAYOUTS[2::3])
def test_all_go_forward_those_in_front_first(book: str, layout: Askew) -> None:
    played = column(book, layout)
    told = Told(played).say("all forward 4")
    assert told.given == ["front", "middle", "rear"]
    assert told.gone(played.battle, layout) == {"front": 4, "middle": 4, "rear": 4}


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("front and rear forward 3", {"front", "rear"}),
        ("move front, middle forward 3", {"front", "middle"}),
        ("1, 3 forward 3", {"front", "rear"}),
        ("move 1,2 and 3 ahead 3", {"front", "middle", "rear"}),
        ("everybody 3", {"front", "middle", "rear"}),
    ],
)
def test_some_are_named_or_numbered(line: str, who: set[str]) -> None:
    layout = LAYOUTS[4]
    played = column("book_of_war", layout)
    assert played.decision.actors == ("front", "middle", "rear")
    assert set(Told(played).say(line).gone(played.battle, layout)) == who


def test_numbers_are_those_that_are_read_out() -> None:
    played = column("book_of_war", LAYOUTS[0])
    units = [line for line in Herald(played.book, "blue").due(played.battle) if "Units" in line]
    assert units == ["  Units: 1 Front, 2 Middle, 3 Rear."]


@pytest.mark.parametrize("book", BOOKS)
def test_who_cannot_follow_stops_and_says_why(book: str) -> None:
    layout = LAYOUTS[5]
    played = column(book, layout)
    told = Told(played).say("rear and middle forward 8")
    gone = told.gone(played.battle, layout)
    assert gone.keys() <= {"rear", "middle"}
    assert [line.split(":")[0].split(" stop")[0] for line in told.said] == ["Middle", "Rear"]
    assert all(" at " in line and ": " in line for line in told.said), told.said
    assert all(0 < far < 8 for far in gone.values())


def test_one_of_two_words_with_and_in_its_name_is_one_unit() -> None:
    """`front advance 2 and wheel left 10` is about one unit, and so is a path with commas."""
    played = column("book_of_war", LAYOUTS[0])
    assert Told(played).say("front advance 2 and wheel left 10").given == ["front"]
    assert Told(played).say("front advance 2, wheel left 10").given == ["front"]


def test_an_order_that_is_refused_on_the_way_ends_the_line() -> None:
    """Somebody else has come into the way meanwhile: what is left is named, and is not given later."""
    played = column("book_of_war", LAYOUTS[0])
    told = Told(played)
    first = told.herald.hear("all forward 4", told.battle).order
    assert isinstance(first, Reply)
    assert told.herald.halt(told.battle) == ["Not told anything yet: Middle and Rear."]
    assert told.herald.go_on(told.battle) is None


def test_written_orders_for_several_are_noted_and_sent_together() -> None:
    played = chainmail.play(
        chainmail.field(
            chainmail.blue("spears", 12, files=6, at=(30, 40)),
            chainmail.blue("swords", 12, files=6, at=(40, 40.5)),
            chainmail.red("axes", 12, files=6, at=(40, 5)),
            turn_system="simultaneous",
        ),
        WriteOrders(),
    )
    herald = Herald(played.book, "blue")
    noted = herald.hear("all advance 3", played.book.view(played.battle, "blue"))
    assert [line for line in noted.lines if line.startswith("Planned")] == [
        "Planned: Spears advance 3″",
        "Planned: Swords advance 3″",
    ]
    sent = herald.hear("send", played.book.view(played.battle, "blue")).order
    assert isinstance(sent, Reply)
    assert isinstance(sent.answer, Planned)
    assert {one.actor for one in sent.answer.commands} == {"spears", "swords"}
