"""Steps of missile fire and artillery."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.tally import Tally
from schiltron.parent_game.damage import Damage

Way = Literal["direct", "indirect"]


class Shooting(Struct, frozen=True, tag="battlesystem.shooting"):
    """A side shoots, unit by unit: one shot of those who have two, before anybody moves (BS-1.2-01), or what is left
    after the moves (BS-1.5-01). Seats that have finished have `passed`."""

    side: str
    moment: Literal["initial", "phase"]
    passed: tuple[str, ...] = ()


class Crews(Struct, frozen=True, tag="battlesystem.crews"):
    """Figures that stand at a piece nobody serves may take it over (BS-10.10-02); `declined` have been asked."""

    side: str
    declined: tuple[str, ...] = ()


class Artillery(Struct, frozen=True, tag="battlesystem.artillery"):
    """A side's artillery fires, last in its phase (BS-1.5-01)."""

    side: str
    passed: tuple[str, ...] = ()


class PassThrough(Struct, frozen=True, tag="battlesystem.pass_through"):
    """The other side may shoot at who moves, or at any other enemy in range, at this point of the move (BS-10.6-01).

    `near` is whom the mover is about to touch, or whose line of fire it is about to close. Without a mover all moves of
    a `side` are over (BS-1.4-03).
    """

    mover: str
    at: str
    passed: tuple[str, ...] = ()
    near: str = ""
    side: str = ""


class SplitFire(Struct, frozen=True, tag="battlesystem.split_fire"):
    """Mounted archers shoot in the middle of their move (BS-10.5-01)."""

    unit: str


class Volley(Struct, frozen=True, tag="battlesystem.volley"):
    """One shot of a unit, of figures of a skirmish unit together or of a piece, fixed before the dice: `rating` and
    `armour` make the Attack Roll with 2d6 (BS-10.0-02).

    `unit` gave the order, `by` are all who shoot, in these `files` only if any are named. `hit` are those who take the
    damage, the one aimed at first; no more than `seen` figures can fall (BS-10.1-04). `covered` says that ground,
    friends of theirs or a shield wall shelter them.
    """

    unit: str
    target: str
    figures: Tally
    rating: Tally
    armour: Tally
    damage: tuple[Damage, ...]
    by: tuple[str, ...]
    hit: tuple[str, ...]
    seen: int
    way: Way = "direct"
    covered: bool = False
    files: tuple[int, ...] = ()


MissileStep: TypeAlias = Shooting | Crews | Artillery | PassThrough | SplitFire | Volley
