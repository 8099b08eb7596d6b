"""Steps of movement."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.manoeuvre import Path
from schiltron.table.lengths import Mdeg, Mil

Action = Literal["move", "charge", "force_march", "split", "join", "compelled", "obey"]
"""`split` is a part of mounted archers' move with a shot in it (BS-10.5-01), `join` an individual's way to a unit,
`compelled` a charge after a failed discipline check, `obey` a mob's move by its order."""


class WhoMoves(Struct, frozen=True, tag="battlesystem.who_moves"):
    """Side A decides which side moves first (BS-1.4-01)."""


class BeginMovement(Struct, frozen=True, tag="battlesystem.begin_movement"):
    """A side's Movement Phase begins: who owes a discipline check makes it, gaps are filled, the routed run on, mobs
    obey, who has failed discipline attacks; then the side moves as it likes (BS-1.4-02). It comes in stages, so that
    each sees what the one before it has left."""

    side: str
    stage: Literal["gaps", "mobs", "compelled"] = "gaps"


class Moves(Struct, frozen=True, tag="battlesystem.moves"):
    """A side moves as many of its eligible forces as it likes."""

    side: str


class Walk(Struct, frozen=True, tag="battlesystem.walk"):
    """A unit goes along what is left of its path. `target` is whom it charges, or the unit an individual joins; `run`
    is what it has spent on this path so far; `host` the unit an individual has left for it; `road` says that all of it
    may still have been along a road (BS-11.8-01); `through` are enemies it has broken through and goes on among
    (BS-7.14-07).

    `paused` names the places of the move at which the enemy's pass-through fire has been offered; with "end" among them
    the way is done and only what follows from it is left.
    """

    unit: str
    path: Path
    action: Action
    target: str = ""
    run: int = 0
    paused: tuple[str, ...] = ()
    host: str = ""
    road: bool = True
    through: tuple[str, ...] = ()


class Contact(Struct, frozen=True, tag="battlesystem.contact"):
    """A unit that has come up to an enemy is in contact, if he still stands there; if not, it goes on. `slant` is how
    far off its front it came."""

    walk: Walk
    target: str
    slant: Mdeg = 0


class SplitOnward(Struct, frozen=True, tag="battlesystem.split_onward"):
    """Mounted archers who have shot in the middle of their move go on with the rest of it (BS-10.5-01)."""

    unit: str


class DrawBack(Struct, frozen=True, tag="battlesystem.draw_back"):
    """A unit in contact goes back, its face to the enemy (BS-7.12-01): `distance` is left of the way. Once it is off,
    `bearing` is where it goes, `enemies` whom it has left and `shift` how far it has come, across and down the table;
    `paused` is where the enemy's fire has been offered. Who `must` break off flees where there is no way back."""

    unit: str
    distance: Mil
    must: bool = False
    bearing: Mdeg | None = None
    enemies: tuple[str, ...] = ()
    shift: tuple[int, int] = (0, 0)
    paused: tuple[str, ...] = ()


class Withdraw(Struct, frozen=True, tag="battlesystem.withdraw"):
    """A fighting withdrawal (BS-7.12-01): the enemies that were in contact still choose to stay or follow.

    `shift` is how far the unit went, across and down the table.
    """

    unit: str
    enemies: tuple[str, ...]
    shift: tuple[int, int]


class Follow(Struct, frozen=True, tag="battlesystem.follow"):
    """Whether a unit follows one that withdrew from it (BS-7.12-03)."""

    unit: str
    target: str
    shift: tuple[int, int]


class Flee(Struct, frozen=True, tag="battlesystem.flee"):
    """A unit turns about and runs from its melee, after the free attacks on it (BS-8.8-02, BS-8.8-03). `left` and
    `paused` are as of a rout: what is left of a run that fire interrupted, and where it was."""

    unit: str
    enemies: tuple[str, ...]
    left: Mil | None = None
    paused: tuple[str, ...] = ()


class MarchCheck(Struct, frozen=True, tag="battlesystem.march_check"):
    """A unit shows whether a forced march has worn it (BS-7.13-03)."""

    unit: str


class Unleashed(Struct, frozen=True, tag="battlesystem.unleashed"):
    """Units of a side that have failed discipline go for their prey (BS-4.6-08), one after the other."""

    side: str


class MobWheels(Struct, frozen=True, tag="battlesystem.mob_wheels"):
    """A mob that was told to wheel is told which way and how far (BS-2.10-06)."""

    unit: str


MovementStep: TypeAlias = (
    WhoMoves
    | BeginMovement
    | Moves
    | Walk
    | Contact
    | SplitOnward
    | DrawBack
    | Withdraw
    | Follow
    | Flee
    | MarchCheck
    | Unleashed
    | MobWheels
)
