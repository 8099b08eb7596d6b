"""Leaders bring routed units to a stand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Checked, Formed, Marked
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.field import is_routed
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.morale.rallying import Rallies, leadership
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.recovery import rally
from schiltron.rulesets.by_this_axe.state import Battle, LeaderLost, Unit
from schiltron.rulesets.by_this_axe.steps import Flights
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import (
    EAST,
    SOUTH,
    WEST,
    Played,
    ahead,
    blue,
    choose,
    field,
    hero,
    locked,
    march,
    place,
    play,
    red,
    rules,
)

TRY, LEAVE = choose("try"), choose("leave")
FOE = red("axes", 8, files=4, at=(24, 10))


def routed(name: str = "spears", **more: Any) -> Unit:
    return blue(name, 8, **{"files": 4, "at": (24, 30), "facing": SOUTH, "marks": ("routed",), **more})


def leader(name: str = "kay", **more: Any) -> Unit:
    """Beside the right end of the routed spears, in touch with them."""
    line = {"at": (21.5, 29), "roles": ("leader",), "leadership": 3, **more}
    return hero(name, "blue", **line)


def rallies(*units: Unit, **more: Any) -> Played:
    return play(field(*units, phase="movement", **more), Rallies())


# ---------------------------------------------------------------- who may try


def test_a_leader_in_touch_may_try_on_his_leadership() -> None:
    """TA-RALLY-01, TA-RALLY-02, TA-RALLY-03: the ledger's example, leadership 3 and a roll of 4."""
    start = rallies(routed(), leader(), FOE)
    assert start.decision.rules[:2] == ("TA-RALLY-01", "TA-RALLY-03")
    assert start.decision.default == TRY
    trying = start.then(TRY)
    assert trying.dice == [(1, 3)]
    assert is_routed(trying.then("4").unit("spears"))
    rallied = trying.then("3")
    assert not is_routed(rallied.unit("spears"))
    assert rallied.events_of(Marked)[0].rules == ("TA-RALLY-02", "TA-RALLY-04", "TA-RALLY-05")


def test_nobody_has_to_try() -> None:
    """TA-RALLY-01: he may."""
    left = rallies(routed(), leader(), FOE).then(LEAVE)
    assert left.over
    assert is_routed(left.unit("spears"))
    assert "TA-RALLY-01" in rules(rallies(routed(), leader(), FOE).refusal(choose("wait")))


@pytest.mark.parametrize(
    "someone",
    [
        leader(at=(21, 29)),  # half an inch away
        leader(roles=("hero",), leadership=0),
        hero("kay", "red", at=(21.5, 29), roles=("leader",), leadership=3),
    ],
)
def test_others_may_not(someone: Unit) -> None:
    """TA-RALLY-01: generals and leaders of its side, in touch with it."""
    assert rallies(routed(), someone, FOE).over


def test_one_who_runs_with_the_unit_may_try_too() -> None:
    """TA-RALLY-01: he touches it already; but he rallies no other while he is in flight."""
    start = rallies(routed(), routed("bows", at=(28, 30)), leader(at=None, with_="spears"), FOE)
    assert "Spears" in start.decision.prompt
    assert start.then(TRY, "4").over


def test_a_leader_of_a_steady_unit_beside_it_may_try() -> None:
    """TA-RALLY-01: his unit touches it, and he with it."""
    steady = blue("bows", 8, files=4, at=(28, 28))
    start = rallies(routed(), steady, leader(at=None, with_="bows"), FOE)
    assert start.then(TRY).dice == [(1, 3)]


def test_one_roll_for_each_leader_and_unit() -> None:
    """TA-RALLY-03: a leader tries every unit he touches; a second leader only if the first has failed."""
    second = routed("bows", at=(19, 30))
    start = rallies(routed(), second, leader(), FOE)
    both = start.then(TRY, "6", TRY, "1")
    assert both.over
    assert [is_routed(both.unit(name)) for name in ("bows", "spears")] == [True, False]
    two = rallies(routed(), leader(), leader("bors", at=(26.5, 29), leadership=1), FOE)
    assert two.then(TRY, "3").over
    assert two.then(TRY, "4", TRY).dice == [(1, 1)]


def test_one_who_declined_a_challenge_cannot_rally() -> None:
    """TA-RALLY-07: the log says so, and no die is thrown."""
    shamed = rallies(routed(), leader(shamed=True), FOE)
    assert shamed.over
    (checked,) = shamed.events_of(Checked)
    assert not checked.passed
    assert checked.tally.verdict == "impossible"
    assert "TA-RALLY-07" in checked.rules


def test_nothing_but_leadership_counts() -> None:
    """TA-RALLY-08: neither losses nor a lost general nor a blow in the rear change the number."""
    position = field(routed(original=30, struck=("rear",)), leader(), FOE, phase="movement", turn=4)
    lost = LeaderLost("blue", inches(24), inches(30), 1, general=True)
    position = replace(position, own=replace(position.own, leaders_lost=(lost,)))
    trying = play(position, Rallies(), TRY)
    assert trying.dice == [(1, 3)]
    assert "TA-RALLY-08" in trying.roll.rules


@pytest.mark.parametrize(
    ("level", "name"), [(1, "uninspired"), (2, "typical"), (3, "talented"), (4, "superb"), (5, "tactical_genius")]
)
def test_the_five_levels_of_leadership(level: int, name: str) -> None:
    """TA-CHAR-09: and at the highest a 6 still fails (TA-RALLY-08)."""
    kay = leader(leadership=level)
    assert leadership(kay).terms[0].label == f"Kay, {name}"
    assert leadership(kay).rules == ("TA-CHAR-09",)
    trying = rallies(routed(), kay, FOE).then(TRY)
    assert trying.dice == [(1, level)]
    assert is_routed(trying.then("6").unit("spears"))
    assert len(LAW.sheet("TA-T-leadership").rows) == 5


def test_sides_rally_in_the_order_they_moved() -> None:
    """TA-RALLY-03: after both have moved."""
    theirs = red("clubs", 4, at=(50, 20), facing=0, marks=("routed",))
    mordred = hero("mordred", "red", at=(47.5, 20.5), roles=("leader",), leadership=2)
    start = rallies(routed(), theirs, leader(), mordred, FOE)
    assert start.decision.seat == "blue"
    assert start.then(LEAVE).decision.seat == "red"


def test_a_random_answer_is_always_legal() -> None:
    start = rallies(routed(), leader(), FOE)
    for seed in range(6):
        answer = BY_THIS_AXE.sample(start.battle, start.decision, Random(seed))
        assert start.then(answer)
    assert tuple(BY_THIS_AXE.suggest(start.battle, start.decision)) == (TRY, LEAVE)


# ---------------------------------------------------------------- rallied


def brought_round(battle: Battle, unit_id: str = "spears") -> Scene[Any, Any, Any]:
    scene: Scene[Any, Any, Any] = Scene(battle)
    rally(scene, unit_id, ("TA-CMD-40", "TA-RALLY-06"))
    return scene


def test_a_rallied_unit_faces_the_nearest_enemy() -> None:
    """TA-RALLY-04: on the ground it stands on."""
    far = red("bows", 8, files=4, at=(60, 29), facing=WEST)
    unit = brought_round(field(routed(), FOE, far)).unit("spears")
    assert place(unit) == (24, 28, 0)
    east = red("bows", 8, files=4, at=(36, 29), facing=WEST)
    assert place(brought_round(field(routed(), FOE, east)).unit("spears"))[2] == EAST


def test_units_are_faced_before_single_figures() -> None:
    """TA-RALLY-04: the nearest enemy unit."""
    mordred = hero("mordred", "red", at=(24, 40))
    assert place(brought_round(field(routed(), FOE, mordred)).unit("spears"))[2] == 0


def test_it_turns_as_nearly_as_there_is_room() -> None:
    """TA-RALLY-04: the leader who touches it, and friends on both sides, are not run over."""
    aslant = red("axes", 8, files=4, at=(27, 8))
    neighbours = (leader(), blue("bows", 4, at=(28, 28)))
    scene = brought_round(field(routed(), *neighbours, aslant))
    assert place(scene.unit("spears")) == (24, 28, 0)


def test_it_turns_on_an_enemy_who_has_come_upon_its_rear() -> None:
    """TA-RALLY-04: and stands face to face with him."""
    foe = red("axes", 8, files=4, at=(24, 28))
    scene = brought_round(field(routed(), foe, contacts=[locked("axes", "spears", "rear")]))
    assert place(scene.unit("spears")) == (24, 28, 0)
    assert scene.battle.engagements[0].edge == "front"


def test_it_turns_on_an_enemy_at_its_side_where_it_stands() -> None:
    """TA-RALLY-04: ranks become files, and contact is kept."""
    foe = red("axes", 4, files=2, at=(26, 29), facing=WEST)
    scene = brought_round(field(routed(), foe, contacts=[locked("axes", "spears", "left")]))
    unit = scene.unit("spears")
    assert place(unit) == (26, 29, 90)
    assert unit.body.files == 2
    assert scene.battle.engagements[0].edge == "front"


def test_an_enemy_it_faces_already_has_its_front() -> None:
    """TA-RALLY-04, TA-MORALE-28: what counted as its rear while it ran is its front again."""
    foe = red("axes", 8, files=4, at=(24, 30), facing=0)
    scene = brought_round(field(routed(), foe, contacts=[locked("axes", "spears", "rear")]))
    assert place(scene.unit("spears")) == (24, 30, 180)
    assert scene.battle.engagements[0].edge == "front"


def test_without_an_enemy_it_stays_as_it_is() -> None:
    scene = brought_round(field(routed()))
    assert place(scene.unit("spears")) == (24, 30, 180)
    assert not [event for event in scene.events if isinstance(event, Formed)]


def test_a_rallied_unit_is_remembered_for_the_turn() -> None:
    """TA-RALLY-05, TA-RALLY-06: it may not move this turn; by a card no die is thrown."""
    scene = brought_round(field(routed(), FOE))
    unit = scene.unit("spears")
    assert unit.own.turn.rallied
    assert not is_routed(unit)
    (marked,) = [event for event in scene.events if isinstance(event, Marked)]
    assert marked.rules == ("TA-CMD-40", "TA-RALLY-06", "TA-RALLY-04", "TA-RALLY-05")


def test_a_rallied_unit_may_not_move_or_charge_this_turn() -> None:
    """TA-RALLY-05."""
    scene = brought_round(field(routed(), blue("bows", 4, at=(50, 40)), FOE, phase="movement"))
    moves = play(scene.battle, Moves("blue"))
    assert "spears" not in moves.decision.actors
    assert "TA-RALLY-05" in rules(moves.refusal(march("spears", ahead(1))))


def test_a_rallied_unit_runs_no_more() -> None:
    """TA-RALLY-04, TA-MORALE-24."""
    start = rallies(routed(), leader(), FOE).then(TRY, "1")
    assert place(play(start.battle, Flights("ranged")).unit("spears")) == place(start.unit("spears"))
