"""How the units of a list will stand: each as its book forms it up, side by side as one would set them out."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle, Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.field import troops
from schiltron.battle.state.unit import Unit
from schiltron.muster.army import Army, ListedUnit, enlisted
from schiltron.muster.books import quartermaster
from schiltron.muster.workbench.remedies import remedies
from schiltron.muster.workbench.trial import Trial
from schiltron.rulesets.quartermaster import Field, Switches
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil
from schiltron.table.outline import outline
from schiltron.table.pose import Pose

_HERE: Final = Pose(0, 0, 0)
_MARGIN: Final[Mil] = 1500
"""Before the first line of units, and at both ends of a line."""
_APART: Final[Mil] = 1400
_BEHIND: Final[Mil] = 2600
"""From the rear of a line to the front of the next: the names stand there."""
_LETTER: Final[Mil] = 460
"""Room that a letter of a name takes."""
_SIDE: Final = "red"


class Paraded(Struct, frozen=True):
    """A unit of the battle that a row of the list makes, and where it stands; `doubtful` if the row breaks a rule, and
    it is shown as it would be put right."""

    row: int
    unit: Unit[Any]
    pose: Pose
    doubtful: bool


class Companion(Struct, frozen=True):
    """Who has no place of his own: the row of his host, and his own row if he has one."""

    host: int
    row: int | None
    unit: Unit[Any]


class Parade(Struct, frozen=True):
    """The ground they stand on, the units with a place of their own, and those who go with them."""

    board: Board
    units: tuple[Paraded, ...]
    company: tuple[Companion, ...]


def paraded(army: Army, switches: Switches | None = None) -> Parade:
    """As the whole list will stand, as far as its rows may; what is against the list as a whole changes nothing."""
    shown, doubtful = _presentable(Trial(army, switches))
    rows = tuple(shown)
    battle = _mustered(army.ruleset, tuple(shown.values()), switches or {})
    numbers = {f"{_SIDE}-{number}": row for number, row in enumerate(rows, 1)}
    own: dict[int, list[Unit[Any]]] = {}
    company = []
    for unit in troops(battle, _SIDE):
        row = numbers.get(unit.id.partition(".")[0], numbers.get(unit.of))
        host = numbers.get((unit.host or "").partition(".")[0])
        if host is not None:
            company.append(Companion(host, None if row == host else row, unit))
        elif row is not None and unit.figures:
            own.setdefault(row, []).append(unit)
    board, placed = _placed(army.ruleset, [(row, one) for row in rows for one in own.get(row, ())], switches or {})
    units = tuple(Paraded(row, unit, pose, row in doubtful) for row, unit, pose in placed)
    return Parade(board, units, tuple(company))


def _presentable(trial: Trial) -> tuple[dict[int, ListedUnit], set[int]]:
    """The rows that may be formed up, by their numbers: those that break no rule, and others as they would be put
    right; which those are."""
    shown: dict[int, ListedUnit] = {}
    doubtful = set()
    for number, unit in enumerate(trial.army.units):
        against = trial.of_row(number)
        if not against:
            shown[number] = unit
            continue
        doubtful.add(number)
        right = [one.unit for one in remedies(trial, against[0]) if one.row == number and one.unit is not None]
        if right:
            shown[number] = right[0]
    while shown:
        # Whose host is not there, or who was put right for another list than this, cannot be formed up either.
        rest = Trial(replace(trial.army, units=tuple(shown.values())), trial.switches, trial.house)
        wrong = [row for place, row in enumerate(shown) if rest.of_row(place)]
        if not wrong:
            break
        for row in wrong:
            del shown[row]
    return {row: trial.house.within(replace(trial.army, units=(unit,))).units[0] for row, unit in shown.items()}, (
        doubtful
    )


def _mustered(book: str, units: tuple[ListedUnit, ...], switches: Switches) -> AnyBattle:
    """A battle of the list against itself, before anybody is set down."""
    keeper = quartermaster(book)
    width, depth = keeper.table
    half = depth // 2
    army = tuple(map(enlisted, units))
    return keeper.prepare(
        Field(
            title="",
            board=Board(width, depth),
            sides=(Side(_SIDE, "Red", "red"), Side("blue", "Blue", "blue")),
            zones=((_SIDE, Zone(0, 0, width, half)), ("blue", Zone(0, half, width, depth))),
            armies=((_SIDE, army), ("blue", army)),
            switches=switches,
        )
    )


def _placed(
    book: str, units: list[tuple[int, Unit[Any]]], switches: Switches
) -> tuple[Board, list[tuple[int, Unit[Any], Pose]]]:
    """From left to right in the order of the list, in as many lines as it takes."""
    keeper = quartermaster(book)
    width, _ = keeper.table
    lines: list[list[tuple[int, Unit[Any], Mil, Mil, Mil]]] = [[]]
    used = _MARGIN
    for row, unit in units:
        left, top, right, bottom = _bounds(unit)
        broad = max(right - left, _LETTER * (len(unit.name) + 4)) + _APART
        if lines[-1] and used + broad > width - _MARGIN:
            lines.append([])
            used = _MARGIN
        lines[-1].append((row, unit, broad, top, bottom - top))
        used += broad
    found = []
    front = _MARGIN
    for line in lines:
        x = (width - sum(broad for _, _, broad, _, _ in line)) // 2
        for row, unit, broad, top, _ in line:
            found.append((row, unit, Pose(x + broad // 2, front - top, 0)))
            x += broad
        front += max((deep for *_, deep in line), default=0) + _BEHIND
    return Board(width, max(front, keeper.setup_depth(switches))), found


def _bounds(unit: Unit[Any]) -> tuple[Mil, Mil, Mil, Mil]:
    corners = [corner for rect in outline(_HERE, unit.body, unit.figures).rects for corner in rect.corners]
    across, down = [round(x) for x, _ in corners], [round(y) for _, y in corners]
    return min(across), min(down), max(across), max(down)
