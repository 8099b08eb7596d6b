"""A battle as the table draws it: which unit stands where, and how its side is told from the other."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, sin, tau
from typing import Any, Final

from schiltron.battle.event import Circle, Happening, Landed, Streak
from schiltron.battle.state import AnyBattle
from schiltron.battle.unit import Hidden, OnTable, Unit
from schiltron.table.body import Body
from schiltron.table.pose import Pose
from schiltron.table.svg import Drawn, Zone, draw
from schiltron.table.svg_style import Theme

CONTACT = "contact"
_ROUND: Final = 48
"""Corners that make a circle."""


def drawn_unit(
    battle: AnyBattle,
    unit: Unit[Any],
    pose: Pose,
    body: Body,
    *,
    figures: int,
    fallen: int,
    marks: tuple[str, ...],
    company: Iterable[Unit[Any]],
) -> Drawn:
    """A unit of the battle in some moment of it. The first side's bases are filled, the second's open.

    The company, those who go with it, are told by flags over its ranks.
    """
    place = [side.id for side in battle.sides].index(unit.side)
    return Drawn(
        pose=pose,
        body=body,
        count=figures + fallen,
        fallen=fallen,
        colour=battle.sides[place].colour,
        open=place % 2 == 1,
        label=unit.name,
        strength=figures,
        marks=marks,
        symbol=unit.kind,
        company=tuple((one.kind, one.name) for one in company),
        id=unit.id,
    )


def marks_shown(own: Iterable[str], company: Iterable[Iterable[str]], *, fighting: bool) -> tuple[str, ...]:
    """What is marked on a unit: what befell it and those who go with it, each once, and that it fights."""
    theirs = (mark for marks in company for mark in marks)
    return tuple(dict.fromkeys((*own, *theirs, *((CONTACT,) if fighting else ()))))


def drawn_units(battle: AnyBattle) -> list[Drawn]:
    """Every unit on the table as it stands now."""
    fighting = {unit for one in battle.engagements if one.touching for unit in (one.attacker, one.defender)}
    return [
        _standing(battle, unit, fighting=unit.id in fighting)
        for unit in battle.units.values()
        if isinstance(unit.place, OnTable | Hidden)
    ]


def _standing(battle: AnyBattle, unit: Unit[Any], *, fighting: bool) -> Drawn:
    company = [one for one in battle.units.values() if one.figures and one.host == unit.id]
    return drawn_unit(
        battle,
        unit,
        unit.pose,
        unit.body,
        figures=unit.figures,
        fallen=unit.fallen,
        marks=marks_shown(unit.marks, (one.marks for one in company), fighting=fighting),
        company=company,
    )


def landed(events: Iterable[Happening]) -> list[Zone]:
    """Where shots have fallen; the stretches of a line that do not count are only passed."""
    marks = [mark for event in events if isinstance(event, Landed) for mark in event.marks]
    return [_under(mark) for mark in marks]


def _under(mark: Circle | Streak) -> Zone:
    if isinstance(mark, Circle):
        angles = (tau * step / _ROUND for step in range(_ROUND))
        ring = tuple((round(mark.x + mark.radius * cos(a)), round(mark.y + mark.radius * sin(a))) for a in angles)
        return Zone(ring, "landed")
    length = hypot(mark.to_x - mark.from_x, mark.to_y - mark.from_y) or 1.0
    across = (mark.to_y - mark.from_y) / length * mark.width / 2, (mark.from_x - mark.to_x) / length * mark.width / 2
    near, far = (mark.from_x, mark.from_y), (mark.to_x, mark.to_y)
    corners = ((near, 1), (far, 1), (far, -1), (near, -1))
    ring = tuple((round(x + side * across[0]), round(y + side * across[1])) for (x, y), side in corners)
    return Zone(ring, "landed" if mark.struck else "passed")


def picture(
    battle: AnyBattle,
    *,
    width_px: int = 1440,
    theme: Theme = "light",
    events: Iterable[Happening] = (),
    ruled: bool = True,
) -> str | None:
    """The table as an SVG document, with what the events that led to it left there; None for a battle without one."""
    if battle.board is None:
        return None
    turn = f", {battle.turn_word.lower()} {battle.turn}" if battle.turn else ""
    title = f"{battle.title}{turn}"
    return draw(battle.board, drawn_units(battle), width_px, landed(events), theme=theme, title=title, ruled=ruled)
