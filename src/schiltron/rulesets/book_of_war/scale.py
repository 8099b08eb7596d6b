"""What figures, inches and turns stand for: BW-C1-01 to BW-C1-03, and the design notes BW-D-01 to BW-D-05.

Nothing in play is converted: moves and ranges are the role-playing game's own numbers in inches (BW-D-05).
"""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.lengths import Mil


def _value(sheet: str, row: str) -> int:
    return int(LAW.sheet(sheet).row(row)["value"])


MEN_PER_FIGURE: Final = _value("BW-T-scale", "figure")
FEET_PER_INCH: Final = _value("BW-T-scale", "inch")
SECONDS_PER_TURN: Final = _value("BW-T-scale", "turn")
MEN_ACROSS_A_FIGURE: Final = _value("BW-T-design-scale", "men_across_figure")
FEET_PER_MAN: Final = _value("BW-T-design-scale", "frontage_per_man")


def men(figures: int) -> int:
    """Ten to a figure, in two ranks of five (BW-C1-01, BW-D-01)."""
    return figures * MEN_PER_FIGURE


def feet(length: Mil) -> int:
    """Twenty to the inch (BW-C1-02, BW-D-04)."""
    return round(length * FEET_PER_INCH / 1000)


def seconds(turns: int) -> int:
    """Thirty to a turn: three rounds of ten, long enough to wipe out a figure as often as armour lets a die hit
    (BW-C1-03, BW-D-02, BW-D-03)."""
    return turns * SECONDS_PER_TURN
