"""The book's own parts of a battle: what a unit carries, what the battle carries, and the steps of play."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.agenda import Scene as AnyScene
from schiltron.battle.asking import Asked as AnyAsked
from schiltron.battle.decision import Commanded, Zone
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.chainmail.artillery.steps import ArtilleryStep
from schiltron.rulesets.chainmail.fire.steps import FireStep
from schiltron.rulesets.chainmail.history.steps import HistoryStep
from schiltron.rulesets.chainmail.melee.steps import MeleeStep
from schiltron.rulesets.chainmail.morale.steps import MoraleStep
from schiltron.rulesets.chainmail.movement.steps import Formation, Forming, MovementStep
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.setup.steps import SetupStep
from schiltron.rulesets.chainmail.weather.steps import WeatherStep
from schiltron.rulesets.chainmail.written.steps import WrittenStep
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose

RETREATING = "retreating"
ROUTED = "routed"
FATIGUED = "fatigued"
FORMING = "forming"
STAKED = "staked"
REORGANIZING = "reorganizing"
GUARDING = "guarding"
UNLOADED = "unloaded"
MUTINOUS = "mutinous"
DESERTING = "deserting"
BRIBED = "bribed"
PLUNDERING = "out_for_plunder"
"""Marks of units, as the table shows them."""
STANDS = "stands"
"""`UnitPart.ordered` of a unit that stays where it is this turn, as one does that its die has rallied (CM-MELEE-27)."""
CAUGHT = "caught"
"""`UnitPart.ordered` of a unit attacked while it rallies or reorganizes and failed to rally (CM-MELEE-29)."""
HALTS = "halts"
"""`UnitPart.ordered` of a unit whose player wants it to stay where it is; knights may think otherwise (CM-HIST-05)."""
COMPELLED = "compelled"
"""`UnitPart.ordered` of a unit that a rule has moved this turn, not its player (CM-HIST-04, CM-HIST-18)."""
FIRED = "fired"
"""`UnitPart.ordered` of a unit that gave pass-through fire and so has promised to stand (CM-MISSILE-17)."""
HELD = "held"
"""`UnitPart.ordered` of knights whose obedience die held them (CM-HIST-04); they await orders."""
KINDLED = "kindled"
"""`UnitPart.ordered` of a unit that has spent its move on setting fire to cover (CM-WEATHER-04)."""
UNWILLING = "unwilling"
"""`UnitPart.ordered` of peasants who would not move or attack and stand unmoved (CM-HIST-10)."""

TroopClass = Literal["light_foot", "heavy_foot", "armored_foot", "light_horse", "medium_horse", "heavy_horse"]
Armour = Literal["unarmored", "half_armor_or_shield", "fully_armored", "arrow_proof"]
Arms = Literal["hand", "spear", "pike", "halberd", "lance"]
Missile = Literal["", "bow", "longbow", "composite_bow", "crossbow", "heavy_crossbow", "arquebus", "thrown"]
Engine = Literal["", "light_catapult", "heavy_catapult", "light_field_gun", "heavy_field_gun", "bombard", "wagon"]
People = Literal["", "swiss", "landsknechte", "scots", "english", "saracens", "turks", "mongols", "flemish", "italian"]
PhaseName = Literal[
    "before", "initiative", "first_move", "last_move", "orders", "movement", "artillery", "missiles", "melee"
]
Sky = Literal["", "clear", "cloudy", "rainy"]


class Profile(Struct, frozen=True):
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
    arms: Arms = "hand"
    missile: Missile = ""
    engine: Engine = ""
    people: People = ""
    knights: bool = False
    order: bool = False
    peasants: bool = False
    levies: bool = False
    mercenary: bool = False
    commander: bool = False

    @property
    def mounted(self) -> bool:
        return self.fights_as.endswith("_horse")


class Mixed(Struct, frozen=True):
    """A second type of horse brigaded in a unit: what they are, and how many of its original figures (CM-HIST-01)."""

    profile: Profile
    figures: int


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


class UnitPart(Struct, frozen=True):
    """A unit's line and its counters; `mixed` are figures of another type in it, fewer than its own (CM-HIST-01).

    Of the turn, wiped by BeginTurn: `spent` of the move, in thousandths of an inch of its normal (or charge) move;
    `moved` at all; `free` (its side's move found it out of melee, CM-MELEE-48); `charged` (made a charge move);
    `uphill` (went up a slope, CM-FATIGUE-08); `shots` fired; `fought` (had a round of melee); `refused` combat (went
    back before it, CM-MELEE-15); `fired_on_by` the units that fired at it; `advanced` (its move brought it nearer to
    the enemy, CM-HIST-05); `ordered` what a written order or compulsion makes it do; `stood` those whose charge it has
    stood, which it is not asked for again (CM-MORALE-07, CM-MORALE-11).
    Of fire that takes effect together: `struck`, the places of figures that artillery has hit, until TakeOff.

    Histories, advanced by EndTurn: `effort` and `fatigued`; `still`, complete turns on one spot (CM-CATAPULT-05,
    CM-HIST-21); `last_charge` and `last_shot`, the game turns of the last ones (0: never); `unloaded` (a heavy
    crossbow or arquebus that has to reload).
    `judged` is how often excess casualties have been judged, `owed` what for it must still check; `lost` figures from
    all causes is original - figures. `bank` is the river it halted at, the turn, and whether it has crossed
    (CM-TERR-12). `temper` of mercenaries: "" obeys, "stands", "deserts", "bribed"; `loyal_until` the turn up to which
    they need no check. `rallied_by` is a commander and since when he keeps it rallied (CM-HIST-36).
    `began` is how many figures it had in its present melee when it came into it (CM-MELEE-23), `bearing` the way its
    last charge went (CM-MELEE-14).
    `intermixed` are units of its side with whom it has come to fight in one melee, `reorganizing` the turn until whose
    end it separates from them (CM-HIST-02). `under_fire` are those who fired at it last turn, kept by BeginTurn from
    `fired_on_by` (CM-HIST-06). `damage` is what an engine has taken in siege points (CM-CATAPULT-03); `abandoned` says
    where it stands without a crew, `lent` how many of its crew went to other pieces, less those who came from them, and
    `manned` the turn on which somebody came (CM-CATAPULT-07).
    """

    profile: Profile
    mixed: Mixed | None = None
    formation: Formation = "line"
    forming: Forming | None = None
    spent: Mil = 0
    moved: bool = False
    free: bool = False
    charged: bool = False
    uphill: bool = False
    shots: int = 0
    fought: bool = False
    refused: bool = False
    fired_on_by: tuple[str, ...] = ()
    advanced: bool = False
    ordered: str = ""
    stood: tuple[str, ...] = ()
    struck: tuple[int, ...] = ()
    effort: Effort = Effort()
    fatigued: bool = False
    still: int = 0
    last_charge: int = 0
    last_shot: int = 0
    unloaded: bool = False
    judged: int = 0
    owed: tuple[str, ...] = ()
    flight: Flight | None = None
    captives: tuple[Captives, ...] = ()
    bank: tuple[str, int, bool] | None = None
    temper: Literal["", "stands", "deserts", "bribed"] = ""
    loyal_until: int = 0
    rallied_by: Rallied | None = None
    began: int = 0
    bearing: Mdeg = 0
    intermixed: tuple[str, ...] = ()
    reorganizing: int = 0
    under_fire: tuple[str, ...] = ()
    damage: int = 0
    abandoned: Abandoned | None = None
    lent: int = 0
    manned: int = 0


class Weather(Struct, frozen=True):
    """How the sky is and what the last check brought: `result` stands until the next one (CM-WEATHER-05).

    `hard_rain` counts turns of it.
    """

    sky: Sky = ""
    result: str = ""
    hard_rain: int = 0
    mud: bool = False


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
    """`order` is who moves first and last this turn; `written` what was ordered, in simultaneous movement.

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

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]


# ---------------------------------------------------------------- steps: the turn (CM-TURN-02, CM-TURN-10)


class BeginTurn(Struct, frozen=True, tag="chainmail.begin_turn"):
    pass


class Phase(Struct, frozen=True, tag="chainmail.phase"):
    name: PhaseName


class EndTurn(Struct, frozen=True, tag="chainmail.end_turn"):
    pass


Step: TypeAlias = (
    BeginTurn
    | Phase
    | EndTurn
    | SetupStep
    | WeatherStep
    | HistoryStep
    | MovementStep
    | WrittenStep
    | FireStep
    | ArtilleryStep
    | MeleeStep
    | MoraleStep
)

Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]
