"""Setting up: foot in the middle, shooters beside it, horse on the wings, all as wide as they fight best."""

from __future__ import annotations

from math import dist
from typing import Final

from msgspec.structs import replace

from schiltron.battle.setup.battle_line import SetupGround, front_of, in_files
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.battle.state.field import foes, troops
from schiltron.captains.by_this_axe.expected_losses import price
from schiltron.captains.by_this_axe.formations import files_against
from schiltron.captains.by_this_axe.people import fights_alone
from schiltron.captains.deploying import Slot, in_line, opposite, set_down, width
from schiltron.rulesets.by_this_axe.attacks.shooting import reach
from schiltron.rulesets.by_this_axe.attacks.sighting import ARC, front_corners
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.ground import RIVER, WOODS
from schiltron.rulesets.by_this_axe.setup.deployment import DEPLOYMENT, setup_ground
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.body import Formed
from schiltron.table.ground import crosses
from schiltron.table.lengths import QUARTER_TURN, Mil, inches
from schiltron.table.pose import Pose

APART: Final[tuple[Mil, ...]] = tuple(map(inches, (6.1, 4, 2.5, 1.5, 0.75, 0.3)))
"""Room between neighbours: best more than 6 inches, so that no rout spreads (TA-MORALE-04)."""
FLANK: Final = 0.6
"""How far out the army stands, of half the front: where few of the enemy can shoot at it, and all of it can fight."""
OFF_THE_MARK: Final = 0.8
"""How bad it is to stand elsewhere, against a river before one unit."""
LOOK: Final[Mil] = inches(18)
BACK: Final[tuple[Mil, ...]] = tuple(map(inches, (0, 3, 6, 9)))
"""How far behind the front of its zone the army may stand, where that keeps it out of bowshot."""
FALLEN_BACK: Final = 0.05
"""How bad an inch of that is, against a river before one unit."""
WATCHED: Final = 0.7
"""How bad it is for a unit to stand before archers who are there already: they shoot before he moves."""

TO_TURN: Final[Mil] = inches(1)
"""Room between one who fights on his own and the edge of the table: whom it hems in cannot turn (TA-MOVE-04)."""

_FOOT, _SHOOTERS, _HORSE, _ALONE = range(4)


def place(battle: Battle, decision: PlaceUnit, *, left_handed: bool = False) -> SetDown | None:
    """The next unit set down in its slot of the line; None if no slot is free."""
    side = battle.units[decision.units[0]].side
    ground = setup_ground(battle, side)
    front, half = front_of(ground.zone, ground.ahead)
    drawn = {unit.id: _drawn_up(battle, unit) for unit in troops(battle, side) if not unit.host}
    slots = _line(battle, ground, front, half, list(drawn.values()), left_handed=left_handed)
    return set_down(battle, decision, DEPLOYMENT, front, slots, lambda unit: getattr(drawn[unit.id].body, "files", 1))


def _drawn_up(battle: Battle, unit: Unit) -> Unit:
    """A unit as wide as it fights best."""
    against = [foe for foe in foes(battle, unit.side) if not is_character(foe)]
    return replace(unit, body=in_files(unit.body, files_against(battle, unit, against)))


def _line(
    battle: Battle, ground: SetupGround, front: Pose, half: Mil, ours: list[Unit], *, left_handed: bool
) -> dict[str, Slot]:
    """A slot for every unit of the side, on the wing where the enemy is weaker by now, out of sight of his archers."""
    side = ours[0].side
    order = sorted(ours, key=lambda unit: (-_post(unit), unit.turn_in_line))
    left, right = (order[0::2], order[1::2]) if left_handed else (order[1::2], order[0::2])
    line = [*left, *reversed(right)]
    weight = opposite(battle, side, front, lambda unit: price(unit.own.profile) * unit.figures + 1.0)
    on_the_left = weight > 0 or (not weight and left_handed)
    wish = round((-FLANK if on_the_left else FLANK) * half)
    there = [unit for unit in foes(battle, side) if unit.on_table]
    archers = [_Archers(unit, far) for unit in there if (far := reach(battle, unit))]
    deep = _deep(ground)
    within = half - TO_TURN if any(map(fights_alone, line)) else half
    best: tuple[float, dict[str, Slot]] | None = None
    for room in APART:
        if room > APART[-1] and sum(width(unit) + room for unit in line) > 2 * within:
            continue
        for middle in (wish, *(part * half // 4 for part in range(-4, 5))):
            row = in_line(line, within, middle, _post, (room,))
            off = OFF_THE_MARK * abs(middle - wish) / half
            if best is not None and off >= best[0]:
                continue
            for back in BACK if archers else BACK[:1]:
                slots = {key: (across, behind + back) for key, (across, behind) in row.items()}
                if back and not _fits(line, slots, deep):
                    break
                cost = off + FALLEN_BACK * back / 1000
                cost += WATCHED * sum(_watched(archers, front, unit, slots[unit.id]) for unit in line)
                if best is None or cost < best[0]:
                    cost += _cost(battle, front, line, slots)
                if best is None or cost < best[0]:
                    best = cost, slots
    assert best is not None
    return best[1]


def _cost(battle: Battle, front: Pose, line: list[Unit], slots: dict[str, Slot]) -> float:
    """What lies before a line: rivers for everybody, woods for horse."""
    features = battle.board.features if battle.board is not None else ()
    found = 0.0
    for unit in line:
        across, back = slots[unit.id]
        ahead = crosses(*front.world(across, -back), *front.world(across, LOOK), features)
        kinds = {feature.kind for feature, _ in ahead}
        found += (RIVER in kinds) + 0.5 * (WOODS in kinds and unit.own.profile.mounted)
    return found


def _deep(ground: SetupGround) -> Mil:
    """How deep a zone is."""
    zone = ground.zone
    return zone.bottom - zone.top if ground.ahead // QUARTER_TURN % 2 == 0 else zone.right - zone.left


def _fits(line: list[Unit], slots: dict[str, Slot], deep: Mil) -> bool:
    """Whether nobody would reach out of the back of the zone."""
    return all(slots[unit.id][1] + _depth(unit) <= deep for unit in line)


def _depth(unit: Unit) -> Mil:
    return unit.body.depth(unit.bodies) if isinstance(unit.body, Formed) else unit.body.base.depth


class _Archers:
    """A unit on the table that shoots, and what it has before it."""

    __slots__ = ("_corners", "_far", "_heading", "_place")

    def __init__(self, unit: Unit, far: Mil) -> None:
        self._place = unit.outline.x, unit.outline.y
        self._far = far
        self._corners = front_corners(unit)
        self._heading = unit.pose.heading

    def see(self, x: float, y: float) -> bool:
        return dist(self._place, (x, y)) <= self._far and in_arc(*self._corners, self._heading, ARC, ARC, x, y)


def _watched(archers: list[_Archers], front: Pose, unit: Unit, slot: Slot) -> bool:
    """Whether archers on the table could shoot at a unit in its slot at once."""
    across, back = slot
    half = width(unit) / 2
    return any(one.see(*front.world(across + part * half, -back)) for one in archers for part in (-1, 0, 1))


def _post(unit: Unit) -> int:
    """How far from the middle a unit belongs."""
    if is_character(unit):
        return _ALONE
    if unit.own.profile.mounted:
        return _HORSE
    return _SHOOTERS if unit.own.profile.ranged else _FOOT
