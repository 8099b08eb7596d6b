"""Troops, flights and tempers in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.battle.grammar import counted, does
from schiltron.rulesets.chainmail.movement.steps import Forming
from schiltron.rulesets.chainmail.state import Battle, Captives, Flight, Profile, Unit

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


def plain(word: str) -> str:
    return word.replace("_", " ")


def troops(line: Profile) -> str:
    """As in "Swiss pikemen, mercenaries"."""
    parts = [plain(line.engine or line.rated).capitalize()]
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


def flight(own: Flight) -> str:
    """As in "in rout, for the second turn"."""
    return f"in {own.kind}, for the {_ORDINALS[min(own.turns, len(_ORDINALS)) - 1]} turn"


def captives(view: Battle, some: Captives) -> str:
    return f"{counted(some.figures, 'prisoner')} of {view.units[some.of].name}"


def said(unit: Unit, phrase: str) -> str:
    """As in "Knights stand", "The Prince stands"."""
    return f"{unit.name} {does(phrase, one=unit.original == 1)}"


def cited(text: str, *rules: str) -> str:
    """A note and the rules it comes from."""
    named = ", ".join(dict.fromkeys(rule for rule in rules if rule))
    return f"{text} [{named}]" if named else text


def joined(notes: Iterable[str]) -> str:
    return "; ".join(note for note in dict.fromkeys(notes) if note)


def changing(change: Forming) -> str:
    return f"changing to {change.to}" if change.facing is None else "changing its facing"


def change_rules(change: Forming) -> tuple[str, ...]:
    return ("CM-FORM-01",) if change.facing is None else ("CM-FORM-04", "CM-FORM-05")
