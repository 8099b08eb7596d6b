"""A battle as the table draws it: which unit stands where, and how its side is told from the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import AnyEvent, Landed
from schiltron.battle.state.unit import Afloat, Hidden, OnTable, Unit
from schiltron.drawing.drawn import Pattern
from schiltron.drawing.style import Theme
from schiltron.drawing.svg import Drawn, Zone, draw
from schiltron.table.body import Body
from schiltron.table.pose import Pose

CONTACT = "contact"
_PATTERNS: Final[tuple[Pattern, ...]] = ("", "", "striped", "dotted")


def pattern_of(place: int) -> Pattern:
    """What the bases of a side bear, by its place among the sides."""
    return _PATTERNS[min(place, len(_PATTERNS) - 1)]


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
    """A unit of the battle in some moment of it. The first side's bases are filled, the others' open, in patterns from
    the third on.

    The company, those who go with it, are told by flags over its ranks.
    """
    place = [side.id for side in battle.sides].index(unit.side)
    return Drawn(
        pose=pose,
        body=body,
        count=figures + fallen,
        fallen=fallen,
        colour=battle.sides[place].colour,
        open=place > 0,
        pattern=pattern_of(place),
        label=unit.name,
        strength=figures,
        marks=marks,
        symbol=unit.kind,
        company=tuple((one.kind, one.name) for one in company),
        hull=unit.afloat,
        id=unit.id,
    )


def marks_shown(own: Iterable[str], company: Iterable[Iterable[str]], *, fighting: bool) -> tuple[str, ...]:
    """What is marked on a unit: what befell it and those who go with it, each once, and that it fights."""
    theirs = (mark for marks in company for mark in marks)
    return tuple(dict.fromkeys((*own, *theirs, *((CONTACT,) if fighting else ()))))


def drawn_units(battle: AnyBattle) -> list[Drawn]:
    """Every unit on the table as it stands now."""
    fighting = {unit for one in battle.engagements if one.touching for unit in (one.attacker, one.defender)}
    seen = [unit for unit in battle.units.values() if isinstance(unit.place, OnTable | Hidden | Afloat)]
    return [
        _standing(battle, unit, fighting=unit.id in fighting) for unit in sorted(seen, key=lambda one: not one.afloat)
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


def landed(events: Iterable[AnyEvent]) -> list[Zone]:
    """Where shots have fallen; the stretches of a line that do not count are only passed."""
    marks = [mark for event in events if isinstance(event, Landed) for mark in event.marks]
    return [Zone(mark.shape, "landed" if mark.struck else "passed") for mark in marks]


def picture(
    battle: AnyBattle,
    *,
    width_px: int = 1440,
    theme: Theme = "light",
    events: Iterable[AnyEvent] = (),
    ruled: bool = True,
) -> str | None:
    """The table as an SVG document, with what the events that led to it left there; None for a battle without one."""
    if battle.board is None:
        return None
    turn = f", {battle.turn_word.lower()} {battle.turn}" if battle.turn else ""
    title = f"{battle.title}{turn}"
    return draw(battle.board, drawn_units(battle), width_px, landed(events), theme=theme, title=title, ruled=ruled)
