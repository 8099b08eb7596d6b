"""The attack rating of missiles: Table 13 in place of Table 10 (cases 10.0, 10.8 and 10.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import ratings
from schiltron.rulesets.battlesystem.missiles.cover import TABLE
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.ratings.racial import armour_terms, attack_terms
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import TOLERANCE, Mil

Way = Literal["direct", "indirect"]


Band = Literal["short", "medium", "long"]
BANDS: Final[tuple[Band, ...]] = ("short", "medium", "long")
REPLACED: Final = 2
"""What the second crew of a piece adds to its AR (BS-10.10-02)."""


class Shot(NamedTuple):
    """How a target is shot at: from how far, over heads or not, and what shelters it."""

    band: Band
    way: Way = "direct"
    cover: Term | None = None


def ranges(unit: Unit) -> tuple[Mil, Mil, Mil]:
    """The outer limits of short, medium and long range (BS-10.0-01, BS-10.9-01)."""
    profile = unit.own.profile
    if profile.engine:
        return PIECES[profile.engine].ranges
    return profile.missile.ranges if profile.missile is not None else (0, 0, 0)


def nearest(unit: Unit) -> Mil:
    """What is nearer than this a catapult cannot hit (BS-10.9-03)."""
    engine = unit.own.profile.engine
    return PIECES[engine].nearest if engine else 0


def band(unit: Unit, apart: Mil) -> Band | None:
    """The range at which a distance is; None beyond long range."""
    limits = zip(BANDS, ranges(unit), strict=True)
    return next((name for name, limit in limits if apart <= limit + TOLERANCE), None)


def missile_attack(battle: Battle, shooter: Unit, target: Unit, shot: Shot) -> Tally:
    """AR with everything of the moment; a plus hinders the shooter."""
    rule = "BS-10.10-02" if shooter.own.profile.engine else "BS-10.0-02"
    base = Term("attack rating", ratings(battle, shooter).shooting, rule)
    return Tally("adjusted attack rating", (base, *_terms(battle, shooter, target, shot)))


def _terms(battle: Battle, shooter: Unit, target: Unit, shot: Shot) -> Iterator[Term]:
    own = shooter.own
    if own.profile.engine:
        if own.arms.second_crew:
            yield Term("replacement crew", REPLACED, "BS-10.10-02")
    else:
        if own.worn_by_marches:
            yield Term("worn by forced marches", own.worn_by_marches, "BS-7.13-03")
        yield from attack_terms(own.profile, target.own.profile, battle.own.options.light)
    if target.own.formation in ("open", "skirmish"):
        yield Term(f"at {target.own.formation} formation", TABLE["target_open_or_skirmish_formation"], "BS-10.8-01")
    if shot.cover is not None:
        yield shot.cover
    if own.profile.mounted:
        yield Term("shooting from mounts", TABLE["firing_troops_mounted"], "BS-10.8-03")
    if shot.way == "indirect":
        yield Term("indirect fire", TABLE["indirect_fire"], "BS-10.8-03")
    if shot.band != "short":
        yield Term(f"{shot.band} range", TABLE[f"{shot.band}_range"], "BS-10.8-04")


def armour(battle: Battle, target: Unit, shooter: Unit) -> Tally:
    """The armour class that missiles meet; pieces of artillery make their own (BS-10.9-04, BS-10.9-05)."""
    engine = shooter.own.profile.engine
    if engine:
        piece = PIECES[engine]
        rule = "BS-10.9-04" if piece.indirect else "BS-10.9-05"
        return Tally("armour class", (Term(f"any target of a {piece.name}", piece.target_ac, rule),))
    base = Term("armour class", ratings(battle, target).armour_class, "BS-10.0-02")
    return Tally("armour class", (base, *armour_terms(target.own.profile, shooter.own.profile)))
