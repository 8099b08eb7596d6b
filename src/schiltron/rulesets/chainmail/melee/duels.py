"""Fights on two dice within a melee: who rolls at whom, and what comes of it (CM-FANT-FCT-01 to CM-FANT-FCT-05).

A figure that has a score against a foe does not strike him by the ordinary tables. Heroes in the ranks fight whom their
unit fights, and may be singled out there (CM-FANT-HERO-05).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.guide.probability import NONE, Chances, successes, together
from schiltron.battle.state.chance import Pool, SumOf, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import company
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.combat_table import DICE, Score, fights_by_table, score
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fantasy.prowess import idle_term, stunned
from schiltron.rulesets.chainmail.field import helpless, trait
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit

DUEL: Final = "fantastic combat"
DIE: Final = 6


class Duel(Struct, frozen=True):
    """So many figures of a unit roll two dice each at a foe; fixed before any of them fall."""

    unit: str
    target: str
    figures: int
    score: Score


class Outcome(NamedTuple):
    """What the dice of a duel came to: figures killed, figures that are to fall back, and rolls without effect."""

    killed: int
    back: int
    nothing: int


def duel(battle: Battle, unit: Unit, foe: Unit, figures: int) -> Duel | None:
    """The rolls of so many figures at a foe; None where they fight by the ordinary tables."""
    found = score(battle, unit, foe)
    if found is None or helpless(unit) or is_blind(battle, unit) or idle_term(unit) is not None:
        return None
    sting = trait(unit, "stings")
    return Duel(unit.id, foe.id, figures + (sting.value if sting is not None else 0), found)


# ---------------------------------------------------------------- heroes in the ranks


def champions(battle: Battle, unit: Unit) -> list[Unit]:
    """The creatures that go with a unit and can act."""
    found = company(battle, unit)
    return [one for one in found if one.own.profile.nature is not None and one.figures > stunned(battle, one)]


def may_be_singled_out(battle: Battle, unit: Unit, foe: Unit) -> list[Unit]:
    """Figures in the ranks of a foe whom a figure on the Fantasy Combat Table may attack by themselves
    (CM-FANT-HERO-05); not one in the dark, and not one that strikes nobody."""
    if not fights_by_table(unit) or helpless(unit) or is_blind(battle, unit) or idle_term(unit) is not None:
        return []
    return [one for one in champions(battle, foe) if score(battle, unit, one) is not None]


def opponents_of(battle: Battle, unit: Unit, foes: list[str]) -> list[Unit]:
    """Whom a single figure might attack on two dice among those whom it, or its unit, fights: the foes themselves and
    those in their ranks."""
    found = []
    for key in foes:
        foe = battle.units[key]
        if score(battle, unit, foe) is not None:
            found.append(foe)
        found += may_be_singled_out(battle, unit, foe)
    return found


def quarry(battle: Battle, unit: Unit, foes: list[str]) -> Unit | None:
    """Whom a figure takes on by its own: the one it has singled out, or one that has singled out it; None where it does
    what its kind does to the foe before it."""
    chosen = unit.own.turn.singles_out
    among = {one.id: one for one in opponents_of(battle, unit, foes)}
    if chosen in among:
        return among[chosen]
    if unit.host:
        return next((one for one in among.values() if one.own.turn.singles_out == unit.id), None)
    return None


# ---------------------------------------------------------------- dice


def pool_of(battle: Battle, one: Duel) -> tuple[Pool, ...]:
    """Two dice for each figure."""
    unit, target = battle.units[one.unit], battle.units[one.target]
    label = f"{unit.name} against {target.name}"
    return tuple(Pool(DICE, DIE, SumOf(), label, unit.side) for _ in range(one.figures))


def read(one: Duel, thrown: list[Thrown]) -> Outcome:
    """Over the number kills, the number itself drives back, less does nothing (CM-FANT-FCT-02 to CM-FANT-FCT-04); so
    that a 12 can only drive back without a bonus (CM-FANT-FCT-05)."""
    totals = [each.total for each in thrown]
    killed = sum(total >= one.score.to_kill for total in totals)
    back = sum(one.score.to_drive_back <= total < one.score.to_kill for total in totals)
    return Outcome(killed, back, len(totals) - killed - back)


def tell(scene: Scene, one: Duel, totals: list[int], outcome: Outcome) -> None:
    dice = Tally(DUEL, (*(Term("2d6", total) for total in totals), *one.score.bonus.terms))
    rules = ["CM-FANT-FCT-01", *one.score.need.rules, *one.score.bonus.rules]
    if outcome.killed:
        rules += ("CM-FANT-FCT-04",) if one.score.reading == "over" else ()
    if outcome.back:
        rules.append("CM-FANT-FCT-03" if one.score.reading == "over" else "CM-FANT-TROLL-11")
    if outcome.nothing:
        rules.append("CM-FANT-FCT-02")
    scene.tell(
        Struck(
            unit=one.unit,
            target=one.target,
            action="duel",
            dice=one.figures * DICE,
            hits=outcome.killed,
            kept=0,
            tallies=(dice, one.score.need),
            rules=tuple(dict.fromkeys(rules)),
        )
    )


def chances(duels: list[Duel], most: int) -> Chances:
    """How likely so many figures are to be killed by these rolls together."""
    found = NONE
    for one in duels:
        found = together(found, successes(one.figures, one.score.kills))
    return found if len(found) <= most + 1 else (*found[:most], sum(found[most:]))


def driven_back(battle: Battle, target: str, killed: int, back: int) -> bool:
    """Whether a unit falls back: a single figure that must, or one of which at least half of those left in it must."""
    unit = battle.units[target]
    return back > 0 and 2 * back >= max(1, unit.figures - killed)
