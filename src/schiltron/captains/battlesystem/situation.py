"""The battle as a captain looks at it before he moves: who is who, what each is worth, and how bold to be."""

from __future__ import annotations

from copy import copy
from math import dist
from typing import Final

from schiltron.battle.state.field import foes, in_melee, opposing, troops
from schiltron.captains.battlesystem.expected_losses import Band, at_its_best, band, may_charge, reckoner
from schiltron.captains.battlesystem.objectives import Stakes, strength
from schiltron.captains.detours import Point, Way, way_round
from schiltron.captains.picture import Picture
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.battlesystem.field import is_engine, is_individual, is_routed, is_skirmisher
from schiltron.rulesets.battlesystem.missiles.attack import ranges
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, move_allowance
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, POND, PROHIBITED, RIVER, ROUGH, SWAMP, WOODS
from schiltron.table.body import Formed
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline
from schiltron.table.terrain import Feature

SLOW: Final = {WOODS: 0.7, ROUGH: 1.0, SWAMP: 1.0, POND: 50.0, RIVER: 50.0, BUILDING: 50.0, PROHIBITED: 50.0}
"""What an inch of ground takes over an inch in the open; much where nobody goes."""
BEYOND: Final[Mil] = inches(1)
"""How far from a piece of ground one goes round it, besides half of one's front."""
ENDS: Final = 0.8
"""How far out on a front one looks whether the way is free."""
HUNTED: Final = 0.3
PATIENT: Final = 12
"""Rounds after which it is time to end it."""
HURRY: Final = 0.03
"""By how much each round more takes from what own losses count."""
URGE: Final = 0.024
"""And by how much it adds to what draws a captain on."""
BOLDEST: Final = 0.3
LEAST_MOVE: Final[Mil] = inches(1)


class Body:
    """A body on the table, own or enemy, with what is asked about it again and again."""

    __slots__ = (
        "band",
        "busy",
        "charge",
        "fights",
        "id",
        "loose",
        "move",
        "outline",
        "range",
        "ready",
        "routed",
        "unit",
        "worth",
    )

    def __init__(self, battle: Battle, unit: Unit, worth: float) -> None:
        self.unit = unit
        self.id = unit.id
        self.outline: Outline = unit.outline
        self.band: Band = band(battle, unit)
        self.ready: Band = at_its_best(self.band)
        self.worth = worth
        self.routed = is_routed(unit)
        self.busy = in_melee(battle, unit)
        self.loose = is_skirmisher(unit)
        self.fights = not is_engine(unit)
        self.move: Mil = max(LEAST_MOVE, move_allowance(battle, unit).total)
        able = may_charge(unit.own) and not unit.own.turn.shots
        self.charge: Mil = charge_allowance(battle, unit).total if able else self.move
        self.range: Mil = range_of(battle, unit)

    @property
    def half_front(self) -> float:
        return self.outline.radius

    def keeps_off(self, foe: Body) -> bool:
        """Skirmishers never attack ranks in melee of their own accord (BS-2.9-06)."""
        return self.loose and not foe.loose and not is_individual(foe.unit)


def range_of(battle: Battle, unit: Unit) -> Mil:
    """How far a unit shoots; 0 if it does not."""
    profile = unit.own.profile
    armed = (profile.missile is not None or profile.engine) and battle.own.options.level != "basic"
    return ranges(unit)[-1] if armed and profile.kind != "mob" else 0


class Situation(Picture[Body]):
    """One side's picture of the field. `battle` moves on as moves are planned; foes stay where they are.

    `hunting` says that the enemy is beaten, if only he can be caught; `urge` is the part of its worth by which a foe
    draws a captain on since it takes so long.
    Who is `hasty` thinks of one foe at a time and of no ways round.
    """

    __slots__ = (
        "_helpers",
        "_mires",
        "battle",
        "care",
        "hasty",
        "hunting",
        "reckoner",
        "side",
        "stakes",
        "urge",
    )

    def __init__(self, battle: Battle, side: str, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self.hasty = hasty
        super().__init__(temperament)
        self._helpers: tuple[Battle, list[Body]] | None = None
        self.battle = battle
        self.side = side
        self.stakes = Stakes(battle)
        self.reckoner = reckoner(battle.own.options, hasty=hasty)
        self.foes = [self.body(battle, unit) for unit in foes(battle, side) if unit.on_table and unit.figures]
        ours, theirs = _strengths(battle, self.stakes, side)
        self.care = temperament.own_losses * _care(battle, ours, theirs)
        self.urge = URGE * _overdue(battle)
        self.hunting = theirs < HUNTED * ours
        basic = battle.own.options.level == "basic"
        features = battle.board.features if battle.board is not None else ()
        self._mires = [one for one in features if one.kind in ((PROHIBITED,) if basic else SLOW)]

    def at(self, battle: Battle) -> Situation:
        """The same picture, a move later."""
        later = copy(self)
        later.battle = battle
        return later

    def body(self, battle: Battle, unit: Unit) -> Body:
        return Body(battle, unit, self.stakes.worth(battle, unit))

    def friends(self) -> list[Unit]:
        return [unit for unit in troops(self.battle, self.side) if unit.on_table and unit.figures]

    def helpers(self) -> list[Body]:
        """Ranks that are still free to come upon somebody this round."""
        if self._helpers is None or self._helpers[0] is not self.battle:
            free = [one for one in self.friends() if not one.own.turn.had_order and isinstance(one.body, Formed)]
            bodies = [self.body(self.battle, unit) for unit in free]
            ready = [one for one in bodies if not one.busy and not one.routed and not one.range]
            self._helpers = self.battle, ready
        return self._helpers[1]

    def way(self, body: Body, to: Point) -> Way:
        """The way to a point: through the ground that lies between, or round it where that is shorter."""
        x, y = body.outline.x, body.outline.y
        cost, first, nearest = 0.0, to, 0.0
        for feature, (begins, inside) in self._between(body, to).items():
            through = SLOW[feature.kind] * inside
            room = body.half_front + BEYOND
            longer, corner = way_round(feature, (x, y), _outside(feature, to, room), room)
            cost += min(through, longer)
            if longer < through and (first == to or begins < nearest):
                first, nearest = corner, begins
        return Way(cost, first)

    def _between(self, body: Body, to: Point) -> dict[Feature, tuple[float, float]]:
        """Ground on the way of either end of a front, where it begins, and how much of it there is."""
        found: dict[Feature, tuple[float, float]] = {}
        x, y = body.outline.x, body.outline.y
        far = dist((x, y), to)
        if not self._mires or not far:
            return found
        across, ahead = (to[1] - y) / far, (to[0] - x) / far
        for part in (0.0, ENDS, -ENDS):
            dx, dy = -across * part * body.half_front, ahead * part * body.half_front
            for feature, spans in spans_inside(x + dx, y + dy, to[0] + dx, to[1] + dy, self._mires):
                inside = sum(end - start for start, end in spans)
                before = found.get(feature, (spans[0][0], 0.0))
                found[feature] = min(before[0], spans[0][0]), max(before[1], inside)
        return found


def _outside(feature: Feature, point: Point, room: float) -> Point:
    """A point itself; of one at a piece of ground the nearest with so much room between, on the same side of it."""
    left, top, right, bottom = feature.bounds
    x, y = point
    if not (left - room < x < right + room and top - room < y < bottom + room):
        return point
    ways = ((x - left, (left - room, y)), (right - x, (right + room, y)), (y - top, (x, top - room)))
    return min((*ways, (bottom - y, (x, bottom + room))))[1]


def _strengths(battle: Battle, stakes: Stakes, side: str) -> tuple[float, float]:
    ours = strength(battle, stakes, side)
    theirs = sum(strength(battle, stakes, one) for one in opposing(battle, side))
    return 1.0 + ours, 1.0 + theirs


def _care(battle: Battle, ours: float, theirs: float) -> float:
    """How much own losses count against the enemy's: less when stronger, and less the longer it takes, since nothing is
    won while an enemy stands."""
    care: float = (theirs / ours) ** 0.5
    return min(1.0, max(0.4, care)) * max(BOLDEST, 1 - HURRY * _overdue(battle))


def _overdue(battle: Battle) -> int:
    """Rounds by which the battle should have been over."""
    return max(0, battle.turn - PATIENT)
