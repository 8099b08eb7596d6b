"""Who of a unit shoots, whom of the target they see, and over whose heads (BS-10.1-02, BS-10.1-04, BS-10.7-01), in tidy
and in crooked positions."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from schiltron.battle.state.event import Fell
from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.missiles.volleys import Volley
from schiltron.rulesets.battlesystem.state import Battle, Unit
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    CROSSBOW,
    LONGBOW,
    ORC,
    blue,
    field,
    person,
    piece,
    play,
    red,
    rules,
    shoot,
)

ANGLES = [(0, True), (43, True), (-43, True), (49, False), (-49, False), (180, False)]


def archers(figures: int = 6, *, at=(48, 36), **more) -> Unit:
    return blue(
        "archers", figures, at=at, **{"files": figures, "ar": 20, "missile": LONGBOW, "formation": "closed", **more}
    )


def orcs(figures: int = 6, *, at=(48, 28), **more) -> Unit:
    return red(
        "orcs", figures, at=at, **{"files": figures, "of": ORC, "formation": "closed", "never_checks": True, **more}
    )


def captain(radius: float = 20) -> Unit:
    return person("captain", "blue", with_="archers", rank="unit", radius=radius)


def shot(position: Battle) -> Volley | set[str]:
    made = aim(position, position.units["archers"], position.units["orcs"])
    return made if isinstance(made, Volley) else rules(made)


def terms(made: Volley | set[str]) -> dict[str, int]:
    assert isinstance(made, Volley), made
    return {term.rule: term.value for term in made.rating.terms}


# ---------------------------------------------------------------- 45 degrees of each figure


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(
    ("angle", "sees"), [(0, True), (43, True), (-43, True), (49, False), (-49, False), (180, False)]
)
def test_a_figure_looks_45_degrees_to_either_side(crooked: Crooked, angle: float, sees: bool) -> None:
    """BS-10.1-02: to the right as to the left, and not behind."""
    at = (48 + 9 * sin(radians(angle)), 36 - 9 * cos(radians(angle)))
    position = crooked(field(archers(1), orcs(1, at=at, facing=180 + angle)))
    assert isinstance(shot(position), Volley) is sees
    if not sees:
        assert shot(position) == {"BS-10.1-02"}


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [5.5, -5.5])
def test_only_figures_with_a_line_within_their_arc_shoot(crooked: Crooked, aside: float) -> None:
    """BS-10.1-02: of a long line those at the far end do not; nor with a hut before them."""
    near = crooked(field(archers(12), orcs(2, at=(48 + aside + (3 if aside > 0 else -3), 32))))
    made = shot(near)
    assert isinstance(made, Volley)
    assert 0 < made.figures.total < 12
    hut = piece("building", 40, 33, 48, 34)
    behind = shot(crooked(field(archers(12), orcs(2), features=[hut])))
    assert isinstance(behind, Volley)
    assert behind.figures.total == pytest.approx(6, abs=1)


@pytest.mark.parametrize("crooked", CROOKED)
def test_each_figure_looks_where_it_looks(crooked: Crooked) -> None:
    """BS-10.1-02: a unit turned by 40 degrees away does not shoot where one turned by 17 does."""
    for facing, sees in ((17, True), (343, True), (60, False), (300, False)):
        made = shot(crooked(field(archers(3, facing=facing), orcs(1, at=(48, 24)))))
        assert isinstance(made, Volley) is sees


# ---------------------------------------------------------------- partly visible


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("right", "seen"), [(48, 3), (47, 5), (48.9, 1)])
def test_a_hut_hides_some_and_shelters_the_rest(crooked: Crooked, right: float, seen: int) -> None:
    """BS-10.1-04: +4 for what hides the others, and no more fall than can be seen."""
    hut = piece("building", 30, 29, right, 30)
    position = crooked(field(archers(1, ar=-20), orcs(6, at=(48, 28)), features=[hut]))
    made = shot(position)
    assert terms(made)["BS-10.1-04"] == 4
    assert made.seen == seen
    done = play(position, Shooting("blue", "phase"), shoot("archers", at="orcs"), "1 1")
    assert sum(event.figures for event in done.events_of(Fell)) <= made.seen
    open_ground = shot(crooked(field(archers(1), orcs(6, at=(48, 28)))))
    assert "BS-10.1-04" not in terms(open_ground)
    assert open_ground.seen == 6


@pytest.mark.parametrize("crooked", CROOKED)
def test_more_losses_than_are_seen_are_ignored(crooked: Crooked) -> None:
    """BS-10.1-04: two ogres' worth of arrows, one orc in sight: one falls."""
    hut = piece("building", 30, 29, 49.5, 30)
    many = archers(12, files=6, at=(55, 36), ar=-30, facing=318)
    position = crooked(field(many, orcs(6, at=(48, 28)), features=[hut]))
    made = shot(position)
    assert isinstance(made, Volley)
    assert 0 < made.seen < 6
    done = play(position, Shooting("blue", "phase"), shoot("archers", at="orcs"), "1 1")
    assert sum(event.figures for event in done.events_of(Fell)) == made.seen
    assert done.unit("orcs").figures == 6 - made.seen


@pytest.mark.parametrize("crooked", CROOKED)
def test_trees_hide_the_deep_ranks_and_shelter_by_two(crooked: Crooked) -> None:
    """BS-10.1-04, BS-11.9-01: half of them stand among trees; the others, in the open, have +2 for what hides these."""
    wood = piece("woods", 30, 10, 48, 29)
    made = shot(crooked(field(archers(6), orcs(6, at=(48, 26)), features=[wood])))
    assert isinstance(made, Volley)
    assert 0 < made.seen < 6
    assert terms(made)["BS-10.1-04"] == 2


@pytest.mark.parametrize("crooked", CROOKED)
def test_troops_hide_some_and_shelter_nobody(crooked: Crooked) -> None:
    """BS-10.1-04: there is no line for troops in the table."""
    wolves = red("wolves", 4, files=4, at=(46.4, 30), formation="closed", of=ORC)
    made = shot(crooked(field(archers(1), wolves, orcs(6, at=(48, 26)))))
    assert isinstance(made, Volley)
    assert 0 < made.seen < 6
    assert {"BS-10.1-04", "BS-10.8-02"}.isdisjoint(terms(made))


# ---------------------------------------------------------------- over the heads of friends


def over(*, apart: float, aside: float = 0, **more) -> list[Unit]:
    """Friends so far before the archers' front."""
    friends = blue("friends", 20, files=20, at=(48 + aside, 36 - apart - 0.75), formation="closed")
    return [archers(**more), friends, orcs(at=(48, 26))]


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 2.3])
def test_three_inches_from_the_friends_shot_over(crooked: Crooked, aside: float) -> None:
    """BS-10.7-01: at three inches they shoot at +3, a hair nearer not."""
    far = shot(crooked(field(captain(), *over(apart=3.0, aside=aside))))
    assert isinstance(far, Volley)
    assert far.way == "indirect"
    assert terms(far)["BS-10.8-03"] == 3
    assert "BS-10.7-01" in shot(crooked(field(captain(), *over(apart=2.9, aside=aside))))


@pytest.mark.parametrize("crooked", CROOKED)
def test_only_friends_on_the_line_must_be_so_far(crooked: Crooked) -> None:
    """BS-10.7-01: others may stand beside the archers."""
    beside = blue("beside", 4, files=4, at=(53, 36), formation="closed")
    made = shot(crooked(field(captain(), *over(apart=4), beside)))
    assert isinstance(made, Volley)
    close = blue("close", 20, files=20, at=(48, 34.6), formation="closed")
    assert "BS-10.7-01" in shot(crooked(field(captain(), *over(apart=5), close)))


@pytest.mark.parametrize("crooked", CROOKED)
def test_bows_in_command_alone_shoot_over_friends_and_nobody_over_enemies(crooked: Crooked) -> None:
    """BS-10.7-01."""
    assert "BS-10.7-01" in shot(crooked(field(captain(), *over(apart=4, missile=CROSSBOW))))
    assert "BS-10.7-01" in shot(crooked(field(*over(apart=4))))
    wolves = red("wolves", 20, files=20, at=(48, 30), of=ORC, formation="closed")
    assert "BS-10.1-03" in shot(crooked(field(captain(), *over(apart=4), wolves)))
    assert not isinstance(shot(crooked(field(captain(), *over(apart=4), wolves))), Volley)


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_sees_directly_pays_nothing(crooked: Crooked) -> None:
    """BS-10.7-01: friends on one side of the line of fire; the better of both ways is taken."""
    friends = blue("friends", 4, files=4, at=(44.5, 32), formation="closed")
    made = shot(crooked(field(captain(), archers(), friends, orcs(6, at=(50, 28)))))
    assert isinstance(made, Volley)
    assert made.way == "direct"
    assert "BS-10.8-03" not in terms(made)


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_way_is_taken_that_promises_more(crooked: Crooked) -> None:
    """BS-10.7-01: one of six sees directly, all could shoot over the friends; or +3 may be too much."""
    friends = blue("friends", 6, files=6, at=(46.2, 32), formation="closed")
    for rating, way in ((5, "indirect"), (36, "direct")):
        made = shot(crooked(field(captain(), archers(ar=rating), friends, orcs(2, at=(46, 26)))))
        assert isinstance(made, Volley)
        assert made.way == way


@pytest.mark.parametrize("crooked", CROOKED)
def test_nobody_shoots_over_a_house(crooked: Crooked) -> None:
    """BS-10.7-01, BS-10.1-03: over friendly troops only."""
    hut = piece("building", 30, 31, 66, 32)
    assert shot(crooked(field(captain(), archers(), orcs(), features=[hut]))) == {"BS-10.1-03"}


@pytest.mark.parametrize("crooked", CROOKED)
def test_what_some_see_whole_is_not_partly_hidden(crooked: Crooked) -> None:
    """BS-10.1-04: a hut before the left of the archers hides orcs from them; the right of them see them all."""
    hut = piece("building", 40, 32, 46.5, 34)
    made = shot(crooked(field(archers(12, at=(48, 36)), orcs(3, at=(49, 28)), features=[hut])))
    assert isinstance(made, Volley)
    assert made.seen == 3
    assert "BS-10.1-04" not in terms(made)
