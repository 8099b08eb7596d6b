"""The computer players as people choose them."""

import pytest

from schiltron.captains.opponents import described, opponents
from schiltron.captains.roster import plays
from schiltron.rulesets import NAMES


@pytest.mark.parametrize("book", NAMES)
def test_everybody_who_is_offered_can_play_and_is_described_in_a_sentence(book: str) -> None:
    offered = opponents(book)
    levels = [one.name for one in offered if one.kind == "level"]
    assert levels == ["recruit", "lieutenant", "captain", "marshal:0.1s", "marshal"]
    for one in offered:
        assert plays(one.name, book)
        assert one.about[0].isupper()
        assert one.about.endswith(".")
    assert len({one.title for one in offered}) == len(offered)


def test_a_temperament_stands_behind_the_rank_in_a_list_and_before_it_in_a_sentence() -> None:
    bold = described("captain:bold")
    assert (bold.title, bold.called, bold.kind) == ("Captain, bold", "bold captain", "temperament")
    assert bold.about == "Comes to blows early and counts no losses."


def test_a_marshal_who_was_told_how_long_to_think_says_so() -> None:
    assert described("marshal:40").title == "Marshal, 40 imagined battles"
    assert described("marshal:0.5s").title == "Marshal, 0.5 s"
    assert described("marshal:0.1s").title == "Marshal, quick"
    assert described("marshal").title == "Marshal"


def test_of_a_captain_of_another_book_nothing_is_made_up() -> None:
    assert described("pikeman").about == ""
    assert described("pikeman").title == "Pikeman"
