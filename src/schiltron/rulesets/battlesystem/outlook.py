"""How likely units are to hold, obey and rally: 2d10 against the numbers of the checks (cases 4.1 to 4.6 and 6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances
from schiltron.battle.play.casualties import Harm
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.morale.checks import checks_at_all
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import chance
from schiltron.rulesets.battlesystem.morale.discipline import number
from schiltron.rulesets.battlesystem.morale.due_checks import owe_losses
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Battle, Cause, Scene, Unit


def passes(battle: Battle, unit: Unit, causes: tuple[Cause, ...] = ()) -> float:
    """How likely a unit is to pass a check of its morale now; who never checks it, surely (BS-4.1-09)."""
    return chance(current_morale(battle, unit, causes)) if checks_at_all(unit) else 1.0


def obeys(battle: Battle, unit: Unit) -> float:
    """How likely a unit is to pass a check of discipline (BS-4.6-02)."""
    return chance(number(battle, unit))


def heeds(battle: Battle, commander: Unit, unit: Unit) -> float:
    """How likely an attempt of a commander is to succeed: to rally, to bring back, to give an order (BS-6.2-01)."""
    return chance(current_morale(battle, unit, rallied_by=commander))


def holds(battle: Battle, units: Sequence[Unit], lost: int) -> float:
    """How likely a unit is to hold if one attack costs it so many figures: 1 where that makes no check due (BS-4.4-01).

    `units` is the unit, or the figures of a skirmish unit in the order in which they fall.
    """
    scene = Scene(replace(battle, agenda=()), LAPSES)
    left = lost
    for unit in units:
        falls = min(left, unit.figures)
        if falls:
            fell(scene, unit.id, falls, Harm())
        left -= falls
    owe_losses(scene, units[0].id)
    keep_order(scene)
    battle = scene.battle
    passed = 1.0
    for unit in (battle.units[one.id] for one in units):
        for owed in unit.own.morale.owed if unit.own.morale.rout is None else ():
            passed *= passes(battle, unit, owed.causes)
    return passed


def fails(battle: Battle, units: Sequence[Unit], kills: Chances) -> float:
    """How likely a unit with figures left is to fail the check for what an attack costs it."""
    there = sum(unit.figures for unit in units)
    return sum(
        share * (1.0 - holds(battle, units, lost)) for lost, share in enumerate(kills) if share and 0 < lost < there
    )
