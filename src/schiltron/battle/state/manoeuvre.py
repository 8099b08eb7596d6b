"""The legs of a move. A path is a tuple of these; what each costs and when it may be done is the book's."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.table.lengths import Mdeg, Mil


class Advance(Struct, frozen=True, tag="advance"):
    """Straight ahead."""

    distance: Mil


class Oblique(Struct, frozen=True, tag="oblique"):
    """Slantwise to the front, which keeps looking where it did; clockwise off it for a positive angle."""

    angle: Mdeg
    distance: Mil


class Wheel(Struct, frozen=True, tag="wheel"):
    """A turn on one of the front corners, towards that side."""

    side: Literal["left", "right"]
    angle: Mdeg


class Turn(Struct, frozen=True, tag="turn"):
    """The whole body turns about its middle, clockwise for a positive angle."""

    angle: Mdeg


class Face(Struct, frozen=True, tag="face"):
    """Every figure turns where it stands.

    A body that looks all ways takes up one facing (`front` keeps the heading).
    """

    to: Literal["front", "left", "right", "rear"]


class Reform(Struct, frozen=True, tag="reform"):
    """New ranks and files about the middle of the front."""

    files: int


class FormHedgehog(Struct, frozen=True, tag="hedgehog"):
    """The outermost figures face outward."""


class FormUp(Struct, frozen=True, tag="form_up"):
    """Take up a formation, an order or a stance that files alone do not tell; `close` is ranks and files again. A book
    refuses those it does not know."""

    to: str


class Wrap(Struct, frozen=True, tag="wrap"):
    """Files that overlap the enemy in front swing round its ends."""

    left: int
    right: int


class Expand(Struct, frozen=True, tag="expand"):
    """Rear ranks come up beside the front and swing round the enemy's ends."""

    left: int
    right: int


class SquareUp(Struct, frozen=True, tag="square_up"):
    """Become one rectangle again, or close up to a recent opponent."""


Manoeuvre = Advance | Oblique | Wheel | Turn | Face | Reform | FormHedgehog | FormUp | Wrap | Expand | SquareUp
"""A leg of a move."""
Path = tuple[Manoeuvre, ...]
"""A move, leg by leg."""
