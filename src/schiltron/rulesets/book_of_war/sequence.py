"""The sequence of play, as a list: BW-B1-01, BW-B1-04, BW-B1-09. The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Began, Ruled
from schiltron.battle.guide import SequenceEntry
from schiltron.rulesets.book_of_war.attacks.phase import ATTACK_PHASE, PICK, VOLLEY
from schiltron.rulesets.book_of_war.attacks.pikes import FREE_ATTACK
from schiltron.rulesets.book_of_war.attacks.strikes import STRIKE
from schiltron.rulesets.book_of_war.morale.checks import CHECK, MORALE_PHASE, RECOVER
from schiltron.rulesets.book_of_war.morale.losses import CLEAR_FALLEN, LEAVE_HEDGEHOG
from schiltron.rulesets.book_of_war.morale.rout import FLEE, FLIGHTS
from schiltron.rulesets.book_of_war.movement.phase import MOVEMENT_PHASE, WALK
from schiltron.rulesets.book_of_war.movement.second_moves import SECOND_MOVE
from schiltron.rulesets.book_of_war.scale import casualties
from schiltron.rulesets.book_of_war.setup.deployment import DEPLOY
from schiltron.rulesets.book_of_war.setup.opening import ROLL_INITIATIVE
from schiltron.rulesets.book_of_war.setup.terrain_laying import LAY_TERRAIN, ROLL_TERRAIN
from schiltron.rulesets.book_of_war.state import (
    AttackPhase,
    BeginTurn,
    Check,
    ClearFallen,
    Deploy,
    EndTurn,
    Flee,
    Flights,
    FreeAttack,
    LayTerrain,
    LeaveHedgehog,
    MoralePhase,
    MovementPhase,
    Phase,
    Pick,
    Recover,
    RollInitiative,
    RollTerrain,
    Scene,
    SecondMove,
    Step,
    Strike,
    Unit,
    Volley,
    Walk,
)
from schiltron.rulesets.book_of_war.victory import outcome

SETUP: Final = (
    SequenceEntry("initiative", "Initiative", ("BW-B1-02", "BW-B1-03"), "setup"),
    SequenceEntry("terrain", "Terrain", ("BW-B3-01", "BW-B3-06"), "setup"),
    SequenceEntry("deployment", "Deployment", ("BW-B4-03",), "setup"),
)
PLAYER_TURN: Final = (
    SequenceEntry("movement", "Movement", ("BW-B1-04", "BW-B1-05")),
    SequenceEntry("attacks", "Attacks", ("BW-B1-04", "BW-B1-06")),
    SequenceEntry("morale", "Morale", ("BW-B1-04", "BW-B1-07", "BW-B2-46")),
)


def _player_turn(side: str) -> tuple[Step, ...]:
    """Movement, attacks, morale (BW-B1-04)."""
    return (
        Phase("movement", side),
        Flights(side),
        MovementPhase(side),
        Phase("attacks", side),
        AttackPhase(side),
        Phase("morale", side),
        MoralePhase(side),
        EndTurn(side),
    )


def _begin_turn(scene: Scene, step: BeginTurn) -> None:
    """Records of the last turn are wiped; losses count for one player-turn only (BW-B1-07)."""
    battle = scene.battle
    own = replace(battle.own, player_turns=battle.own.player_turns + 1)
    turn = battle.turn + (step.side == own.order[0])
    units = {unit.id: _refreshed(unit, step.side) for unit in battle.units.values()}
    scene.set(own=own, turn=turn, active=step.side, units=units)
    scene.tell(Began(what="turn", side=step.side, turn=turn, rules=("BW-B1-04",)))
    scene.now(*_player_turn(step.side))


def _refreshed(unit: Unit, side: str) -> Unit:
    own = replace(unit.own, lost=0)
    if unit.side == side:
        own = replace(own, spent=0, moved=False, shot=False, wasted=False, split=False, collided=())
    return unit if own == unit.own else replace(unit, own=own)


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in PLAYER_TURN if entry.name == step.name)
    scene.set(phase=step.name)
    scene.tell(Began(what=step.name, side=step.side, turn=scene.battle.turn, rules=entry.rules))


def _end_turn(scene: Scene, step: EndTurn) -> None:
    """Players alternate (BW-B1-04) until one is beaten or time is up (BW-B1-10)."""
    battle = scene.battle
    units = {
        unit.id: replace(unit, own=replace(unit.own, lost_since=False))
        if unit.side == step.side and unit.own.lost_since
        else unit
        for unit in battle.units.values()
    }
    scene.set(units=units)
    order = battle.own.order
    place = order.index(step.side)
    end = outcome(scene.battle, turn_over=place == len(order) - 1)
    if end is not None:
        lost = casualties(scene.battle)
        scene.tell(Ruled(what=lost.text, rules=lost.rules))
        scene.end(end)
    else:
        scene.now(BeginTurn(order[(place + 1) % len(order)]))


HANDLERS: Final[dict[type, Handler]] = {
    RollInitiative: ROLL_INITIATIVE,
    RollTerrain: ROLL_TERRAIN,
    LayTerrain: LAY_TERRAIN,
    Deploy: DEPLOY,
    BeginTurn: Handler(do=_begin_turn),
    Phase: Handler(do=_begin_phase),
    Flights: FLIGHTS,
    Flee: FLEE,
    MovementPhase: MOVEMENT_PHASE,
    Walk: WALK,
    FreeAttack: FREE_ATTACK,
    AttackPhase: ATTACK_PHASE,
    Pick: PICK,
    Volley: VOLLEY,
    Strike: STRIKE,
    MoralePhase: MORALE_PHASE,
    Check: CHECK,
    Recover: RECOVER,
    LeaveHedgehog: LEAVE_HEDGEHOG,
    ClearFallen: CLEAR_FALLEN,
    SecondMove: SECOND_MOVE,
    EndTurn: Handler(do=_end_turn),
}
