"""What the optional rules add to morale checks: alignment, cohesion, ranks, a leader in front."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Struck
from schiltron.battle.state.field import standing_with, touching
from schiltron.captains.book_of_war.expected_losses import damage_to
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.strikes import Strike, on_flank
from schiltron.rulesets.book_of_war.embedded import in_front_rank
from schiltron.rulesets.book_of_war.guide.odds import melee_odds
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase, morale_tally
from schiltron.rulesets.book_of_war.morale.nerve import deep, nerve_now, of_one_type
from schiltron.rulesets.book_of_war.outlook import Pool
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.table.body import Wing
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, blue, field, play, red


def added(battle: Battle, unit: str, rule: str) -> int:
    """What a rule adds to a check; the reckoning ahead adds the same in all."""
    tally = morale_tally(battle, battle.units[unit], 0)
    assert tally.total == nerve_now(battle, battle.units[unit])
    return sum(term.value for term in tally.terms if term.rule == rule)


@pytest.mark.parametrize(
    ("kind", "more"), [("elf_archers", 1), ("men_elite_cavalry", 1), ("archers", 0), ("orc_archers", -1), ("ogres", -1)]
)
def test_law_steadies_and_chaos_shakes(kind: str, more: int) -> None:
    """BW-O3-01"""
    unit = blue(kind, 4, at=(24, 30))
    assert added(field(unit, game="advanced", alignment="counts"), kind, "BW-O3-01") == more
    assert added(field(unit, game="advanced"), kind, "BW-O3-01") == 0


def test_light_weakness_adds_to_alignment() -> None:
    """BW-O3-01, BW-A2-15"""
    orcs = blue("orc_archers", 4, at=(24, 30))
    assert morale_tally(field(orcs, game="advanced", alignment="counts"), orcs, 0).total == 1 - 1 - 1


def test_a_side_of_one_type_is_steadier_whatever_it_has_lost() -> None:
    """BW-O3-02"""
    two = blue("light_infantry", 4, id="one", at=(24, 30)), blue("light_infantry", 4, id="two", at=(36, 30))
    foes = red("archers", 4, at=(24, 10)), red("pikemen", 4, at=(36, 10))
    battle = field(*two, *foes, cohesion="counts")
    assert (added(battle, "one", "BW-O3-02"), added(battle, "archers", "BW-O3-02")) == (1, 0)
    assert (of_one_type(battle, "blue"), of_one_type(battle, "red")) == (True, False)
    gone = replace(foes[1], figures=0)
    assert added(field(*two, foes[0], gone, cohesion="counts"), "archers", "BW-O3-02") == 0
    assert added(field(*two, *foes), "one", "BW-O3-02") == 0


def test_heroes_do_not_spoil_cohesion_and_lead_from_the_front() -> None:
    """BW-O3-02, BW-O3-07"""
    foot = blue("light_infantry", 6, id="foot", at=(24, 30))
    other = blue("light_infantry", 6, id="other", at=(36, 30))
    hero = blue("barbarian_lord", 1, id="hero", at=(24, 30))
    hero = replace(hero, place=in_front_rank("foot", 2))
    battle = field(foot, other, hero, game="advanced", cohesion="counts", leadership="counts")
    assert added(battle, "foot", "BW-O3-02") == 1
    assert added(battle, "foot", "BW-O3-07") == 1
    assert added(battle, "other", "BW-O3-07") == 0
    assert added(field(foot, hero, game="advanced"), "foot", "BW-O3-07") == 0


@pytest.mark.parametrize(
    ("figures", "files", "bonus", "strict"),
    [
        (6, 6, 0, 0),
        (12, 6, 1, 1),
        (24, 6, 3, 3),
        (36, 6, 3, 3),
        (6, 2, 2, 1),
        (4, 1, 1, 0),
        (8, 6, 0, 0),
        (9, 6, 1, 1),
        (15, 6, 2, 2),
        (14, 6, 1, 1),
        (3, 6, 0, 0),
    ],
)
def test_ranks_behind_the_first_count(figures: int, files: int, bonus: int, strict: int) -> None:
    """BW-O3-03, BW-O3-04, BW-O3-05"""
    assert deep(figures, files, first_counts=False) == bonus
    assert deep(figures, files, first_counts=True) == strict
    unit = blue("light_infantry", figures, files=files, at=(36, 20))
    assert added(field(unit, extra_ranks="bonus"), "light_infantry", "BW-O3-03") == bonus
    assert added(field(unit, extra_ranks="ranks"), "light_infantry", "BW-O3-03") == strict
    assert added(field(unit), "light_infantry", "BW-O3-03") == 0


def test_ranks_are_counted_after_the_losses() -> None:
    """BW-O3-03: of 12 in two ranks 8 are left, and two behind six are no rank."""
    deep_enough = blue("light_infantry", 9, fallen=3, files=6, at=(36, 40), lost=3)
    thinned = blue("light_infantry", 8, fallen=4, files=6, at=(36, 40), lost=4)
    for unit, total in ((deep_enough, 6 + 1 + 3 + 1), (thinned, 6 + 1 + 2)):
        (checked,) = play(field(unit, extra_ranks="bonus"), MoralePhase("blue"), "3 3").events_of(Checked)
        assert checked.tally.total == total


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("heading", "at", "counts"), [(180, (0, 0), 1), (270, (3, -0.75), 0), (0, (0, -1.5), 0)])
def test_an_attack_on_flank_or_rear_takes_the_ranks_away(
    heading: float, at: tuple[float, float], counts: int, layout: Askew
) -> None:
    """BW-O3-06: two ranks of eight; struck in front it keeps them, from the right or from behind it does not."""
    deep_unit = blue("medium_infantry", 16, files=8, id="deep", at=layout.at(0, 0), facing=layout.facing(0))
    foe = red("light_infantry", 2, id="foe", at=layout.at(*at), facing=layout.facing(heading))
    battle = field(deep_unit, foe, active="red", extra_ranks="bonus")
    before = melee_odds(battle, foe)[0]
    played = play(battle, AttackPhase("red"), "6 6", MoralePhase("red"))
    (checked,) = played.then("3 3").events_of(Checked) if played.battle.roll else played.events_of(Checked)
    assert sum(term.value for term in checked.tally.terms if term.rule == "BW-O3-03") == counts
    plain = melee_odds(field(deep_unit, foe, active="red"), foe)[0]
    assert (before.breaks < plain.breaks) is bool(counts) or before.breaks == plain.breaks == 0.0


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("heading", "at"), [(180, (0, 0)), (270, (1.5, -1.5)), (0, (0, -3))])
def test_a_hedgehog_keeps_its_ranks_whoever_strikes_it_from_wherever(
    heading: float, at: tuple[float, float], layout: Askew
) -> None:
    """BW-O3-06: it has neither flank nor rear."""
    pikes = blue("pikemen", 16, files=4, id="pikes", at=layout.at(0, 0), facing=layout.facing(0), hedgehog=True, lost=1)
    foe = red("light_infantry", 2, id="foe", at=layout.at(*at), facing=layout.facing(heading))
    battle = field(pikes, foe, active="red", extra_ranks="bonus")
    played = play(battle, AttackPhase("red"))
    assert [one.target for one in played.then("1 1").events_of(Struck)] == ["pikes"]
    assert added(played.then("1 1").battle, "pikes", "BW-O3-03") == 3


def test_who_is_struck_in_front_and_flank_at_once_loses_the_ranks_all_the_same() -> None:
    """BW-O3-06: one unit that has wrapped itself round a corner is enough, and a hero in its ranks as well as they."""
    deep_unit = blue("medium_infantry", 16, files=8, id="deep", at=(36, 24))
    wrapped = red("light_infantry", 8, id="foe", at=(36.75, 24), left=Wing(2, 90_000))
    front = red("light_infantry", 2, id="front", at=(33.75, 24))
    lord = replace(red("barbarian_lord", 1, id="lord", at=(0, 0)), place=in_front_rank("side", 0))
    side = red("light_infantry", 1, id="side", at=(33, 24.8), facing=90)
    battle = field(deep_unit, wrapped, front, side, lord, active="red", extra_ranks="bonus", game="advanced")
    flanks = {
        one: on_flank(battle, Strike(one, "deep", "melee", ()))
        for one in ("foe", "front", "side", "lord")
        if touching(battle, standing_with(battle, battle.units[one]), deep_unit)
    }
    assert flanks == {"foe": True, "front": False, "side": True, "lord": True}


def test_the_ranks_are_back_in_the_next_turn() -> None:
    """BW-O3-06: only in the turn of the attack."""
    unit = blue("medium_infantry", 16, files=8, at=(36, 40), flanked=1)
    battle = field(unit, extra_ranks="bonus")
    assert added(battle, "medium_infantry", "BW-O3-03") == 0
    later = replace(battle, own=replace(battle.own, player_turns=2))
    assert added(later, "medium_infantry", "BW-O3-03") == 1


def test_captains_know_whom_ranks_steady() -> None:
    """BW-O3-03"""
    unit = red("light_infantry", 16, files=4, at=(36, 20))
    blows = (Pool(8, 4),)
    worth = [damage_to(field(unit, extra_ranks=one), unit, blows) for one in ("none", "bonus")]
    assert worth[1] < worth[0]
