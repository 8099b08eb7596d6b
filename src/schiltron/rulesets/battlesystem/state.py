"""The book's own state: what a unit carries and what the battle carries, from all its cases."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.open_decision import Asked as AnyAsked
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.battle.state.unit_parts import changing
from schiltron.parent_game.creature import Creature, Missile, Size, Weapon
from schiltron.rulesets.battlesystem.options import Options
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
Cause = Literal["losses", "magic", "commander", "terror", "friend_routed", "run_into", "forced_march", "scenario"]
"""Why a unit checks morale (Table 5). `losses` covers a quarter, a half and each figure after it (BS-4.4-01)."""
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


class ThisTurn(Struct, frozen=True, omit_defaults=True):
    """What a unit has done, and what was done to it, since the Game Round began: BeginRound starts it afresh."""

    spent: Mil = 0
    """Of its move, in thousandths of an inch."""
    moved: bool = False
    """Whether it has moved at all."""
    marched: bool = False
    """Whether it made a forced march."""
    charged: bool = False
    charge_failed: bool = False
    """Whether its charge did (BS-7.14-08)."""
    closed_charge: bool = False
    """Whether it charged in closed formation."""
    broke_through: bool = False
    widened: bool = False
    """Whether its front was made wider (BS-7.10-03)."""
    narrowed: bool = False
    """Whether its front was made narrower (BS-7.10-03)."""
    come_upon: bool = False
    """Whether an enemy came into contact before its own move (BS-7.8-03)."""
    stayed_from: tuple[str, ...] = ()
    """Units that withdrew from it while it stayed (BS-7.12-05)."""
    shots: int = 0
    """How often it has shot."""
    shot_in_passing: bool = False
    """Whether it has used pass-through fire (BS-10.2-02)."""
    fought: bool = False
    was_attacked: bool = False
    """Whether anything struck at it."""
    acted: bool = False
    """Whether it did anything at all (BS-7.13-04)."""
    had_order: bool = False
    """Whether it has had its order in this Movement Phase."""
    rally_tried: bool = False
    """Whether a rally attempt was made for it, or by him (BS-6.1-03)."""
    pledged: tuple[tuple[str, int], ...] = ()
    """Figures told off to each of several opponents (BS-8.1-04)."""
    struck_at_by: int = 0
    """How many figures have struck at a hero (BS-9.4-04)."""
    files_loosed: tuple[int, ...] = ()
    """The files that have used their part of a shot that is divided among several targets (BS-2.8-05)."""


class Arms(Struct, frozen=True, omit_defaults=True):
    weapon: str = ""
    """The name of the one in hand (BS-8.2-01)."""
    chosen_in: int = 0
    """The round in which it was."""
    ammunition: int | None = None
    """Volleys left of missiles that are counted; None: unlimited."""
    last_shot: int = 0
    """The round in which an engine fired last; 0: never."""
    second_crew: bool = False
    """Whether an engine's first crew is gone."""


class ChainOfCommand(Struct, frozen=True, omit_defaults=True):
    """Who commands a unit, or whom an individual commands."""

    commander: str = ""
    """The id of its Unit Commander; "": none."""
    brigade: str = ""
    """The id of its Brigade Commander."""
    rank: Rank = ""
    """Of an individual."""
    deputy_to: str = ""
    """The commander he may succeed (BS-9.3-01)."""
    left_in: int = 0
    """The round in which its commander, or he himself, took another role (BS-9.3-03)."""
    last_led_by: str = ""
    """The commander who did, of a unit that he led."""
    former_post: Rank = ""
    """What he left, of an individual who did."""
    recast_in: int = 0
    """The round in which he last took another role: he does so once a round."""
    casting_in: int = 0
    """The round for which he has declared a spell and does not command (BS-9.2-02)."""
    order: MobOrder = ""
    """What a mob obeys (BS-2.10-07)."""


class Owed(Struct, frozen=True):
    """A check a unit still has to make, from one attack: every cause of it, and the enemies it would run from."""

    causes: tuple[Cause, ...]
    enemies: tuple[str, ...] = ()


class Morale(Struct, frozen=True, omit_defaults=True):
    astray: Literal["", "discipline", "rout", "leaderless"] = ""
    """Why only a rally attempt brings it back into command (BS-6.5-01)."""
    prey: str = ""
    """The enemy it attacks whatever its commander wants (BS-4.6-08)."""
    rout: Rout | None = None
    rallied_in: int = 0
    """The round in which it was rallied."""
    losses_judged: int = 0
    """The number of figures lost up to which losses have been judged (BS-4.4-01)."""
    owed: tuple[Owed, ...] = ()
    """The checks still to be made."""


class UnitPart(Struct, frozen=True):
    """What the book knows of a unit."""

    profile: Profile
    formation: Formation = "open"
    stance: Stance = ""
    gaps: int = 0
    """In the front line, still to be filled (BS-7.3-03)."""
    wrapped: bool = False
    """Whether its wings have gone round an enemy; it lasts until its melee ends (BS-7.11-03)."""
    wounded: bool = False
    """Whether one figure has a Wound marker (BS-8.7-02)."""
    worn_by_marches: int = 0
    """What failed forced marches have added to AR (BS-7.13-03)."""
    turn: ThisTurn = ThisTurn()
    arms: Arms = Arms()
    command: ChainOfCommand = ChainOfCommand()
    morale: Morale = Morale()
    hit_points: int = 0
    """Left to an individual."""
    fell_at: Pose | None = None
    """Where a unit was destroyed, or lies who was wounded or stunned with it (BS-9.1-06)."""
    captives: tuple[Captives, ...] = ()
    """Whom it guards."""


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
    """The book's part of a battle. `order` is Side A, then Side B of this round (BS-1.1-01); `movers` who moves first
    and second (BS-1.4-01); `machines` are pieces of artillery that nobody serves; `told` are the switches of which it
    has been said that they stand as the ledger has them (BS-0.0-04)."""

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


Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]

with_turn: Final = changing("turn")
with_arms: Final = changing("arms")
with_command: Final = changing("command")
with_morale: Final = changing("morale")
