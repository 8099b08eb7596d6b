"""Troops, flights, moods and changes of formation in words (rules HIST and FORM)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.words.grammar import counted, plain
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.state import Battle, Captives, Flight, Forming, Profile

ARMS: Final = {"hand": "hand weapons", "spear": "spears", "pike": "pikes", "halberd": "halberds", "lance": "lances"}
REACTIONS: Final = {
    "melee_continues": "fight on",
    "back_good_order": "fall back in good order",
    "retreat": "retreat",
    "rout": "rout",
    "surrender": "surrender",
    "destroyed": "are destroyed",
}
TEMPERS: Final = {
    "stands": ("stand and only defend themselves", "CM-HIST-17"),
    "deserts": ("march off the table", "CM-HIST-18"),
    "bribed": ("are bribed and march to join the enemy", "CM-HIST-19"),
}
_ORDINALS: Final = ("first", "second", "third", "fourth")


def troops(line: Profile) -> str:
    """As in "Swiss pikemen, mercenaries", or "Ogres"."""
    parts = [_creature(line.nature) if line.nature is not None else plain(line.engine or line.rated).capitalize()]
    if line.people and line.people not in line.rated:
        parts.append(line.people.capitalize())
    if line.commander:
        parts = ["Army commander"]
    kinds = {
        "knights": line.knights and not line.commander,
        "a religious order": line.order,
        "mercenaries": line.mercenary,
    }
    return ", ".join((*parts, *(word for word, so in kinds.items() if so)))


def _creature(nature: Nature) -> str:
    """As in "Super hero", or of who is two things at once "Super hero and wizard" (CM-FANT-GEN-11)."""
    known = CREATURES.get(nature.key)
    name = known.name if known is not None else plain(nature.key).capitalize()
    return f"{name} and {plain(nature.also)}" if nature.also else name


def flight(own: Flight) -> str:
    """As in "in rout, for the second turn"."""
    return f"in {own.kind}, for the {_ORDINALS[min(own.turns, len(_ORDINALS)) - 1]} turn"


def captives(view: Battle, some: Captives) -> str:
    return f"{counted(some.figures, 'prisoner')} of {view.units[some.of].name}"


def changing(change: Forming) -> str:
    return f"changing to {change.to}" if change.facing is None else "changing its facing"


def change_rules(change: Forming) -> tuple[str, ...]:
    return ("CM-FORM-01",) if change.facing is None else ("CM-FORM-04", "CM-FORM-05")
