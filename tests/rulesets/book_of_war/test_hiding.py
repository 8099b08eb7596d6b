"""Units set up in secret: where they may hide, who knows of it, and how they come to light."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from shapely import MultiPoint

from schiltron.battle.play.powers import Point
from schiltron.battle.state.decision import Chosen, SetDown, Zone
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Moved, Placed, Touched
from schiltron.battle.state.manoeuvre import Reform
from schiltron.battle.state.unit import Aboard, Hidden, OffTable, OnTable
from schiltron.battle.state.view import heard_by
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.appraisal import appraise
from schiltron.rulesets.book_of_war.attacks.missiles import may_aim, targets
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.hiding import HIDING, is_hidden, veiled
from schiltron.rulesets.book_of_war.magic.landing import falls
from schiltron.rulesets.book_of_war.magic.rows import WANDS
from schiltron.rulesets.book_of_war.magic.steps import WandShot
from schiltron.rulesets.book_of_war.morale.rout import Flights
from schiltron.rulesets.book_of_war.movement.emerging import Emerge
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.setup.stages import DeployHiding
from schiltron.rulesets.book_of_war.state import ROUTED, Battle, Unit
from schiltron.rulesets.book_of_war.troops import CREATURES
from schiltron.rulesets.book_of_war.victory import beaten, reckoning
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    NORTH,
    SOUTH,
    Askew,
    Played,
    ahead,
    blue,
    field,
    march,
    piece,
    plan,
    play,
    red,
    rules,
    shoot,
)

WOOD = piece("woods", 20, 20, 40, 32)
ZONES = (("blue", Zone(0, inches(36), inches(72), inches(48))), ("red", Zone(0, 0, inches(72), inches(12))))


def secretly(unit: Unit) -> Unit:
    return replace(unit, place=Hidden(unit.pose))


def battle(*units: Unit, **more: Any) -> Battle:
    found = field(*units, **{"game": "advanced", "hiding": "secret", "declare": "measure_first", **more})
    return replace(found, own=replace(found.own, zones=ZONES))


# ---------------------------------------------------------------- set-up


def setting_up(kind: str, figures: int = 8, *others: Unit, side: str = "blue", **more: Any) -> Played:
    unit = replace(blue(kind, figures, files=4, id="elves", at=(0, 0)), place=OffTable("to be set down"))
    unit = replace(unit, side=side, owner=side, controller=side)
    return play(battle(unit, *others, features=[WOOD], **more), DeployHiding(side))


def hides(x: float, y: float, heading: float = NORTH, files: int = 4) -> SetDown:
    return SetDown("elves", Pose(inches(x), inches(y), degrees(heading)), files, "hidden")


def test_who_may_hide() -> None:
    """BW-A2-02, BW-A2-12"""
    hiders = {kind for kind, one in CREATURES.items() if one.hides}
    assert hiders == {kind for kind in CREATURES if kind.startswith(("halfling", "elf"))}
    start = setting_up("elf_archers")
    assert [(one.unit, one.formation) for one in start.decision.formations] == [("elves", "open"), ("elves", "hidden")]
    assert not setting_up("dwarf_medium_infantry").decision.formations


@pytest.mark.parametrize(
    ("x", "y", "inside"), [(30, 24, True), (22, 22, True), (21, 22, False), (30, 31.5, False), (50, 24, False)]
)
def test_a_unit_hides_wholly_inside_a_wood(x: float, y: float, inside: bool) -> None:
    """BW-A2-02: four files are three inches wide, two ranks an inch and a half deep."""
    start = setting_up("elf_archers")
    if inside:
        assert start.then(hides(x, y)).unit("elves").place == Hidden(Pose(inches(x), inches(y), 0))
    else:
        assert "BW-A2-02" in rules(start.refusal(hides(x, y)))


def test_what_is_no_formation_hides_nowhere() -> None:
    """BW-B4-08, BW-A2-02: more files than figures, or none."""
    start = setting_up("elf_archers")
    for order in (hides(30, 24, files=9), hides(30, 24, files=0), hides(30, 24, heading=360)):
        openly = replace(order, pose=replace(order.pose, y=inches(42)), formation="open")
        assert start.refusal(order) == start.refusal(openly) != ()


@pytest.mark.parametrize(("wood", "files"), [((6.5, 2.9), 7), ((8.5, 1.9), 10), ((3.9, 3.2), 5)])
def test_a_place_to_hide_is_found_in_whatever_files_fit_there(wood: tuple[float, float], files: int) -> None:
    """BW-A2-02: twenty elves of three quarters of an inch, in ten files by rights."""
    elves = replace(blue("elf_archers", 20, files=10, id="elves", at=(0, 0)), place=OffTable("to be set down"))
    small = piece("woods", 30, 24, 30 + wood[0], 24 + wood[1])
    start = play(battle(elves, features=[small]), DeployHiding("blue"))
    found = [one for one in BOOK_OF_WAR.suggest(start.battle, start.decision) if one.formation == "hidden"]
    assert [one.files for one in found] == [files]
    assert is_hidden(start.then(found[0]).unit("elves"))


@pytest.mark.parametrize("seed", range(6))
def test_who_hides_is_imagined_wherever_he_might(seed: int) -> None:
    """BW-A2-02: by what the other side sees of the field, each time elsewhere, and never where nobody can hide."""
    elves = secretly(red("elf_archers", 8, files=4, id="elves", at=(24, 25)))
    seen = BOOK_OF_WAR.view(battle(elves, blue("pikemen", 12, at=(36, 40)), features=[WOOD]), "blue")
    found = [BOOK_OF_WAR.imagined(seen, "blue", Random(10 * seed + one)).units["elves"] for one in range(5)]
    assert len({(one.place, one.body) for one in found}) > 1
    for unit in found:
        assert isinstance(unit.place, Hidden)
        standing = replace(unit, place=OnTable(unit.place.pose)).outline
        assert WOOD.polygon.buffer(2).covers(MultiPoint([corner for one in standing.rects for corner in one.corners]))


@pytest.mark.parametrize("kind", ["elf_archers", "halfling_slingers", "elf_elite_archers"])
def test_recruits_hide_where_they_may(kind: str) -> None:
    """BW-A2-02, BW-A2-12: whatever is drawn at random is let in."""
    start = setting_up(kind)
    drawn = [BOOK_OF_WAR.sample(start.battle, start.decision, Random(seed)) for seed in range(30)]
    secret = [one for one in drawn if isinstance(one, SetDown) and one.formation == "hidden"]
    assert len(secret) > 5
    assert len({one.pose for one in secret}) > 3
    assert all(is_hidden(start.then(one).unit("elves")) for one in secret)


def test_any_wood_will_do_even_on_the_enemys_side() -> None:
    """BW-A2-02: red's elves in a wood that reaches into blue's zone, or in another; not in a pond among its trees."""
    woods = [piece("woods", 20, 34, 40, 46), piece("woods", 50, 20, 60, 30)]
    unit = replace(red("elf_archers", 8, files=4, id="elves", at=(0, 0)), place=OffTable("to be set down"))
    start = play(battle(unit, features=[*woods, piece("pond", 33, 38, 36, 41)]), DeployHiding("red"))
    for at in ((30, 40), (55, 25)):
        assert is_hidden(start.then(hides(*at)).unit("elves"))
    assert rules(start.refusal(hides(34, 40))) == {"BW-B3-11"}


def test_with_a_hero_in_the_ranks_nobody_hides() -> None:
    """BW-A2-02, BW-A3-03: everybody would see him; openly they are set up as ever."""
    lord = replace(blue("barbarian_lord", 1, id="lord", at=(0, 0)), place=Aboard("elves", "front:1"))
    start = setting_up("elf_archers", 8, lord)
    assert rules(start.refusal(hides(30, 24))) == {"BW-A2-02", "BW-A3-03"}
    assert start.then(replace(hides(30, 40), formation="open")).unit("elves").on_table
    elsewhere = setting_up("elf_archers", 8, replace(lord, place=Aboard("others", "front:1")))
    assert is_hidden(elsewhere.then(hides(30, 24)).unit("elves"))


@pytest.mark.parametrize(("y", "allowed"), [(30, True), (13, True), (12.5, True), (11, False), (5, False)])
def test_the_invisible_hide_anywhere_outside_the_enemys_zone(y: float, allowed: bool) -> None:
    """BW-A2-12"""
    start = setting_up("elf_elite_archers", 4)
    if allowed:
        assert is_hidden(start.then(hides(60, y)).unit("elves"))
    else:
        assert "BW-A2-12" in rules(start.refusal(hides(60, y)))


def test_openly_they_are_set_up_in_their_zone_as_ever() -> None:
    """BW-A2-02: it is a choice."""
    start = setting_up("elf_archers")
    assert start.then(replace(hides(30, 40), formation="open")).unit("elves").on_table
    assert start.refusal(replace(hides(30, 24), formation="open"))


def test_the_owner_alone_hears_where_a_unit_hides() -> None:
    """BW-A2-02: others see that it does, and neither where nor how."""
    done = setting_up("elf_archers", 8, red("ogres", 2, at=(36, 6))).then(hides(30, 24, heading=77, files=2))
    (placed,) = done.events_of(Placed)
    assert (placed.audience, placed.side) == (("blue",), "blue")
    for seat in ("red", None):
        seen = BOOK_OF_WAR.view(done.battle, seat)
        assert seen.units["elves"].place == OffTable(HIDING)
        assert placed not in heard_by(done.events, seat)
        other = setting_up("elf_archers", 8, red("ogres", 2, at=(36, 6))).then(hides(34, 26))
        assert encode(BOOK_OF_WAR.view(other.battle, seat)) == encode(seen)
        assert heard_by(other.events, seat) == heard_by(done.events, seat)
    assert isinstance(BOOK_OF_WAR.view(done.battle, "blue").units["elves"].place, Hidden)
    assert list(BOOK_OF_WAR.view(done.battle, "red").units) == list(done.battle.units)


def test_own_hidden_friends_keep_their_distance() -> None:
    """BW-B4-10, BW-A2-02"""
    friend = secretly(blue("elf_light_infantry", 8, files=4, id="friend", at=(30, 24)))
    start = setting_up("elf_archers", 8, friend)
    assert "BW-B4-10" in rules(start.refusal(hides(30, 24.5)))
    start.then(hides(35, 24))


def test_who_is_set_up_upon_a_hidden_enemy_finds_him_and_is_set_up_elsewhere() -> None:
    """BW-A2-02, BW-A2-04"""
    foe = secretly(red("halfling_light_infantry", 8, files=4, id="foe", at=(30, 24)))
    start = setting_up("elf_archers", 8, foe)
    found = start.then(hides(30, 24))
    assert found.unit("foe").on_table
    assert found.unit("elves").place == OffTable("to be set down")
    assert found.then(hides(36, 24)).over


def test_without_the_switch_nobody_hides() -> None:
    """BW-A2-02: nothing is offered, and the steps of play are those of before."""
    setup = prepare(load_scenario("goblin-ford"))
    begun = BOOK_OF_WAR.begun(setup)
    rolled = Played(begun.battle, begun.events).then("6 6 | 1 1").battle
    assert not any(isinstance(step, DeployHiding | Emerge) for step in rolled.agenda)
    assert not rolled.decisions[0].formations


# ---------------------------------------------------------------- coming out


def hidden_elves(**more: Any) -> Battle:
    elves = secretly(blue("elf_archers", 8, files=4, id="elves", at=(30, 20.5)))
    return battle(elves, red("orc_light_infantry", 12, files=6, id="orcs", at=(30, 12)), features=[WOOD], **more)


def test_from_the_second_turn_on_the_owner_may_put_a_unit_down() -> None:
    """BW-A2-03: then it acts as any other."""
    first = replace(hidden_elves(), turn=1)
    assert play(first, Emerge("blue")).over
    second = replace(hidden_elves(), turn=2)
    start = play(second, Emerge("blue"))
    assert (start.decision.seat, [one.key for one in start.decision.options]) == ("blue", ["elves"])
    assert is_hidden(start.then(Chosen(())).unit("elves"))
    out = start.then(Chosen(("elves",)))
    assert out.unit("elves").place == OnTable(second.units["elves"].pose)
    (placed,) = out.events_of(Placed)
    assert (placed.audience, placed.side, placed.rules) == ((), "blue", ("BW-A2-03",))
    assert play(out.battle, MovementPhase("blue")).decision.actors == ("elves",)
    assert play(out.battle, AttackPhase("blue"), shoot("elves", at="orcs")).dice


def test_only_its_owner_is_asked_in_his_own_turn() -> None:
    """BW-A2-03: and the view of the other asks as the truth does."""
    second = replace(hidden_elves(), turn=2)
    assert play(second, Emerge("red")).over
    seen = BOOK_OF_WAR.view(second, "red")
    assert play(seen, Emerge("blue")).decision.seat == "blue"


def test_while_hidden_it_neither_moves_nor_attacks_nor_is_attacked() -> None:
    """BW-A2-03, BW-A2-05"""
    hidden = hidden_elves()
    assert play(hidden, MovementPhase("blue")).over
    assert play(hidden, AttackPhase("blue")).over
    shooters = red("orc_archers", 6, at=(30, 12))
    position = battle(hidden.units["elves"], shooters, active="red")
    assert targets(position, shooters) == []
    assert play(position, AttackPhase("red")).over
    seen = BOOK_OF_WAR.view(position, "red")
    assert may_aim(seen, shooters, shoot("orc_archers", at="elves").form)


# ---------------------------------------------------------------- found out


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_enemies_who_move_into_it_stop_at_it_and_are_in_contact(declare: str, layout: Askew) -> None:
    """BW-A2-04: legal by what red sees, stopped by what is there; the enemy is the one who moved in."""
    elves = secretly(
        blue("elf_medium_infantry", 6, files=3, id="elves", at=layout.at(0.3, -1), facing=layout.facing(5))
    )
    orcs = red("orc_light_infantry", 9, files=5, id="orcs", at=layout.at(0, 6), facing=layout.facing(180))
    position = battle(elves, orcs, active="red", declare=declare)
    start = play(position, MovementPhase("red"))
    order = march("orcs", ahead(12))
    done = start.then(order) if declare == "measure_first" else start.then(plan(order))
    assert done.unit("elves").place == OnTable(elves.pose)
    assert gap(done.unit("orcs").outline, elves.outline) <= 10
    (contact,) = done.battle.engagements
    assert (contact.attacker, contact.defender, contact.edge) == ("orcs", "elves", "front")
    (moved,) = done.events_of(Moved)
    assert sum(leg.cost for leg in moved.legs) < inches(12)
    kinds = [type(event) for event in done.events if isinstance(event, Placed | Moved | Touched)]
    assert kinds == [Placed, Moved, Touched]


def test_who_goes_by_at_a_distance_finds_nothing() -> None:
    """BW-A2-04"""
    elves = secretly(blue("elf_medium_infantry", 6, files=3, id="elves", at=(30, 30)))
    orcs = red("orc_light_infantry", 9, files=3, id="orcs", at=(36, 20))
    done = play(battle(elves, orcs, active="red"), MovementPhase("red"), march("orcs", ahead(12)))
    assert is_hidden(done.unit("elves"))
    assert done.unit("orcs").pose.y == inches(32)


def test_a_formation_for_which_there_is_no_room_finds_it_out_too() -> None:
    """BW-A2-04"""
    elves = secretly(blue("elf_medium_infantry", 6, files=3, id="elves", at=(30, 30)))
    orcs = red("orc_light_infantry", 12, files=3, id="orcs", at=(34, 30.5))
    start = play(battle(elves, orcs, active="red"), MovementPhase("red"))
    done = start.then(march("orcs", Reform(12)))
    assert done.unit("elves").on_table
    assert done.unit("orcs").body.files == 3


def test_who_flees_into_hidden_enemies_finds_them() -> None:
    """BW-A2-04: the way is chosen by what can be seen, and ends short of them."""
    elves = secretly(blue("elf_medium_infantry", 6, files=6, id="elves", at=(30, 16)))
    runners = red("orc_light_infantry", 6, files=3, id="orcs", at=(30, 20), facing=NORTH, marks=(ROUTED,))
    foe = blue("heavy_infantry", 8, files=4, id="foe", at=(30, 24))
    done = play(battle(elves, runners, foe, active="red"), Flights("red"))
    assert done.unit("elves").on_table
    assert done.unit("orcs").on_table
    assert 0 < gap(done.unit("orcs").outline, elves.outline) < 100


@pytest.mark.parametrize(("kind", "sees"), [("wizard_1", True), ("ogres", False)])
def test_a_wizard_sees_them_within_twelve_inches(kind: str, sees: bool) -> None:
    """BW-A4-05: as soon as he comes so near."""
    elves = secretly(blue("elf_medium_infantry", 6, files=3, id="elves", at=(30, 30)))
    seer = red(kind, 1, id="seer", at=(30, 12))
    start = play(battle(elves, seer, active="red"), MovementPhase("red"))
    assert is_hidden(start.then(march("seer", ahead(5.5))).unit("elves"))
    near = start.then(march("seer", ahead(7)))
    assert near.unit("elves").on_table is sees
    assert start.then(march("seer", ahead(6))).unit("elves").on_table is sees, "12 inches are within 12 inches"


@pytest.mark.parametrize(("die", "struck"), [("3", True), ("1", False)])
def test_magic_that_comes_down_on_them_strikes_and_shows_them(die: str, struck: bool) -> None:
    """BW-A2-05, BW-A4-11: nothing tells before the die has fallen that somebody is there."""
    elves = secretly(blue("elf_medium_infantry", 6, files=3, id="elves", at=(30, 30)))
    wizard = red("wizard_1", 1, id="wizard", at=(30, 10))
    shot = WandShot(
        "wizard", next(iter(WANDS)), *falls(battle(elves, wizard), wizard, Point(inches(30), inches(30.4)), None)
    )
    assert not any(fall.unit for fall in (shot.short, shot.on_target, shot.long))
    done = play(battle(elves, wizard, active="red"), shot, die)
    assert done.unit("elves").on_table is struck
    assert done.unit("elves").figures == (5 if struck else 6)
    assert [one.pose for one in done.events_of(Placed)] == ([elves.pose] if struck else [])


# ---------------------------------------------------------------- what it counts for


def test_a_side_whose_only_units_hide_is_not_beaten() -> None:
    """BW-A2-05, BW-B1-10: and nothing of it is counted as destroyed, in anybody's eyes."""
    hidden = hidden_elves()
    for seen in (hidden, BOOK_OF_WAR.view(hidden, "red"), BOOK_OF_WAR.view(hidden, None)):
        assert not beaten(seen, "blue")
        assert reckoning(seen, "red").total == 0
        assert appraise(seen, "blue").total == 8 * 9
    gone = replace(hidden, units={**hidden.units, "elves": replace(hidden.units["elves"], place=OffTable("destroyed"))})
    assert beaten(gone, "blue")


# ---------------------------------------------------------------- captains


def test_a_captain_hides_ahead_of_his_zone_and_comes_out_when_there_is_something_to_shoot_at() -> None:
    """BW-A2-02, BW-A2-03"""
    start = setting_up("elf_archers")
    answer = BookOfWarCaptain().answer(BOOK_OF_WAR.view(start.battle, "blue"), start.decision)
    assert isinstance(answer, SetDown)
    assert answer.formation == "hidden"
    waits = start.then(answer).battle
    orcs = red("orc_light_infantry", 12, files=6, id="orcs", at=(30, 4))
    for at, comes in ((4, ()), (14, ("elves",))):
        foe = replace(orcs, place=OnTable(Pose(inches(30), inches(at), degrees(SOUTH))))
        there = replace(waits.with_unit(foe), turn=2, agenda=())
        asked = play(there, Emerge("blue"))
        assert BookOfWarCaptain().answer(BOOK_OF_WAR.view(asked.battle, "blue"), asked.decision) == Chosen(comes)


@pytest.mark.parametrize(("x", "allowed"), [(51.8, False), (52.6, True)])
def test_no_part_of_the_invisible_reaches_into_the_enemys_zone(x: float, allowed: bool) -> None:
    """BW-A2-12: a line across a corner of the zone, with all its own corners outside it; and one just beside it."""
    narrow = (ZONES[0], ("red", Zone(inches(20), 0, inches(52), inches(12))))
    unit = replace(blue("elf_elite_archers", 8, files=8, id="elves", at=(0, 0)), place=OffTable("to be set down"))
    position = battle(unit, features=[WOOD])
    start = play(replace(position, own=replace(position.own, zones=narrow)), DeployHiding("blue"))
    across = hides(x, x - 40, heading=135, files=8)
    if allowed:
        assert is_hidden(start.then(across).unit("elves"))
    else:
        assert rules(start.refusal(across)) == {"BW-A2-12"}


def test_comrades_at_other_seats_know_where_he_hides_and_enemies_do_not() -> None:
    """BW-A2-02: a side may be played by several."""
    elves = red("elf_archers", 3, id="elves", at=(24, 24))
    position = battle(replace(elves, place=Hidden(elves.pose, ("ally",))), blue("archers", 3, at=(24, 40)))
    assert {seat: veiled(position, seat).units["elves"].place for seat in ("red", "ally", "blue", None)} == {
        "red": Hidden(elves.pose, ("ally",)),
        "ally": Hidden(elves.pose, ("ally",)),
        "blue": OffTable(HIDING),
        None: OffTable(HIDING),
    }
