"""Individual fire: one man shoots at one man, two dice each, by range and armour; and what it takes for men to run."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.guide.probability import expected
from schiltron.battle.state.battle import Grave
from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Checked, Fell, Reported, Struck
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.fire.outlook import promised
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.man_to_man import arms
from schiltron.rulesets.chainmail.man_to_man.nerve import in_castle, killed
from schiltron.rulesets.chainmail.man_to_man.shooting import LINES, at, line_of
from schiltron.rulesets.chainmail.morale.charges import check_due
from schiltron.rulesets.chainmail.morale.instability import Instability
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.castles import Ground
from tests.rulesets.chainmail.positions import Played, blue, field, piece, play, red, shoot, strip

MAN: Any = {"scale": "man_to_man"}

# ---------------------------------------------------------------- the table, cell by cell

TABLE = """
short_bow 15       6-7-8 6-7-8 6-7-8 7-8-9 8-9-10 9-10-11 11-12-/ 12-/-/ 10-12-/ 12-/-/
horse_bow 18       5-6-7 5-6-8 5-6-8 6-7-8 8-9-10 9-10-11 11-12-/ 12-/-/ 9-10-11 12-/-/
light_crossbow 18  5-6-7 5-7-8 5-7-8 6-7-9 8-9-10 10-11-/ 11-12-/ 12-/-/ 9-10-/ 12-/-/
longbow 21         5-6-7 5-6-7 5-6-7 5-6-8 6-7-9 8-9-10 9-11-/ 11-12-/ 7-9-12 9-11-/
composite_bow 24   5-6-7 5-6-7 5-6-7 5-7-8 6-8-10 8-10-11 9-12-/ 11-/-/ 7-10-12 10-12-/
heavy_crossbow 24  4-5-6 4-6-7 4-6-7 5-7-8 6-8-9 7-9-10 8-10-11 10-11-12 7-9-12 9-11-/
arquebus 18        5-6-8 5-6-8 5-6-8 5-6-8 6-7-8 6-8-9 7-9-10 8-10-12 6-9-11 8-10-12
"""
"""As the print has it, with the repairs of the table's note: at armour 1 to 8 and at horses, near, middle and far."""


@pytest.mark.parametrize("line", TABLE.strip().splitlines(), ids=lambda line: line.split()[0])
def test_the_table_of_individual_fire(line: str) -> None:
    """CM-MTM-26, CM-MTM-28: every cell, and thirds of the range (CM-MTM-27)."""
    weapon, far, *cells = line.split()
    for number, third in enumerate(LINES[weapon]):
        assert third.reach == inches(int(far)) * (number + 1) // 3
        read = [0 if cell.split("-")[number] == "/" else int(cell.split("-")[number]) for cell in cells]
        assert [*third.at_men, *third.at_horse] == read


@pytest.mark.parametrize(
    ("apart", "band"), [(0, "close"), (8, "close"), (8.2, "medium"), (16, "medium"), (24, "maximum")]
)
def test_thirds_of_the_range(apart: float, band: str) -> None:
    """CM-MTM-27: the composite bow's are 8 inches."""
    assert at("composite_bow", round(inches(1) * apart)).band == band


@pytest.mark.parametrize(
    ("troop", "line", "far"),
    [
        ("archers", "short_bow", 15),
        ("turk_archers", "composite_bow", 24),
        ("longbowmen", "longbow", 21),
        ("crossbowmen", "light_crossbow", 18),
        ("heavy_crossbowmen", "heavy_crossbow", 24),
        ("arquebusiers", "arquebus", 18),
        ("horse_archers", "horse_bow", 18),
        ("turcopoles", "horse_bow", 18),
        ("turkish_guard", "horse_bow", 18),
        ("vikings", "", 0),
    ],
)
def test_how_far_they_carry(troop: str, line: str, far: int) -> None:
    """CM-MTM-30: Turkish bows 24 inches here, 21 in a mass battle; the weapon alone counts."""
    unit = blue("bows", 4, at=(20, 30), troop=troop)
    assert line_of(TROOPS[troop].profile) == line
    assert reach(unit, scale="man_to_man").total == inches(far)
    if troop == "turk_archers":
        assert reach(unit).total == inches(21)


# ---------------------------------------------------------------- shooting


def facing(shooters: Unit, target: Unit, **more: Any) -> Battle:
    return field(shooters, target, phase="missiles", **{**MAN, **more})


def bows(troop: str = "longbowmen", figures: int = 3, **more: Any) -> Unit:
    return blue("bows", figures, **{"at": (31, 40), "troop": troop, **more})


def foes(armour: str = "chain_and_shield", figures: int = 4, *, apart: float = 6, **more: Any) -> Unit:
    more = {"at": (30, 40 - apart), "body_armour": armour, **more}
    return red("foes", figures, **more)


def aimed(position: Battle) -> Any:
    return aim(position, position.units["bows"], position.units["foes"])


def test_every_man_rolls_two_dice() -> None:
    """CM-MTM-26: three longbows at mail and shield, six inches away, kill on 8 and more."""
    played = play(facing(bows(), foes()), Missiles(("blue", "red"))).then(shoot("bows", at="foes"), FINISH)
    assert [(pool.count, pool.whose) for pool in played.roll.pools] == [(2, "blue")] * 3
    played = played.then("4 4 | 4 3 | 6 6")
    assert [event.figures for event in played.events_of(Fell)] == [2]
    assert played.events_of(Struck)[0].hits == 2
    assert played.unit("foes").figures == 2


@pytest.mark.parametrize(
    ("troop", "armour", "apart", "score"),
    [
        ("longbowmen", "no_armor", 6.9, 5),
        ("longbowmen", "plate", 7.1, 11),
        ("archers", "plate_and_shield", 4.9, 12),
        ("heavy_crossbowmen", "plate_and_shield", 23.9, 12),
        ("turk_archers", "leather_and_shield", 23, 8),
        ("arquebusiers", "shield_only", 11, 6),
    ],
)
def test_by_weapon_range_and_armour(troop: str, armour: str, apart: float, score: int) -> None:
    """CM-MTM-26, CM-MTM-27: what must be thrown."""
    assert aimed(facing(bows(troop), foes(armour, apart=apart))).need.total == score


def test_a_stroke_cannot_kill() -> None:
    """CM-MTM-28: a short bow at plate beyond ten inches; the door says so."""
    judged = aimed(facing(bows("archers"), foes("plate", apart=11)))
    assert [reason.rules for reason in judged] == [("CM-MTM-28",)]
    assert not isinstance(aimed(facing(bows("archers"), foes("plate", apart=9))), list)


def test_what_is_thrown_has_no_line() -> None:
    """CM-MTM-26: throwing axes are for the hand."""
    judged = aimed(facing(bows("vikings"), foes(apart=2)))
    assert judged[0].rules == ("CM-MTM-26",)


@pytest.mark.parametrize(("kind", "off"), [("fence", 1), ("wall", 1), ("woods", 2)])
def test_cover_comes_off_the_dice(kind: str, off: int) -> None:
    """CM-MTM-29: behind a fence or a low wall 1, among trees 2."""
    cover = piece(kind, 26, 30, 36, 34.4) if kind == "woods" else strip(kind, (24, 34.4), (38, 34.4), width=0.5)
    fire = aimed(facing(bows(), foes(), features=(cover,)))
    assert fire.need.total == 8 + off
    assert fire.need.terms[-1].rule == "CM-MTM-29"


def test_over_heads_it_is_the_next_armour() -> None:
    """CM-MTM-31: friends right before the bows; mail and shield counts as plate, in the nearer part of a range cut by a
    third, and plate and shield is proof."""
    friends = blue("friends", 8, at=(31, 34.5))
    position = facing(
        bows(at=(31, 40)),
        foes(apart=8.5),
    )
    blocked = field(*position.units.values(), friends, phase="missiles", **MAN)
    fire = aimed(blocked)
    assert (fire.way, fire.need.total) == ("indirect", 11)
    proof = field(bows(), foes("plate_and_shield", apart=8.5), friends, phase="missiles", **MAN)
    assert "CM-MTM-31" in {rule for reason in aimed(proof) for rule in reason.rules}


def test_two_shots_a_turn_as_ever() -> None:
    """CM-MTM-26, CM-MISSILE-07: archers who stand shoot twice; each shot of each man is two dice."""
    played = play(facing(bows(), foes()), Missiles(("blue", "red")))
    played = played.then(shoot("bows", at="foes"), shoot("bows", at="foes"))
    while played.battle.decisions:
        played = played.then(FINISH)
    assert len(played.roll.pools) == 6


def test_the_odds_are_those_of_the_dice() -> None:
    """CM-MTM-26: 8 or more on two dice is 15 in 36."""
    fire = aimed(facing(bows(figures=3), foes()))
    assert expected(promised(fire)) == pytest.approx(3 * 15 / 36)


def test_where_riders_cannot_be_killed_their_horses_can() -> None:
    """CM-MTM-26, CM-MTM-25: composite bows beyond eight inches at plate and shield: the barded horses, on 12."""
    riders = foes("plate_and_shield", 2, apart=12, troop="knights")
    fire = aimed(facing(bows("turk_archers"), riders))
    assert (fire.at_horse, fire.need.total) == (True, 12)
    played = play(facing(bows("turk_archers"), riders), fire).then("6 6 | 6 5 | 1 1")
    unit = played.unit("foes")
    assert unit.figures == 2
    assert arms.on_foot(unit) == 1
    assert "CM-MTM-25" in played.events_of(Reported)[0].rules
    again = play(played.battle, fire).then("6 6 | 1 1 | 1 1")
    assert again.unit("foes").own.profile.fights_as == "armored_foot"


# ---------------------------------------------------------------- morale


def army(dead: int, **more: Any) -> Battle:
    """Twelve men of red in two bands, so many of whom have been killed."""
    spears = red("spears", 6, at=(40, 20), original=6)
    lights = red("lights", 6 - dead, at=(60, 20), troop="light_foot", original=6)
    graves = (Grave(unit="lights", figures=dead, how="fell", turn=1, x=None, y=None, by="", tags=()),) if dead else ()
    battle = field(spears, lights, blue("ours", 8, at=(48, 40)), **{**MAN, **more})
    return replace(battle, graves=graves)


def checks(played: Played) -> list[tuple[str, int]]:
    return [(event.unit, event.need) for event in played.events_of(Checked)]


def test_a_third_of_the_army_killed() -> None:
    """CM-MTM-33: three of twelve are not enough, four are; then each unit checks by its own score, once."""
    assert not play(army(3), Instability("melee")).battle.awaiting
    played = play(army(4), Instability("melee")).then("4 4", "4 3")
    assert sorted(checks(played)) == [("lights", 8), ("spears", 7)]
    assert played.unit("spears").on_table
    assert played.unit("lights").on_table
    assert not play(played.battle, Instability("melee")).battle.awaiting


def test_who_fails_is_off_the_table() -> None:
    """CM-MTM-33, CM-MORALE-04."""
    played = play(army(4), Instability("fire")).then("1 1", "6 6")
    assert {key: played.unit(key).on_table for key in ("lights", "spears")} == {"lights": False, "spears": True}


def test_only_the_killed_count() -> None:
    """CM-MTM-33: who ran away is not killed; neither is a unit judged by its own losses."""
    battle = army(4)
    fled = replace(battle, graves=tuple(replace(grave, how="routed") for grave in battle.graves))
    assert killed(fled, "red") == 0
    assert not play(fled, Instability("melee")).battle.awaiting


def test_castle_defenders_do_not_check() -> None:
    """CM-MTM-32: who stands upon a work."""
    battle = army(4)
    on_wall = {
        key: replace(unit, place=OnTable(unit.pose, Upon("wall", 1))) if unit.side == "red" else unit
        for key, unit in battle.units.items()
    }
    battle = replace(battle, units=on_wall)
    stormed = replace(battle, own=replace(battle.own, defender="blue"))
    assert not in_castle(stormed, battle.units["spears"])
    assert in_castle(battle, battle.units["spears"])
    assert not play(battle, Instability("melee")).battle.awaiting


@pytest.mark.parametrize(("attacked", "checking"), [("red", 0), ("blue", 2)])
def test_the_side_that_is_attacked_in_its_castle_is_exempt(attacked: str, checking: int) -> None:
    """CM-MTM-32: in the yard as well; who storms it checks as ever."""
    battle = army(4, features=(Ground().wall(),), defender=attacked)
    played = play(battle, Instability("melee"))
    for _ in range(checking):
        played = played.then("6 6")
    assert not played.battle.awaiting
    assert len(checks(played)) == checking


@pytest.mark.parametrize(
    ("figures", "chargers", "edge", "due"),
    [
        (4, 1, "front", True),
        (5, 1, "front", False),
        (8, 1, "flank", True),
        (9, 1, "flank", False),
        (8, 2, "front", True),
        (9, 2, "front", False),
        (8, 1, "rear", True),
    ],
)
def test_a_small_group_checks_before_a_charge(figures: int, chargers: int, edge: str, due: bool) -> None:
    """CM-MTM-34, CM-MTM-35: four heavy foot for each heavy horseman, twice as many in flank and rear."""
    at, facing_ = {"front": ((40, 40), 0.0), "flank": ((52, 30.5), 270.0), "rear": ((40, 20), 180.0)}[edge]
    foot = red("foot", figures, at=(40, 30), files=2)
    horse = blue("horse", chargers, at=at, facing=facing_, troop="knights", charged=True)
    battle = field(foot, horse, **MAN)
    assert (check_due(battle, battle.units["foot"], battle.units["horse"]) is not None) == due
    mass = field(foot, horse)
    assert check_due(mass, mass.units["foot"], mass.units["horse"]) is not None


def test_horse_checks_before_horse_too() -> None:
    """CM-MTM-34: two medium horse for each heavy horseman."""
    for figures, due in ((2, True), (3, False)):
        battle = field(
            red("horse", figures, at=(40, 30), troop="medium_horse"),
            blue("knights", 1, at=(40, 40), troop="knights", charged=True),
            **MAN,
        )
        assert (check_due(battle, battle.units["horse"], battle.units["knights"]) is not None) == due
