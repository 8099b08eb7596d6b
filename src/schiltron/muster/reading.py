"""TOML files read into Structs, with every fault found at once and named so that a player can mend it.

msgspec stops at the first thing wrong. So a file is first walked beside the description of its type, and only a file
without faults is converted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from math import isfinite
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from schiltron.battle.words.grammar import counted
from schiltron.battle.words.printable import UNPRINTABLE, printable
from schiltron.muster.bounds import excess
from schiltron.muster.fault import Fault, MusterFault

T = TypeVar("T")

_LINE = re.compile(r"^(?P<what>.*?) \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
_END = re.compile(r"^(?P<what>.*?) \(at end of document\)$")

MOST_FAULTS: Final = 50
"""Of one file: whoever has mended so many may ask again."""
_LONGEST_SHOWN: Final = 80
_LONGEST_NAME: Final = 60
_BREAKS: Final = re.compile(r"[\n\t]")


class Wrong(NamedTuple):
    """A fault of a file that is not named yet."""

    place: str
    wrong: str
    right: str


def read(text: str, kind: type[T], file: str) -> T:
    """The text of a TOML file as a value of the kind; raises MusterFault with what is wrong."""
    too_much = excess(text)
    if too_much is not None:
        raise MusterFault([Fault(file, f"line {too_much.line}", too_much.wrong, too_much.right)])
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MusterFault([_syntax(str(error), text, file)]) from error
    found = [Fault(file, *wrong) for wrong in islice(_walk(raw, inspect.type_info(kind), ""), MOST_FAULTS)]
    if found:
        raise MusterFault(found)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise MusterFault([Fault(file, "", str(error), "a value of the kind the schema names")]) from error


def _syntax(message: str, text: str, file: str) -> Fault:
    lines = text.splitlines() or [""]
    found = _LINE.match(message)
    if found:
        number = int(found["line"])
        place = f"line {number}, column {found['column']}"
    else:
        number = len(lines)
        place = f"line {number}, the end of the file"
        found = _END.match(message)
    what = found["what"] if found else message
    shown = _short(lines[min(number, len(lines)) - 1].strip())
    right = f'TOML as in: name = "text", figures = 12, [table], [[list of tables]]; the line reads: {shown}'
    return Fault(file, place, f"this is not TOML ({what})", right)


# ---------------------------------------------------------------- walking a value beside its type


def _walk(raw: Any, kind: inspect.Type, place: str) -> Iterator[Wrong]:
    match kind:
        case inspect.Metadata():
            yield from _walk(raw, kind.type, place)
        case inspect.UnionType():
            yield from _walk_union(raw, kind, place)
        case inspect.StructType() if isinstance(raw, dict):
            yield from _walk_struct(raw, kind, place)
        case inspect.VarTupleType() if isinstance(raw, list):
            for number, item in enumerate(raw):
                yield from _walk(item, kind.item_type, f"{place}[{number}]")
            least, most = kind.min_length or 0, kind.max_length or len(raw)
            if len(raw) < least:
                yield Wrong(place, f"the list has {len(raw)} entries", f"at least {least}")
            if len(raw) > most:
                yield Wrong(place, f"the list has {len(raw)} entries", f"at most {most}")
        case inspect.TupleType() if isinstance(raw, list) and len(raw) == len(kind.item_types):
            for number, (item, item_kind) in enumerate(zip(raw, kind.item_types, strict=True)):
                yield from _walk(item, item_kind, f"{place}[{number}]")
        case inspect.DictType() if isinstance(raw, dict):
            yield from _walk_dict(raw, kind, place)
        case _:
            if isinstance(raw, str) and UNPRINTABLE.search(raw):
                yield Wrong(place, f"found {_said(raw)}", "a text of letters that can be printed")
            elif isinstance(raw, str) and _is_a_name(kind) and _BREAKS.search(raw):
                yield Wrong(place, f"found {_said(raw)}", "a name on one line")
            elif not _accepts(raw, kind):
                yield Wrong(place, f"found {_said(raw)}", _named(kind))


def _is_a_name(kind: inspect.Type) -> bool:
    """Whether a text is short enough to stand in the middle of a line that is told."""
    return isinstance(kind, inspect.StrType) and 0 < (kind.max_length or 0) <= _LONGEST_NAME


def _walk_dict(raw: dict[str, Any], kind: inspect.DictType, place: str) -> Iterator[Wrong]:
    if len(raw) > (kind.max_length or len(raw)):
        yield Wrong(place, f"the table says {len(raw)} things", f"at most {kind.max_length}")
    if len(raw) < (kind.min_length or 0):
        yield Wrong(place, f"the table says {counted(len(raw), 'thing')}", f"at least {kind.min_length}")
    for key, item in raw.items():
        if len(key) > _LONGEST_SHOWN:
            yield Wrong(_inside(place, key), "the word is too long", f"at most {_LONGEST_SHOWN} letters")
        elif UNPRINTABLE.search(key):
            yield Wrong(place, f"here stands {_said(key)}", "a word of letters that can be printed")
        elif not _accepts(key, kind.key_type):
            yield Wrong(_inside(place, key), f"here stands {_said(key)}", _named(kind.key_type))
        yield from _walk(item, kind.value_type, _inside(place, key))


def _walk_union(raw: Any, kind: inspect.UnionType, place: str) -> Iterator[Wrong]:
    structs = [part for part in kind.types if isinstance(part, inspect.StructType)]
    if isinstance(raw, dict) and structs:
        yield from _walk_tagged(raw, structs, place)
        return
    attempts = [list(_walk(raw, part, place)) for part in kind.types if not isinstance(part, inspect.NoneType)]
    if all(attempts):
        deeper = [found for found in attempts if found[0].place != place]
        if deeper:
            yield from deeper[0]
        else:
            yield Wrong(place, f"found {_said(raw)}", _named(kind))


def _walk_tagged(raw: dict[str, Any], structs: list[inspect.StructType], place: str) -> Iterator[Wrong]:
    """Which of several tables this is, its own word says."""
    field = structs[0].tag_field
    if field is None:
        yield from _walk_struct(raw, structs[0], place)
        return
    tags = {str(struct.tag): struct for struct in structs}
    tag = raw.get(field)
    if isinstance(tag, str) and tag in tags:
        yield from _walk_struct(raw, tags[tag], place)
    else:
        wrong = f"{field} is missing" if tag is None else f"found {_said(tag)}"
        yield Wrong(_inside(place, field), wrong, _one_of(tags))


def _walk_struct(raw: dict[str, Any], kind: inspect.StructType, place: str) -> Iterator[Wrong]:
    fields = {field.encode_name: field for field in kind.fields}
    known = [*fields, *([kind.tag_field] if kind.tag_field else [])]
    for key, value in raw.items():
        if key in fields:
            yield from _walk(value, fields[key].type, _inside(place, key))
        elif key not in known:
            close = get_close_matches(_short(key), known, n=1)
            right = f"did you mean {close[0]}?" if close else _one_of(known)
            yield Wrong(_inside(place, key), f"{_word(key)} means nothing here", right)
    for name, field in fields.items():
        if field.required and name not in raw:
            yield Wrong(_inside(place, name), f"{name} is missing", _named(field.type))


def _inside(place: str, key: str) -> str:
    word = _word(key)
    return f"{place}.{word}" if place else word


def _word(key: str) -> str:
    return printable(_short(key))


# ---------------------------------------------------------------- single values


def _accepts(raw: Any, kind: inspect.Type) -> bool:
    match kind:
        case inspect.BoolType():
            return isinstance(raw, bool)
        case inspect.IntType():
            return type(raw) is int and _in_bounds(raw, kind)
        case inspect.FloatType():
            return type(raw) in (int, float) and isfinite(raw) and _in_bounds(raw, kind)
        case inspect.StrType():
            if not isinstance(raw, str) or not (kind.min_length or 0) <= len(raw) <= (kind.max_length or len(raw)):
                return False
            return kind.pattern is None or re.search(kind.pattern, raw) is not None
        case inspect.LiteralType():
            return type(raw) in (int, str) and raw in kind.values
        case _:
            return False


def _in_bounds(number: float, kind: inspect.IntType | inspect.FloatType) -> bool:
    return not (
        (kind.ge is not None and number < kind.ge)
        or (kind.gt is not None and number <= kind.gt)
        or (kind.le is not None and number > kind.le)
        or (kind.lt is not None and number >= kind.lt)
    )


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _said(raw: Any) -> str:
    """A value as a player would speak of it."""
    match raw:
        case bool():
            return "true" if raw else "false"
        case str():
            return f"the text {_short(raw)!r}"
        case int() | float():
            return f"the number {raw}"
        case list():
            return f"a list of {len(raw)}"
        case dict():
            return "a table"
        case _:
            return f"a {type(raw).__name__}"


def _named(kind: inspect.Type) -> str:
    """What a type takes, in words."""
    match kind:
        case inspect.Metadata():
            return _named(kind.type)
        case inspect.UnionType():
            return " or ".join(_named(part) for part in kind.types if not isinstance(part, inspect.NoneType))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number" + _bounds(kind)
        case inspect.FloatType():
            return "a number" + _bounds(kind)
        case inspect.StrType():
            least = f", at least {kind.min_length}" if kind.min_length else ""
            most = f", at most {kind.max_length} letters" if kind.max_length else ""
            plain = "a short name in small letters, with digits and hyphens at most"
            return plain if kind.pattern is not None else f"a text in quotes{least}{most}"
        case inspect.LiteralType():
            return _one_of(kind.values)
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}: [{', '.join(_named(part) for part in kind.item_types)}]"
        case inspect.VarTupleType():
            return f"a list, each entry {_named(kind.item_type)}"
        case _:
            return "a table"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    low = f"{kind.ge:g}" if kind.ge is not None else f"more than {kind.gt:g}" if kind.gt is not None else ""
    high = f"{kind.le:g}" if kind.le is not None else f"less than {kind.lt:g}" if kind.lt is not None else ""
    if low and high:
        return f" from {low} to {high}"
    return f", {low} or more" if kind.ge is not None else f", {low or high}" if low or high else ""


def _one_of(words: Iterable[Any]) -> str:
    return "one of " + ", ".join(str(word) for word in words)
