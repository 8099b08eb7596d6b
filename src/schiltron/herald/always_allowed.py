"""Lines that may be typed at any time, whatever is asked: dice, proposals, undoing, giving up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schiltron.battle.door.dice import typed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Agree, Amend, CallItDrawn, Concede, Matter, Order, Propose, TakeBack, Undo
from schiltron.herald.not_understood import Misheard

_SWITCH_AND_VALUE: Final = 2


def spoken_order(seat: str, words: Sequence[str], line: str, view: AnyBattle) -> Order | None:
    """The order that a line gives; None if the line can only be an answer to a decision."""
    match words:
        case ["concede"]:
            return Concede(seat)
        case ["undo"]:
            return Undo(seat)
        case ["propose", *what]:
            return Propose(seat, _matter(what))
        case ["agree" | "refuse" as said]:
            theirs = next((one for one in view.proposals if one.seat != seat), None)
            if theirs is None:
                raise Misheard("Nobody has proposed anything.")
            return Agree(seat, theirs.id, agrees=said == "agree")
        case ["dice", *_]:
            return _dice(view, line)
    return None


def _matter(what: Sequence[str]) -> Matter:
    if {"back", "undo"} & set(what):
        return TakeBack()
    if {"draw", "drawn"} & set(what):
        return CallItDrawn()
    switch, equals, value = "".join(what).partition("=")
    if equals:
        return Amend(switch, value)
    if len(what) == _SWITCH_AND_VALUE:
        return Amend(*what)
    raise Misheard("Propose what?", "For example: propose draw, propose to take back, propose cornered no_full_run.")


def _dice(view: AnyBattle, line: str) -> Order:
    if view.roll is None:
        raise Misheard("No dice are due.")
    if view.roll.drawn or not view.roll.pools:
        raise Misheard("These dice are not yours to throw.")
    thrown = typed(view.roll, line.strip()[len("dice") :])
    if isinstance(thrown, Illegal):
        raise Misheard("; ".join(reason.text for reason in thrown.reasons) + ".")
    return thrown
