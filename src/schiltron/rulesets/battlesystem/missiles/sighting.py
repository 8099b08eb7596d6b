"""Which figures of a unit can shoot at a target, which of the target they see, and how far off it is (BS-10.1-02,
BS-10.1-04, BS-10.1-05, BS-10.7-01).

Each figure of the rows that may shoot looks for a line to any figure of the target within 45 degrees of its facing.
Where only friends are in the way it may shoot over them, if it may shoot indirectly at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.field import hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.battlesystem.field import fellows
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.missiles.hindrance import Hindrance, Kind
from schiltron.rulesets.battlesystem.missiles.lines import Lines
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.arcs import Arc
from schiltron.table.body import Figure, Formed
from schiltron.table.front import front_corners, front_middle
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees, inches
from schiltron.table.outline import gap
from schiltron.table.rectangles import nearest_point, point_gap

ARC: Final[Mdeg] = degrees(45)
"""To either side of a figure's facing (BS-10.1-02)."""
OVER_HEADS: Final[Mil] = inches(3)
"""Friends nearer than this are not shot over (BS-10.7-01)."""
_ROWS: Final = {str(row["weapon"]): int(row["rows_firing"]) for row in LAW.sheet("BS-T-missile-rows").records()}
_ORDINALS: Final = ("first row", "second row")


class Mark(NamedTuple):
    """A figure with the unit it is of."""

    unit: Unit
    figure: Figure


class Sighted(NamedTuple):
    """Who shoots with a clear line or over heads, whom of the target they see so, what ground hides of the rest, and
    everything against those who see nothing."""

    direct: tuple[Mark, ...]
    indirect: tuple[Mark, ...]
    seen: tuple[Mark, ...]
    seen_over: tuple[Mark, ...]
    hidden_by: tuple[Kind, ...]
    against: tuple[Reason, ...]


# ---------------------------------------------------------------- who looks


def rows(unit: Unit) -> int:
    """Rows that can shoot: two of bows, of anything else one (BS-10.1-05)."""
    missile = unit.own.profile.missile
    return _ROWS["short_bow"] if missile is not None and missile.bow else _ROWS["any_other_missile"]


def files_of(unit: Unit, aimed: Aimed) -> range:
    """The files an order names; all of them where it names none."""
    last = unit.body.files - 1 if isinstance(unit.body, Formed) else 0
    first_named = 0 if aimed.first_file is None else aimed.first_file
    last_named = last if aimed.last_file is None else aimed.last_file
    return range(first_named, last_named + 1)


def line_of(unit: Unit, aimed: Aimed) -> list[Mark]:
    """The figures that may shoot if they see the target: of the rows that can, in the files named that have not used
    their part of the shot; in a ring all who look outward."""
    if not isinstance(unit.body, Formed):
        return [Mark(unit, figure) for figure in unit.places[: unit.figures]]
    deep = rows(unit) if aimed.ranks is None else min(aimed.ranks, rows(unit))
    files, used = files_of(unit, aimed), unit.own.turn.files_loosed
    return [
        Mark(unit, figure)
        for figure in unit.places[: unit.figures]
        if (figure.rank < deep or figure.heading != unit.pose.heading)
        and figure.file in files
        and figure.file not in used
    ]


def counted(marks: Sequence[Mark]) -> Tally:
    """The figures that shoot, row by row; of skirmishers all together."""
    units = {mark.unit.id: mark.unit for mark in marks}
    unit = marks[0].unit
    if len(units) > 1:
        term = Term("of the skirmish unit", len(marks), "BS-10.1-05")
        return Tally("figures that shoot", (term,), measure="figures")
    if not isinstance(unit.body, Formed):
        return Tally("figures that shoot", (Term("on its own", 1, "BS-10.1-05"),), measure="figures")
    terms = []
    for rank in sorted({mark.figure.rank for mark in marks}):
        number = sum(mark.figure.rank == rank for mark in marks)
        terms.append(Term(_ORDINALS[rank] if rank < len(_ORDINALS) else "facing outward", number, "BS-10.1-05"))
    holes = _holes(unit, len(marks))
    if holes:
        terms.append(Term("gaps in the front", -holes, "BS-7.3-03"))
    guards = sum(some.guards for some in unit.own.captives)
    busy = sum(term.value for term in terms) - max(0, unit.figures - guards)
    if busy > 0:
        terms.append(Term("guard captives", -busy, "BS-7.15-08"))
    return Tally("figures that shoot", tuple(terms), measure="figures")


def _holes(unit: Unit, shooting: int) -> int:
    """Figures that the rows lack because gaps in the front have not been filled yet, drawn though they are there."""
    assert isinstance(unit.body, Formed)
    room, gaps = rows(unit) * unit.body.files, unit.own.gaps
    if unit.own.formation != "open":
        return 0
    return max(0, min(shooting, min(unit.figures, room) - (min(unit.figures + gaps, room) - gaps)))


# ---------------------------------------------------------------- how far


def distance(unit: Unit, seen: Sequence[Mark]) -> Mil:
    """From the middle of the front rank to the nearest figure that is seen (BS-10.8-04)."""
    x, y = muzzle(unit)
    return round(min(point_gap(mark.figure.rect, x, y) for mark in seen))


def muzzle(unit: Unit) -> tuple[float, float]:
    """The middle of a unit's front edge."""
    if isinstance(unit.body, Formed):
        return float(unit.pose.x), float(unit.pose.y)
    return front_middle(unit.outline.main)


# ---------------------------------------------------------------- who sees whom


def targets_of(battle: Battle, target: Unit) -> list[Mark]:
    """The figures that may be hit: of a skirmish unit all who stand, the one aimed at first."""
    units = [target, *(one for one in fellows(battle, target) if one.id != target.id and one.on_table)]
    return [Mark(unit, figure) for unit in units for figure in unit.places[: unit.figures]]


class _Search:
    """Looks from figure to figure, each pair once."""

    def __init__(self, battle: Battle, shooters: Sequence[Mark], targets: Sequence[Mark]) -> None:
        self.battle = battle
        self.shooters, self.targets = _units(shooters), _units(targets)
        self.known: dict[tuple[Figure, Figure], str] = {}
        self.against: dict[str, Reason] = {}
        self.kinds: dict[Figure, dict[Kind, None]] = {}
        self.arcs: dict[Figure, Arc] = {}
        self.shapes = [unit.outline for unit in self.targets]

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.battle, self.shooters, self.targets)

    @cached_property
    def flat(self) -> dict[str, Reason | None]:
        """By unit why it cannot shoot indirectly, if it cannot."""
        return {unit.id: _flat(self.battle, unit) for unit in self.shooters}

    def look(self, one: Mark, other: Mark) -> str:
        """How one figure can shoot at another: "direct", "indirect", or not at all ("")."""
        key = (one.figure, other.figure)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._look(one, other)
        return known

    def best_look(self, one: Mark, others: Sequence[Mark]) -> str:
        """The best way in which a figure can shoot at any of some others."""
        best, arc = "", self._arc(one.figure)
        if all(arc.misses(shape.x, shape.y, shape.radius) for shape in self.shapes):
            return best
        for other in others:
            best = self.look(one, other) or best
            if best == "direct":
                break
        return best

    def before(self, one: Figure, other: Figure) -> bool:
        """Whether the middle or the nearest point of a base lies within 45 degrees of where a figure looks."""
        arc = self._arc(one)
        return arc.holds(other.x, other.y) or arc.holds(*nearest_point(other.rect, one.x, one.y))

    def _arc(self, one: Figure) -> Arc:
        arc = self.arcs.get(one)
        if arc is None:
            arc = self.arcs[one] = Arc(*front_corners(one.rect), one.heading, ARC, ARC)
        return arc

    def _look(self, one: Mark, other: Mark) -> str:
        if not self.before(one.figure, other.figure):
            return ""
        found = None if self.lines.open else self.lines.hindrance(one.figure, other.figure)
        if found is None:
            return "direct"
        against = self._not_over(one.unit, found)
        if against is None:
            return "indirect"
        self.against[against.text] = against
        self.kinds.setdefault(other.figure, {})[found.kind] = None
        return ""

    def _not_over(self, unit: Unit, found: Hindrance) -> Reason | None:
        """Why nobody shoots over what is in the way; None where he may (BS-10.7-01)."""
        plain = Reason(found.text, found.rules)
        bodies = [self.battle.units[name] for name in found.units]
        if found.kind != "troops" or any(hostile(self.battle, unit, body) for body in bodies):
            return plain
        flat = self.flat[unit.id]
        if flat is not None:
            return Reason(f"{found.text}, and {flat.text}", (*found.rules, *flat.rules))
        close = next((body for body in bodies if gap(body.outline, unit.outline) < OVER_HEADS - TOLERANCE), None)
        if close is not None:
            return Reason(f"{found.text}, too close to be shot over", ("BS-10.7-01",))
        return None


def _flat(battle: Battle, unit: Unit) -> Reason | None:
    """Why a unit cannot shoot indirectly: bows can, in command, and catapults (BS-10.7-01, BS-10.9-03)."""
    profile = unit.own.profile
    if profile.engine:
        piece = PIECES[profile.engine]
        return None if piece.indirect else Reason(f"a {piece.name} needs a straight line", ("BS-10.9-05",))
    if profile.missile is None or not profile.missile.bow:
        return Reason("only bows shoot over friends", ("BS-10.7-01",))
    if not in_command(battle, unit):
        return Reason("a unit that is out of command does not shoot over friends", ("BS-10.7-01",))
    return None


def _units(marks: Sequence[Mark]) -> list[Unit]:
    return list({mark.unit.id: mark.unit for mark in marks}.values())


def sighted(battle: Battle, unit: Unit, shooters: Sequence[Mark], targets: Sequence[Mark]) -> Sighted:
    """Who of some figures can shoot at a target, and whom of it they see."""
    search = _Search(battle, shooters, targets)
    x, y = muzzle(unit)
    near = sorted(targets, key=lambda mark: (mark.figure.x - x) ** 2 + (mark.figure.y - y) ** 2)
    looks = [(one, search.best_look(one, near)) for one in shooters]
    direct = tuple(one for one, how in looks if how == "direct")
    indirect = tuple(one for one, how in looks if how)
    seen = tuple(other for other in targets if any(search.look(one, other) == "direct" for one in direct))
    over = seen
    if indirect and not search.lines.open:
        over = tuple(other for other in targets if any(search.look(one, other) for one in indirect))
    hidden = tuple(dict.fromkeys(_hidden(search, targets, seen)))
    against = tuple(search.against[text] for text in sorted(search.against))
    if not indirect and not against:
        where = does("are", one=targets[0].unit.original == 1)
        text = f"{targets[0].unit.name} {where} not within 45 degrees of where {unit.name} look"
        against = (Reason(text, ("BS-10.1-02",)),)
    return Sighted(direct, indirect, seen, over, hidden, against)


def _hidden(search: _Search, targets: Sequence[Mark], seen: Sequence[Mark]) -> Iterator[Kind]:
    """What ground hides the figures that nobody sees, of the unit or skirmisher aimed at."""
    clear = {mark.figure for mark in seen}
    for mark in targets:
        if mark.unit.id == targets[0].unit.id and mark.figure not in clear:
            yield from search.kinds.get(mark.figure, ())
