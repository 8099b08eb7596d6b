"""Steps of play that one module queues and another carries out. All others stand beside the code that does them."""

from __future__ import annotations

from typing import Literal

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.battlesystem.state import Cause
from schiltron.table.lengths import Mdeg, Mil


class BeginRound(Step, frozen=True, tag="battlesystem.begin_round"):
    pass


class Fate(Step, frozen=True, tag="battlesystem.fate"):
    """What became of a character whose last companions fell in combat (BS-9.1-05)."""

    individual: str


class CheckMorale(Step, frozen=True, tag="battlesystem.check_morale"):
    """A check of 2d10 against current morale (BS-4.3-01); failing opens closed ranks or routs (case 4.5).

    `checked` are the skirmish figures and units that have checked in this chain of routs (BS-2.9-03, BS-7.15-02).
    """

    unit: str
    causes: tuple[Cause, ...]
    enemies: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()


class RoutMove(Step, frozen=True, tag="battlesystem.rout_move"):
    """A unit runs, so many thousandths of its MV: away from enemies, or the way it was going (case 7.15). `left` is
    what is left of a run that was interrupted by fire, and `paused` names the places where it was (BS-10.6-01)."""

    unit: str
    share: int
    enemies: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    left: Mil | None = None
    paused: tuple[str, ...] = ()


Action = Literal["move", "charge", "force_march", "split", "join", "compelled", "obey"]
"""`split` is a part of mounted archers' move with a shot in it (BS-10.5-01), `join` an individual's way to a unit,
`compelled` a charge after a failed discipline check, `obey` a mob's move by its order."""


class Walk(Step, frozen=True, tag="battlesystem.walk"):
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


class Contact(Step, frozen=True, tag="battlesystem.contact"):
    """A unit that has come up to an enemy is in contact, if he still stands there; if not, it goes on. `slant` is how
    far off its front it came."""

    walk: Walk
    target: str
    slant: Mdeg = 0
