"""Which figures of a unit can shoot at a target, which of the target they see, and how far off it is (BS-10.1-02,
BS-10.1-04, BS-10.1-05, BS-10.7-01).

Each figure of the rows that may shoot looks for a line to any figure of the target within 45 degrees of its facing.
Where only friends are in the way it may shoot over them, if it may shoot indirectly at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple

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
from schiltron.table.body import Body, Figure, Formed, figures
from schiltron.table.front import front_corners, front_middle
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees, direction, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from schiltron.table.rectangles import nearest_point, point_gap

ARC: Final[Mdeg] = degrees(45)
"""To either side of a figure's facing (BS-10.1-02)."""
OVER_HEADS: Final[Mil] = inches(3)
"""Friends nearer than this are not shot over (BS-10.7-01)."""
_ROWS: Final = {str(row["weapon"]): int(row["rows_firing"]) for row in LAW.sheet("BS-T-missile-rows").records()}
_PAST: Final = 2.0
"""So far past a ray nobody is taken to be in an arc, whatever is rounded."""
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
    return [Mark(unit, figure) for unit in shot_at(battle, target) for figure in unit.places[: unit.figures]]


def shot_at(battle: Battle, target: Unit) -> list[Unit]:
    """Who may be hit: of a skirmish unit all who stand, the one aimed at first."""
    if not target.of:
        return [target]
    return [target, *(one for one in fellows(battle, target) if one.id != target.id and one.on_table)]


class _Search:
    """Looks from figure to figure, each pair once."""

    def __init__(self, battle: Battle, shooters: Sequence[Mark], targets: Sequence[Mark], *, every: bool) -> None:
        self.battle = battle
        self.every = every
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
    def open(self) -> bool:
        return self.lines.open

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
        best = ""
        if not self.every:
            arc = self._arc(one.figure)
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
        if not self.every and not self.before(one.figure, other.figure):
            return ""
        found = None if self.open else self.lines.hindrance(one.figure, other.figure)
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


def glance(unit: Unit, aimed: Aimed, targets: Sequence[Unit]) -> Literal["none", "all", "some"]:
    """A first look: whether none of a unit's figures that may shoot, or every one, has all of some bodies before it."""
    if unit.own.turn.files_loosed or aimed != Aimed(aimed.target) or not unit.figures:
        return "some"
    fan = _fan(unit.pose, unit.body, unit.bodies, unit.figures, rows(unit))
    if fan is None:
        return "some"
    none = every = True
    for target in targets:
        shape = target.outline
        x, y, radius = shape.x, shape.y, shape.radius
        left, right = x * fan.left_x + y * fan.left_y, x * fan.right_x + y * fan.right_y
        none = none and (left + radius < fan.outer_left or right + radius < fan.outer_right)
        within = left - radius > fan.inner_left and right - radius > fan.inner_right
        every = every and within and x * fan.ahead_x + y * fan.ahead_y - radius > fan.front
    return "none" if none else "all" if every else "some"


class _Fan(NamedTuple):
    """The arcs of figures that all look one way, each taken for what lies between its two rays and ahead of its front:
    how far along the normals of the rays, and ahead, the outermost and the innermost of them lie."""

    ahead_x: float
    ahead_y: float
    left_x: float
    left_y: float
    right_x: float
    right_y: float
    outer_left: float
    outer_right: float
    inner_left: float
    inner_right: float
    front: float


@lru_cache(maxsize=512)
def _fan(pose: Pose, body: Body, bodies: int, count: int, deep: int) -> _Fan | None:
    """Of so many rows; None where figures look several ways."""
    line = [one for one in figures(pose, body, bodies)[:count] if one.rank < deep or one.heading != pose.heading]
    heading = line[0].heading
    if any(one.heading != heading for one in line):
        return None
    (fx, fy), (across, ahead) = direction(heading), direction(ARC)
    left_x, left_y = fx * across + fy * ahead, fy * across - fx * ahead
    right_x, right_y = fx * across - fy * ahead, fy * across + fx * ahead
    corners = [front_corners(one.rect) for one in line]
    lefts = [x * left_x + y * left_y for (x, y), _ in corners]
    rights = [x * right_x + y * right_y for _, (x, y) in corners]
    return _Fan(
        *(fx, fy, left_x, left_y, right_x, right_y),
        outer_left=min(lefts) - _PAST,
        outer_right=min(rights) - _PAST,
        inner_left=max(lefts),
        inner_right=max(rights),
        front=max(x * fx + y * fy for (x, y), _ in corners),
    )


def sighted(
    battle: Battle, unit: Unit, shooters: Sequence[Mark], targets: Sequence[Mark], *, every: bool = False
) -> Sighted:
    """Who of some figures can shoot at a target, and whom of it they see; `every` says that each has all of it before
    it."""
    search = _Search(battle, shooters, targets, every=every)
    if every and search.open:
        return Sighted(tuple(shooters), tuple(shooters), tuple(targets), tuple(targets), (), ())
    x, y = muzzle(unit)
    near = sorted(targets, key=lambda mark: (mark.figure.x - x) ** 2 + (mark.figure.y - y) ** 2)
    looks = [(one, search.best_look(one, near)) for one in shooters]
    direct = tuple(one for one, how in looks if how == "direct")
    indirect = tuple(one for one, how in looks if how)
    seen = tuple(other for other in targets if any(search.look(one, other) == "direct" for one in direct))
    over = seen
    if indirect and not search.open:
        over = tuple(other for other in targets if any(search.look(one, other) for one in indirect))
    hidden = tuple(dict.fromkeys(_hidden(search, targets, seen)))
    against = tuple(search.against[text] for text in sorted(search.against))
    if not indirect and not against:
        against = (not_before(unit, targets[0].unit),)
    return Sighted(direct, indirect, seen, over, hidden, against)


def not_before(unit: Unit, target: Unit) -> Reason:
    where = does("are", one=target.original == 1)
    return Reason(f"{target.name} {where} not within 45 degrees of where {unit.name} look", ("BS-10.1-02",))


def _hidden(search: _Search, targets: Sequence[Mark], seen: Sequence[Mark]) -> Iterator[Kind]:
    """What ground hides the figures that nobody sees, of the unit or skirmisher aimed at."""
    clear = {mark.figure for mark in seen}
    for mark in targets:
        if mark.unit.id == targets[0].unit.id and mark.figure not in clear:
            yield from search.kinds.get(mark.figure, ())
