"""Attack dice are rolled and figures fall (chapters C3, B2 and A3).

A strike was fixed before any die of its phase fell (BW-B1-06), so it is carried out whatever has happened to its
attackers since; hits that a target can no longer take are lost.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import counted, said
from schiltron.rulesets.book_of_war.attacks.damage import hits_of
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE, Blow, to_hit_now
from schiltron.rulesets.book_of_war.attacks.wounds import fall, take_hits
from schiltron.rulesets.book_of_war.embedded import in_play, is_hero
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import formation, troop_now
from schiltron.rulesets.book_of_war.state import Battle, Scene
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.table.contact import sector, touches


class Strike(Step, frozen=True, tag="book_of_war.strike"):
    """A frozen attack waiting for its dice. Losses of an `immediate` one are judged at once (BW-B2-17)."""

    unit: str
    target: str
    action: Literal["melee", "shooting", "free attack", "dying blow"]
    blows: tuple[Blow, ...]
    immediate: bool = False


_VERBS = {
    "melee": "strike",
    "shooting": "shoot at",
    "free attack": "meet with their pikes",
    "dying blow": "deal a dying blow to",
}
_RULES = {
    "melee": ("BW-C3-01", "BW-C3-02", "BW-C3-08"),
    "shooting": ("BW-B2-23", "BW-B2-29", "BW-C3-08"),
    "free attack": ("BW-B2-10", "BW-C3-02", "BW-C3-08"),
    "dying blow": ("BW-A3-38", "BW-A3-16"),
}
_WITH = {"melee": "melee", "shooting": "missile", "free attack": "melee", "dying blow": "melee"}


def _ask(battle: Battle, step: Strike) -> Roll | None:
    """The dice, unless there is nobody left to hit or nothing that chance decides."""
    target = battle.units[step.target]
    if not in_play(target):
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
    purpose = f"{said(unit, _VERBS[step.action])} {target.name}"
    return Roll(purpose=purpose, pools=pools, rules=_RULES[step.action])


def _in_doubt(blow: Blow) -> bool:
    return blow.dice > 0 and blow.need.verdict == "total"


def _roll(scene: Scene, step: Strike, pools: tuple[Thrown, ...]) -> None:
    _land(scene, step, sum(thrown.hits for thrown in pools))


def _do(scene: Scene, step: Strike) -> None:
    if in_play(scene.unit(step.target)):
        _land(scene, step, 0)


def on_flank(battle: Battle, strike: Strike) -> bool:
    """Whether a strike hand to hand falls on a flank or the rear of its target; a hedgehog has neither (BW-O3-06), nor
    has anybody in an enclosed space (BW-O6-04)."""
    unit, target = standing_with(battle, battle.units[strike.unit]), battle.units[strike.target]
    if strike.action == "shooting" or not target.on_table or not unit.on_table or enclosed(target):
        return False
    if formation(target).hedgehog:
        return False
    found = touches(unit.outline, target.outline)
    edges = [touch.edge_b for touch in found if touch.flush] or [touch.edge_b for touch in found]
    return any(edge != "front" for edge in edges or [sector(target.outline.main, unit.pose.x, unit.pose.y)])


def _land(scene: Scene, step: Strike, rolled: int) -> None:
    """The hits of the dice and those that could not fail come down on the target."""
    certain = sum(blow.dice for blow in step.blows if blow.need.verdict == "automatic")
    target = scene.unit(step.target)
    scored = hits_of(scene.unit(step.unit).kind, target.kind, rolled + certain, shooting=step.action == "shooting")
    hits = scored.total
    _remember_flank(scene, step)
    harm = Harm((_WITH[step.action],), step.unit, ("BW-C3-04", "BW-C3-05", "BW-B4-07"))
    fallen, kept = take_hits(scene, step.target, hits, judged=not step.immediate)
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=step.action,
            dice=sum(blow.dice for blow in step.blows),
            hits=hits,
            kept=kept,
            tallies=tuple(blow.need for blow in step.blows),
            rules=_RULES[step.action],
        )
    )
    if len(scored.terms) > 1:
        scene.tell(Ruled(what=_more(scored), rules=scored.rules[1:]))
    fall(scene, step.target, fallen, harm)
    if fallen and step.immediate and scene.unit(step.target).figures:
        scene.now(Check(step.target, "free attack", fallen))
    if fallen and step.action == "melee" and is_hero(scene.unit(step.unit)) and is_hero(target):
        _dying_blow(scene, step.target, step.unit)


def _dying_blow(scene: Scene, fallen: str, killer: str) -> None:
    """A hero killed in melee by a hero strikes once more, at his killer and at once (BW-A3-38), a blow like any other:
    harder for who cannot see (BW-O2-04). Who falls by it strikes none."""
    hero = scene.unit(fallen)
    need = to_hit_now(scene.battle, hero, scene.unit(killer), troop_now(scene.battle, hero).melee_modifiers)
    scene.now(Strike(fallen, killer, "dying blow", (Blow(1, need),)))


def _remember_flank(scene: Scene, step: Strike) -> None:
    """That its target was attacked in flank or rear, where that counts (BW-O3-06)."""
    battle = scene.battle
    if battle.own.options.extra_ranks != "none" and on_flank(battle, step):
        target = scene.unit(step.target)
        scene.change(replace(target, own=replace(target.own, flanked=battle.own.player_turns)))


def _more(scored: Tally) -> str:
    """Why hits are more than the dice that hit."""
    dice, beyond = scored.terms
    thrown = counted(dice.value, "die hits", "dice hit")
    return f"{thrown}: {counted(scored.total, 'hit')}, {beyond.label} adding {beyond.value}"


STRIKE = rolls(Strike, ask=_ask, roll=_roll, do=_do)
