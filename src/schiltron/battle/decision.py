"""What a seat may be asked, and the forms its answers take: one widget a kind on the page."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.manoeuvre import Path
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

# ---------------------------------------------------------------- answers


class Chosen(Struct, frozen=True, tag="chosen"):
    keys: tuple[str, ...]


class Share(Struct, frozen=True):
    item: str
    bin: str
    count: int


class Assigned(Struct, frozen=True, tag="assigned"):
    shares: tuple[Share, ...]


class Marched(Struct, frozen=True, tag="marched"):
    """A path for the body that was asked about; an empty path stands still."""

    path: Path


class SetDown(Struct, frozen=True, tag="set_down"):
    """A body put on the table, in so many files and in one of the formations it is offered; "" is as it is listed."""

    unit: str
    pose: Pose
    files: int
    formation: str = ""


class Laid(Struct, frozen=True, tag="laid"):
    """A piece of terrain put on the table; None drops a piece for which there is no room."""

    feature: Feature | None


class Aimed(Struct, frozen=True, tag="aimed"):
    """Shooting at one body with some of one's ranks and files (None: as many as may)."""

    target: str
    ranks: int | None = None
    first_file: int | None = None
    last_file: int | None = None


class Pointed(Struct, frozen=True, tag="pointed"):
    """An engine pointed along a bearing: to fall at a called distance, or in a line of which one section counts."""

    bearing: Mdeg
    distance: Mil
    section: str = ""


class Played(Struct, frozen=True, tag="played"):
    """Something held in hand, put to one of its uses for these units, against a target where the use has one."""

    card: str
    use: str
    units: tuple[str, ...] = ()
    target: str = ""


class Commanded(Struct, frozen=True, tag="commanded"):
    """An actor and one action of its menu, filled in by a form above. An empty actor finishes, or plays a card."""

    actor: str
    action: str
    form: Marched | Aimed | Pointed | Played | None = None


class Planned(Struct, frozen=True, tag="planned"):
    """Many commands, sent at once."""

    commands: tuple[Commanded, ...]


Answer = Chosen | Assigned | Marched | SetDown | Laid | Commanded | Planned

FINISH = Commanded(actor="", action="finish")
PLAY = "play"
"""The action of a command whose form is a card."""

# ---------------------------------------------------------------- decisions


class Option(Struct, frozen=True):
    key: str
    label: str


class Item(Struct, frozen=True):
    """Something to hand out, `count` of it, to any of `bins`."""

    key: str
    label: str
    count: int
    bins: tuple[str, ...]


class Decision(Struct, frozen=True, kw_only=True):
    """Common to all kinds. `default` is what silence does; a `sealed` one stays hidden until all are in."""

    seat: str
    prompt: str
    rules: tuple[str, ...]
    id: str = ""
    sealed: bool = False
    window: bool = False
    default: Answer | None = None


class Choose(Decision, frozen=True, kw_only=True, tag="choose"):
    """`none` and `some` are what choosing nothing and choosing something is called where that says more."""

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    none: str = ""
    some: str = ""


class Assign(Decision, frozen=True, kw_only=True, tag="assign"):
    items: tuple[Item, ...]
    bins: tuple[Option, ...]


class Move(Decision, frozen=True, kw_only=True, tag="move"):
    unit: str
    allowance: Mil


class Zone(Struct, frozen=True):
    """A rectangle of the table, corner to corner."""

    left: Mil
    top: Mil
    right: Mil
    bottom: Mil


class OfferedFormation(Struct, frozen=True):
    """A formation a unit may be set down in: its word, and the room it leaves between neighbouring bases."""

    unit: str
    formation: str
    spacing: Mil


class PlaceUnit(Decision, frozen=True, kw_only=True, tag="place_unit"):
    """Any of these units is to be set down wholly inside the zone, in one of the formations it is offered, if any.
    Where none has room left, nothing is chosen."""

    units: tuple[str, ...]
    zone: Zone
    formations: tuple[OfferedFormation, ...] = ()


class PlaceFeature(Decision, frozen=True, kw_only=True, tag="place_feature"):
    """A piece of terrain of this kind is to be laid outside the kept zones."""

    kind: str
    width: Mil
    depth: Mil
    kept: tuple[Zone, ...]


class Use(Struct, frozen=True):
    """What a card may be played for: `least` to `most` of the units, and one of the targets where there are any.

    A use that cannot be made now says why not.
    """

    key: str
    label: str
    rule: str
    least: int = 0
    most: int = 0
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    barred: str = ""


class HeldCard(Struct, frozen=True):
    """A card in hand, with what it says and its uses at this moment."""

    key: str
    title: str
    text: str
    rule: str
    uses: tuple[Use, ...] = ()


class Command(Decision, frozen=True, kw_only=True, tag="command"):
    """One of the actors may do something of its menu (`actions`), a card be played, or the seat finishes.

    `finish` is what finishing is called where that does not end the phase.
    """

    actors: tuple[str, ...]
    actions: tuple[str, ...]
    hand: tuple[HeldCard, ...] = ()
    finish: str = ""


class Plan(Decision, frozen=True, kw_only=True, tag="plan"):
    """All commands of the moment at once."""

    actors: tuple[str, ...]
    actions: tuple[str, ...]


class Waiting(Decision, frozen=True, kw_only=True, tag="waiting"):
    """How another seat's open decision looks: somebody has something to decide."""


AnyDecision = Choose | Assign | Move | PlaceUnit | PlaceFeature | Command | Plan | Waiting
