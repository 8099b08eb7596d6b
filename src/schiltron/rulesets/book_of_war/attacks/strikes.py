"""Dice fall and figures with them: BW-C3-02 to BW-C3-05, BW-C3-08, BW-C3-09, BW-C3-11 and BW-B2-17.

A strike was fixed before any die of its phase fell (BW-B1-06), so it is carried out whatever has become of those who
make it; what a target can no longer take is lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.event import Fell, Struck
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Battle, Blow, Check, Scene, Strike, Unit

_VERBS = {"melee": "strike", "shooting": "shoot at", "free attack": "meet with their pikes"}
_RULES = {
    "melee": ("BW-C3-01", "BW-C3-02", "BW-C3-08"),
    "shooting": ("BW-B2-23", "BW-B2-29", "BW-C3-08"),
    "free attack": ("BW-B2-10", "BW-C3-02", "BW-C3-08"),
}


def _stands(unit: Unit) -> bool:
    return unit.on_table and unit.figures > 0


def _ask(battle: Battle, step: Strike) -> Roll | None:
    """The dice, unless there is nobody left to hit or nothing that chance decides."""
    target = battle.units[step.target]
    if not _stands(target):
        return None
    unit = battle.units[step.unit]
    pools = tuple(
        Pool(
            count=blow.dice,
            sides=DIE,
            reading=AtLeast(blow.need.total),
            label=f"{unit.name}: {blow.need.total} or more",
            whose=unit.side,
        )
        for blow in step.blows
        if _in_doubt(blow)
    )
    if not pools:
        return None
    purpose = f"{unit.name} {_VERBS[step.action]} {target.name}"
    return Roll(purpose=purpose, pools=pools, rules=_RULES[step.action])


def _in_doubt(blow: Blow) -> bool:
    return blow.dice > 0 and blow.need.verdict == "total"


def _roll(scene: Scene, step: Strike, pools: tuple[Thrown, ...]) -> None:
    _land(scene, step, sum(thrown.hits for thrown in pools))


def _do(scene: Scene, step: Strike) -> None:
    if _stands(scene.unit(step.target)):
        _land(scene, step, 0)


def _land(scene: Scene, step: Strike, rolled: int) -> None:
    """The hits of the dice and those that could not fail come down on the target."""
    certain = sum(blow.dice for blow in step.blows if blow.need.verdict == "automatic")
    hits = rolled + certain
    target = scene.unit(step.target)
    fallen, partial = _losses(target, hits)
    own = target.own
    scene.change(
        replace(
            target,
            figures=target.figures - fallen,
            fallen=target.fallen + fallen,
            own=replace(
                own,
                partial=partial,
                lost=own.lost if step.immediate else own.lost + fallen,
                lost_since=own.lost_since or fallen > 0,
            ),
        )
    )
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=step.action,
            dice=sum(blow.dice for blow in step.blows),
            hits=hits,
            kept=partial,
            tallies=tuple(blow.need for blow in step.blows),
            rules=_RULES[step.action],
        )
    )
    if not fallen:
        return
    left = target.figures - fallen
    scene.tell(Fell(unit=step.target, figures=fallen, left=left, rules=("BW-C3-04", "BW-C3-05", "BW-B4-07")))
    if step.immediate and left:
        scene.now(Check(step.target, "free attack", fallen))


def _losses(target: Unit, hits: int) -> tuple[int, int]:
    """Figures that fall and hits that wait for the next one (BW-C3-04, BW-C3-05).

    Hits beyond the last figure are lost (BW-C3-11).
    """
    fallen, partial = divmod(target.own.partial + hits, troop(target).hit_dice)
    if fallen >= target.figures:
        return target.figures, 0
    return fallen, partial


STRIKE = Handler(ask=_ask, roll=_roll, do=_do)
