"""The sequence of play as a list (chapter B1). The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, does, gathered
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Began, Ruled
from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.memory import forget
from schiltron.rulesets.book_of_war.aftermath.steps import FINISH, RECOVER_FALLEN, SAVE_HEROES
from schiltron.rulesets.book_of_war.attacks.area_damage import AREA_HIT
from schiltron.rulesets.book_of_war.attacks.phase import ATTACK_PHASE, PICK, VOLLEY, AttackPhase
from schiltron.rulesets.book_of_war.attacks.pikes import FREE_ATTACK
from schiltron.rulesets.book_of_war.attacks.strikes import STRIKE
from schiltron.rulesets.book_of_war.disputes import DISPUTE
from schiltron.rulesets.book_of_war.engaged import is_played
from schiltron.rulesets.book_of_war.magic.casting import SPELLS
from schiltron.rulesets.book_of_war.magic.ending import end_with_their_casters
from schiltron.rulesets.book_of_war.magic.spells import SPELL, UNMAKE
from schiltron.rulesets.book_of_war.magic.steps import Spells
from schiltron.rulesets.book_of_war.magic.wand_shots import WAND_SHOT
from schiltron.rulesets.book_of_war.magic.wizards import wizards
from schiltron.rulesets.book_of_war.morale.checks import CHECK, MORALE_PHASE, RECOVER, MoralePhase
from schiltron.rulesets.book_of_war.morale.losses import CLEAR_FALLEN, LEAVE_HEDGEHOG
from schiltron.rulesets.book_of_war.morale.rout import FLEE, FLIGHTS, Flights
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.movement.assault import ASSAULT
from schiltron.rulesets.book_of_war.movement.emerging import EMERGE, Emerge
from schiltron.rulesets.book_of_war.movement.individuals import GET_OFF, JOIN_UNIT
from schiltron.rulesets.book_of_war.movement.phase import MOVEMENT_PHASE, WALK, WALK_AFOOT, MovementPhase
from schiltron.rulesets.book_of_war.movement.second_moves import SECOND_MOVE
from schiltron.rulesets.book_of_war.movement.voyages import VOYAGE
from schiltron.rulesets.book_of_war.scale import casualties
from schiltron.rulesets.book_of_war.setup.deployment import DEPLOY
from schiltron.rulesets.book_of_war.setup.hidden_setup import DEPLOY_HIDING
from schiltron.rulesets.book_of_war.setup.opening import ROLL_INITIATIVE
from schiltron.rulesets.book_of_war.setup.terrain_laying import LAY_TERRAIN, ROLL_TERRAIN
from schiltron.rulesets.book_of_war.setup.weather_roll import ROLL_WEATHER
from schiltron.rulesets.book_of_war.special_combat.challenges import CHALLENGE, CHALLENGES, Challenges
from schiltron.rulesets.book_of_war.special_combat.entering import ENTER_RESULT, WHOSE_ENTRY
from schiltron.rulesets.book_of_war.special_combat.rounds import (
    COMBAT_AIMS,
    COMBAT_BLOWS,
    COMBAT_DAMAGE,
    COMBAT_ORDER,
    SPECIAL_COMBATS,
    SpecialCombats,
)
from schiltron.rulesets.book_of_war.state import Battle, Scene, ThisTurn, Unit
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.rulesets.book_of_war.victory import outcome


class Phase(Step, frozen=True, tag="book_of_war.phase"):
    """A phase of a player-turn begins; its name is an entry of the sequence of play."""

    name: str
    side: str


class EndTurn(Step, frozen=True, tag="book_of_war.end_turn"):
    side: str


_NOTHING_YET: Final = ThisTurn()
SETUP: Final = (
    SequenceEntry("initiative", "Initiative", ("BW-B1-02", "BW-B1-03"), "setup"),
    SequenceEntry("terrain", "Terrain", ("BW-B3-01", "BW-B3-06"), "setup"),
    SequenceEntry("deployment", "Deployment", ("BW-B4-03",), "setup"),
)
PLAYER_TURN: Final = (
    SequenceEntry("movement", "Movement", ("BW-B1-04", "BW-B1-05")),
    SequenceEntry("attacks", "Attacks", ("BW-B1-04", "BW-B1-06")),
    SequenceEntry("morale", "Morale", ("BW-B1-04", "BW-B1-07", "BW-B2-46"), clears=True),
)


def _player_turn(battle: Battle, side: str) -> tuple[Step, ...]:
    """Movement, attacks, morale (BW-B1-04); who has wizards calls upon magic as the attacks begin (BW-A4-15). Where
    heroes fight heroes apart, it is settled before that who does, and fought after all other attacks (BW-A3-37)."""
    magic = (Spells(side),) if battle.own.options.game == "advanced" and wizards(battle, side) else ()
    apart = is_played(battle)
    return (
        Phase("movement", side),
        Flights(side),
        MovementPhase(side),
        Phase("attacks", side),
        *((Challenges(side),) if apart else ()),
        *magic,
        AttackPhase(side),
        *((SpecialCombats(side),) if apart else ()),
        Phase("morale", side),
        MoralePhase(side),
        EndTurn(side),
    )


def _begin_turn(scene: Scene, step: BeginTurn) -> None:
    """Records of the last turn are wiped; losses count for one player-turn only (BW-B1-07)."""
    battle = scene.battle
    own = replace(battle.own, player_turns=battle.own.player_turns + 1)
    forget(battle)
    turn = battle.turn + (step.side == own.order[0])
    theirs = {unit.id for unit in commanded_by(battle, step.side)}
    units = {key: _refreshed(unit, theirs=key in theirs) for key, unit in battle.units.items()}
    scene.set(own=own, turn=turn, active=step.side, units=units)
    scene.tell(Began(what="turn", side=step.side, turn=turn, rules=("BW-B1-04",)))
    seen_by_wizards(scene)
    hiding = (Emerge(step.side),) if own.options.hiding != "open" else ()
    scene.now(*hiding, *_player_turn(scene.battle, step.side))


def _refreshed(unit: Unit, *, theirs: bool) -> Unit:
    own = unit.own
    if theirs and own.turn != _NOTHING_YET:
        return replace(unit, own=replace(own, lost=0, turn=_NOTHING_YET))
    return replace(unit, own=replace(own, lost=0)) if own.lost else unit


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in PLAYER_TURN if entry.name == step.name)
    scene.set(phase=step.name)
    if scene.battle.effects.all or scene.battle.due:
        end_with_their_casters(scene)
        upkeep(scene, Moment(scene.battle.turn, f"{step.name} {step.side}"))
    scene.tell(Began(what=step.name, side=step.side, turn=scene.battle.turn, rules=entry.rules))


def _end_turn(scene: Scene, step: EndTurn) -> None:
    """Players alternate (BW-B1-04) until one is beaten or time is up (BW-B1-10)."""
    battle = scene.battle
    for unit in commanded_by(battle, step.side):
        if unit.own.lost_since:
            scene.change(replace(unit, own=replace(unit.own, lost_since=False)))
    order = battle.own.order
    place = order.index(step.side)
    end = outcome(scene.battle, turn_over=place == len(order) - 1)
    if end is not None:
        lost = casualties(scene.battle)
        scene.tell(Ruled(what=lost.text, rules=lost.rules))
        scene.end(end)
    else:
        scene.now(BeginTurn(order[(place + 1) % len(order)]))


HANDLERS: Final = gathered(
    ROLL_INITIATIVE,
    ROLL_TERRAIN,
    LAY_TERRAIN,
    ROLL_WEATHER,
    DEPLOY,
    DEPLOY_HIDING,
    EMERGE,
    does(BeginTurn, _begin_turn),
    does(Phase, _begin_phase),
    FLIGHTS,
    FLEE,
    MOVEMENT_PHASE,
    WALK,
    WALK_AFOOT,
    VOYAGE,
    ASSAULT,
    JOIN_UNIT,
    GET_OFF,
    FREE_ATTACK,
    ATTACK_PHASE,
    PICK,
    VOLLEY,
    STRIKE,
    AREA_HIT,
    SPELLS,
    WAND_SHOT,
    SPELL,
    UNMAKE,
    CHALLENGES,
    CHALLENGE,
    SPECIAL_COMBATS,
    COMBAT_AIMS,
    COMBAT_ORDER,
    COMBAT_BLOWS,
    COMBAT_DAMAGE,
    ENTER_RESULT,
    WHOSE_ENTRY,
    MORALE_PHASE,
    CHECK,
    RECOVER,
    LEAVE_HEDGEHOG,
    CLEAR_FALLEN,
    SECOND_MOVE,
    does(EndTurn, _end_turn),
    FINISH,
    SAVE_HEROES,
    RECOVER_FALLEN,
    DISPUTE,
)
