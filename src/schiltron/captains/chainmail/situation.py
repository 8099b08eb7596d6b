"""The battle as a captain looks at it before he moves: who is who, what each is worth, and how bold to be."""

from __future__ import annotations

from math import dist
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.field import fights_for, foes, in_melee, troops
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.chainmail.expected_losses import TOGETHER, Band, band, reckoner
from schiltron.captains.chainmail.objectives import Goal, Stakes, turns_left
from schiltron.captains.chainmail.tried_moves import tried
from schiltron.captains.detours import Point, Way, way_round
from schiltron.captains.picture import Picture
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.field import all_round, is_commander, is_engine, is_fleeing
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.magic.rows import POWERS
from schiltron.rulesets.chainmail.magic.wizards import missile_of
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.chainmail.state import UNLOADED, Battle, Unit
from schiltron.rulesets.chainmail.terrain import (
    ARROW_SLITS,
    BUILDING,
    BURNING_BRUSH,
    BURNING_WOODS,
    DITCH,
    GULLY,
    HILL,
    MARSH,
    POND,
    RIVER,
    STREAM,
    WOODS,
)
from schiltron.rulesets.chainmail.walking.charges import straight_at
from schiltron.rulesets.chainmail.walking.ground import fording
from schiltron.rulesets.chainmail.walking.rates import charge_move, flight_move, normal_move
from schiltron.table.body import Formed
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline, gap
from schiltron.table.terrain import Feature

SLOW: Final = {
    HILL: 0.6,
    MARSH: 1.0,
    GULLY: 1.0,
    DITCH: 1.0,
    WOODS: 4.0,
    **dict.fromkeys((POND, BUILDING, ARROW_SLITS, BURNING_WOODS, BURNING_BRUSH), 5.0),
}
"""What an inch of ground takes over an inch in the open; formed bodies go round woods, everybody round water."""
ROOM: Final[Mil] = inches(3)
"""How far from a piece of ground one goes round it."""
FERRY: Final = 2.0
"""Moves that a river takes (CM-TERR-12)."""

HELD_UP: Final = 3
"""Turns that a melee takes, about."""


class Body:
    """A body on the table, own or enemy, with what is asked about it again and again.

    `move` is that in ranks and files: a hedgehog or square that wants to get anywhere is one no more (CM-MELEE-50,
    CM-FORM-02). Neither they nor a schiltron charge (CM-MELEE-51, CM-HIST-24). `ready` is how it would attack: in line,
    for who has faced to the side in his ranks must face about again.
    """

    __slots__ = (
        "band",
        "blast",
        "busy",
        "charge",
        "engine",
        "fleeing",
        "id",
        "move",
        "outline",
        "range",
        "ready",
        "unit",
        "worth",
    )

    def __init__(self, battle: Battle, unit: Unit, worth: float) -> None:
        self.unit = unit
        self.id = unit.id
        self.outline: Outline = unit.outline
        fixed = all_round(unit)
        self.band: Band = band(unit)
        self.ready: Band = band(in_line(unit)) if fixed or unit.own.formation == "column" else self.band
        self.worth = worth
        self.engine = is_engine(unit)
        self.fleeing = is_fleeing(unit)
        self.busy = in_melee(battle, unit)
        walks = normal_move(battle, in_ranks(unit) if fixed else unit).total
        self.move: Mil = max(1, walks, flight_move(battle, unit).total)
        self.charge: Mil = 0 if fixed else charge_move(battle, unit).total
        far = reach(unit, scale=battle.own.options.scale).total
        self.range: Mil = far if unit.own.profile.missile != "thrown" else 0
        self.blast: Mil = inches(POWERS[missile_of(unit)].range) if is_magic_user(unit) else 0


def in_ranks(unit: Unit) -> Unit:
    return replace(unit, own=replace(unit.own, formation="line"))


def in_line(unit: Unit) -> Unit:
    """A unit as it is drawn up to attack; a column has its ranks for files."""
    ranks = in_ranks(unit)
    if unit.own.formation != "column" or not isinstance(unit.body, Formed):
        return ranks
    return replace(ranks, body=replace(unit.body, files=unit.body.ranks(unit.bodies)))


class Hunt(NamedTuple):
    """Who could charge a foe now, and what part of it would be lost if all went at it together."""

    near: tuple[Body, ...]
    share: float


class Situation(Picture[Body]):
    """One side's picture of the field. `battle` moves on as moves are planned; foes stay where they are.

    `claims` says which unit is to hold which ground in the end, `hunts` how foes who must be destroyed could be,
    `watching` are foes who may fire at those who pass.
    Who is `hasty` thinks of one foe at a time and of no ways round.
    """

    __slots__ = (
        "_mires",
        "battle",
        "care",
        "claims",
        "hasty",
        "hunts",
        "left",
        "reckoner",
        "side",
        "stakes",
        "watching",
    )

    def __init__(self, battle: Battle, side: str, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self.hasty = hasty
        super().__init__(temperament)
        self.battle = battle
        self.side = side
        self.stakes = Stakes(battle)
        self.reckoner = reckoner(battle.own.options, hasty=hasty)
        self.foes = [self.body(battle, unit) for unit in foes(battle, side) if unit.on_table and unit.figures]
        self.watching = [foe for foe in self.foes if _watches(foe)]
        self.care = temperament.own_losses * _care(self, battle)
        self.left = turns_left(battle)
        self._mires = [one for one in _features(battle) if one.kind in (*SLOW, RIVER, STREAM)]
        self.claims = _claims(self)
        self.hunts = _hunts(self)

    def body(self, battle: Battle, unit: Unit) -> Body:
        return Body(battle, unit, self.stakes.worth(unit))

    def friends(self) -> list[Unit]:
        return [unit for unit in troops(self.battle, self.side) if unit.on_table and counts(unit)]

    def way(self, x: float, y: float, to: Point, move: Mil) -> Way:
        """The way to a point: through the ground that lies between, or round it where that is shorter."""
        cost, first, nearest = 0.0, to, 0.0
        for feature, spans in spans_inside(x, y, *to, self._mires) if self._mires else ():
            if feature.kind == RIVER:
                cost += FERRY * move
            elif feature.kind == STREAM:
                cost += fording(feature)
            else:
                through = SLOW[feature.kind] * sum(end - start for start, end in spans)
                longer, corner = way_round(feature, (x, y), to, ROOM)
                cost += min(through, longer)
                if longer < through and (first == to or spans[0][0] < nearest):
                    first, nearest = corner, spans[0][0]
        return Way(cost, first)

    def claim_of(self, unit: Unit) -> Goal | None:
        return self.claims.get(unit.id)


def _watches(foe: Body) -> bool:
    """Whether it has missiles at hand and has stood still so far (CM-MISSILE-17)."""
    own = foe.unit.own
    return bool(foe.range) and not (foe.fleeing or foe.busy or own.turn.moved or foe.unit.has(UNLOADED))


def counts(unit: Unit) -> bool:
    """Whether it is a unit that can be sent somewhere; a commander on his own has other things to do."""
    return unit.figures > 0 and not is_commander(unit)


def _features(battle: Battle) -> tuple[Feature, ...]:
    return battle.board.features if battle.board is not None else ()


def _care(situation: Situation, battle: Battle) -> float:
    """How much own losses count against the enemy's: less when stronger."""
    strength = {True: 1.0, False: 1.0}
    for unit in battle.standing():
        if counts(unit):
            strength[fights_for(battle, unit, situation.side)] += situation.stakes.worth(unit)
    care: float = (strength[False] / strength[True]) ** 0.5
    return min(1.1, max(0.6, care))


def _claims(situation: Situation) -> dict[str, Goal]:
    """For every piece of ground that counts the unit that is there soonest.

    Those who must live are sent only if nobody else is there in time.
    """
    found: dict[str, Goal] = {}
    for goal in situation.stakes.goals:
        free = [
            unit
            for unit in situation.friends()
            if unit.id not in found and not is_engine(unit) and not is_fleeing(unit)
        ]
        if free:
            found[min(free, key=lambda unit: _readiness(situation, unit, goal)).id] = goal
    return found


def _readiness(situation: Situation, unit: Unit, goal: Goal) -> tuple[bool, bool, float, TurnInLine]:
    march = _march(situation, unit, goal)
    return march > situation.left, unit.id in situation.stakes.precious, march, unit.turn_in_line


def _hunts(situation: Situation) -> dict[str, Hunt]:
    """For every foe who must be destroyed, who is near enough to charge it and what all could do to it together."""
    friends = [situation.body(situation.battle, unit) for unit in situation.friends()]
    hunters = [one for one in friends if not one.fleeing and not one.busy and not one.range and one.charge]
    hunters.sort(key=lambda one: (-one.unit.figures, one.unit.turn_in_line))
    found: dict[str, Hunt] = {}
    for foe in situation.foes:
        if hunters and foe.id in situation.stakes.precious:
            near = [one for one in hunters if _reaches(situation, one, foe)]
            bands = tuple(one.band for one in hunters[: len(TOGETHER)])
            found[foe.id] = Hunt(tuple(near), situation.reckoner.together(bands, foe.band))
    return found


def _reaches(situation: Situation, one: Body, foe: Body) -> bool:
    """Whether a unit finds a way to a foe this turn, at a charge or at a walk."""
    battle = situation.battle
    path = straight_at(battle, one.unit, foe.unit) if gap(one.outline, foe.outline) <= one.charge else None
    if path is None or one.unit.own.turn.moved:
        return False
    trials = (tried(battle, one.unit, action, path) for action in (CHARGE, MOVE))
    return any(trial is not None and trial.met == foe.id for trial in trials)


def _march(situation: Situation, unit: Unit, goal: Goal) -> float:
    """Turns until a unit is on a piece of ground, roughly; a melee holds it up."""
    body = situation.body(situation.battle, unit)
    here = body.outline
    march = dist((here.x, here.y), goal.middle) + situation.way(here.x, here.y, goal.middle, body.move).cost
    return march / body.move + HELD_UP * body.busy
