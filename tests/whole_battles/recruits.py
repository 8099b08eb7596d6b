"""Battles between recruits, with every position looked at."""

from __future__ import annotations

from random import Random

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import meets
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Amend, Order, Reply
from schiltron.battle.state.unit import Aboard, Afloat, Hidden, OffTable, OnTable
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from schiltron.table.body import Single
from schiltron.table.outline import overlapping

MOST_ORDERS = 20_000
DEEP = 60
"""Thousandths of an inch: lining up and rounding may press bodies together by less."""


LONGEST = "6"
"""Turns of a battle whose scenario names no end but the last figure: recruits would be at it for an hour."""


def readied(scenario: str) -> AnyBattle:
    """A ready scenario before anything has been rolled, with an end that recruits reach."""
    battle = prepare(load_scenario(scenario))
    if battle.own.options.turn_limit:
        return battle
    return ruleset(battle.ruleset).amended(battle, Amend("turn_limit", LONGEST))


def opening(scenario: str, **switches: str) -> AnyBattle:
    """A ready scenario with some switches changed, carried on to the first thing that is due."""
    battle = readied(scenario)
    book = ruleset(battle.ruleset)
    for name, value in switches.items():
        battle = book.amended(battle, Amend(name, value))
    return book.begun(battle).battle


def next_order(battle: AnyBattle, random: Random, dice: FastDice) -> Order:
    book = ruleset(battle.ruleset)
    if battle.roll is not None:
        return dice.throw(battle.roll, battle.serial)
    decision = random.choice(battle.decisions)
    view = book.view(battle, decision.seat)
    return Reply(decision.seat, decision.id, book.sample(view, decision, random))


def stepped(battle: AnyBattle, order: Order) -> AnyBattle:
    obeyed = ruleset(battle.ruleset).obey(battle, order)
    assert not isinstance(obeyed, Illegal), f"{order} was refused: {obeyed}"
    return obeyed.battle


def positions(battle: AnyBattle, seed: int):
    """Every position of a random battle, the last one over."""
    random, dice = Random(seed), FastDice(Random(seed + 1))
    for _ in range(MOST_ORDERS):
        yield battle
        if battle.outcome is not None:
            return
        battle = stepped(battle, next_order(battle, random, dice))
    raise AssertionError(f"no end after {MOST_ORDERS} orders, in turn {battle.turn}")


def _passing(one: AnyUnit, other: AnyUnit) -> bool:
    """A single figure goes through its friends, and may have to wait for dice or for the enemy's fire among them."""
    return any(isinstance(body.body, Single) or body.bodies == 1 for body in (one, other))


def _baseless(unit: AnyUnit) -> bool:
    """Individuals of BATTLESYSTEM have no base and stand among friends (BS-2.3-03)."""
    return getattr(getattr(unit.own, "command", None), "rank", "") != ""


def sound(battle: AnyBattle) -> None:
    """What must be true of any position, whatever was played."""
    standing = []
    for unit in battle.units.values():
        assert 0 <= unit.figures <= unit.original
        assert unit.figures + unit.fallen <= unit.original
        if isinstance(unit.place, OnTable):
            assert unit.bodies > 0
            assert len(unit.places) == (1 if isinstance(unit.body, Single) else unit.bodies)
            assert battle.board.holds(unit.outline), f"{unit.name} hangs over the edge"
            standing.append(unit)
        elif isinstance(unit.place, Aboard):
            host = battle.units[unit.place.host]
            assert host.side == unit.side
            assert unit.figures == 0 or not isinstance(host.place, Aboard)
        elif isinstance(unit.place, Afloat):
            assert battle.board.holds(unit.outline), f"{unit.name} hangs over the edge"
            others = [one for one in battle.units.values() if one.afloat and one.id != unit.id]
            assert not any(overlapping(unit.outline, one.outline, DEEP) for one in others), (
                f"{unit.name} is run through"
            )
        else:
            assert isinstance(unit.place, OffTable | Hidden)
    halted = battle.roll is not None or any(decision.window for decision in battle.decisions)
    for place, one in enumerate(standing):
        for other in standing[place + 1 :]:
            if one.side == other.side and _passing(one, other) and (halted or _baseless(one) or _baseless(other)):
                continue
            if meets(battle, one, other):
                assert not overlapping(one.outline, other.outline, DEEP), f"{one.name} stands in {other.name}"
    assert (battle.roll is not None) + bool(battle.decisions) + (battle.outcome is not None) == 1
