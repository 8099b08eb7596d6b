"""The sequence of play, as a list: CM-TURN-01 to CM-TURN-16. The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, does, gathered
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Began
from schiltron.rulesets.chainmail.artillery.breath import BREATH, BREATHS_DRAWN
from schiltron.rulesets.chainmail.artillery.crews import CREWS, Crews
from schiltron.rulesets.chainmail.artillery.phase import ARTILLERY_FIRE, Artillery
from schiltron.rulesets.chainmail.artillery.shots import SHOT
from schiltron.rulesets.chainmail.camps import find_all
from schiltron.rulesets.chainmail.fantasy.unseen import show_all_cover
from schiltron.rulesets.chainmail.fire.arquebus import FUSILLADE
from schiltron.rulesets.chainmail.fire.marksmen import MARKED_SHOT
from schiltron.rulesets.chainmail.fire.passing import PASS_THROUGH, SPLIT_FIRE, THROW_AT_CHARGERS
from schiltron.rulesets.chainmail.fire.phase import CONTEST, MISSILES, RELOAD, TAKE_OFF, Missiles, TakeOff
from schiltron.rulesets.chainmail.fire.volleys import VOLLEY
from schiltron.rulesets.chainmail.joust import course as lists
from schiltron.rulesets.chainmail.magic.casting import MAGIC
from schiltron.rulesets.chainmail.magic.countering import COUNTER, MAY_COUNTER
from schiltron.rulesets.chainmail.magic.keeping_up import KEEP_UP, KeepUp
from schiltron.rulesets.chainmail.magic.landing import SPELL
from schiltron.rulesets.chainmail.magic.missiles import FLING
from schiltron.rulesets.chainmail.magic.rampaging import RAMPAGE, Rampage
from schiltron.rulesets.chainmail.magic.steps import Magic
from schiltron.rulesets.chainmail.magic.strength import SETTLE_STRENGTH, SettleStrength, magicians
from schiltron.rulesets.chainmail.magic.trees import WAKE, Wake, take_root, wakes
from schiltron.rulesets.chainmail.man_to_man.rounds import BLOWS, HAND_TO_HAND
from schiltron.rulesets.chainmail.man_to_man.shooting import SHAFTS
from schiltron.rulesets.chainmail.man_to_man.stances import STANCES
from schiltron.rulesets.chainmail.melee.challenges import CHALLENGES
from schiltron.rulesets.chainmail.melee.joining import JOIN_MELEES
from schiltron.rulesets.chainmail.melee.petrifying import PETRIFY, STARES
from schiltron.rulesets.chainmail.melee.refusing import REFUSE_COMBAT
from schiltron.rulesets.chainmail.melee.rounds import MELEES, NEXT_MELEE, ROUND, Melees
from schiltron.rulesets.chainmail.melee.stakes import STAKES, plant
from schiltron.rulesets.chainmail.morale.charges import STAND_CHARGE
from schiltron.rulesets.chainmail.morale.commander import settle
from schiltron.rulesets.chainmail.morale.giving_ground import FALL_BACK, MAY_WITHDRAW
from schiltron.rulesets.chainmail.morale.instability import INSTABILITY, REMAIN, Instability
from schiltron.rulesets.chainmail.morale.post_melee import POST_MELEE
from schiltron.rulesets.chainmail.morale.prisoners import TAKE_PRISONERS, watch
from schiltron.rulesets.chainmail.morale.rally import RALLIES, ROLL_RALLY, STAY_OR_RUN, Rallies, recover
from schiltron.rulesets.chainmail.morale.reactions import REACT
from schiltron.rulesets.chainmail.morale.terror import QUAIL
from schiltron.rulesets.chainmail.movement.carrying import WALK
from schiltron.rulesets.chainmail.movement.coming_down import at_the_end
from schiltron.rulesets.chainmail.movement.contact import APPEAR, CONTACT_MADE
from schiltron.rulesets.chainmail.movement.fatigue import tire
from schiltron.rulesets.chainmail.movement.initiative import BEGIN_MOVES, CHOOSE_ORDER, INITIATIVE, Initiative
from schiltron.rulesets.chainmail.movement.phase import MOVES
from schiltron.rulesets.chainmail.movement.rising import RISE, RISING, rising
from schiltron.rulesets.chainmail.movement.splitting import SPLIT_ONWARD
from schiltron.rulesets.chainmail.obedience.before_orders import COMPULSIONS
from schiltron.rulesets.chainmail.obedience.feuds import BRAWL, ENMITY, FEUD, FEUDS, Feuds
from schiltron.rulesets.chainmail.obedience.knights import OBEDIENCE_DIE
from schiltron.rulesets.chainmail.obedience.mercenaries import (
    ARRIVE,
    MARCH_AWAY,
    TEMPER_DIE,
    TEMPERS,
    Tempers,
    arrivals,
)
from schiltron.rulesets.chainmail.obedience.peasants import DARE, DARE_TO_JOIN, DEFEND
from schiltron.rulesets.chainmail.raids.baggage import HIDE_BAGGAGE, PLUNDER, SEEK_BAGGAGE, SeekBaggage
from schiltron.rulesets.chainmail.raids.returning import COME_BACK
from schiltron.rulesets.chainmail.raids.separate_action import CAMP_MORALE, CAMP_ROUND, SEPARATE_ACTION
from schiltron.rulesets.chainmail.setup.deployment import DEPLOY, ROLL_SETUP
from schiltron.rulesets.chainmail.setup.neutrals import DICE_NEUTRALS
from schiltron.rulesets.chainmail.setup.opening import OPEN_FIELD
from schiltron.rulesets.chainmail.setup.terrain_cards import DRAW_TERRAIN, LAY_TERRAIN, OFFER_TERRAIN, TERRAIN_ORDER
from schiltron.rulesets.chainmail.siege.acts import SIEGE_ACTS, SiegeActs
from schiltron.rulesets.chainmail.siege.boiling import DROP_ROCK, SMOKE, Smoke
from schiltron.rulesets.chainmail.siege.escalade import ESCALADES, HEAD_BLOW, NEXT_MAN, PUSH_OFF, Escalades
from schiltron.rulesets.chainmail.siege.labours import LABOURS, Labours
from schiltron.rulesets.chainmail.siege.machines import BATTER, Batter
from schiltron.rulesets.chainmail.siege.mines import DIG, PLAN_MINES, Dig, PlanMines
from schiltron.rulesets.chainmail.siege.stations import is_siege
from schiltron.rulesets.chainmail.state import Battle, Scene, ThisTurn, Unit
from schiltron.rulesets.chainmail.steps import BeginTurn, Phase
from schiltron.rulesets.chainmail.troop_traits.organization import separate
from schiltron.rulesets.chainmail.victory import outcome
from schiltron.rulesets.chainmail.weather.burning import BURN, SPREAD, Burn, Spread
from schiltron.rulesets.chainmail.weather.changing import WEATHER_CHECK, WeatherCheck
from schiltron.rulesets.chainmail.weather.fires import may_burn
from schiltron.rulesets.chainmail.written.marching import AT_THE_HALF, ONWARD, SET_OUT
from schiltron.rulesets.chainmail.written.orders import WRITE_ORDERS, WriteOrders


class EndTurn(Step, frozen=True, tag="chainmail.end_turn"):
    pass


SETUP: Final = (
    SequenceEntry("terrain", "Terrain", ("CM-TERR-13", "CM-TERR-14", "CM-TERR-15"), "setup"),
    SequenceEntry("deployment", "Deployment", ("CM-SETUP-01",), "setup"),
)
TURN: Final = (
    SequenceEntry("before", "Before the turn", ("CM-WEATHER-02", "CM-HIST-17", "CM-HIST-41", "CM-CATAPULT-07")),
    SequenceEntry("initiative", "Initiative", ("CM-TURN-02",)),
    SequenceEntry("first_move", "First move", ("CM-TURN-03", "CM-TURN-08")),
    SequenceEntry("last_move", "Counter move", ("CM-TURN-04", "CM-TURN-08")),
    SequenceEntry("orders", "Written orders", ("CM-TURN-10", "CM-TURN-13")),
    SequenceEntry("movement", "Movement", ("CM-TURN-11",)),
    SequenceEntry("siege", "The castle", ("CM-SIEGE-17", "CM-SIEGE-09", "CM-SIEGE-22")),
    SequenceEntry("artillery", "Artillery fire", ("CM-TURN-05", "CM-TURN-12")),
    SequenceEntry("missiles", "Missile fire", ("CM-TURN-06", "CM-TURN-09")),
    SequenceEntry("melee", "Melees", ("CM-TURN-07", "CM-TURN-16")),
)


_OF_ONE_SYSTEM: Final = {
    "move_counter_move": ("initiative", "first_move", "last_move"),
    "simultaneous": ("orders", "movement"),
}


def turn_of(battle: Battle) -> tuple[SequenceEntry, ...]:
    """The turn by the system the players have chosen (CM-TURN-01)."""
    system = battle.own.options.turn_system
    others = {"siege"} if not is_siege(battle) else set()
    others |= {name for other, names in _OF_ONE_SYSTEM.items() if other != system for name in names}
    return tuple(entry for entry in TURN if entry.name not in others)


def _turn(battle: Battle) -> tuple[Step, ...]:
    """One of the two turn systems (CM-TURN-01), then artillery, missiles and melees in both (CM-TURN-12)."""
    sides = tuple(side.id for side in battle.sides)
    before: tuple[Step, ...] = (Phase("before"), WeatherCheck(), Tempers(), SeekBaggage(), Crews(sides))
    wizards = battle.own.options.fantasy == "on" and bool(magicians(battle))
    if wizards:
        settled: tuple[Step, ...] = () if battle.own.magicians is not UNSET else (SettleStrength(),)
        before = (*before, *settled, KeepUp())
    if battle.own.options.fantasy == "on":
        before = (*before, Feuds())
    if wakes(battle):
        before = (*before, Wake())
    moves: tuple[Step, ...]
    if battle.own.options.turn_system == "simultaneous":
        moves = (Phase("orders"), Rallies(), WriteOrders())
    else:
        moves = (Phase("initiative"), Initiative())
    if wizards:
        moves = (Rampage(), *moves)
    castle: tuple[Step, ...] = ()
    if is_siege(battle):
        before = (*before, PlanMines())
        castle = (Phase("siege"), SiegeActs(sides), Batter())
    return (
        *before,
        *moves,
        *castle,
        Phase("artillery"),
        *((Magic(sides),) if wizards else ()),
        Artillery(sides),
        Phase("missiles"),
        Missiles(sides),
        TakeOff(),
        Instability("fire"),
        Phase("melee"),
        Melees(),
        *((Escalades(), Labours(), Dig(), Smoke()) if castle else ()),
        *((Burn(), Spread()) if may_burn(battle) or battle.own.fires else ()),
        Instability("melee"),
        *rising(battle),
        EndTurn(),
    )


def _begin_turn(scene: Scene, _step: BeginTurn) -> None:
    battle = scene.battle
    units = {unit.id: _refreshed(unit) for unit in battle.units.values()}
    scene.set(turn=battle.turn + 1, units=units, active="", own=replace(battle.own, written=()))
    scene.tell(Began(what="turn", turn=battle.turn + 1, rules=("CM-TURN-01", "CM-SCALE-03")))
    scene.now(*_turn(battle))
    show_all_cover(scene)
    upkeep(scene, Moment(battle.turn + 1))


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a turn is wiped."""
    past = replace(unit.own.past, under_fire=unit.own.turn.fired_on_by)
    own = replace(unit.own, turn=ThisTurn(), past=past)
    return unit if own == unit.own else replace(unit, own=own)


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in TURN if entry.name == step.name)
    scene.set(phase=step.name, active="")
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))
    upkeep(scene, Moment(scene.battle.turn, step.name))


def _end_turn(scene: Scene, _step: EndTurn) -> None:
    """Histories are written up, then it is seen whether the battle is over (CM-SETUP-05)."""
    tire(scene)
    recover(scene)
    watch(scene)
    at_the_end(scene)
    take_root(scene)
    _close_turn(scene)
    end = outcome(scene.battle)
    if end is not None:
        scene.end(end)
    else:
        scene.now(BeginTurn())


def _close_turn(scene: Scene) -> None:
    """Rallies of the commander hold, stakes are planted, what lasted for the turn is over, intermixed units begin to
    separate, mercenaries arrive, and baggage is found by who was driven near it."""
    settle(scene)
    plant(scene)
    upkeep(scene, Moment(scene.battle.turn, edge="end"))
    separate(scene)
    arrivals(scene)
    find_all(scene)


HANDLERS: Final = gathered(
    *lists.HANDLERS,
    does(BeginTurn, _begin_turn),
    does(Phase, _begin_phase),
    does(EndTurn, _end_turn),
    OPEN_FIELD,
    TERRAIN_ORDER,
    OFFER_TERRAIN,
    DRAW_TERRAIN,
    LAY_TERRAIN,
    ROLL_SETUP,
    DICE_NEUTRALS,
    DEPLOY,
    WEATHER_CHECK,
    BURN,
    SPREAD,
    COMPULSIONS,
    RISING,
    RISE,
    FEUDS,
    FEUD,
    BRAWL,
    ENMITY,
    OBEDIENCE_DIE,
    TEMPERS,
    TEMPER_DIE,
    MARCH_AWAY,
    ARRIVE,
    DARE,
    DARE_TO_JOIN,
    DEFEND,
    HIDE_BAGGAGE,
    SEEK_BAGGAGE,
    PLUNDER,
    SEPARATE_ACTION,
    CAMP_ROUND,
    CAMP_MORALE,
    COME_BACK,
    INITIATIVE,
    CHOOSE_ORDER,
    BEGIN_MOVES,
    MOVES,
    WALK,
    SPLIT_ONWARD,
    APPEAR,
    CONTACT_MADE,
    WRITE_ORDERS,
    SET_OUT,
    ONWARD,
    AT_THE_HALF,
    PASS_THROUGH,
    SPLIT_FIRE,
    THROW_AT_CHARGERS,
    MISSILES,
    CONTEST,
    RELOAD,
    TAKE_OFF,
    VOLLEY,
    FUSILLADE,
    SHAFTS,
    SETTLE_STRENGTH,
    KEEP_UP,
    RAMPAGE,
    WAKE,
    MAGIC,
    MAY_COUNTER,
    COUNTER,
    SPELL,
    FLING,
    MARKED_SHOT,
    ARTILLERY_FIRE,
    CREWS,
    SHOT,
    BREATHS_DRAWN,
    BREATH,
    STARES,
    PETRIFY,
    MELEES,
    NEXT_MELEE,
    ROUND,
    STANCES,
    HAND_TO_HAND,
    BLOWS,
    JOIN_MELEES,
    CHALLENGES,
    REFUSE_COMBAT,
    STAKES,
    STAND_CHARGE,
    POST_MELEE,
    FALL_BACK,
    MAY_WITHDRAW,
    QUAIL,
    TAKE_PRISONERS,
    REACT,
    INSTABILITY,
    SIEGE_ACTS,
    BATTER,
    ESCALADES,
    NEXT_MAN,
    HEAD_BLOW,
    PUSH_OFF,
    DROP_ROCK,
    LABOURS,
    PLAN_MINES,
    DIG,
    SMOKE,
    REMAIN,
    RALLIES,
    STAY_OR_RUN,
    ROLL_RALLY,
)
