"""Formations, what they look like and what changing them costs: CM-FORM-01 to CM-FORM-06, CM-MELEE-49, CM-HIST-26."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, radians
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.bases import OPEN_ORDER
from schiltron.rulesets.chainmail.field import is_swiss
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Formation, Unit
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil

_COST: Final = {str(row["change"]): Fraction(str(row["cost_moves"])) for row in LAW.sheet("CM-T-formation").records()}
_FACING: Final = {str(row["change"]): Fraction(str(row["cost_moves"])) for row in LAW.sheet("CM-T-facing").records()}
SQUARES: Final = ("square", "hedgehog")
ALL_ROUND: Final = (*SQUARES, "schiltron")
FOOT_ONLY: Final = ("line_to_square", "column_to_square")
WHOLE: Final = 1000
"""A whole move in thousandths, as a begun change counts what is paid and due."""


# ---------------------------------------------------------------- kinds


def kind_of(unit: Unit) -> Formation:
    return kind(unit.own.formation, unit.body, unit.bodies)


def kind(formation: Formation, body: Body, count: int) -> Formation:
    """Line and column are as the body stands; a single piece goes as a column."""
    if formation not in ("line", "column"):
        return formation
    if not isinstance(body, Formed):
        return "column"
    return "line" if body.files >= body.ranks(count) else "column"


def shaped(body: Formed, count: int, to: Formation, files: int) -> Formed:
    """The body in another formation."""
    if to in ALL_ROUND:
        return replace(body, files=files, spacing=0, hedgehog=True)
    return replace(body, files=files, spacing=OPEN_ORDER if to == "open" else 0, hedgehog=False)


def square_files(count: int) -> int:
    """As many files as ranks, or one more."""
    root = isqrt(count)
    return root if root * root == count else root + 1


def schiltron_barred(battle: Battle, unit: Unit) -> str:
    """Why a unit may not form a schiltron; "" where it may."""
    line = unit.own.profile
    if battle.own.options.schiltrons == "off":
        return "schiltrons are an option that is not in use"
    if line.people != "scots" or line.mounted:
        return "only Scots infantry forms schiltrons"
    return "" if line.arms == "pike" else "a schiltron takes pikes"


# ---------------------------------------------------------------- costs


def change(before: Formation, after: Formation) -> tuple[str, Fraction]:
    """What a change of formation is called in the table and how many moves it takes; back from a square as into it."""
    if "schiltron" in (before, after):
        name = "line_to_column"  # CM-HIST-26: as long as a column
    elif before in SQUARES or after in SQUARES:
        other = after if before in SQUARES else before
        name = "line_to_square" if other == "line" else "column_to_square"
    elif (before, after) == ("line", "column"):
        name = "line_to_column"
    else:
        name = "column_to_line"
    return name, _COST[name]


def facing(angle: Mdeg) -> tuple[str, Fraction]:
    """What a turn by an angle is called and what part of a move it takes (CM-FORM-04)."""
    if abs(angle) <= QUARTER_TURN // 2:
        name = "oblique"
    else:
        name = "left_or_right_face" if abs(angle) <= QUARTER_TURN else "about_face"
    return name, _FACING[name]


def outer_corner(body: Formed, angle: Mdeg) -> Mil:
    """How far the outer corner of a body goes in a wheel."""
    return round(body.frontage * radians(abs(angle) / 1000))


def training(unit: Unit) -> tuple[str, Fraction, str] | None:
    """Who pays double or half for changes of formation and facing (CM-FORM-05, CM-FORM-06)."""
    line = unit.own.profile
    if line.peasants or line.levies:
        return "poorly trained", Fraction(2), "CM-FORM-05"
    if line.mounted or is_swiss(unit):
        return "horse" if line.mounted else "Swiss and Landsknechte", Fraction(1, 2), "CM-FORM-06"
    return None


def moves_due(unit: Unit, moves: Fraction) -> Fraction:
    """So many moves as this unit pays them."""
    trained = training(unit)
    return moves * trained[1] if trained is not None else moves


def price(battle: Battle, unit: Unit, name: str, moves: Fraction, rule: str) -> Tally:
    """What a change costs a unit, in thousandths of an inch of its move."""
    move = normal_move(battle, unit).total
    plain = _part(move, moves)
    terms = [Term(name.replace("_", " "), plain, rule)]
    trained = training(unit)
    if trained is not None:
        label, factor, why = trained
        terms.append(Term(label, _part(move, moves * factor) - plain, why))
    return Tally("cost", tuple(terms), measure="thousandths")


def _part(move: Mil, moves: Fraction) -> Mil:
    return round(move * moves)
