"""What figures, inches and turns stand for (CM-SCALE-01 to CM-SCALE-03, CM-MTM-01)."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.options import Options
from schiltron.table.edges import Board

_SCALE: Final = {str(row["item"]): int(row["value"]) for row in LAW.sheet("CM-T-scale").records()}
_MEN: Final = {
    "20": _SCALE["men_per_figure_30mm_or_larger"],
    "10": _SCALE["men_per_figure_smaller_than_30mm"],
}
WIDTH: Final = (_SCALE["table_width_min"], _SCALE["table_width_max"])
LENGTH: Final = _SCALE["table_length_min"]
"""Inches of the table (CM-SETUP-01)."""
LEAST: Final = 36
"""The same of a table for single men, either way (CM-MTM-01)."""


def man_to_man(options: Options) -> bool:
    """Whether one figure is one man (CM-MTM-01)."""
    return options.scale == "man_to_man"


def men(figures: int, options: Options) -> int:
    """How many men so many figures stand for (CM-SCALE-01, CM-MTM-01)."""
    if man_to_man(options):
        return figures
    return figures * _MEN[options.men_per_figure]


def yards(inches: float) -> float:
    """How far so many inches are on the ground (CM-SCALE-02)."""
    return inches * _SCALE["ground_scale_per_inch"]


def said(board: Board, options: Options) -> str:
    """The scale of a battle in words."""
    if man_to_man(options):
        return "a figure is one man, and fights blow by blow"
    across, down = (f"{yards(side / 1000):g}" for side in (board.width, board.depth))
    minutes = _SCALE["turn_length"]
    return (
        f"the field is {across} by {down} yards, a figure stands for {men(1, options)} men, "
        f"a turn for about {'a minute' if minutes == 1 else f'{minutes} minutes'}"
    )
