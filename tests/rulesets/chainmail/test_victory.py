"""How a battle ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Ended
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import Battle, Flight, Unit, with_morale
from schiltron.rulesets.chainmail.victory import holder, objective_worth, outcome, points, reckoning, strength, system
from schiltron.rulesets.quartermaster import Condition
from tests.rulesets.chainmail.positions import blue, commander, field, piece, play, red


def gone(unit: Unit, why: str = "destroyed") -> Unit:
    return replace(unit, figures=0, place=OffTable(why))


def left(blues: int, reds: int, *, of: int = 20, **options: Any) -> Battle:
    """So many figures left on each side of those that came."""
    return field(
        blue("foot", blues, at=(24, 30), original=of, files=5),
        red("bows", reds, at=(24, 15), original=of, files=5),
        **options,
    )


def ended(battle: Battle) -> tuple[str, str] | None:
    found = outcome(battle)
    return (found.winner, found.how) if found is not None else None


# ---------------------------------------------------------------- attrition


@pytest.mark.parametrize(
    ("blues", "reds", "result"),
    [
        (10, 20, None),
        (9, 20, ("red", "beaten")),
        (20, 9, ("blue", "beaten")),
        (9, 8, ("blue", "beaten")),
        (9, 9, ("", "beaten")),
    ],
)
def test_a_side_with_fewer_than_half_its_figures_loses(blues: int, reds: int, result: Any) -> None:
    """CM-SETUP-05: if both drop in one turn the higher percentage wins, equal is a draw."""
    assert ended(left(blues, reds)) == result


@pytest.mark.parametrize(("share", "blues", "over"), [(25, 5, False), (25, 4, True), (75, 15, False), (75, 14, True)])
def test_any_other_share_may_be_agreed(share: int, blues: int, over: bool) -> None:
    """CM-SETUP-05"""
    assert (ended(left(blues, 20, attrition=share)) is not None) is over


def test_captured_removed_and_deserted_figures_are_lost() -> None:
    """CM-SETUP-05: an engine counts its crew, and who went over to the enemy counts for nobody."""
    standing = [blue("foot", 6, at=(24, 30)), commander("prince", "blue", with_="foot")]
    turned = replace(blue("hired", 5, at=(60, 20)), side="red", controller="red")
    army = [
        *standing,
        turned,
        gone(blue("guards", 4, at=(40, 30)), "surrendered"),
        blue("gun", 4, at=(70, 40), troop="bombard"),
    ]
    battle = field(*army, red("bows", 8, at=(24, 15)))
    assert strength(battle, "blue").total == 6 + 1 + 4
    assert strength(battle, "red").total == 8
    assert ended(battle) is None
    assert ended(field(*army[:-1], gone(army[-1]), red("bows", 8, at=(24, 15)))) == ("red", "beaten")


def test_it_is_tested_at_the_end_of_each_turn() -> None:
    """CM-SETUP-05"""
    played = play(left(9, 20), EndTurn())
    (end,) = played.events_of(Ended)
    assert (end.outcome.winner, end.rules) == ("red", ("CM-SETUP-05",))
    assert tell(end, played.battle) == "Red wins: the enemy is beaten (figures left: Blue 9; Red 20)."


def test_a_last_turn_is_won_by_the_larger_share_left() -> None:
    """CM-SETUP-05, CM-SETUP-07"""
    assert ended(left(15, 14, turn_limit=10, turn=9)) is None
    assert ended(left(15, 14, turn_limit=10, turn=10)) == ("blue", "turn_limit")
    assert ended(left(14, 14, turn_limit=10, turn=10)) == ("", "turn_limit")


# ---------------------------------------------------------------- expulsion


@pytest.mark.parametrize("victory", ["attrition", "expulsion", "points", "history"])
def test_who_has_nobody_left_on_the_field_has_lost_in_any_case(victory: str) -> None:
    """CM-SETUP-06"""
    fled = gone(blue("foot", 20, at=(24, 30)), "over the edge")
    battle = field(fled, red("bows", 3, at=(24, 15), original=20), victory=victory)
    assert ended(battle) == ("red", "annihilated")
    both = field(fled, gone(red("bows", 3, at=(24, 15))), victory=victory)
    assert ended(both) == ("", "annihilated")


def test_expulsion_goes_on_until_every_enemy_is_driven_off() -> None:
    """CM-SETUP-06: losses alone decide nothing."""
    assert ended(left(1, 20, victory="expulsion", turn=40)) is None
    assert ended(left(1, 20, victory="expulsion", turn_limit=40, turn=40)) == ("red", "turn_limit")


# ---------------------------------------------------------------- points


def counted(**more: Any) -> Battle:
    """Blue has lost 4 of 10 archers (3½ each), red 3 of 10 knights (5 each)."""
    return field(
        blue("bows", 6, at=(24, 30), original=10, troop="archers", files=6),
        red("lances", 7, at=(24, 15), original=10, troop="knights", files=7),
        **{"victory": "points", **more},
    )


def test_every_enemy_figure_lost_counts_its_price() -> None:
    """CM-SETUP-07"""
    battle = counted()
    assert (points(battle, "blue").points, points(battle, "red").points) == (15, 14)
    (term,) = points(battle, "blue").terms
    assert (term.label, term.rule) == ("3 of Lances", "CM-SETUP-07")
    assert reckoning(battle, "red").measure == "eighths"


def test_points_are_counted_after_fifteen_turns_or_as_many_as_agreed() -> None:
    """CM-SETUP-07"""
    assert ended(counted(turn=14)) is None
    assert ended(counted(turn=15)) == ("blue", "points")
    assert ended(counted(turn=8, turn_limit=8)) == ("blue", "points")
    equal = field(
        blue("a", 5, at=(24, 30), original=9), red("b", 5, at=(24, 15), original=9), victory="points", turn=15
    )
    assert ended(equal) == ("", "points")


def test_an_objective_counts_a_tenth_of_an_army() -> None:
    """CM-SETUP-07: of the dearer one, where they differ: 10 knights are 50 points, so 5."""
    hill = piece("hill", 20, 28, 30, 36)
    battle = counted(features=(hill,), objectives=(hill.id,))
    assert objective_worth(battle) == 5 * 8
    assert holder(battle, hill.id) == "blue"
    assert points(battle, "blue").points == 15 + 5
    assert points(battle, "blue").terms[-1].label == f"holds {hill.name}"


def test_an_objective_is_held_by_the_side_that_is_alone_in_it() -> None:
    """CM-SETUP-07: who is in flight holds nothing."""
    hill = piece("hill", 10, 10, 40, 40)
    battle = counted(features=(hill,), objectives=(hill.id,))
    assert holder(battle, hill.id) == ""
    lances = battle.units["lances"]
    fleeing = with_morale(lances, flight=Flight("rout", 1, 1500, 1))
    assert holder(battle.with_unit(fleeing), hill.id) == "blue"
    empty = piece("hill", 60, 40, 70, 50)
    assert holder(counted(features=(empty,)), empty.id) == ""


# ---------------------------------------------------------------- history


def written(*conditions: Condition, turn: int = 15, reds: int = 20) -> Battle:
    hill = piece("hill", 20, 28, 30, 36)
    return left(20, reds, features=(hill,), victory="history", conditions=conditions, turn=turn)


HOLD = Condition("blue", "hold", "hill 20")
SAVE = Condition("red", "save", "bows")
DESTROY = Condition("blue", "destroy", "bows")


def test_a_battle_of_history_is_judged_by_what_its_author_asked_for() -> None:
    """CM-SETUP-08: the larger part of one's own conditions wins, as much is a draw."""
    assert ended(written(HOLD, turn=14)) is None
    assert ended(written(HOLD)) == ("blue", "turn_limit")
    assert ended(written(HOLD, SAVE)) == ("", "turn_limit")
    assert ended(written(HOLD, DESTROY, SAVE)) == ("red", "turn_limit")
    tally = reckoning(written(HOLD, DESTROY), "blue")
    assert [(term.label, term.value) for term in tally.terms] == [("hold hill 20", 1), ("destroy Bows", 0)]
    assert {term.rule for term in tally.terms} == {"CM-SETUP-08"}


def test_history_without_conditions_is_attrition() -> None:
    """CM-SETUP-08"""
    assert system(written()) == "attrition"
    assert ended(written(reds=9, turn=3)) == ("blue", "beaten")
    assert ended(written(HOLD, reds=9, turn=3)) is None


def test_prisoners_who_got_away_are_counted_once() -> None:
    """CM-SETUP-05, CM-MELEE-43: 12 of 20 are left, ten of them as a unit of their own; not 12 of 30."""
    battle = field(
        red("bows", 2, at=(24, 15), original=20),
        replace(red("bows, escaped", 10, files=5, at=(40, 15)), of="bows"),
        blue("foot", 20, at=(24, 30), files=5),
    )
    assert strength(battle, "red").total == 12
    assert outcome(battle) is None
    only = replace(battle, units={**battle.units, "bows": gone(battle.units["bows"])})
    assert strength(only, "red").total == 10
    assert outcome(only) is None, "they are still there"
