"""Attack dice are rolled and figures fall (chapters C3 and B2).

A strike was fixed before any die of its phase fell (BW-B1-06), so it is carried out whatever has happened to its
attackers since; hits that a target can no longer take are lost.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.book_of_war.attacks.damage import hits_of
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE, Blow
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.rulesets.book_of_war.steps import Check


class Strike(Step, frozen=True, tag="book_of_war.strike"):
    """A frozen attack waiting for its dice. Losses of an `immediate` one are judged at once (BW-B2-17)."""

    unit: str
    target: str
    action: Literal["melee", "shooting", "free attack"]
    blows: tuple[Blow, ...]
    immediate: bool = False


_VERBS = {"melee": "strike", "shooting": "shoot at", "free attack": "meet with their pikes"}
_RULES = {
    "melee": ("BW-C3-01", "BW-C3-02", "BW-C3-08"),
    "shooting": ("BW-B2-23", "BW-B2-29", "BW-C3-08"),
    "free attack": ("BW-B2-10", "BW-C3-02", "BW-C3-08"),
}
_WITH = {"melee": "melee", "shooting": "missile", "free attack": "melee"}


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
    target = scene.unit(step.target)
    scored = hits_of(scene.unit(step.unit).kind, target.kind, rolled + certain)
    hits = scored.total
    fallen, partial = _losses(target, hits)
    own = replace(
        target.own,
        partial_hits=partial,
        lost=target.own.lost if step.immediate else target.own.lost + fallen,
        lost_since=target.own.lost_since or fallen > 0,
    )
    scene.change(replace(target, own=own))
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
    if len(scored.terms) > 1:
        scene.tell(Ruled(what=_more(scored), rules=scored.rules[1:]))
    harm = Harm((_WITH[step.action],), step.unit, ("BW-C3-04", "BW-C3-05", "BW-B4-07"))
    take_off(scene, step.target, Loss(fallen, lie=True), harm)
    if fallen and step.immediate and scene.unit(step.target).figures:
        scene.now(Check(step.target, "free attack", fallen))


def _more(scored: Tally) -> str:
    """Why hits are more than the dice that hit."""
    dice, beyond = scored.terms
    thrown = counted(dice.value, "die hits", "dice hit")
    return f"{thrown}: {counted(scored.total, 'hit')}, {beyond.label} adding {beyond.value}"


def _losses(target: Unit, hits: int) -> tuple[int, int]:
    """Figures that fall and hits that wait for the next one (BW-C3-04, BW-C3-05).

    Hits beyond the last figure are lost (BW-C3-11).
    """
    fallen, partial = divmod(target.own.partial_hits + hits, troop(target).hit_dice)
    if fallen >= target.figures:
        return target.figures, 0
    return fallen, partial


STRIKE = rolls(Strike, ask=_ask, roll=_roll, do=_do)
