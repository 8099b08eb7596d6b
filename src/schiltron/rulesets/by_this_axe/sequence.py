"""The sequence of play, as a list: TA-TURN-01 to TA-TURN-07. The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Began
from schiltron.battle.guide import SequenceEntry
from schiltron.rulesets.by_this_axe.attacks.handlers import ATTACKS
from schiltron.rulesets.by_this_axe.attacks.steps import Fire, Melees
from schiltron.rulesets.by_this_axe.command.handlers import COMMAND
from schiltron.rulesets.by_this_axe.command.steps import DrawOrder, KeepCards
from schiltron.rulesets.by_this_axe.duels.handlers import DUELS
from schiltron.rulesets.by_this_axe.duels.steps import ChallengeOrder
from schiltron.rulesets.by_this_axe.morale.handlers import MORALE
from schiltron.rulesets.by_this_axe.morale.steps import Checks, Flights, Rallies
from schiltron.rulesets.by_this_axe.movement.handlers import MOVEMENT
from schiltron.rulesets.by_this_axe.movement.steps import Initiative
from schiltron.rulesets.by_this_axe.setup.handlers import SETTING_UP
from schiltron.rulesets.by_this_axe.state import (
    SHAMED,
    Battle,
    BeginTurn,
    EndPhase,
    EndTurn,
    Phase,
    PhaseName,
    Scene,
    Step,
    Unit,
)
from schiltron.rulesets.by_this_axe.victory import outcome

SETUP: Final = (SequenceEntry("deployment", "Deployment", ("TA-UNIT-06",), "setup"),)
TURN: Final = (
    SequenceEntry("command", "Command", ("TA-TURN-02", "TA-CMD-02")),
    SequenceEntry("duels", "Duels", ("TA-TURN-03",)),
    SequenceEntry("ranged", "Ranged combat", ("TA-TURN-04",)),
    SequenceEntry("movement", "Movement", ("TA-TURN-05",)),
    SequenceEntry("melee", "Melee", ("TA-TURN-06",)),
)


def _turn(battle: Battle) -> tuple[Step, ...]:
    """Five phases, each finished before the next (TA-TURN-01); the first only with order cards (TA-CMD-01)."""
    phases: dict[PhaseName, tuple[Step, ...]] = {
        "duels": (ChallengeOrder(),),
        "ranged": (Fire(tuple(side.id for side in battle.sides)), Checks("ranged"), Flights("ranged")),
        "movement": (Initiative(), Rallies()),
        "melee": (Melees(), Checks("melee"), Flights("melee")),
    }
    if battle.own.options.command == "cards":
        phases = {"command": (DrawOrder(),), **phases}
    steps = (step for name, inner in phases.items() for step in (Phase(name), *inner, EndPhase(name)))
    return (*steps, EndTurn())


def _begin_turn(scene: Scene, _step: BeginTurn) -> None:
    battle = scene.battle
    units = {unit.id: _refreshed(unit) for unit in battle.units.values()}
    scene.set(turn=battle.turn + 1, units=units, active="")
    scene.tell(Began(what="turn", turn=battle.turn + 1, rules=("TA-TURN-01",)))
    for unit in battle.units.values():
        if unit.has(SHAMED):
            scene.mark(unit.id, SHAMED, on=False, rules=("TA-DUEL-05",))
    scene.now(*_turn(battle))


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a turn is wiped."""
    own = replace(
        unit.own,
        spent=0,
        moved=False,
        shot=False,
        charged=False,
        rallied=False,
        lost=0,
        orders=(),
        woods=None,
        joined_at=None,
    )
    if own.person is not None:
        own = replace(own, person=replace(own.person, shamed=False, duelled=False))
    return unit if own == unit.own else replace(unit, own=own)


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in TURN if entry.name == step.name)
    units = {unit.id: _afresh(unit) for unit in scene.battle.units.values()}
    scene.set(phase=step.name, active="", units=units)
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))


def _afresh(unit: Unit) -> Unit:
    """What was counted for a phase is wiped; a raised morale lasts for the phase (TA-CMD-41)."""
    orders = tuple(order for order in unit.own.orders if order.effect != "morale")
    own = replace(unit.own, lost_now=0, struck=(), checked=(), carded="", orders=orders)
    return unit if own == unit.own else replace(unit, own=own)


def _end_phase(scene: Scene, _step: EndPhase) -> None:
    end = outcome(scene.battle)
    if end is not None:
        scene.end(end)


def _end_turn(scene: Scene, _step: EndTurn) -> None:
    end = outcome(scene.battle, turn_over=True)
    if end is not None:
        scene.end(end)
        return
    cards = (KeepCards(),) if scene.battle.own.options.command == "cards" else ()
    scene.now(*cards, BeginTurn())


HANDLERS: Final[dict[type, Handler]] = {
    BeginTurn: Handler(do=_begin_turn),
    Phase: Handler(do=_begin_phase),
    EndPhase: Handler(do=_end_phase),
    EndTurn: Handler(do=_end_turn),
    **SETTING_UP,
    **COMMAND,
    **DUELS,
    **ATTACKS,
    **MOVEMENT,
    **MORALE,
}
