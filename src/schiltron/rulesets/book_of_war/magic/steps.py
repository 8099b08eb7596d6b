"""Magic under way (chapter A4): what was announced, and what is frozen until its turn comes."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.play.agenda import Step
from schiltron.table.lengths import Mil


class Cast(Struct, frozen=True, omit_defaults=True):
    """A power that a wizard has called upon, aimed before anything was measured (BW-A4-27)."""

    unit: str
    power: str
    way: str
    target: str = ""
    place: int = 0
    feature: str = ""
    at: tuple[Mil, Mil] | None = None


class Spells(Step, frozen=True, tag="book_of_war.spells"):
    """The wizards of a side may call upon magic; `casts` is what they have announced."""

    side: str
    casts: tuple[Cast, ...] = ()


class Fall(Struct, frozen=True):
    """Where a shot may come down, and on whose figure: "" on nobody's."""

    x: Mil
    y: Mil
    unit: str = ""
    place: int = 0


class WandShot(Step, frozen=True, tag="book_of_war.wand_shot"):
    """A shot of a wand that has been aimed: where it comes down if it falls short, on target or long (BW-A4-11)."""

    unit: str
    wand: str
    short: Fall
    on_target: Fall
    long: Fall


class Spell(Step, frozen=True, tag="book_of_war.spell"):
    """A spell that takes effect: on a unit or a hero (`target`), on a piece of terrain, or on its caster."""

    unit: str
    power: str
    way: str = ""
    target: str = ""
    feature: str = ""
    at: tuple[Mil, Mil] | None = None


class Unmake(Step, frozen=True, tag="book_of_war.unmake"):
    """A hero may save himself from being disintegrated (BW-A4-21)."""

    unit: str
    power: str
    target: str
