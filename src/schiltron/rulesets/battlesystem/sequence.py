"""The sequence of play, as a list (cases 1.0 to 1.7). The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, does, gathered
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Began
from schiltron.rulesets.battlesystem.command.fate import FATE, settle
from schiltron.rulesets.battlesystem.command.initiative import INITIATIVE, Initiative
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.command.rallying import ATTEMPT, RALLY_PHASE, Rally
from schiltron.rulesets.battlesystem.command.refacing import REFACE
from schiltron.rulesets.battlesystem.command.roles import ROLES, Roles
from schiltron.rulesets.battlesystem.command.spells import SPELLS, DeclareSpells
from schiltron.rulesets.battlesystem.field import basic
from schiltron.rulesets.battlesystem.melee.duels import (
    DUEL_AIMS,
    DUEL_BLOWS,
    DUEL_DAMAGE,
    DUEL_ROUND,
    INDIVIDUAL_COMBATS,
    IndividualCombats,
)
from schiltron.rulesets.battlesystem.melee.ending import END_MELEE, EndMelee
from schiltron.rulesets.battlesystem.melee.fights import FIGHT, FREE_ATTACK, MELEES, Melees
from schiltron.rulesets.battlesystem.melee.readying import ARM_UP, BEGIN_MELEE, PLEDGE, BeginMelee
from schiltron.rulesets.battlesystem.missiles.crews import CREWS, Crews
from schiltron.rulesets.battlesystem.missiles.passing import PASS_THROUGH, SPLIT_FIRE
from schiltron.rulesets.battlesystem.missiles.phase import ARTILLERY, SHOOTING, Artillery, Shooting
from schiltron.rulesets.battlesystem.missiles.volleys import VOLLEY
from schiltron.rulesets.battlesystem.morale.capture import HEMMED
from schiltron.rulesets.battlesystem.morale.checks import CHECK_MORALE, OWED_CHECKS
from schiltron.rulesets.battlesystem.morale.discipline import CHECK_DISCIPLINE, calm_down
from schiltron.rulesets.battlesystem.movement.carrying import WALK
from schiltron.rulesets.battlesystem.movement.compelled import UNLEASHED
from schiltron.rulesets.battlesystem.movement.contact import CONTACT_MADE
from schiltron.rulesets.battlesystem.movement.marches import MARCH_CHECK
from schiltron.rulesets.battlesystem.movement.mobs import MOB_WHEELS
from schiltron.rulesets.battlesystem.movement.phase import BEGIN_MOVEMENT, MOVES, WHO_MOVES, WhoMoves
from schiltron.rulesets.battlesystem.movement.resting import REST
from schiltron.rulesets.battlesystem.movement.running import FLEE
from schiltron.rulesets.battlesystem.movement.runs import ROUT_MOVE
from schiltron.rulesets.battlesystem.movement.splitting import SPLIT_ONWARD
from schiltron.rulesets.battlesystem.movement.withdrawing import DRAW_BACK, FOLLOW_UP, WITHDRAW
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.setup.deployment import DEPLOY, DEPLOY_TOGETHER, PLACE_ARMIES
from schiltron.rulesets.battlesystem.setup.opening import OPEN_FIELD, STAND_READY
from schiltron.rulesets.battlesystem.setup.rolled_scores import ROLLED_SCORES
from schiltron.rulesets.battlesystem.state import Battle, PhaseName, Scene, ThisTurn, Unit
from schiltron.rulesets.battlesystem.steps import BeginRound
from schiltron.rulesets.battlesystem.victory import outcome


class Phase(Step, frozen=True, tag="battlesystem.phase"):
    name: PhaseName


class RoundOrder(Step, frozen=True, tag="battlesystem.round_order"):
    """The phases after initiative, once it is known who is Side A."""


class EndRound(Step, frozen=True, tag="battlesystem.end_round"):
    pass


SETUP: Final = (SequenceEntry("deployment", "Army placement", ("BS-3.0-01", "BS-3.4-01", "BS-3.4-02"), "setup"),)
ROUND: Final = (
    SequenceEntry("initiative", "Initiative", ("BS-1.1-01", "BS-5.1-01")),
    SequenceEntry("initial_missile", "Initial missiles", ("BS-1.2-01", "BS-10.2-01")),
    SequenceEntry("rally", "Rally", ("BS-1.3-01", "BS-6.0-01")),
    SequenceEntry("movement", "Movement", ("BS-1.4-01", "BS-1.4-02")),
    SequenceEntry("missile", "Missile and magic", ("BS-1.5-01",)),
    SequenceEntry("melee", "Melee", ("BS-1.6-03", "BS-8.0-01")),
    SequenceEntry("end", "End of Game Round", ("BS-1.7-01",)),
)
_NOT_BASIC: Final = ("initial_missile", "missile")


def round_of(battle: Battle) -> tuple[SequenceEntry, ...]:
    """Seven phases, or the five of the Basic Game (BS-1.0-01, BS-1.0-02)."""
    return tuple(entry for entry in ROUND if not (basic(battle) and entry.name in _NOT_BASIC))


def _begin_round(scene: Scene, _step: BeginRound) -> None:
    """The count of Game Rounds goes on (BS-1.0-06)."""
    battle = scene.battle
    units = {unit.id: _refreshed(unit) for unit in battle.units.values()}
    scene.set(turn=battle.turn + 1, units=units, active="", own=replace(battle.own, order=(), movers=()))
    scene.tell(Began(what="turn", turn=battle.turn + 1, rules=("BS-1.0-01", "BS-1.0-06")))
    scene.now(DeclareSpells(), Phase("initiative"), Initiative(), RoundOrder())
    upkeep(scene, Moment(battle.turn + 1))


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a round is wiped: it has as many blows, shots and attempts as a melee round (BS-1.0-03)."""
    return unit if unit.own.turn == ThisTurn() else replace(unit, own=replace(unit.own, turn=ThisTurn()))


def _phases(scene: Scene, _step: RoundOrder) -> None:
    """Side A acts before Side B in every phase (BS-1.0-07, BS-1.1-01)."""
    by_default(scene, "measuring")
    sides = scene.battle.own.order
    rallies = tuple(Rally(side) for side in sides)
    roles = tuple(Roles(side) for side in sides)
    steps: tuple[Step, ...] = (Phase("rally"), *rallies, Phase("movement"), *roles, WhoMoves())
    if not basic(scene.battle):
        initial = tuple(Shooting(side, "initial") for side in sides)
        volleys = tuple(Shooting(side, "phase") for side in sides)
        engines = tuple(step for side in sides for step in (Crews(side), Artillery(side)))
        steps = (Phase("initial_missile"), *initial, *steps, Phase("missile"), *volleys, *engines)
        steps = (*steps, Phase("melee"), IndividualCombats())
    else:
        steps = (*steps, Phase("melee"))
    scene.now(*steps, BeginMelee(), Melees(), EndMelee(), Phase("end"), EndRound())


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in ROUND if entry.name == step.name)
    scene.set(phase=step.name, active="")
    calm_down(scene)
    keep_order(scene)
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))
    upkeep(scene, Moment(scene.battle.turn, step.name))


def _end_round(scene: Scene, _step: EndRound) -> None:
    """Histories are written up, then it is seen whether the battle is over (BS-1.7-01, BS-S0-14)."""
    calm_down(scene)
    end = outcome(scene.battle)
    if end is not None:
        settle(scene)
        if end.how == "annihilated":
            by_default(scene, "tie")
        scene.end(end)
    else:
        scene.now(BeginRound())


HANDLERS: Final = gathered(
    OPEN_FIELD,
    ROLLED_SCORES,
    PLACE_ARMIES,
    DEPLOY,
    DEPLOY_TOGETHER,
    STAND_READY,
    does(BeginRound, _begin_round),
    SPELLS,
    does(Phase, _begin_phase),
    INITIATIVE,
    does(RoundOrder, _phases),
    SHOOTING,
    RALLY_PHASE,
    ATTEMPT,
    REFACE,
    ROLES,
    WHO_MOVES,
    BEGIN_MOVEMENT,
    ROUT_MOVE,
    UNLEASHED,
    MOB_WHEELS,
    MOVES,
    WALK,
    CONTACT_MADE,
    SPLIT_ONWARD,
    DRAW_BACK,
    WITHDRAW,
    FOLLOW_UP,
    FLEE,
    MARCH_CHECK,
    REST,
    PASS_THROUGH,
    SPLIT_FIRE,
    CREWS,
    ARTILLERY,
    VOLLEY,
    INDIVIDUAL_COMBATS,
    DUEL_AIMS,
    DUEL_ROUND,
    DUEL_BLOWS,
    DUEL_DAMAGE,
    BEGIN_MELEE,
    ARM_UP,
    PLEDGE,
    MELEES,
    FIGHT,
    FREE_ATTACK,
    END_MELEE,
    OWED_CHECKS,
    CHECK_MORALE,
    CHECK_DISCIPLINE,
    HEMMED,
    FATE,
    does(EndRound, _end_round),
)
