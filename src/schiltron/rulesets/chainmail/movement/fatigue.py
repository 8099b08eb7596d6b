"""Fatigue: CM-FATIGUE-01 to CM-FATIGUE-04 and CM-FATIGUE-08 to CM-FATIGUE-10, CM-WEATHER-04; what else a turn leaves.

A history counts what was done without a rest: turns of moving on end, how many of them came before the last charge, and
rounds of melee, all of them and those since that charge. A turn without moving breaks off the moves; only rest, a turn
without moving and without melee, wipes the charge and the rounds.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.field import in_melee
from schiltron.rulesets.chainmail.field import alive, is_fleeing, is_swiss
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import FATIGUED, FORMING, Battle, Effort, Scene, Unit
from schiltron.rulesets.chainmail.walking.ground import rivers
from schiltron.table.banks import at_the_bank

_CONDITIONS: Final = ("CM-FATIGUE-01", "CM-FATIGUE-02", "CM-FATIGUE-03", "CM-FATIGUE-04")
_RESTED: Final = ("CM-FATIGUE-10",)


class _Limit(NamedTuple):
    """A line of the table: so many turns of moving, a charge or none, and so many rounds of melee tire."""

    moves: int
    charge: bool
    rounds: int
    rule: str


def _limits(prefix: str) -> tuple[_Limit, ...]:
    return tuple(
        _Limit(
            int(row[f"{prefix}move_turns"]),
            bool(row[f"{prefix}charge_moves"]),
            int(row[f"{prefix}melee_rounds"]),
            rule,
        )
        for rule, row in zip(_CONDITIONS, LAW.sheet("CM-T-fatigue").records(), strict=True)
    )


_USUAL: Final = _limits("")
_SWISS: Final = _limits("swiss_")
"""Swiss and Landsknechte double the numbers (CM-FATIGUE-09)."""


def tire(scene: Scene) -> None:
    """At the end of a turn what every unit did is added to its history, and the rested are fresh again."""
    for unit in list(scene.battle.units.values()):
        if alive(unit):
            _write_up(scene, unit)
            _break_off(scene, unit.id)


def _write_up(scene: Scene, unit: Unit) -> None:
    own, battle = unit.own, scene.battle
    effort = after_turn(battle, unit)
    rules = weariness(unit, effort)
    fatigued = not _rested(battle, unit) and (own.past.fatigued or bool(rules))
    past = replace(
        own.past,
        effort=effort,
        fatigued=fatigued,
        turns_still=0 if own.turn.moved else own.past.turns_still + 1,
        last_charge=battle.turn if own.turn.charged else own.past.last_charge,
    )
    scene.change(replace(unit, own=replace(own, bank=_bank(battle, unit), past=past)))
    if fatigued != own.past.fatigued:
        scene.mark(unit.id, FATIGUED, on=fatigued, rules=(*rules, *_hastened(battle, unit)) if fatigued else _RESTED)


def _hastened(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The rules by which this turn tired a unit more than others do: it went uphill, or the heat was great."""
    uphill = ("CM-FATIGUE-08",) if unit.own.turn.uphill else ()
    return (*uphill, *(one.grant.rule for one in battle.effects.granted("", "effort")))


def after_turn(battle: Battle, unit: Unit) -> Effort:
    """A unit's history with this turn in it: uphill and in great heat everything counts double; rest wipes it."""
    own, effort = unit.own, unit.own.past.effort
    if _rested(battle, unit):
        return Effort()
    weight = prod(one.grant.times[0] for one in battle.effects.granted("", "effort") if one.grant.times is not None)
    step = weight * (2 if own.turn.uphill else 1)  # CM-FATIGUE-08
    rounds = weight if own.turn.fought else 0
    return Effort(
        moves=effort.moves + step if own.turn.moved else 0,
        before=effort.moves if own.turn.charged else effort.before,
        rounds=effort.rounds + rounds,
        after=rounds if own.turn.charged else effort.after + rounds,
    )


def _rested(battle: Battle, unit: Unit) -> bool:
    return not unit.own.turn.moved and not unit.own.turn.fought and not in_melee(battle, unit)


def weariness(unit: Unit, effort: Effort) -> tuple[str, ...]:
    """The rules by which a history tires a unit; none while it is fresh."""
    found = []
    for limit in _SWISS if is_swiss(unit) else _USUAL:
        if limit.charge:
            tires = effort.before is not None and effort.before >= limit.moves and effort.after >= limit.rounds
        else:
            tires = effort.moves >= limit.moves and effort.rounds >= limit.rounds
        if tires:
            found.append(limit.rule)
    if found and is_swiss(unit):
        found.append("CM-FATIGUE-09")
    return tuple(found)


def _bank(battle: Battle, unit: Unit) -> tuple[str, int, bool] | None:
    """The river a unit has halted at: it may cross from the next turn on (CM-TERR-12)."""
    found = rivers(battle.board.features) if battle.board is not None else ()
    if not found or not unit.on_table:
        return None
    river = at_the_bank(unit.pose, unit.body, found)
    if river is None:
        return None
    known = unit.own.bank
    return known if known is not None and known[0] == river.id else (river.id, battle.turn, False)


def _break_off(scene: Scene, unit_id: str) -> None:
    """A melee or flight ends a change of formation that was under way (CM-FORM-03)."""
    unit = scene.unit(unit_id)
    if unit.own.forming is None or not (unit.own.turn.fought or is_fleeing(unit)):
        return
    scene.change(replace(unit, own=replace(unit.own, forming=None)))
    scene.mark(unit_id, FORMING, on=False, rules=("CM-FORM-03",))
