"""Pictures of army lists in the making: the units as they will stand, drawn as a battle draws them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.drawing.svg import Drawn, draw
from schiltron.muster import MusterFault
from schiltron.muster.army import Army
from schiltron.muster.workbench.parade import Parade, Paraded, paraded
from schiltron.rulesets import NAMES
from schiltron.server.fault import Refusal
from schiltron.table.body import Formed
from schiltron.table.outline import outline

_WIDTH = 1080


class PictureAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A list that is to be seen. Without switches it is a list by itself."""

    army: Army
    switches: Annotated[dict[str, str | bool | int | float], Meta(max_length=100)] | None = None


class RowPictured(Struct, frozen=True):
    """What a row of the list makes: its pictogram, how many stand in how many files and ranks (none where they stand
    loosely), the row of the unit that they start with, and the room they take up in inches."""

    row: int
    kind: str
    figures: int
    files: int | None
    ranks: int | None
    host: int | None
    room: tuple[float, float, float, float] | None
    doubtful: bool


class ListPictured(Struct, frozen=True):
    """The list drawn up, as much of it as may stand, and what is where."""

    svg: str
    width: float
    depth: float
    rows: tuple[RowPictured, ...]


def pictured(asked: PictureAsked) -> ListPictured:
    army = asked.army
    if army.ruleset not in NAMES:
        raise Refusal(422, f"there is no book {army.ruleset!r}", where="army.ruleset", right=", ".join(NAMES))
    try:
        parade = paraded(army, asked.switches)
    except MusterFault as fault:
        first = fault.faults[0]
        raise Refusal(422, first.wrong, where=f"army.{first.place}", right=first.right) from fault
    bodies = [_drawn(parade, one, army.colour or "red") for one in parade.units]
    rows = [_row(one) for one in parade.units]
    rows += [
        RowPictured(one.row, one.unit.kind, one.unit.figures, None, None, one.host, None, doubtful=False)
        for one in parade.company
        if one.row is not None
    ]
    return ListPictured(
        draw(parade.board, bodies, _WIDTH, theme="both", title=f"{army.name} as it will stand"),
        parade.board.width / 1000,
        parade.board.depth / 1000,
        tuple(rows),
    )


def _drawn(parade: Parade, one: Paraded, colour: str) -> Drawn:
    unit = one.unit
    return Drawn(
        pose=one.pose,
        body=unit.body,
        count=unit.figures,
        colour=colour,
        open=colour == "blue",
        label=unit.name,
        strength=unit.figures,
        symbol=unit.kind,
        company=tuple((with_it.unit.kind, with_it.unit.name) for with_it in parade.company if with_it.host == one.row),
        ghost=one.doubtful,
        id=str(one.row),
    )


def _row(one: Paraded) -> RowPictured:
    unit, body = one.unit, one.unit.body
    corners = [corner for rect in outline(one.pose, body, unit.figures).rects for corner in rect.corners]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    edges = (min(across), min(down), max(across), max(down))
    left, top, right, bottom = (round(edge / 1000, 2) for edge in edges)
    return RowPictured(
        one.row,
        unit.kind,
        unit.figures,
        body.files if isinstance(body, Formed) else None,
        body.ranks(unit.figures) if isinstance(body, Formed) else None,
        None,
        (left, top, right, bottom),
        one.doubtful,
    )
