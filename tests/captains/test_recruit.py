"""Recruits, and the list of captains."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.captains.play import play
from schiltron.captains.recruit import Recruit
from schiltron.captains.roster import UnknownCaptain, captain_named, captains_for
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from tests.battle.toy import TOY, ford

BOOK = ruleset("book_of_war")


@pytest.mark.parametrize("declare", ["by_phase", "measure_first"])
@pytest.mark.parametrize("scenario", ["open-field", "horse-and-pikes", "random-ground"])
def test_recruits_come_to_an_end_however_moves_are_declared(scenario: str, declare: str) -> None:
    """BW-B1-08: one plan a phase, or unit by unit."""
    battle = prepare(load_scenario(scenario))
    battle = replace(battle, own=replace(battle.own, options=replace(battle.own.options, declare=declare)))
    over = play(BOOK, battle, {"red": Recruit(BOOK, 1), "blue": Recruit(BOOK, 2)}, FastDice(Random(3)))
    assert over.outcome is not None
    assert over.turn > 0


def test_a_recruit_plays_any_book() -> None:
    over = play(TOY, ford(), {"anna": Recruit(TOY, 1), "ben": Recruit(TOY, 2)}, FastDice(Random(3)))
    assert over.outcome is not None


def test_captains_are_called_by_name() -> None:
    assert captains_for("book_of_war") == ("recruit", "lieutenant", "captain", "marshal")
    assert captains_for("toy") == ("recruit",)
    assert isinstance(captain_named("recruit", BOOK, 5), Recruit)
    assert not isinstance(captain_named("captain", BOOK, 5), Recruit)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        UnknownCaptain, match="no captain 'admiral' for book_of_war; there are recruit, lieutenant, captain"
    ):
        captain_named("admiral", BOOK)
