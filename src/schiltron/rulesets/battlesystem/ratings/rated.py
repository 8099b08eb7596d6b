"""The roster block of a unit as numbers, from what it is made of (case 3.1)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Size
from schiltron.rulesets.battlesystem.ratings.armour import armour_class
from schiltron.rulesets.battlesystem.ratings.attack import base_attack, base_shooting
from schiltron.rulesets.battlesystem.ratings.discipline import discipline
from schiltron.rulesets.battlesystem.ratings.hit_dice import per_figure
from schiltron.rulesets.battlesystem.ratings.morale import base_morale
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.state import Printed, Profile
from schiltron.table.lengths import Mil


class Rated(Struct, frozen=True):
    """The ratings of a unit. `hit_dice` of a figure in tenths; `move` is MV; `attack`, `morale`, `discipline` are AR,
    ML and DL, before anything of the moment; `shooting` is AR with the missile weapon or the piece of artillery."""

    armour_class: int
    hit_dice: int
    ratio: int
    move: Mil
    attack: int
    morale: int
    discipline: int
    size: Size
    shooting: int


class Block(Struct, frozen=True):
    """The same as tallies, for cards and tooltips (BS-3.1-01)."""

    armour_class: Tally
    hit_dice: Tally
    ratio: Tally
    move: Tally
    attack: Tally
    shooting: Tally
    morale: Tally
    discipline: Tally


@lru_cache(maxsize=4096)
def roster_block(
    profile: Profile,
    figures: int,
    rosters: str,
    base_game: str,
    weapon: str = "",
    members: tuple[Profile, ...] = (),
) -> Block:
    """Every rating by the formulas and, where a roster prints another, by the switch for rosters (BS-S0-05).

    `weapon` is the one in hand; `members` are individuals in the ranks (BS-9.1-02).
    """
    creatures = ratio(profile, figures)
    each = creatures.total
    attack = base_attack(profile, figures, each, weapon=weapon, members=members)
    shooting = base_shooting(profile, figures, each)
    said = _what_counts(profile, rosters, each)
    return Block(
        armour_class=armour_class(profile, figures, members, each),
        hit_dice=per_figure(profile, figures, each),
        ratio=creatures,
        move=movement_rate(profile, base_game),
        attack=_printed(attack, said.attack, "BS-S0-05"),
        shooting=shooting if profile.engine else _printed(shooting, said.attack, "BS-S0-05"),
        morale=_printed(base_morale(profile, figures, base_game), said.morale, "BS-4.1-12"),
        discipline=_printed(discipline(profile, figures, base_game), said.discipline, "BS-4.1-12"),
    )


@lru_cache(maxsize=4096)
def rated(
    profile: Profile,
    figures: int,
    rosters: str,
    base_game: str,
    weapon: str = "",
    members: tuple[Profile, ...] = (),
) -> Rated:
    """The numbers of the roster block."""
    block = roster_block(profile, figures, rosters, base_game, weapon, members)
    return Rated(
        armour_class=block.armour_class.total,
        hit_dice=block.hit_dice.total,
        ratio=block.ratio.total,
        move=block.move.total,
        attack=block.attack.total,
        morale=block.morale.total,
        discipline=block.discipline.total,
        size=size_of(profile, rosters),
        shooting=block.shooting.total,
    )


def _what_counts(profile: Profile, rosters: str, creatures: int) -> Printed:
    """Of what is printed. By the ruling the AR of figures of five is the formula's: their sheets left out what Table 9
    adds (BS-8.3-05)."""
    printed = profile.printed
    if printed is None or rosters == "formula":
        return Printed()
    if rosters == "ruled" and creatures in (5, 2):
        return Printed(morale=printed.morale, discipline=printed.discipline)
    return printed


def _printed(formula: Tally, said: int | None, rule: str) -> Tally:
    """The formula, and as a last term how far the printed number is from it."""
    if said is None or said == formula.total:
        return formula
    difference = Term("as printed", said - formula.total, rule)
    return Tally(formula.label, (*formula.terms, difference), measure=formula.measure)


def size_of(profile: Profile, rosters: str = "print") -> Size:
    """Against which damage it stands (BS-8.5-07). Riders count as man-sized on what they ride, as three of four sheets
    of cavalry print, unless they are large themselves; a chariot is large."""
    if profile.printed is not None and profile.printed.size is not None and rosters != "formula":
        return profile.printed.size
    if profile.team:
        return "L"
    if profile.mount is not None:
        return "L" if profile.creature.size == "L" else "M"
    return profile.creature.size
