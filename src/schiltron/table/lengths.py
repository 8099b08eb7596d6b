"""Lengths and headings, stored as whole thousandths so that every machine replays the same battle.

x grows to the right and y DOWN the page, as in SVG. Heading 0 looks up the table (towards -y) and headings
grow clockwise, so 90 degrees looks to +x.
"""

from fractions import Fraction
from functools import lru_cache
from math import atan2, cos, radians, sin
from math import degrees as to_degrees

Mil = int
"""A length: whole thousandths of an inch."""

Mdeg = int
"""A heading or a turn: whole thousandths of a degree, clockwise positive."""

FULL_TURN: Mdeg = 360_000
QUARTER_TURN: Mdeg = 90_000
HALF_TURN: Mdeg = 180_000

TOLERANCE: Mil = 5
"""Given away in the mover's favour: three thirds of 8 inches make 8.001."""

CONTACT: Mil = 20
"""Bases no farther apart than this touch, and overlap counts only beyond this depth."""

_QUARTERS = {0: "", 25: "¼", 50: "½", 75: "¾"}


def inches(value: float | int | Fraction) -> Mil:
    """The length of so many inches."""
    return round(value * 1000)


def show_inches(mil: Mil) -> str:
    """As a player would write it, no finer than a ruler shows: 3″, 6½″, 7.13″."""
    whole, hundredths = divmod((abs(mil) + 5) // 10, 100)
    sign = "-" if mil < 0 and whole + hundredths else ""
    quarter = _QUARTERS.get(hundredths)
    if quarter is None:
        return f"{sign}{whole}.{hundredths:02d}".rstrip("0") + "″"
    return f"{sign}{whole if whole or not quarter else ''}{quarter}″"


def degrees(value: float | int | Fraction) -> Mdeg:
    """The turn of so many degrees."""
    return round(value * 1000)


def normal(mdeg: Mdeg) -> Mdeg:
    """The same heading within [0, 360000)."""
    return mdeg % FULL_TURN


def signed(mdeg: Mdeg) -> Mdeg:
    """The same turn the short way round, within (-180000, 180000]."""
    turn = mdeg % FULL_TURN
    return turn - FULL_TURN if turn > FULL_TURN // 2 else turn


@lru_cache(maxsize=1 << 16)
def direction(heading: Mdeg) -> tuple[float, float]:
    """The unit vector that looks along a heading; exact at quarter turns, square to its own quarter turns.

    Rounded to twelve places because the last bit of a sine differs between machines; never -0.0.
    """
    quarter, rest = divmod(heading % FULL_TURN, QUARTER_TURN)
    angle = radians(rest / 1000)
    across = round(sin(angle), 12)
    ahead = round(cos(angle), 12)
    if quarter == 0:
        return across, 0.0 - ahead
    if quarter == 1:
        return ahead, across
    if quarter == 2:
        return 0.0 - across, ahead
    return 0.0 - ahead, 0.0 - across


def heading_of(dx: float, dy: float) -> Mdeg:
    """The heading that looks along a vector: the inverse of `direction`."""
    return round(to_degrees(atan2(dx, -dy)) * 1000) % FULL_TURN
