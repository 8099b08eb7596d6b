"""Other scales: a third band of range, and shorter turns."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Struck
from schiltron.rulesets.book_of_war.attacks.melee import cut_dice
from schiltron.rulesets.book_of_war.attacks.missiles import best_shot, dice, may_shoot
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.conditions import Conditions, hampered, move_tally
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.troops import MEN, TROOPS
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, ahead, blue, field, march, moving, play, red, shoot

# ---------------------------------------------------------------- long range


def test_the_bands_of_every_weapon() -> None:
    """BW-O5-01"""
    rows = {row["weapon"]: float(row["long_to_in"]) for row in LAW.sheet("BW-T-long-range").records()}
    for kind in MEN.values():
        if kind.missile is not None:
            weapon = hampered(kind.id, Conditions(long_range=True)).missile
            assert weapon is not None
            assert weapon.limit == inches(rows[kind.missile.name])
            assert kind.missile.limit == kind.missile.reach


def shooting(apart: float, layout: Askew = LAYOUTS[0], **more: str) -> Battle:
    return field(
        blue("heavy_crossbows", 4, at=layout.at(0, -20), facing=layout.facing(0)),
        red("light_infantry", 8, id="foe", at=layout.at(2, apart - 20), facing=layout.facing(180)),
        size=(120, 120),
        declare="measure_first",
        **more,
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("apart", "need", "rule"), [(11, 4, ""), (20, 5, "BW-B2-31"), (30, 6, "BW-O5-02")])
def test_beyond_the_range_missiles_have_minus_two(apart: float, need: int, rule: str, layout: Askew) -> None:
    """BW-O5-01, BW-O5-02: heavy crossbows carry 24, and 36 at -2, in place of the -1."""
    layout = Askew(layout.turned, layout.mirrored, 60, 60)
    battle = shooting(apart, layout, long_range="missiles")
    start = play(battle, AttackPhase("blue"), shoot("heavy_crossbows", at="foe"))
    assert start.dice[0][1] == need
    (struck,) = start.then(" ".join("1" * start.dice[0][0])).events_of(Struck)
    assert {"BW-B2-31", "BW-O5-02"} & set(struck.tallies[0].rules) == ({rule} if rule else set())


@pytest.mark.parametrize(("kind", "need"), [("giant_fire", 6), ("barbarian_lord", 7), ("giants_hill", 4)])
def test_stones_and_bows_of_heroes_have_the_band_and_hero_giants_no_penalty_in_it(kind: str, need: int) -> None:
    """BW-O5-01, BW-O5-02, BW-A3-33: a stone carries 30 inches and a longbow 31½; bows and hill giants have -2 there."""
    battle = field(
        blue(kind, 1, id="thrower", at=(36, 40)),
        red("light_infantry", 6, id="foe", at=(36, 11)),
        long_range="missiles",
        declare="measure_first",
        game="advanced",
    )
    shot = best_shot(battle, battle.units["thrower"], battle.units["foe"])
    assert shot is not None
    assert shot.volley.portions[0].blow.need.total == need
    assert ("BW-O5-02" in shot.volley.portions[0].blow.need.rules) is (kind != "giant_fire")


def test_without_the_switch_nothing_carries_beyond_its_range() -> None:
    """BW-O5-01"""
    plain, far = shooting(30), shooting(37, long_range="missiles")
    for battle in (plain, far):
        unit, foe = battle.units["heavy_crossbows"], battle.units["foe"]
        assert best_shot(battle, unit, foe) is None
    listed = [
        overlay.rule for overlay in BOOK_OF_WAR.overlays(shooting(30, long_range="missiles"), "heavy_crossbows", ())
    ]
    assert "BW-O5-02" in listed


def test_armour_that_cannot_be_hit_from_afar_is_not_rolled_against() -> None:
    """BW-O5-02: any Armor Hit above 4."""
    units = blue("longbowmen", 6, at=(36, 40)), red("medium_infantry", 6, id="foe", at=(36, 12))
    battle = field(*units, long_range="missiles", declare="measure_first")
    shot = best_shot(battle, units[0], units[1])
    assert shot is not None
    assert shot.volley.portions[0].blow.need.verdict == "impossible"


# ---------------------------------------------------------------- short turns


@pytest.mark.parametrize(
    ("numbers", "parts", "left"),
    [
        ([8], 2, [4]),
        ([7], 2, [3]),
        ([1], 2, [1]),
        ([3], 3, [1]),
        ([2], 3, [1]),
        ([5, 3], 2, [2, 2]),
        ([1, 1], 2, [1, 0]),
        ([], 2, []),
    ],
)
def test_half_or_a_third_of_all_dice_are_thrown_at_least_one(numbers: list[int], parts: int, left: list[int]) -> None:
    """BW-O5-05, BW-O5-06"""
    assert cut_dice(numbers, parts) == left


@pytest.mark.parametrize(("length", "far", "count"), [("thirty", 12, 6), ("fifteen", 6, 3), ("ten", 4, 2)])
def test_short_turns_cut_moves_and_blows(length: str, far: float, count: int) -> None:
    """BW-O5-05, BW-O5-06"""
    start = moving(blue("light_infantry", 6, files=3, at=(36, 40)), red("archers", 6, at=(36, 4)), turn_length=length)
    assert start.refusal(march("light_infantry", ahead(far + 0.1)))
    went = start.then(march("light_infantry", ahead(far)))
    told = {"fifteen": {"BW-O5-05"}, "ten": {"BW-O5-06"}}.get(length, set())
    assert told <= set(move_tally(TROOPS["light_infantry"], went.battle.own.conditions).rules)
    close = field(blue("light_infantry", 6, at=(24, 24)), red("archers", 6, at=(24, 24)), turn_length=length)
    assert play(close, AttackPhase("blue")).dice == [(count, 4)]


def test_a_single_figure_keeps_its_die() -> None:
    """BW-O5-05"""
    close = field(blue("light_infantry", 1, at=(24, 24)), red("archers", 6, at=(24, 24)), turn_length="ten")
    assert play(close, AttackPhase("blue")).dice == [(1, 4)]


def test_pikes_have_half_of_their_free_attack() -> None:
    """BW-O5-05"""

    def met(length: str) -> int:
        units = blue("light_infantry", 4, at=(24, 25)), red("pikemen", 8, files=4, at=(24, 24))
        return moving(*units, turn_length=length).then(march("light_infantry", ahead(2))).dice[0][0]

    assert met("fifteen") == met("thirty") // 2


def test_shots_are_fewer_and_only_of_those_who_stand_still() -> None:
    """BW-O5-05: no half dice after a move, and no split moves."""
    units = blue("archers", 6, at=(36, 40)), red("light_infantry", 6, at=(36, 30))
    short = field(*units, turn_length="fifteen", declare="measure_first")
    tally = dice(short, short.units["archers"], 6)
    assert tally.total == 6 * TROOPS["archers"].missile.rate // 2
    assert "BW-O5-05" in tally.rules
    moved = blue("archers", 6, at=(36, 40), moved=True, spent=inches(1))
    assert [reason.rules for reason in may_shoot(field(moved, units[1], turn_length="fifteen"), moved)] == [
        ("BW-O5-05",)
    ]
    assert not may_shoot(field(moved, units[1]), moved)
    riders = blue("horse_archers", 4, at=(36, 40)), red("archers", 6, at=(36, 4))
    assert "split" not in moving(*riders, turn_length="fifteen").decision.actions


def test_what_a_turn_is_is_said() -> None:
    """BW-O5-05, BW-O5-06"""
    battle = field(blue("archers", 6, at=(36, 40)), turn_length="ten")
    said = " ".join(str(note) for note in BOOK_OF_WAR.conditions(battle))
    assert "a third of moves and dice" in said
    assert "A turn is 10 seconds, one round" in said
