"""How a special combat is likely to go (chapter A3): exact chances, for the page and for captains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, at_least, mixed, sums, together
from schiltron.parent_game.blows import DIE, Fighter, score
from schiltron.rulesets.book_of_war.special_combat.fighters import blows_in_a_round, fighter, points_left
from schiltron.rulesets.book_of_war.special_combat.meeting import rounds_in_a_cycle
from schiltron.rulesets.book_of_war.state import Battle, Unit

_LONG: Final = 60
"""Rounds after which a fight is taken to have no end."""


class Ending(NamedTuple):
    """How likely each of two is to be brought down; what is left is the chance that both still stand."""

    one_falls: float
    other_falls: float


def ending(battle: Battle, one: Unit, other: Unit, rounds: int = _LONG) -> Ending:
    """What comes of so many rounds in which the first strikes first, if nobody else strikes at them. Blows alternate
    (BW-A3-37), so one brings the other down with a blow if he is not down before."""
    strikes, answers = blows_in_a_round(battle, one, other), blows_in_a_round(battle, other, one)
    down, up = _fallen_by(battle, one, other, strikes * rounds), _fallen_by(battle, other, one, answers * rounds)
    other_falls, one_falls = 0.0, 0.0
    given = taken = 0
    for first in _turns(strikes, answers, rounds):
        if first:
            given += 1
            other_falls += (down[given] - down[given - 1]) * (1 - up[taken])
        else:
            taken += 1
            one_falls += (up[taken] - up[taken - 1]) * (1 - down[given])
    return Ending(one_falls, other_falls)


def cycle(battle: Battle, one: Unit, other: Unit) -> Ending:
    """What comes of one cycle of turns."""
    return ending(battle, one, other, rounds_in_a_cycle(battle))


def _turns(strikes: int, answers: int, rounds: int) -> Iterator[bool]:
    """Whose blow it is, blow after blow: whether that of the first."""
    for _ in range(rounds):
        for number in range(max(strikes, answers)):
            if number < strikes:
                yield True
            if number < answers:
                yield False


def _fallen_by(battle: Battle, striker: Unit, foe: Unit, blows: int) -> list[float]:
    """The chance that a foe is down after 0, 1, 2 and so many blows."""
    left, attacks = points_left(foe), blows_in_a_round(battle, striker, foe)
    kinds = [
        _harm(fighter(battle, striker, foe, number), fighter(battle, foe, striker, 0)) for number in range(attacks)
    ]
    done: Chances = NONE
    found = [0.0]
    for blow in range(blows):
        done = _up_to(together(done, kinds[blow % attacks]), left)
        found.append(done[left] if len(done) > left else 0.0)
    return found


def _up_to(chances: Chances, most: int) -> Chances:
    """All that is more counted as so much."""
    return (*chances[:most], sum(chances[most:])) if len(chances) > most else chances


def _harm(striker: Fighter, foe: Fighter) -> Chances:
    """The hit points that one blow costs: none, or what its dice come to, a point at least."""
    hits = at_least(score(striker, foe), DIE)
    (die,) = striker.damage
    thrown = sums(die.count, die.sides)
    harm = [0.0] * max(2, len(thrown) + die.plus)
    for total, chance in enumerate(thrown):
        if chance:
            harm[max(1, total + die.plus)] += chance
    return mixed(((1 - hits, NONE), (hits, tuple(harm))))
