"""The book's own parts of a battle: what a unit carries, what the battle carries, and the steps of play."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.agenda import Scene as AnyScene
from schiltron.battle.asking import Asked as AnyAsked
from schiltron.battle.decision import Zone
from schiltron.battle.manoeuvre import Path
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.tally import Tally
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.book_of_war.options import Options
from schiltron.table.lengths import Mil

ROUTED = "routed"
CORNERED = "cornered"


class UnitPart(Struct, frozen=True):
    """Counters of one unit.

    `partial` hits wait for the next figure (BW-C3-05). `lost` figures of this player-turn are still to be judged by a
    morale check; `lost_since` says whether any fell since the owner's last morale phase (BW-B5-08). `spent` is the
    move allowance used this turn; `moved`, `shot` and `split` are what it did with the turn, and `wasted` says that its
    shot could not be made.
    """

    partial: int = 0
    lost: int = 0
    lost_since: bool = False
    routed_since: int = 0
    spent: Mil = 0
    moved: bool = False
    shot: bool = False
    wasted: bool = False
    split: bool = False
    collided: tuple[str, ...] = ()


class BattlePart(Struct, frozen=True, dict=True):
    """`order` is who goes first in everything (BW-B1-02, BW-B1-03); zones are where each side sets up."""

    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = ()
    terrain_fixed: bool = True
    player_turns: int = 0

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]


# ---------------------------------------------------------------- steps: set-up (BW-B1-01)


class RollInitiative(Struct, frozen=True, tag="book_of_war.roll_initiative"):
    pass


class RollTerrain(Struct, frozen=True, tag="book_of_war.roll_terrain"):
    """Sides still to roll, the first one next."""

    sides: tuple[str, ...]


class LayTerrain(Struct, frozen=True, tag="book_of_war.lay_terrain"):
    side: str
    kind: str


class Deploy(Struct, frozen=True, tag="book_of_war.deploy"):
    side: str


# ---------------------------------------------------------------- steps: the turn (BW-B1-04)


class BeginTurn(Struct, frozen=True, tag="book_of_war.begin_turn"):
    side: str


class Phase(Struct, frozen=True, tag="book_of_war.phase"):
    """A phase of a player-turn begins; its name is an entry of the sequence of play."""

    name: str
    side: str


class Flights(Struct, frozen=True, tag="book_of_war.flights"):
    """The side's routed units run before it moves anything else."""

    side: str


class Flee(Struct, frozen=True, tag="book_of_war.flee"):
    """A routed unit runs, or goes on running after a friend it ran into has fled (BW-B5-06, BW-B5-17)."""

    unit: str


class MovementPhase(Struct, frozen=True, tag="book_of_war.movement"):
    side: str


class Walk(Struct, frozen=True, tag="book_of_war.walk"):
    """A unit goes along its path, or the rest of it. `split` is the first half of a split move (BW-B2-43)."""

    unit: str
    path: Path
    split: bool = False


class FreeAttack(Struct, frozen=True, tag="book_of_war.free_attack"):
    """Pikes strike what has just run onto their front."""

    pikes: str
    enemy: str


class Shot(Struct, frozen=True):
    """A declared missile attack.

    `ranks` and the files limit who shoots (BW-B2-33).
    """

    unit: str
    target: str
    ranks: int | None = None
    first_file: int | None = None
    last_file: int | None = None


class AttackPhase(Struct, frozen=True, tag="book_of_war.attacks"):
    side: str
    shots: tuple[Shot, ...] = ()


class Pick(Struct, frozen=True, tag="book_of_war.pick_foes"):
    """A unit whose figures touch several enemies: the owner says which figure strikes whom (BW-C3-11)."""

    unit: str
    side: str


class Blow(Struct, frozen=True):
    """So many dice needing a number: one throw of like attacks (BW-C3-08)."""

    dice: int
    need: Tally


class Portion(Struct, frozen=True):
    """What one unit gets of a volley."""

    target: str
    blow: Blow


class Volley(Struct, frozen=True, tag="book_of_war.volley"):
    """A shot with its dice fixed and evenly divided among those near the target (BW-B2-38).

    The first portion is the target's. The spare dice are the shooting player's to place (BW-B2-39).
    """

    shot: Shot
    distance: Mil
    dice: Tally
    portions: tuple[Portion, ...]
    spare: int = 0


class Strike(Struct, frozen=True, tag="book_of_war.strike"):
    """A frozen attack waiting for its dice. Losses of an `immediate` one are judged at once (BW-B2-17)."""

    unit: str
    target: str
    action: Literal["melee", "shooting", "free attack"]
    blows: tuple[Blow, ...]
    immediate: bool = False


class MoralePhase(Struct, frozen=True, tag="book_of_war.morale"):
    side: str


class Check(Struct, frozen=True, tag="book_of_war.check"):
    """A morale check; `lost` is the divisor of the rate of loss, 0 where the rate is 0 (BW-B5-08)."""

    unit: str
    why: Literal["losses", "free attack", "run into", "recovery"]
    lost: int


class Recover(Struct, frozen=True, tag="book_of_war.recover"):
    """A cornered unit may decline the attempt that could destroy it (BW-B5-14)."""

    unit: str


class LeaveHedgehog(Struct, frozen=True, tag="book_of_war.leave_hedgehog"):
    """Too few are left to stand in hedgehog: the owner says which way they face (BW-B4-21)."""

    unit: str


class ClearFallen(Struct, frozen=True, tag="book_of_war.clear_fallen"):
    """The fallen of a unit are taken off, from the back rank (BW-B4-06, BW-B4-07)."""

    unit: str


class SecondMove(Struct, frozen=True, tag="book_of_war.second_move"):
    """Horse archers' second half-move, the last event of the turn (BW-B2-43, BW-B2-46)."""

    unit: str


class EndTurn(Struct, frozen=True, tag="book_of_war.end_turn"):
    side: str


Step: TypeAlias = (
    RollInitiative
    | RollTerrain
    | LayTerrain
    | Deploy
    | BeginTurn
    | Phase
    | Flights
    | Flee
    | MovementPhase
    | Walk
    | FreeAttack
    | AttackPhase
    | Pick
    | Volley
    | Strike
    | MoralePhase
    | Check
    | Recover
    | LeaveHedgehog
    | ClearFallen
    | SecondMove
    | EndTurn
)

Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]
