"""By which edge an enemy lies against a unit, and along how much of it: CM-MELEE-21, CM-MELEE-22, CM-MORALE-14."""

from __future__ import annotations

import pytest

from schiltron.battle.state.battle import Engagement
from schiltron.rulesets.chainmail.melee.edges import edge_against, edge_held, straight_back
from schiltron.rulesets.chainmail.state import Battle
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import blue, field, red

HERE = (48, 30)


def against(battle: Battle) -> tuple[str, float]:
    edge, length = edge_against(battle.units["foot"], battle.units["foe"])
    return edge, pytest.approx(length / 1000, abs=0.01)


@pytest.mark.parametrize("look", [look for look in LOOKS if not look.mirrored], ids=str)
@pytest.mark.parametrize(
    ("at", "facing", "edge", "length"),
    [
        ((48, 30), 180, "front", 3.0),  # four files wide before eight
        ((46, 30), 180, "front", 2.5),  # half a file off its corner
        ((51, 30.75), 270, "right", 1.5),  # on its flank, both ranks of it
        ((45, 32.4), 90, "left", 0.6),
        ((48.3, 31.5), 0, "rear", 3.0),
    ],
)
def test_who_lies_along_an_edge_takes_up_so_much_of_it(
    look: Look, at: tuple[float, float], facing: float, edge: str, length: float
) -> None:
    """Sixteen foot in eight files, 6 inches wide and 1.5 deep."""
    foot = blue("foot", 16, files=8, at=HERE)
    foe = red("foe", 8, files=4, at=at, facing=facing)
    assert against(look.at(field(foot, foe))) == (edge, length)


@pytest.mark.parametrize(
    ("at", "facing", "edge"),
    [((48, 29), 180, "front"), ((48, 29.99), 190, "front"), ((30, 28), 180, "left"), ((48, 40), 20, "rear")],
)
def test_who_does_not_lie_along_an_edge_takes_up_nothing_of_it(
    at: tuple[float, float], facing: float, edge: str
) -> None:
    found, length = edge_against(blue("foot", 16, files=8, at=HERE), red("foe", 8, files=4, at=at, facing=facing))
    assert (found, length) == (edge, 0.0)


def test_the_edge_beyond_which_an_enemy_lies_is_that_of_the_whole_body() -> None:
    """Nearly as far behind as to the left, and nearly as far ahead of an engine as to its right."""
    foot = blue("foot", 16, files=4, at=HERE)
    behind = red("foe", 8, files=4, at=(42.5, 35), facing=0)
    assert edge_against(foot, behind)[0] == "left"
    engine = blue("foot", 4, at=HERE, troop="light_catapult")
    ahead = red("foe", 8, files=4, at=(53, 27.4), facing=180)
    assert edge_against(engine, ahead)[0] == "right"


def test_who_lies_along_an_edge_holds_it_whatever_is_on_record_and_others_the_recorded_one() -> None:
    """Contacts of others are not taken for theirs."""
    foot, flush = blue("foot", 16, files=8, at=HERE), red("foe", 8, files=4, at=(48, 30), facing=180)
    others = Engagement("c", "d", "right", 1)
    record = Engagement("foe", "foot", "rear", 1)
    held = edge_held(field(foot, flush, contacts=(others, record)), foot, flush)
    assert (held[0], round(held[1])) == ("front", 3000)
    askew = red("foe", 8, files=4, at=(48, 29.99), facing=200)
    assert edge_held(field(foot, askew, contacts=(others, record)), foot, askew) == ("rear", 0.0)
    came = Engagement("foot", "foe", "rear", 1)
    assert edge_held(field(foot, askew, contacts=(others, came)), foot, askew) == ("front", 0.0)


def test_two_small_bodies_on_a_flank_hold_more_than_one_before_the_front() -> None:
    """CM-MELEE-21: what all of them take up of an edge is added up."""
    foot = blue("foot", 32, files=4, at=HERE)
    one = red("one", 2, files=2, at=(46.5, 31), facing=90)
    two = red("two", 2, files=2, at=(46.5, 33.5), facing=90)
    front = red("front", 3, files=3, at=(48, 30), facing=180)
    battle = field(foot, one, two, front)
    assert straight_back(battle, foot, (front, one, two)) == 90_000
    assert straight_back(battle, foot, (front, one)) == 180_000
