"""Values as TOML writes them: what is read again is the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import fields

from schiltron.muster.books import rulesets


def schema_line(book: str, kind: Literal["army", "scenario", "house"]) -> Iterator[str]:
    """The first line of a file, by which editors find its schema beside it; `schiltron schema` makes that file."""
    if book in rulesets():
        yield f"#:schema {book}-{kind}.json"


def tables(kind: str, entries: Mapping[str, Struct]) -> Iterator[str]:
    """Entries by name, each a table with what of it is not as usual."""
    for name, entry in entries.items():
        yield f"\n[{kind}.{key(name)}]"
        yield from said(entry)


def said(entry: Struct, *leave: str) -> Iterator[str]:
    """A line for everything of an entry that is not as usual, but for what is written elsewhere."""
    for name, one in _unusual(entry).items():
        if name not in leave:
            yield f"{key(name)} = {value(one)}"


def _unusual(entry: Struct) -> dict[str, Any]:
    found = {}
    for one in fields(entry):
        held = getattr(entry, one.name)
        if isinstance(held, Struct):
            found[one.encode_name] = _unusual(held)
        elif one.required or held not in (one.default, None, "", (), {}):
            found[one.encode_name] = to_builtins(held)
    return found


def value(held: Any) -> str:
    """A value on one line."""
    match held:
        case dict():
            return f"{{ {', '.join(f'{key(name)} = {value(one)}' for name, one in held.items() if one is not None)} }}"
        case tuple() | list():
            return f"[{', '.join(map(value, held))}]"
        case str():
            return text(held)
        case float() if held.is_integer() and abs(held) < 1e15:
            return str(int(held))
        case _:
            return str(held).lower()


def key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "a").replace("-", "a").isalnum() else text(name)


def text(held: str) -> str:
    """A string; JSON writes the same."""
    return json.dumps(held, ensure_ascii=False).replace("\x7f", "\\u007f")


def long_text(held: str) -> str:
    """A string of several lines as it is read, line by line."""
    if "\n" not in held:
        return text(held)
    return '"""\n' + "\n".join(text(line)[1:-1] for line in held.split("\n")) + '"""'
