"""Orders in words that can be said back: every length and angle as exact as the order has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    Aimed,
    Answer,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Commanded,
    Laid,
    PathDrawn,
    Planned,
    Played,
    Pointed,
    SetDown,
)
from schiltron.battle.state.manoeuvre import Advance, Expand, FormUp, Manoeuvre, Oblique, Turn, Wheel, Wrap
from schiltron.battle.words.actions import tell_action
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.phrases import tell_leg
from schiltron.herald.cards import said_play
from schiltron.herald.engines import said_pointing
from schiltron.herald.names import name_in
from schiltron.herald.pieces import middle_of
from schiltron.herald.words import compass
from schiltron.table.lengths import Mdeg, Mil, show_inches
from schiltron.table.terrain import Feature

_AIMING: Final = {"shoot": "shoot at"}


def said_answer(view: AnyBattle, answer: Answer) -> str:
    match answer:
        case Commanded(actor="", form=Played() as play):
            return said_play(view, play)
        case Commanded(actor=""):
            return "pass" if any(decision.window for decision in view.decisions) else "finish"
        case Commanded():
            return f"{name_in(view, answer.actor)} {' '.join(_form(view, answer))}"
        case Planned():
            return "; ".join(said_answer(view, one) for one in answer.commands) or "nothing"
        case PathDrawn():
            return _legs(answer)
        case SetDown():
            pose = answer.pose
            where = f"at {_inches(pose.x)} across, {_inches(pose.y)} down, facing {_heading(pose.heading)}"
            drawn_up = f", {answer.formation}" if answer.formation else ""
            return f"{name_in(view, answer.unit)} {where}, in {counted(answer.files, 'file')}{drawn_up}"
        case Laid(feature=piece):
            return _laid(piece) if piece is not None else "drop the piece"
        case Chosen():
            return ", ".join(_label(view, key) for key in answer.keys) or "nothing"
        case Assigned():
            return ", ".join(
                f"{share.count} {_label(view, share.item)} to {_label(view, share.bin)}" for share in answer.shares
            )


def _laid(piece: Feature) -> str:
    x, y = middle_of(piece)
    return f"lay at {_inches(round(x))} {_inches(round(y))}, {piece.name}"


def _label(view: AnyBattle, key: str) -> str:
    """What a key of the question that is asked stands for."""
    for decision in view.decisions:
        match decision:
            case Choose(options=options):
                known = {option.key: option.label for option in options}
            case Assign(items=items, bins=bins):
                known = {one.key: one.label for one in items} | {one.key: one.label for one in bins}
            case _:
                continue
        if key in known:
            return known[key]
    return name_in(view, key)


def _form(view: AnyBattle, command: Commanded) -> Iterator[str]:
    match command.form:
        case PathDrawn():
            if command.action != "move":
                yield f"{command.action}:"
            yield _legs(command.form)
        case Aimed(target=target):
            yield f"{_AIMING.get(command.action, command.action)} {name_in(view, target)}"
        case Pointed() as pointed:
            yield said_pointing(command.action, pointed)
        case Played() as play:
            yield said_play(view, play)
        case None:
            yield tell_action(command.action, view)


def _legs(marched: PathDrawn) -> str:
    return ", ".join(said_leg(leg) for leg in marched.path) or "stand"


def said_leg(leg: Manoeuvre) -> str:
    match leg:
        case Advance(distance=distance):
            return f"{'go back' if distance < 0 else 'advance'} {_inches(abs(distance))}"
        case Oblique(angle=angle, distance=distance):
            return f"oblique {_hand(angle)} {_degrees(angle)} for {_inches(distance)}"
        case Wheel(side=side, angle=angle):
            return f"wheel {side} {_degrees(angle)}"
        case Turn(angle=angle):
            return f"turn {_hand(angle)} {_degrees(angle)}"
        case FormUp(to="flanks"):
            return "form flanks outward"
        case Wrap(left=left, right=right) | Expand(left=left, right=right):
            return f"{'wrap' if isinstance(leg, Wrap) else 'expand'} {left} left {right} right"
        case _:
            return tell_leg(leg)


def _hand(angle: Mdeg) -> str:
    return "right" if angle > 0 else "left"


def _inches(mil: Mil) -> str:
    """As a ruler shows it, or finer where the order is."""
    return f"{mil / 1000:.3f}″" if mil % 10 else show_inches(mil)


def _degrees(angle: Mdeg) -> str:
    return f"{abs(angle) / 1000:g}°"


def _heading(heading: Mdeg) -> str:
    """A point of the compass, or degrees from north."""
    return _degrees(heading) if heading % 45_000 else compass(heading)
