"""Up, down and along a rise."""

from __future__ import annotations

from itertools import pairwise

import pytest

from schiltron.table.slopes import height_at, slopes
from schiltron.table.terrain import Area

RIDGE = Area("ridge", "hill", "ridge", ((0, 0), (40_000, 0), (40_000, 10_000), (0, 10_000)))


@pytest.mark.parametrize(("x", "y", "height"), [(20_000, 5_000, 5_000), (20_000, 1_000, 1_000), (2_000, 5_000, 2_000),
                                                (20_000, -500, 0)])  # fmt: skip
def test_the_ground_rises_from_the_foot_all_round(x: int, y: int, height: int) -> None:
    assert height_at(RIDGE, x, y) == pytest.approx(height)


def test_a_way_over_the_ridge_goes_up_and_then_down() -> None:
    ways = [way for _, way in slopes(RIDGE, 20_000, 10_000, 0.0, -1.0, (0.0, 10_000.0))]
    assert ways == ["up"] * 5 + ["down"] * 5


def test_a_way_along_the_side_is_level() -> None:
    assert {way for _, way in slopes(RIDGE, 10_000, 3_000, 1.0, 0.0, (0.0, 10_000.0))} == {"along"}


def test_the_pieces_cover_the_whole_way() -> None:
    pieces = [piece for piece, _ in slopes(RIDGE, 20_000, 10_000, 0.0, -1.0, (500.0, 4_700.0))]
    assert pieces[0][0] == 500.0
    assert pieces[-1][1] == 4_700.0
    assert all(one[1] == other[0] for one, other in pairwise(pieces))


@pytest.mark.parametrize("cut", [0.3, 1.0, 4.99, 7.2, 9.9])
@pytest.mark.parametrize(("ux", "uy"), [(0.0, -1.0), (0.6, -0.8), (-0.28, -0.96)])
def test_a_way_cut_in_two_goes_up_and_down_like_the_way_in_one(cut: float, ux: float, uy: float) -> None:
    def much(way: str, *parts: list[tuple[tuple[float, float], str]]) -> float:
        return sum(end - start for part in parts for (start, end), goes in part if goes == way)

    far, at = 12_000.0, cut * 1000
    whole = slopes(RIDGE, 20_000, 11_000, ux, uy, (0.0, far))
    first = slopes(RIDGE, 20_000, 11_000, ux, uy, (0.0, at))
    second = slopes(RIDGE, 20_000 + ux * at, 11_000 + uy * at, ux, uy, (0.0, far - at))
    for way in ("up", "down", "along"):
        assert much(way, first, second) == pytest.approx(much(way, whole))


@pytest.mark.parametrize(("x", "ux", "uy"), [(20_000, 0.0, -1.0), (20_000, 0.6, -0.8), (60_000, 0.0, -1.0)])
def test_before_and_beyond_the_foot_the_way_goes_on_as_it_does_there(x: int, ux: float, uy: float) -> None:
    """Beside it others may still be on the rise: no part of the way is left out; past the rise it goes along."""
    pieces = slopes(RIDGE, x, 12_000, ux, uy, (0.0, 16_000.0))
    assert (pieces[0][0][0], pieces[-1][0][1]) == (0.0, 16_000.0)
    assert all(one[0][1] == other[0][0] for one, other in pairwise(pieces))
    assert (pieces[0][1], pieces[-1][1]) == (("up", "down") if x == 20_000 else ("along", "along"))
