"""Everything that breaks a line of sight (cases 10.1 and 11.9)."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["woods", "building", "hill", "troops"]


class Hindrance(NamedTuple):
    """What breaks a line: ground, or bodies of troops, named."""

    kind: Kind
    text: str
    rules: tuple[str, ...]
    units: tuple[str, ...] = ()
