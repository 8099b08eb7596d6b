"""Formations: those that face all ways, open order for ground closed to ranks and files, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.manoeuvre import FormHedgehog, FormUp, Manoeuvre, Path, Reform
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.rulesets.chainmail.field import all_round, in_open_order, is_swiss
from schiltron.rulesets.chainmail.state import Forming, Unit
from schiltron.rulesets.chainmail.walking.formations import WHOLE, change, moves_due, schiltron_barred
from schiltron.rulesets.chainmail.walking.ground import Manner, hindrance
from schiltron.table.body import Formed
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline, gap
from schiltron.table.rectangles import Rect

NEAR: Final[Mil] = inches(1)
"""So close to closed ground a body in open order stays in it."""
_IN_RANKS: Final = Manner(formed=True, engine=False, charging=False)
CLOSE_UP: Final[Path] = (FormUp("close"),)
OPEN_UP: Final[Path] = (FormUp("open"),)


def going_on(forming: Forming) -> Manoeuvre:
    """The manoeuvre that goes on with a change that is under way (CM-FORM-01)."""
    if forming.facing is not None:
        return forming.facing
    match forming.to:
        case "hedgehog":
            return FormHedgehog()
        case "square" | "schiltron" | "open":
            return FormUp(forming.to)
        case _:
            return Reform(forming.files)


def way_back(unit: Unit) -> float:
    """Moves until a unit is in ranks and files again and can go where it will; 0 if it is."""
    begun = unit.own.forming
    if begun is not None:
        return (begun.due - begun.paid) / WHOLE
    if not all_round(unit) and not in_open_order(unit):
        return 0.0
    return float(moves_due(unit, change(unit.own.formation, "line")[1]))


# ---------------------------------------------------------------- looking all ways


def all_ways(situation: Situation, body: Body) -> Iterator[Path]:
    """Formations without flank or rear for foot that could be charged (CM-FORM-02, CM-MELEE-49, CM-HIST-23)."""
    unit, battle = body.unit, situation.battle
    formed = isinstance(unit.body, Formed) and unit.own.formation in ("line", "column")
    if not formed or unit.own.profile.mounted or not _in_reach(situation, body):
        return
    if battle.own.options.hedgehog == "on" and is_swiss(unit):
        yield (FormHedgehog(),)
    if not schiltron_barred(battle, unit):
        yield (FormUp("schiltron"),)
    yield (FormUp("square"),)


def _in_reach(situation: Situation, body: Body) -> bool:
    return any(
        not foe.fleeing and not foe.busy and foe.charge and gap(body.outline, foe.outline) <= foe.charge
        for foe in situation.foes
    )


# ---------------------------------------------------------------- closed ground


def may_close_up(situation: Situation, unit: Unit) -> bool:
    """Whether a unit in open order is clear of the ground that made it open."""
    return in_open_order(unit) and not at_closed_ground(situation, unit)


def at_closed_ground(situation: Situation, unit: Unit) -> bool:
    """Whether a unit stands in or close by ground where no formed body goes (CM-TERR-05)."""
    board = situation.battle.board
    closed = [one for one in board.features if hindrance(one, _IN_RANKS) is not None] if board is not None else []
    return bool(closed) and stood_in(closed, _wider(unit.outline)) is not None


def _wider(here: Outline) -> Outline:
    rects = tuple(
        Rect(one.x, one.y, one.fx, one.fy, one.half_width + NEAR, one.half_depth + NEAR) for one in here.rects
    )
    return Outline(rects, here.x, here.y, here.radius + 2 * NEAR)
