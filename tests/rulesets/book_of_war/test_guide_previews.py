"""What a preview shows is what is then done; nothing of it is measured where players declare first."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn, Planned, SetDown
from schiltron.battle.state.event import Moved
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import Face, FormHedgehog, Reform, Wrap
from schiltron.battle.state.order import Reply
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.movement.trial_moves import random_path
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.guided import moving, shooting
from tests.rulesets.book_of_war.mustering import BLUE_WINS, mustered
from tests.rulesets.book_of_war.positions import (
    NORTH,
    Played,
    ahead,
    blue,
    field,
    march,
    piece,
    plan,
    red,
    rules,
    shoot,
    split,
    wheel,
)
from tests.rulesets.guided import legs_of, preview
from tests.whole_battles.recruits import opening, positions

# ---------------------------------------------------------------- previews are what is then done


def test_a_preview_in_short_turns_promises_no_shot_after_a_move() -> None:
    """BW-O5-05: archers stand still to shoot, and are told so before they move."""
    for length, said in (("thirty", "half dice"), ("fifteen", "will have moved: may not shoot")):
        start = moving(blue("archers", 6, at=(20, 40)), red("pikemen", 8, at=(20, 27)), turn_length=length)
        assert said in preview(start, march("archers", ahead(1))).note


def test_a_preview_shows_the_legs_that_are_then_walked() -> None:
    """BW-B4-26, BW-C2-01: a wheel of 8 files by 45 degrees costs 4 inches."""
    start = moving(blue("longbowmen", 24, files=8, at=(20, 40)), red("pikemen", 8, at=(60, 10)))
    order = march("longbowmen", ahead(2), wheel("right", 45))
    shown = preview(start, order)
    assert shown.legal
    assert (shown.cost, shown.allowance, shown.left) == (6000, 12000, 6000)
    (moved,) = start.then(order).events_of(Moved)
    assert legs_of(shown) == [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    assert [len(leg.figures) for leg in shown.legs] == [24, 24]
    assert all(leg.swept for leg in shown.legs)
    assert "half dice" in shown.note
    assert shown.rules == ("BW-B2-26",)


def test_a_preview_says_which_leg_fails_and_how_far_the_path_is_legal() -> None:
    start = moving(blue("heavy_infantry", 12, files=6, at=(20, 40)), red("pikemen", 8, at=(60, 10)))
    shown = preview(start, march("heavy_infantry", wheel("left", 45), ahead(5)))
    assert not shown.legal
    assert [reason.leg for reason in shown.reasons] == [1]
    assert rules(shown.reasons) == {"BW-C2-01"}
    assert [leg.manoeuvre for leg in shown.legs] == [wheel("left", 45), ahead(3)]
    assert shown.left == 0
    assert [leg.manoeuvre for leg in shown.beyond] == [ahead(5)], "the rest as it was drawn, to be barred"


@pytest.mark.parametrize("scenario", ["open-field", "hill-and-woods", "horse-and-pikes", "stream-crossing"])
def test_whatever_is_plotted_the_preview_agrees_with_the_door(scenario: str) -> None:
    """Random paths in random battles: legal means obeyed, with the same legs; illegal the same reasons."""
    random = Random(scenario)
    tried = {True: 0, False: 0}
    for battle in islice(positions(opening(scenario, declare="measure_first"), seed=7), 900):
        if battle.outcome is not None or not isinstance(battle.agenda[0], MovementPhase) or random.random() < 0.5:
            continue
        decision = battle.decisions[0]
        actor = battle.units[random.choice(decision.actors)]
        action = random.choice(decision.actions)
        answer = Commanded(actor.id, action, PathDrawn(random_path(battle, actor, random)))
        view = BOOK_OF_WAR.view(battle, decision.seat)
        shown = BOOK_OF_WAR.preview(view, decision, answer)
        obeyed = BOOK_OF_WAR.obey(battle, Reply(decision.seat, decision.id, answer))
        tried[shown.legal] += 1
        if isinstance(obeyed, Illegal):
            assert shown.reasons == obeyed.reasons
            assert not shown.legal
            continue
        assert shown.legal, shown.reasons
        moved = [event for event in obeyed.events if isinstance(event, Moved) and event.unit == actor.id]
        walked = [(leg.manoeuvre, leg.pose, leg.cost) for event in moved for leg in event.legs]
        assert legs_of(shown)[: len(walked)] == walked
        if not shown.risks:
            assert len(shown.legs) == len(walked), "only dice come between a path and its end"
            assert shown.cost == sum(event.spent for event in moved)
    assert min(tried.values()) > 5, tried


def test_contact_is_foretold_with_its_edge() -> None:
    """BW-B4-28, BW-B4-29: it stops at the enemy and lines up."""
    start = moving(blue("medium_infantry", 8, files=4, at=(36, 30)), red("pikemen", 8, files=4, at=(36.5, 25)))
    shown = preview(start, march("medium_infantry", ahead(9)))
    assert shown.met == "pikemen"
    assert shown.cost == 5000
    assert "front of Pikemen" in shown.note
    assert [risk.dice for risk in shown.risks] == [16]
    assert shown.rules == ("BW-B4-28", "BW-B2-10")


def test_wrapping_after_contact_is_shown_as_it_will_be_made() -> None:
    """BW-B4-33: engine and preview wrap alike, though the wrap is only walked once contact is made."""
    start = moving(
        blue("medium_infantry", 16, files=8, at=(36, 30)), red("light_infantry", 8, files=4, at=(36, 26), facing=NORTH)
    )
    order = march("medium_infantry", ahead(6), Wrap(2, 2))
    shown = preview(start, order)
    walked = [leg for event in start.then(order).events_of(Moved) for leg in event.legs]
    assert legs_of(shown) == [(leg.manoeuvre, leg.pose, leg.cost) for leg in walked]
    assert isinstance(shown.legs[-1].manoeuvre, Wrap)
    assert shown.odds is not None
    plain = preview(start, march("medium_infantry", ahead(6))).odds
    assert plain is not None
    assert shown.odds.dice > plain.dice, "the wings strike too (BW-B4-38)"


def test_a_wrap_that_will_not_be_made_is_said() -> None:
    start = moving(blue("medium_infantry", 8, files=4, at=(36, 30)), red("light_infantry", 8, files=8, at=(36, 26)))
    shown = preview(start, march("medium_infantry", ahead(6), Wrap(1, 0)))
    assert not shown.legal
    assert "there are no files beyond" in shown.reasons[0].text
    assert shown.reasons[0].leg == 1


def test_a_unit_set_down_is_judged_where_the_ghost_stands() -> None:
    """BW-B4-03, BW-B4-05."""
    start = mustered().then(BLUE_WINS)
    good = SetDown("blue-1", Pose(inches(24), inches(40), 0), files=4)
    shown = preview(start, good)
    assert shown.legal
    assert shown.legs[0].pose == good.pose
    assert len(shown.legs[0].figures) == 8
    bad = preview(start, replace(good, pose=Pose(inches(24), inches(10), 0)))
    assert not bad.legal
    assert bad.legs, "the barred ghost"
    assert not preview(start, replace(good, files=0)).legs


@pytest.mark.parametrize(
    "answer",
    [FINISH, Planned(()), march("nobody", ahead(1)), march("pikemen", ahead(1)), split("archers", ahead(1))],
    ids=["finish", "a plan", "nobody", "the enemy", "no horse"],
)
def test_what_needs_no_picture_is_only_judged(answer: Any) -> None:
    start = moving(blue("archers", 8, at=(36, 40)), red("pikemen", 8, at=(36, 10)))
    shown = preview(start, answer)
    assert shown.legs == ()
    assert shown.legal is (answer == FINISH)


# ---------------------------------------------------------------- nothing is measured before all is declared (BW-B1-08)


def announced(*others: Unit, features: Any = ()) -> Played:
    archers = blue("archers", 12, files=6, at=(36, 30))
    return moving(archers, *others, features=features, declare="by_phase")


PATHS = [
    (ahead(3),),
    (ahead(30),),
    (wheel("left", 40), ahead(4)),
    (Face("left"), ahead(2)),
    (Reform(4),),
    (FormHedgehog(),),
]


def clear_and_crowded() -> tuple[Played, Played]:
    """The same archers with nothing about them, and among enemies, friends, woods and water."""
    return announced(red("pikemen", 8, files=4, at=(10, 4))), announced(
        red("pikemen", 8, files=4, at=(36, 27.5)),
        red("light_infantry", 8, files=4, at=(31, 27)),
        blue("medium_infantry", 8, files=4, at=(44, 30)),
        features=[piece("woods", 20, 20, 50, 29.5), piece("pond", 24, 29.6, 32, 34)],
    )


@pytest.mark.parametrize("path", PATHS)
def test_a_path_looks_the_same_whatever_lies_in_its_way(path: Any) -> None:
    """No cost, no contact and no odds come from the table while paths are announced. Reasons are the door's own;
    what is seen to bar the way is said apart from all that."""
    clear, crowded = clear_and_crowded()
    order = march("archers", *path)
    one, other = preview(clear, order), preview(crowded, order)
    assert one == replace(other, reasons=(), legal=True, bars=())
    assert one.legal
    assert (one.met, one.odds, one.risks) == ("", None, ())
    assert preview(clear, plan(order)) == one
    assert 0 <= one.left <= one.allowance == 12_000


@pytest.mark.parametrize("path", [(ahead(3),), (ahead(30),), (Face("left"), ahead(2)), (Reform(4),), (FormHedgehog(),)])
def test_an_announced_path_is_as_legal_among_enemies_as_in_the_open(path: Any) -> None:
    clear, crowded = clear_and_crowded()
    order = march("archers", *path)
    assert preview(clear, order) == replace(preview(crowded, order), bars=())


@pytest.mark.parametrize("path", [(wheel("left", 40), ahead(4)), (ahead(4), wheel("left", 5))])
def test_contact_on_the_way_cannot_be_probed_by_announcing(path: Any) -> None:
    clear, crowded = clear_and_crowded()
    order = march("archers", *path)
    assert preview(clear, order) == preview(crowded, order)


def test_the_edge_of_the_table_is_not_measured_either() -> None:
    near_edge = moving(blue("archers", 12, files=6, at=(36, 3)), red("pikemen", 8, at=(36, 40)), declare="by_phase")
    shown = preview(near_edge, march("archers", ahead(8)))
    assert (shown.cost, shown.legs[0].pose.y) == (8000, -5000)


def test_only_the_form_of_an_announced_path_can_be_wrong() -> None:
    start = moving(
        blue("pikemen", 16, files=4, at=(36, 30), hedgehog=True),
        red("pikemen", 8, at=(36, 10), id="foe"),
        declare="by_phase",
    )
    shown = preview(start, march("pikemen", ahead(3)))
    assert rules(shown.reasons) == {"BW-B4-24"}
    assert start.refusal(plan(march("pikemen", ahead(3)))) == shown.reasons


def test_shots_are_promised_without_measuring() -> None:
    """Near or far, in the arc or not: the same odds, in the same order, and no range is drawn."""
    archers = blue("archers", 12, files=6, at=(36, 30))
    foes = [("pikemen", (36, 22)), ("light_infantry", (40, 17))], [("pikemen", (45, 27)), ("light_infantry", (30, 40))]
    shown = []
    for places in foes:
        enemies = (red(kind, 8, files=4, at=at) for kind, at in places)
        start = shooting(archers, *enemies, declare="by_phase")
        shown.append(BOOK_OF_WAR.targets(start.battle, start.decision, "archers"))
        overlays = BOOK_OF_WAR.overlays(start.battle, "archers")
        assert [one.kind for one in overlays] == ["arc"]
        order = shoot("archers", at="pikemen")
        assert preview(start, order).odds == shown[-1][1].odds
    assert shown[0] == shown[1]
    assert [target.unit for target in shown[0]] == ["light_infantry", "pikemen"]
    odds = shown[0][0].odds
    assert odds is not None
    assert not odds.exact
    assert odds.dice == 24
    assert "nothing is measured yet" in odds.note


def test_a_melee_in_contact_needs_no_measuring() -> None:
    battle = field(
        blue("pikemen", 8, files=4, at=(36, 30)),
        red("light_infantry", 8, files=4, at=(36, 30)),
        blue("pikemen", 8, files=4, at=(20, 30), id="others"),
        red("light_infantry", 8, files=4, at=(20, 29.5), id="an inch away"),
        declare="by_phase",
    )
    (shown,) = BOOK_OF_WAR.targets(battle, None, "pikemen")
    assert shown.odds is not None
    assert shown.odds.exact
    assert BOOK_OF_WAR.targets(battle, None, "others") == ()
