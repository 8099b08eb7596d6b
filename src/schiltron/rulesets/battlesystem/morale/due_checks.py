"""Checks that losses and deaths make due (case 4.4). One attack makes one check due, whatever causes it has
(BS-4.4-06)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.rulesets.battlesystem.field import company_of, fellows
from schiltron.rulesets.battlesystem.state import Battle, Cause, Owed, Scene, Unit, with_morale


def owe_losses(scene: Scene, unit_id: str, enemies: tuple[str, ...] = (), *, magic: bool = False) -> None:
    """After an attack and the removal of the dead: what the losses of a unit (or of the skirmish company of which a
    figure is named) make due is noted in `owed`, once for the attack. Whoever calls it pushes OwedChecks().

    `magic` says that magic removed figures (BS-4.4-02).
    """
    unit = scene.unit(unit_id)
    left, original, judged = _counts(scene.battle, unit)
    lost = original - left
    if lost > judged:
        _judged(scene, unit, lost)
    causes: tuple[Cause, ...] = ()
    if lost > judged and due(judged, lost, original):
        causes += ("losses",)
    if magic and lost > judged:
        causes += ("magic",)
    if causes:
        _note(scene, who_checks(scene.battle, unit), Owed(causes, enemies))


def owe(scene: Scene, unit_id: str, cause: Cause, enemies: tuple[str, ...] = ()) -> None:
    """A check for another cause, of an attack of its own."""
    _note(scene, scene.unit(unit_id), Owed((cause,), enemies))


def due(judged: int, lost: int, original: int) -> bool:
    """Whether losses have come to a quarter or a half of the original figures, or went on after it (BS-4.4-01)."""
    for mark in (4, 2):
        if mark * judged < original <= mark * lost:
            return True
    return 2 * judged >= original and lost > judged


def _counts(battle: Battle, unit: Unit) -> tuple[int, int, int]:
    """Figures left and at the start, and losses judged so far."""
    company = company_of(battle, unit)
    if company is None:
        return unit.figures, unit.original, unit.own.morale.losses_judged
    return sum(one.figures for one in fellows(battle, unit)), company.figures, company.judged


def _judged(scene: Scene, unit: Unit, lost: int) -> None:
    company = company_of(scene.battle, unit)
    if company is None:
        scene.change(with_morale(unit, losses_judged=lost))
        return
    companies = tuple(replace(one, judged=lost) if one.id == company.id else one for one in scene.battle.own.companies)
    scene.set(own=replace(scene.battle.own, companies=companies))


def who_checks(battle: Battle, unit: Unit) -> Unit:
    """The unit; for a skirmish unit one of its figures checks, of those who have not routed if there are any."""
    return min(fellows(battle, unit), key=lambda one: (one.own.morale.rout is not None, one.turn_in_line), default=unit)


def _note(scene: Scene, unit: Unit, owed: Owed) -> None:
    unit = scene.unit(unit.id)
    if unit.figures:
        scene.change(with_morale(unit, owed=(*unit.own.morale.owed, owed)))
