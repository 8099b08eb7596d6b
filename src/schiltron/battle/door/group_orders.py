"""Orders to several units at once: which unit goes first, each order judged as if those before it were carried out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed, Ruleset
from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Command, Commanded, PathDrawn, PlaceUnit, Plan, Planned, SetDown
from schiltron.battle.state.manoeuvre import Advance, Face, Oblique, Path, SquareUp, Turn, Wheel
from schiltron.battle.state.order import Reply
from schiltron.table.lengths import Mdeg
from schiltron.table.pose import Pose

AnyRuleset = Ruleset[Any, Any, Any]

_FACED = {"front": 0, "left": -90_000, "right": 90_000, "rear": 180_000}


class InTurn(Struct, frozen=True):
    """One of several orders, in the order they are given, with its result once those before it are carried out."""

    actor: str
    preview: Preview


def set_in_turn(book: AnyRuleset, view: AnyBattle, decision: PlaceUnit, places: Sequence[SetDown]) -> list[InTurn]:
    """Units that are set down one after the other, in this order."""
    seen = []
    for place in places:
        preview = book.preview(view, decision, place)
        seen.append(InTurn(place.unit, preview))
        if preview.legal:
            view = _done(book, view, decision, place.unit, place)
    return seen


def in_turn(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, commands: Sequence[Commanded]) -> list[InTurn]:
    """Orders for several units, the foremost first. A unit that is held back is tried again after the others, so that
    units block each other only where it cannot be helped. A plan is carried out at once, so no unit waits in it."""
    waiting, seen = marching_order(view, commands), list[InTurn]()
    if isinstance(decision, Plan):
        plans = (Planned(tuple(waiting[: place + 1])) for place in range(len(waiting)))
        return [InTurn(one.actor, book.preview(view, decision, plan)) for one, plan in zip(waiting, plans, strict=True)]
    while waiting:
        held = []
        for command in waiting:
            preview = book.preview(view, decision, command)
            if preview.legal:
                seen.append(InTurn(command.actor, preview))
                view = _gone(book, view, decision, command)
            else:
                held.append(command)
        if len(held) == len(waiting):
            break
        waiting = held
    for command in waiting:
        preview = book.preview(view, decision, command)
        seen.append(InTurn(command.actor, preview))
        view = _gone(book, view, decision, as_far_as_may_be(command, preview))
    return seen


def as_far_as_may_be(command: Commanded, preview: Preview) -> Commanded | None:
    """The order, or the longest beginning of its path that is legal; None if no part of it is."""
    if preview.legal:
        return command
    legs = (leg.manoeuvre for leg in preview.legs)
    path = tuple(leg for leg in legs if leg is not None and not isinstance(leg, SquareUp))
    return replace(command, form=PathDrawn(path)) if path and isinstance(command.form, PathDrawn) else None


def _gone(book: AnyRuleset, view: AnyBattle, decision: Command, command: Commanded | None) -> AnyBattle:
    """The view with the unit where the order takes it; all else, and what is asked, as it was."""
    if command is None or not isinstance(command.form, PathDrawn):
        return view
    return _done(book, view, decision, command.actor, command)


def _done(
    book: AnyRuleset, view: AnyBattle, decision: Command | PlaceUnit, unit_id: str, answer: Commanded | SetDown
) -> AnyBattle:
    obeyed = book.obey(view, Reply(decision.seat, decision.id, answer))
    unit = obeyed.battle.units.get(unit_id) if isinstance(obeyed, Obeyed) else None
    return view.with_unit(unit) if unit is not None else view


# ---------------------------------------------------------------- who goes first


def marching_order(view: AnyBattle, commands: Iterable[Commanded]) -> list[Commanded]:
    """The units that stand foremost in the common direction of march come first."""
    ways = [(one, *_way(view, one)) for one in commands]
    dx, dy = sum(across for _, across, _ in ways), sum(down for _, _, down in ways)

    def behind(command: Commanded) -> float:
        pose = _pose(view, command.actor)
        return 0.0 if pose is None else -(pose.x * dx + pose.y * dy)

    return sorted((one for one, _, _ in ways), key=behind)


def _pose(view: AnyBattle, unit_id: str) -> Pose | None:
    place = view.units[unit_id].place if unit_id in view.units else None
    pose = getattr(place, "pose", None)
    return pose if isinstance(pose, Pose) else None


def _way(view: AnyBattle, command: Commanded) -> tuple[float, float]:
    """How far an order leads across the table and down it, as the crow flies."""
    pose = _pose(view, command.actor)
    if pose is None or not isinstance(command.form, PathDrawn):
        return 0.0, 0.0
    return _displacement(pose.heading, command.form.path)


def _displacement(heading: Mdeg, path: Path) -> tuple[float, float]:
    across = down = 0.0
    for leg in path:
        match leg:
            case Advance(distance=distance):
                across, down = across + distance * _sin(heading), down - distance * _cos(heading)
            case Oblique(angle=angle, distance=distance):
                across, down = across + distance * _sin(heading + angle), down - distance * _cos(heading + angle)
            case Wheel(side=side, angle=angle):
                heading += angle if side == "right" else -angle
            case Turn(angle=angle):
                heading += angle
            case Face(to=to):
                heading += _FACED[to]
    return across, down


def _sin(angle: Mdeg) -> float:
    return sin(angle * pi / 180_000)


def _cos(angle: Mdeg) -> float:
    return cos(angle * pi / 180_000)
