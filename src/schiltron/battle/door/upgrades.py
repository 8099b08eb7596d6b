"""Battles saved by older programs.

A battle is saved in the shape of its types. A programmer who changes a shape raises `FORMAT` in `state` by one and says
under the new number what has changed: here for what all books share, in `Ruleset.changes` for what belongs to one book.
A battle of an older format is read through all changes since, so that everything in memory has today's shape. The
hashes in its journal are of states as they were written then; to compare them, a state is written back through the same
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from schiltron.battle.state.battle import FORMAT, AnyBattle
from schiltron.battle.state.encoding import digest_of_essence, encode, essence

Plain = dict[str, Any]


def unchanged(battle: Plain) -> Plain:
    return battle


def _without_effects(battle: Plain) -> Plain:
    """Before format 4 nothing had an end of its own, and nothing was due later."""
    return _aims_down({key: held for key, held in battle.items() if key not in ("effects", "due")})


def _with_each_card(battle: Plain, changed: Callable[[Plain], Plain]) -> Plain:
    decisions = [
        one | {"hand": [changed(card) for card in one["hand"]]} if one.get("hand") else one
        for one in battle["decisions"]
    ]
    return {**battle, "decisions": decisions}


def _aims_up(battle: Plain) -> Plain:
    """Before format 4 a use of a card named units of one's own, and enemies, without saying so."""
    return _with_each_card(battle, lambda card: card | {"uses": [_aimed(use) for use in card["uses"]]})


def _aimed(use: Plain) -> Plain:
    most, units, targets = use["most"], use["units"], use["targets"]
    aim = {"at": "unit" if most == 1 else "units", "whom": "friend", "least": use["least"], "most": most}
    foe = {"at": "unit", "whom": "foe", "least": 1, "most": 1, "eligible": targets}
    return {name: use[name] for name in ("key", "label", "barred")} | {
        "rules": [use["rule"]],
        "aim": aim | {"eligible": units} if most else {},
        "against": foe if targets else None,
    }


def _aims_down(battle: Plain) -> Plain:
    return _with_each_card(
        battle,
        lambda card: (
            {name: card[name] for name in ("key", "title", "text", "rule")}
            | {"uses": [_listed(use) for use in card["uses"]]}
        ),
    )


def _listed(use: Plain) -> Plain:
    aim, against = use["aim"], use["against"]
    return {
        **{"key": use["key"], "label": use["label"], "rule": use["rules"][0], "least": aim["least"]},
        **{"most": aim["most"], "units": aim["eligible"], "targets": against["eligible"] if against else []},
        "barred": use["barred"],
    }


class Change(NamedTuple):
    """What a format changed, told of battles as plain values: `up` makes one of the format before into one of this
    format, `down` the reverse, with the fields of every value in the order which they had. Without a way down the
    hashes of before cannot be compared any more."""

    up: Callable[[Plain], Plain]
    down: Callable[[Plain], Plain] | None


Changes = Mapping[int, Change]
UNCHANGED: Final[Changes] = MappingProxyType({})
SHARED: Final[Changes] = MappingProxyType(
    {
        2: Change(unchanged, None),  # hashes were of prompts and labels too, and these have been worded otherwise since
        4: Change(_aims_up, _without_effects),
    }
)
"""By the number of the format they came with; a format may have none."""


def upgraded(saved: Plain, changes: Changes) -> bytes:
    """A battle of an older format, as today's program saves it."""
    for number in range(saved["format"] + 1, FORMAT + 1):
        for one in (SHARED, changes):
            if number in one:
                saved = one[number].up(saved)
    return encode({**saved, "format": FORMAT})


def digest_then(battle: AnyBattle, then: int, changes: Changes) -> str | None:
    """The digest that a journal kept of this battle in an older format; None if it cannot be worked out."""
    state, due = essence(battle)
    plain = written_then(state, then, changes)
    return None if plain is None else digest_of_essence(msgspec.json.encode(plain), due)


def written_then(battle: AnyBattle, then: int, changes: Changes) -> Plain | None:
    """A battle as it was written in an older format; None if that cannot be worked out."""
    plain: Plain = msgspec.to_builtins(battle, order="deterministic")
    for number in range(FORMAT, then, -1):
        for one in (changes, SHARED):
            if number in one:
                down = one[number].down
                if down is None:
                    return None
                plain = down(plain)
    return {**plain, "format": then}
