"""Woods and missiles, woods and sight (BS-11.9-01, BS-11.9-02), in tidy and in crooked positions."""

from __future__ import annotations

import pytest

from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.lines import sees
from schiltron.rulesets.battlesystem.missiles.volleys import Volley
from schiltron.rulesets.battlesystem.state import Battle
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    ELF,
    LONGBOW,
    MAN,
    SHORTBOW,
    blue,
    field,
    piece,
    red,
    rules,
    skirmishers,
)

WOOD = piece("woods", 38, 20, 58, 30)
"""Its lower border runs at 30, square to who shoots up the table."""


def archers(at=(48, 36), figures: int = 6, **more):
    return blue("archers", figures, at=at, **{"files": figures, "ar": 20, "missile": LONGBOW, **more})


def orcs(at=(48, 29.5), figures: int = 6, **more):
    return red("orcs", figures, at=at, **{"files": figures, "ml": 20, "missile": SHORTBOW, "ar": 20, **more})


def shot(position: Battle, unit: str = "archers", target: str = "orcs") -> Volley | set[str]:
    made = aim(position, position.units[unit], position.units[target])
    return made if isinstance(made, Volley) else rules(made)


def figures(made: Volley | set[str]) -> int:
    return made.figures.total if isinstance(made, Volley) else 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_inch_of_the_edge_is_measured_from_the_border_to_the_base(crooked: Crooked) -> None:
    """BS-11.9-01: bases no more than an inch inside are shot at and shoot back; a hair deeper neither."""
    for at in ((48, 36), (44, 36)):
        edge = crooked(field(archers(at), orcs((48, 29.02)), features=[WOOD]))
        made = shot(edge)
        assert isinstance(made, Volley)
        assert {"BS-10.8-02": 2}.items() <= {term.rule: term.value for term in made.rating.terms}.items()
        assert figures(shot(edge, "orcs", "archers")) > 0
        deep = crooked(field(archers(at), orcs((48, 28.9)), features=[WOOD]))
        assert shot(deep) == {"BS-11.9-01", "BS-10.1-03"}
        assert shot(deep, "orcs", "archers") == {"BS-11.9-01", "BS-10.1-03"}


@pytest.mark.parametrize("crooked", CROOKED)
def test_aslant_the_inch_is_still_that_to_the_border(crooked: Crooked) -> None:
    """BS-11.9-01: who stands an inch inside shoots out everywhere within his 45 degrees, and is shot at from there."""
    aslant = crooked(field(archers((43.2, 34.5), 1), orcs((48, 29.05), 1, facing=213), features=[WOOD]))
    assert figures(shot(aslant)) == 1
    assert figures(shot(aslant, "orcs", "archers")) == 1


@pytest.mark.parametrize("crooked", CROOKED)
def test_trees_along_the_border_hide(crooked: Crooked) -> None:
    """BS-11.9-02: through more trees than that only those look, and are looked at, who are at home there."""
    along = crooked(field(archers((43, 31), 1, facing=70), orcs((48, 29.6), 1, facing=250), features=[WOOD]))
    assert shot(along) == {"BS-11.9-02"}
    assert shot(along, "orcs", "archers") == {"BS-11.9-02"}
    elves = crooked(field(archers((43, 31), 1, facing=70), orcs((48, 29.6), 1, of=ELF, facing=250), features=[WOOD]))
    assert figures(shot(elves, "orcs", "archers")) == 1
    assert figures(shot(elves)) == 1


@pytest.mark.parametrize("crooked", CROOKED)
def test_each_figure_for_itself(crooked: Crooked) -> None:
    """BS-11.9-01: of a unit that stands askew at the border the near figures shoot and are shot at, the others not."""
    askew = crooked(field(archers((48, 38)), orcs((48, 28.4), facing=165), features=[WOOD]))
    made = shot(askew)
    assert isinstance(made, Volley)
    assert 0 < made.seen < 6
    assert figures(shot(askew, "orcs", "archers")) == made.seen


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_second_row_of_bows_stands_too_deep(crooked: Crooked) -> None:
    """BS-11.9-01, BS-10.1-05: two rows of bows shoot, but not from an inch and more inside."""
    two = crooked(field(archers(), orcs((48, 29.5), 12, files=6, missile=LONGBOW), features=[WOOD]))
    assert figures(shot(two, "orcs", "archers")) == 6


@pytest.mark.parametrize("crooked", CROOKED)
def test_nobody_shoots_inside_a_wood_however_near(crooked: Crooked) -> None:
    """BS-11.9-01: out of it only, even for elves; a hair from each other they see one another all the same."""
    inside = crooked(field(archers((48, 26), of=ELF), orcs((48, 25.2)), features=[WOOD]))
    assert "BS-11.9-01" in shot(inside)
    assert sees(inside, inside.units["archers"], inside.units["orcs"])


@pytest.mark.parametrize("crooked", CROOKED)
def test_how_far_one_sees_inside(crooked: Crooked) -> None:
    """BS-11.9-02: an inch from base to base, six for those at home in woods, wherever they look."""
    for of, near, far in ((MAN, 0.95, 1.1), (ELF, 5.95, 6.1)):
        for apart, seen in ((near, True), (far, False)):
            inside = crooked(field(archers((48, 29), 1, of=of), orcs((48, 29 - apart), 1), features=[WOOD]))
            assert sees(inside, inside.units["archers"], inside.units["orcs"]) is seen


@pytest.mark.parametrize("crooked", CROOKED)
def test_sight_into_and_out_of_a_wood(crooked: Crooked) -> None:
    """BS-11.9-02: elves see out of its depth and into it as far as inside; men do not, and are not seen for that."""
    deep = crooked(field(archers((48, 33), of=ELF), orcs((48, 26)), features=[WOOD]))
    assert sees(deep, deep.units["archers"], deep.units["orcs"])
    assert not sees(deep, deep.units["orcs"], deep.units["archers"])
    assert "BS-11.9-01" in shot(deep)
    through = crooked(field(archers((48, 31), of=ELF), orcs((48, 28)), features=[piece("woods", 38, 29, 58, 30)]))
    assert not sees(through, through.units["archers"], through.units["orcs"])


@pytest.mark.parametrize("crooked", CROOKED)
def test_across_a_clearing_and_between_two_woods(crooked: Crooked) -> None:
    """BS-11.9-01: from the edge of one wood to the edge of another, or of woods that run into each other."""
    other = piece("woods", 38, 34, 58, 44)
    two = crooked(field(archers((48, 34.8)), orcs((48, 29.5)), features=[WOOD, other]))
    assert figures(shot(two)) == 6
    joined = [WOOD, other, piece("woods", 36, 20, 39, 44)]
    assert figures(shot(crooked(field(archers((48, 34.8)), orcs((48, 29.5)), features=joined)))) == 6
    outgrown = [piece("woods", 38, 20, 58, 29.4), piece("woods", 38, 29.3, 58, 30)]
    assert figures(shot(crooked(field(archers(), orcs((48, 29.5)), features=outgrown)))) == 6
    grown = [WOOD, other, piece("woods", 38, 29, 58, 35)]
    assert "BS-11.9-01" in shot(crooked(field(archers((48, 34.8)), orcs((48, 29.5)), features=grown)))


def test_one_of_the_front_rank_is_enough_to_see() -> None:
    """BS-10.1-03: any figure, not only those at the ends and in the middle."""
    huts = [piece("building", 40, 30, 46.2, 31), piece("building", 46.8, 30, 56, 31)]
    position = field(
        archers((48, 36), 8, formation="closed"), *skirmishers("scouts", "red", [(46.5, 28)]), features=huts
    )
    assert sees(position, position.units["archers"], position.units["scouts-1"])
