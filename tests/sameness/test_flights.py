"""Units that stand aside of each other, askew, bent or of unequal width, and are made to flee or fall back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import Moved
from schiltron.battle.state.field import enemies
from schiltron.battle.state.manoeuvre import Turn
from schiltron.rulesets import ruleset
from schiltron.rulesets.battlesystem.state import Rout, with_morale
from schiltron.rulesets.battlesystem.steps import RoutMove
from schiltron.rulesets.book_of_war.morale.straight_runs import nearest
from schiltron.rulesets.book_of_war.steps import Flee as FleeOfWar
from schiltron.rulesets.by_this_axe.morale.flight import Flee as FleeOfAxe
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.table.outline import outline
from tests.sameness.changes import CHANGES
from tests.sameness.comparing import NEAR, differences
from tests.sameness.exceptions import apart_from, leaning, made_even
from tests.sameness.playing import crooked, entries
from tests.sameness.rewriting import changed

SCENARIOS = ("hill-and-woods", "horse-and-pikes", "wolf-wood", "lances-and-pikes", "crossroads")


def driven_off(battle: AnyBattle, unit: str, foe: str) -> AnyBattle:
    """The position with a unit about to run from another, and nothing due after that."""
    steps = {
        "book_of_war": FleeOfWar(unit),
        "by_this_axe": FleeOfAxe(unit),
        "chainmail": React((foe,), (unit,), "rout", 1500),
        "battlesystem": RoutMove(unit, 1000, (foe,)),
    }
    runs = replace(battle.units[unit], marks=(*battle.units[unit].marks, "routed"))
    if battle.ruleset == "battlesystem":
        runs = with_morale(runs, rout=Rout(runs.pose.heading, battle.turn))
    return replace(battle.with_unit(runs), agenda=(steps[battle.ruleset], *battle.agenda), decisions=(), roll=None)


def ran(answer: Obeyed[Any, Any, Any], unit: str) -> Moved | None:
    return next((event for event in answer.events if isinstance(event, Moved) and event.unit == unit), None)


def to_the_right(moved: Moved | None) -> bool:
    turn = moved.legs[0].manoeuvre if moved is not None else None
    return isinstance(turn, Turn) and turn.angle > 0


def apart(battle: AnyBattle, moved: Moved) -> int:
    """How far from the nearest enemy it came, as all stood before."""
    unit = battle.units[moved.unit]
    end = outline(moved.legs[-1].pose, moved.legs[-1].body, unit.bodies)
    return nearest(end, [foe.outline for foe in enemies(battle, unit)])


def even_ways(here: AnyBattle, one: Moved | None, there: AnyBattle, other: Moved | None) -> bool:
    """Whether it comes as far from the nearest enemy one way as the other: of two ways alike in all else the right-hand
    one is taken, in a mirror too (TA-MORALE-24)."""
    if one is None or other is None or not to_the_right(one) or not to_the_right(other):
        return False
    return abs(apart(here, one) - apart(there, other)) <= NEAR


def check(scenario: str, seed: int, positions: int) -> None:
    random, moved, tried = Random(seed), 0, 0
    for entry in entries(scenario, seed, 0, 400):
        battle = crooked(entry.battle, random) if entry.number % 3 == 0 else None
        if battle is None:
            continue
        unit = next(key for key in battle.units if battle.units[key] != entry.battle.units[key])
        side = battle.units[unit].side
        foe = next(one.id for one in battle.standing() if one.side != side)
        book = ruleset(battle.ruleset)
        for name, kind in CHANGES.items():
            start = driven_off(made_even(battle) if name == "mirrored" else battle, unit, foe)
            change = kind(start)
            here, there = book.begun(start), book.begun(changed(start, change, start))
            expected = changed(here, change, start)
            wrong = differences(expected, there)
            if wrong and change.mirrors and (lean := leaning(start, here, there)):
                wrong = differences(*(apart_from(one, start, lean) for one in (expected, there)))
            if change.mirrors and even_ways(start, ran(here, unit), changed(start, change, start), ran(there, unit)):
                continue
            assert not wrong, "\n".join([f"{scenario}, seed {seed}, entry {entry.number}, {name}, {unit}", *wrong[:8]])
            moved += any(isinstance(event, Moved) and event.unit == unit for event in here.events)
        tried += 1
        if tried >= positions:
            break
    assert moved, "nobody ran"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_is_driven_off_runs_the_same_way(scenario: str) -> None:
    check(scenario, 4, positions=4)


def test_straight_before_an_enemy_the_right_hand_way_is_taken_in_a_mirror_too() -> None:
    """TA-MORALE-24."""
    check("ashmere-causeway", 300, positions=4)
