"""What a player may ask before deciding: unit cards, menus, overlays, previews of orders, targets with their odds.

A guide only ever looks at a view, so it can tell a seat nothing that its view does not hold; and it judges with the
code that judges orders, so what it calls legal is obeyed. The page draws these values and knows no rules.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.battle.chance import Counted
from schiltron.battle.decision import Aimed, Marched, Pointed
from schiltron.battle.event import Circle, Streak
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Manoeuvre
from schiltron.battle.probability import Chances
from schiltron.battle.shape import Ring, Shape, Stand
from schiltron.battle.tally import Tally
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose

__all__ = [
    "Card",
    "Duel",
    "Firing",
    "MenuEntry",
    "Odds",
    "Overlay",
    "OverlayKind",
    "Pointing",
    "Preview",
    "PreviewLeg",
    "SequenceEntry",
    "Shape",
    "Stat",
    "Target",
    "Thrust",
    "Way",
]


class Stat(Struct, frozen=True):
    """A number or word of a card; `tally` is how a number came about."""

    label: str
    value: str
    rule: str = ""
    tally: Tally | None = None


class Card(Struct, frozen=True):
    """What stands on a unit's card. `points` is what the figures still standing are worth."""

    unit: str
    title: str
    subtitle: str
    points: float
    stats: tuple[Stat, ...]
    spent: Mil
    allowance: Mil
    notes: tuple[str, ...]
    figures: int
    original: int


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
    """Who of a body may be named in an order to shoot: so many of its `ranks` from the front, and those from one to
    another of the `files` that have not shot yet. `note` says what becomes of the others."""

    files: tuple[int, ...]
    ranks: int = 1
    note: str = ""
    rule: str = ""


class MenuEntry(Struct, frozen=True):
    """Something a unit may be told.

    `action` is what a command says; where its form is a path, `legs` are the legs this entry plots, the first for its
    key and the rest for whoever wants more or less of it, `cost` what the first takes of the move. An entry whose form
    is `point` has an engine pointed as `pointing` says, at whom, or anywhere. Where a part of the unit may shoot,
    `firing` says who. With `reasons` it cannot be done now, and they say why.
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


class Duel(Struct, frozen=True):
    """Two who face each other apart from all others. Before the first blow there is no `round`; once it is `open`, what
    each of them chose for the round lies on the table. `stats` say what their blows are reckoned with, those of the one
    first."""

    one: str
    other: str
    round: int | None = None
    open: bool = False
    stats: tuple[tuple[Stat, ...], ...] = ()


OverlayKind = Literal["near", "far", "reach", "charge", "arc", "command"]


class Overlay(Struct, frozen=True):
    """Ground to be shown. Rings are read by the even-odd rule, so a ring inside another is a hole.

    `arc` is where a unit may shoot at all, `near` and `far` how far it may; `reach` is where it could get,
    `charge` where by a charge; `command` is how far a commander's word carries.
    """

    kind: OverlayKind
    label: str
    rings: tuple[Ring, ...]
    rule: str = ""


class Thrust(Struct, frozen=True):
    """Dice of an attack that need the same number: how it came about, and how a die of so many sides is read for it."""

    dice: int
    need: Tally
    reading: Counted
    sides: int = 6


class Odds(Struct, frozen=True):
    """What one attack is likely to do to `target`.

    `hits` and `losses` are the chances of 0, 1, 2 … hits and figures lost; `breaks` is the chance that the target
    fails the morale check that follows, `destroyed` that nobody is left to make it. `needs` is what most of the dice
    need, `blows` all of them. What is not `exact` says in its note what it takes for granted.
    """

    exact: bool
    dice: int
    needs: Tally
    hits: Chances
    losses: Chances
    expected_losses: float
    breaks: float
    note: str = ""
    target: str = ""
    action: str = ""
    destroyed: float = 0.0
    blows: tuple[Thrust, ...] = ()


class PreviewLeg(Struct, frozen=True):
    """A leg as it would be walked; figures stand about its pose. Setting a body down is no manoeuvre."""

    manoeuvre: Manoeuvre | None
    pose: Pose
    figures: tuple[Stand, ...]
    cost: Mil
    swept: tuple[Ring, ...] = ()


class Preview(Struct, frozen=True):
    """What an answer would do.

    `legs` is the longest legal beginning of a path, squaring up included; `reasons` say which leg fails; `beyond` is
    the rest as it was drawn, to be barred. `met` is the enemy it comes into contact with, `odds` what the attack then
    does, `risks` what the enemy does first. `marks` is where a shot falls as it is called.
    """

    legs: tuple[PreviewLeg, ...] = ()
    cost: Mil = 0
    allowance: Mil = 0
    left: Mil = 0
    reasons: tuple[Reason, ...] = ()
    met: str = ""
    legal: bool = True
    note: str = ""
    odds: Odds | None = None
    rules: tuple[str, ...] = ()
    beyond: tuple[PreviewLeg, ...] = ()
    risks: tuple[Odds, ...] = ()
    beside: tuple[Odds, ...] = ()
    marks: tuple[Circle | Streak, ...] = ()


class Target(Struct, frozen=True):
    """An enemy, and what attacking it comes to: `beside` are those who get a share of it, friends among them.

    `form` is how an order would best put it.
    """

    unit: str
    reasons: tuple[Reason, ...]
    odds: Odds | None
    action: str = ""
    form: Aimed | Marched | Pointed | None = None
    beside: tuple[Odds, ...] = ()


class SequenceEntry(Struct, frozen=True):
    """A line of the sequence of play; its name is a battle's `phase`. The set-up comes once, the rest every turn."""

    name: str
    title: str
    rules: tuple[str, ...]
    part: Literal["setup", "turn"] = "turn"
