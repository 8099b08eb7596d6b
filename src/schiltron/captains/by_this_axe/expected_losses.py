"""Rough and quick estimates: what a unit strikes with, and how likely blows or arrows are to drive it off.

The odds of the book itself are exact and need a whole position. Here a unit is reduced to what counts in a fight, so
that a thousand of them can be weighed before a move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, successes, together
from schiltron.battle.state.field import company
from schiltron.rulesets.by_this_axe.abilities import FANATIC, MARKSMAN, RESISTANCE, SAVES, THICK_HIDE, UNDEAD, has
from schiltron.rulesets.by_this_axe.attacks.abilities import attacks_each, reach_in
from schiltron.rulesets.by_this_axe.attacks.melee import weapons
from schiltron.rulesets.by_this_axe.attacks.numbers import capacity, is_heroic, skill
from schiltron.rulesets.by_this_axe.attacks.shooting import SHOOTING_RANKS
from schiltron.rulesets.by_this_axe.field import is_routed, is_shamed, ordered
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.magic.people import person_of
from schiltron.rulesets.by_this_axe.points import each
from schiltron.rulesets.by_this_axe.powers import SPELL_REACH
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.rulesets.by_this_axe.troops import HEROIC, Line
from schiltron.rulesets.by_this_axe.weapons import RANGED, MeleeWeapon
from schiltron.table.body import Formed
from schiltron.table.facing import Arc
from schiltron.table.lengths import Mil

_ARMOUR: Final = {str(row["armor"]): int(row["save_at_or_under"]) for row in LAW.sheet("TA-T-armor-saves").records()}
_NERVE: Final = {
    int(row["fc"]): (int(row["ranged"]), int(row["other_or_rout"])) for row in LAW.sheet("TA-T-morale").records()
}
_LEAST, _MOST = 1, 5
_UNSHAKEN: Final = 100
_MANY_LOST: Final = 3  # TA-MORALE-01
_HALF_LOST: Final = -2  # TA-MORALE-19
_STRUCK: Final = {"flank": -1, "rear": -2}  # TA-MORALE-12, TA-MORALE-13

Dice = tuple[int, int]
"""So many dice, and in how many cases of 36 each of them brings a figure down."""


class Fellow(NamedTuple):
    """A character as he strikes: dice, level, what he carries and rides."""

    dice: int
    fc: int
    line: Profile


class Band(NamedTuple):
    """A body as it counts in a fight.

    `nerve` is what leaders near, leaders lost and cards add to its morale; `eager` what cards add to its blows in the
    first round, `braced` to its saves then, `walled` to those against arrows. `lost` are figures of this turn.
    """

    figures: int
    files: int
    original: int
    fc: int
    line: Profile
    fellows: tuple[Fellow, ...]
    nerve: int
    lost: int
    eager: int
    braced: int
    walled: int
    routed: bool
    save: int
    hits: int = 0
    """What one who is alone can still bear; nothing for units."""
    spells: int = 0
    """Dice that mages in it have left."""


def band(battle: Battle, unit: Unit, nerve: int) -> Band:
    person = unit.own.person
    people = [unit] if person is not None else company(battle, unit)
    return Band(
        figures=0 if person is not None else unit.figures,
        files=unit.body.files if isinstance(unit.body, Formed) else 1,
        original=unit.original,
        fc=capacity(unit),
        line=unit.own.profile,
        fellows=tuple(_fellow(battle, one) for one in people if not is_shamed(one)),
        nerve=nerve,
        lost=unit.own.turn.lost,
        eager=_noted(battle, unit, "ferocious") + _noted(battle, unit, "frenzied"),
        braced=_noted(battle, unit, "brace"),
        walled=_noted(battle, unit, "shieldwall"),
        routed=is_routed(unit),
        save=_worn(unit),
        hits=person.hits - person.wounds if person is not None else 0,
        spells=sum(person_of(one).dice_left for one in people if not is_shamed(one)),
    )


def _fellow(battle: Battle, unit: Unit) -> Fellow:
    able = skill(battle, unit)
    return Fellow(able.attacks, able.fc, unit.own.profile)


def _noted(battle: Battle, unit: Unit, effect: str) -> int:
    order = ordered(battle, unit, effect)
    return order.grant.value if order is not None else 0


def _worn(unit: Unit) -> int:
    """Its save without a shield."""
    line = unit.own.profile
    armour = "heavy" if has(line, THICK_HIDE) else line.armour
    more = sum(worth for ability, worth in SAVES.items() if has(line, ability))
    return _ARMOUR[armour] + int(line.mounted) + int(is_heroic(unit)) + more


@lru_cache(maxsize=1024)
def price(line: Profile) -> int:
    """Points of one ordinary figure (TA-POINTS-14)."""
    return each(Line("", "", line)) + 4 * line.mounted


# ---------------------------------------------------------------- blows


class Blows(NamedTuple):
    """Dice of one reach."""

    reach: int
    dice: int
    kills: int
    """Cases of 36."""


def strikes(
    one: Band, other: Band, arc: Arc, *, charging: bool, opening: bool, hard: int = 0, figures: int | None = None
) -> tuple[Blows, ...]:
    """What a body strikes another with, from there; `opening` is the first round, `hard` what the ground adds."""
    if one.routed:
        return ()
    return _strikes(one if figures is None else one._replace(figures=figures), other, arc, charging, opening, hard)


@lru_cache(maxsize=65_536)
def _strikes(one: Band, other: Band, arc: Arc, charging: bool, opening: bool, hard: int) -> tuple[Blows, ...]:  # noqa: FBT001 - asked for again and again
    more = hard + (1 if arc != "front" or other.routed else 0) + (one.eager if charging else 0)
    save = save_of(other, arc, braced=charging)
    found = []
    lines = [(one.fc, one.line, 0)] if one.figures else []
    for fc, line, dice in (*lines, *((fellow.fc, fellow.line, fellow.dice) for fellow in one.fellows)):
        best = max(
            (_with(one, other, line, weapon, fc + more, dice, charging=charging) for weapon in weapons(line)),
            key=lambda way: (way[1] * way[2], -way[0] if opening else 0),
        )
        kills = 0 if has(other.line, RESISTANCE) and line.fc < HEROIC else best[2] * (6 - save)
        found.append(Blows(best[0], best[1], kills))
    return tuple(found)


def _with(
    one: Band, other: Band, line: Profile, weapon: MeleeWeapon, fc: int, dice: int, *, charging: bool
) -> tuple[int, int, int]:
    """Reach, dice and number to hit with a weapon."""
    counts = {"always": True, "charging": charging, "against mounted": other.line.mounted}[weapon.when]
    fc += weapon.to_hit if counts else 0
    if charging and line.mounted and weapon.when != "charging":
        fc += 1
    thrown = dice or eligible(one.figures, one.files, weapon.half_ranks) * attacks_each(line)
    return reach_in(line, weapon), thrown, max(_LEAST, min(_MOST, fc))


def eligible(figures: int, files: int, half_ranks: int) -> int:
    """Figures that strike (TA-MELEE-11)."""
    front = min(figures, files)
    second = min(max(0, figures - files), files)
    return front + {2: 0, 3: second // 2, 4: second}[half_ranks]


def save_of(body: Band, arc: Arc, *, braced: bool = False, shot: int | None = None) -> int:
    """The number a body saves on (TA-UNIT-27); `shot` is what arrows take off it."""
    worn = body.save + (1 if body.line.shield and arc == "front" and not body.routed else 0)
    worn += body.walled if shot is not None else body.braced if braced else 0
    return max(_LEAST, min(_MOST, worn + (shot or 0))) if worn else 0


# ---------------------------------------------------------------- arrows


def cast(one: Band, other: Band, apart: Mil) -> tuple[Dice, ...]:
    """What a body strikes another with if its mages spend all their dice, against which no armour helps
    (TA-FANT-M06)."""
    if not one.spells or apart > SPELL_REACH:
        return ()
    armour = "heavy" if has(other.line, THICK_HIDE) else other.line.armour
    return ((one.spells, HEROIC * (6 - min(_MOST, other.save - _ARMOUR[armour]))),)


def volley(one: Band, other: Band, arc: Arc, apart: Mil) -> tuple[Dice, ...]:
    """What a body shoots another with if all have a clear shot; the second and third rank by half (TA-RANGED-07)."""
    carrying = [RANGED[key] for key in one.line.ranged if RANGED[key].reach >= apart]
    if not carrying or not one.figures:
        return ()
    weapon = min(carrying, key=lambda weapon: weapon.save)
    front = min(one.figures, one.files)
    behind = min(one.figures, SHOOTING_RANKS * one.files) - front
    if has(other.line, RESISTANCE):
        return ()
    hits = min(_MOST, one.fc + has(one.line, MARKSMAN))
    return ((front + behind // 2, hits * (6 - save_of(other, arc, shot=weapon.save))),)


# ---------------------------------------------------------------- what they do


class Ordeal(NamedTuple):
    """The chance that a body is driven off or destroyed, and the figures it loses on average."""

    out: float
    lost: float


def suffers(
    body: Band, dice: tuple[Dice, ...], *, ranged: bool = False, struck: frozenset[str] = frozenset()
) -> Ordeal:
    """What a unit suffers if all these dice fall on it in one phase."""
    if not body.figures:
        return _single(dice, max(1, body.hits))
    number = _nerve(body, 0 if ranged else 1)
    return _suffers(dice, body.figures, body.files, body.original, body.lost, number, ranged, struck)


def _single(dice: tuple[Dice, ...], hits: int) -> Ordeal:
    """A character on his own, who bears so many hits; what he loses are hits."""
    falls = fallen(dice)
    return Ordeal(sum(falls[hits:]), sum(chance * min(down, hits) for down, chance in enumerate(falls)))


@lru_cache(maxsize=65_536)
def _suffers(
    dice: tuple[Dice, ...],
    figures: int,
    files: int,
    original: int,
    lost: int,
    number: int,
    ranged: bool,  # noqa: FBT001 - asked for again and again
    struck: frozenset[str],
) -> Ordeal:
    falls = fallen(dice)
    out = mean = 0.0
    for down, chance in enumerate(falls):
        if chance < 1e-4:
            continue
        left = figures - down
        mean += chance * min(down, figures)
        if left <= 0:
            out += chance
        elif _must_check(down, left, original, lost, ranged, struck):
            out += chance * breaks(number, left, files, original, struck)
    return Ordeal(out, mean)


@lru_cache(maxsize=65_536)
def endures(body: Band, down: int, struck: frozenset[str]) -> float:
    """The chance that a unit is out of the fight after losing so many figures in a round of melee."""
    left = body.figures - down
    if left <= 0:
        return 1.0
    if not _must_check(down, left, body.original, body.lost, False, struck):
        return 0.0
    return breaks(_nerve(body, 1), left, body.files, body.original, struck)


def _must_check(down: int, left: int, original: int, lost: int, ranged: bool, struck: frozenset[str]) -> bool:  # noqa: FBT001
    """TA-MORALE-01 to TA-MORALE-03."""
    if down and lost + down >= _MANY_LOST:
        return True
    fighting = not ranged or bool(down)
    return (fighting and 2 * (original - left) > original) or bool(struck)


def _nerve(body: Band, column: int) -> int:
    """Its morale number before ranks and losses; that of undead is out of reach (TA-FANT-A16), priests apart."""
    if has(body.line, UNDEAD):
        return _UNSHAKEN
    return _NERVE[HEROIC if has(body.line, FANATIC) else body.fc][column] + body.nerve


def breaks(number: int, figures: int, files: int, original: int, struck: frozenset[str] = frozenset()) -> float:
    """The chance to fail a check (TA-MORALE-07 to TA-MORALE-22)."""
    if number >= _UNSHAKEN:
        return 0.0
    number += rank_bonus(figures, min(files, figures)) + sum(_STRUCK[arc] for arc in struck)
    if 2 * (original - figures) >= original:
        number += _HALF_LOST
    return 1 - max(_LEAST, min(_MOST, number)) / 6


def rank_bonus(figures: int, files: int) -> int:
    """The morale bonus of ranks (TA-MORALE-16 to TA-MORALE-18)."""
    full, rest = divmod(figures, files)
    ranks = full + (1 if rest else 0)
    counted = full + (1 if 2 * rest >= files else 0)
    return min(counted, 3) - 1 if counted > 1 and files > ranks else 0


@lru_cache(maxsize=16_384)
def fallen(dice: tuple[Dice, ...]) -> Chances:
    """Chances of so many figures brought down."""
    total = NONE
    for number, kills in dice:
        total = together(total, successes(number, kills / 36))
    return total


def panics(body: Band) -> float:
    """The chance that a body runs when friends beside it do (TA-MORALE-04)."""
    if body.routed or not body.figures:
        return 0.0
    return breaks(_nerve(body, 1), body.figures, body.files, body.original)
