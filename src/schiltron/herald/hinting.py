"""What the captain would do, in words: "The captain would let Town Spears wheel right 30°, advance 4″"."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, Commanded, PathDrawn, Planned
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.phrases import tell_leg
from schiltron.captains.advising import Advised
from schiltron.herald.orders_in_words import said_answer

MOST_COMMANDS: Final = 3
"""Orders of a plan that are told one by one."""


def said_hint(view: AnyBattle, answer: Answer) -> str:
    """An answer as it would be told to somebody: lengths as a ruler shows them."""
    match answer:
        case Commanded(actor=actor, action=action, form=PathDrawn(path=path)) if actor in view.units and path:
            way = "" if action == "move" else f"{action.replace('_', ' ')}: "
            return f"{view.units[actor].name} {way}{_way(path)}"
        case PathDrawn(path=path) if path:
            return _way(path)
        case Planned(commands=commands) if commands:
            more = len(commands) - MOST_COMMANDS
            said = [said_hint(view, one) for one in commands[:MOST_COMMANDS]]
            return "; ".join([*said, f"and {counted(more, 'more order')}"] if more > 0 else said)
    return said_answer(view, answer)


def _way(path: Path) -> str:
    return ", ".join(tell_leg(leg) for leg in path)


def hint_lines(view: AnyBattle, advised: tuple[Advised, ...]) -> list[str]:
    """Numbered, each with its reasons beneath."""
    if not advised:
        return ["The captain has nothing to say to this."]
    said = []
    for place, one in enumerate(advised, 1):
        said.append(f"{place} The captain would: {said_hint(view, one.answer)}.")
        said += [f"  {why}." for why in one.why]
    return [*said, "Say take and a number to do it."]
