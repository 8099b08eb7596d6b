"""A review in words."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn, Planned
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.state.order import Concede
from schiltron.battle.words.text import words
from schiltron.captains.review.reviewed import Chance
from schiltron.herald.hinting import said_hint
from schiltron.herald.reviewing import ReviewTold, _likely, told_review
from tests.captains.test_review import AnyJournal, obeyed, reviewed, shooting
from tests.rulesets.book_of_war.positions import shoot


def told(journal: AnyJournal) -> ReviewTold:
    return told_review(journal, reviewed(journal, 200))


def test_to_order_nothing_is_told_beside_what_was_missed() -> None:
    (point, *_) = told(shooting(FINISH)).points
    assert words(point.said) == "Nothing more was ordered"
    assert point.played == FINISH
    assert point.missed[0].said == "Bows shoot at Horse"
    assert point.missed[0].why


def test_dice_are_told_by_what_they_were_thrown_for() -> None:
    point = next(one for one in told(shooting(shoot("bows", at="horse"), " ".join("1" * 24))).points if one.entry == 2)
    assert words(point.said).startswith("Bows shoot at Horse")
    assert point.likely.startswith("No hits with 24 dice, where 8 was to be expected: ")
    assert point.played is None


def test_who_gave_up_is_told() -> None:
    journal = shooting()
    obeyed(journal, Concede("blue"))
    assert words(told(journal).points[0].said) == "The battle was given up"


def test_a_plan_is_told_by_its_first_orders() -> None:
    view = shooting().battle
    ahead = Commanded("bows", "move", PathDrawn((Advance(2500),)))
    assert said_hint(view, Planned((ahead,))) == "Bows advance 2½″"
    assert said_hint(view, Planned((ahead,) * 5)).endswith("; and 2 more orders")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (
            Chance("hits", 2, 12, 6, 6.0, low=True, chance=0.04),
            "2 hits or fewer with 12 dice, where 6 was to be expected: 4 times in 100",
        ),
        (
            Chance("hits", 1, 1, 6, 0.5, low=False, chance=0.5),
            "1 hit or more with 1 die, where 0.5 was to be expected: 50 times in 100",
        ),
        (
            Chance("total", 3, 2, 6, 7.0, low=True, chance=0.0101),
            "A total of 3 or less with 2d6, where 7 was to be expected: once in 100 times",
        ),
        (
            Chance("total", 12, 2, 6, 7.0, low=False, chance=0.001),
            "A total of 12 or more with 2d6, where 7 was to be expected: less than once in 100 times",
        ),
    ],
)
def test_how_likely_dice_were_in_words(chance: Chance, said: str) -> None:
    assert _likely(chance) == said
