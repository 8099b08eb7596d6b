from __future__ import annotations

import pytest

from schiltron.battle.state.tally import Tally, Term, points_of, show_points
from schiltron.battle.words.phrases import tell_tally


@pytest.mark.parametrize(
    ("points", "said"),
    [(0, "0"), (200, "200"), (200.0, "200"), (0.5, "½"), (0.375, "⅜"), (2.5, "2½"), (99.75, "99¾"), (-1.25, "-1¼")],
)
def test_points_are_written_as_a_player_writes_them(points: float, said: str) -> None:
    assert show_points(points) == said


def test_eighths_of_a_point_are_exact_and_whole_points_stay_whole() -> None:
    assert [points_of(eighths) for eighths in (3, 6, 8, 20)] == [0.375, 0.75, 1, 2.5]
    assert isinstance(points_of(16), int)
    tally = Tally("levy", (Term("figure", 6), Term("pike", 8), Term("half", -7)), measure="eighths")
    assert (tally.total, tally.points) == (7, 0.875)
    assert tell_tally(tally) == ["levy: ⅞", "¾ figure", "+1 pike", "−⅞ half"]
    plain = Tally("pikes", (Term("figure", 6),), measure="points")
    assert (plain.points, tell_tally(plain)) == (6, ["pikes: 6", "6 figure"])
