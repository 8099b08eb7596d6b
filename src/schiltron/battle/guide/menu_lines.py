"""The lines of a menu that plot the legs of a move, each tried by the walk that judges orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry, Shown, Target
from schiltron.battle.play.open_decision import Asked
from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.event import Leg
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Manoeuvre, Path, Reform, Turn, Wheel
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.phrases import tell_leg
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import HALF_TURN, Mil, degrees, inches

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

STEP: Final[Mil] = inches(0.5)
"""The least that an advance is offered for."""
_TURNS: Final = (45, 90, 15)
_EVERYWHERE: Final = frozenset("WQEADFRG")
"""Advance, wheels, turns, facings, frontage: the page explains these keys itself."""

Tried = Manoeuvre | list[Reason]
"""A leg, or as much of it as can be made; or everything against it."""


class Line(NamedTuple):
    """A line of the menu, with the legs to try; those of an advance or a formation hang on the unit."""

    name: str
    label: str
    key: str
    rule: str
    legs: tuple[Manoeuvre, ...] = ()
    icon: str = ""
    shown: Shown = "always"


def keys_of(*lines: Line) -> tuple[tuple[str, str], ...]:
    """The keys of menu lines and what they do, without those that are the same in every book."""
    return tuple((line.key, _does(line)) for line in lines if line.key not in _EVERYWHERE)


def _does(line: Line) -> str:
    again = next((leg for leg in line.legs[1:2] if isinstance(leg, FormUp)), None)
    return line.label.lower() + (f", again to {tell_leg(again)}" if again else "")


def wheels(rule: str) -> tuple[Line, Line]:
    """Round either corner, by fifteen degrees or by one."""
    return (
        Line("wheel_left", "Wheel left", "Q", rule, _wheels("left"), "icon-wheel-left"),
        Line("wheel_right", "Wheel right", "E", rule, _wheels("right"), "icon-wheel-right"),
    )


def _wheels(side: Literal["left", "right"]) -> tuple[Wheel, ...]:
    return Wheel(side, degrees(15)), Wheel(side, degrees(1))


def turns(rule: str) -> tuple[Line, Line]:
    """On the spot to either side, for books in which a body turns freely."""
    return (
        Line("turn_left", "Turn left", "A", rule, tuple(Turn(-degrees(angle)) for angle in _TURNS), "icon-turn-left"),
        Line("turn_right", "Turn right", "D", rule, tuple(Turn(degrees(angle)) for angle in _TURNS), "icon-turn-right"),
    )


def facings(rule: str) -> tuple[Line, Line]:
    """To a flank or the rear, for books in which a body may turn about as one."""
    return (
        Line("face", "Face", "F", rule, (Face("left"), Face("right"), Face("rear")), "icon-face"),
        Line("about", "About", "R", rule, (Turn(HALF_TURN),), "icon-about"),
    )


def ahead_or_reformed(left: Mil, body: Body) -> dict[str, tuple[Manoeuvre, ...]]:
    """The legs of lines that hang on the unit: advancing by what is left of its move, and a file more or less."""
    files = body.files if isinstance(body, Formed) else 1
    return {
        "advance": (Advance(max(left, STEP)), Advance(STEP)),
        "formation": (Reform(files + 1), Reform(files - 1)),
    }


def no_more_legs(most: int, rule: str) -> list[Reason]:
    """What is against a leg after as many as a path may have."""
    return [Reason(f"a path has at most {most} legs", (rule,))]


def tried_at_the_door(
    asked: Asked[B, U, S],
    unit: Unit[U],
    action: str,
    path: Path,
    leg: Manoeuvre,
    walked: Callable[[Path], Sequence[Leg]] | None,
) -> Tried:
    """A leg after a path, or as much of it as can be made where a walk shows that; or everything against it."""
    against = asked.against(unit, action, PathDrawn((*path, leg)))
    if walked is not None:
        legs = walked((*path, leg))
        made = legs[-1].manoeuvre if len(legs) == len(path) + 1 else leg
        if made != leg and not asked.against(unit, action, PathDrawn((*path, made))):
            return made
    return against or leg


def path_entry(action: str, line: Line, legs: Iterable[Manoeuvre], tried: Callable[[Manoeuvre], Tried]) -> MenuEntry:
    """The legs of a line that can be made; if none of them can, what is against the first."""
    found = [tried(leg) for leg in legs]
    made = tuple(dict.fromkeys(one for one in found if not isinstance(one, list)))
    against = next((one for one in found if isinstance(one, list)), []) if not made else []
    entry = MenuEntry(
        action, line.label, line.key, line.rule, "path", name=line.name, legs=made, reasons=tuple(against)
    )
    return replace(entry, icon=line.icon, shown=line.shown)


def aimed_entry(targets: Iterable[Target], action: str, label: str, key: str, rule: str, icon: str = "") -> MenuEntry:
    """Something done to somebody who is named; if there is nobody, why the first will not do."""
    found = [one for one in targets if one.action == action]
    against: tuple[Reason, ...] = ()
    if all(one.reasons for one in found):
        against = found[0].reasons if found else (Reason("there is nobody it could be done to", (rule,)),)
    return MenuEntry(action, label, key, rule, "target", name=action, reasons=against, icon=icon)


def along_entry(
    asked: Asked[B, U, S], unit: Unit[U], path: Path, action: str, label: str, key: str, rule: str
) -> MenuEntry:
    """Another kind of move along what is plotted."""
    against = asked.against(unit, action, PathDrawn(path)) if path else []
    return MenuEntry(action, label, key, rule, "path", name=action, reasons=tuple(against))
