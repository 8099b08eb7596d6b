"""A spell of the role-playing game as an army list writes it, for books that can convert it. Lengths are inches."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Effect = Literal["blast", "hits", "slay", "shell", "drain", "light", "ward", "conceal"]
"""What it does, in the words of what books can play."""


class SpellEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: what it does and how far, over how much ground, for how long and with how many dice. It costs so much
    (`price`) whoever has prepared it. One that serves `only_in_duels` works on nobody but a hero in contact."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    effect: Effect
    text: Annotated[str, Meta(max_length=300, description="what players read of it")] = ""
    range: Annotated[float, Meta(ge=0, le=120)] = 0
    area: Annotated[float, Meta(ge=0, le=36, description="across, as the role-playing game has it")] = 0
    duration: Annotated[int, Meta(ge=0, le=1000, description="turns; 0 is an instant")] = 0
    dice: Annotated[int, Meta(ge=0, le=40, description="dice of damage")] = 0
    save: Annotated[int, Meta(ge=0, le=6, description="what saves a hero on a d6")] = 0
    kinds: Annotated[
        tuple[str, ...], Meta(max_length=8, description="fire, cold, lightning, acid, gas; or kinds of ground")
    ] = ()
    price: Annotated[int, Meta(ge=0, le=1000)] = 0
    only_in_duels: bool = False
