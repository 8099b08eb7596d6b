"""What castles and siege works are made of, what each part can bear, and what is known of a siege (rules SIEGE)."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.terrain import BUILDING, DRAWBRIDGE, MOAT
from schiltron.table.lengths import Mil, inches

CURTAIN: Final = "castle_wall"
PALISADE: Final = "palisade"
RAMPART: Final = "rampart"
GATE: Final = "gate"
OPEN_GATE: Final = "open_gate"
SQUARE_TOWER: Final = "tower"
ROUND_TOWER: Final = "round_tower"
GATEHOUSE: Final = "gatehouse"
WOODEN_TOWER: Final = "wooden_tower"
ABATIS: Final = "abatis"
WALLS: Final = (CURTAIN, PALISADE, RAMPART, GATE)
"""Works that follow a course; a gate is one in which one goes through when it is open."""
TOWERS: Final = (SQUARE_TOWER, ROUND_TOWER, GATEHOUSE, WOODEN_TOWER)
BREACH: Final = "breach"
LADDER: Final = "ladder"
OIL: Final = "burning_oil"
STANDING: Final = (*WALLS, *TOWERS)
"""What keeps everybody out who has not come up to its top."""
BARRING: Final = (*STANDING, ABATIS, MOAT, DRAWBRIDGE, OIL)
"""What nobody goes through on the ground."""
WOODEN: Final = (PALISADE, WOODEN_TOWER, ABATIS)
"""What burns (CM-SIEGE-25)."""
_LINES: Final = {
    ROUND_TOWER: "bastions_and_round_towers",
    **dict.fromkeys((SQUARE_TOWER, GATEHOUSE, GATE), "gatehouses_square_towers_gates"),
    **dict.fromkeys((CURTAIN, BUILDING), "curtain_walls_and_stone_buildings"),
    RAMPART: "ramparts_and_earth_filled_gabions",
    **dict.fromkeys((PALISADE, WOODEN_TOWER), "wooden_structures_and_palisades"),
    ABATIS: "small_catapults_and_movable_mantlets",
}
"""The line of the table of siege targets for each kind of work."""
_EQUIPMENT: Final = {
    "siege_tower": "siege_tower",
    "covered_ram": "covered_ram_etc",
    "covered_pick": "covered_ram_etc",
    "covered_screw": "covered_ram_etc",
    "mantlet": "movable_mantlet",
}
"""The line of the table of siege equipment for what is pushed."""
COVERED: Final = ("covered_ram", "covered_pick", "covered_screw")
PUSHED: Final = tuple(_EQUIPMENT)
TOWER_STOREY: Final = 1
"""Of a siege tower the storey with the drawbridge."""
TOWER_DECK: Final = 2
TOWER_ROOM: Final = {TOWER_STOREY: 5, TOWER_DECK: 3}
"""Figures on the storey with the drawbridge, and on the deck above it (CM-SIEGE-07)."""
CLIMB_TOWER: Final = 5
"""Figures that go up into a siege tower in a turn (CM-SIEGE-08)."""
CLIMB_LADDER: Final = 3
"""Men who come up a ladder in a turn (CM-SIEGE-17)."""
SECTION: Final[Mil] = inches(6)
"""How wide a breach is (CM-SIEGE-36, CM-SIEGE-37)."""


def defence(kind: str) -> tuple[int, int] | None:
    """The least and the most points such a work can bear (CM-SIEGE-02); None where it is none."""
    line = _LINES.get(kind)
    if line is None:
        return None
    row: dict[str, Any] = LAW.sheet("CM-T-siege-defense").row(line)
    return int(row["min"]), int(row["max"])


def usual_points(kind: str) -> int:
    """Where a scenario names no value: the middle of the range, rounded up (CM-SIEGE-02)."""
    span = defence(kind)
    assert span is not None, f"{kind} is no siege target"
    return -(-sum(span) // 2)


def pushing(engine: str) -> tuple[Mil, int, Mil]:
    """How far so many men push a piece, and how far they can in all (CM-SIEGE-05, CM-SIEGE-11)."""
    row: dict[str, Any] = LAW.sheet("CM-T-siege-equipment").row(_EQUIPMENT[engine])
    return inches(row["inches_per_step"]), int(row["men_per_step"]), inches(row["max_inches"])


def hands(engine: str) -> int:
    """Men who push it as fast as it goes; more find no place at it."""
    return int(LAW.sheet("CM-T-siege-equipment").row(_EQUIPMENT[engine])["men_for_max"])


def attack_of(weapon: str) -> int:
    """The defence points that a hit of a weapon takes, or a turn of its work."""
    return int(LAW.sheet("CM-T-siege-attack").row(weapon)["points"])


class Hit(Struct, frozen=True):
    """Points that were knocked off a work, and where."""

    piece: str
    x: Mil
    y: Mil
    points: int


class Cauldrons(Struct, frozen=True):
    """The oil of a work: how many cauldrons are left, None where only time limits them, and when the next is hot."""

    piece: str
    left: int | None = None
    hot_in: int = 0


class Ladder(Struct, frozen=True):
    """A ladder that leans on a work at a point of its side: whose, who is climbing it now, how many are on it, and
    whether the first is still fighting for a place at its head."""

    id: str
    piece: str
    side: str
    carried_by: str
    x: Mil
    y: Mil
    climbing: str = ""
    men: int = 0


class Tunnel(Struct, frozen=True):
    """A mine or a counter-mine as it lies: who digs it, at what, from where to where, and how far it has come
    (CM-SIEGE-32)."""

    unit: str
    target: str
    counter: bool
    from_x: Mil
    from_y: Mil
    to_x: Mil
    to_y: Mil
    dug: Mil = 0


class Attempts(Struct, frozen=True):
    """How many mines or counter-mines a side has begun (CM-SIEGE-34)."""

    side: str
    begun: int


class Siege(Struct, frozen=True):
    """What a siege has come to so far."""

    hits: tuple[Hit, ...] = ()
    oil: tuple[Cauldrons, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    tunnels: tuple[Tunnel, ...] = ()
    """Of those that the enemy digs nobody knows."""
    attempts: tuple[Attempts, ...] = ()
