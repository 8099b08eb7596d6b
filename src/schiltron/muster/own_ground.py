"""Kinds of ground of a scenario's own: each does what a kind of the book does, with numbers of its own where it has
any, and is marked wherever it is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict, replace

from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.fault import Fault
from schiltron.muster.own_rows import marked
from schiltron.muster.scenario import Course, OwnCourse, OwnGround, OwnPatch, OwnTile, Patch, Scenario, Terrain, Tile
from schiltron.rulesets.quartermaster import Quartermaster
from schiltron.table.lengths import inches
from schiltron.table.terrain import OwnNumbers


def with_own_ground(scenario: Scenario) -> tuple[Scenario, list[Fault]]:
    """The scenario with kinds of the book in the place of its own, and what is wrong with these."""
    if not scenario.kinds or scenario.ruleset not in rulesets():
        return scenario, []
    book = quartermaster(scenario.ruleset)
    known = dict.fromkeys((*book.areas, *book.strips))
    wrong = []
    for name, kind in scenario.kinds.items():
        if name in known:
            wrong.append(Fault("", f"kinds.{name}", f"{name} is a kind of ground of the book", "another name"))
        elif kind.like not in known:
            close = get_close_matches(kind.like, known, n=1)
            right = f"did you mean {close[0]}?" if close else f"one of {', '.join(known)}"
            wrong.append(Fault("", f"kinds.{name}.like", f"the book has no ground {kind.like!r}", right))
        else:
            wrong += _unheard_of(name, kind, book)
    if wrong:
        return scenario, wrong
    laid = tuple(_laid(piece, scenario) for piece in scenario.terrain)
    renamed = {old.name: new.name for old, new in zip(scenario.terrain, laid, strict=True) if old.name != new.name}
    renamed.pop("", None)
    return _told(replace(scenario, terrain=laid), renamed), []


def _laid(piece: Terrain, scenario: Scenario) -> Terrain:
    if not isinstance(piece, Tile | Patch | Course) or piece.kind not in scenario.kinds:
        return piece
    kind = scenario.kinds[piece.kind]
    laid = replace(piece, kind=kind.like, name=marked((piece.name or kind.name)[:50]))
    if kind.pace is None and kind.loss is None:
        return laid
    altered = OwnNumbers(kind.pace, None if kind.loss is None else inches(kind.loss))
    own: Terrain = _OWN[type(laid)](**asdict(laid), altered=altered)
    return own


_OWN: Final[Mapping[type, Any]] = MappingProxyType({Tile: OwnTile, Patch: OwnPatch, Course: OwnCourse})


def _unheard_of(name: str, kind: OwnGround, book: Quartermaster) -> Iterator[Fault]:
    """Numbers that the book does not have of what it is like."""
    known = {one.number: one for one in book.ground_numbers(kind.like)}
    for number in ("pace", "loss"):
        if getattr(kind, number) is not None and number not in known:
            has = " or ".join(f"{one} (of the book: {known[one].usual:g})" for one in known)
            wrong = f"{kind.like.replace('_', ' ')} has no such number in this book"
            yield Fault("", f"kinds.{name}.{number}", wrong, has or f"no {number}, or like other ground")


def _told(scenario: Scenario, renamed: dict[str, str]) -> Scenario:
    """Goals go by the names of the pieces."""
    victory = scenario.victory
    if victory is None or not renamed:
        return scenario
    objectives = tuple(renamed.get(name, name) for name in victory.objectives)
    conditions = tuple(
        replace(one, what=renamed.get(one.what, one.what)) if one.does == "hold" else one for one in victory.conditions
    )
    return replace(scenario, victory=replace(victory, objectives=objectives, conditions=conditions))
