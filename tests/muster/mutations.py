"""Files of scenarios changed at random: a number out of bounds, a word that is none, a key too many or too few."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

NUMBERS = (0, -1, 1, 2, 3, 7, 0.001, -0.5, 48.0, 72.25, 600.0, 601, 10**6, -(10**9), 2**63, 1e300)
WORDS = (
    *("", " ", "north", "red", "blue", "teal", "hill", "woods", "river", "pond", "castle_wall", "gate", "on", "none"),
    *("rolled", "points", "hold", "strip", "area", "tile", "tower", "wall", "dun-corrath", "harrow-levy", "../x.toml"),
    *("a" * 61, "<b>x</b>", "\u202eevil", "naïve “quotes”", "🐉", "a\nb", "x\u0000y", "\x1b[31m", "%s{0}", "../../etc"),
)
_Way = tuple[str | int, ...]


def toml(value: Any) -> str:
    """A value in one line of TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=True).replace("\\ud83d\\udc09", "🐉").replace("\\u007f", "\\u007F")
        case float() if value == int(value) and abs(value) < 1e15:
            return f"{value:.1f}"
        case _:
            return str(value)


def text_of(raw: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in raw.items()) + "\n"


def ways(value: Any, here: _Way = ()) -> Iterator[_Way]:
    """The ways to everything within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*here, key)
        yield from ways(one, (*here, key))


def at(value: Any, way: _Way) -> Any:
    for key in way:
        value = value[key]
    return value


def pool(files: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """What files say under each key."""
    found: dict[str, list[Any]] = {}
    for raw in files:
        for way in ways(raw):
            if isinstance(way[-1], str):
                found.setdefault(way[-1], []).append(at(raw, way))
    return found


def mutated(raw: dict[str, Any], random: Random, said: dict[str, list[Any]]) -> None:
    """One change, in place: more often than not to something that another file says there, or near it."""
    known = list(ways(raw))
    way = random.choice(known)
    holder, key = at(raw, way[:-1]), way[-1]
    old = holder[key]
    change = random.random()
    if change < 0.45 and key in said:
        holder[key] = json.loads(json.dumps(random.choice(said[str(key)])))
    elif change < 0.6 and isinstance(old, int | float) and not isinstance(old, bool):
        holder[key] = old + random.choice((-1, 1, 2, -3, 5, 0.5, -0.25)) * random.choice((1, 1, 4))
    elif change < 0.64:
        del holder[key]
    elif change < 0.7 and isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), json.loads(json.dumps(old)))
    elif change < 0.76 and isinstance(holder, list) and len(holder) > 1:
        other = random.randrange(len(holder))
        holder[key], holder[other] = holder[other], old
    elif change < 0.8 and isinstance(old, dict):
        old[random.choice((*WORDS, "name", "at", "zone", "army", "figures"))] = random.choice((*NUMBERS, *WORDS))
    elif change < 0.86:
        holder[key] = json.loads(json.dumps(at(raw, random.choice(known))))
    else:
        holder[key] = _other(old, random)


def _other(old: Any, random: Random) -> Any:
    match old:
        case bool():
            return random.choice((not old, 1, "yes"))
        case int() | float():
            near = (old + 1, old - 1, old * 2, old * 1.37, -old, old + random.uniform(-20, 20))
            return random.choice(near if random.random() < 0.6 else NUMBERS)
        case str():
            return random.choice((*WORDS, old + "x", old.upper(), old[:-1], 3, True, [old]))
        case list():
            return random.choice(([], [0, 0], [[0, 0], [10, 10]], old * 2, old[:1], "x", {}))
        case _:
            return random.choice(({}, [], "x", 0, None.__class__.__name__))
