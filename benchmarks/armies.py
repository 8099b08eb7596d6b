"""Armies of any size to measure with: all arms, in equal parts on both sides."""

from schiltron.battle.decision import Zone
from schiltron.battle.state import Side
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.setup.opening import enlisted, prepared
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.edges import Board
from schiltron.table.lengths import inches

KINDS = ("light_infantry", "pikemen", "archers", "medium_cavalry", "heavy_infantry", "horse_archers")
SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))


def battle_of(units: int, *, figures: int = 12) -> Battle:
    """So many units a side on open ground, the table widening with them."""
    width, depth, zone = inches(max(48, 12 * units)), inches(48), inches(12)
    return prepared(
        title="a measured battle",
        board=Board(width, depth),
        sides=SIDES,
        units=[
            enlisted(f"{side.id}-{number + 1}", side.id, kind, figures // 2 if TROOPS[kind].mounted else figures)
            for side in SIDES
            for number in range(units)
            for kind in (KINDS[number % len(KINDS)],)
        ],
        zones=(("red", Zone(0, 0, width, zone)), ("blue", Zone(0, depth - zone, width, depth))),
        options=Options(declare="measure_first", turn_limit=20, victory="points"),
    )
