"""Rout: a unit breaks and shakes those who see it (cases 4.4, 4.5 and 7.15). The run itself is in movement/runs.py."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import friendly
from schiltron.rulesets.battlesystem.field import alive, is_skirmisher, ratings
from schiltron.rulesets.battlesystem.machines import leave_piece
from schiltron.rulesets.battlesystem.morale.ways import away
from schiltron.rulesets.battlesystem.ranks import BREAKS, open_out
from schiltron.rulesets.battlesystem.state import ROUTED, Battle, Rout, Scene, with_command, with_morale
from schiltron.rulesets.battlesystem.steps import CheckMorale, RoutMove
from schiltron.table.outline import gap

AT_FAILED_CHECK: Final = 1333
"""Thousandths of MV: a third more than a move (BS-4.5-03)."""
RUN_ON: Final = 1000
_BEFORE_MOVING: Final = ("initial_missile", "rally")


def rout(
    scene: Scene,
    unit_id: str,
    enemies: tuple[str, ...],
    rules: tuple[str, ...],
    *,
    share: int = AT_FAILED_CHECK,
    checked: tuple[str, ...] = (),
) -> None:
    """A unit breaks and runs at once, away from what caused it; skirmishers who see it may run too (BS-2.9-03).

    It is out of command and in open formation (BS-7.6-02), and a mob forgets its order (BS-2.10-07). A crew leaves its
    piece behind (BS-10.10-02).
    """
    rout_together(scene, (unit_id,), enemies, rules, share=share, checked=checked)


def rout_together(
    scene: Scene,
    unit_ids: tuple[str, ...],
    enemies: tuple[str, ...],
    rules: tuple[str, ...],
    *,
    share: int = AT_FAILED_CHECK,
    checked: tuple[str, ...] = (),
) -> None:
    """The same of several figures of a skirmish unit: who sees them run checks once for all of them."""
    fresh = tuple(one for one in unit_ids if scene.unit(one).own.morale.rout is None)
    for one in unit_ids:
        _break(scene, one, enemies, rules)
    known = tuple(dict.fromkeys((*checked, *unit_ids)))
    witnesses = _witnesses(scene.battle, fresh, known)
    remember(scene, witnesses)
    known = (*known, *witnesses)
    runs = tuple(RoutMove(one, share, enemies, known) for one in unit_ids)
    scene.now(*runs, *(CheckMorale(one, ("friend_routed",), enemies, known) for one in witnesses))


def _break(scene: Scene, unit_id: str, enemies: tuple[str, ...], rules: tuple[str, ...]) -> None:
    leave_piece(scene, unit_id)
    open_out(scene, unit_id, ("BS-7.6-02",))
    scene.deed(unit_id, BREAKS, rules=("BS-7.15-01",))
    unit = scene.unit(unit_id)
    fresh = unit.own.morale.rout is None
    running = Rout(away(scene.battle, unit, enemies), counted(scene.battle))
    scene.change(with_command(with_morale(unit, rout=running, astray="rout", prey=""), order=""))
    if fresh:
        scene.mark(unit_id, ROUTED, rules=(*rules, "BS-7.15-01"))


def counted(battle: Battle) -> int:
    """The round whose Movement Phase a run stands for: who breaks before the Rally Phase and is not rallied in it runs
    on in the Movement Phase that follows (BS-6.4-01)."""
    return battle.turn - 1 if battle.phase in _BEFORE_MOVING else battle.turn


def _witnesses(battle: Battle, runners: tuple[str, ...], checked: tuple[str, ...]) -> tuple[str, ...]:
    """Skirmish figures from whom one of them is no farther than their base move (BS-2.9-03, BS-4.4-05)."""
    units = [battle.units[one] for one in runners]
    return tuple(
        one.id
        for one in sorted(battle.units.values(), key=lambda one: one.turn_in_line)
        if is_skirmisher(one)
        and alive(one)
        and one.on_table
        and one.own.morale.rout is None
        and one.id not in checked
        and any(
            friendly(battle, one, unit)
            and unit.on_table
            and gap(one.outline, unit.outline) <= ratings(battle, one).move
            for unit in units
        )
    )


def remember(scene: Scene, checking: tuple[str, ...]) -> None:
    """Nobody checks twice in one chain of routs: what of it is still to come knows who checks by now (BS-2.9-03)."""
    if checking:
        agenda = tuple(
            replace(step, checked=(*step.checked, *checking))
            if isinstance(step, CheckMorale | RoutMove) and step.checked
            else step
            for step in scene.battle.agenda
        )
        scene.set(agenda=agenda)
