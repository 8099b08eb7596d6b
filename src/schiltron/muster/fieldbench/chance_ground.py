"""Ground as chance and the book's own procedure lay it, to begin a field with."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, get_args

from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import PlaceUnit
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.muster.army import Colour
from schiltron.muster.books import quartermaster
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.library import gathered, ready_armies
from schiltron.muster.preparing import prepare, switches
from schiltron.muster.scenario import Course, Patch, Scenario, SideEntry, Spot, TableSize, Terrain
from schiltron.rulesets import ruleset
from schiltron.rulesets.quartermaster import Quartermaster, Switches
from schiltron.table.terrain import Area, Feature, Points

_MOST_ORDERS: Final = 400


def chance_ground(scenario: Scenario, seed: int) -> tuple[Terrain, ...]:
    """The pieces that two sides of the scenario would roll or draw and lay on its table, if neither thought about it.
    MusterFault where the book has no such procedure, or something else keeps it from being begun."""
    book = quartermaster(scenario.ruleset)
    if not book.rolls_ground:
        raise MusterFault([Fault("", "ground", "this book does not roll for terrain", "ground drawn by hand")])
    board = _laid_out(_with_nothing_laid(scenario), seed).table
    return tuple(_entry(feature, book, switches(scenario)) for feature in board.features)


def _with_nothing_laid(scenario: Scenario) -> Scenario:
    """The scenario before anything lies on its table, with the first ready armies that may fight on it: who they are
    changes nothing in the ground."""
    width, depth = quartermaster(scenario.ruleset).table
    bare = replace(
        scenario,
        table=scenario.table or TableSize(width / 1000, depth / 1000, "inches"),
        terrain=(),
        ground="rolled",
        victory=None,
        follows="",
        options={name: one for name, one in scenario.options.items() if name not in ("victory", "turn_limit")},
    )
    faults: list[Fault] = []
    for army in (name for name, one in ready_armies().items() if one.ruleset == scenario.ruleset):
        sides = {
            name: SideEntry(edge=side.edge, colour=colour, army=army, zone=side.zone)
            for (name, side), colour in zip(scenario.sides.items(), get_args(Colour), strict=False)
        }
        whole, faults = gathered(replace(bare, sides=sides), files=False)
        if not faults:
            return whole
    raise MusterFault(faults)


def _laid_out(scenario: Scenario, seed: int) -> Battle[Any, Any, Any]:
    """The battle when the ground lies and the armies are about to be set down. Whoever is asked answers at random."""
    book, random, dice = ruleset(scenario.ruleset), Random(seed), FastDice(Random(seed))
    battle = book.begun(prepare(scenario)).battle
    for number in range(1, _MOST_ORDERS):
        if battle.turn or battle.outcome is not None:
            break
        if battle.roll is not None:
            obeyed = book.obey(battle, dice.throw(battle.roll, number))
        else:
            decision = battle.decisions[0]
            if isinstance(decision, PlaceUnit):
                break
            answer = book.sample(book.view(battle, decision.seat), decision, random)
            obeyed = book.obey(battle, Reply(decision.seat, decision.id, answer))
        assert not isinstance(obeyed, Illegal), obeyed
        battle = obeyed.battle
    return battle


def _entry(feature: Feature, book: Quartermaster, chosen: Switches) -> Terrain:
    """A piece that lies on a table as a scenario says it, to the hundredth of an inch."""
    if not isinstance(feature, Area):
        return Course(feature.kind, _spots(feature.course), feature.width / 1000)
    usual = [line.ring for line in book.contours(feature.kind, feature.ring, chosen)]
    drawn = [line.ring for line in feature.contours]
    lines = None if usual == drawn else tuple(map(_spots, drawn))
    return Patch(feature.kind, _spots(feature.ring), lines)


def _spots(points: Points) -> tuple[Spot, ...]:
    return tuple(_rounded(points))


def _rounded(points: Points) -> Iterator[Spot]:
    for x, y in points:
        yield round(x / 1000, 2), round(y / 1000, 2)
