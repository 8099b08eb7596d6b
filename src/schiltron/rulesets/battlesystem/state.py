"""The book's own parts of a battle: what a unit carries, what the battle carries, and the steps of play."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.agenda import Scene as AnyScene
from schiltron.battle.asking import Asked as AnyAsked
from schiltron.battle.decision import Zone
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.parent_game.creature import Creature, Missile, Size, Weapon
from schiltron.rulesets.battlesystem.command.steps import CommandStep
from schiltron.rulesets.battlesystem.melee.steps import MeleeStep
from schiltron.rulesets.battlesystem.missiles.steps import MissileStep
from schiltron.rulesets.battlesystem.morale.steps import MoraleStep, Owed
from schiltron.rulesets.battlesystem.movement.steps import MovementStep
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.setup.steps import SetupStep
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose

ROUTED = "routed"
WOUNDED = "wounded"
OUT_OF_COMMAND = "out_of_command"
SHIELD_WALL = "shield_wall"
SET_SPEARS = "set_spears"
GAPS = "gaps"
BERSERK = "attacks_on_its_own"
GUARDING = "guarding"
"""Marks of units, as the table shows them (BS-2.5-01); OUT_OF_COMMAND, GAPS and BERSERK follow their counters."""

UnitType = Literal["regular", "skirmish", "mob", "individual"]
Special = Literal["", "elite", "berserkers"]
Engine = Literal["", "light_catapult", "heavy_catapult", "ballista"]
Rank = Literal["", "member", "hero", "unit", "brigade", "army"]
"""Of an individual (BS-9.0-01); "" of everybody else. Whoever commands has one of the last three."""
Formation = Literal["closed", "open", "skirmish", "mob", "none"]
"""Individuals and pieces of artillery have none (BS-7.1-01)."""
Stance = Literal["", "shield_wall", "shield_ring", "set_spears", "set_ring", "all_round", "flanks"]
"""What a closed unit has declared (cases 11.6, 11.7); the rings guard all sides. Of `all_round` and `flanks` some
figures have turned: those of its flanks look outward, and of the former those of its rear too (BS-7.9-04)."""
MobOrder = Literal["", "move_forward", "charge", "force_march", "wheel"]
PhaseName = Literal["initiative", "initial_missile", "rally", "movement", "missile", "melee", "end"]


class Printed(Struct, frozen=True, cache_hash=True):
    """What a printed roster says instead of the formulas (BS-4.1-12, BS-S0-05); None where it says nothing."""

    attack: int | None = None
    morale: int | None = None
    discipline: int | None = None
    saves: tuple[int, int, int, int, int] | None = None
    size: Size | None = None


class Person(Struct, frozen=True, cache_hash=True):
    """What an individual has besides (BS-3.2-01): `thac0` with his weapon, blows in two rounds, scores in the order of
    the sheet (strength to charisma; None: needs none), and the radius and bonus that a sheet prints.

    `name_only` marks a commander without a sheet, who is like the members of his unit (BS-S0-03). `wanted` are the
    abilities, most wanted first, of one whose scores are rolled before the battle (BS-3.2-02).
    """

    hit_points: int
    thac0: int
    half_attacks: int = 2
    charisma: int | None = None
    radius: Mil | None = None
    bonus: int | None = None
    name_only: bool = False
    scores: tuple[int, int, int, int, int, int] | None = None
    wanted: tuple[str, ...] = ()


class Mixed(Struct, frozen=True, cache_hash=True):
    """So many figures of a unit that are of another kind than the rest (BS-3.1-02)."""

    figures: int
    creature: Creature


class Profile(Struct, frozen=True, cache_hash=True):
    """What a unit is made of; its ratings follow from it (ratings/).

    `creature` is the rider of cavalry and the passengers' of chariots; `mount` carries cavalry, `team` draws a chariot
    whose `passengers` are counted. `ac` is the armour class with what the creature wears. `large_shields` form shield
    walls (BS-11.6-01), `shields` are what a flank attack takes away (BS-8.3-11). Of an `engine` the one figure is the
    crew (BS-10.10-01), the body is the machine. `mixed` are figures of another kind in it. `to_hit` is a lasting plus
    or minus of the role-playing game, as dexterity or a strange weapon (BS-8.3-01); `morale_bonus` and `undisciplined`
    (DL 0) are settled before the battle (BS-4.1-10, BS-4.6-03). `stands` says that three figures share a base
    (BS-2.4-01).
    """

    kind: UnitType
    creature: Creature
    weapons: tuple[Weapon, ...] = ()
    missile: Missile | None = None
    mount: Creature | None = None
    team: tuple[Creature, ...] = ()
    passengers: int = 0
    engine: Engine = ""
    special: Special = ""
    magic_equipment: bool = False
    shields: bool = False
    large_shields: bool = False
    never_checks: bool = False
    light_blind: bool = False
    mixed: tuple[Mixed, ...] = ()
    to_hit: int = 0
    morale_bonus: int = 0
    undisciplined: bool = False
    stands: bool = False
    person: Person | None = None
    printed: Printed | None = None

    @property
    def mounted(self) -> bool:
        """Cavalry and chariots."""
        return self.mount is not None or bool(self.team)


class Rout(Struct, frozen=True):
    """A unit that routed (case 7.15): the way it runs, and the round for whose Movement Phase its last run counts."""

    bearing: Mdeg
    since: int


class Captives(Struct, frozen=True):
    """Figures captured where they were surrounded (BS-7.15-08): of which unit, how many; `guards` stay with them."""

    of: str
    figures: int
    guards: int


class UnitPart(Struct, frozen=True):
    """A unit's profile and its counters.

    Lasting: `formation`, `stance`; `weapon` is the name of the one in hand (BS-8.2-01), `armed`
    the round in which it was chosen; `wounded` (one figure has a
    Wound marker, BS-8.7-02); `gaps` in the front line still to be filled (BS-7.3-03); `worn` is what failed forced
    marches have added to AR (BS-7.13-03); `ammunition` is volleys left of missiles that are counted (None: unlimited);
    `last_shot` the round in which an engine fired last (0: never), `replaced` says that its crew is a second one.
    Command: `commander` is the id of its Unit Commander ("" none), `brigade` of its Brigade Commander; `rank` and
    `deputy_to` (the commander he may succeed, BS-9.3-01) are an individual's. `astray` is why only a rally attempt
    brings it back into command (BS-6.5-01); `prey` is the enemy it attacks whatever its commander wants (BS-4.6-08);
    `order` is what a mob obeys (BS-2.10-07), `rout` that it has routed, `rallied` the round in which it was rallied.
    `left_in` is the round in which its commander, or he himself, took another role (BS-9.3-03): `led_by` then names him
    to his unit, and `former` is the post an individual has left. `casting` is the round for which a commander has
    declared a spell and does not command (BS-9.2-02). An individual has `hit_points` left;
    `fell_at` is where a unit was destroyed, or lies who was wounded or stunned with it (BS-9.1-06).
    Morale: `judged` is the number of figures lost up to which losses have been judged (BS-4.4-01), `owed` the checks
    still to be made. `captives` it guards.

    Of the round, wiped by BeginRound: `spent` of the move (thousandths of an inch), `moved` at all;
    `marched` (forced march), `charged`, `charge_failed` (BS-7.14-08), `closed_charge` (it charged in closed formation),
    `broke_through`; `widened` and `narrowed` (BS-7.10-03); `met` (an enemy came into contact before its own move,
    BS-7.8-03); `stayed_from` units that withdrew from it while it stayed (BS-7.12-05); `shots` fired; `passed` (used
    pass-through fire, BS-10.2-02); `fought`; `attacked` (anything struck at it); `acted` (did anything at all,
    BS-7.13-04); `done` (it has had its order in this Movement Phase); `tried` (a rally attempt was made for it, or by
    him, BS-6.1-03); `pledged` are figures told off to each of several opponents (BS-8.1-04); `beset` is how many
    figures have struck at a hero (BS-9.4-04); `loosed` are the files that have used their part of a shot that is
    divided among several targets (BS-2.8-05). `wrapped` lasts until its melee ends (BS-7.11-03).
    """

    profile: Profile
    formation: Formation = "open"
    stance: Stance = ""
    weapon: str = ""
    armed: int = 0
    wounded: bool = False
    gaps: int = 0
    worn: int = 0
    ammunition: int | None = None
    last_shot: int = 0
    replaced: bool = False
    commander: str = ""
    brigade: str = ""
    rank: Rank = ""
    deputy_to: str = ""
    astray: Literal["", "discipline", "rout", "leaderless"] = ""
    prey: str = ""
    order: MobOrder = ""
    rout: Rout | None = None
    rallied: int = 0
    left_in: int = 0
    recast: int = 0
    led_by: str = ""
    former: Rank = ""
    casting: int = 0
    hit_points: int = 0
    fell_at: Pose | None = None
    judged: int = 0
    owed: tuple[Owed, ...] = ()
    captives: tuple[Captives, ...] = ()
    wrapped: bool = False
    spent: Mil = 0
    moved: bool = False
    marched: bool = False
    charged: bool = False
    charge_failed: bool = False
    closed_charge: bool = False
    broke_through: bool = False
    widened: bool = False
    narrowed: bool = False
    met: bool = False
    stayed_from: tuple[str, ...] = ()
    shots: int = 0
    passed: bool = False
    fought: bool = False
    attacked: bool = False
    acted: bool = False
    done: bool = False
    tried: bool = False
    pledged: tuple[tuple[str, int], ...] = ()
    beset: int = 0
    loosed: tuple[int, ...] = ()


class Company(Struct, frozen=True):
    """A skirmish unit: its figures are units of one, `of` it, since each acts on its own (BS-2.9-05).

    `figures` is how many there were; `commander` its Unit Commander, who can only rally (BS-2.9-04). `judged` and
    `owed` are as of other units, for losses of the whole.
    """

    id: str
    name: str
    side: str
    figures: int
    commander: str = ""
    judged: int = 0


class Machine(Struct, frozen=True):
    """A piece of artillery that stands without a crew: `crew` is the unit that left it or died at it, `replaced` says
    that this was not its first, `last_shot` the round in which it fired last (BS-10.10-02)."""

    engine: Engine
    name: str
    side: str
    at: Pose
    crew: str
    replaced: bool = False
    last_shot: int = 0


class BattlePart(Struct, frozen=True, dict=True):
    """`order` is Side A, then Side B of this round (BS-1.1-01); `movers` who moves first and second (BS-1.4-01);
    `machines` are pieces of artillery that nobody serves; `told` are the switches of which it has been said that they
    stand as the ledger has them (BS-0.0-04)."""

    turn_word: ClassVar[str] = "Round"
    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = ()
    movers: tuple[str, ...] = ()
    companies: tuple[Company, ...] = ()
    machines: tuple[Machine, ...] = ()
    told: tuple[str, ...] = ()

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]

    def company(self, company_id: str) -> Company | None:
        return next((one for one in self.companies if one.id == company_id), None)


# ---------------------------------------------------------------- steps: the Game Round (BS-1.0-01)


class BeginRound(Struct, frozen=True, tag="battlesystem.begin_round"):
    pass


class Phase(Struct, frozen=True, tag="battlesystem.phase"):
    name: PhaseName


class RoundOrder(Struct, frozen=True, tag="battlesystem.round_order"):
    """The phases after initiative, once it is known who is Side A."""


class EndRound(Struct, frozen=True, tag="battlesystem.end_round"):
    pass


Step: TypeAlias = (
    BeginRound
    | Phase
    | RoundOrder
    | EndRound
    | SetupStep
    | CommandStep
    | MovementStep
    | MissileStep
    | MeleeStep
    | MoraleStep
)

Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]
