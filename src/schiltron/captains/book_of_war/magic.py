"""Magic that carries far, as captains reckon with it: what a body could cast, whom it would hurt, and how much.

Powers are known by the words of their rows, not by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from schiltron.battle.play.powers import Point, Power
from schiltron.captains.book_of_war.expected_losses import damage_to, worth
from schiltron.rulesets.book_of_war.attacks.area_damage import caught, save_of, warded
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.embedded import heroes_with, is_hero
from schiltron.rulesets.book_of_war.enclosed import level_with, sealed_in
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.magic.landing import masking
from schiltron.rulesets.book_of_war.magic.rows import power_of, shots
from schiltron.rulesets.book_of_war.magic.spellbook import is_mass
from schiltron.rulesets.book_of_war.magic.spells import death_hits
from schiltron.rulesets.book_of_war.magic.wizards import in_the_dark, reach_of, smothered, spells_left, touched, wand_of
from schiltron.rulesets.book_of_war.outlook import Pool
from schiltron.rulesets.book_of_war.shelter import shelter
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil

ON_TARGET: Final = 1 / 3
"""The chance that a shot comes down where it was aimed (BW-A4-11)."""
ON_SOMEBODY: Final = 0.75
"""The chance that it comes down on somebody of the unit aimed at."""
KEPT: Final = 0.5
"""Part of what a spell does that counts for who stands where he could cast it: it can be cast once."""


class Art(NamedTuple):
    """What a wizard can do to others: how far it carries, how often in a turn at rest and after half a move."""

    caster: str
    power: Power
    reach: Mil
    at_rest: int
    moved: int
    weight: float


def arts(battle: Battle, body: Unit) -> tuple[Art, ...]:
    """The harm that a body can do by magic: a wizard alone, or those in the ranks of a unit."""
    if battle.own.options.game != "advanced":
        return ()
    casters = [one for one in (body, *heroes_with(battle, body)) if troop(one).rank]
    return tuple(art for caster in casters for art in _held(battle, caster))


def _held(battle: Battle, caster: Unit) -> Iterable[Art]:
    if smothered(battle, caster):
        return
    wand = wand_of(caster)
    blind = in_the_dark(battle, caster)
    for key, at_rest, moved, weight in (
        (wand, shots(wand, "shots_motionless"), shots(wand, "shots_with_half_move"), 1.0),
        *((key, 1, 0, KEPT) for key in spells_left(caster)),
    ):
        power = power_of(caster, key)
        if power.does in _HARM:
            reach = 0 if blind else reach_of(battle, power)
            yield Art(caster.id, power, reach, at_rest, moved, weight)


# ---------------------------------------------------------------- what it does


def harm(battle: Battle, art: Art, target: Unit) -> float:
    """Points that one casting at a body may be expected to cost it."""
    return art.weight * _HARM[art.power.does](battle, art, target)


def _blast(battle: Battle, art: Art, target: Unit) -> float:
    """Of a figure that is struck, or of a hero beside it, if that is worth more."""
    heroes = [one for one in (target, *heroes_with(battle, target)) if is_hero(one)]
    best = max((ON_TARGET * _unsaved(battle, art.power, one) for one in heroes), default=0.0)
    if is_hero(target) or shelter(battle, target.id) is not None or warded(troop(target), art.power.tags):
        return best
    hits = sum(caught(troop(target), art.power.amount)) // 2
    return max(best, ON_SOMEBODY * damage_to(battle, target, (Pool(hits, 1),)))


def _unsaved(battle: Battle, power: Power, hero: Unit) -> float:
    if shelter(battle, hero.id) is not None or warded(troop(hero), power.tags):
        return 0.0
    return worth(hero.kind, 1) * (save_of(power.amount) - 1) / DIE / troop(hero).hit_dice


def _hits(battle: Battle, art: Art, target: Unit) -> float:
    if not is_mass(target) or shelter(battle, target.id) is not None:
        return 0.0
    return damage_to(battle, target, (Pool(death_hits(battle, art.caster, art.power).total, 1),))


def _slay(battle: Battle, art: Art, target: Unit) -> float:
    heroes = [one for one in (target, *heroes_with(battle, target)) if is_hero(one)]
    fates = (worth(one.kind, 1) for one in heroes if shelter(battle, one.id) is None)
    return max(fates, default=0.0) * (art.power.amount - 1) / DIE


_HARM: Final[Mapping[str, Callable[[Battle, Art, Unit], float]]] = MappingProxyType(
    {"blast": _blast, "hits": _hits, "slay": _slay}
)
"""By what a power does, in the word of its row."""


# ---------------------------------------------------------------- from where a body stands


def castings(battle: Battle, body: Unit, art: Art) -> int:
    """How often an art can be called upon this turn, after what the body has moved."""
    turn, caster = body.own.turn, battle.units[art.caster]
    spent = max(turn.spent, caster.own.turn.spent)
    if not spent and not turn.moved and not caster.own.turn.moved:
        return art.at_rest
    return art.moved if spent <= min(troop(body).half_move, troop(caster).half_move) else 0


def cast_now(battle: Battle, body: Unit, held: Iterable[Art], apart: Iterable[tuple[Unit, Mil]]) -> float:
    """What the best of a body's arts is worth this turn from where it stands. Whoever is touched is the only mark."""
    foes = list(apart)
    best = 0.0
    for art in held:
        often = castings(battle, body, art)
        if not often:
            continue
        caster = battle.units[art.caster]
        close = {one.id for one in touched(battle, caster)}
        here = level_with(battle, caster)
        marks = [
            foe
            for foe, far in foes
            if far <= art.reach and (not close or foe.id in close) and (foe.level == here or not sealed_in(battle, foe))
        ]
        for value, foe in sorted(((often * harm(battle, art, foe), foe) for foe in marks), key=lambda one: -one[0]):
            if value <= best:
                break
            if masking(battle, caster, Point(foe.outline.x, foe.outline.y), foe.level) is None:
                best = value
                break
    return best
