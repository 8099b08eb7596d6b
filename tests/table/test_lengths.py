from fractions import Fraction
from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.table.lengths import degrees, direction, heading_of, inches, normal, show_inches, signed
from tests.table.shapes import headings


def test_inches_become_whole_thousandths() -> None:
    assert inches(6) == 6_000
    assert inches(0.75) == 750
    assert inches(Fraction(8, 3)) == 2_667
    assert isinstance(inches(1.0), int)


@pytest.mark.parametrize(
    ("mil", "shown"),
    [
        (3_000, "3″"),
        (6_500, "6½″"),
        (7_250, "7¼″"),
        (750, "¾″"),
        (0, "0″"),
        (7_200, "7.2″"),
        (2_667, "2.67″"),
        (5_999, "6″"),
        (40, "0.04″"),
        (-1_500, "-1½″"),
    ],
)
def test_lengths_are_shown_as_players_write_them(mil: int, shown: str) -> None:
    assert show_inches(mil) == shown


def test_turns_are_kept_within_a_full_turn() -> None:
    assert degrees(22.5) == 22_500
    assert normal(-90_000) == 270_000
    assert normal(360_000) == 0
    assert signed(270_000) == -90_000
    assert signed(180_000) == 180_000
    assert signed(-180_000) == 180_000


@pytest.mark.parametrize(
    ("heading", "forward"),
    [(0, (0.0, -1.0)), (90_000, (1.0, 0.0)), (180_000, (0.0, 1.0)), (270_000, (-1.0, 0.0))],
)
def test_quarter_turns_are_exact(heading: int, forward: tuple[float, float]) -> None:
    assert direction(heading) == forward
    assert "-0.0" not in map(str, direction(heading))


@given(headings)
def test_a_direction_is_the_sine_and_cosine_of_its_heading(heading: int) -> None:
    angle = radians(heading / 1000)
    assert direction(heading) == pytest.approx((sin(angle), -cos(angle)), abs=1e-11)


@given(headings, st.integers(-3, 3))
def test_a_quarter_turn_is_exactly_square(heading: int, turns: int) -> None:
    fx, fy = direction(heading)
    assert direction(heading + 90_000 + turns * 360_000) == (-fy, fx)


@given(headings, st.floats(0.5, 1e5))
def test_heading_of_undoes_direction(heading: int, length: float) -> None:
    fx, fy = direction(heading)
    assert heading_of(fx * length, fy * length) == heading
