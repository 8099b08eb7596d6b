"""Magic and those who hide: hills and woods that move with them or against them, and what wizards see of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import PLAY, Commanded, Played
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Formed, Placed
from schiltron.battle.state.order import AtWill
from schiltron.battle.state.unit import Aboard, Hidden
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.outline import gap, overlapping
from schiltron.table.terrain import Feature
from tests.rulesets.book_of_war.castles import guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, piece, play, red
from tests.rulesets.book_of_war.ships import aboard, row, swan

WOOD = piece("woods", 20, 24, 28, 30)
HILL = piece("hill", 20, 24, 28, 30)


def secretly(unit: Unit) -> Unit:
    return replace(unit, place=Hidden(unit.pose))


def wizard(**more: Any) -> Unit:
    return blue("wizard_3", 1, id="mareth", spells=("move_earth", "antimagic_shell"), **{"at": (24, 44), **more})


def battle(*units: Unit, features: tuple[Feature, ...] = (), **more: Any) -> Battle:
    return field(*units, features=features, game="advanced", hiding="secret", declare="measure_first", **more)


def moved(position: Battle, feature: Feature, x: float, y: float) -> tuple[Play, tuple[float, float]]:
    """The piece is told to go to a point; and how far it got."""
    at = (round(x * 1000), round(y * 1000))
    told = Commanded("", PLAY, Played("mareth:move_earth", "cast", feature=feature.id, at=at))
    played = play(position, Spells("blue"), AttackPhase("blue"), told)
    now = next(one for one in played.battle.table.features if one.id == feature.id)
    return played, ((now.bounds[0] - feature.bounds[0]) / 1000, (now.bounds[1] - feature.bounds[1]) / 1000)


# ---------------------------------------------------------------- earth that moves


@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_hides_in_a_wood_goes_with_it_and_stays_hidden(side: str) -> None:
    """BW-A4-26, BW-A2-02: his own side alone is told where he is now."""
    hiding = blue if side == "blue" else red
    elves = secretly(hiding("elf_archers", 4, id="elves", at=(24, 27)))
    played, gone = moved(battle(elves, wizard(), red("ogres", 1, at=(60, 8)), features=(WOOD,)), WOOD, 50, 27)
    assert gone == (6, 0)
    assert played.unit("elves").place == replace(elves.place, pose=replace(elves.pose, x=30_000))
    (carried,) = played.events_of(Formed)
    assert carried.audience == (side,)
    other = "red" if side == "blue" else "blue"
    without, _ = moved(
        battle(
            replace(elves, place=Hidden(replace(elves.pose, y=25_000))),
            wizard(),
            red("ogres", 1, at=(60, 8)),
            features=(WOOD,),
        ),
        WOOD,
        50,
        27,
    )
    assert encode(BOOK_OF_WAR.view(played.battle, other)) == encode(BOOK_OF_WAR.view(without.battle, other))
    assert heard_by(played.events, other) == heard_by(without.events, other)


def test_who_is_carried_into_hidden_enemies_stops_before_them_and_finds_them() -> None:
    """BW-A4-26, BW-A2-04."""
    riding = blue("pikemen", 4, id="pikes", at=(24, 25))
    elves = secretly(red("elf_elite_archers", 4, id="elves", at=(30.5, 25)))
    played, (dx, _) = moved(battle(riding, elves, wizard(), features=(HILL,)), HILL, 50, 27)
    assert 3.4 < dx < 3.5
    assert played.unit("elves").on_table
    assert played.events_of(Placed)[0].rules == ("BW-A2-04", "BW-A4-26")
    assert 0 < gap(played.unit("pikes").outline, played.unit("elves").outline) < 100


def test_of_two_who_hide_only_the_one_in_the_way_is_found() -> None:
    """BW-A2-04."""
    riding = blue("pikemen", 4, id="pikes", at=(24, 25))
    near = secretly(red("elf_elite_archers", 4, id="near", at=(30.5, 25)))
    far = secretly(red("elf_elite_archers", 4, id="far", at=(31.2, 20)))
    played, _ = moved(battle(riding, near, far, wizard(), features=(HILL,)), HILL, 50, 27)
    assert played.unit("near").on_table
    assert is_hidden(played.unit("far"))


def test_a_pond_stops_at_those_who_hide_too() -> None:
    """BW-A4-24, BW-A2-04: friends of the wizard stay hidden."""
    pond = piece("pond", 20, 24, 28, 30)
    for hiding, found in ((red, True), (blue, False)):
        elves = secretly(hiding("elf_elite_archers", 4, id="elves", at=(33, 27)))
        played, (dx, _) = moved(battle(elves, wizard(), features=(pond,)), pond, 50, 27)
        assert 3.4 < dx < 3.6
        assert played.unit("elves").on_table is found


def test_who_hides_and_is_in_nobodys_way_is_covered_and_not_found() -> None:
    """BW-A4-26."""
    elves = secretly(red("elf_elite_archers", 4, id="elves", at=(31, 27)))
    played, gone = moved(battle(elves, wizard(), features=(HILL,)), HILL, 50, 27)
    assert gone == (6, 0)
    assert played.unit("elves") == elves


def test_a_wizard_carried_along_sees_who_hides_where_he_comes() -> None:
    """BW-A4-05, BW-A4-26."""
    elves = secretly(red("elf_elite_archers", 4, id="elves", at=(45, 27)))
    riding = wizard(at=(27.5, 27))
    position = battle(elves, riding, features=(HILL,))
    assert is_hidden(play(position, Spells("blue")).unit("elves"))
    played, gone = moved(position, HILL, 50, 27)
    assert gone == (6, 0)
    assert played.unit("elves").on_table


# ---------------------------------------------------------------- what wizards see


@pytest.mark.parametrize(("aside", "sees"), [(9, True), (-9, False)])
def test_a_wizard_in_the_ranks_sees_from_his_own_place(aside: int, sees: bool) -> None:
    """BW-A4-05: from the near end of a wide line 12 inches carry farther than from the other."""
    line = blue("light_infantry", 10, id="line", at=(24, 40))
    he = replace(wizard(), place=Aboard("line", f"front:{aside}"))
    elves = secretly(red("elf_elite_archers", 3, id="elves", at=(37, 32)))
    played = play(battle(line, he, elves), MovementPhase("blue"), march("line", ahead(2)))
    assert played.unit("elves").on_table is sees


def test_from_a_shell_he_sees_none_of_them_and_all_when_it_ends() -> None:
    """BW-A4-17: the shell stops his own magic too."""
    elves = secretly(red("elf_elite_archers", 3, id="elves", at=(24, 30)))
    shelled = play(battle(wizard(at=(24, 40)), elves), Spell("mareth", "antimagic_shell")).battle
    asked = play(shelled, MovementPhase("blue"))
    assert is_hidden(asked.then(march("mareth", ahead(2))).unit("elves"))
    end = next(one.key for one in BOOK_OF_WAR.liberties(asked.battle) if "shell" in one.label)
    obeyed = BOOK_OF_WAR.obey(asked.battle, AtWill("blue", end))
    assert obeyed.battle.units["elves"].on_table  # type: ignore[union-attr]


@pytest.mark.parametrize(("y", "sees"), [(30.9, True), (31.2, False)])
def test_a_wizard_who_comes_out_of_a_tower_looks_about_at_once(y: float, sees: bool) -> None:
    """BW-A4-05, BW-O6-13: from where he stands now, which the order itself has brought him to."""
    keep = tower(20, 16, doors=((20, 17.5),))
    elves = secretly(red("elf_elite_archers", 3, id="elves", at=(20, y)))
    inside = upon(wizard(at=(20, 15.6)), "tower", 1)
    start = play(battle(inside, elves, features=(keep,)), MovementPhase("blue"))
    assert is_hidden(start.unit("elves"))
    out = start.then(Commanded("mareth", "leave:south"))
    assert out.unit("mareth").level is None
    assert out.unit("elves").on_table is sees


@pytest.mark.parametrize(("x", "sees"), [(20, True), (30, False)])
def test_a_wizard_aboard_sees_who_hides_where_his_ship_takes_him(x: float, sees: bool) -> None:
    """BW-A4-05, BW-O6-19: he is carried, and sees all the same."""
    hull = swan(at=(14, 34))
    he = replace(aboard(hull, "mareth", kind="wizard_3"), own=replace(wizard().own))
    elves = secretly(red("elf_elite_archers", 3, id="elves", at=(x, 20)))
    water = piece("pond", 8, 0, 18, 48)
    start = play(battle(hull, he, elves, features=(water,)), MovementPhase("blue"))
    assert is_hidden(start.unit("elves"))
    assert start.then(row(ahead(8))).unit("elves").on_table is sees


# ---------------------------------------------------------------- those who storm castles come upon them


def out_at_the_door(*units: Unit) -> Play:
    keep = tower(20, 16, doors=((20, 17.5),))
    man = upon(blue("medium_infantry", 1, id="man", at=(20, 15.6)), "tower", 1)
    return play(battle(man, *units, features=(keep,)), MovementPhase("blue")).then(Commanded("man", "leave:south"))


@pytest.mark.parametrize("facing", [180, 90, 152])
def test_who_comes_out_of_a_tower_onto_those_who_hide_stands_beside_them(facing: float) -> None:
    """BW-A2-04, BW-O6-13: they are put down, and nobody stands upon them."""
    elves = secretly(red("elf_elite_archers", 3, id="elves", files=1, at=(20.1, 18.4), facing=facing))
    out = out_at_the_door(elves)
    assert out.unit("elves").on_table
    assert out.events_of(Placed)[0].rules == ("BW-A2-04",)
    assert not overlapping(out.unit("man").outline, out.unit("elves").outline)
    away = secretly(red("elf_elite_archers", 3, id="elves", files=1, at=(23.4, 18.4), facing=facing))
    assert is_hidden(out_at_the_door(away).unit("elves"))


def test_friends_who_hide_are_in_the_way_and_stay_hidden() -> None:
    """BW-A2-04: only enemies find them."""
    elves = secretly(blue("elf_elite_archers", 3, id="elves", files=1, at=(20.1, 18.4)))
    out = out_at_the_door(elves)
    assert is_hidden(out.unit("elves"))
    assert not overlapping(out.unit("man").outline, out.unit("elves").outline)


@pytest.mark.parametrize(("x", "found"), [(20, True), (24, False)])
def test_who_makes_for_a_door_finds_those_who_hide_before_it(x: float, found: bool) -> None:
    """BW-A2-04, BW-O6-15: his way is barred though nobody could see it; the door is not tried."""
    keep = tower(20, 16, doors=((20, 17.5),))
    elves = secretly(red("elf_elite_archers", 3, id="elves", files=1, at=(x, 20)))
    start = battle(blue("medium_infantry", 1, id="man", at=(20, 23)), elves, features=(keep,))
    told = play(start, MovementPhase("blue")).then(Commanded("man", "enter:tower"))
    assert told.unit("elves").on_table is found
    assert (told.battle.roll is None) is found


def test_of_several_who_make_for_a_door_those_who_can_batter_it_and_the_hidden_are_found() -> None:
    """BW-A2-04, BW-O6-15: the way of the left-hand file alone is barred."""
    keep = tower(20, 16, doors=((20, 17.5),))
    elf = secretly(red("elf_elite_archers", 1, id="elf", at=(19.35, 20.2)))
    rolling = play(
        battle(blue("medium_infantry", 4, id="men", at=(20, 23)), elf, features=(keep,)), MovementPhase("blue")
    ).then(Commanded("men", "enter:tower"))
    assert rolling.dice == [(1, 4)] * 3
    assert rolling.then("1 | 1 | 1").unit("elf").on_table


# ---------------------------------------------------------------- who concentrates keeps still


@pytest.mark.parametrize("die", ["1", "6"])
def test_who_tries_a_ladder_moves_the_earth_no_more(die: str) -> None:
    """BW-A4-25, BW-O6-10: whether or not he gets over."""
    foot = wizard(at=(20, 20.5))
    start = battle(foot, guard(20.4, 20, "archers"), features=(wall((10, 20), (40, 20)), HILL))
    moving = play(start, Spell("mareth", "move_earth", feature=HILL.id, at=(30_000, 27_000)))
    assert moving.battle.effects.all
    tried = play(moving.battle, MovementPhase("blue")).then(Commanded("mareth", "climb:wall"), die)
    assert not tried.battle.effects.all
