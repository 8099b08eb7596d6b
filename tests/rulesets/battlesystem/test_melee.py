"""Melee of units (cases 8.0 to 8.4, 8.8, 11.4 to 11.7, 11.9)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Struck
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.melee.eligible import who_fights
from schiltron.rulesets.battlesystem.melee.ending import EndMelee
from schiltron.rulesets.battlesystem.melee.fights import FreeAttack, Melees, frozen
from schiltron.rulesets.battlesystem.melee.readying import BeginMelee
from tests.rulesets.battlesystem.positions import (
    DWARF,
    GOBLIN,
    LANCE,
    LONGSWORD,
    OGRE,
    ORC,
    PIKE,
    SPEAR,
    WARHORSE,
    blue,
    choose,
    creature,
    field,
    locked,
    person,
    piece,
    play,
    red,
    share,
    skirmishers,
    strip,
    weapon,
)


def duel(mine, theirs, edge: str = "front", attacker: str = "", **more):
    """Two units in contact, blue's the attacker."""
    return field(mine, theirs, contacts=[locked(mine.id, theirs.id, edge)], **more)


def facing(mine, theirs, **more):
    return duel(mine, theirs, **more)


def rating(position, key: str, target: str) -> dict[str, int]:
    made = frozen(position, key, target)
    assert made is not None
    return {term.rule: term.value for term in made.rating.terms}


def men(figures: int = 6, *, files: int = 6, at=(24, 30), formation: str = "closed", **more):
    return blue("men", figures, files=files, at=at, formation=formation, **more)


def orcs(figures: int = 6, *, files: int = 6, at=(24, 30), formation: str = "closed", **more):
    return red("orcs", figures, files=files, at=at, formation=formation, **{"of": ORC, **more})


# ---------------------------------------------------------------- the procedure


def test_ten_figures_with_longswords() -> None:
    """BS-8.4-01 to BS-8.4-04: adjusted AR 17 against AC 8 is 9, 2d6 7 makes 16; D8 gives 6, of ten figures 60 HD."""
    soft = creature("orc", ac=8)
    mine = men(10, files=10, ar=17, commander="captain")
    captain = person("captain", "blue", with_="men", rank="unit", radius=20)
    position = field(
        mine, captain, orcs(20, files=20, of=soft, formation="open"), contacts=[locked("men", "orcs")], light="sunset"
    )
    made = frozen(position, "men", "orcs")
    assert made is not None
    assert made.rating.total == 17 - 1
    played = play(position, Melees(), "4 4 | 6 6")
    struck = next(one for one in played.events_of(Struck) if one.unit == "men")
    attack_roll = next(tally for tally in struck.tallies if tally.label == "Attack Roll")
    assert attack_roll.total == 16
    assert struck.tallies[-1].total == 60 * struck.tallies[0].total


def test_both_sides_strike_before_anybody_falls() -> None:
    """BS-8.0-02, BS-8.4-05: figures that die still fight in that Melee Phase."""
    position = facing(men(4, files=4, ar=8), orcs(4, files=4, ar=8))
    played = play(position, Melees(), "1 1 | 1 1")
    assert played.unit("men").figures == played.unit("orcs").figures == 0
    assert [one.unit for one in played.events_of(Struck)] == ["men", "orcs"]


def test_side_a_rolls_first() -> None:
    """BS-1.6-04."""
    position = facing(men(), orcs(), order=("red", "blue"))
    assert [pool.whose for pool in play(position, Melees()).roll.pools] == ["red", "blue"]


def test_side_a_chooses_the_order_and_a_cluster_is_finished_first() -> None:
    """BS-1.6-03, BS-8.0-01."""
    position = field(
        men(at=(20, 30)),
        orcs(at=(20, 30)),
        red("flankers", 4, files=1, at=(22.25, 30), facing=270, of=ORC, formation="closed"),
        blue("others", 4, files=4, at=(60, 30)),
        red("goblins", 4, files=4, at=(60, 30), of=GOBLIN),
        contacts=[locked("men", "orcs"), locked("flankers", "men", "right"), locked("others", "goblins")],
    )
    asked = play(position, Melees())
    assert len(asked.decision.options) == 3
    begun = asked.then(choose("men against orcs"), "6 6 | 6 6")
    assert len(begun.battle.decisions) == 0
    assert "Flankers" in begun.roll.purpose


def test_units_that_touch_are_in_melee_though_nobody_charged() -> None:
    """BS-8.0-01, BS-2.10-08: a mob fights without an order."""
    position = field(blue("rabble", 16, files=4, at=(24, 30), kind="mob", of=ORC), orcs(4, files=4, formation="open"))
    assert play(position, BeginMelee(), Melees()).roll.pools


def test_an_attack_that_cannot_hurt_is_not_rolled() -> None:
    """BS-8.4-06: 40 or more never does damage."""
    position = facing(men(ar=46), orcs())
    assert [pool.whose for pool in play(position, Melees()).roll.pools] == ["red"]


# ---------------------------------------------------------------- who fights


def test_nine_against_six_all_fight_in_closed_formation() -> None:
    """BS-8.1-01, BS-8.1-02: seven touch when the lines are centred, and one more at either end."""
    position = facing(men(18, files=9), orcs(6, files=6))
    assert who_fights(position, position.units["men"], "orcs").total == 9
    loose = facing(men(18, files=9, formation="open"), orcs(6, files=6))
    assert who_fights(loose, loose.units["men"], "orcs").total < 9


def test_spears_add_a_row_and_pikes_two() -> None:
    """BS-8.1-03: extra attacks behind every figure that fights."""
    for arms, attacks in ((LONGSWORD, 9), (SPEAR, 18), (PIKE, 27)):
        position = facing(men(36, files=9, weapon=arms), orcs(6, files=6))
        assert who_fights(position, position.units["men"], "orcs").total == attacks
    loose = facing(men(24, files=6, weapon=PIKE, formation="open"), orcs(6, files=6, formation="open"))
    assert who_fights(loose, loose.units["men"], "orcs").total == 6


def test_gaps_in_an_open_front_do_not_fight() -> None:
    """BS-7.3-03."""
    position = facing(men(9, files=6, formation="open", gaps=2), orcs(6, files=6, formation="open"))
    assert who_fights(position, position.units["men"], "orcs").total == 4


def test_figures_that_touch_two_enemies_are_told_off_beforehand() -> None:
    """BS-8.1-04, BS-2.8-05."""
    position = field(
        men(6, files=6),
        red("left", 3, files=3, at=(22.6, 30), of=ORC, formation="closed"),
        red("right", 3, files=3, at=(25.4, 30), of=ORC, formation="closed"),
        red("flank", 3, files=3, at=(26.25, 30.375), facing=270, of=ORC, formation="closed"),
    )
    asked = play(position, BeginMelee())
    assert asked.decision.seat == "blue"
    (item,) = asked.decision.items
    ready = asked.then(share(item.key, **{"right": 0, "flank": item.count}))
    assert dict(ready.unit("men").own.turn.pledged)["flank"] == item.count
    assert who_fights(ready.battle, ready.unit("men"), "flank").total == 1


def test_the_weapon_in_hand_may_be_changed_at_the_start_of_the_phase() -> None:
    """BS-8.2-01, BS-8.2-02: at no cost, even in melee."""
    mace = weapon("mace", "1d6+1", "1d4")
    position = facing(men(weapon=(LONGSWORD, SPEAR, mace)), orcs())
    asked = play(position, BeginMelee())
    assert {option.key for option in asked.decision.options} >= {"longsword", "spear"}
    assert asked.then(choose("spear")).unit("men").own.arms.weapon == "spear"


def test_whoever_shot_this_round_does_not_fight() -> None:
    """BS-10.2-04."""
    position = facing(men(shots=1), orcs())
    assert [pool.whose for pool in play(position, Melees()).roll.pools] == ["red"]


# ---------------------------------------------------------------- the rating


def test_formation_command_and_commander() -> None:
    """BS-8.3-06, BS-8.3-07, BS-8.3-10."""
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    led = field(men(), captain, orcs(), contacts=[locked("men", "orcs")])
    assert rating(led, "men", "orcs") == {"BS-8.3-01": 20, "BS-8.3-10": -1}
    loose = field(men(formation="open"), orcs(), contacts=[locked("men", "orcs")])
    assert rating(loose, "men", "orcs") == {"BS-8.3-01": 20, "BS-8.3-06": 1, "BS-8.3-07": 1}


def test_skirmishers_are_never_out_of_command_and_mobs_have_no_formation_modifier() -> None:
    """BS-8.3-06, BS-8.3-07."""
    scouts = skirmishers("scouts", "blue", [(24, 30.375)])
    position = field(*scouts, orcs(), contacts=[locked("orcs", "scouts-1")])
    assert rating(position, "scouts", "orcs") == {"BS-8.3-01": 20, "BS-8.3-06": 1}
    mob = field(blue("rabble", 16, files=4, at=(24, 30), kind="mob"), orcs(), contacts=[locked("orcs", "rabble")])
    assert rating(mob, "rabble", "orcs") == {"BS-8.3-01": 20, "BS-8.3-07": 1}


def test_a_charge_in_closed_formation_and_of_cavalry() -> None:
    """BS-8.3-09, BS-11.4-01: -3 in all for riders in closed ranks."""
    riders = men(4, files=4, mount=WARHORSE, charged=True, closed_charge=True)
    position = facing(riders, orcs())
    assert rating(position, "men", "orcs")["BS-8.3-09"] == -1
    assert rating(position, "men", "orcs")["BS-11.4-01"] == -2


def test_higher_ground_helps_the_defender_or_as_printed_the_attacker() -> None:
    """BS-8.3-08."""
    hill = piece("hill", 10, 20, 40, 29.9)
    position = facing(men(), orcs(), features=[hill])
    assert rating(position, "men", "orcs")["BS-8.3-08"] == 1
    assert "BS-8.3-08" not in rating(position, "orcs", "men")
    printed = facing(men(), orcs(), features=[hill], higher_ground="printed")
    assert rating(printed, "men", "orcs")["BS-8.3-08"] == -1
    assert "BS-8.3-08" not in rating(facing(men(), orcs(), features=[hill], level="basic"), "men", "orcs")


def test_out_of_a_ditch_it_is_hard_to_strike() -> None:
    """BS-11.9-04."""
    position = facing(men(), orcs(), features=[strip("ditch", (10, 30.4), (40, 30.4), width=0.7)])
    assert rating(position, "men", "orcs")["BS-11.9-04"] == 4


def test_flank_and_rear() -> None:
    """BS-8.3-11: -1 where a flank attack takes away the shields, -2 from behind."""
    shielded = orcs(8, files=2, at=(24, 24), shields=True)
    flank = duel(men(4, files=4, at=(24.75, 22.5), facing=270), shielded, "left")
    assert rating(flank, "men", "orcs")["BS-8.3-11"] == -1
    bare = orcs(8, files=2, at=(24, 24))
    assert "BS-8.3-11" not in rating(duel(men(4, files=4, at=(24.75, 22.5), facing=270), bare, "left"), "men", "orcs")
    rear = duel(men(4, files=4, at=(24, 21), facing=180), bare, "rear")
    assert rating(rear, "men", "orcs")["BS-8.3-11"] == -2


def test_daylight_and_old_enmities() -> None:
    """BS-8.3-11, BS-S0-09, BS-S0-10."""
    blind = orcs(light_blind=True)
    dwarves = men(of=DWARF)
    position = facing(dwarves, blind)
    assert rating(position, "orcs", "men")["BS-S0-10"] == 1
    assert rating(position, "men", "orcs")["BS-S0-09"] == -1
    assert "BS-S0-10" not in rating(facing(dwarves, blind, light="sunset"), "orcs", "men")
    ogres = facing(dwarves, red("ogres", 4, files=4, at=(24, 30), of=OGRE))
    made = frozen(ogres, "ogres", "men")
    assert made is not None
    assert made.armour.total == 0


def test_the_size_of_the_defender_decides_the_damage() -> None:
    """BS-8.5-07: longswords do D8 to men and D12 to ogres."""
    small, large = frozen(facing(men(), orcs()), "men", "orcs"), facing(men(), orcs(4, files=4, of=OGRE))
    assert small is not None
    assert [str(die) for die in small.damage] == ["1d8"]
    made = frozen(large, "men", "orcs")
    assert made is not None
    assert [str(die) for die in made.damage] == ["1d12"]


def test_rider_and_mount_strike_at_one_roll() -> None:
    """BS-11.5-01, BS-11.1-01."""
    made = frozen(facing(men(4, files=4, mount=WARHORSE), orcs()), "men", "orcs")
    assert made is not None
    assert [str(die) for die in made.damage] == ["1d8", "1d4", "1d4"]


def test_lances_count_double_in_a_charge_but_not_the_horse() -> None:
    """BS-11.4-02."""
    riders = {"mount": WARHORSE, "weapon": LANCE}
    charging = frozen(facing(men(4, files=4, charged=True, **riders), orcs()), "men", "orcs")
    standing = frozen(facing(men(4, files=4, **riders), orcs()), "men", "orcs")
    assert charging is not None
    assert standing is not None
    assert [str(die) for die in charging.doubled] == ["2d4+1"]
    assert standing.doubled == ()


# ---------------------------------------------------------------- shield walls and set spears


def test_a_shield_wall_is_two_points_of_armour_on_the_front_only() -> None:
    """BS-11.6-02, BS-11.6-03."""
    wall = orcs(8, files=2, at=(24, 24), stance="shield_wall")
    front = frozen(duel(men(4, files=2, at=(24, 24)), wall), "men", "orcs")
    rear = duel(men(4, files=4, at=(24, 21), facing=180), wall, "rear")
    behind = frozen(rear, "men", "orcs")
    assert front is not None
    assert behind is not None
    assert (front.armour.total, behind.armour.total) == (4, 6)
    ring = orcs(8, files=2, at=(24, 24), stance="shield_ring")
    around = frozen(duel(men(4, files=4, at=(24, 21), facing=180), ring, "rear"), "men", "orcs")
    assert around is not None
    assert (around.armour.total, "BS-8.3-11" in {term.rule for term in around.rating.terms}) == (4, False)


def test_set_spears_strike_first_with_double_damage() -> None:
    """BS-11.7-02, BS-11.7-03: the chargers' losses come off before they strike, and cavalry loses its bonus."""
    spears = orcs(12, files=6, weapon=SPEAR, stance="set_spears", ar=16)
    position = facing(men(6, files=6, mount=WARHORSE, charged=True), spears)
    assert "BS-11.4-01" not in rating(position, "men", "orcs")
    first = play(position, Melees())
    assert [pool.whose for pool in first.roll.pools] == ["red"]
    after = first.then("6 6")
    assert 0 < after.unit("men").figures < 6
    assert [pool.whose for pool in after.roll.pools] == ["blue"]
    struck = after.then("6 6").events_of(Struck)
    assert struck[-1].unit == "men"
    assert struck[-1].tallies[0].total <= after.unit("men").figures


def test_set_spears_do_nothing_more_to_those_who_did_not_charge() -> None:
    """BS-11.7-02."""
    spears = orcs(12, files=6, weapon=SPEAR, stance="set_spears")
    made = frozen(facing(men(4, files=4), spears), "orcs", "men")
    assert made is not None
    assert made.times == 1


# ---------------------------------------------------------------- the end of it


def test_a_fleeing_unit_is_struck_from_behind_and_strikes_not_back() -> None:
    """BS-8.8-03."""
    position = facing(men(), orcs())
    played = play(position, FreeAttack("orcs", "men"))
    assert [pool.whose for pool in played.roll.pools] == ["red"]
    done = played.then("6 6")
    (struck,) = done.events_of(Struck)
    assert ("BS-8.8-03", -2) in {(term.rule, term.value) for tally in struck.tallies for term in tally.terms}


@pytest.mark.parametrize("gone", ["men", "orcs"])
def test_a_free_attack_needs_both_of_them(gone: str) -> None:
    """BS-8.8-03: whoever fell or left the table meanwhile neither strikes nor is struck."""
    position = facing(men(), orcs())
    unit = position.units[gone]
    for left in (replace(unit, figures=0, fallen=0), replace(unit, place=OffTable("fled"))):
        assert play(position.with_unit(left), FreeAttack("orcs", "men")).over


def test_an_attack_on_a_routed_unit_drives_it_on_without_a_blow_back() -> None:
    """BS-6.4-02."""
    from schiltron.rulesets.battlesystem.state import Rout

    running = men(formation="open", rout=Rout(180_000, 1), astray="rout", facing=180, at=(24, 29.25))
    position = field(running, orcs(at=(24, 28.5)), contacts=[locked("orcs", "men", "rear")], phase="melee")
    played = play(position, Melees())
    assert [pool.whose for pool in played.roll.pools] == ["red"]
    fled = played.then("6 6")
    assert fled.unit("men").pose.y - position.units["men"].pose.y == 9000


def test_touching_the_undead_at_the_end_makes_one_check() -> None:
    """BS-4.4-04."""
    ghouls = creature("ghoul", 2, undead=True)
    position = field(
        men(ml=12, formation="open"),
        orcs(3, files=3, of=ghouls, at=(23, 30)),
        red("more", 3, files=3, at=(26, 30), of=ghouls, formation="closed"),
        contacts=[locked("men", "orcs"), locked("men", "more")],
    )
    played = play(position, EndMelee(), "1 1")
    assert played.over


def test_whoever_wrapped_round_an_enemy_is_open_when_the_melee_is_over() -> None:
    """BS-7.11-03: it fought in the formation it had."""
    position = field(men(wrapped=True), orcs(at=(24, 10)))
    ended = play(position, EndMelee())
    assert (ended.unit("men").own.formation, ended.unit("men").own.wrapped) == ("open", False)
