"""Games of two who choose in secret at the same time, where what one gains the other loses: solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Worth = Sequence[Sequence[Fraction]]
"""What each choice of one comes to for him against each of the other's."""


def solved(worth: Worth) -> tuple[Fraction, tuple[Fraction, ...]]:
    """What the game is worth to who chooses among the rows, and how often he chooses each, so that nobody gains by
    foreseeing it.

    The simplex method on fractions: of columns that would help the first is taken, and of rows that bound it equally
    the one whose variable comes first, so that it never goes round in a circle.
    """
    rows, columns = len(worth), len(worth[0])
    lift = 1 - min(min(row) for row in worth)
    # Each line: the other's choices, then one slack a line, then what is left of 1.
    lines = [
        [
            *(Fraction(worth[row][column]) + lift for column in range(columns)),
            *(Fraction(int(row == other)) for other in range(rows)),
            Fraction(1),
        ]
        for row in range(rows)
    ]
    aim = [*(Fraction(-1) for _ in range(columns)), *(Fraction(0) for _ in range(rows)), Fraction(0)]
    basis = [columns + row for row in range(rows)]
    while (entering := next((at for at in range(columns + rows) if aim[at] < 0), None)) is not None:
        bounds = [(line[-1] / line[entering], basis[at], at) for at, line in enumerate(lines) if line[entering] > 0]
        leaving = min(bounds)[2]
        _pivot(lines, aim, leaving, entering)
        basis[leaving] = entering
    value = 1 / aim[-1]
    return value - lift, tuple(aim[columns + row] * value for row in range(rows))


def _pivot(lines: list[list[Fraction]], aim: list[Fraction], leaving: int, entering: int) -> None:
    by = lines[leaving][entering]
    chosen = lines[leaving] = [one / by for one in lines[leaving]]
    for at, line in enumerate(lines):
        if at != leaving and line[entering]:
            factor = line[entering]
            lines[at] = [one - factor * two if two else one for one, two in zip(line, chosen, strict=True)]
    factor = aim[entering]
    aim[:] = [one - factor * two if two else one for one, two in zip(aim, chosen, strict=True)]


def guaranteed(worth: Worth, shares: Sequence[Fraction]) -> Fraction:
    """What these shares bring against whoever knows them."""
    columns = range(len(worth[0]))
    return min(
        sum((share * row[column] for share, row in zip(shares, worth, strict=True)), Fraction(0)) for column in columns
    )
