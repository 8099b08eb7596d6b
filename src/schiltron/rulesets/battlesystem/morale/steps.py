"""Steps of morale, discipline and rout."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.table.lengths import Mil

Cause = Literal["losses", "magic", "commander", "terror", "friend_routed", "run_into", "forced_march", "scenario"]
"""Why a unit checks morale (Table 5). `losses` covers a quarter, a half and each figure after it (BS-4.4-01)."""


class Owed(Struct, frozen=True):
    """A check a unit still has to make, from one attack: every cause of it, and the enemies it would run from."""

    causes: tuple[Cause, ...]
    enemies: tuple[str, ...] = ()


class OwedChecks(Struct, frozen=True, tag="battlesystem.owed_checks"):
    """All checks that are owed are made, unit by unit; pushed by whatever caused losses, after they are removed."""


class CheckMorale(Struct, frozen=True, tag="battlesystem.check_morale"):
    """2d10 against current morale (BS-4.3-01); failing opens closed ranks or routs (case 4.5).

    `checked` are the skirmish figures and units that have checked in this chain of routs (BS-2.9-03, BS-7.15-02).
    """

    unit: str
    causes: tuple[Cause, ...]
    enemies: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()


class CheckDiscipline(Struct, frozen=True, tag="battlesystem.check_discipline"):
    """2d10 against discipline (BS-4.6-02); `why` is a line of Table 7, `enemy` who caused it."""

    unit: str
    why: Literal["hated", "withdrawal", "charge", "sighted"]
    enemy: str


class RoutMove(Struct, frozen=True, tag="battlesystem.rout_move"):
    """A unit runs, so many thousandths of its MV: away from enemies, or the way it was going (case 7.15). `left` is
    what is left of a run that was interrupted by fire, and `paused` names the places where it was (BS-10.6-01)."""

    unit: str
    share: int
    enemies: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    left: Mil | None = None
    paused: tuple[str, ...] = ()


class Hemmed(Struct, frozen=True, tag="battlesystem.hemmed"):
    """A unit that would rout is completely surrounded: it is destroyed, or by agreement may be captured (BS-7.15-07,
    BS-7.15-08)."""

    unit: str
    enemies: tuple[str, ...]


MoraleStep: TypeAlias = OwedChecks | CheckMorale | CheckDiscipline | RoutMove | Hemmed
