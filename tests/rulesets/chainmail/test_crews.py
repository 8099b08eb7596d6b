"""Crew of one piece serves another (CM-CATAPULT-07)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Assign, Assigned, Share
from schiltron.battle.state.event import Placed, Removed, Ruled
from schiltron.battle.state.unit import OffTable, OnTable
from schiltron.rulesets.chainmail.artillery.crews import Crews
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.engines import defense, rate_of_fire, unready
from schiltron.rulesets.chainmail.fire.phase import TakeOff
from schiltron.rulesets.chainmail.morale.instability import Instability, lost
from schiltron.rulesets.chainmail.state import Abandoned, Battle, Unit, with_engine
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.victory import strength
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from tests.rulesets.chainmail.positions import Played, Weather, blue, field, locked, play, red, rules

ASKED = Crews(("blue", "red"))
SPOT = Pose(inches(40), inches(50), degrees(0))


def gun(name: str, crew: int = 4, *, at: tuple[float, float] = (48, 50), **more: Any) -> Unit:
    return blue(name, crew, at=at, original=4, troop="light_catapult", **more)


def empty(name: str = "empty", *, loaded: bool = True, since: int = 1, **more: Any) -> Unit:
    """A light catapult 8 inches from the other whose crew was killed."""
    unit = gun(name, 4, at=(40, 50), abandoned=Abandoned(SPOT, since, loaded), **more)
    return replace(unit, figures=0, place=OffTable("destroyed"))


def battery(*others: Unit, turn: int = 3, **more: Any) -> Battle:
    return field(*others, red("foe", 10, at=(48, 5)), turn=turn, **more)


def hand_out(*shares: tuple[str, str, int]) -> Assigned:
    return Assigned(tuple(Share(*share) for share in shares))


def going(played: Played, *shares: tuple[str, str, int]) -> Played:
    return played.then(hand_out(*shares))


# ---------------------------------------------------------------- a machine without a crew


def test_a_machine_whose_crew_is_killed_stays_where_it_stands() -> None:
    """CM-CATAPULT-07: it is told, and shown with the field; a shattered one is gone (CM-CATAPULT-03)."""
    shot = replace(gun("guns", turns_still=5, last_shot=2), figures=0, fallen=4)
    played = play(battery(shot), TakeOff())
    unit = played.unit("guns")
    assert unit.own.engine.abandoned == Abandoned(shot.pose, 3, loaded=False)
    assert [told.rules for told in played.events_of(Ruled)] == [("CM-CATAPULT-07",)]
    assert any("without a crew" in told for told in CHAINMAIL.held(played.battle))
    shattered = with_engine(shot, damage=defense(shot))
    assert play(battery(shattered), TakeOff()).unit("guns").own.engine.abandoned is None


def test_only_artillery_leaves_a_machine() -> None:
    """CM-CATAPULT-07: not foot, and not a wagon."""
    wagon = replace(blue("wagon", 4, at=(48, 50), troop="wagon"), figures=0, fallen=4)
    foot = replace(blue("foot", 4, at=(60, 50)), figures=0, fallen=4)
    played = play(battery(wagon, foot), TakeOff())
    assert played.unit("wagon").own.engine.abandoned is None
    assert played.unit("foot").own.engine.abandoned is None


# ---------------------------------------------------------------- asked


def test_a_crew_near_a_piece_without_one_is_asked_for() -> None:
    """CM-CATAPULT-07: each crew says which pieces its men serve; silence leaves everybody where he is."""
    asked = play(battery(gun("guns"), empty()), ASKED)
    decision = asked.decision
    assert isinstance(decision, Assign)
    assert (decision.seat, "CM-CATAPULT-07" in decision.rules) == ("blue", True)
    assert [(item.key, item.count, item.bins) for item in decision.items] == [("guns", 4, ("guns", "empty"))]
    assert decision.default == hand_out(("guns", "guns", 4))
    assert asked.then(decision.default).over


@pytest.mark.parametrize(
    ("units", "more"),
    [
        ((gun("guns", at=(64, 50)), empty()), {}),
        ((gun("guns"), empty(), red("line", 8, files=1, at=(44, 53))), {}),
        ((gun("guns"), empty(), red("near", 2, at=(40, 48.5))), {}),
        ((gun("guns"), empty(), blue("on_it", 4, files=2, at=(40, 49.5))), {}),
        ((gun("guns"), empty(), red("attackers", 4, at=(48, 48.75))), {"contacts": (locked("attackers", "guns"),)}),
        ((gun("guns", temper="stands"), empty()), {}),
        ((gun("guns"), gun("other", at=(40, 50))), {}),
        ((gun("guns"), gun("other", 3, at=(40, 50))), {}),
        ((gun("guns"), replace(empty(), side="red", controller="red")), {}),
        ((gun("guns", at=(50, 50)), empty()), {"weather": Weather(sky="rainy", mud=True)}),
        ((blue("foot", 4, at=(48, 50)), empty()), {}),
    ],
    ids=[
        "far",
        "cut_off",
        "beset",
        "no_room",
        "in_melee",
        "mutiny",
        "full",
        "nothing_gained",
        "theirs",
        "mud",
        "untrained",
    ],
)
def test_nobody_is_asked_where_nobody_can_go(units: tuple[Unit, ...], more: dict[str, Any]) -> None:
    """CM-CATAPULT-07: trained crew only, a walk of light foot (12 inches, 6 in mud), past no enemy, free for it."""
    played = play(battery(*units, **more), ASKED)
    assert played.over


def test_two_pieces_short_of_men_may_pool_them() -> None:
    """CM-CATAPULT-06, CM-CATAPULT-07: two men each; a full crew for one piece, and the other stands without."""
    asked = play(battery(gun("guns", 2), gun("other", 2, at=(40, 50))), ASKED)
    pooled = going(asked, ("guns", "guns", 2), ("other", "guns", 2))
    assert (pooled.unit("guns").figures, rate_of_fire(pooled.unit("guns")).total) == (4, 2)
    assert pooled.unit("other").own.engine.abandoned is not None
    assert pooled.events_of(Removed)[0].rules == ("CM-CATAPULT-07",)


def test_no_piece_takes_more_than_a_full_crew() -> None:
    """CM-CATAPULT-07: more than four give no gain; nor may men be handed out twice."""
    asked = play(battery(gun("guns", 3), gun("other", 3, at=(40, 50))), ASKED)
    too_many = hand_out(("guns", "other", 2), ("guns", "guns", 1), ("other", "other", 3))
    assert rules(asked.refusal(too_many)) == {"CM-CATAPULT-07"}
    assert rules(asked.refusal(hand_out(("guns", "guns", 2), ("other", "other", 3)))) >= {"CM-CATAPULT-07"}


# ---------------------------------------------------------------- served again


def test_the_machine_is_served_again_where_it_stands() -> None:
    """CM-CATAPULT-07: by half of the others; who has only just come does not fire this turn."""
    served = going(play(battery(gun("guns"), empty()), ASKED), ("guns", "guns", 2), ("guns", "empty", 2))
    unit = served.unit("empty")
    assert (unit.place, unit.figures, served.unit("guns").figures) == (OnTable(SPOT), 2, 2)
    assert served.events_of(Placed)[0].rules == ("CM-CATAPULT-07",)
    assert rules(unready(served.battle, unit)) == {"CM-CATAPULT-07"}
    later = replace(served.battle, turn=4)
    assert unready(later, later.units["empty"]) == []
    assert rate_of_fire(unit).total == 4, "two of four crew: two turns more (CM-CATAPULT-06)"


def test_a_machine_is_not_loaded_by_itself() -> None:
    """CM-CATAPULT-04, CM-CATAPULT-07: a crew of four that runs between two pieces fires no oftener for it."""
    battle = battery(gun("guns"), empty(loaded=False, last_shot=1), turn=6)
    served = going(play(battle, ASKED), ("guns", "empty", 4))
    due = [turn for turn in range(6, 12) if not unready(replace(served.battle, turn=turn), served.unit("empty"))]
    assert due[0] == 8


def test_who_serves_another_piece_is_no_loss() -> None:
    """CM-CATAPULT-07 with CM-MORALE-01: neither piece checks for men who went over; the army counts every man once."""
    battle = battery(gun("guns"), empty())
    served = going(play(battle, ASKED), ("guns", "guns", 2), ("guns", "empty", 2))
    assert [lost(served.battle, served.unit(key)) for key in ("guns", "empty")] == [0, 0]
    assert play(served.battle, Instability("fire")).over
    assert strength(served.battle, "blue").total == strength(battle, "blue").total == 4


def test_crews_are_asked_for_before_a_turn() -> None:
    """CM-CATAPULT-07: in both turn systems, after the weather and the tempers."""
    for system in ("move_counter_move", "simultaneous"):
        battle = battery(gun("guns"), empty(), turn_system=system)
        asked = play(battle, BeginTurn())
        assert isinstance(asked.decision, Assign)
        served = going(asked, ("guns", "empty", 4))
        assert served.battle.turn == 4


def test_machines_answer_too() -> None:
    """CM-CATAPULT-07: what is sampled and suggested is legal, and not always that everybody stays."""
    asked = play(battery(gun("guns"), empty()), ASKED)
    random, seen = Random(4), set()
    for _ in range(12):
        answer = CHAINMAIL.sample(asked.battle, asked.decision, random)
        assert asked.then(answer).over
        seen.add(answer)
    assert len(seen) > 1
    assert all(asked.then(answer).over for answer in CHAINMAIL.suggest(asked.battle, asked.decision))
