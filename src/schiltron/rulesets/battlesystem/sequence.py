"""The sequence of play, as a list (cases 1.0 to 1.7). The page shows it as the turn track."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Began
from schiltron.battle.guide import SequenceEntry
from schiltron.rulesets.battlesystem.command.fate import settle
from schiltron.rulesets.battlesystem.command.handlers import COMMAND
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.command.steps import DeclareSpells, Initiative, Rally, Roles
from schiltron.rulesets.battlesystem.field import basic
from schiltron.rulesets.battlesystem.melee.handlers import MELEE
from schiltron.rulesets.battlesystem.melee.steps import BeginMelee, EndMelee, IndividualCombats, Melees
from schiltron.rulesets.battlesystem.missiles.handlers import MISSILES
from schiltron.rulesets.battlesystem.missiles.steps import Artillery, Crews, Shooting
from schiltron.rulesets.battlesystem.morale.discipline import calm_down
from schiltron.rulesets.battlesystem.morale.handlers import MORALE
from schiltron.rulesets.battlesystem.movement.handlers import MOVEMENT
from schiltron.rulesets.battlesystem.movement.resting import rest
from schiltron.rulesets.battlesystem.movement.steps import WhoMoves
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.setup.handlers import SETTING_UP
from schiltron.rulesets.battlesystem.state import Battle, BeginRound, EndRound, Phase, RoundOrder, Scene, Step, Unit
from schiltron.rulesets.battlesystem.victory import outcome

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


def _refreshed(unit: Unit) -> Unit:
    """What was counted for a round is wiped: it has as many blows, shots and attempts as a melee round (BS-1.0-03)."""
    own = replace(
        unit.own,
        spent=0,
        moved=False,
        marched=False,
        charged=False,
        charge_failed=False,
        closed_charge=False,
        broke_through=False,
        widened=False,
        narrowed=False,
        met=False,
        stayed_from=(),
        shots=0,
        passed=False,
        fought=False,
        attacked=False,
        acted=False,
        done=False,
        tried=False,
        pledged=(),
        beset=0,
        loosed=(),
    )
    return unit if own == unit.own else replace(unit, own=own)


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


def _end_round(scene: Scene, _step: EndRound) -> None:
    """Histories are written up, then it is seen whether the battle is over (BS-1.7-01, BS-S0-14)."""
    rest(scene)
    calm_down(scene)
    end = outcome(scene.battle)
    if end is not None:
        settle(scene)
        if end.how == "annihilated":
            by_default(scene, "tie")
        scene.end(end)
    else:
        scene.now(BeginRound())


HANDLERS: Final[dict[type, Handler]] = {
    BeginRound: Handler(do=_begin_round),
    Phase: Handler(do=_begin_phase),
    RoundOrder: Handler(do=_phases),
    EndRound: Handler(do=_end_round),
    **SETTING_UP,
    **COMMAND,
    **MOVEMENT,
    **MISSILES,
    **MELEE,
    **MORALE,
}
