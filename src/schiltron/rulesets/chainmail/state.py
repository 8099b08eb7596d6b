"""The book's own state: what a unit carries and what the battle carries (HIST and MELEE most of all)."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.open_decision import Asked as AnyAsked
from schiltron.battle.state.battle import TURN
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.decision import Commanded, Zone
from schiltron.battle.state.manoeuvre import Face, Turn
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.battle.state.unit_parts import always_saved, changing
from schiltron.rulesets.chainmail import nature
from schiltron.rulesets.chainmail.fortress import Siege
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.tilting.lists import Lists
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose

RETREATING = "retreating"
ROUTED = "routed"
FATIGUED = "fatigued"
FORMING = "forming"
STAKED = "staked"
WOUNDED = "wounded"
REORGANIZING = "reorganizing"
GUARDING = "guarding"
UNLOADED = "unloaded"
MUTINOUS = "mutinous"
DESERTING = "deserting"
BRIBED = "bribed"
PLUNDERING = "out_for_plunder"
WITH_LADDER = "with_ladder"
CLIMBING = "climbing"
STUNNED = "stunned"
BOARDED = "boarded"
AT_WORK = "at_work"
BURNING = "burning"
OUT_OF_ACTION = "out_of_action"
PARALYSED = "paralysed"
ALOFT = "aloft"
BLENDED = "in_hiding"
"""Marks of units, as the table shows them; REORGANIZING and UNLOADED are those of effects of the same name."""
STANDS = "stands"
"""`ThisTurn.ordered` of a unit that stays where it is this turn, as one does that its die has rallied (CM-MELEE-27)."""
CAUGHT = "caught"
"""`ThisTurn.ordered` of a unit attacked while it rallies or reorganizes and failed to rally (CM-MELEE-29)."""
HALTS = "halts"
"""`ThisTurn.ordered` of a unit whose player wants it to stay where it is; knights may think otherwise (CM-HIST-05)."""
COMPELLED = "compelled"
"""`ThisTurn.ordered` of a unit that a rule has moved this turn, not its player (CM-HIST-04, CM-HIST-18)."""
FIRED = "fired"
"""`ThisTurn.ordered` of a unit that gave pass-through fire and so has promised to stand (CM-MISSILE-17)."""
HELD = "held"
"""`ThisTurn.ordered` of knights whose obedience die held them (CM-HIST-04); they await orders."""
KINDLED = "kindled"
"""`ThisTurn.ordered` of a unit that has spent its move on setting fire to cover (CM-WEATHER-04)."""
UNWILLING = "unwilling"
"""`ThisTurn.ordered` of peasants who would not move or attack and stand unmoved (CM-HIST-10)."""

TroopClass: TypeAlias = nature.TroopClass
Armour = Literal["unarmored", "half_armor_or_shield", "fully_armored", "arrow_proof"]
Arms = Literal["hand", "spear", "pike", "halberd", "lance"]
Missile = Literal["", "bow", "longbow", "composite_bow", "crossbow", "heavy_crossbow", "arquebus", "thrown", "stones"]
Engine = Literal[
    "",
    "light_catapult",
    "heavy_catapult",
    "light_field_gun",
    "heavy_field_gun",
    "bombard",
    "wagon",
    "siege_tower",
    "covered_ram",
    "covered_pick",
    "covered_screw",
    "mantlet",
]
People = Literal["", "swiss", "landsknechte", "scots", "english", "saracens", "turks", "mongols", "flemish", "italian"]
HandWeapon = Literal[
    "",
    "dagger",
    "hand_axe",
    "mace",
    "sword",
    "battle_axe",
    "morning_star",
    "flail",
    "spear",
    "pole_arms",
    "halberd",
    "two_handed_sword",
    "mounted_lance",
    "pike",
]
BodyArmour = Literal[
    "",
    "no_armor",
    "leather_or_padded",
    "shield_only",
    "leather_and_shield",
    "chain_banded_studded_or_splint_mail",
    "chain_and_shield",
    "plate",
    "plate_and_shield",
]
"""What a man carries where one figure is one man, as the tables of that scale call it (CM-MTM-03)."""
Formation = Literal["line", "column", "square", "open", "hedgehog", "schiltron"]
Sky = Literal["", "clear", "cloudy", "rainy"]


class Profile(Struct, frozen=True, omit_defaults=True):
    """What like figures of a unit are (CM-SCALE-04), as lines of the book's tables.

    `fights_as` is their class in the Combat Tables (CM-MELEE-02), `rated` their line among Morale Ratings, `holds` in
    the Loss Table, `stands` in the table for cavalry charges, `moves` in the table of movement, `priced` in that of
    points. Of an `engine` the figures are its crew (CM-CATAPULT-06), the body is the machine, a single piece.
    """

    fights_as: TroopClass
    rated: str
    holds: str
    stands: str
    moves: str
    priced: str
    armour: Armour
    arms: Arms = always_saved("hand")
    missile: Missile = always_saved("")
    engine: Engine = always_saved("")
    people: People = always_saved("")
    knights: bool = always_saved(False)
    order: bool = always_saved(False)
    peasants: bool = always_saved(False)
    levies: bool = always_saved(False)
    mercenary: bool = always_saved(False)
    commander: bool = always_saved(False)

    ladders: bool = False
    """Whether it carries a scaling ladder (CM-SIEGE-14)."""
    sappers: bool = False
    """Whether it may dig mines (CM-SIEGE-33)."""
    nature: Nature | None = None
    """What it is besides, of a figure of the fantasy supplement (CM-FANT-GEN-02)."""
    weapon: HandWeapon = ""
    """What each of them strikes with, man to man; "": what men of his kind usually carry (CM-MTM-03)."""
    body_armour: BodyArmour = ""
    """The same of what he wears."""
    barding: Literal["", "barded", "bare"] = ""
    """The same of his horse (CM-MTM-25)."""

    @property
    def mounted(self) -> bool:
        return self.fights_as.endswith("_horse") if self.nature is None else self.nature.mounted


class Mixed(Struct, frozen=True):
    """A second type of horse brigaded in a unit: what they are, and how many of its original figures (CM-HIST-01)."""

    profile: Profile
    figures: int


class Forming(Struct, frozen=True):
    """A change that takes more than one move (CM-FORM-01): what is paid and due, in thousandths of one.

    `facing` is the turn, where it is a change of facing and not of formation (CM-FORM-04, CM-FORM-05).
    """

    to: Formation
    files: int
    paid: int
    due: int
    facing: Turn | Face | None = None


class Effort(Struct, frozen=True):
    """What a unit has done without a rest, for fatigue (CM-FATIGUE-01 to CM-FATIGUE-04), as that chapter counts it.

    `moves` in consecutive turns; `before` is how many came before its last charge, None without one; `rounds` of melee,
    `after` those since that charge.
    """

    moves: int = 0
    before: int | None = None
    rounds: int = 0
    after: int = 0


class Flight(Struct, frozen=True):
    """A unit that retreated or routed (CM-MELEE-27 to CM-MELEE-32).

    `turns` is which turn of it this is; `reach` how far it runs each time, in thousandths of its normal move; `since`
    the game turn of the last run. `pikes` names the pikemen from whose charge it flees, who eliminate it if they reach
    it before it rallies (CM-MORALE-08, CM-MORALE-09).
    """

    kind: Literal["retreat", "rout"]
    turns: int
    reach: int
    since: int
    pikes: str = ""


class Rallied(Struct, frozen=True):
    """A unit that the army commander rallied by joining it: since which turn, and the flight it goes back to if he
    leaves it too soon (CM-HIST-35, CM-HIST-36)."""

    by: str
    since: int
    flight: Flight


class Captives(Struct, frozen=True):
    """Prisoners a unit has taken (CM-MELEE-38): whose they were, and how many.

    `left_at` is where their guards left them, having left the table (CM-MELEE-42).
    """

    of: str
    figures: int
    left_at: Pose | None = None


class Abandoned(Struct, frozen=True):
    """A catapult or cannon that stands without a crew: where, since which turn, and whether it was loaded then.

    Other trained crew may come and serve it (CM-CATAPULT-07).
    """

    at: Pose
    since: int
    loaded: bool


class ThisTurn(Struct, frozen=True, omit_defaults=True):
    """What a unit has done, and what was done to it, since the turn began: BeginTurn starts it afresh."""

    spent: Mil = 0
    """Of its normal (or charge) move, in thousandths of an inch."""
    moved: bool = False
    """Whether it has moved at all."""
    out_of_melee: bool = False
    """Whether its side's move found it so (CM-MELEE-48)."""
    charged: bool = False
    """Whether it made a charge move."""
    uphill: bool = False
    """Whether it went up a slope (CM-FATIGUE-08)."""
    shots: int = 0
    """How often it has fired."""
    fought: bool = False
    """Whether it had a round of melee."""
    refused_combat: bool = False
    """Whether it went back before it (CM-MELEE-15)."""
    fired_on_by: tuple[str, ...] = ()
    """The units that fired at it."""
    advanced: bool = False
    """Whether its move brought it nearer to the enemy (CM-HIST-05)."""
    ordered: str = ""
    """What an order, a promise or a compulsion makes it do: STANDS and the like."""
    stood_against: tuple[str, ...] = ()
    """Those whose charge it has stood, which it is not asked for again (CM-MORALE-07, CM-MORALE-11)."""
    struck: tuple[int, ...] = ()
    """The places of figures that artillery has hit, until TakeOff: such fire takes effect together."""
    cast: bool = False
    """Whether it has thrown a missile, cast a spell or countered one (CM-FANT-WIZARD-13, CM-FANT-SPELL-06)."""
    attacked: bool = False
    """Whether a magic user was attacked in person, which ends what he keeps up (CM-FANT-SPELL-01)."""
    flew: bool = False
    """Whether it was in the air (CM-FANT-GEN-12)."""
    singles_out: str = ""
    """The figure in the ranks of a foe whom it attacks by himself (CM-FANT-HERO-05)."""
    parries: tuple[str, ...] = ()
    """The foes whose blows its men parry (CM-MTM-15)."""
    at_horses: tuple[str, ...] = ()
    """The foes at whose horses its men strike (CM-MTM-25)."""
    horses_at: str = ""
    """The footmen at whom its horses strike, whoever its riders fight (CM-MTM-12)."""


class Past(Struct, frozen=True):
    """What is remembered of earlier turns; EndTurn writes it up."""

    effort: Effort = Effort()
    fatigued: bool = False
    turns_still: int = 0
    """Complete turns on one spot (CM-CATAPULT-05, CM-HIST-21)."""
    last_charge: int = 0
    """The game turn of it; 0: never."""
    last_shot: int = 0
    """The game turn of it; 0: never."""
    under_fire: tuple[str, ...] = ()
    """Those who fired at it last turn, as kept by BeginTurn (CM-HIST-06)."""


class Morale(Struct, frozen=True, omit_defaults=True):
    times_judged: int = 0
    """How often excess casualties have been judged; lost from all causes are `original - figures`."""
    owed: tuple[str, ...] = ()
    """What for it must still check."""
    flight: Flight | None = None
    rallied_by: Rallied | None = None
    """The commander who keeps it rallied (CM-HIST-36)."""


class InMelee(Struct, frozen=True, omit_defaults=True):
    """How a unit came into its melees, and with whom it is entangled."""

    came_in_with: int = 0
    """Figures it had when it came into its present melee (CM-MELEE-23)."""
    charge_bearing: Mdeg = 0
    """The way its last charge went (CM-MELEE-14)."""
    intermixed: tuple[str, ...] = ()
    """Units of its side with whom it has come to fight in one melee (CM-HIST-02)."""


class Hire(Struct, frozen=True, omit_defaults=True):
    """Mercenaries and their pay."""

    temper: Literal["", "stands", "deserts", "bribed"] = ""
    """What they do instead of obeying."""
    loyal_until: int = 0
    """The turn up to which they need no check."""


class EngineState(Struct, frozen=True, omit_defaults=True):
    """How a catapult or cannon fares (CM-CATAPULT-07)."""

    damage: int = 0
    """In siege points (CM-CATAPULT-03)."""
    abandoned: Abandoned | None = None
    """Where it stands, if it has no crew."""
    lent: int = 0
    """How many of its crew went to other pieces, less those who came from them."""
    manned_in: int = 0
    """The turn on which somebody came to serve it."""


class Uncanny(Struct, frozen=True, omit_defaults=True):
    """What only the fantasy supplement does to a unit."""

    wounds: int = 0
    """Hits that add up until they kill (CM-FANT-TROLL-03)."""
    braved: tuple[str, ...] = ()
    """Terrors whose sight it has had to stand (CM-FANT-SUPER-02)."""
    held: int = 0
    """Figures that are paralysed until they are freed (CM-FANT-WRAITH-05)."""
    numbed: int = 0
    """Figures that are paralysed for one whole turn (CM-FANT-WIGHT-05)."""
    numbed_in: int = 0
    """The turn in which they were touched."""
    breaths: int = 0
    """How often it has breathed since it rested (CM-FANT-DRAGON-10)."""
    breathed_in: int = 0
    """The turn of the last breath."""
    landed_in: int = 0
    """The turn in which it last came down (CM-FANT-SPRITE-03)."""
    unseen: bool = False
    """Whether it is invisible now (CM-FANT-ELF-02)."""
    seen_in: int = 0
    """The turn in which it last showed itself or was found (CM-FANT-ELF-04, CM-FANT-HOBBIT-01)."""
    woken_by: str = ""
    """The ents at whose word these trees walk (CM-FANT-ENT-01)."""
    lost_arrows: int = 0
    """Enchanted arrows it has shot (CM-FANT-MAGIC-06)."""


class Lot(Struct, frozen=True, omit_defaults=True):
    """What has befallen one man of a unit, where one figure is one man."""

    broken: bool = False
    """His weapon is broken, and he has a dagger (CM-MTM-23)."""
    afoot: bool = False
    """His horse was killed (CM-MTM-25)."""
    prone_in: int = 0
    """The turn in which he lies on the ground (CM-MTM-24)."""


class Men(Struct, frozen=True, omit_defaults=True):
    """What fighting man to man has done to a unit: `lots` by the places of its figures, as far as there is anything to
    tell; `led` are the foes whom it struck first in their last round (CM-MTM-06)."""

    lots: tuple[Lot, ...] = ()
    led: tuple[str, ...] = ()


class UnitPart(Struct, frozen=True, omit_defaults=True):
    """What the book knows of a unit."""

    profile: Profile
    mixed: Mixed | None = always_saved(None)
    """Figures of another type in it, fewer than its own (CM-HIST-01)."""
    formation: Formation = always_saved("line")
    forming: Forming | None = always_saved(None)
    turn: ThisTurn = always_saved(ThisTurn())
    past: Past = always_saved(Past())
    morale: Morale = always_saved(Morale())
    melee: InMelee = always_saved(InMelee())
    hire: Hire = always_saved(Hire())
    engine: EngineState = always_saved(EngineState())
    captives: tuple[Captives, ...] = always_saved(())
    bank: tuple[str, int, bool] | None = always_saved(None)
    """The river it halted at, the turn, and whether it has crossed (CM-TERR-12)."""
    uncanny: Uncanny | None = None
    """What has happened to it in the way of the fantasy supplement; None: nothing."""
    men: Men | None = None
    """What fighting man to man has done to it; None: nothing."""
    parted: bool = False
    """Whether its figures have left their unit, as those do who go up a wall: they are none of its figures any more."""


class Weather(Struct, frozen=True):
    """How the sky is. What the last check brought is at work on the field (`weather/changing.py`); `hard_rain` counts
    turns of it."""

    sky: Sky = ""
    hard_rain: int = 0


class Fire(Struct, frozen=True):
    """A fire in a piece of woods or brush: since which turn, and whether it is `ablaze` all over since then or only
    somewhere in it (CM-WEATHER-04)."""

    piece: str
    since: int
    ablaze: bool = False


class Baggage(Struct, frozen=True):
    """The way to a side's camp: a stretch of its own table edge, 6 inches from `at`; others do not see it until it is
    `found` (CM-HIST-40, CM-HIST-41). `left_alone` are those off the table who were there when its owner did not want a
    separate action (CM-HIST-44)."""

    side: str
    at: Mil | None = None
    found_by: tuple[str, ...] = ()
    left_alone: tuple[str, ...] = ()


class Written(Struct, frozen=True):
    """An order that was written for a unit, once all have been shown (CM-TURN-10)."""

    unit: str
    order: Commanded


class BattlePart(Struct, frozen=True, dict=True):
    """The book's part of a battle. `order` is who moves first and last this turn; `written` what was ordered, in
    simultaneous movement.

    `objectives` are pieces of terrain that count for victory by points (CM-SETUP-07), `conditions` what each side must
    have done for victory by history (CM-SETUP-08), `defender` the side that is attacked ("": neither). `fires` are
    listed in the order of the pieces on the table.
    """

    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = ()
    weather: Weather = Weather()
    baggage: tuple[Baggage, ...] = ()
    written: tuple[Written, ...] = ()
    objectives: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    defender: str = ""
    fires: tuple[Fire, ...] = ()
    magicians: tuple[str, ...] | UnsetType = UNSET
    """Magic users, the strongest first, once dice have said who of equals that is (CM-FANT-SPELL-04)."""
    siege: Siege | UnsetType = UNSET
    """What a siege has come to, where there is a castle (SIEGE)."""
    lists: Lists | UnsetType = UNSET
    """The day in the lists, of a battle without a table (JOUST)."""

    @property
    def the_lists(self) -> Lists:
        """The day in the lists, of a battle that is one."""
        assert self.lists is not UNSET, "this battle is fought on a table"
        return self.lists

    @property
    def turn_word(self) -> str:
        """In the lists jousts are counted."""
        return TURN if self.lists is UNSET else "Joust"

    @property
    def figure_word(self) -> str:
        return "figure" if self.lists is UNSET else "knight"

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]


Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]

with_turn: Final = changing("turn")
with_past: Final = changing("past")
with_morale: Final = changing("morale")
with_melee: Final = changing("melee")
with_hire: Final = changing("hire")
with_engine: Final = changing("engine")


def uncanny(unit: Unit) -> Uncanny:
    """What the fantasy supplement has done to a unit so far."""
    return unit.own.uncanny or _NOTHING_UNCANNY


def with_uncanny(unit: Unit, **changes: Any) -> Unit:
    """A unit to which it does more."""
    changed = replace(uncanny(unit), **changes)
    return replace(unit, own=replace(unit.own, uncanny=None if changed == _NOTHING_UNCANNY else changed))


def men_of(unit: Unit) -> Men:
    """What fighting man to man has done to a unit so far."""
    return unit.own.men or _UNSCATHED


def with_men(unit: Unit, **changes: Any) -> Unit:
    """A unit to which it has done more."""
    changed = replace(men_of(unit), **changes)
    return replace(unit, own=replace(unit.own, men=None if changed == _UNSCATHED else changed))


_NOTHING_UNCANNY: Final = Uncanny()
_UNSCATHED: Final = Men()
