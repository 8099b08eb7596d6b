"""What the captain would do, in words: "The captain would let Town Spears wheel right 30°, advance 4″"."""

from __future__ import annotations

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.phrases import tell_leg
from schiltron.captains.advising import Advised
from schiltron.herald.orders_in_words import said_answer


def said_hint(view: AnyBattle, answer: Answer) -> str:
    """An answer as it would be told to somebody: lengths as a ruler shows them."""
    match answer:
        case Commanded(actor=actor, action=action, form=PathDrawn(path=path)) if actor in view.units and path:
            way = "" if action == "move" else f"{action.replace('_', ' ')}: "
            return f"{view.units[actor].name} {way}{_way(path)}"
        case PathDrawn(path=path) if path:
            return _way(path)
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
