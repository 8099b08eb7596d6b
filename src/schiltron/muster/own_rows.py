"""What an army list has of its own in one of its rows: a troop type or items that no book has. The row says all of it,
so that it goes wherever its troop type is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from schiltron.battle.state.tally import Tally, Term

MARK: Final = " (house)"
"""What stands behind the name of whatever is by rules of one's own."""
ITEMS: Final = "house"
"""The equipment under which units name items of their list's own."""
EXTRA: Final = "extra"
"""The equipment under which units name spells of their list's own."""
_MADE: Final = "\x1a"
"""Stands before what has been made of names: no file can say it."""
_OWN: Final = f"{_MADE}own "
_CONVERTED: Final = "house_"


class OwnItem(Struct, frozen=True):
    """An item as a row has it: its name, and its price."""

    name: str
    price: int


class OwnRow(Struct, frozen=True):
    """A row that is like a troop type of its book, with what it always has. Without a price its figures cost what the
    book says; items come on top."""

    like: str
    name: str = ""
    price: int | None = None
    equipment: dict[str, Any] = field(default_factory=dict)
    items: tuple[OwnItem, ...] = ()

    @property
    def key(self) -> str:
        return _OWN + _encoder.encode(self).decode()

    def equipped(self, equipment: Mapping[str, Any]) -> dict[str, Any]:
        """What a unit has of itself and of this: of several words all, else what this says."""
        whole = {name: value for name, value in equipment.items() if name != ITEMS}
        for name, value in self.equipment.items():
            has = whole.get(name)
            if isinstance(has, tuple | list) and isinstance(value, tuple | list):
                whole[name] = tuple(dict.fromkeys((*has, *value)))
            else:
                whole[name] = tuple(value) if isinstance(value, list) else value
        return whole

    def priced(self, cost: Tally, figures: int) -> Tally:
        """What the unit costs, from what the book says."""
        if cost.verdict != "total":
            return cost
        part = 8 if cost.measure == "eighths" else 1
        terms = cost.terms
        if self.price is not None:
            each = f"{figures} at {self.price}" if figures > 1 else "one"
            terms = (Term(f"by house rule, {each}", self.price * figures * part, ""),)
        more = tuple(Term(f"{one.name}{MARK}", one.price * part, "") for one in self.items)
        return Tally(cost.label, (*terms, *more), measure=cost.measure)


_encoder: Final = msgspec.json.Encoder(order="deterministic")


def own_row(troop: str) -> OwnRow | None:
    """What a troop type says of itself, if it is of a list's own."""
    if not troop.startswith(f"{_OWN}{{"):
        return None
    try:
        return msgspec.json.decode(troop[len(_OWN) :], type=OwnRow)
    except msgspec.MsgspecError:
        return None


def is_own(troop: str) -> bool:
    """Whether it is by rules of one's own, like a troop of the book or made from a creature."""
    return own_row(troop) is not None or (troop.startswith(_CONVERTED) and " {" in troop)


def marked(name: str) -> str:
    """A name with the mark behind it, once."""
    return name if name.endswith(MARK) else f"{name}{MARK}"


def unmarked(name: str) -> str:
    """A name without the mark."""
    return name.removesuffix(MARK)


def made(line: str) -> str:
    """A spell as its book has made it, to be told from what a file says."""
    return f"{_MADE}{line}"


def as_made(word: str) -> str:
    """The spell for its book; what a file says as if a book had made it is none."""
    return word.removeprefix(_MADE) if word.startswith(_MADE) else f"?{word}" if word.startswith("{") else word


def spells_of(equipment: Mapping[str, Any]) -> tuple[str, ...]:
    """The spells of their list's own that units have, as they are made."""
    named = equipment.get(EXTRA, ())
    words = (named,) if isinstance(named, str) else named if isinstance(named, tuple | list) else ()
    return tuple(str(one) for one in words)
