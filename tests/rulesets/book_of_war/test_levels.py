"""A unit in the air and one on the ground do not get in each other's way, through the door of the book."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Struck, Touched
from schiltron.battle.state.unit import Aloft, Level, OnTable, Upon
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import in_melee_range
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, moving, place, play, red

HIGH = Aloft(inches(6), 1)


def raised(unit: Unit, level: Level) -> Unit:
    return replace(unit, place=OnTable(unit.pose, level))


@pytest.mark.parametrize("level", [HIGH, Upon("tower", 2)])
def test_who_marches_under_an_enemy_meets_nobody(level: Level) -> None:
    """BW-B4-28: contact stops a unit; BW-B4-13: others are in its way."""
    line, foe = blue("light_infantry", 8, at=(36, 30)), red("archers", 6, at=(36, 25))
    stopped = moving(line, foe).then(march("light_infantry", ahead(12)))
    assert place(stopped.unit("light_infantry")) == (36, 25, 0)
    assert len(stopped.events_of(Touched)) == 1
    start = moving(line, raised(foe, level))
    for distance in (5.2, 12):
        played = start.then(march("light_infantry", ahead(distance)))
        assert place(played.unit("light_infantry")) == (36, 30 - distance, 0)
        assert played.events_of(Touched) == []
        assert played.battle.engagements == ()


def test_who_is_in_the_air_flies_over_pikes_and_stays_there() -> None:
    """BW-B2-10: pikes strike at whoever runs onto their front. He may end his move above them."""
    line = raised(blue("light_infantry", 8, at=(36, 30)), HIGH)
    played = moving(line, red("pikemen", 12, at=(36, 25))).then(march("light_infantry", ahead(5.5)))
    assert played.unit("light_infantry").place == OnTable(played.unit("light_infantry").pose, HIGH)
    assert place(played.unit("light_infantry")) == (36, 24.5, 0)
    assert (played.events_of(Touched), played.events_of(Struck)) == ([], [])
    assert not in_melee_range(played.battle, played.unit("light_infantry"))
    assert play(played.battle, AttackPhase("blue")).events_of(Struck) == []


def test_two_in_the_air_meet_at_one_height_and_pass_at_two() -> None:
    """BW-B4-28."""
    line, foe = raised(blue("light_infantry", 8, at=(36, 30)), HIGH), red("archers", 6, at=(36, 25))
    level_with = moving(line, raised(foe, Aloft(HIGH.height, 4)))
    assert len(level_with.then(march("light_infantry", ahead(12))).events_of(Touched)) == 1
    below = moving(line, raised(foe, Aloft(inches(2), 4)))
    assert below.then(march("light_infantry", ahead(12))).events_of(Touched) == []


def test_melee_is_struck_between_those_who_can_touch() -> None:
    """BW-C3-10."""
    line, foe = blue("light_infantry", 8, at=(36, 30)), red("archers", 6, at=(36, 30))
    fought = play(field(line, foe), AttackPhase("blue"), "1 1 1 1 1 1")
    assert [one.target for one in fought.events_of(Struck)] == ["archers"]
    assert play(field(line, raised(foe, HIGH)), AttackPhase("blue")).events_of(Struck) == []
