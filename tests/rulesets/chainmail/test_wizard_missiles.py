"""Fire balls and lightning bolts of magic users: where they come down, whom they destroy, who saves himself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Checked, Compelled, Fell, Landed, Removed
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.magic.missiles import chance_of_death, readings_of, result
from schiltron.rulesets.chainmail.magic.wizards import missile_of
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import inches
from schiltron.table.shapes import Corridor, Disc
from tests.rulesets.chainmail.positions import Played, blue, locked, play, red, rules
from tests.rulesets.chainmail.wizardry import BLUE, BOTH, RED, magical, throw, wizard


def landed(played: Played) -> Landed:
    (event,) = played.events_of(Landed)
    return event


def circle(played: Played) -> Disc:
    shape = landed(played).marks[0].shape
    assert isinstance(shape, Disc)
    return shape


def strip(played: Played) -> Corridor:
    shape = landed(played).marks[0].shape
    assert isinstance(shape, Corridor)
    return shape


# ---------------------------------------------------------------- where it comes down


def test_a_fire_ball_is_as_wide_as_a_large_catapult_s_circle_about_the_point_called() -> None:
    """CM-FANT-WIZARD-11: 3.5 inches across. Of a line of ten figures three quarters of an inch wide, askew of the
    caster, those are destroyed that the circle touches, and nobody is asked to save himself."""
    position = magical(wizard("mareth", "blue", (40, 40)), red("foot", 10, at=(45.3, 24.375)))
    played = play(position, BLUE, throw("mareth", 46, 24.9))
    disc = circle(played)
    assert disc.radius == inches(1.75)
    assert landed(played).struck == (("foot", 5),)
    assert played.unit("foot").figures == 5
    assert "CM-FANT-WIZARD-11" in landed(played).rules


def test_the_distance_is_called_in_whole_inches_and_no_farther_than_24() -> None:
    """CM-FANT-WIZARD-13: what is aimed farther comes down at 24 inches on the way there."""
    position = magical(wizard("mareth", "blue", (40, 50)), red("foot", 4, at=(40, 5)))
    assert circle(play(position, BLUE, throw("mareth", 40, 34.7))).y == inches(35)
    far = circle(play(position, BLUE, throw("mareth", 40, 10)))
    assert (far.x, far.y) == (inches(40), inches(26))


def test_a_lightning_bolt_is_the_last_6_inches_of_its_way() -> None:
    """CM-FANT-WIZARD-12: three quarters of an inch wide, its head at the distance called, its body back to the
    wizard; who stands nearer than its tail is not touched."""
    near = red("near", 1, at=(40, 33))
    far = red("far", 3, files=1, at=(40.2, 28))
    mareth = wizard("mareth", "blue", (40, 40), throws="lightning_bolt")
    played = play(magical(mareth, near, far), BLUE, throw("mareth", 40, 24, "lightning_bolt"))
    bolt = strip(played)
    assert (bolt.from_x, bolt.from_y, bolt.to_x, bolt.to_y, bolt.width) == (
        *map(inches, (40, 30, 40, 24)),
        inches(0.75),
    )
    assert landed(played).struck == (("far", 3),)
    assert played.unit("near").figures == 1


def test_a_bolt_called_short_begins_at_its_wizard_and_spares_him() -> None:
    mareth = wizard("mareth", "blue", (40, 40), throws="lightning_bolt")
    played = play(magical(mareth, red("foe", 1, at=(40, 36.4))), BLUE, throw("mareth", 40, 36, "lightning_bolt"))
    assert strip(played).from_y == mareth.pose.y
    assert landed(played).struck == (("foe", 1),)


def test_friend_and_foe_alike_are_destroyed_and_those_who_stand_together() -> None:
    """CM-FANT-WIZARD-14, on a line of both sides in melee."""
    ours, theirs = blue("ours", 6, at=(40, 30)), red("theirs", 6, at=(40, 30))
    position = magical(wizard("mareth", "blue", (50, 40)), ours, theirs, contacts=[locked("ours", "theirs")])
    played = play(position, BLUE, throw("mareth", 40, 30))
    assert {one.unit for one in played.events_of(Fell)} == {"ours", "theirs"}


def test_ogres_are_destroyed_however_many_hits_they_take() -> None:
    """CM-FANT-WIZARD-14: destroyed, not hit."""
    position = magical(wizard("mareth", "blue", (40, 40)), red("ogres", 3, at=(40, 24), troop="ogres"))
    assert play(position, BLUE, throw("mareth", 40, 24.5)).unit("ogres").figures == 0


# ---------------------------------------------------------------- when


def test_one_missile_a_turn_and_none_in_melee() -> None:
    """CM-FANT-WIZARD-13: one a turn. A wizard who is fighting throws none."""
    mareth, foe = wizard("mareth", "blue", (40, 40)), red("foe", 4, at=(40, 24))
    played = play(magical(mareth, foe, wizard("hald", "red", (60, 5))), BOTH, throw("mareth", 40, 24.3))
    assert played.decision.seat == "red"
    fighting = magical(mareth, red("near", 4, at=(40, 39.6)), contacts=[locked("near", "mareth")])
    assert play(fighting, BLUE).over


def test_who_has_moved_may_throw_but_the_other_missile_he_has_not() -> None:
    """CM-FANT-WIZARD-10: he has chosen one of two before play; the usual one is the fire ball."""
    mareth = wizard("mareth", "blue", (40, 40), moved=True)
    position = magical(mareth, red("foe", 4, at=(40, 24)))
    assert missile_of(mareth) == "fire_ball"
    assert missile_of(wizard("mareth", "blue", (40, 40), throws="lightning_bolt")) == "lightning_bolt"
    assert play(position, BLUE).refusal(throw("mareth", 40, 24, "lightning_bolt"))
    assert landed(play(position, BLUE, throw("mareth", 40, 24.3))).struck


def test_a_missile_ends_invisibility() -> None:
    """CM-FANT-WIZARD-05: throwing is an attack."""
    mareth = wizard("mareth", "blue", (40, 40), marks=("invisible",))
    played = play(magical(mareth, red("foe", 4, at=(40, 24))), BLUE, throw("mareth", 40, 24.3))
    assert not played.unit("mareth").has("invisible")


# ---------------------------------------------------------------- who saves himself


@pytest.mark.parametrize(
    ("kind", "need", "rule"),
    [
        ("hero", 9, "CM-FANT-WIZARD-15"),
        ("anti_hero", 9, "CM-FANT-WIZARD-15"),
        ("super_hero", 6, "CM-FANT-WIZARD-15"),
        ("wraith", 7, "CM-FANT-WIZARD-15"),
        ("wraith_on_foot", 7, "CM-FANT-WIZARD-15"),
        ("balrog", 6, "CM-FANT-WIZARD-15"),
        ("wizard", 7, "CM-FANT-WIZARD-09"),
        ("sorcerer", 8, "CM-FANT-WIZARD-09"),
        ("warlock", 9, "CM-FANT-WIZARD-09"),
        ("magician", 10, "CM-FANT-WIZARD-09"),
    ],
)
@pytest.mark.parametrize("missile", ["fire_ball", "lightning_bolt"])
def test_each_kind_saves_itself_on_its_own_score(kind: str, need: int, rule: str, missile: str) -> None:
    """CM-FANT-WIZARD-09, CM-FANT-WIZARD-15 and of lesser magic users CM-FANT-WIZARD-02: the example of the book, a
    warlock, takes 2 off his dice and must reach 7."""
    mareth = wizard("mareth", "blue", (40, 40), throws=missile)
    position = magical(mareth, red("target", 1, at=(40, 24.4), troop=kind))
    for total, survives in ((need, True), (need - 1, False)):
        one = min(6, total - 1)
        played = play(position, BLUE, throw("mareth", 40, 24, missile), f"{one} {total - one}")
        assert played.unit("target").figures == int(survives), (kind, total)
        (checked,) = played.events_of(Checked)
        assert rule in checked.rules
        assert checked.passed is survives


def test_the_chances_are_those_of_the_dice() -> None:
    """A super hero dies on 5 or less, 10 throws of 36; a magician, who takes 3 off, on 9 or less; men always."""
    super_hero, magician = red("he", 1, at=(4, 4), troop="super_hero"), wizard("m", "red", (9, 9), grade="magician")
    assert chance_of_death(super_hero, "fire_ball") == pytest.approx(10 / 36)
    assert chance_of_death(magician, "fire_ball") == pytest.approx(30 / 36)
    assert chance_of_death(red("men", 4, at=(4, 4)), "lightning_bolt") == 1.0
    assert chance_of_death(red("drake", 1, at=(4, 4), troop="red_dragon"), "lightning_bolt") == 0.0


@pytest.mark.parametrize(("dice", "comes"), [("2 2", "off"), ("3 2", "back"), ("4 4", "back"), ("5 4", "stays")])
def test_a_giant_flees_goes_back_or_does_not_mind(dice: str, comes: str) -> None:
    """CM-FANT-WIZARD-16: under 5 off the board, under 9 back a move, else nothing."""
    position = magical(wizard("mareth", "blue", (40, 50)), red("giant", 1, at=(40, 30), troop="giant"))
    played = play(position, BLUE, throw("mareth", 40, 30), dice)
    giant = played.unit("giant")
    if comes == "off":
        assert not giant.on_table
        assert "CM-FANT-WIZARD-16" in played.events_of(Removed)[0].rules
    else:
        assert giant.pose.y == inches(29 - (12 if comes == "back" else 0))


def test_a_dragon_is_driven_back_a_move_without_dice() -> None:
    """CM-FANT-WIZARD-17, away from who threw."""
    position = magical(wizard("mareth", "blue", (40, 50)), red("drake", 1, at=(40, 30), troop="red_dragon"))
    played = play(position, BLUE, throw("mareth", 40, 30))
    (event,) = played.events_of(Compelled)
    assert event.rules == ("CM-FANT-WIZARD-17",)
    assert played.unit("drake").figures == 1
    assert played.unit("drake").pose.y == pytest.approx(inches(29 - 9), abs=inches(0.1))


@pytest.mark.parametrize(
    ("kind", "missile", "back"),
    [
        ("air_elemental", "fire_ball", True),
        ("air_elemental", "lightning_bolt", False),
        ("water_elemental", "fire_ball", True),
        ("water_elemental", "lightning_bolt", False),
        ("earth_elemental", "lightning_bolt", True),
        ("earth_elemental", "fire_ball", False),
        ("fire_elemental", "lightning_bolt", True),
        ("fire_elemental", "fire_ball", False),
        ("djinn", "fire_ball", True),
        ("efreet", "fire_ball", False),
    ],
)
def test_elementals_go_back_before_their_own_missile(kind: str, missile: str, back: bool) -> None:
    """CM-FANT-WIZARD-18; the other has no effect."""
    mareth = wizard("mareth", "blue", (40, 50), throws=missile)
    it = red("it", 1, at=(40, 30), troop=kind)
    played = play(magical(mareth, it), BLUE, throw("mareth", 40, 29, missile))
    assert played.unit("it").figures == 1
    assert (played.unit("it").pose.y != it.pose.y) is back
    assert bool(played.events_of(Compelled)) is back


def test_every_line_of_the_table_of_exceptions_is_read() -> None:
    """CM-FANT-WIZARD-14 and its table: each kind, each missile, each band."""
    names = {
        "hero_type": "hero",
        "elemental_air": "air_elemental",
        "elemental_earth": "earth_elemental",
        "elemental_fire": "fire_elemental",
        "elemental_water": "water_elemental",
        "dragon": "green_dragon",
    }
    for row in LAW.sheet("CM-T-fant-wizard-saves").records():
        kind = str(row["target"])
        nature = TROOPS[names.get(kind, kind)].profile.nature
        for missile in ("fire_ball", "lightning_bolt"):
            if row["missile"] not in ("either", missile):
                continue
            readings = readings_of(nature, missile)
            if row["two_dice_min"] == "-":
                assert [one.result for one in readings] == [row["result"]]
            else:
                low, high = int(str(row["two_dice_min"])), int(str(row["two_dice_max"]))
                assert {result(readings, total) for total in range(low, high + 1)} == {row["result"]}


def test_who_is_in_the_ranks_is_struck_when_all_of_them_are() -> None:
    """CM-FANT-HERO-04: a hero falls last; where the whole unit goes he saves himself."""
    hero = replace(red("hero", 1, at=(40, 24), troop="hero"), place=Aboard("foot"))
    small = magical(wizard("mareth", "blue", (40, 40)), red("foot", 3, at=(40, 24)), hero)
    played = play(small, BLUE, throw("mareth", 40, 24.4), "4 4")
    assert (played.unit("foot").figures, played.unit("hero").figures) == (0, 0)
    large = magical(wizard("mareth", "blue", (40, 40)), red("foot", 12, at=(40, 24)), hero)
    played = play(large, BLUE, throw("mareth", 40, 24.4))
    assert played.unit("hero").figures == 1


def test_engines_take_three_points() -> None:
    """CM-FANT-WIZARD-12: against what is built both missiles have the 3 points of the fantastic sieges."""
    position = magical(wizard("mareth", "blue", (40, 40)), red("gun", 4, at=(40, 24), troop="heavy_field_gun"))
    played = play(position, BLUE, throw("mareth", 40, 24))
    assert played.unit("gun").own.engine.damage == 3


def test_nobody_is_asked_without_magic_users_or_when_all_is_used_up() -> None:
    assert play(magical(blue("foot", 4, at=(40, 40)), red("foe", 4, at=(40, 20))), BOTH).over
    position = magical(wizard("mareth", "blue", (40, 40), cast=True), red("foe", 4, at=(40, 20)))
    assert play(position, BLUE).over
    assert not play(magical(wizard("mareth", "red", (40, 40)), blue("foe", 4, at=(40, 20))), RED, FINISH).events_of(
        Landed
    )


def test_a_refusal_names_its_rule() -> None:
    mareth = wizard("mareth", "blue", (40, 40), cast=True)
    other = wizard("hald", "blue", (60, 40), grade="warlock")
    asked = play(magical(mareth, other, red("foe", 4, at=(40, 20))), BLUE)
    assert "CM-FANT-WIZARD-13" in rules(asked.refusal(throw("mareth", 40, 20)))
