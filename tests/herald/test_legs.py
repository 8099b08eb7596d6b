"""Legs of a move, as players type them."""

import pytest

from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Manoeuvre,
    Oblique,
    Reform,
    SquareUp,
    Wheel,
    Wrap,
)
from schiltron.herald.legs import path
from schiltron.herald.not_understood import Misheard


@pytest.mark.parametrize(
    ("line", "legs"),
    [
        ("advance 6, wheel left 30", (Advance(6000), Wheel("left", 30_000))),
        ("Advance 6½″ then wheel 45° right", (Advance(6500), Wheel("right", 45_000))),
        ("march 2.25 inches and about", (Advance(2250), Face("rear"))),
        ("face left", (Face("left"),)),
        ("face about, advance 3", (Face("rear"), Advance(3000))),
        ("face front", (Face("front"),)),
        ("form 8 files", (Reform(8),)),
        ("form hedgehog", (FormHedgehog(),)),
        ("hedgehog", (FormHedgehog(),)),
        ("form square, about", (FormUp("square"), Face("rear"))),
        ("open order", (FormUp("open"),)),
        ("closed order", (FormUp("close"),)),
        ("close ranks", (FormUp("close"),)),
        ("form schiltron", (FormUp("schiltron"),)),
        ("form shield wall, advance 3", (FormUp("shield_wall"), Advance(3000))),
        ("form a ring of shields", (FormUp("shield_ring"),)),
        ("set spears", (FormUp("set_spears"),)),
        ("set pikes all round", (FormUp("set_ring"),)),
        ("form flanks outward", (FormUp("flanks"),)),
        ("skirmish order", (FormUp("skirmish"),)),
        ("oblique left 30 for 6", (Oblique(-30_000, 6000),)),
        ("oblique right 6", (Oblique(45_000, 6000),)),
        ("wrap 2 left 1 right", (Wrap(2, 1),)),
        ("wrap 2 1", (Wrap(2, 1),)),
        ("expand 3 right", (Expand(0, 3),)),
        ("square up", (SquareUp(),)),
        ("stand", ()),
    ],
)
def test_a_path_is_typed_as_it_is_said(line: str, legs: tuple[Manoeuvre, ...]) -> None:
    assert path(line) == legs


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("advance", "advance 6"),
        ("advance far", "inches"),
        ("wheel 30", "wheel left 30"),
        ("wheel left 400", "degrees"),
        ("face up", "face left"),
        ("form up", "form 8 files"),
        ("form 2.5 files", "no number of files"),
        ("wrap", "2 left 1 right"),
        ("dance 6", "Legs are"),
    ],
)
def test_what_is_not_understood_is_answered_with_how_to_say_it(line: str, hint: str) -> None:
    with pytest.raises(Misheard, match=hint):
        path(line)
