"""The Game Round: its phases, who acts first in them, and what is counted by rounds (cases 0, 1, 5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Seat, Side
from schiltron.battle.state.decision import FINISH, Command
from schiltron.battle.state.event import Began, Checked, Compelled
from schiltron.battle.words.sentences import tell
from schiltron.muster.library import load_scenario
from schiltron.muster.preparing import prepare
from schiltron.rulesets import ruleset
from schiltron.rulesets.battlesystem.command.initiative import Initiative
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves, WhoMoves
from schiltron.rulesets.battlesystem.sequence import ROUND, EndRound, RoundOrder, round_of
from schiltron.rulesets.battlesystem.state import ROUTED, WOUNDED, Battle, Rout
from schiltron.rulesets.battlesystem.steps import BeginRound, CheckMorale
from tests.rulesets.battlesystem.positions import (
    SHORTBOW,
    Played,
    ahead,
    blue,
    choose,
    field,
    locked,
    march,
    person,
    play,
    red,
    rules,
)

MEN = blue("men", 12, files=6, at=(24, 40), ml=12)
ORCS = red("orcs", 12, files=6, at=(24, 10))


def begun(**options: object) -> Played:
    return play(field(MEN, ORCS, turn=4, order=(), movers=(), **options), BeginRound())


def phases(played: Played) -> list[str]:
    names = {entry.name for entry in ROUND}
    return [event.what for event in played.events_of(Began) if event.what in names]


@pytest.mark.parametrize(("level", "table"), [("intermediate", "BS-T-sequence-full"), ("basic", "BS-T-sequence-basic")])
def test_the_phases_of_a_round_come_in_their_order(level: str, table: str) -> None:
    """BS-1.0-01, BS-1.0-02, BS-0.0-02: seven, or the five of the Basic Game; then a new round (BS-1.7-01)."""
    played = begun(level=level).then("5 | 2", choose("blue"), FINISH, FINISH)
    expected = [entry.name for entry in round_of(played.battle)]
    assert len(expected) == len({row["order"] for row in LAW.sheet(table).records()})
    assert phases(played) == [*expected, "initiative"]


@pytest.mark.parametrize(("scenario", "level"), [("crossroads", "basic"), ("lairn", "intermediate")])
def test_the_printed_scenarios_need_the_cases_of_their_level(scenario: str, level: str) -> None:
    """BS-8.8-04, BS-11.9-05: the introductory one those of the Basic Game, the other those of both."""
    assert load_scenario(scenario).options["level"] == level


def test_rounds_are_counted_and_each_has_its_own_initiative() -> None:
    """BS-1.0-06, BS-1.7-01, BS-5.1-01: the next round begins with a new roll, and nobody is Side A before it."""
    played = begun()
    assert played.battle.turn == 5
    over = played.then("5 | 2", choose("blue"), FINISH, FINISH)
    assert (over.battle.turn, over.battle.own.order) == (6, ())
    assert over.roll.unequal


def test_a_battle_may_end_after_so_many_rounds() -> None:
    """BS-1.0-06."""
    limited = play(field(MEN, ORCS, turn=5, turn_limit=5), EndRound())
    assert limited.battle.outcome is not None
    assert limited.battle.outcome.how == "turn_limit"


def test_side_a_acts_before_side_b_in_every_phase() -> None:
    """BS-1.0-07, BS-1.3-01: its rally attempts are all made before the other's."""
    loser = {"rout": Rout(0, 1), "astray": "rout", "ml": 12}
    position = field(
        blue("men", 12, files=6, at=(24, 50), **loser),
        person("captain", "blue", with_="men", rank="unit", radius=9),
        red("orcs", 12, files=6, at=(24, 10), **loser),
        person("chief", "red", with_="orcs", rank="unit", radius=9),
        order=("red", "blue"),
    )
    played = play(position, RoundOrder())
    assert played.decision.seat == "red"
    assert played.then(FINISH).decision.seat == "blue"


def test_players_who_share_a_side_agree_on_their_order() -> None:
    """BS-1.1-02: the side has one seat, and whoever is to act next is named by it, in any order."""
    others = blue("others", 6, files=6, at=(50, 40))
    played = play(field(MEN, others, ORCS), Moves("blue"))
    assert played.decision.actors == ("men", "others")
    late = played.then(march("others", ahead(1)), march("men", ahead(1)))
    assert late.unit("others").own.turn.had_order
    assert late.unit("men").own.turn.had_order


def test_with_three_sides_the_third_acts_last() -> None:
    """BS-1.1-03: they act in the order of their throws, the highest first."""
    two = field(MEN, ORCS, order=())
    sides = (*two.sides, Side("green", "Green", "green"))
    position = replace(two, sides=sides, seats=(*two.seats, Seat("green", "green")))
    played = play(position, Initiative())
    assert len(played.roll.pools) == 3
    assert played.roll.rules == ("BS-1.1-01", "BS-5.1-01", "BS-1.1-03")
    assert played.then("3 | 1 | 6").battle.own.order == ("green", "blue", "red")


def three_sides() -> Battle:
    two = field(MEN, ORCS, order=())
    sides = (*two.sides, Side("green", "Green", "green"))
    return replace(two, sides=sides, seats=(*two.seats, Seat("green", "green")))


@pytest.mark.parametrize(
    ("thrown", "again", "order"),
    [
        ("5 | 5 | 2", ["1 | 4"], ("red", "blue", "green")),
        ("5 | 2 | 2", ["6 | 1"], ("blue", "red", "green")),
        ("3 | 3 | 3", ["3 | 6 | 3", "2 | 5"], ("red", "green", "blue")),
    ],
)
def test_of_three_sides_only_those_throw_again_that_are_tied(
    thrown: str, again: list[str], order: tuple[str, ...]
) -> None:
    """BS-1.1-03: nobody loses the place he threw for."""
    played = play(three_sides(), Initiative(), thrown)
    for dice in again:
        assert len(played.roll.pools) == dice.count("|") + 1
        played = played.then(dice)
    assert played.battle.own.order == order


def test_of_three_sides_side_a_sets_the_whole_order_of_movement() -> None:
    """BS-1.1-03, BS-1.4-01."""
    played = play(replace(three_sides(), own=replace(three_sides().own, order=("green", "blue", "red"))), WhoMoves())
    assert played.decision.prompt == "Which side moves first in this Movement Phase?"
    then = played.then(choose("red"))
    assert (then.decision.seat, then.decision.prompt) == ("green", "Which side moves next in this Movement Phase?")
    assert [option.key for option in then.decision.options] == ["green", "blue"]
    assert rules(then.refusal(choose("red"))) == {"BS-1.4-01", "BS-1.1-03"}
    assert then.then(choose("blue")).battle.own.movers == ("red", "blue", "green")


def test_rally_attempts_serve_three_ends_and_come_in_their_phase_alone() -> None:
    """BS-6.0-01: a rout, command, and the order to a mob."""
    position = field(
        blue("routed", 6, files=6, at=(20, 30), ml=12, rout=Rout(0, 1), astray="rout"),
        blue("lost", 6, files=6, at=(28, 30), ml=12, astray="discipline"),
        blue("rabble", 16, files=4, at=(24, 34), kind="mob", ml=12),
        person("general", "blue", at=(24, 32), rank="army", radius=15),
    )
    asked = play(position, Rally("blue")).decision
    assert isinstance(asked, Command)
    assert {"rally", "bring_back", "order_forward"} <= set(asked.actions)


# ---------------------------------------------------------------- marks and counts of the round


def test_marks_show_what_is_so() -> None:
    """BS-2.5-01: of the nine those that the Basic and Intermediate Game have; the rest belong to magic and flight."""
    printed = {str(row["marker"]) for row in LAW.sheet("BS-T-markers").records()}
    assert {ROUTED.removesuffix("ed"), WOUNDED.removesuffix("ed")} <= {name.lower() for name in printed}
    failed = play(field(MEN, ORCS), CheckMorale("men", ("losses",)), "10 10")
    assert failed.unit("men").has(ROUTED)


def test_a_rout_before_the_rally_phase_goes_on_in_the_movement_phase() -> None:
    """BS-6.4-01, BS-7.15-05: nobody rallied it; one that breaks while units move or fight runs on next round."""
    near = blue("men", 12, files=6, at=(24, 30), ml=12)
    fled = play(field(near, ORCS, phase="initial_missile"), CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    runs = play(replace(fled.battle, phase="movement"), BeginMovement("blue"))
    assert [event.action for event in runs.events_of(Compelled)] == ["rout"]
    assert runs.unit("men").pose.y - fled.unit("men").pose.y == 9000
    late = play(field(near, ORCS, phase="melee"), CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    stays = play(replace(late.battle, phase="movement"), BeginMovement("blue"))
    assert not stays.events_of(Compelled)


def test_one_game_round_is_one_round_of_blows_and_of_shots() -> None:
    """BS-1.0-03: what is counted for a round is wiped when the next begins."""
    worn = blue("men", 12, files=6, at=(24, 50), missile=SHORTBOW, shots=2, fought=True, rally_tried=True, spent=3000)
    fresh = play(field(worn, ORCS, turn=4, order=()), BeginRound()).unit("men").own
    assert (fresh.turn.shots, fresh.turn.fought, fresh.turn.rally_tried, fresh.turn.spent) == (0, False, False, 0)


def test_checks_of_one_round_fall_due_in_their_own_phases() -> None:
    """BS-4.4-07: each is made at once, and a passed one has no effect (BS-4.5-01)."""
    position = field(MEN, ORCS, contacts=[locked("orcs", "men")])
    played = play(position, CheckMorale("men", ("magic",)), CheckMorale("men", ("losses",)), "1 1", "1 1")
    assert [event.passed for event in played.events_of(Checked)] == [True, True]
    assert played.unit("men") == position.units["men"]


def test_a_turn_is_called_a_round_wherever_it_is_told() -> None:
    assert tell(Began(what="turn", turn=3), prepare(load_scenario("crossroads"))) == "Round 3."
    assert ruleset("battlesystem").turn_word == "Round"
