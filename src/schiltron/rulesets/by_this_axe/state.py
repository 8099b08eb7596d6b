"""The book's own state: what a unit carries and what the battle carries."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.open_decision import Asked as AnyAsked
from schiltron.battle.state.battle import TURN
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.battle.state.unit_parts import changing
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.table.facing import Arc
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose

ROUTED = "routed"
DUELLING = "in_a_duel"
SHAMED = "shamed"

PhaseName = Literal["command", "duels", "ranged", "movement", "melee"]
PHASES: Final[tuple[str, ...]] = get_args(PhaseName)
"""Of a turn, in their order (TA-TURN-01)."""

Armour = Literal["unarmored", "light", "medium", "heavy"]
Role = Literal[
    "general", "leader", "hero", "superhero", "champion", "priest", "high_priest", "mage", "wizard", "monster"
]


class Profile(Struct, frozen=True):
    """A roster line: the same for all ordinary figures of a unit (TA-UNIT-16, TA-UNIT-31)."""

    fc: int
    armour: Armour = "unarmored"
    shield: bool = False
    mounted: bool = False
    melee: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    musician: bool = False
    abilities: tuple[str, ...] | UnsetType = UNSET
    """Special abilities and size (TA-FANT-A01 to TA-FANT-Z03, TA-ABS-06)."""
    creature: str | UnsetType = UNSET
    """The kind of creature, by the word of the army list (TA-FANT-C22)."""
    creatures: int | UnsetType = UNSET
    """How many a figure of a major monster stands for (TA-FANT-C23)."""

    @property
    def advantages(self) -> tuple[str, ...]:
        return () if self.abilities is UNSET else self.abilities

    @property
    def kind(self) -> str:
        return "" if self.creature is UNSET else self.creature

    @property
    def together(self) -> int:
        """Major monsters in a figure."""
        return 1 if self.creatures is UNSET else self.creatures


class OwnSpell(Struct, frozen=True):
    """A spell of an army's own: so many attacks at once, once a battle, on one target as far off as that."""

    key: str
    title: str
    reach: Mil
    dice: int
    price: int = 0


class Person(Struct, frozen=True):
    """A character (TA-CHAR-01, TA-CHAR-12). `hits` are needed to kill him, `wounds` he has.

    `refused` says that he ever declined a challenge.
    """

    roles: tuple[Role, ...]
    leadership: int = 0
    hits: int = 1
    wounds: int = 0
    refused: bool = False
    spells: int | UnsetType = UNSET
    """Dice left of a mage's pool, for the whole battle (TA-FANT-M01)."""
    prayers: int | UnsetType = UNSET
    """Uses left of a priest's saving power, for the whole battle (TA-FANT-P02)."""
    own_spells: tuple[OwnSpell, ...] | UnsetType = UNSET
    """Spells of his army's own that he came with; one that is there twice he casts twice."""
    own_cast: tuple[str, ...] | UnsetType = UNSET
    """Those of them that he has cast, by their keys."""

    @property
    def dice_left(self) -> int:
        return 0 if self.spells is UNSET else self.spells

    @property
    def prayers_left(self) -> int:
        return 0 if self.prayers is UNSET else self.prayers

    @property
    def brought(self) -> tuple[OwnSpell, ...]:
        return () if self.own_spells is UNSET else self.own_spells

    @property
    def spells_left(self) -> tuple[OwnSpell, ...]:
        """Spells of his army's own that he can still cast."""
        left = list(self.brought)
        for key in () if self.own_cast is UNSET else self.own_cast:
            left.remove(next(spell for spell in left if spell.key == key))
        return tuple(left)

    def having_cast(self, key: str) -> Person:
        """The same when he has cast such a spell."""
        return replace(self, own_cast=(*(() if self.own_cast is UNSET else self.own_cast), key))

    def provided(self, dice: int, prayers: int) -> Person:
        """The same with so many dice and uses left; nothing is noted for who never has any."""
        spells = dice if dice or self.spells is not UNSET else UNSET
        return replace(self, spells=spells, prayers=prayers if prayers or self.prayers is not UNSET else UNSET)


class ThisTurn(Struct, frozen=True, omit_defaults=True):
    """What a unit has done, and what was done to it, since the turn began: BeginTurn starts it afresh."""

    spent: Mil = 0
    """Of its move."""
    moved: bool = False
    shot: bool = False
    charged: bool = False
    """Whether it came into contact by its own move."""
    rallied: bool = False
    lost: int = 0
    """Figures, to fire and melee."""
    lost_to_woods: Mil | None = None
    """Of its move; None before it was rolled."""
    joined_at: Pose | None = None
    """Where a character stood when he walked to his unit: it does not carry him on (TA-CHAR-11)."""
    shamed: bool = False
    """Whether he declined a challenge for the first time (TA-DUEL-05 to TA-DUEL-09)."""
    duelled: bool = False
    """Whether he fought a duel (TA-DUEL-04)."""
    shot_by: tuple[str, ...] = ()
    """Who has shot at undead, whom that may shake (TA-FANT-A16)."""
    prayed: bool = False
    """Whether a priest has used his power (TA-FANT-P06)."""
    fought: bool = False
    """Whether a priest has struck as the hero he is besides (TA-FANT-P06)."""


class ThisPhase(Struct, frozen=True, omit_defaults=True):
    """The same since the phase began: Phase starts it afresh."""

    lost_now: int = 0
    """Figures."""
    struck: tuple[Arc, ...] = ()
    """From where it was, in melee."""
    checked: tuple[str, ...] = ()
    """For which causes it has checked its nerve."""
    carded: str = ""
    """The phase in which a card of its owner's touched it (TA-CMD-08)."""


class UnitPart(Struct, frozen=True):
    """What the book knows of a unit."""

    profile: Profile
    person: Person | None = None
    turn: ThisTurn = ThisTurn()
    phase: ThisPhase = ThisPhase()
    bank: tuple[str, int] | None = None
    """The river it halted at and the turn it did (TA-TERR-06, TA-TERR-07)."""
    flight: Mdeg | None = None
    """The heading in which a unit that has just broken will run, until it has (TA-MORALE-23)."""


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


Statement = Literal["", "open", "guarded", "half", "double"]
"""How an army was stated: not yet, as it is, its numbers alone, at half and at double of what it is (TA-ABS-16)."""


class Army(Struct, frozen=True):
    """What the army `of` a side is about in a battle off the table: the stratagem it has tried today, whether that
    `worked`, the day of its last attempt (0: none), and how it has stated its troops."""

    of: str
    stratagem: str = ""
    worked: bool = False
    attempted: int = 0
    statement: Statement = ""


class OffTableBattle(Struct, frozen=True):
    """A battle without a table (TA-ABS-01). `lacking` is what the last individual of a unit lacks, in hundredths of
    strength: no fraction of a loss is forgotten."""

    armies: tuple[Army, ...]
    lacking: tuple[tuple[str, int], ...] = ()

    def army(self, side: str) -> Army:
        return next(one for one in self.armies if one.of == side)

    def lacks(self, unit_id: str) -> int:
        return dict(self.lacking).get(unit_id, 0)


class BattlePart(Struct, frozen=True, dict=True):
    """The book's part of a battle. `order` is who moves first this turn. The cards not in a hand and not `used` are the
    deck.

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
    off_table: OffTableBattle | UnsetType = UNSET

    @property
    def abroad(self) -> OffTableBattle:
        """What there is of a battle that is fought off the table."""
        assert self.off_table is not UNSET, "this battle is fought on a table"
        return self.off_table

    @property
    def turn_word(self) -> str:
        """Off the table a turn is a day."""
        return TURN if self.off_table is UNSET else "Day"

    @property
    def figure_word(self) -> str:
        return "figure" if self.off_table is UNSET else "warrior"

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


Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]

with_turn: Final = changing("turn")
with_phase: Final = changing("phase")
