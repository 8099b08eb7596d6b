"""Setting up: closed ranks in the middle, shooters beside them, horse on the wings, commanders and heroes behind."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.setup.battle_line import front_of, usual_files
from schiltron.battle.setup.secret_setup import laid_open
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.battle.state.field import pieces_of, troops
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.captains.deploying import RESERVE, Slot, in_line, opposite, set_down, width
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.field import is_engine, is_individual, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.setup.deployment import DEPLOYMENT, setup_ground
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, POND, PROHIBITED, RIVER
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import Mil, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

_FOOT, _SHOOTERS, _HORSE, _ENGINES, _LOOSE = range(5)
CLOSED: Final = "closed"
CLOSED_GROUND: Final = (PROHIBITED, POND, RIVER, BUILDING)
NEAR: Final[Mil] = inches(15)
"""How far ahead the ground should be free."""
STEP: Final[Mil] = inches(1)


def place(view: Battle, decision: PlaceUnit, *, left_handed: bool = False) -> SetDown | None:
    """The next unit set down in its slot of the line; None if no slot is free."""
    side = view.units[decision.units[0]].side
    seen = laid_open(view, side)
    battle = replace(seen, units={key: _drawn_up(unit) for key, unit in seen.units.items()})
    ground = setup_ground(battle, side)
    front, half = front_of(ground.zone, ground.ahead)
    slots = _slots(battle, side, front, half, left_handed=left_handed)
    found = set_down(battle, decision, DEPLOYMENT, front, slots, usual_files)
    return replace(found, formation=CLOSED) if found is not None and closes(view.units[found.unit]) else found


def closes(unit: Unit) -> bool:
    """Whether it may stand in closed ranks."""
    return any(one.formation == CLOSED for one in DEPLOYMENT.formations.offered(unit))


def _drawn_up(unit: Unit) -> Unit:
    return DEPLOYMENT.formations.drawn_up(unit, CLOSED) if closes(unit) else unit


# ---------------------------------------------------------------- a place for everybody


def _slots(battle: Battle, side: str, front: Pose, half: Mil, *, left_handed: bool) -> dict[str, Slot]:
    """A slot for every unit of the side, opposite to where the enemy stands by now; the same however many of its units
    stand already."""
    ours = [unit for unit in troops(battle, side) if not unit.host]
    people = [unit for unit in ours if is_individual(unit)]
    order = sorted(_bodies(battle, ours), key=lambda unit: (-_post(unit), unit.turn_in_line))
    left, right = (order[0::2], order[1::2]) if left_handed else (order[1::2], order[0::2])
    stakes = Stakes(battle)
    middle = opposite(battle, side, front, lambda unit: stakes.worth(battle, unit))
    row = [*left, *reversed(right)]
    lines = [
        in_line(row, half, at, _post) for at in sorted(range(-half, half + 1, STEP), key=lambda at: abs(at - middle))
    ]
    line = min(lines, key=lambda slots: _walled_in(battle, front, row, slots))
    deepest = max((back + _depth(battle.units[key]) for key, (_, back) in line.items()), default=0)
    centre = sum(across for across, _ in line.values()) // max(1, len(line))
    behind = in_line(people, half, centre, lambda unit: unit.turn_in_line)
    return line | {key: (across, deepest + RESERVE // 2) for key, (across, _) in behind.items()}


def _walled_in(battle: Battle, front: Pose, row: list[Unit], slots: dict[str, Slot]) -> int:
    """Figures that would have closed ground before them."""
    lanes = [_lane(front, feature) for feature in pieces_of(battle, CLOSED_GROUND)]
    found = 0
    for unit in row:
        at, half = slots[unit.id][0], width(unit) // 2
        if any(at + half > left and at - half < right for left, right in lanes):
            found += unit.figures
    return found


def _lane(front: Pose, feature: Feature) -> tuple[float, float]:
    """From where to where along a front a piece of ground lies before it; nowhere if it is far off or behind."""
    left, top, right, bottom = feature.bounds
    corners = [front.local(x, y) for x in (left, right) for y in (top, bottom)]
    ahead = [far for _, far in corners]
    if max(ahead) <= 0 or min(ahead) > NEAR:
        return 0.0, 0.0
    return min(across for across, _ in corners), max(across for across, _ in corners)


def _bodies(battle: Battle, units: list[Unit]) -> list[Unit]:
    """Bodies of the line; skirmishers who have spread out already count as the one body they were."""
    found = []
    for unit in units:
        company = battle.own.company(unit.of) if unit.of else None
        if is_individual(unit):
            continue
        if company is None or not isinstance(unit.body, Single):
            found.append(unit)
        elif unit.id == next(one.id for one in units if one.of == unit.of):
            body = Formed(base=unit.body.base, files=company.figures, spacing=spacing("skirmish"))
            found.append(replace(unit, body=body, original=company.figures, figures=company.figures))
    return found


def _depth(unit: Unit) -> Mil:
    return unit.body.depth(unit.bodies) if isinstance(unit.body, Formed) else unit.body.base.depth


def _post(unit: Unit) -> int:
    """How far from the middle a unit belongs."""
    line = unit.own.profile
    if is_engine(unit):
        return _ENGINES
    if is_skirmisher(unit):
        return _LOOSE
    if line.mounted:
        return _HORSE
    return _SHOOTERS if line.missile is not None and is_regular(unit) else _FOOT
