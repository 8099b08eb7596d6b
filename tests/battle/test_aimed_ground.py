"""Plays aimed at a figure, a piece of terrain or a point: judged, made at random and tried from the aim alone."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.play.offers import judge, sample, suggest
from schiltron.battle.play.powers import Point, Struck, along, beyond, figure_at
from schiltron.battle.state.decision import Aim, HeldCard, Played, Use
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from schiltron.table.terrain import Area
from tests.battle.drawn_up import drawn_up, hero

HILL = Area("hill", "hill", "Old Hill", ((10_000, 10_000), (14_000, 10_000), (14_000, 12_000), (10_000, 12_000)))
WOOD = Area("wood", "woods", "Wood", ((1_000, 1_000), (4_000, 1_000), (4_000, 4_000), (1_000, 4_000)))
BATTLE = replace(
    drawn_up(hero("blue ann", 20, 20), hero("red ben", 21, 30), hero("red col", 19, 30)),
    board=Board(inches(48), inches(36), (HILL, WOOD)),
)


def card(key: str, aim: Aim, against: Aim | None = None) -> HeldCard:
    return HeldCard(key, key, "", "T-1", (Use("cast", key, ("T-2",), aim, against),), holder="blue ann")


WAND = card("wand", Aim("figure", "foe", 1, 1, ("red ben", "red col"), reach=24_000))
SHIFT = card("shift", Aim("feature", eligible=("hill",)), Aim("point", reach=6_000))
CLOUD = card("cloud", Aim("point"))
HAND = (WAND, SHIFT, CLOUD)


def against(form: Played) -> list[str]:
    return [reason.text for reason in judge(BATTLE, HAND, form, ("T-0",), lambda _: [])]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Played("wand", "cast", ("red ben",), place=0), ""),
        (Played("wand", "cast", ("red ben",)), "wand is for one figure of a unit"),
        (Played("wand", "cast", ("red ben",), place=1), "red ben have no figure 2"),
        (Played("wand", "cast", ("red ben",), place=0, feature="hill"), "wand is for no ground"),
        (Played("wand", "cast", ("red ben",), place=0, at=(1, 1)), "wand is for no place"),
        (Played("shift", "cast", feature="hill", at=(1, 1)), ""),
        (Played("shift", "cast", feature="hill"), "shift is for a place on the table"),
        (Played("shift", "cast", feature="wood", at=(1, 1)), "shift is for one of these: Old Hill"),
        (Played("shift", "cast", ("red ben",), feature="hill", at=(1, 1)), "shift is for no unit"),
        (Played("cloud", "cast", at=(48_000, 36_000)), ""),
        (Played("cloud", "cast", at=(48_001, 0)), "that is not on the table"),
        (Played("cloud", "cast", at=(0, 0), place=0), "cloud is for no figure"),
    ],
)
def test_what_is_aimed_is_judged(form: Played, text: str) -> None:
    assert against(form) == ([text] if text else [])


def test_random_plays_are_legal_and_every_card_comes_up() -> None:
    random = Random(2)
    found = [sample(BATTLE, HAND, random, lambda form: not against(form)) for _ in range(60)]
    assert all(form is not None and not against(form) for form in found)
    assert {form.card for form in found if form is not None} == {"wand", "shift", "cloud"}


def test_everything_in_reach_of_the_aim_is_tried() -> None:
    found = list(suggest(BATTLE, HAND, lambda form: not against(form)))
    assert {form.units for form in found if form.card == "wand"} == {("red ben",), ("red col",)}
    assert {form.at for form in found if form.card == "shift"} >= {(12_000, 5_000), (18_000, 11_000)}
    assert len({form.at for form in found if form.card == "cloud"}) == 3


def test_a_point_is_shifted_along_the_line_of_aim() -> None:
    here = Point(0, 0)
    assert along(here, Point(6_000, 8_000), 5_000) == Point(3_000, 4_000)
    assert along(here, here, 5_000) == here
    assert beyond(here, Point(3_000, 4_000), 5_000) == Point(6_000, 8_000)
    assert beyond(here, Point(300, 400), -1_000) == here


def test_the_figure_whose_base_covers_a_point() -> None:
    ben = BATTLE.units["red ben"].places[0]
    assert figure_at(BATTLE, Point(ben.x, ben.y)) == Struck("red ben", 0)
    assert figure_at(BATTLE, Point(ben.x, ben.y), ("red ben",)) is None
    assert figure_at(BATTLE, Point(ben.x, ben.y + 3_000)) is None
