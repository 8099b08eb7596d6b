"""What a captain does about castles and on ships: small positions with one sensible answer."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.event import Formed, Touched
from schiltron.captains.advising import why
from schiltron.captains.book_of_war.reasons import weighed
from schiltron.captains.book_of_war.ships import voyages
from schiltron.captains.play import play
from schiltron.captains.roster import seated
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from tests.captains.book_of_war.asking import phase
from tests.rulesets.book_of_war.castles import climber, guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import SOUTH, blue, field, red
from tests.rulesets.book_of_war.positions import play as laid_out
from tests.rulesets.book_of_war.ships import aboard, gull, sea, ship, swan

WALL = wall((10, 20), (40, 20))
KEEP = tower(25, 12, room=2, doors=((25, 13.5),))


def ordered(*units: Any, features: Any = (WALL, KEEP), **more: Any) -> dict[str, str]:
    """What each unit of blue is told to do."""
    battle = field(*units, features=features, game="advanced", declare="measure_first", **more)
    _, given = phase(battle, MovementPhase("blue"))
    return {one.actor: one.action for one in given if hasattr(one, "actor") and one.actor}


def keeper(storey: int = 1) -> Any:
    return upon(red("archers", 1, at=(25, 12), id="keeper"), "tower", storey)


def test_who_stands_at_the_foot_of_a_held_wall_climbs_it() -> None:
    """BW-O6-10"""
    assert ordered(blue("heavy_infantry", 9, files=6, at=(25, 20.52)), guard(25, 20, "archers")) == {
        "heavy_infantry": "climb:wall"
    }


def test_an_empty_wall_is_climbed_that_lies_before_the_keep() -> None:
    """BW-O6-10: the enemy holds the tower behind it."""
    assert ordered(blue("heavy_infantry", 9, files=6, at=(25, 20.52)), keeper())["heavy_infantry"] == "climb:wall"


def test_who_has_taken_the_wall_goes_down_towards_the_keep() -> None:
    """BW-O6-11: there is nobody left on it."""
    men = [replace(climber(20 + n, 20, "heavy_infantry", id=f"man{n}")) for n in range(4)]
    assert set(ordered(*men, keeper()).values()) == {"down:north"}


def test_along_a_wall_one_goes_to_the_door_that_opens_onto_it() -> None:
    """BW-O6-15: not down, since the tower at its end is entered from there."""
    corner = tower(41.5, 20, doors=((40, 20, "wall"),))
    holder = upon(red("archers", 1, at=(41.5, 20)), "tower", 1)
    men = [climber(12 + n, 20, "heavy_infantry", id=f"man{n}", facing=77) for n in range(4)]
    assert set(ordered(*men, holder, features=(WALL, corner)).values()) == {"move"}


def test_who_reaches_a_door_batters_it() -> None:
    """BW-O6-15"""
    assert ordered(blue("heavy_infantry", 6, files=3, at=(25, 16)), keeper(), features=(KEEP,)) == {
        "heavy_infantry": "enter:tower"
    }


def test_who_is_inside_goes_up_at_those_on_top() -> None:
    """BW-O6-13"""
    man = upon(blue("heavy_infantry", 1, at=(25, 12.4), id="man"), "tower", 1)
    assert ordered(man, keeper(2), features=(KEEP,)) == {"man": "stairs:up"}


def test_a_garrison_stays_in_its_tower() -> None:
    """BW-O6-12: nothing harms it there; it shoots."""
    inmate = upon(blue("archers", 1, at=(25, 12.4), id="inmate"), "tower", 1)
    host = red("medium_infantry", 12, files=6, at=(25, 30), facing=0)
    assert ordered(inmate, host, features=(KEEP,)) == {}


def test_one_who_is_too_weak_does_not_storm() -> None:
    """BW-O6-10: three men before a wall that four hold."""
    watch = [guard(22 + 2 * n, 20, "heavy_infantry", id=f"watch{n}") for n in range(4)]
    told = ordered(blue("light_infantry", 3, at=(25, 30)), *watch)
    assert not any(action.startswith("climb") for action in told.values())


def test_a_crew_boards_the_ship_alongside() -> None:
    """BW-O6-05: over the rail at those on the other deck."""
    hull, enemy = swan(at=(36, 24)), gull(at=(37.5, 24), facing=0)
    men = [aboard(hull, f"man{n}", 0.3, -2 - n, kind="heavy_infantry") for n in range(3)]
    foes = [aboard(enemy, f"foe{n}", 0.3, -2 - n, kind="archers") for n in range(2)]
    battle = field(hull, enemy, *men, *foes, features=(sea(),), game="advanced", declare="measure_first")
    played, _ = phase(battle, MovementPhase("blue"))
    assert {one.attacker for one in played.battle.engagements} & {"man0", "man1", "man2"}


def test_a_ship_is_said_to_come_nearer_to_the_nearest_that_is_manned() -> None:
    """Swan rows up to Gull, and not to the empty hull that lies nearer; where nobody is aboard there is no reason."""
    hull, enemy, empty = swan(at=(30, 30)), gull(at=(44, 20)), ship("empty", side="red", facing=SOUTH, at=(22, 18))
    men = [aboard(hull, f"man{n}", 0.3, -2 - n, kind="heavy_infantry") for n in range(3)]
    foes = [aboard(enemy, f"foe{n}", 0.3, -2 - n, kind="archers") for n in range(2)]
    battle = field(hull, enemy, empty, *men, *foes, features=(sea(),), game="advanced", declare="measure_first")
    played = laid_out(battle, MovementPhase("blue"))
    (order,) = (one for one in voyages(played.battle, (hull.id,)))
    assert isinstance(order.form, PathDrawn)
    found = weighed(played.battle, hull.id, order.action, order.form.path)
    assert found is not None
    assert found.foe == enemy.name
    assert found.hope.more > 0
    reasons = why(BOOK_OF_WAR, played.battle, played.decision, order)
    assert reasons == [f"It brings them closer to where they can hurt {enemy.name}"]
    unmanned = field(hull, enemy, empty, *men, features=(sea(),), game="advanced", declare="measure_first")
    assert weighed(unmanned, hull.id, order.action, order.form.path) is None


# ---------------------------------------------------------------- whole battles


def fought(scenario: str, seed: int) -> Counter[str]:
    """What happened in a battle between two captains, and that it ended."""
    done: Counter[str] = Counter()

    def heard(battle: Any, events: Any) -> None:
        for event in events:
            if isinstance(event, Formed):
                done[event.why] += 1
            elif isinstance(event, Touched) and battle.units[event.unit].afloat:
                done["hulls touch"] += 1

    start = prepare(load_scenario(scenario))
    captains = seated(BOOK_OF_WAR, start, {"red": "captain", "blue": "captain"}, seed)
    over = play(BOOK_OF_WAR, start, captains, FastDice(Random(seed)), on_events=heard)
    assert over.outcome is not None
    return done


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_kell_keep_is_stormed_by_ladder_and_door(seed: int) -> None:
    """BW-O6-10, BW-O6-15: in every battle some get over the wall, and in at a door."""
    done = fought("kell-keep", seed)
    assert done["get over the wall"] >= 3
    assert done["get in"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_two_ships_meet(seed: int) -> None:
    """BW-O6-19, BW-O6-05"""
    assert fought("two-ships", seed)["hulls touch"] >= 1
