"""Magic area attacks: what breath and wands do to the figures they catch (chapters A1 and A3).

Whoever makes such an attack settles which figures are caught, and puts a step for each unit on the agenda.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, EachFace, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.attacks.wounds import fall, take_hits
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.shelter import shelter
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop

OFF: Final = 3
"""Sides of the die that takes hits off (BW-A1-14)."""
_BURNS: Final = ("fire", "acid")


class AreaHit(Step, frozen=True, tag="book_of_war.area_hit"):
    """So many figures of a unit, or a hero, are caught in a magic area attack of this rating (BW-A1-13).

    `tags` say what it is made of (fire, lightning, acid, cold, gas), `action` what it is called, `rules` are those of
    the attack.
    """

    unit: str
    target: str
    rating: int
    tags: tuple[str, ...]
    action: str
    rules: tuple[str, ...]
    figures: int = 1


class Caught(NamedTuple):
    """How many hits the figures caught take for each throw: `least` and `most` are what one of them can take."""

    least: int
    most: int


def caught(kind: Troop, rating: int) -> Caught:
    """What a figure of a type can take: the rating less a d3, not below nothing, and no more than its Hit Dice
    (BW-A1-14, BW-A1-15)."""
    return Caught(hits_on(kind, rating, OFF), hits_on(kind, rating, 1))


def hits_on(kind: Troop, rating: int, off: int) -> int:
    return min(kind.hit_dice, max(0, rating - off))


def save_of(rating: int) -> int:
    """What a hero must throw: half the rating, rounded down (BW-A3-19)."""
    return rating // 2


def warded(kind: Troop, tags: tuple[str, ...]) -> str:
    """The tag of an attack that does nothing to a type; "" if there is none (BW-A3-32)."""
    return next((tag for tag in tags if tag in kind.wards), "")


def _ask(battle: Battle, step: AreaHit) -> Roll | None:
    """The defender's dice, where they decide anything."""
    target = battle.units[step.target]
    kind = troop(target)
    if not in_play(target) or warded(kind, step.tags) or shelter(battle, step.target) is not None:
        return None
    if kind.hero is not None:
        if save_of(step.rating) <= 1:
            return None
        saves = Pool(
            1, DIE, AtLeast(save_of(step.rating)), f"{target.name}: {save_of(step.rating)} or more", target.side
        )
        return Roll(f"{target.name} saves against {_of(step)}", (saves,), ("BW-A3-18", "BW-A3-19"))
    least, most = caught(kind, step.rating)
    if least == most:
        return None
    pool = Pool(_figures(target, step), OFF, EachFace(), f"{target.name}: hits off {step.rating}", target.side)
    return Roll(f"hits that {target.name} take off for {_of(step)}", (pool,), ("BW-A1-13", "BW-A1-14"))


def _of(step: AreaHit) -> str:
    return listed(list(step.tags)) or "magic"


def _figures(target: Unit, step: AreaHit) -> int:
    return min(step.figures, target.figures)


def _roll(scene: Scene, step: AreaHit, pools: tuple[Thrown, ...]) -> None:
    kind = troop(scene.unit(step.target))
    thrown = pools[0]
    if kind.hero is not None:
        _land(scene, step, 1 - thrown.hits, _hero_tally(step))
        return
    hits = sum(number * hits_on(kind, step.rating, off) for off, number in thrown.classes)
    taken = sum(number * off for off, number in thrown.classes)
    _land(scene, step, hits, _mass_tally(scene, step, hits, taken))


def _do(scene: Scene, step: AreaHit) -> None:
    """Without dice: nobody is left, nothing harms him, or every throw comes to the same."""
    target = scene.unit(step.target)
    if not in_play(target):
        return
    kind = troop(target)
    ward = warded(kind, step.tags)
    if shelter(scene.battle, step.target) is not None:
        scene.tell(Ruled(what=f"an antimagic shell shelters {target.name}", rules=("BW-A4-16", *step.rules)))
    elif ward:
        scene.tell(Ruled(what=f"{ward} does nothing to {target.name}", rules=("BW-A3-32", *step.rules)))
    elif kind.hero is not None:
        _land(scene, step, 0, _hero_tally(step))
    else:
        hits = caught(kind, step.rating).least * _figures(target, step)
        _land(scene, step, hits, _mass_tally(scene, step, hits, 0))


def _hero_tally(step: AreaHit) -> Tally:
    return Tally("to save", (Term("half the damage rating", save_of(step.rating), "BW-A3-19"),))


def _mass_tally(scene: Scene, step: AreaHit, hits: int, taken: int) -> Tally:
    """How the hits came about: the rating for each figure, what the dice took off, and how much was too much."""
    figures = _figures(scene.unit(step.target), step)
    rated = step.rating * figures
    terms = [Term("damage rating", rated, "BW-A1-13")]
    terms += [Term("taken off", -taken, "BW-A1-14")] if taken else []
    terms += [Term("no more than Hit Dice", hits + taken - rated, "BW-A1-15")] if hits + taken != rated else []
    return Tally("hits", tuple(terms), measure="hits")


def _land(scene: Scene, step: AreaHit, hits: int, tally: Tally) -> None:
    rules = (*step.rules, *tally.rules)
    fallen, kept = take_hits(scene, step.target, hits, burning=any(tag in _BURNS for tag in step.tags))
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=step.action,
            dice=0,
            hits=hits,
            kept=kept,
            tallies=(tally,),
            rules=tuple(dict.fromkeys(rules)),
        )
    )
    fall(scene, step.target, fallen, Harm(("magic", *step.tags), step.unit, ("BW-C3-04", "BW-C3-05", "BW-B4-07")))


AREA_HIT = rolls(AreaHit, ask=_ask, roll=_roll, do=_do)
