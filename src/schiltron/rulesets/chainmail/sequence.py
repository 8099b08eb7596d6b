"""The sequence of play, as a list: CM-TURN-01 to CM-TURN-16. The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Began
from schiltron.battle.guide import SequenceEntry
from schiltron.rulesets.chainmail.artillery.handlers import ARTILLERY
from schiltron.rulesets.chainmail.artillery.steps import Artillery, Crews
from schiltron.rulesets.chainmail.fire.handlers import FIRE
from schiltron.rulesets.chainmail.fire.steps import Missiles, TakeOff
from schiltron.rulesets.chainmail.history.closing import close_turn
from schiltron.rulesets.chainmail.history.handlers import HISTORY
from schiltron.rulesets.chainmail.history.steps import SeekBaggage, Tempers
from schiltron.rulesets.chainmail.melee.handlers import MELEE
from schiltron.rulesets.chainmail.melee.steps import Melees
from schiltron.rulesets.chainmail.morale.handlers import MORALE
from schiltron.rulesets.chainmail.morale.prisoners import watch
from schiltron.rulesets.chainmail.morale.rally import recover
from schiltron.rulesets.chainmail.morale.steps import Instability, Rallies
from schiltron.rulesets.chainmail.movement.fatigue import tire
from schiltron.rulesets.chainmail.movement.handlers import MOVEMENT
from schiltron.rulesets.chainmail.movement.steps import Initiative
from schiltron.rulesets.chainmail.setup.handlers import SETTING_UP
from schiltron.rulesets.chainmail.state import Battle, BeginTurn, EndTurn, Phase, Scene, Step, Unit
from schiltron.rulesets.chainmail.victory import outcome
from schiltron.rulesets.chainmail.weather.fires import may_burn
from schiltron.rulesets.chainmail.weather.handlers import WEATHER
from schiltron.rulesets.chainmail.weather.steps import Burn, Spread, WeatherCheck
from schiltron.rulesets.chainmail.written.handlers import WRITTEN
from schiltron.rulesets.chainmail.written.steps import WriteOrders

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
    others = {name for other, names in _OF_ONE_SYSTEM.items() if other != system for name in names}
    return tuple(entry for entry in TURN if entry.name not in others)


def _turn(battle: Battle) -> tuple[Step, ...]:
    """One of the two turn systems (CM-TURN-01), then artillery, missiles and melees in both (CM-TURN-12)."""
    sides = tuple(side.id for side in battle.sides)
    before = (Phase("before"), WeatherCheck(), Tempers(), SeekBaggage(), Crews(sides))
    moves: tuple[Step, ...]
    if battle.own.options.turn_system == "simultaneous":
        moves = (Phase("orders"), Rallies(), WriteOrders())
    else:
        moves = (Phase("initiative"), Initiative())
    return (
        *before,
        *moves,
        Phase("artillery"),
        Artillery(sides),
        Phase("missiles"),
        Missiles(sides),
        TakeOff(),
        Instability("fire"),
        Phase("melee"),
        Melees(),
        *((Burn(), Spread()) if may_burn(battle) or battle.own.fires else ()),
        Instability("melee"),
        EndTurn(),
    )


def _begin_turn(scene: Scene, _step: BeginTurn) -> None:
    battle = scene.battle
    units = {unit.id: _refreshed(unit) for unit in battle.units.values()}
    scene.set(turn=battle.turn + 1, units=units, active="", own=replace(battle.own, written=()))
    scene.tell(Began(what="turn", turn=battle.turn + 1, rules=("CM-TURN-01", "CM-SCALE-03")))
    scene.now(*_turn(battle))


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a turn is wiped."""
    own = replace(
        unit.own,
        spent=0,
        moved=False,
        free=False,
        charged=False,
        uphill=False,
        shots=0,
        fought=False,
        refused=False,
        fired_on_by=(),
        under_fire=unit.own.fired_on_by,
        advanced=False,
        ordered="",
        stood=(),
        struck=(),
    )
    return unit if own == unit.own else replace(unit, own=own)


def _begin_phase(scene: Scene, step: Phase) -> None:
    entry = next(entry for entry in TURN if entry.name == step.name)
    scene.set(phase=step.name, active="")
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))


def _end_turn(scene: Scene, _step: EndTurn) -> None:
    """Histories are written up, then it is seen whether the battle is over (CM-SETUP-05)."""
    tire(scene)
    recover(scene)
    watch(scene)
    close_turn(scene)
    end = outcome(scene.battle)
    if end is not None:
        scene.end(end)
    else:
        scene.now(BeginTurn())


HANDLERS: Final[dict[type, Handler]] = {
    BeginTurn: Handler(do=_begin_turn),
    Phase: Handler(do=_begin_phase),
    EndTurn: Handler(do=_end_turn),
    **SETTING_UP,
    **WEATHER,
    **HISTORY,
    **MOVEMENT,
    **WRITTEN,
    **FIRE,
    **ARTILLERY,
    **MELEE,
    **MORALE,
}
