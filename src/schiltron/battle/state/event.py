"""Events: what happened. Text, animation, statistics and the log are made from them alone.

Every event carries the rules it comes from, the step that caused it, and its audience: the seats that hear of it, and
`SPECTATORS` for those who only watch (empty: everyone).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.order import Matter
from schiltron.battle.state.tally import Tally
from schiltron.table.body import Body
from schiltron.table.contact import Edge
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose
from schiltron.table.shapes import Shape

SPECTATORS: Final = "spectators"
REFEREE: Final = "(referee)"
"""In place of a seat: who sees and hears everything, and is asked nothing."""
NOBODY: Final = "nobody"
"""The audience of what no seat may know while the battle lasts."""


class Event(Struct, frozen=True, kw_only=True):
    rules: tuple[str, ...] = ()
    cause: str = ""
    audience: tuple[str, ...] = ()


class Began(Event, frozen=True, kw_only=True, tag="began"):
    """A turn, a phase or a stage of the set-up begins."""

    what: str
    side: str = ""
    turn: int = 0


class Declared(Event, frozen=True, kw_only=True, tag="declared"):
    """A unit says what it will do before it is resolved."""

    unit: str
    action: str
    target: str = ""


class Sealed(Event, frozen=True, kw_only=True, tag="sealed"):
    """A seat has answered; what, is not shown yet."""

    seat: str


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """All sealed answers are in and lie open."""

    seats: tuple[str, ...]


class Leg(Struct, frozen=True):
    """One leg of a move as it was walked."""

    manoeuvre: Manoeuvre
    pose: Pose
    body: Body
    cost: Mil


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A unit moved along these legs; `start` is where it stood. Moves one after the other that are all `together` were
    made at the same time. Who is `carried_by` another goes where that goes, which has been told before."""

    unit: str
    start: Pose
    legs: tuple[Leg, ...]
    spent: Mil
    left: Mil
    together: bool = False
    carried_by: str = ""


class Formed(Event, frozen=True, kw_only=True, tag="formed"):
    """A unit's shape or place changed without a move of its own: squared up, closed ranks, turned in rout."""

    unit: str
    pose: Pose
    body: Body
    why: str


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """A unit or a feature was put on the table."""

    what: str
    name: str
    side: str = ""
    pose: Pose | None = None


class Removed(Event, frozen=True, kw_only=True, tag="removed"):
    """A unit, or fallen figures of it, left the table."""

    unit: str
    figures: int
    why: str


class Touched(Event, frozen=True, kw_only=True, tag="touched"):
    """A unit came into contact with an edge of another."""

    unit: str
    other: str
    edge: Edge


class Parted(Event, frozen=True, kw_only=True, tag="parted"):
    unit: str
    other: str


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    roll: Roll
    pools: tuple[Thrown, ...]


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """A side drew from a bag. What, is told only to those who may know; to the others it is empty."""

    side: str
    what: str = ""


class Spent(Event, frozen=True, kw_only=True, tag="spent"):
    """A side played something it held, for the good of these units. Without an effect it gave it back unused."""

    side: str
    what: str
    effect: str
    units: tuple[str, ...] = ()
    target: str = ""


class Attached(Event, frozen=True, kw_only=True, tag="attached"):
    """A figure joined a unit."""

    unit: str
    host: str


class Detached(Event, frozen=True, kw_only=True, tag="detached"):
    """A figure left a unit and stands on its own."""

    unit: str
    host: str


class Struck(Event, frozen=True, kw_only=True, tag="struck"):
    """An attack was resolved: what was thrown, how the number needed came about, and what it did. `each` is what is
    counted by `hits`: a hit, or a hit point."""

    unit: str
    target: str
    action: str
    dice: int
    hits: int
    kept: int
    tallies: tuple[Tally, ...]
    each: str = "hit"


class Covered(Struct, frozen=True):
    """Ground that a shot covers: where it is `struck`, and where it is only passed over."""

    shape: Shape
    name: str = ""
    struck: bool = True


class Landed(Event, frozen=True, kw_only=True, tag="landed"):
    """Where a shot fell, or `what` it is else, how many figures of which units it struck there, and how its numbers
    came about.

    `stopped` names what ended its flight early.
    """

    unit: str
    marks: tuple[Covered, ...]
    struck: tuple[tuple[str, int], ...] = ()
    tallies: tuple[Tally, ...] = ()
    stopped: str = ""
    what: str = "shot"


class Worked(Event, frozen=True, kw_only=True, tag="worked"):
    """A power of a unit was called upon, did something or came to nothing: `what`, in words. `marks` is the ground it
    is about."""

    unit: str
    power: str
    what: str
    marks: tuple[Covered, ...] = ()


class Fell(Event, frozen=True, kw_only=True, tag="fell"):
    unit: str
    figures: int
    left: int


class Checked(Event, frozen=True, kw_only=True, tag="checked"):
    """Nerve was tested, or what else `of` names: the tally against what was needed; with `under` a die had to show that
    or less."""

    unit: str
    why: str
    tally: Tally
    need: int
    passed: bool
    under: bool = False
    of: str = "morale"


class Marked(Event, frozen=True, kw_only=True, tag="marked"):
    """A lasting mark was put on a unit or taken off."""

    unit: str
    mark: str
    on: bool


class Compelled(Event, frozen=True, kw_only=True, tag="compelled"):
    """A rule, not a player, gave this unit its order."""

    unit: str
    action: str


class Ruled(Event, frozen=True, kw_only=True, tag="ruled"):
    """The program decided something the book leaves open."""

    what: str


class Reported(Event, frozen=True, kw_only=True, tag="reported"):
    """What a rule has brought about, where words say all of it: a result, a march, what is told to the enemy."""

    what: str


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    seat: str
    matter: Matter


class Altered(Event, frozen=True, kw_only=True, tag="altered"):
    """An agreement took effect, or was refused."""

    matter: Matter
    agreed: bool


class TookBack(Event, frozen=True, kw_only=True, tag="took_back"):
    """The journal returned to an earlier position."""

    seat: str
    to: int


class RanOut(Event, frozen=True, kw_only=True, tag="ran_out"):
    """A seat's time is out. Where a captain is named, he plays on in its place."""

    seat: str
    captain: str = ""


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    outcome: Outcome


AnyEvent = (
    Began
    | Declared
    | Sealed
    | Revealed
    | Moved
    | Formed
    | Placed
    | Removed
    | Touched
    | Parted
    | Rolled
    | Drew
    | Spent
    | Attached
    | Detached
    | Struck
    | Landed
    | Worked
    | Fell
    | Checked
    | Marked
    | Compelled
    | Ruled
    | Reported
    | Proposed
    | Altered
    | RanOut
    | TookBack
    | Ended
)
