"""The sequence of play, as a list: TA-TURN-01 to TA-TURN-07. The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, does, gathered
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Began
from schiltron.rulesets.by_this_axe.attacks.fighting import AFTER_BREATH, BEAT, MELEES, Melees
from schiltron.rulesets.by_this_axe.attacks.fire import FIRE, SECOND_VOLLEY, Fire
from schiltron.rulesets.by_this_axe.attacks.losses import CLEAR_FALLEN, CLOSE_UP, TAKE_OFF
from schiltron.rulesets.by_this_axe.attacks.strikes import ENGULF, SAVES, STRIKE
from schiltron.rulesets.by_this_axe.command.drawing import DRAW, KEEP, ORDER, DrawOrder, KeepCards
from schiltron.rulesets.by_this_axe.command.effects import DISTANCE
from schiltron.rulesets.by_this_axe.command.window import WINDOW
from schiltron.rulesets.by_this_axe.duels.blows import CLASH, DUEL_SAVES, RIPOSTE
from schiltron.rulesets.by_this_axe.duels.challenges import (
    ANSWER,
    CHALLENGE_ORDER,
    CHALLENGES,
    FORCING,
    PRESS,
    ChallengeOrder,
)
from schiltron.rulesets.by_this_axe.duels.rounds import ALLOT, DIRTY_TRICKS, ESCAPE, FORFEIT, STAND
from schiltron.rulesets.by_this_axe.magic.answering import SUCCOUR
from schiltron.rulesets.by_this_axe.magic.casting import CASTING
from schiltron.rulesets.by_this_axe.magic.prayers import HEAL, VOWS, Heal, Vows
from schiltron.rulesets.by_this_axe.morale.checks import CHECK, CHECKS, ROLL_CHECK
from schiltron.rulesets.by_this_axe.morale.flight import FLEE, FLIGHTS
from schiltron.rulesets.by_this_axe.morale.rallying import OFFER_RALLY, RALLIES, ROLL_RALLY, Rallies
from schiltron.rulesets.by_this_axe.movement.carrying import RESERVED_FIRE, ROLL_WOODS, WALK
from schiltron.rulesets.by_this_axe.movement.charging import RETREAT, ROLL_RETREAT
from schiltron.rulesets.by_this_axe.movement.initiative import (
    BEGIN_MOVES,
    CHOOSE_ORDER,
    INITIATIVE,
    WHO_MOVES,
    Initiative,
)
from schiltron.rulesets.by_this_axe.movement.phase import LAST_CHARGES, MOVES
from schiltron.rulesets.by_this_axe.movement.shying import EVADE, MET
from schiltron.rulesets.by_this_axe.off_table import game as off_table
from schiltron.rulesets.by_this_axe.setup.deployment import DEPLOY, ROLL_SETUP
from schiltron.rulesets.by_this_axe.state import SHAMED, Battle, PhaseName, Scene, ThisPhase, ThisTurn, Unit
from schiltron.rulesets.by_this_axe.steps import BeginTurn, Checks, Flights
from schiltron.rulesets.by_this_axe.victory import outcome


class Phase(Step, frozen=True, tag="by_this_axe.phase"):
    name: PhaseName


class EndPhase(Step, frozen=True, tag="by_this_axe.end_phase"):
    """Whether either side is beaten is tested after each phase (TA-TURN-08)."""

    name: PhaseName


class EndTurn(Step, frozen=True, tag="by_this_axe.end_turn"):
    pass


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
    if battle.own.options.fantasy != "none":
        phases["ranged"] = (Heal(), *phases["ranged"])
        phases["melee"] = (Heal(), Vows(), *phases["melee"])
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
    upkeep(scene, Moment(battle.turn + 1))


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a turn is wiped."""
    return unit if unit.own.turn == ThisTurn() else replace(unit, own=replace(unit.own, turn=ThisTurn()))


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in TURN if entry.name == step.name)
    units = {unit.id: _afresh(unit) for unit in scene.battle.units.values()}
    scene.set(phase=step.name, active="", units=units)
    upkeep(scene, Moment(scene.battle.turn, step.name))
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))


def _afresh(unit: Unit) -> Unit:
    """What was counted for a phase is wiped."""
    return unit if unit.own.phase == ThisPhase() else replace(unit, own=replace(unit.own, phase=ThisPhase()))


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


HANDLERS: Final = gathered(
    does(BeginTurn, _begin_turn),
    does(Phase, _begin_phase),
    does(EndPhase, _end_phase),
    does(EndTurn, _end_turn),
    ROLL_SETUP,
    DEPLOY,
    ORDER,
    DRAW,
    WINDOW,
    DISTANCE,
    KEEP,
    CHALLENGE_ORDER,
    CHALLENGES,
    ANSWER,
    PRESS,
    FORCING,
    STAND,
    ESCAPE,
    ALLOT,
    DIRTY_TRICKS,
    FORFEIT,
    CLASH,
    RIPOSTE,
    DUEL_SAVES,
    FIRE,
    SECOND_VOLLEY,
    MELEES,
    BEAT,
    AFTER_BREATH,
    STRIKE,
    ENGULF,
    SAVES,
    SUCCOUR,
    CASTING,
    HEAL,
    VOWS,
    TAKE_OFF,
    CLEAR_FALLEN,
    CLOSE_UP,
    INITIATIVE,
    WHO_MOVES,
    CHOOSE_ORDER,
    BEGIN_MOVES,
    MOVES,
    LAST_CHARGES,
    RETREAT,
    ROLL_RETREAT,
    WALK,
    ROLL_WOODS,
    RESERVED_FIRE,
    MET,
    EVADE,
    CHECKS,
    CHECK,
    ROLL_CHECK,
    FLIGHTS,
    FLEE,
    RALLIES,
    OFFER_RALLY,
    ROLL_RALLY,
    *off_table.HANDLERS,
)
