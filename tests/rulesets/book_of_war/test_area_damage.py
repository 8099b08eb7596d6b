"""Magic area attacks: hits on figures caught, the saves of heroes, and wounds by fire that stay open."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Ruled, Struck
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, to_hit
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from tests.rulesets.book_of_war.positions import Played, blue, field, play, red


def caught(
    kind: str, rating: int, *dice: str, tags: tuple[str, ...] = ("fire",), figures: int = 1, **own: int
) -> Played:
    foe = red(kind, 1 if "_" in kind and kind.startswith(("giant_", "knight_")) else 4, id="foe", at=(24, 20), **own)
    step = AreaHit("mage", "foe", rating, tags, "fire", ("BW-A3-29",), figures)
    return play(field(blue("light_infantry", 3, id="mage", at=(24, 30)), foe, game="advanced"), step, *dice)


@pytest.mark.parametrize(("thrown", "hits"), [("1", 4), ("2", 4), ("3", 3)])
def test_a_d3_comes_off_the_rating_then_the_hit_dice_cap_it(thrown: str, hits: int) -> None:
    """BW-A1-13, BW-A1-14, BW-A1-15: rating 6 on an ogre."""
    played = caught("ogres", 6, thrown)
    (struck,) = played.events_of(Struck)
    assert struck.hits == hits == struck.tallies[0].total
    assert (played.unit("foe").figures, played.unit("foe").own.partial_hits) == ((3, 0) if hits == 4 else (4, 3))


def test_a_throw_says_what_it_is_for() -> None:
    """BW-A1-14: of which kind it is, or magic."""
    assert caught("ogres", 6, tags=("fire",)).roll.purpose == "hits that Foe take off for fire"
    assert caught("ogres", 6, tags=("gas", "acid")).roll.purpose == "hits that Foe take off for gas and acid"
    assert caught("ogres", 6, tags=()).roll.purpose == "hits that Foe take off for magic"


def test_each_figure_caught_has_its_own_die() -> None:
    """BW-A1-14, BW-A1-15: three ogres, and never below nothing."""
    assert caught("ogres", 6, "1 3 3", figures=3).events_of(Struck)[0].hits == 10
    assert caught("ogres", 2, "3 3 1", figures=3).events_of(Struck)[0].hits == 1


def test_where_every_throw_comes_to_the_same_none_is_asked_for() -> None:
    """BW-A1-15: rating 6 always fells a man."""
    played = caught("light_infantry", 6)
    assert played.unit("foe").figures == 3
    assert played.unit("foe").own.lost == 1


@pytest.mark.parametrize(("rating", "save"), [(6, 3), (9, 4), (10, 5), (11, 5)])
def test_a_hero_is_in_danger_of_one_hit_and_saves_by_half_the_rating(rating: int, save: int) -> None:
    """BW-A3-18, BW-A3-19."""
    tags = ("gas",)
    assert caught("knight_commander", rating, str(save), tags=tags).unit("foe").own.partial_hits == 0
    assert caught("knight_commander", rating, str(save - 1), tags=tags).unit("foe").own.partial_hits == 1
    assert not caught("giant_fire", rating, str(save - 1), tags=tags).unit("foe").figures


@pytest.mark.parametrize(
    ("kind", "immune"), [("giant_frost", "cold"), ("giant_fire", "fire"), ("giant_storm", "lightning")]
)
def test_giants_are_immune_to_their_own_energy(kind: str, immune: str) -> None:
    """BW-A3-32."""
    played = caught(kind, 10, tags=(immune,))
    assert played.unit("foe").figures == 1
    assert any("BW-A3-32" in one.rules for one in played.events_of(Ruled))
    for other in {"cold", "fire", "lightning", "gas"} - {immune}:
        assert not caught(kind, 10, "1", tags=(other,)).unit("foe").figures


# ---------------------------------------------------------------- fire and trolls


def test_hits_by_fire_are_counted_apart() -> None:
    """BW-A2-22: acid burns too, lightning does not."""
    assert caught("trolls", 6, "3").unit("foe").own.burnt_hits == 3
    assert caught("trolls", 6, "3", tags=("acid",)).unit("foe").own.burnt_hits == 3
    assert caught("trolls", 6, "3", tags=("lightning",)).unit("foe").own.burnt_hits == 0


def test_hits_by_fire_are_used_up_first_when_a_figure_falls() -> None:
    """BW-A2-22: 3 burnt and 2 others wait; 3 more blows fell a troll, and 2 plain hits wait."""
    foe = red("trolls", 4, id="foe", at=(24, 20), partial_hits=5, burnt_hits=3)
    need = to_hit("light_infantry", "trolls")
    position = field(blue("light_infantry", 3, id="ours", at=(24, 30)), foe, game="advanced")
    played = play(position, Strike("ours", "foe", "melee", (Blow(3, need),)), "6 6 6")
    troll = played.unit("foe")
    assert (troll.figures, troll.own.partial_hits, troll.own.burnt_hits) == (3, 2, 0)
    burnt = play(position, AreaHit("ours", "foe", 6, ("fire",), "fire", ("BW-A3-29",)), "2").unit("foe")
    assert (burnt.figures, burnt.own.partial_hits, burnt.own.burnt_hits) == (3, 3, 1)


def test_trolls_do_not_regenerate_what_fire_has_done() -> None:
    """BW-A2-21, BW-A2-22: of 5 hits 2 are by fire; four trolls in contact close 3."""
    foe = red("trolls", 4, id="foe", at=(24, 24), partial_hits=5, burnt_hits=2)
    position = field(blue("light_infantry", 12, id="ours", at=(24, 24)), foe, game="advanced", active="red")
    troll = play(position, MoralePhase("red")).unit("foe")
    assert (troll.own.partial_hits, troll.own.burnt_hits) == (2, 2)


@pytest.mark.parametrize(("burnt", "left"), [(1, 5), (0, 1)])
def test_by_a_switch_fire_keeps_all_hits_of_trolls_from_closing(burnt: int, left: int) -> None:
    """BW-A2-22: none of 5 closes while one of them is by fire."""
    foe = red("trolls", 4, id="foe", at=(24, 24), partial_hits=5, burnt_hits=burnt)
    men = blue("light_infantry", 12, id="ours", at=(24, 24))
    position = field(men, foe, game="advanced", active="red", burns="stop_healing")
    assert play(position, MoralePhase("red")).unit("foe").own.partial_hits == left
