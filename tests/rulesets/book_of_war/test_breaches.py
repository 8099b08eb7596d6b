"""Gaps that disintegrate opens in walls, and ways into towers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.powers import Point
from schiltron.battle.state.decision import PLAY, Commanded, Played
from schiltron.battle.state.event import Formed, Worked
from schiltron.battle.state.unit import Upon
from schiltron.herald import Herald
from schiltron.rulesets.book_of_war.attacks.missiles import aim
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.breaches import opening_at
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.builds import Gap
from schiltron.table.terrain import Feature
from schiltron.table.works import build_of
from tests.rulesets.book_of_war.castles import guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    play,
    red,
    rules,
    shoot,
)
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.guided import preview

WALL = wall((10, 20), (40, 20))
MAGIC = (Spells("blue"), AttackPhase("blue"))


def wizard(at: tuple[float, float] = (24, 28), **more: Any) -> Unit:
    return blue("wizard_2", 1, at=at, id="mareth", wand="fireballs", spells=("disintegrate",), **more)


def battle(*units: Unit, features: tuple[Feature, ...] = (WALL,), **more: Any) -> Battle:
    return field(*units, features=features, game="advanced", **{"declare": "measure_first", **more})


def breach(x: float, y: float, work: str = "wall") -> Commanded:
    at = (round(x * 1000), round(y * 1000))
    return Commanded("", PLAY, Played("mareth:disintegrate", "breach", feature=work, at=at))


def gaps(played: Play, work: str = "wall") -> tuple[Gap, ...]:
    return build_of(next(one for one in played.battle.table.features if one.id == work)).gaps


# ---------------------------------------------------------------- it opens


def test_a_gap_of_half_an_inch_opens_in_a_wall() -> None:
    """BW-A4-22, BW-A4-13: where the wall is nearest to the point named; the spell is used up."""
    played = play(battle(wizard()), *MAGIC, breach(25, 22))
    assert gaps(played) == (Gap(25_000, 20_000, 500),)
    *_, told = played.events_of(Worked)
    assert (told.what, told.rules) == ("a gap opens in Wall", ("BW-A4-22",))
    assert told.marks[0].shape.radius == 250  # type: ignore[union-attr]
    assert played.unit("mareth").own.uses("disintegrate") == 1


@pytest.mark.parametrize(
    ("stands", "named", "opens"),
    [
        ((24, 28), (25.4, 24), (25.25, 21.5)),  # half of it would lie round the corner
        ((24, 28), (26.5, 22.6), (25.25, 21.5)),
        ((24, 28), (26.6, 22.5), (25.5, 21.25)),
        ((24, 28), (21.4, 22.5), (22.5, 21.25)),
        ((24, 28), (26.5, 22.5), (25.25, 21.5)),  # as near to both: towards the wizard
        ((33, 24), (26.5, 22.5), (25.5, 21.25)),
        ((15, 24), (21.5, 22.5), (22.5, 21.25)),
        ((24, 28), (24, 20), (24, 21.5)),
        ((33, 20), (24, 20), (25.5, 20)),
    ],
)
def test_a_way_into_a_tower_opens_in_one_side_of_it(
    stands: tuple[float, float], named: tuple[float, float], opens: tuple[float, float]
) -> None:
    """BW-A4-22: half an inch of one side, also where a corner is nearest."""
    played = play(battle(wizard(stands), features=(tower(24, 20),)), *MAGIC, breach(*named, "tower"))
    (door,) = build_of(next(one for one in played.battle.table.features if one.id == "tower")).doors
    assert (door.x / 1000, door.y / 1000, door.broken) == (*opens, True)


@pytest.mark.parametrize(("at", "opens"), [((27.5, 17.5), (26, 19.25)), ((27.2, 16.9), (25.75, 19))])
def test_at_the_corner_of_a_long_tower_the_side_that_looks_more_towards_the_point_opens(
    at: tuple[float, float], opens: tuple[float, float]
) -> None:
    """BW-A4-22: however long that side is."""
    hall = piece("tower", 22, 19, 26, 21)
    hall = replace(hall, id="tower", build=tower(24, 20).build)
    there = battle(wizard((24, 30)), features=(hall,))
    found = opening_at(there, there.units["mareth"], hall, Point(*(round(1000 * one) for one in at)))
    assert (found.x / 1000, found.y / 1000) == opens


@pytest.mark.parametrize("layout", LAYOUTS)
def test_in_a_wall_askew_it_opens_as_well(layout: Askew) -> None:
    """BW-A4-22."""
    skew = wall(layout.at(-15, 0), layout.at(15, 0))
    he = blue("wizard_2", 1, id="mareth", at=layout.at(0, -6), facing=layout.facing(0), spells=("disintegrate",))
    played = play(battle(he, features=(skew,)), *MAGIC, breach(*layout.at(3, -1)))
    (gap,) = gaps(played)
    x, y = layout.at(3, 0)
    assert (gap.x, gap.y) == (pytest.approx(1000 * x, abs=2), pytest.approx(1000 * y, abs=2))


def test_without_masonry_nothing_of_the_kind_is_offered() -> None:
    """BW-A4-22: and heroes are aimed at as ever where there is some."""
    knight = red("knight_renown", 1, at=(24, 22), id="orla")
    for features, ways in (((), ["cast"]), ((WALL,), ["cast", "breach"])):
        asked = play(battle(wizard(), knight, features=features), *MAGIC)
        (card,) = [one for one in asked.decision.hand if one.title == "Disintegrate"]
        assert [use.key for use in card.uses] == ways
    gone = asked.then(Commanded("", PLAY, Played("mareth:disintegrate", "cast", ("orla",)))).then("2")
    assert not gone.unit("orla").figures


@pytest.mark.parametrize(("y", "opens"), [(32.4, True), (33, False)])
def test_beyond_its_range_it_works_where_that_ends(y: float, opens: bool) -> None:
    """BW-A4-27: twelve inches to the face of the wall; short of it there is nothing to open, but what stands there."""
    played = play(battle(wizard(at=(24, y))), *MAGIC, breach(24, 20))
    assert bool(gaps(played)) is opens
    assert ("lost" in played.events_of(Worked)[-1].what) is not opens
    nearer = wall((10, 21.1), (40, 21.1), id="nearer")
    both = play(battle(wizard(at=(24, 33)), features=(WALL, nearer)), *MAGIC, breach(24, 20))
    assert (len(gaps(both, "nearer")), len(gaps(both))) == (1, 0)


def test_a_way_opens_into_a_tower() -> None:
    """BW-A4-22, BW-O6-17: an open doorway; whoever defends the tower has to be got past as ever."""
    foot = blue("medium_infantry", 3, files=3, at=(24, 24), id="foot")
    keep = tower(24, 20)
    for features, units in (((keep,), ()), ((keep,), (upon(red("archers", 1, at=(24, 20)), "tower"),))):
        opened = play(battle(wizard(), *units, features=features), *MAGIC, breach(24, 24, "tower")).battle
        (door,) = build_of(opened.table.features[0]).doors
        assert (door.x, door.y, door.broken) == (24_000, 21_500, True)
        asked = play(opened.with_unit(foot), MovementPhase("blue")).then(Commanded("foot", "enter:tower"))
        assert (asked.battle.roll is not None) is bool(units)
        if not units:
            assert any(unit.level == Upon("tower", 1) for unit in asked.battle.units.values())


# ---------------------------------------------------------------- what it is good for


def test_one_file_at_a_time_goes_through_a_gap() -> None:
    """BW-A4-22, BW-O6-10."""
    open_wall = wall((10, 20), (40, 20), gaps=(Gap(24_000, 20_000, 500),))
    for files, x, comes in ((1, 24, True), (2, 24, False), (1, 25, False)):
        column = blue("light_infantry", 4, files=files, at=(x, 22))
        start = moving(column, features=(open_wall,))
        if comes:
            assert start.then(march("light_infantry", ahead(6))).unit("light_infantry").pose.y == 16_000
        else:
            assert "BW-O6-10" in rules(start.refusal(march("light_infantry", ahead(6))))


def test_through_a_gap_one_shoots() -> None:
    """BW-A4-22, BW-O6-14: straight through it, and not beside it."""
    open_wall = wall((10, 20), (40, 20), gaps=(Gap(24_000, 20_000, 500),))
    bows, foe = blue("archers", 1, at=(24, 24)), red("light_infantry", 1, at=(24, 16), id="foe")
    for features, x, sees in ((open_wall, 24, True), (WALL, 24, False), (open_wall, 27, False)):
        there = battle(replace(bows, place=blue("archers", 1, at=(x, 24)).place), foe, features=(features,))
        found = aim(there, there.units["archers"], shoot("archers", at="foe").aim)
        assert (not isinstance(found, list)) is sees


def test_who_stands_over_it_steps_aside() -> None:
    """BW-A4-22, BW-O6-11: along the wall, if there is room; else down from it."""
    alone = play(battle(wizard(), guard(24, 20, "archers")), *MAGIC, breach(24, 20))
    pose, level = alone.unit("archers").pose, alone.unit("archers").level
    assert level == Upon("wall", 1)
    assert abs(pose.x - 24_000) >= 250
    (told,) = alone.events_of(Formed)
    assert (told.why, told.rules) == ("step back from the gap", ("BW-A4-22",))
    beside = [guard(24 + place * 0.76, 20, "archers", id=f"a{place}") for place in (-3, -2, -1, 1, 2, 3)]
    crowded = play(battle(wizard(), guard(24, 20, "archers"), *beside), *MAGIC, breach(24, 20))
    assert crowded.unit("archers").level is None
    assert len(crowded.events_of(Formed)) == 1
    assert abs(crowded.unit("archers").pose.y - 20_000) > 500
    below = [
        red("medium_infantry", 20, files=10, at=(24, 19.45), facing=180, id="behind"),
        blue("medium_infantry", 20, files=10, at=(24, 20.55), id="before"),
    ]
    hemmed = play(battle(wizard(), guard(24, 20, "archers"), *beside, *below), *MAGIC, breach(24, 20))
    assert hemmed.unit("archers").level is None
    assert hemmed.unit("archers").pose == guard(24, 20, "archers").pose, "in the gap itself"


def test_nobody_goes_on_along_the_top_over_a_gap() -> None:
    """BW-A4-22, BW-O6-11."""
    open_wall = wall((10, 20), (40, 20), gaps=(Gap(24_000, 20_000, 500),))
    patrol = replace(guard(20, 20, "light_infantry", facing=90), side="blue", owner="blue", controller="blue")
    start = moving(patrol, features=(open_wall,))
    assert "BW-O6-11" in rules(start.refusal(march("light_infantry", ahead(6))))
    assert moving(patrol, features=(WALL,)).then(march("light_infantry", ahead(6)))


# ---------------------------------------------------------------- shown, said, hindered


def test_the_gap_is_shown_before_it_is_announced() -> None:
    """BW-A4-22, BW-A4-27: where nothing may be measured its place alone."""
    for declare, note in (("measure_first", "out of range"), ("by_phase", "nothing is measured yet")):
        asked = play(battle(wizard(at=(24, 34)), declare=declare), *MAGIC)
        shown = preview(asked, breach(24, 20))
        assert any(note in one.text for one in shown.notes)
    near = preview(play(battle(wizard()), *MAGIC), breach(24, 20))
    assert [one.name for one in near.marks] == ["a gap in Wall"]
    assert near.notes[0].text == "a gap opens in Wall"


def test_it_is_typed_as_one_says_it() -> None:
    """BW-A4-22."""
    asked = play(battle(wizard(), red("knight_renown", 1, at=(24, 22), id="orla")), *MAGIC)
    herald = Herald(BOOK_OF_WAR, "blue")
    for line, use in (
        ("mareth casts disintegrate breach on wall to 25 20", "breach"),
        ("mareth casts disintegrate at orla", "cast"),
    ):
        heard = herald.hear(line, asked.battle)
        form = heard.order.answer.form  # type: ignore[union-attr]
        assert form.use == use
    assert form.units == ("orla",)


def test_in_the_dark_only_the_masonry_at_hand_is_opened() -> None:
    """BW-O2-03."""
    for y, open_to in ((28, ()), (20.52, ("wall",))):
        asked = play(battle(wizard(at=(24, y)), darkness="dark"), Spells("blue"))
        if open_to:
            (card,) = [one for one in asked.decision.hand if one.title == "Disintegrate"]
            assert card.uses[1].aim.eligible == open_to
        else:
            assert asked.over


def test_a_hero_on_top_of_a_tower_may_be_disintegrated_and_one_inside_not() -> None:
    """BW-A4-21, BW-O6-12."""
    spell = Commanded("", PLAY, Played("mareth:disintegrate", "cast", ("kett",)))
    for storey, reached in ((2, True), (1, False)):
        knight = upon(red("barbarian_lord", 1, at=(24, 20), id="kett"), "tower", storey)
        asked = play(battle(wizard(), knight, features=(tower(24, 20),)), *MAGIC)
        if reached:
            assert asked.then(spell).battle.roll is not None
        else:
            assert asked.refusal(spell)


def test_a_wall_that_is_there_no_more_stays_so() -> None:
    """BW-A4-22: a spell that comes to nothing."""
    assert play(battle(wizard()), Spell("mareth", "disintegrate", "breach", feature="gone", at=(1, 1))).over
