"""A duel from the first round to the last: TA-DUEL-04, TA-DUEL-10, TA-DUEL-26.

A duel goes round: what opens a round is done in `rounds`, and `blows`, which end it, open the next. What belongs to the
two stands in pairs: first that of the challenger, then that of the challenged.
"""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.play.agenda import Step
from schiltron.rulesets.by_this_axe.state import DUELLING, Battle, Person, Scene, Unit, with_turn


class Duel(Struct, frozen=True):
    """Two characters who fight it out, and the round they are in."""

    one: str
    other: str
    round: int = 1


class Stand(Step, frozen=True, tag="by_this_axe.stand"):
    """A round begins: fight, or try to flee (TA-DUEL-10, TA-DUEL-11)."""

    duel: Duel


def ids(duel: Duel) -> tuple[str, str]:
    return duel.one, duel.other


def facing(battle: Battle, duel: Duel) -> tuple[tuple[Unit, Unit], tuple[Unit, Unit]]:
    """Each duellist with his foe."""
    one, other = battle.units[duel.one], battle.units[duel.other]
    return (one, other), (other, one)


def person_of(unit: Unit) -> Person:
    assert unit.own.person is not None
    return unit.own.person


def begin_duel(scene: Scene, one: str, other: str, rules: tuple[str, ...]) -> None:
    """The one duel of the turn for both (TA-DUEL-04). They fight where they stand."""
    for unit in (scene.unit(one), scene.unit(other)):
        scene.change(with_turn(unit, duelled=True))
        scene.mark(unit.id, DUELLING, rules=(*rules, "TA-DUEL-04"))
    scene.now(Stand(Duel(one, other)))


def end_duel(scene: Scene, duel: Duel, rules: tuple[str, ...]) -> None:
    """Survivors are where they stood before: in contact they stay, else they go back (TA-DUEL-10, TA-DUEL-26)."""
    for unit_id in ids(duel):
        if scene.unit(unit_id).figures:
            scene.mark(unit_id, DUELLING, on=False, rules=(*rules, "TA-DUEL-26"))
