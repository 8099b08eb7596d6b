"""Which figure is aimed at, which of the shooters shoot, and from where it is measured (BW-B2-24 to BW-B2-42)."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import Aimed
from schiltron.rulesets.book_of_war.attacks.firing_line import firing_line, nearest_mark, shooting_side
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.rectangles import gap
from tests.rulesets.book_of_war.askew import View, views
from tests.rulesets.book_of_war.positions import blue, field, red

ANGLES = [0, 17, 45, 90, 133, 213, 299.5]


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("files", [2, 4])
@pytest.mark.parametrize("off", [5.0, 11.3])
def test_of_two_figures_alike_in_all_the_left_one_of_its_own_rank_is_aimed_at(
    angle: float, files: int, off: float
) -> None:
    """BW-B2-38: the middle of the shooting front looks at the gap between the two in the middle, whatever way it looks,
    and thousandths that are rounded decide nothing."""
    view = View(angle)
    bows = blue("archers", 6, at=view.at(36, 24 + off), facing=view.facing(0))
    foe = red("light_infantry", 2 * files, files=files, at=view.at(36, 24), facing=view.facing(180))
    mark = nearest_mark(bows, foe)
    assert (mark.rank, mark.file) == (0, files // 2 - 1)


@views
def test_the_figure_nearest_the_middle_of_the_front_is_aimed_at_of_those_as_near(view: View) -> None:
    """BW-B2-38: a whole rank is as near as the other; the middle of the archers is before its third figure."""
    bows = blue("archers", 8, at=view.at(35.6, 30), facing=view.facing(0))
    foe = red("light_infantry", 6, at=view.at(36, 24), facing=view.facing(180))
    mark = nearest_mark(bows, foe)
    x, _ = view.back(mark.x / 1000, mark.y / 1000)
    assert x == pytest.approx(35.625, abs=0.01)


@views
def test_nearness_is_from_base_to_base_and_not_from_middle_to_middle(view: View) -> None:
    """BW-B2-38: the odd man of the last rank is off the archers' corner; his base is nearer to it than any base of the
    rank beyond is to their front, though the middle of one of these is nearer."""
    foe = red("light_infantry", 6, files=5, at=view.at(36, 20), facing=view.facing(0))
    (odd,) = [figure for figure in foe.places if figure.rank == 1]
    x, y = view.back(odd.x / 1000, odd.y / 1000)
    bows = blue("archers", 4, at=view.at(x - 1.4 - 1.5, y + 0.8), facing=view.facing(0))
    mark = nearest_mark(bows, foe)
    assert (mark.rank, mark.file) == (odd.rank, odd.file)
    assert round(gap(bows.outline.main, mark.rect)) == min(
        round(gap(bows.outline.main, figure.rect)) for figure in foe.places
    )


def shot(bows: Unit, foe: Unit, aimed: Aimed | None = None) -> tuple[int, int]:
    """How many shoot, and from how far off."""
    battle = field(bows, foe)
    mark = nearest_mark(bows, foe)
    side = shooting_side(bows, mark)
    assert side is not None
    line = firing_line(battle, bows, mark, side, aimed or Aimed(foe.id), None)
    assert line.distance == max(round(gap(figure.rect, mark.rect)) for figure in line.figures)
    return len(line.figures), line.distance


@views
@pytest.mark.parametrize("aside", [-5, -2, 0, 2, 5])
def test_it_is_measured_from_the_farthest_of_those_who_shoot(view: View, aside: float) -> None:
    """BW-B2-33: whichever end of the line that is."""
    bows = blue("archers", 16, files=8, at=view.at(36, 34), facing=view.facing(0))
    foe = red("light_infantry", 4, files=2, at=view.at(36 + aside, 24), facing=view.facing(160))
    shooters, distance = shot(bows, foe)
    assert shooters == 16
    nearest = min(round(gap(figure.rect, nearest_mark(bows, foe).rect)) for figure in bows.places)
    assert distance > nearest + 700, "a second rank, or the far end of the line"


@views
@pytest.mark.parametrize(("figures", "files"), [(3, 5), (3, 3), (2, 4), (5, 5)])
def test_horse_archers_to_the_left_shoot_with_the_three_files_that_stand_there(
    view: View, figures: int, files: int
) -> None:
    """BW-B2-42, BW-B2-32: counted from the first file in which somebody stands; a short rank stands in the middle."""
    riders = blue("horse_archers", figures, files=files, at=view.at(36, 24), facing=view.facing(0))
    left = 27 if not view.mirrored else 45
    foe = red("light_infantry", 4, files=2, at=view.at(left, 24.6), facing=view.facing(90))
    assert shooting_side(riders, nearest_mark(riders, foe)) == "left"
    assert shot(riders, foe)[0] == min(figures, 3)
