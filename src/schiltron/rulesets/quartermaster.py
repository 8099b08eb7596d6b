"""What every book provides before a battle: its troops with their prices, its checks, and the battle made ready.

The words are plain values, so that army lists and scenarios are read and checked without knowing which book.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from schiltron.battle.state.battle import Battle, NoTable, Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Party
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.sheets import RosterSheet
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

Setting = str | int | float | bool
Switches = Mapping[str, Setting]
"""Options of a book as a scenario writes them, by name; lengths are inches."""
Equipment = Mapping[str, str | bool | int | tuple[str, ...]]
"""What sets a unit's figures apart from those of its troop type, by name: a word, a number, yes or no, or words."""


class Listing(Struct, frozen=True):
    """A troop type a book offers. The cost is for one figure, exact to an eighth of a point."""

    id: str
    name: str
    cost: float
    note: str


class Enlisted(Struct, frozen=True):
    """A unit as an army list asks for it. Without files it takes the book's usual formation.

    `joins` is the name of the unit of the same army with which it starts.
    """

    troop: str
    figures: int
    files: int | None = None
    hedgehog: bool = False
    name: str = ""
    pose: Pose | None = None
    equipment: Equipment = field(default_factory=dict)
    joins: str = ""
    on: str = ""
    """The name of the wall or tower where it is posted."""
    on_top: bool = False


class Violation(Struct, frozen=True):
    """Something that breaks a rule: where (as units[2].figures), what is wrong, what would be right."""

    place: str
    wrong: str
    right: str
    rules: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """What an army costs, unit by unit, and every rule it breaks.

    `lines` describe its units where the troop type alone does not; `note` is what the book says of such a sum;
    `commanders` stand in the ranks of their units without being listed.
    """

    points: float
    costs: tuple[Tally, ...]
    violations: tuple[Violation, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    commanders: int = 0

    @property
    def lawful(self) -> bool:
        return not self.violations


class Wages(Struct, frozen=True):
    """What an army costs in a campaign, in gold pieces, and in words how that is to be understood."""

    gold: Tally
    notes: tuple[Note, ...] = ()


class Standing(Struct, frozen=True):
    """What was agreed about a side: points it has more than the other, whether it alone chose the ground, whether it is
    the one that defends."""

    extra_points: int = 0
    chose_ground: bool = False
    defends: bool = False


class Condition(Struct, frozen=True):
    """Something a side must have done when the battle is judged by history: hold a piece of ground, see an enemy unit
    gone, or have a unit of its own left. `what` is the id of the piece or the unit."""

    side: str
    does: Literal["hold", "destroy", "save"]
    what: str


class Field(Struct, frozen=True):
    """Everything a battle is made from: the table, who fights on it, and by which switches."""

    title: str
    board: Board | None
    sides: tuple[Side, ...]
    zones: tuple[tuple[str, Zone], ...]
    armies: tuple[tuple[str, tuple[Enlisted, ...]], ...]
    switches: Switches
    ground: Literal["fixed", "rolled"] = "fixed"
    standings: tuple[tuple[str, Standing], ...] = ()
    objectives: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def table(self) -> Board:
        """The table, for a book that is played on one."""
        if self.board is None:
            raise NoTable(f"“{self.title}” has no table, and this book needs one")
        return self.board

    def standing(self, side: str) -> Standing:
        return dict(self.standings).get(side, Standing())


class GroundNote(Struct, frozen=True):
    """What a kind of ground does in a book: to whom or to what, the effect in few words, and its rule."""

    what: str
    effect: str
    rule: str


class Number(Struct, frozen=True):
    """A number of a kind of ground that a house rule may say otherwise, as it is in the book: inches of a move that an
    inch in it takes (`pace`), or that it takes to go into it, over it or up each contour (`loss`)."""

    number: Literal["pace", "loss"]
    usual: float
    rule: str


Habit = Literal["zones stay clear", "pieces lie apart", "water runs through"]
"""What the ground is like that players of a book lay themselves."""


Measure = Literal["", "inches", "turns"]
"""In what a number is counted; nothing for one that merely counts."""


class Choice(Struct, frozen=True):
    """A word that a switch takes: what players call it, what it means, and its rule where that is another."""

    value: str
    label: str
    text: str
    rule: str = ""


class Switch(Struct, frozen=True):
    """An option of a book: what players call it and what it is about, the words it takes or the numbers it lies
    between, and the rule that speaks of it."""

    name: str
    label: str
    text: str
    default: str
    rule: str
    choices: tuple[Choice, ...] = ()
    range: tuple[float, float] | None = None
    measure: Measure = ""


class Quartermaster(Protocol):
    """A book's part of the muster. Places in violations of `check` start at the list (units[0]…)."""

    @property
    def ruleset(self) -> str: ...

    @property
    def listings(self) -> Mapping[str, Listing]:
        """The troop types by id, in the book's order."""
        ...

    @property
    def areas(self) -> Sequence[str]:
        """Kinds of ground that fill an outline."""
        ...

    @property
    def strips(self) -> Sequence[str]:
        """Kinds of ground that follow a course."""
        ...

    @property
    def builds(self) -> bool:
        """Whether this book knows walls and towers that are stormed."""
        ...

    @property
    def walls(self) -> Sequence[str]:
        """What a wall may be."""
        ...

    @property
    def towers(self) -> Sequence[str]:
        """What a tower may be."""
        ...

    @property
    def rolls_ground(self) -> bool:
        """Whether players of this book roll for the terrain."""
        ...

    @property
    def many_sides(self) -> bool:
        """Whether more than two sides may fight, each for itself."""
        ...

    @property
    def tableless(self) -> bool:
        """Whether a battle of this book may be fought without a table."""
        ...

    @property
    def table(self) -> tuple[Mil, Mil]:
        """How wide and deep a table usually is."""
        ...

    @property
    def switches(self) -> Sequence[Switch]:
        """The options of the book, as a player sets them."""
        ...

    def ground_notes(self, kind: str) -> Sequence[GroundNote]:
        """What a kind of ground, a wall (`castle_wall`) or a tower does."""
        ...

    def ground_numbers(self, kind: str) -> Sequence[Number]:
        """The numbers of a kind of ground that a house rule may say otherwise."""
        ...

    @property
    def habits(self) -> Mapping[Habit, str]:
        """How the ground lies that players lay themselves, with the rules that say so; a fixed field need not."""
        ...

    def outfits(self, troop: str) -> Sequence[Outfit]:
        """What a list may say of a unit of this type besides; not every word of it suits every unit."""
        ...

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        """What an army costs and which rules it breaks.

        Switches are those of the scenario it stands in; None is an army list by itself.
        """
        ...

    def check_switches(self, switches: Switches) -> tuple[Violation, ...]:
        """Which switches are unknown or take another value; places are their names."""
        ...

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        """What is wrong with a field whose armies and switches are right; places are those of the scenario."""
        ...

    def setup_depth(self, switches: Switches) -> Mil:
        """How deep the zones are in which armies are set up, unless the scenario says otherwise."""
        ...

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        """The contour lines of ground of this kind and outline."""
        ...

    def outlined(self, pose: Pose) -> Points:
        """The outline of a usual piece of terrain that lies about a point at a heading."""
        ...

    def sheets(self, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        """The roster sheets of an army that breaks no rule."""
        ...

    def relisted(self, battle: Any, unit: Any) -> Enlisted:
        """A unit that is left after a battle of this book, as an army list has it."""
        ...

    def remustered(self, units: Sequence[Enlisted], switches: Switches) -> tuple[Enlisted, ...]:
        """What is left of an army as it can march to the next battle of a campaign; nobody where it cannot."""
        ...

    def wages(self, points: int, months: int | None, *, dearer: bool) -> Wages | None:
        """What an army of so many points costs in a campaign of so many months, or of as many as the book recommends;
        `dearer` where all else has the prices of the role-playing game. Nothing if the book says nothing of it."""
        ...

    def converted(self, record: Record, switches: Switches) -> Converted[Any]:
        """What the book makes of a creature of the role-playing game."""
        ...

    def converted_party(self, party: Party, switches: Switches) -> tuple[Converted[Any], ...]:
        """What the book makes of a party or a list of monsters: figure by figure."""
        ...

    def house(self, record: Record, key: str, price: int, *, exact: bool) -> str | Violation:
        """The troop type that an army brings under that name, from a creature and at its own price: what units name it
        by from now on. Or why it cannot be; its place lies within the creature's entry."""
        ...

    def spell(self, entry: SpellEntry, key: str) -> str | list[Violation]:
        """The spell that an army defines under that name, as what its units have in its place from now on. Or
        everything against it; places lie within its entry."""
        ...

    def respelled(self, line: str) -> tuple[str, SpellEntry] | None:
        """A spell that `spell` has made, under its name as an army defines it."""
        ...

    def prepare(self, field: Field) -> Battle[Any, Any, Any]:
        """The battle before anything has been rolled. The field has been checked.

        Units are numbered within their side: red-1, red-2 and so on.
        """
        ...


def only_as_listed(units: Sequence[Enlisted]) -> Iterator[Violation]:
    """What a book says to equipment and joining whose troops come as they are listed, each in a unit of its own."""
    for place, unit in enumerate(units):
        if unit.equipment:
            wrong = "troops of this book come as they are listed"
            yield Violation(f"units[{place}].equipment", wrong, "no equipment, or another troop type")
        if unit.joins:
            wrong = "units of this book join no other"
            yield Violation(f"units[{place}].joins", wrong, "no joins: every unit is set down by itself")


def nothing_agreed(field: Field) -> Iterator[Violation]:
    """What a book says to agreements about sides and ground of which it knows nothing."""
    for side, standing in field.standings:
        for name in ("extra_points", "chose_ground", "defends"):
            if getattr(standing, name):
                yield Violation(f"sides.{side}.{name}", "this book knows no such agreement", f"no {name}")
    for name in ("objectives", "conditions"):
        if getattr(field, name):
            yield Violation(f"victory.{name}", f"this book knows no {name}", f"no {name}")
