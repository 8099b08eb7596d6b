"""Where a battle stands in one sentence: the turn, the phase, and whose move it is."""

from __future__ import annotations

from typing import Any

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Waiting
from schiltron.battle.words.names import side_short
from schiltron.battle.words.phrases import capital
from schiltron.herald.names import side_of

AnyRuleset = Ruleset[Any, Any, Any]


def is_asked(view: AnyBattle, seat: str | None) -> bool:
    """Whether the battle waits for this seat: for an answer, or for its word on a proposal."""
    if seat is None or view.outcome is not None:
        return False
    proposed = any(one.seat != seat and seat not in one.agreed for one in view.proposals)
    return proposed or any(one.seat == seat and not isinstance(one, Waiting) for one in view.decisions)


def moment(book: AnyRuleset, view: AnyBattle) -> str:
    """As in "Turn 3 of 12, movement, The Wardens of Ashmere (Red)."; before the first turn only what is done."""
    phase = next((one.title for one in book.sequence(view) if one.name == view.phase), view.phase.replace("_", " "))
    last = book.last_turn(view)
    turn = f"{view.turn_word} {view.turn}{f' of {last}' if last else ''}" if view.turn else ""
    active = next((one.title for one in view.sides if one.id == view.active), "")
    said = ", ".join(one for one in (turn, phase.lower() if turn else phase, active) if one)
    return f"{capital(said)}." if said else ""


def headline(book: AnyRuleset, view: AnyBattle, seat: str | None) -> str:
    """What a change of turn is announced with."""
    if view.outcome is not None:
        won = next((one.title for one in view.sides if one.id == view.outcome.winner), "")
        return f"The battle is over: {f'{won} won' if won else 'it is drawn'}."
    if is_asked(view, seat):
        asked = next((one.prompt for one in view.decisions if one.seat == seat), "A proposal waits for your answer.")
        return " ".join(("Your turn.", moment(book, view), asked))
    waited = ", ".join(dict.fromkeys(side_of(view, one.seat) for one in view.decisions))
    whom = f"Waiting for {waited}." if waited else "The dice are being thrown." if view.roll is not None else ""
    return " ".join(one for one in (whom, moment(book, view)) if one)


def tab_title(battle: str, view: AnyBattle, *, yours: bool) -> str:
    """What a tab of the browser says: a dot where something is due from us, else whom we wait for."""
    if view.outcome is not None:
        return f"Over: {battle}"
    if yours:
        return f"● Your turn: {battle}"
    waited = next((one.seat for one in view.decisions), "")
    short = side_short(view, view.side_at(waited))
    return f"{short} to move: {battle}" if short else battle
