"""A single shot that is rolled for on two dice, or cannot miss: enchanted arrows (CM-FANT-MAGIC-02 to
CM-FANT-MAGIC-05), and arrows at a dragon overhead (CM-FANT-HERO-08, CM-FANT-SUPER-03)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does, said
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left, by_arrow, dragon_shot
from schiltron.rulesets.chainmail.fantasy.combat_table import DICE, Score
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of
from schiltron.rulesets.chainmail.losses import kill
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, uncanny, with_uncanny
from schiltron.rulesets.chainmail.steps import FallBack

ENCHANTED: Final = "enchanted_arrow"
"""The order to loose one."""
_DIE: Final = 6
_ALWAYS: Final = "CM-FANT-MAGIC-02"


class MarkedShot(Step, frozen=True, tag="chainmail.marked_shot"):
    """One arrow at one figure. Without a `score` it cannot miss; `enchanted` says that it is used up. `back` is what
    the target needs who looses an enchanted arrow of his own at the same moment (CM-FANT-MAGIC-04)."""

    unit: str
    target: str
    firing: Tally
    score: Score | None = None
    enchanted: bool = False
    shots: int = 1
    back: Score | None = None


def marked_shot(battle: Battle, unit: Unit, target: Unit, *, enchanted: bool) -> MarkedShot | list[Reason] | None:
    """The arrow of a unit at a target, or why none can be shot; None where it is one volley among others."""
    if not enchanted:
        overhead = dragon_shot(battle, unit, target)
        return MarkedShot(unit.id, target.id, _one(overhead), overhead) if overhead is not None else None
    if arrows_left(unit) <= 0:
        have = does("have", one=unit.original == 1)
        return [Reason(f"{unit.name} {have} no enchanted arrow left", ("CM-FANT-MAGIC-06",))]
    found = by_arrow(battle, unit, target)
    other = nature_of(target)
    if found is None and other is not None and other.combat:
        return [Reason(f"an arrow does {target.name} no harm", ("CM-FANT-MAGIC-03",))]
    return MarkedShot(unit.id, target.id, _one(found), found, enchanted=True)


def answered(battle: Battle, step: MarkedShot) -> MarkedShot:
    """The same, if the target has the like to loose at the archer, and both have a line in the table
    (CM-FANT-MAGIC-04)."""
    unit, target = battle.units[step.unit], battle.units[step.target]
    able = step.score is not None and arrows_left(target) > 0
    return replace(step, back=by_arrow(battle, target, unit)) if able else step


def _one(score: Score | None) -> Tally:
    rule = score.need.rules[0] if score is not None else _ALWAYS
    return Tally("firing", (Term("one arrow", 1, rule),), measure="figures")


def kills(step: MarkedShot) -> Chances:
    """How likely the arrow is to kill."""
    chance = 1.0 if step.score is None else step.score.kills
    return (1.0 - chance, chance)


def rules_of(step: MarkedShot) -> tuple[str, ...]:
    if step.score is None:
        return (_ALWAYS,)
    arrow = ("CM-FANT-MAGIC-03", "CM-FANT-MAGIC-04") if step.enchanted else ()
    return tuple(dict.fromkeys((*step.score.need.rules, *step.score.bonus.rules, *arrow)))


def marked_in_words(step: MarkedShot) -> str:
    """As in "7 or more on two dice kills"."""
    if step.score is None:
        return "an enchanted arrow always hits"
    back = f"; an arrow comes back, and kills on {step.back.to_kill} or more" if step.back is not None else ""
    return f"{step.score.to_kill} or more on two dice kills{back}"


def spend(scene: Scene, step: MarkedShot) -> None:
    """An enchanted arrow is gone as soon as it is loosed (CM-FANT-MAGIC-06)."""
    archers = (step.unit, *((step.target,) if step.back is not None else ())) if step.enchanted else ()
    for key in archers:
        unit = scene.unit(key)
        scene.change(with_uncanny(unit, lost_arrows=uncanny(unit).lost_arrows + 1))


def _ask(battle: Battle, step: MarkedShot) -> Roll | None:
    unit, target = battle.units[step.unit], battle.units[step.target]
    if step.score is None or not target.figures:
        return None
    pools = [Pool(DICE, _DIE, SumOf(), f"{unit.name} at {target.name}", unit.side)]
    if step.back is not None:
        pools.append(Pool(DICE, _DIE, SumOf(), f"{target.name} back at {unit.name}", target.side))
    return Roll(f"{said(unit, 'shoot')} at {target.name}", tuple(pools), rules_of(step))


def _roll(scene: Scene, step: MarkedShot, pools: tuple[Thrown, ...]) -> None:
    """Both arrows fly at the same time: whoever is killed has shot."""
    assert step.score is not None, "it was rolled for"
    arrows = [(step, step.score)]
    if step.back is not None:
        arrows.append((replace(step, unit=step.target, target=step.unit, score=step.back, back=None), step.back))
    fallback = []
    for (one, need), thrown in zip(arrows, pools, strict=True):
        dice = Tally("two dice", (Term("2d6", thrown.total), *need.bonus.terms))
        hit = thrown.total >= need.to_kill
        _strike(scene, one, hit=hit, tallies=(dice, need.need))
        if not hit and thrown.total >= need.to_drive_back:
            fallback.append(FallBack(one.target, (one.unit,)))
    scene.now(*fallback)


def _do(scene: Scene, step: MarkedShot) -> None:
    if scene.unit(step.target).figures:
        _strike(scene, step, hit=True, tallies=(step.firing,))


def _strike(scene: Scene, step: MarkedShot, *, hit: bool, tallies: tuple[Tally, ...]) -> None:
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action="shooting",
            dice=DICE if step.score is not None else 0,
            hits=int(hit),
            kept=0,
            tallies=tallies,
            rules=rules_of(step),
        )
    )
    if hit:
        kill(scene, step.target, 1, Harm(("missile",), step.unit, rules_of(step)))


MARKED_SHOT: Final = rolls(MarkedShot, ask=_ask, roll=_roll, do=_do)
