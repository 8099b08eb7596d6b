"""Heroes and commanders: where they go, and what they become."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.battle.state.field import touching
from schiltron.battle.state.unit import OffTable
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.command.roles import HERO, MEMBER, Roles
from schiltron.rulesets.battlesystem.in_command import covers
from schiltron.rulesets.battlesystem.movement.individuals import JOIN
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Battle, Rout
from tests.captains.battlesystem.asking import answer, moved
from tests.rulesets.battlesystem.positions import GOBLIN, LONGBOW, blue, field, locked, person, play, red

FAR = red("goblins", 8, files=4, at=(48, 4), of=GOBLIN)


def arrives(battle: Battle, he: str, unit: str) -> bool:
    """Whether a captain's moves bring a figure up to a unit of its own side."""
    captain, played = BattlesystemCaptain(), play(battle, Moves("blue"))
    while played.battle.decisions:
        played = played.then(answer(played, captain))
    return touching(played.battle, played.battle.units[he], played.battle.units[unit])


def test_a_hero_goes_to_a_unit_that_nobody_leads() -> None:
    """BS-9.3-03: to take it over when roles may change; it waits for him."""
    position = field(
        blue("swords", 12, files=6, at=(40, 40), astray="leaderless"),
        person("ranger", "blue", at=(44, 44), rank="hero"),
        FAR,
    )
    assert arrives(position, "ranger", "swords")


def beside(hit_points: int, unit: str = "swords", y: float = 41.5, **more: object) -> Battle:
    """A hero with so many of 20 hit points left, and a unit that is led."""
    he = person("ranger", "blue", at=(40, y), rank="hero", hit_points=20)
    return field(
        blue(unit, 12, files=6, at=(40, 40), **more),
        person("chief", "blue", with_=unit, rank="unit", radius=12),
        replace(he, own=replace(he.own, hit_points=hit_points)),
        FAR,
    )


def test_a_hero_who_is_hurt_goes_into_the_ranks() -> None:
    """BS-9.1-04: he lives as long as one of them."""
    assert arrives(beside(6, y=46, had_order=True), "ranger", "swords")
    assert answer(play(beside(6), Roles("blue"))) == Commanded("ranger", MEMBER, Aimed("swords"))
    assert answer(play(beside(20), Roles("blue"))) == FINISH


def test_but_not_into_the_ranks_of_archers_without_a_bow_of_his_own() -> None:
    """BS-10.1-01: they could not shoot any more."""
    assert answer(play(beside(6, "bows", missile=LONGBOW), Roles("blue"))) == FINISH


def test_a_commander_with_nobody_left_to_lead_becomes_a_hero() -> None:
    """BS-9.0-02: he may then take over others, and fights."""
    position = field(
        blue("swords", 12, files=6, at=(40, 40)),
        person("chief", "blue", with_="swords", rank="unit", radius=12),
        person("widower", "blue", at=(50, 44), rank="unit", radius=12),
        FAR,
    )
    assert answer(play(position, Roles("blue"))) == Commanded("widower", HERO)


def army(*, running: bool, host: int = 12) -> Battle:
    """An Army Commander with one unit, another nearer to one that runs or does not."""
    more = {"rout": Rout(180_000, 1), "astray": "rout"} if running else {}
    return field(
        blue("guard", host, files=6, at=(20, 40)),
        person("sergeant", "blue", with_="guard", rank="unit", radius=12),
        person("baron", "blue", with_="guard", rank="army", radius=14),
        blue("reserve", 12, files=6, at=(28, 40)),
        person("corporal", "blue", with_="reserve", rank="unit", radius=12),
        blue("levy", 12, files=6, at=(34, 46), ml=12, **more),
        FAR,
        turn=2,
    )


def test_the_army_commander_goes_to_where_he_can_rally() -> None:
    """BS-6.1-01: all of the unit must be within his radius."""
    assert moved(army(running=True))["baron"] == Commanded("baron", JOIN, Aimed("reserve"))
    assert "baron" not in moved(army(running=False))


def test_the_army_commander_leaves_a_handful_for_a_whole_unit() -> None:
    """BS-9.2-03: he lives as long as one of those he fights with."""
    assert moved(army(running=False, host=2))["baron"] == Commanded("baron", JOIN, Aimed("reserve"))


def test_nobody_leaves_a_melee_for_it() -> None:
    """BS-7.8-02."""
    position = army(running=True)
    foe = red("orcs", 8, files=4, at=(20, 40))
    there = replace(position.with_unit(foe), engagements=(locked("guard", "orcs"),))
    assert "baron" not in moved(there)


def test_a_commander_whose_unit_has_just_been_destroyed_covers_nobody() -> None:
    """BS-4.7-02: until his fate is settled he has no place from which to command."""
    position = army(running=True)
    gone = replace(position.units["guard"], place=OffTable("destroyed"), figures=0)
    assert not covers(position.with_unit(gone), position.units["baron"], position.units["reserve"])
