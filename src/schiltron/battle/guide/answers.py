"""What a player may ask before deciding: unit cards, menus, overlays, previews of orders, targets with their odds.

A guide only ever looks at a view, so it can tell a seat nothing that its view does not hold; and it judges with the
code that judges orders, so what it calls legal is obeyed. The page draws these values and knows no rules.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.battle.guide.probability import Chances
from schiltron.battle.state.body_shape import Silhouette, Stand
from schiltron.battle.state.chance import Counted
from schiltron.battle.state.decision import Aimed, HeldCard, PathDrawn, Pointed
from schiltron.battle.state.event import Covered
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, in_a_row
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose
from schiltron.table.shapes import Shape
from schiltron.table.terrain import Points

__all__ = [
    "Card",
    "CardFace",
    "Deck",
    "Duel",
    "Firing",
    "Liberty",
    "MenuEntry",
    "Odds",
    "Overlay",
    "OverlayKind",
    "Pointing",
    "Preview",
    "PreviewLeg",
    "SequenceEntry",
    "Silhouette",
    "Stat",
    "Target",
    "Thrust",
    "Verb",
    "Vocabulary",
    "Way",
]


CardPart = Literal["title", "moves", "armour", "fights", "shoots", "nerve", "command", "stands", "so_far", "more"]
"""What of a card is about what: cards of all books list these in this order. The title says the first."""


class Stat(Struct, frozen=True):
    """A number or word of a card; `tally` is how a number came about."""

    label: str
    value: str
    rule: str = ""
    tally: Tally | None = None
    part: CardPart = "more"


class Liberty(Struct, frozen=True):
    """What a rule lets a seat do at any moment, unasked (`order.AtWill`): to end a spell of its own, to leave the field
    with somebody, to leave a dispute to a die. `unit` is whose it is; "" where it is the seat's own."""

    key: str
    label: str
    seat: str
    unit: str
    rules: tuple[str, ...]


class Card(Struct, frozen=True):
    """What stands on a unit's card. `points` is what the figures still standing are worth; `liberties` is what may be
    done with the unit at any moment, `powers` what it may call upon."""

    unit: str
    title: str
    subtitle: str
    points: float
    stats: tuple[Stat, ...]
    spent: Mil
    allowance: Mil
    notes: tuple[Note, ...]
    figures: int
    original: int
    liberties: tuple[Liberty, ...] = ()
    powers: tuple[HeldCard, ...] = ()


class Way(Struct, frozen=True):
    """A way to fire an engine: with the section that is named, or without one at a called distance.

    Distances are called in whole steps. A call by `eye` is made before anything is measured: nothing may show where on
    the table it would fall.
    """

    label: str
    least: Mil
    most: Mil
    section: str = ""
    step: Mil = 1
    eye: bool = False


class Pointing(Struct, frozen=True):
    """Where an engine is pointed from, and the ways it may be fired."""

    x: Mil
    y: Mil
    ways: tuple[Way, ...]


class Firing(Struct, frozen=True):
    """Who of a unit may be named in an order to shoot: so many of its `ranks` from the front, and a run of those
    `files` that have not shot yet. `note` says what happens to the others."""

    files: tuple[int, ...]
    ranks: int = 1
    note: str = ""
    rule: str = ""


Shown = Literal["always", "possible", "seldom"]


class MenuEntry(Struct, frozen=True):
    """Something a unit may be ordered to do. `action` is the word of the command. If its form is a path, `legs` are the
    legs this entry plots: the first for its key, the others for more or less of the same; `cost` is what the first
    takes of the move. An entry whose form is `point` points an engine as `pointing` says, at a target or anywhere.
    Where a part of the unit may shoot, `firing` says which. With `reasons` it cannot be done now, and they say why.

    `icon` names a drawing of the page's sheet; without one the page has a neutral one. `shown` says when the entry is
    listed: always, while it is possible, or, for seldom used entries, if it was possible before anything was plotted.
    `phrase` is what is done to whom, where a verb and a name do not say it: "bring {} back".
    """

    action: str
    label: str
    key: str
    rule: str
    form: Literal["path", "target", "point", "none"]
    name: str = ""
    legs: tuple[Manoeuvre, ...] = ()
    reasons: tuple[Reason, ...] = ()
    cost: Mil = 0
    pointing: Pointing | None = None
    firing: Firing | None = None
    icon: str = ""
    shown: Shown = "possible"
    phrase: str = ""


class Verb(Struct, frozen=True):
    """An action in words: what the button says (`does`), what is done to a target (`at`), what is said of a unit that
    can be chosen (`may`) and of a unit about to go (`goes`). An `aimed` action needs nothing but a target."""

    does: str
    at: str
    may: str = "may be chosen"
    goes: str = ""
    aimed: bool = False


class Vocabulary(Struct, frozen=True):
    """What orders are called, by action, and what it is called to take up some formations."""

    verbs: dict[str, Verb]
    forming: dict[str, str]


class CardFace(Struct, frozen=True):
    """What a card of a deck looks like and is called: `rank` as in its corner, `effect` what it is for."""

    suit: str
    rank: str
    name: str
    effect: str


class Deck(Struct, frozen=True):
    """The cards of a book by their keys. `uses` are the words for what a card is played for, `effects` for what may be
    named for later in a use that joins two, as in "march+rally"."""

    faces: dict[str, CardFace] = {}
    uses: dict[str, str] = {}
    effects: dict[str, str] = {}


class Duel(Struct, frozen=True):
    """Two figures who fight apart from all others. Before the first blow there is no `round`. Once a round is `open`,
    the choices of both for it lie on the table. `stats` are the numbers of their blows, those of the first figure
    first."""

    one: str
    other: str
    round: int | None = None
    open: bool = False
    stats: tuple[tuple[Stat, ...], ...] = ()


OverlayKind = Literal["near", "far", "reach", "charge", "arc", "command"]


class Overlay(Struct, frozen=True):
    """Ground to be shown. `arc` is where a unit may shoot at all, `near` and `far` are its ranges; `reach` is where it
    can move, `charge` where it can charge; `command` is the radius of a commander."""

    kind: OverlayKind
    label: str
    shape: Shape
    rule: str = ""


class Thrust(Struct, frozen=True):
    """Dice of an attack that need the same number: how it came about, and how a die of so many sides is read for it."""

    dice: int
    need: Tally
    reading: Counted
    sides: int = 6


class Odds(Struct, frozen=True):
    """What one attack is likely to do to `target`. `hits` and `losses` are the chances of 0, 1, 2 and more hits and
    figures lost; `breaks` is the chance that the target fails the morale check that follows, `destroyed` that nobody is
    left to make it. `needs` is what most of the dice need, `blows` all of them. Odds that are not `exact` say in their
    notes what they assume."""

    exact: bool
    dice: int
    needs: Tally
    hits: Chances
    losses: Chances
    expected_losses: float
    breaks: float
    notes: tuple[Note, ...] = ()
    target: str = ""
    action: str = ""
    destroyed: float = 0.0
    blows: tuple[Thrust, ...] = ()

    @property
    def note(self) -> str:
        return in_a_row(self.notes)


class PreviewLeg(Struct, frozen=True):
    """A leg as it would be walked; figures stand about its pose. Setting a body down is no manoeuvre."""

    manoeuvre: Manoeuvre | None
    pose: Pose
    figures: tuple[Stand, ...]
    cost: Mil
    swept: tuple[Points, ...] = ()


class Preview(Struct, frozen=True):
    """What an answer would do.

    `legs` is the longest legal beginning of a path, squaring up included; `reasons` say which leg fails; `beyond` is
    the rest as it was drawn, to be barred. `met` is the enemy it comes into contact with, `odds` what the attack then
    does, `risks` what the enemy does first. `marks` is where a shot falls as it is called. `bars` is what can be seen
    to stand in the way, where nothing is measured yet and the order may be given all the same.
    """

    legs: tuple[PreviewLeg, ...] = ()
    cost: Mil = 0
    allowance: Mil = 0
    left: Mil = 0
    reasons: tuple[Reason, ...] = ()
    met: str = ""
    legal: bool = True
    notes: tuple[Note, ...] = ()
    odds: Odds | None = None
    rules: tuple[str, ...] = ()
    beyond: tuple[PreviewLeg, ...] = ()
    risks: tuple[Odds, ...] = ()
    beside: tuple[Odds, ...] = ()
    marks: tuple[Covered, ...] = ()
    bars: tuple[Reason, ...] = ()

    @property
    def note(self) -> str:
        return in_a_row(self.notes)


class Target(Struct, frozen=True):
    """An enemy, and the result of attacking it. `beside` are others who share the effect, friends among them. `form` is
    the best order for it; `bars` are visible obstacles in the way, where nothing is measured yet."""

    unit: str
    reasons: tuple[Reason, ...]
    odds: Odds | None
    action: str = ""
    form: Aimed | PathDrawn | Pointed | None = None
    beside: tuple[Odds, ...] = ()
    bars: tuple[Reason, ...] = ()


class SequenceEntry(Struct, frozen=True):
    """A line of the sequence of play; its name is a battle's `phase`. The set-up comes once, the rest every turn. Where
    it `clears` the table, those who fell are carried off when it is over."""

    name: str
    title: str
    rules: tuple[str, ...]
    part: Literal["setup", "turn"] = "turn"
    clears: bool = False
