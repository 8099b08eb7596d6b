"""Weapons, damage and attacks on a roster sheet (cases 8.1, 11.2 to 11.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from schiltron.parent_game.creature import Missile, Weapon
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.blows import half_attacks, routine
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.sheets import Arm
from schiltron.table.lengths import Mil, show_inches

_ROWS: Final = {
    str(row["weapon"]): 1 + int(row["second_row"]) + int(row["third_row"])
    for row in LAW.sheet("BS-T-melee-ranks").records()
}


def arms(profile: Profile, figures: int) -> Iterator[Arm]:
    """What is held, one line for each weapon that may be in hand, then missiles or the piece of artillery."""
    held: tuple[Weapon | None, ...] = profile.weapons or (None,)
    for weapon in held:
        yield _melee(profile, weapon, figures)
    yield from _beasts(profile)
    if profile.missile is not None:
        yield _missile(profile.missile)
    if profile.engine:
        yield _piece(profile)


def _melee(profile: Profile, weapon: Weapon | None, figures: int) -> Arm:
    name = "" if weapon is None else weapon.name
    halves = half_attacks(profile.creature) if profile.person is None else profile.person.half_attacks
    alone = replace(profile, mount=None, team=())
    return Arm(
        name=name or "by nature",
        small=_dice(routine(alone, weapon=name, large=False, figures=figures)),
        large=_dice(routine(alone, weapon=name, large=True, figures=figures)),
        rate=per_round(halves),
        note="" if weapon is None else ", ".join(_manner(profile, weapon)),
    )


def _beasts(profile: Profile) -> Iterator[Arm]:
    """Mount or team, whose blows come on top of the riders' (BS-11.2-01, BS-11.3-01)."""
    beasts = [beast for beast in (profile.mount, *profile.team) if beast is not None and beast.attacks]
    if beasts:
        number = f"{len(beasts)} × " if len(beasts) > 1 else ""
        dice = _dice(beasts[0].attacks)
        yield Arm(f"{number}{beasts[0].race.replace('_', ' ')}", dice, dice, "1", note="besides")


def _manner(profile: Profile, weapon: Weapon) -> Iterator[str]:
    """Rows that fight in closed order (BS-8.1-03), lances in a charge (BS-11.4-02)."""
    rows = _ROWS.get(weapon.reach, 1)
    if rows > 1 and profile.kind == "regular":
        yield f"{rows} rows fight when closed"
    if weapon.doubled_on_charge and profile.mounted:
        yield "double damage in a charge"


def _missile(missile: Missile) -> Arm:
    return Arm(
        name=missile.name,
        small=_dice(missile.damage),
        large=_dice(missile.large),
        rate=per_round(missile.half_shots),
        ranges=_ranges(missile.ranges),
        note="counted" if missile.counted else "",
    )


def _piece(profile: Profile) -> Arm:
    piece = PIECES[profile.engine]
    return Arm(
        name=piece.name,
        small=str(piece.damage),
        large=str(piece.damage),
        rate="1" if piece.rounds == 1 else f"1 in {piece.rounds}",
        ranges=_ranges(piece.ranges),
        note=", ".join(
            [
                *([f"not nearer than {show_inches(piece.nearest)}"] if piece.nearest else []),
                *(["over heads"] if piece.indirect else []),
                f"against AC {piece.target_ac}",
            ]
        ),
    )


def _ranges(ranges: tuple[Mil, Mil, Mil]) -> str:
    return " / ".join(show_inches(one) for one in ranges)


def _dice(attacks: tuple[Damage, ...]) -> str:
    return " + ".join(map(str, attacks)) or "none"


def per_round(halves: int) -> str:
    """Blows or shots in a round, from those in two: 1, 3/2, 2."""
    return str(Fraction(halves, 2))
