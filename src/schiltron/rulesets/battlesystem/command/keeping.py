"""Units fall out of command and out of closed ranks (cases 4.7, 7.6 and 11.8).

Closed ranks need command and even ground, and a unit whose commander is gone has no command (BS-2.8-03).
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import in_melee
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.field import basic, is_mob, is_regular
from schiltron.rulesets.battlesystem.ground.effects import RULES
from schiltron.rulesets.battlesystem.ground.footing import no_ranks
from schiltron.rulesets.battlesystem.in_command import in_command, own_commander
from schiltron.rulesets.battlesystem.losses import DESTROYED
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.owing import owe
from schiltron.rulesets.battlesystem.ranks import open_out, unwrap
from schiltron.rulesets.battlesystem.state import OUT_OF_COMMAND, Scene, Unit, with_morale

_RULES: Final = ("BS-4.7-02", "BS-7.6-02")


def keep_order(scene: Scene) -> None:
    """Regular units that are out of command drop into open formation at once, and the marks of those out of command are
    put right; a unit that wrapped round an enemy who is gone is open (BS-7.11-03), and so is one that has come to stand
    where nobody keeps closed ranks (case 11.8). Called wherever somebody moved, fell or lost his commander."""
    for unit in list(scene.battle.units.values()):
        regular = is_regular(unit)
        if not (regular or is_mob(unit)) or not unit.figures or not unit.on_table:
            continue
        if regular and not unit.own.morale.astray and own_commander(scene.battle, unit) is None:
            _bereave(scene, unit)
        commanded = in_command(scene.battle, scene.unit(unit.id))
        if regular and commanded == unit.has(OUT_OF_COMMAND):
            scene.mark(unit.id, OUT_OF_COMMAND, on=not commanded, rules=("BS-4.7-02",))
        if not commanded:
            open_out(scene, unit.id, _RULES)
        _open_on_bad_ground(scene, unit.id)
        if unit.own.wrapped and not in_melee(scene.battle, unit):
            unwrap(scene, unit.id)


def _open_on_bad_ground(scene: Scene, unit_id: str) -> None:
    """However a unit got there, nobody is in closed formation in woods, rough ground, swamp or water, nor across an
    obstacle (BS-11.8-02, BS-11.8-03, BS-11.8-05 to BS-11.8-07); in the Basic Game ground does nothing (BS-5.0-01)."""
    unit, board = scene.unit(unit_id), scene.battle.board
    if unit.own.formation == "closed" and board is not None and not basic(scene.battle):
        ground = no_ranks(unit.places, board.features)
        if ground is not None:
            open_out(scene, unit_id, (RULES[ground.kind],))


def _bereave(scene: Scene, unit: Unit) -> None:
    """A unit without its commander is out of command until a rally attempt brings it back (BS-6.5-01); that he was
    killed makes it check its morale (BS-4.4-03)."""
    chief = scene.battle.units.get(unit.own.command.commander)
    scene.change(with_morale(unit, astray="leaderless"))
    if chief is not None and chief.place == OffTable(DESTROYED):
        owe(scene, unit.id, "commander")
        scene.now(OwedChecks())
