"""What a seat may be asked, and the forms its answers take: one widget a kind on the page."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from schiltron.battle.state.manoeuvre import Path
from schiltron.table.lengths import Mdeg, Mil
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

# ---------------------------------------------------------------- answers


class Chosen(Struct, frozen=True, tag="chosen"):
    """The options that were chosen."""

    keys: tuple[str, ...]


class Share(Struct, frozen=True):
    """So many of an item, for one bin."""

    item: str
    bin: str
    count: int


class Assigned(Struct, frozen=True, tag="assigned"):
    """Who gets how many of what."""

    shares: tuple[Share, ...]


class PathDrawn(Struct, frozen=True, tag="marched"):
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
    """Something held in hand, put to one of its uses for these units, against a target where the use has one. A use
    that is aimed at a figure names its `place` in the unit; one that is aimed at ground names the `feature`, the point
    `at` which it is aimed, or both."""

    card: str
    use: str
    units: tuple[str, ...] = ()
    target: str = ""
    place: int | UnsetType = UNSET
    feature: str | UnsetType = UNSET
    at: tuple[Mil, Mil] | UnsetType = UNSET


class Commanded(Struct, frozen=True, tag="commanded"):
    """An actor and one action of its menu, filled in by a form above. An empty actor finishes, or plays a card."""

    actor: str
    action: str
    form: PathDrawn | Aimed | Pointed | Played | None = None

    @property
    def path(self) -> Path:
        """The way of a command that was judged to have one."""
        assert isinstance(self.form, PathDrawn), self
        return self.form.path

    @property
    def aim(self) -> Aimed:
        """The aim of a command that was judged to have one."""
        assert isinstance(self.form, Aimed), self
        return self.form


class Planned(Struct, frozen=True, tag="planned"):
    """Many commands, sent at once."""

    commands: tuple[Commanded, ...]


Answer = Chosen | Assigned | PathDrawn | SetDown | Laid | Commanded | Planned
"""The form that fits the decision: `Chosen` to `Choose`, `Assigned` to `Assign`, `PathDrawn` to `Move`, `SetDown` to
`PlaceUnit`, `Laid` to `PlaceFeature`, `Commanded` to `Command`, `Planned` to `Plan`."""

FINISH = Commanded(actor="", action="finish")
"""The seat has no more commands."""
PLAY = "play"
"""The action of a command whose form is a card."""

# ---------------------------------------------------------------- decisions

UNSEATED: Final = ""
"""In place of a seat, where nobody sits for whoever would be asked: what silence does is done without asking."""


class Option(Struct, frozen=True):
    """One of several. One that `forgoes` lets a chance go by that is offered now: it is never taken by the way."""

    key: str
    label: str
    forgoes: bool | UnsetType = UNSET


class Item(Struct, frozen=True):
    """Something to hand out, `count` of it, to any of `bins`."""

    key: str
    label: str
    count: int
    bins: tuple[str, ...]


class Decision(Struct, frozen=True, kw_only=True):
    """Common to all kinds. `default` is what silence does; a `sealed` one stays hidden until all are in. `waits` is
    what others wait for meanwhile, where that does not follow from the prompt."""

    seat: str
    prompt: str
    rules: tuple[str, ...]
    waits: str | UnsetType = UNSET
    id: str = ""
    sealed: bool = False
    window: bool = False
    default: Answer | None = None


class Choose(Decision, frozen=True, kw_only=True, tag="choose"):
    """`none` and `some` are what choosing nothing and choosing something is called where that says more; `none_forgoes`
    says that choosing nothing lets a chance go by."""

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    none: str = ""
    some: str = ""
    none_forgoes: bool | UnsetType = UNSET


class Assign(Decision, frozen=True, kw_only=True, tag="assign"):
    """Items are to be handed out to bins."""

    items: tuple[Item, ...]
    bins: tuple[Option, ...]


class Move(Decision, frozen=True, kw_only=True, tag="move"):
    """One body may be moved, so far over open ground."""

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


class Aim(Struct, frozen=True):
    """What a use is aimed at: `least` to `most` of those who are `eligible` now, those who `must` be among them. A
    figure is one of an eligible unit; features are eligible by their ids; a point is any point of the table. `reach` is
    how far the use carries, for players to know: what comes of aiming farther, a rule says."""

    at: Literal["nobody", "unit", "units", "figure", "feature", "point"] = "nobody"
    whom: Literal["friend", "foe", "any"] = "any"
    least: int = 0
    most: int = 0
    eligible: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    reach: Mil | UnsetType = UNSET

    @property
    def settled(self) -> bool:
        """Whether nothing is left to choose: all who are eligible are meant, named or not."""
        return self.least == len(self.eligible)


class Use(Struct, frozen=True):
    """What a card may be played for: for whom, and where it says so against whom.

    A use that cannot be made now says why not.
    """

    key: str
    label: str
    rules: tuple[str, ...]
    aim: Aim = Aim()
    against: Aim | None = None
    barred: str = ""


class HeldCard(Struct, frozen=True):
    """A card in hand, with what it says, its uses at this moment, and how often it is left. `holder` is the unit that
    holds it, where that is not the side."""

    key: str
    title: str
    text: str
    rule: str
    uses: tuple[Use, ...] = ()
    count: int = 1
    holder: str | UnsetType = UNSET

    @property
    def name(self) -> str:
        """The title without what the card does."""
        return self.title.partition(": ")[0]


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
"""What a seat may be asked; `Waiting` is what others see of it."""

FORMS: Final[dict[type, tuple[type, ...]]] = {
    Choose: (Chosen,),
    Assign: (Assigned,),
    Move: (PathDrawn,),
    PlaceUnit: (SetDown, Chosen),
    PlaceFeature: (Laid,),
    Command: (Commanded,),
    Plan: (Planned,),
}
"""Which answers fit a decision; an empty choice leaves off the table what finds no room."""


def wanted(decision: AnyDecision) -> str:
    """What is told whoever answers in another form."""
    match decision:
        case Choose():
            return f"one of these is to be chosen: {', '.join(option.key for option in decision.options)}"
        case Assign():
            return "everything is to be handed out"
        case Move():
            return "a path is needed"
        case PlaceUnit():
            return "a unit is to be set down"
        case PlaceFeature():
            return f"a piece of terrain is to be laid: {decision.kind}"
        case Command():
            return "one order is to be given; or say that you have finished"
        case Plan():
            return "all orders are to be given at once"
        case Waiting():
            return "somebody else is asked"
