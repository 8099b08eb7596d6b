"""Other scales of magic: wands and spells that carry farther, and areas that catch several figures."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PLAY, Aimed, Command, Commanded, Planned, Played
from schiltron.battle.state.event import Landed, Worked
from schiltron.battle.state.unit import Aboard, Hidden, OnTable
from schiltron.rulesets.book_of_war.attacks.breath import breathed_on
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Fall, Spells
from schiltron.rulesets.book_of_war.magic.wand_shots import struck_at
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war import positions
from tests.rulesets.book_of_war.castles import tower, upon
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, blue, field, play, red, rules, unit

MAGIC = (Spells("blue"), AttackPhase("blue"))


def mage(at: tuple[float, float] = (24, 40), **more: Any) -> Unit:
    return blue("wizard_6", 1, at=at, id="mareth", wand="fireballs", **more)


def wand(target: str, place: int = 0) -> Commanded:
    return Commanded("", PLAY, Played("mareth:fireballs", "cast", (target,), place=place))


def landed(battle: Battle, target: str, place: int = 0, die: str = "3") -> tuple[tuple[str, int], ...]:
    (event,) = play(battle, *MAGIC, wand(target, place), FINISH, die).events_of(Landed)
    return event.struck


# ---------------------------------------------------------------- long range


def test_magic_carries_half_as_far_again() -> None:
    """BW-O5-03: a wand at 30 inches; death at 17; without the switch both fall short."""
    far, near = red("light_infantry", 6, files=3, at=(24, 10)), red("archers", 6, files=3, at=(28, 24))
    for switch, hit in (("magic", True), ("missiles", False), ("none", False)):
        battle = field(mage(spells=("death_spell",)), far, near, game="advanced", long_range=switch)
        assert bool(landed(battle, "light_infantry")) == hit
        death = Commanded("", PLAY, Played("mareth:death_spell", "cast", ("archers",)))
        played = play(battle, *MAGIC, death)
        assert (played.unit("archers").figures == 0) == hit
        assert any("lost" in event.what for event in played.events_of(Worked)) != hit


def test_the_reach_that_players_see_is_the_longer_one() -> None:
    """BW-O5-03."""
    for switch, reach in (("magic", 36), ("missiles", 24)):
        battle = field(mage(), red("light_infantry", 6, at=(24, 10)), game="advanced", long_range=switch)
        asked = play(battle, *MAGIC).decision
        assert isinstance(asked, Command)
        assert asked.hand[0].uses[0].aim.reach == inches(reach)
        told = " ".join(str(note) for note in BOOK_OF_WAR.conditions(battle))
        assert ("BW-O5-03" in told) == (switch == "magic")


# ---------------------------------------------------------------- large areas


def large(*units: Unit, **more: Any) -> Battle:
    return field(*units, **{"game": "advanced", "areas": "large", **more})


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_fireball_catches_at_most_four_on_foot(layout: Askew) -> None:
    """BW-O5-04: of a block three wide and three deep, the one aimed at and the nearest three."""
    men = red("light_infantry", 9, files=3, at=layout.at(0.4, 10), facing=layout.facing(171))
    wizard = blue("wizard_6", 1, at=layout.at(0, -5), facing=layout.facing(0), id="mareth", wand="fireballs")
    battle = large(wizard, men)
    assert landed(battle, "light_infantry", 4) == (("light_infantry", 4),)
    played = play(battle, *MAGIC, wand("light_infantry", 4), FINISH, "3")
    assert played.unit("light_infantry").figures == 5
    assert "BW-O5-04" in rules(played.events_of(Landed))


def test_horse_takes_the_room_of_two() -> None:
    """BW-O5-04: two horsemen, or one and two men; a single figure without the option."""
    horse = red("heavy_cavalry", 6, files=3, at=(24, 30))
    assert landed(large(mage(), horse), "heavy_cavalry", 1) == (("heavy_cavalry", 2),)
    assert landed(field(mage(), horse, game="advanced"), "heavy_cavalry", 1) == (("heavy_cavalry", 1),)
    beside = red("light_infantry", 6, files=3, at=(22.6, 30), id="men")
    single = red("heavy_cavalry", 1, at=(24.2, 30))
    found = dict(landed(large(mage(), single, beside), "heavy_cavalry", 0))
    assert found == {"heavy_cavalry": 1, "men": 1}, "only one of the men has his middle within an inch"


def test_centres_count_and_friends_are_caught() -> None:
    """BW-O5-04: a middle a hair beyond an inch is safe; one within it is not, whoever he is."""
    mark = red("light_infantry", 1, at=(24, 30))
    for apart, caught in ((0.99, True), (1.01, False)):
        friend = blue("medium_infantry", 1, at=(24 + apart, 30), facing=positions.SOUTH)
        assert ("medium_infantry" in dict(landed(large(mage(), mark, friend), "light_infantry"))) == caught


def test_a_shot_that_falls_between_catches_those_about_it() -> None:
    """BW-O5-04, BW-A4-11: an inch short of a single figure nobody is struck, but a large blast reaches him."""
    mark = red("light_infantry", 1, at=(24, 30))
    assert landed(large(mage(), mark), "light_infantry", die="1") == (("light_infantry", 1),)
    assert landed(field(mage(), mark, game="advanced"), "light_infantry", die="1") == ()


def test_heroes_in_the_ranks_are_caught_with_the_figures_beside_them() -> None:
    """BW-O5-04, BW-A3-18."""
    men = red("light_infantry", 9, files=3, at=(24, 30))
    lord = replace(red("barbarian_lord", 1, at=(0, 0), id="lord"), place=Aboard("light_infantry", "front:0"))
    found = dict(landed(large(mage(), men, lord), "light_infantry", 4))
    assert found == {"light_infantry": 4, "lord": 1}


def breathing(*foes: Unit, **more: Any) -> Battle:
    return large(blue("dragon_adult_red", 1, at=(24, 30), id="dragon"), *foes, **more)


def test_a_breath_goes_two_inches_straight_on() -> None:
    """BW-O5-04: a file of four men, of whom two have their middles within 2 inches."""
    men = red("light_infantry", 12, files=3, at=(24, 30))
    battle = breathing(men)
    dragon, target = battle.units["dragon"], battle.units["light_infantry"]
    depth = men.places[0].base.depth
    deep = sum((rank + 0.5) * depth <= 2_000 for rank in range(4))
    assert breathed_on(battle, dragon, target) == {"light_infantry": min(4, deep)}
    assert breathed_on(field(*battle.units.values(), game="advanced"), dragon, target) == {"light_infantry": 1}
    played = play(
        battle, AttackPhase("blue"), Planned((Commanded("dragon", "breathe_fire", Aimed("light_infantry")),)), "1"
    )
    fallen = 12 - played.unit("light_infantry").figures
    assert fallen == min(4, deep)
    asked = play(battle, AttackPhase("blue"))
    (shown, *_) = BOOK_OF_WAR.targets(asked.battle, asked.decision, "dragon")
    assert shown.odds is not None
    assert shown.odds.losses[fallen] == pytest.approx(1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", [0, 90, 180, 270])
@pytest.mark.parametrize(
    ("beyond", "aside", "caught"),
    [(1.97, 0, True), (2.03, 0, False), (1.4, 0.48, True), (1.4, 0.52, False), (1.4, -0.48, True), (1.4, -0.52, False)],
)
def test_a_breath_is_an_inch_wide_and_two_long_to_whatever_side(
    beyond: float, aside: float, caught: bool, side: float, layout: Askew
) -> None:
    """BW-O5-04: from the edge of its base, to its flanks and behind it too; by the middles of figures."""
    dragon = blue("dragon_adult_red", 1, id="dragon", at=layout.at(1, -2), facing=layout.facing(33))
    base, man = dragon.body.base, TROOPS["light_infantry"].base.depth
    edge = (base.depth if side % 180 == 0 else base.width) / 2
    middle = Pose(round(dragon.outline.x), round(dragon.outline.y), round(layout.facing(33 + side) * 1000) % 360_000)

    def there(out: float, across: float, side: str, id: str) -> Unit:
        x, y = middle.world(across * (-1 if layout.mirrored else 1), out)
        one = unit("light_infantry", 1, at=(x / 1000, y / 1000), facing=middle.heading / 1000, side=side, id=id)
        return replace(one, place=OnTable(one.pose.advanced(man / 2)))

    battle = large(
        dragon,
        there(edge + man / 2, 0, "red", "foe"),
        there(edge + beyond * 1000, aside * 1000, "blue", "friend"),
    )
    struck = breathed_on(battle, battle.units["dragon"], battle.units["foe"])
    assert struck == ({"foe": 1, "friend": 1} if caught else {"foe": 1})


def test_a_breath_strikes_friends_behind_the_enemy() -> None:
    """BW-O5-04."""
    thin = red("light_infantry", 1, at=(24, 30))
    friend = blue("archers", 1, at=(24.1, 30 - 2 * thin.places[0].base.depth / 1000), facing=positions.SOUTH)
    battle = breathing(thin, friend)
    found = breathed_on(battle, battle.units["dragon"], battle.units["light_infantry"])
    assert found == {"light_infantry": 1, "archers": 1}
    asked = play(battle, AttackPhase("blue"))
    order = Commanded("dragon", "breathe_fire", Aimed("light_infantry"))
    shown = BOOK_OF_WAR.preview(asked.battle, asked.decision, Planned((order,)))
    assert [odds.target for odds in shown.beside] == ["archers"]


def test_the_table_shows_how_large_a_blast_is() -> None:
    """BW-O5-04: the preview draws discs two inches across and names everybody in them."""
    men, other = red("light_infantry", 2, at=(24, 30)), red("archers", 2, at=(25.6, 30))
    asked = play(large(mage(), men, other, declare="measure_first"), *MAGIC)
    shown = BOOK_OF_WAR.preview(asked.battle, asked.decision, wand("light_infantry", 0))
    assert {mark.shape.radius for mark in shown.marks} == {inches(1)}
    assert "of 2 figures each" in shown.note


def test_only_the_heroes_beside_the_caught_are_caught() -> None:
    """BW-O5-04, BW-A3-18: one at the other end of the front is safe."""
    men = red("light_infantry", 14, files=7, at=(24, 30))
    lord = replace(red("barbarian_lord", 1, at=(0, 0), id="lord"), place=Aboard("light_infantry", "front:6"))
    assert "lord" not in dict(landed(large(mage(), men, lord), "light_infantry", 0))


def test_the_nearest_are_caught_first_whatever_their_names() -> None:
    """BW-O5-04: of two horsemen beside the one aimed at, the nearer."""
    mark = red("heavy_cavalry", 1, at=(24, 30), id="mark")
    near, far = (red("heavy_cavalry", 1, at=at, id=name) for name, at in (("z", (24.8, 30)), ("a", (23.05, 30))))
    assert dict(landed(large(mage(), mark, near, far), "mark")) == {"mark": 1, "z": 1}


def test_a_breath_at_a_hero_in_the_ranks_goes_through_his_place() -> None:
    """BW-O5-04."""
    men = red("light_infantry", 3, at=(24, 30))
    lord = replace(red("barbarian_lord", 1, at=(0, 0), id="lord"), place=Aboard("light_infantry", "front:-2"))
    battle = breathing(men, lord)
    assert "lord" in breathed_on(battle, battle.units["dragon"], battle.units["lord"])
    assert "lord" not in breathed_on(battle, battle.units["dragon"], battle.units["light_infantry"])


def test_a_large_blast_brings_the_hidden_to_light() -> None:
    """BW-O5-04, BW-A2-05."""
    elves = red("elf_light_infantry", 3, at=(25.5, 30), id="elves")
    assert isinstance(elves.place, OnTable)
    elves = replace(elves, place=Hidden(elves.place.pose))
    battle = large(mage(), red("light_infantry", 1, at=(24, 30)), elves, hiding="secret")
    played = play(battle, *MAGIC, wand("light_infantry"), FINISH, "3")
    assert dict(played.events_of(Landed)[0].struck) == {"light_infantry": 1, "elves": 1}
    assert played.unit("elves").on_table


def test_the_figure_that_a_blast_comes_down_on_is_struck_though_its_middle_lies_outside() -> None:
    """BW-O5-04, BW-A4-11: at the far corner of a horse's base, which is two inches deep."""
    rider = red("heavy_cavalry", 3, files=1, id="riders", at=(24, 30))
    corner = Fall(24_000 + 480, 30_000 - 20, "riders", 0)
    assert struck_at(large(mage(), rider), "mareth", corner) == {"riders": 1}
    assert struck_at(large(mage(), rider), "mareth", replace(corner, unit="")) == {}


def test_a_breath_brings_the_hidden_to_light() -> None:
    """BW-O5-04, BW-A2-05: those who hide behind whom it is meant for are struck too."""
    thin, elves = red("light_infantry", 1, at=(24, 30)), red("elf_elite_archers", 1, at=(24, 29.2), id="elves")
    assert isinstance(elves.place, OnTable)
    elves = replace(elves, place=Hidden(elves.place.pose))
    order = Planned((Commanded("dragon", "breathe_fire", Aimed("light_infantry")),))
    played = play(breathing(thin, elves, hiding="secret"), AttackPhase("blue"), order, "1")
    assert played.unit("elves").on_table
    assert not played.unit("elves").figures


def test_a_wizard_in_the_ranks_blasts_as_one_outside_them() -> None:
    """BW-O5-04, BW-A4-03."""
    host = blue("light_infantry", 6, files=3, at=(24, 40), id="guard")
    within = replace(mage(), place=Aboard("guard", "front:1"))
    men = red("archers", 6, files=3, at=(24, 30))
    x, y = men.places[1].x, men.places[1].y
    fall = Fall(round(x), round(y), "archers", 1)
    assert struck_at(large(within, host, men), "mareth", fall) == struck_at(large(mage(), men), "mareth", fall)


@pytest.mark.parametrize("storey", [1, 2])
def test_no_blast_reaches_into_a_tower(storey: int) -> None:
    """BW-O5-04, BW-O6-12: those on top of it are caught."""
    watch = upon(red("archers", 1, at=(25.1, 30.2), id="watch"), "tower", storey)
    men = red("light_infantry", 1, at=(24.2, 30))
    battle = large(mage(), men, watch, features=(tower(26.5, 30),))
    assert ("watch" in dict(landed(battle, "light_infantry"))) is (storey == 2)
