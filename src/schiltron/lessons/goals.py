"""Whether an answer does what a step asks for."""

from __future__ import annotations

import msgspec

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Aimed, Answer, AnyDecision, Commanded, Move, PathDrawn, Planned, Played
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.manoeuvre import Advance, Expand, Manoeuvre, Oblique, Path, Turn, Wheel, Wrap
from schiltron.lessons.lesson import Goal


def met(goal: Goal, view: AnyBattle, decision: AnyDecision, answer: Answer, shown: Answer) -> bool:
    """Whether the answer reaches the goal; without one, whether it is the one shown."""
    if goal.says_nothing:
        return same(answer, shown)
    return any(_does(goal, view, one) for one in commands(decision, answer))


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers are alike, in whatever order options were named."""
    return _plain(one) == _plain(other)


def commands(decision: AnyDecision, answer: Answer) -> tuple[Commanded, ...]:
    """The commands to single units in an answer."""
    match answer:
        case Planned(commands=given):
            return given
        case Commanded():
            return (answer,)
        case PathDrawn() if isinstance(decision, Move):
            return (Commanded(decision.unit, "move", answer),)
        case _:
            return ()


def _does(goal: Goal, view: AnyBattle, command: Commanded) -> bool:
    if goal.unit and _name(view, command.actor) != goal.unit:
        return False
    if goal.action and command.action != goal.action:
        return False
    if goal.target and goal.target not in _aims(view, command):
        return False
    if goal.leg:
        path = command.form.path if isinstance(command.form, PathDrawn) else ()
        return any(_is_leg(goal, leg) for leg in path) and goal.least <= measure(goal, path) <= goal.most
    return True


def measure(goal: Goal, path: Path) -> float:
    """Inches or degrees of the legs a goal speaks of, all together."""
    return sum(_amount(leg) for leg in path if _is_leg(goal, leg))


def _is_leg(goal: Goal, leg: Manoeuvre) -> bool:
    return _kind(leg) == goal.leg and goal.side in ("", _side(leg))


def _kind(leg: Manoeuvre) -> str:
    kind: str = leg.__struct_config__.tag  # type: ignore[assignment]
    return kind


def _side(leg: Manoeuvre) -> str:
    match leg:
        case Wheel(side=side):
            return side
        case Turn(angle=angle) | Oblique(angle=angle):
            return "right" if angle > 0 else "left"
        case _:
            return getattr(leg, "to", "")


def _amount(leg: Manoeuvre) -> float:
    match leg:
        case Wheel(angle=angle) | Turn(angle=angle):
            return abs(angle) / 1000
        case Advance(distance=distance) | Oblique(distance=distance):
            return distance / 1000
        case Wrap(left=left, right=right) | Expand(left=left, right=right):
            return left + right
        case _:
            return 1.0


def _aims(view: AnyBattle, command: Commanded) -> set[str]:
    match command.form:
        case Aimed(target=target):
            return {_name(view, target)}
        case Played(units=units, target=target):
            return {_name(view, one) for one in (*units, target) if one}
        case _:
            return set()


def _name(view: AnyBattle, unit: str) -> str:
    return view.units[unit].name if unit in view.units else ""


def _plain(answer: Answer) -> object:
    return _sorted(msgspec.json.decode(encode(answer)))


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(one) for key, one in value.items()}
    if isinstance(value, list):
        return sorted((_sorted(one) for one in value), key=repr)
    return value
