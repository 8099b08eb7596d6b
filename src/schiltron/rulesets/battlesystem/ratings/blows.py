"""How often a figure strikes, and with what (case 8.6, BS-S0-11)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.classes import family
from schiltron.parent_game.creature import Creature, Weapon
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.ratings.attack import in_hand, same_weapon
from schiltron.rulesets.battlesystem.ratings.averages import averaged_damage, kinds, mean_damage
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.state import Profile

_SKILLED: Final = ((13, 4), (7, 3), (0, 2))
"""From which level on fighters strike so often in two rounds (BS-S0-11)."""


def half_attacks(creature: Creature) -> int:
    """Blows in two rounds by class and level; only fighters ever have more than two."""
    levels = [level for name, level in creature.classes if family(name) == "fighter"]
    if not levels:
        return 2
    return next(blows for level, blows in _SKILLED if max(levels) >= level)


def in_round(halves: int, turn: int) -> int:
    """Three blows in two rounds are one in odd rounds and two in even ones (BS-8.6-02)."""
    return halves // 2 + (halves % 2 if turn % 2 == 0 else 0)


def attacks(profile: Profile, target: Profile | None, turn: int) -> Tally:
    """How often each of a figure's creatures strikes with its weapon this round; fighters once for each level at
    creatures of less than one hit die and at men of no level (BS-8.6-02)."""
    creature = profile.creature
    halves = profile.person.half_attacks if profile.person is not None else half_attacks(creature)
    usual = in_round(halves, turn)
    levels = [level for name, level in creature.classes if family(name) == "fighter"]
    if target is not None and target.creature.petty and not target.mounted and levels and max(levels) > usual:
        return Tally("attacks", (Term("a fighter's level against petty foes", max(levels), "BS-8.6-02"),))
    return Tally("attacks", (Term("blows this round", usual, "BS-S0-11" if halves > 2 else "BS-8.6-01"),))


def routine(
    profile: Profile,
    *,
    weapon: str = "",
    large: bool,
    blows: int = 1,
    figures: int = 1,
    members: tuple[Profile, ...] = (),
) -> tuple[Damage, ...]:
    """Every attack of one figure, to be read at one Attack Roll and added (BS-8.6-01): `blows` with the weapon in hand,
    what nature gave, and of cavalry and chariots the beasts besides (BS-11.2-01, BS-11.3-01)."""
    held = in_hand(profile, weapon)
    own = _natural(profile, figures) if held is None else _armed(profile, held, figures, members, large=large) * blows
    beasts = tuple(one for beast in (profile.mount, *profile.team) if beast is not None for one in beast.attacks)
    return own * max(1, profile.passengers) + beasts


def _natural(profile: Profile, figures: int) -> tuple[Damage, ...]:
    """Claws and bites; of creatures of several kinds the average (BS-3.1-02)."""
    if not profile.mixed:
        return profile.creature.attacks
    return (averaged_damage([(count, creature.attacks) for count, creature in kinds(profile, figures)]),)


def _armed(
    profile: Profile, held: Weapon, figures: int, members: tuple[Profile, ...], *, large: bool
) -> tuple[Damage, ...]:
    """The weapon's dice, or the average of all if members with better ones of its kind raise that to a higher column
    (BS-9.1-02)."""
    plain = _of(held, large=large)
    better = [arm for arm in (same_weapon(one, held) for one in members) if arm is not None]
    if not better:
        return plain
    soldiers = max(1, figures * ratio(profile, figures).total - len(better))
    together = averaged_damage([(soldiers, plain), *((1, _of(arm, large=large)) for arm in better)])
    return (together,) if mean_damage((together,)) > mean_damage(plain) else plain


def _of(weapon: Weapon, *, large: bool) -> tuple[Damage, ...]:
    return weapon.large if large else weapon.damage
