"""The book's own parts of a battle: what a unit carries, what the battle carries, and the steps of play."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.agenda import Scene as AnyScene
from schiltron.battle.asking import Asked as AnyAsked
from schiltron.battle.decision import Zone
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.by_this_axe.attacks.steps import AttackStep
from schiltron.rulesets.by_this_axe.command.steps import CommandStep
from schiltron.rulesets.by_this_axe.duels.steps import DuelStep
from schiltron.rulesets.by_this_axe.morale.steps import MoraleStep
from schiltron.rulesets.by_this_axe.movement.steps import MovementStep
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.setup.steps import SetupStep
from schiltron.table.facing import Arc
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose

ROUTED = "routed"
DUELLING = "in_a_duel"
SHAMED = "shamed"

Armour = Literal["unarmored", "light", "medium", "heavy"]
Role = Literal["general", "leader", "hero", "superhero", "champion", "priest", "high_priest", "mage", "wizard"]
PhaseName = Literal["command", "duels", "ranged", "movement", "melee"]


class Profile(Struct, frozen=True):
    """A roster line: the same for all ordinary figures of a unit (TA-UNIT-16, TA-UNIT-31)."""

    fc: int
    armour: Armour = "unarmored"
    shield: bool = False
    mounted: bool = False
    melee: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    musician: bool = False


class Person(Struct, frozen=True):
    """A character (TA-CHAR-01, TA-CHAR-12). `hits` are needed to kill him, `wounds` he has.

    `refused` says that he ever declined a challenge, `shamed` that he did so for the first time this turn
    (TA-DUEL-05 to TA-DUEL-09), `duelled` that he fought one this turn (TA-DUEL-04).
    """

    roles: tuple[Role, ...]
    leadership: int = 0
    hits: int = 1
    wounds: int = 0
    refused: bool = False
    shamed: bool = False
    duelled: bool = False


class Ordered(Struct, frozen=True):
    """What a card still does for a unit, until the turn ends.

    `effect` is a row of the table of effects (or one of its uses), `amount` what it adds, `target` whom it is about.
    """

    effect: str
    card: str
    amount: int = 0
    target: str = ""


class UnitPart(Struct, frozen=True):
    """A unit's line and its counters.

    Of the turn: `spent` move, `moved`, `shot`, `charged` (it came into contact by its own move), `rallied`, figures
    `lost` to fire and melee. Of the phase: figures `lost_now`, from where it was `struck` in melee, for which causes it
    has `checked` its nerve, and whether a card of its owner's touched it (`carded` names the phase, TA-CMD-08).
    `orders` are the cards at work. `bank` is the river it halted at and the turn it did (TA-TERR-06, TA-TERR-07);
    `woods` the move lost to woods this turn, None before it was rolled. `flight` is the heading in which a unit that
    has just broken will run, until it has (TA-MORALE-23). `joined_at` is where a character stood when he walked to his
    unit this turn: it does not carry him on (TA-CHAR-11).
    """

    profile: Profile
    person: Person | None = None
    spent: Mil = 0
    moved: bool = False
    shot: bool = False
    charged: bool = False
    rallied: bool = False
    lost: int = 0
    lost_now: int = 0
    struck: tuple[Arc, ...] = ()
    checked: tuple[str, ...] = ()
    carded: str = ""
    orders: tuple[Ordered, ...] = ()
    bank: tuple[str, int] | None = None
    woods: Mil | None = None
    flight: Mdeg | None = None
    joined_at: Pose | None = None


class Hand(Struct, frozen=True):
    """The order cards of a side. Everybody knows how many; in another seat's view they are face down."""

    side: str
    cards: tuple[str, ...] = ()
    count: int = 0


class Token(Struct, frozen=True):
    """An effect of a joker, named when it was played and not yet used (TA-CMD-48)."""

    side: str
    joker: str
    effect: str


class LeaderLost(Struct, frozen=True):
    """Where and when a general or leader fell, and whom of his side he was `near` (TA-MORALE-20, TA-MORALE-21)."""

    side: str
    x: Mil
    y: Mil
    turn: int
    general: bool
    near: tuple[str, ...] = ()


class BattlePart(Struct, frozen=True, dict=True):
    """`order` is who moves first this turn. The cards not in a hand and not `used` are the deck.

    `seized` is what cards add to a side's die for who moves first (TA-CMD-43).
    """

    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    used: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    seized: tuple[tuple[str, int], ...] = ()
    leaders_lost: tuple[LeaderLost, ...] = ()

    def zone(self, side: str) -> Zone:
        return dict(self.zones)[side]

    def hand(self, side: str) -> Hand:
        return next((hand for hand in self.hands if hand.side == side), Hand(side))

    @cached_property
    def _views(self) -> dict[str | None, BattlePart]:
        return {}

    def seen_by(self, side: str | None) -> BattlePart:
        """The same with every hand but this side's own shown by its number only; always the same value."""
        seen = self._views.get(side)
        if seen is None:
            hands = tuple(hand if hand.side == side else replace(hand, cards=()) for hand in self.hands)
            seen = self._views[side] = self if hands == self.hands else replace(self, hands=hands)
        return seen


# ---------------------------------------------------------------- steps: the turn (TA-TURN-01)


class BeginTurn(Struct, frozen=True, tag="by_this_axe.begin_turn"):
    pass


class Phase(Struct, frozen=True, tag="by_this_axe.phase"):
    name: PhaseName


class EndPhase(Struct, frozen=True, tag="by_this_axe.end_phase"):
    """Whether either side is beaten is tested after each phase (TA-TURN-08)."""

    name: PhaseName


class EndTurn(Struct, frozen=True, tag="by_this_axe.end_turn"):
    pass


Step: TypeAlias = (
    BeginTurn | Phase | EndPhase | EndTurn | SetupStep | CommandStep | DuelStep | AttackStep | MovementStep | MoraleStep
)

Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]
