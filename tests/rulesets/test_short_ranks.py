"""The last rank of a unit may be short, in every book."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.unit import Unit
from tests.rulesets.battlesystem import positions as battlesystem
from tests.rulesets.book_of_war import positions as book_of_war
from tests.rulesets.by_this_axe import positions as by_this_axe
from tests.rulesets.chainmail import positions as chainmail


def drawn_up(book: Any, figures: int, files: int, facing: float) -> Unit[Any]:
    name = "light_infantry" if book is book_of_war else "men"
    made: Unit[Any] = book.blue(name, figures, files=files, at=(30, 30), facing=facing)
    return made


@pytest.mark.parametrize("facing", [0, 17, 213])
@pytest.mark.parametrize("book", [book_of_war, by_this_axe, chainmail, battlesystem])
@pytest.mark.parametrize(
    ("figures", "files", "behind"), [(5, 3, [0, 1]), (4, 3, [1]), (7, 4, [0, 1, 2]), (5, 4, [1]), (6, 4, [1, 2])]
)
def test_a_short_rank_stands_on_whole_files_and_the_odd_place_is_empty_at_its_right(
    book: Any, facing: float, figures: int, files: int, behind: list[int]
) -> None:
    """BW-B4-05, TA-UNIT-06, CM-FORM-01, BS-7.10-01."""
    unit = drawn_up(book, figures, files, facing)
    across = [unit.pose.local(one.x, one.y)[0] for one in unit.places]
    front, last = across[:files], across[files:]
    assert [min(range(files), key=lambda file: abs(front[file] - one)) for one in last] == behind
    assert all(min(abs(file - one) for file in front) < 2 for one in last)
