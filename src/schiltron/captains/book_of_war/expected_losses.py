"""What fighting is worth, in points: one attack, and a whole melee blow by blow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.to_hit import Modifier, to_hit
from schiltron.rulesets.book_of_war.conditions import Conditions, hampered
from schiltron.rulesets.book_of_war.embedded import heroes_with
from schiltron.rulesets.book_of_war.field import formation, is_routed
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.morale.nerve import Nerve, nerve_of
from schiltron.rulesets.book_of_war.outlook import Pool, outlook
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.contact import Edge

ROUT: Final = 0.65
"""What is gained by routing a unit, as a part of what destroying it would be: some recover."""
RUNNERS: Final = 0.35
"""What figures of a unit that is running already are still worth."""
ROUNDS: Final = 3
"""How many turns of a melee are thought through."""


class Balance(NamedTuple):
    """Points the enemy would lose, and points our side would lose."""

    gain: float
    loss: float


NOTHING: Final = Balance(0.0, 0.0)


class Band(NamedTuple):
    """All that counts of a unit in a fight, so that equal fights are worked out once."""

    kind: str
    figures: int
    files: int
    partial: int
    hedgehog: bool
    routed: bool
    open_ground: bool
    conditions: Conditions | None = None
    nerve: Nerve | None = None
    heroes: int = 0
    """In its ranks."""

    @property
    def troop(self) -> Troop:
        return TROOPS[self.kind] if self.conditions is None else hampered(self.kind, self.conditions)

    @property
    def ranks(self) -> int:
        return -(-self.figures // self.files)


def band(battle: Battle, unit: Unit, *, open_ground: bool = True) -> Band:
    body = formation(unit)
    figures = max(1, unit.figures)
    return Band(
        unit.kind,
        figures,
        min(body.files, figures),
        unit.own.partial_hits,
        bool(body.hedgehog),
        is_routed(unit),
        open_ground,
        battle.own.conditions,
        nerve_of(battle, unit),
        len(heroes_with(battle, unit)),
    )


def worth(kind: str, figures: float) -> float:
    return TROOPS[kind].cost * figures


# ---------------------------------------------------------------- one attack


@lru_cache(maxsize=65_536)
def damage(
    thrown: tuple[Pool, ...],
    kind: str,
    figures: int,
    partial: int,
    lost: int,
    routed: bool,  # noqa: FBT001
    nerve: Nerve | None = None,
) -> float:
    """Points a unit may expect to lose to these dice, by figures that fall and by running away."""
    troop = TROOPS[kind]
    ahead = outlook(thrown, kind, figures, partial, lost, nerve)
    fallen = ahead.expected
    if routed:
        stopped = 1.0 - ahead.fallen[0]
        return troop.cost * (fallen * (RUNNERS + 0.3) + stopped * 0.1 * (figures - fallen))
    # Whoever is left after heavy losses is worth less than the whole: the average does well enough.
    return troop.cost * (fallen + ahead.breaks * ROUT * (figures - fallen))


def damage_to(battle: Battle, unit: Unit, thrown: Iterable[Pool]) -> float:
    own, nerve = unit.own, nerve_of(battle, unit)
    return damage(tuple(thrown), unit.kind, unit.figures, own.partial_hits, own.lost, is_routed(unit), nerve)


# ---------------------------------------------------------------- a melee


NO_BLOWS: Final = Pool(0, 7)


@lru_cache(maxsize=65_536)
def melee(ours: Band, theirs: Band, out: Pool, back: Pool, help_at_first: tuple[Pool, ...], pikes: Pool) -> Balance:
    """A melee from our next blow on, by averages: pikes that meet us, then blow and counterblow, `out` and `back` each
    turn.

    `help_at_first` are dice of friends who strike in the same turn as our first blow.
    """
    gain = loss = 0.0
    standing = 1.0
    we, they = float(ours.figures), float(theirs.figures)
    if pikes.dice:
        fallen, broken = _struck((pikes,), ours, we)
        loss += fallen + broken * ROUT * (we - fallen)
        we -= fallen
        standing *= 1.0 - broken
    for turn in range(ROUNDS):
        dice = min(out.dice, _most(ours, we))
        thrown = (out._replace(dice=dice),) if dice else ()
        fallen, broken = _struck((*thrown, *(help_at_first if turn == 0 else ())), theirs, they)
        if theirs.routed:
            gain += standing * fallen * (RUNNERS + 0.3)
            break
        gain += standing * (fallen + broken * ROUT * (they - fallen))
        they -= fallen
        standing *= 1.0 - broken
        dice = min(back.dice, _most(theirs, they))
        if dice:
            fallen, broken = _struck((back._replace(dice=dice),), ours, we)
            loss += standing * (fallen + broken * ROUT * (we - fallen))
            we -= fallen
            standing *= 1.0 - broken
        if standing < 0.05 or we < 1 or they < 1:
            break
    return Balance(gain * theirs.troop.cost, loss * ours.troop.cost)


def _struck(thrown: tuple[Pool, ...], target: Band, figures: float) -> tuple[float, float]:
    """Figures lost on average, and the chance that the rest runs."""
    whole = max(1, round(figures))
    ahead = outlook(thrown, target.kind, whole, target.partial, 0, target.nerve)
    return min(figures, ahead.expected), ahead.breaks + ahead.destroyed


def _most(side: Band, figures: float) -> int:
    return max(0, round(figures)) * _dice(side) + side.heroes


def _dice(side: Band) -> int:
    return side.troop.dice_open if side.open_ground else side.troop.dice_broken


def _thrown(side: Band, figures: int) -> int:
    """The dice of so many figures, and of the heroes among them; fewer in short turns (BW-O5-05)."""
    dice = figures * _dice(side) + side.heroes
    return dice if side.conditions is None else max(min(1, dice), dice // side.conditions.parts)


# ---------------------------------------------------------------- a charge seen from afar


@lru_cache(maxsize=65_536)
def charge(ours: Band, theirs: Band, edge: Edge) -> Balance:
    """The result of a charge onto an edge of the enemy, before the exact position of the bases is known."""
    us, them = ours.troop, theirs.troop
    along = edge in ("front", "rear")
    width = theirs.files * them.base.width if along else theirs.ranks * them.base.depth
    front = ours.files * us.base.width
    meeting = min(width, front)
    ours_touching = min(ours.files, ceil(width / us.base.width) + (1 if front > width else 0))
    theirs_touching = ceil(meeting / (them.base.width if along else them.base.depth))
    if us.hero is None and them.hero is not None:
        ours_touching = 1  # BW-A3-10
    if us.hero is not None and them.hero is None:
        theirs_touching = 1
    rear = edge == "rear" and not theirs.hedgehog
    out = Pool(
        _thrown(ours, ours_touching),
        to_hit(ours.kind, theirs.kind, (*us.melee_modifiers, *(("attack_on_rear_of_unit",) if rear else ()))).total,
        force(ours.kind, theirs.kind),
    )
    back = Pool(
        0 if theirs.routed else _thrown(theirs, theirs_touching),
        to_hit(theirs.kind, ours.kind, them.melee_modifiers).total,
        force(theirs.kind, ours.kind),
    )
    pikes = NO_BLOWS
    if them.pikes and theirs.open_ground and not theirs.routed and (edge == "front" or theirs.hedgehog):
        pikes = free_blows(ours, ceil((meeting + them.base.width) / them.base.width), theirs)
    return melee(ours, theirs, out, back, (), pikes)


def free_blows(ours: Band, reaching: int, pikes: Band) -> Pool:
    """The dice of pikes that are run onto (BW-B2-12 to BW-B2-16); a hedgehog is half as deep each way."""
    deep = (pikes.ranks // 2 if pikes.hedgehog else pikes.ranks) > 1
    mounted = ours.troop.mounted
    row = f"pike_free_attack_{'multiple_ranks' if deep else 'single_rank'}_vs_{'cavalry' if mounted else 'infantry'}"
    each = int(LAW.sheet("BW-T-melee-dice").row(row)["dice_per_figure"])
    bonus: Modifier = "pike_free_attack_vs_cavalry" if mounted else "pike_free_attack_vs_infantry"
    need = to_hit(pikes.kind, ours.kind, (*pikes.troop.melee_modifiers, bonus))
    meeting = 1 if ours.troop.hero is not None else min(reaching, pikes.files)  # BW-A3-10
    return Pool(meeting * each, need.total, force(pikes.kind, ours.kind))


# ---------------------------------------------------------------- a volley seen from afar


@lru_cache(maxsize=16_384)
def volley(shooters: Band, target: Band, *, far: bool) -> float:
    """Points a target may expect to lose to a volley of shooters who stood still."""
    weapon = shooters.troop.missile
    if weapon is None:
        return 0.0
    figures = min(shooters.figures, 3 * shooters.files)
    if shooters.hedgehog:
        figures = shooters.figures // 2
    modifiers = shooters.troop.missile_modifiers
    if far:
        modifiers = (*modifiers, "beyond_half_range")
    if "sling_plus_1" in shooters.troop.abilities:
        modifiers = (*modifiers, "halfling_sling")
    need = to_hit(shooters.kind, target.kind, modifiers, shooting=True).total
    parts = 1 if shooters.conditions is None else shooters.conditions.parts
    dice = Pool(figures * weapon.rate // parts, need, force(shooters.kind, target.kind, shooting=True))
    return damage((dice,), target.kind, target.figures, target.partial, 0, target.routed, target.nerve)
