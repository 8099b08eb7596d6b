"""The battle as a captain looks at it before a phase: who is who, who is busy, and how bold to be."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import fights_for, foes, standing_with, touching, troops
from schiltron.captains.book_of_war.expected_losses import Band, band, worth
from schiltron.captains.book_of_war.magic import Art, arts
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.melee import cut_dice, easiest, fighters
from schiltron.rulesets.book_of_war.embedded import heroes_with
from schiltron.rulesets.book_of_war.field import formation, in_the_open, is_routed, troop_now
from schiltron.rulesets.book_of_war.movement.ground import GROUND, ground_of
from schiltron.rulesets.book_of_war.outlook import Pool
from schiltron.rulesets.book_of_war.state import Battle, Unit, with_turn
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.victory import reckoning
from schiltron.table.ground import crosses
from schiltron.table.lengths import Mil
from schiltron.table.outline import Outline, gap
from schiltron.table.terrain import Feature

USUAL_LENGTH: Final = 16
"""Turns within which a battle without a limit should be decided."""
LAST_TURNS: Final = 2
POND_RATE: Final = 6
"""What an inch of a pond is reckoned at: one has to go round it."""


class Foe:
    """An enemy unit with what is asked about it again and again. `busy` ones are in contact with us already."""

    __slots__ = ("arts", "band", "busy", "files", "id", "outline", "routed", "troop", "unit", "worth")

    def __init__(self, battle: Battle, unit: Unit, friends: list[Unit]) -> None:
        self.unit = unit
        self.id = unit.id
        self.troop: Troop = troop_now(battle, unit)
        self.band: Band = band(battle, unit, open_ground=on_open_ground(battle, unit))
        self.outline: Outline = unit.outline
        self.arts: tuple[Art, ...] = arts(battle, unit)
        self.files: int = formation(unit).files
        self.routed: bool = is_routed(unit)
        self.worth: float = worth(unit.kind, unit.figures)
        self.busy: bool = any(touching(battle, unit, friend) for friend in friends)


class Stand:
    """A unit where it stands or might stand, with the distance to every foe."""

    __slots__ = ("apart", "arts", "band", "battle", "troop", "unit")

    def __init__(self, situation: Situation, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self.troop: Troop = troop_now(battle, unit)
        self.band: Band = band(battle, unit, open_ground=on_open_ground(battle, unit))
        self.arts: tuple[Art, ...] = arts(battle, unit)
        here = unit.outline
        self.apart: list[tuple[Foe, Mil]] = [(foe, gap(here, foe.outline)) for foe in situation.foes]


class Situation:
    """One side's picture of the field.

    `battle` moves on as moves are planned. `help` holds dice pledged against foes this turn, by the unit that will
    throw them; `shots` what volleys at a foe promise.
    Who is `hasty` thinks of one foe at a time and of no ways round.
    """

    __slots__ = ("battle", "care", "foes", "hasty", "help", "mires", "shots", "side", "temperament")

    def __init__(self, battle: Battle, side: str, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self.hasty = hasty
        self.temperament = temperament
        self.battle = battle
        self.side = side
        friends = self.friends()
        self.foes = [Foe(battle, unit, friends) for unit in foes(battle, side) if unit.on_table and unit.figures]
        self.care = temperament.own_losses * _care(battle, side)
        self.mires = _mires(battle)
        self.help: dict[str, dict[str, tuple[Pool, ...]]] = {}
        self.shots: dict[str, float] = {}
        for friend in friends:
            self.pledge(friend)

    def friends(self) -> list[Unit]:
        return [unit for unit in troops(self.battle, self.side) if unit.on_table and unit.figures]

    def exposed(self, foe: Foe, besides: Unit) -> int:
        """How many other units a foe could shoot at."""
        missile = foe.troop.missile
        return self.within(foe, missile.reach if missile is not None else 0, besides)

    def within(self, foe: Foe, reach: Mil, besides: Unit) -> int:
        """How many other units are no farther from a foe than that."""
        return sum(
            1 for friend in self.friends() if friend.id != besides.id and gap(friend.outline, foe.outline) <= reach
        )

    def detour(self, start: Outline, goal: Outline, kind: Troop) -> float:
        """What the ground on the straight way between two bodies costs over open ground."""
        if not self.mires:
            return 0.0
        return sum(
            length * (((ground_of(feature) or GROUND[feature.kind]).rate(kind.rides) or POND_RATE) - 1)
            for feature, length in crosses(start.x, start.y, goal.x, goal.y, self.mires)
        )

    def pledge(self, unit: Unit) -> None:
        """Remember whom a unit will strike from where it stands now."""
        for helpers in self.help.values():
            helpers.pop(unit.id, None)
        for foe, thrown in blows_of(self.battle, unit).items():
            self.help.setdefault(foe, {})[unit.id] = thrown

    def help_against(self, foe: str, *, besides: str) -> tuple[Pool, ...]:
        """The dice friends will throw at a foe this turn."""
        helpers = self.help.get(foe)
        if not helpers:
            return ()
        return tuple(pool for unit in self.battle.in_line(helpers) if unit != besides for pool in helpers[unit])


def blows_of(battle: Battle, unit: Unit) -> dict[str, tuple[Pool, ...]]:
    """The dice a unit strikes with from where it stands, by foe, and those of the heroes in its ranks; whoever has a
    choice takes the easiest."""
    found = _blows(battle, unit)
    for hero in heroes_with(battle, unit):
        for foe, thrown in _blows(battle, hero).items():
            struck = standing_with(battle, battle.units[foe]).id
            found[struck] = (*found.get(struck, ()), *thrown)
    return found


def _blows(battle: Battle, unit: Unit) -> dict[str, tuple[Pool, ...]]:
    found: dict[str, dict[int, int]] = {}
    for fighter in fighters(battle, unit):
        foe = easiest(fighter)
        needs = found.setdefault(foe, {})
        need = fighter.foes[foe].total
        needs[need] = needs.get(need, 0) + fighter.dice_at(foe)
    conditions = battle.own.conditions
    if conditions is not None and conditions.parts > 1:
        for needs in found.values():
            needs.update(zip(needs, cut_dice(list(needs.values()), conditions.parts), strict=True))
    return {
        foe: tuple(Pool(dice, need, force(unit.kind, battle.units[foe].kind)) for need, dice in sorted(needs.items()))
        for foe, needs in found.items()
    }


def rested(unit: Unit) -> Unit:
    """An enemy as it will be in its own turn, whatever it did in its last."""
    turn = unit.own.turn
    return with_turn(unit, shot=False, split=False) if turn.shot or turn.split else unit


def on_open_ground(battle: Battle, unit: Unit) -> bool:
    """Whether most of a unit's front rank stands in the open; a glance at its ends and middle."""
    board = battle.board
    if board is None or not board.features:
        return True
    front = unit.places[: formation(unit).files]
    looked = (front[0], front[len(front) // 2], front[-1])
    return sum(in_the_open(battle, figure) for figure in looked) >= 2


def _mires(battle: Battle) -> list[Feature]:
    """Pieces of terrain that slow a march down or end it."""
    board = battle.board
    if board is None or battle.own.options.game == "core":
        return []
    return [one for one in board.features if (ground := ground_of(one)) is not None and ground.horse != 1]


def _care(battle: Battle, side: str) -> float:
    """How much own losses count against the enemy's: less when stronger, and less as time runs out.

    Whoever is ahead on points in the last turns has something to keep.
    """
    strength = {True: 1.0, False: 1.0}
    for unit in battle.units.values():
        if unit.on_table and unit.figures and not is_routed(unit):
            strength[fights_for(battle, unit, side)] += worth(unit.kind, unit.figures)
    options = battle.own.options
    length = options.turn_limit or USUAL_LENGTH
    late = options.turn_limit and battle.turn > length - LAST_TURNS
    if late and options.victory == "points" and _ahead(battle, side):
        return 1.5
    care: float = min(1.1, max(0.45, (strength[False] / strength[True]) ** 0.5))
    return care * (1.0 - 0.4 * min(1.0, battle.turn / length))


def _ahead(battle: Battle, side: str) -> bool:
    points = {one.id: reckoning(battle, one.id).total for one in battle.sides}
    return points[side] > max(total for other, total in points.items() if other != side)
