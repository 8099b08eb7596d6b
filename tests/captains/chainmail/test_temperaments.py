"""What a captain of Chainmail is like shows in what he does."""

from __future__ import annotations

from random import Random

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.event import AnyEvent, Touched
from schiltron.captains.chainmail.moving import good_moves
from schiltron.captains.chainmail.situation import Situation
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.captains.temperament import ARCHER, CAREFUL, EVEN, HORSEMAN, Temperament
from schiltron.rulesets import ruleset
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.outline import gap
from tests.captains.contests import opening
from tests.rulesets.chainmail.positions import blue, field, red


def nearer(position: Battle, temperament: Temperament) -> float:
    """By how much `us` come nearer to `foe`, in inches."""
    situation = Situation(position, "blue", temperament=temperament)
    us, foe = position.units["us"], position.units["foe"]
    best = next(good_moves(situation, us), None)
    return 0.0 if best is None else (gap(us.outline, foe.outline) - gap(best.unit.outline, foe.outline)) / 1000


def test_a_careful_captain_leaves_a_charge_alone_that_others_make() -> None:
    position = field(blue("us", 6, files=3, at=(50, 24), troop="heavy_horse"), red("foe", 30, files=10, at=(50, 10)))
    assert nearer(position, CAREFUL) <= 0 < nearer(position, EVEN)


def test_a_horseman_rides_up_to_whom_others_keep_away_from() -> None:
    position = field(
        blue("us", 6, files=3, at=(50, 20), troop="medium_horse"),
        red("foe", 30, files=10, at=(50, 10), troop="armored_foot"),
    )
    assert nearer(position, HORSEMAN) > nearer(position, EVEN)


def test_an_archer_goes_farther_into_bowshot() -> None:
    position = field(
        blue("us", 6, files=3, at=(50, 30), troop="archers"), red("foe", 8, files=4, at=(50, 10), troop="archers")
    )
    assert nearer(position, ARCHER) > nearer(position, EVEN)


def contacts(name: str) -> int:
    """How often a captain's units come upon the enemy in a few battles from both sides of a field."""
    ready, count = opening("chainmail/two-crowns"), 0
    book = ruleset("chainmail")
    for number in range(6):
        seed, own = divmod(number, 2)
        side = ready.seats[own].side
        captains = {
            seat.id: captain_named(name if place == own else "captain", book, seed + place)
            for place, seat in enumerate(ready.seats)
        }

        def told(battle: Battle, events: tuple[AnyEvent, ...], side: str = side) -> None:
            nonlocal count
            count += sum(isinstance(one, Touched) and battle.units[one.unit].side == side for one in events)

        play(book, ready, captains, FastDice(Random(seed)), on_events=told)
    return count


def test_a_bold_captain_comes_to_blows_oftener_than_a_careful_one() -> None:
    assert contacts("captain:bold") > contacts("captain:careful")
