"""Pass-through fire at any point of a move, at any enemy in range, also at those who run and draw back (BS-10.6-01), in
tidy and in crooked positions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.decision import FINISH
from schiltron.battle.event import Struck
from schiltron.rulesets.battlesystem.missiles.moments import moments
from schiltron.rulesets.battlesystem.missiles.steps import PassThrough
from schiltron.rulesets.battlesystem.morale.steps import CheckMorale
from schiltron.rulesets.battlesystem.movement.steps import BeginMovement, Moves
from schiltron.rulesets.battlesystem.state import Battle, Rout, Unit
from schiltron.table.lengths import TOLERANCE, inches
from schiltron.table.rectangles import point_gap
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    LONGBOW,
    ORC,
    Played,
    ahead,
    blue,
    bow,
    charge,
    choose,
    field,
    locked,
    march,
    order,
    person,
    piece,
    play,
    red,
    rules,
    shoot,
)


def archers(at=(48, 36), figures: int = 6, **more) -> Unit:
    return red("archers", figures, at=at, **{"facing": 0, "files": figures, "ar": 28, "missile": LONGBOW, **more})


def men(at=(40, 28), **more) -> Unit:
    """Six in a column, marching across before the archers."""
    return blue("men", 6, files=2, at=at, **{"facing": 90, "formation": "closed", "never_checks": True, **more})


def captain(unit: str = "men", side: str = "blue") -> Unit:
    return person(f"captain of {unit}", side, with_=unit, rank="unit", radius=20)


def moved(crooked: Crooked, *units: Unit, **more) -> Played:
    return play(crooked(field(*units, phase="movement", active="blue", **more)), Moves("blue"))


def window(played: Played) -> PassThrough | None:
    """Where the enemy is asked now, if he is."""
    top = played.battle.agenda[0] if played.battle.agenda and played.battle.decisions else None
    return top if isinstance(top, PassThrough) else None


def points(played: Played) -> list[str]:
    """Where on a move the enemy is asked, while he shoots at nobody."""
    found = []
    while (asked := window(played)) is not None:
        found.append(asked.at)
        played = played.then(FINISH)
    return found


def straight_on(battle: Battle) -> Battle:
    """The men run where they look."""
    unit = battle.units["men"]
    return battle.with_unit(replace(unit, own=replace(unit.own, rout=Rout(unit.pose.heading, 0))))


# ---------------------------------------------------------------- any point


def test_who_has_no_room_to_run_is_seen_nowhere_on_the_way() -> None:
    battle = field(archers(), men(), captain(), phase="movement", active="blue")
    unit = battle.units["men"]
    assert moments(battle, unit, lambda _: unit, 0) == []


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 1.3, -2.2])
def test_between_two_houses(crooked: Crooked, aside: float) -> None:
    """BS-10.6-01: seen neither where the move begins, nor at its half, nor where it ends."""
    middle = 48 + aside
    houses = [piece("building", 30, 31, middle - 1.2, 33), piece("building", middle + 1.2, 31, 66, 33)]
    start = middle - 3.8
    begun = moved(crooked, men((start, 28)), captain(), archers((middle, 36), 3), features=houses).then(
        march("men", ahead(9))
    )
    assert window(begun) is not None
    assert points(begun) == ["seen"]
    hit = begun.then(shoot("archers", at="men"), "6 6")
    struck = hit.events_of(Struck)
    assert [one.target for one in struck] == ["men"]
    assert hit.unit("men").own.done


@pytest.mark.parametrize("crooked", CROOKED)
def test_past_the_tip_of_the_range(crooked: Crooked) -> None:
    """BS-10.6-01: a sling carries ten inches; the column passes at nine and a half."""
    slings = bow("sling", 4, 7, 10, half_shots=2, handling="crossbows_and_slings", bow=False)
    passing = men((44, 25.6))
    begun = moved(crooked, passing, captain(), archers((49.5, 35.5), 1, missile=slings)).then(march("men", ahead(9)))
    assert "seen" in points(begun) or "half" in points(begun)
    lone = moved(crooked, men((45, 24.9)), captain(), archers((49, 35.5), 1, missile=slings)).then(
        march("men", ahead(9))
    )
    assert points(lone)[0] == "seen"


@pytest.mark.parametrize("crooked", CROOKED)
def test_out_of_cover_and_into_it_again(crooked: Crooked) -> None:
    """BS-10.6-01, BS-10.8-02: who is behind a wall at both ends of the way and not in the middle is shot at there."""
    walls = [piece("wall", 36, 29.4, 45.4, 29.8), piece("wall", 47.4, 29.4, 60, 29.8)]
    begun = moved(crooked, men((45, 28.4), formation="open"), captain(), archers((46, 37), 3), features=walls).then(
        march("men", ahead(9))
    )
    asked = points(begun)
    assert "seen" in asked or "half" in asked
    at = {}
    played = begun
    while (here := window(played)) is not None:
        shot = played.then(shoot("archers", at="men"))
        at[here.at] = {term.rule for term in shot.battle.agenda[0].rating.terms}
        played = played.then(FINISH)
    assert any("BS-10.8-02" not in terms for terms in at.values())


@pytest.mark.parametrize("crooked", CROOKED)
def test_in_the_open_nobody_is_asked_more_often_than_it_helps(crooked: Crooked) -> None:
    """BS-10.6-01: coming straight on, it begins, is half way, and ends; then all moves are over."""
    onward = blue("men", 6, files=6, at=(48, 44), formation="closed", never_checks=True)
    begun = moved(crooked, onward, captain(), archers((48, 26), facing=180)).then(march("men", ahead(9)))
    assert points(begun) == ["begin", "half", "end", "over"]


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("slit", [0.05, 0.12])
@pytest.mark.parametrize("aside", [0, 0.31, -0.77])
def test_through_a_slit(crooked: Crooked, slit: float, aside: float) -> None:
    """BS-10.6-01: one archer behind a slit in a wall of houses sees one rank after the other for a moment."""
    middle = 48 + aside
    houses = [piece("building", 30, 31, middle - slit / 2, 33), piece("building", middle + slit / 2, 31, 66, 33)]
    lone = archers((middle, 36), 1)
    begun = moved(crooked, men((middle - 4.33, 28)), captain(), lone, features=houses).then(march("men", ahead(9)))
    assert points(begun) == ["seen"]
    hit = begun.then(shoot("archers", at="men"))
    assert hit.battle.agenda[0].seen <= 2


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("beside", [0, 2.4])
def test_as_soon_as_it_is_in_range(crooked: Crooked, beside: float) -> None:
    """BS-10.6-01, BS-10.8-04: who passes a hair's breadth within the reach of a sling is shot at where the range begins
    for him, however short his way through it."""
    slings = bow("sling", 4, 7, 10, half_shots=2, handling="crossbows_and_slings", bow=False)
    shooter = archers((49, 36), 1, missile=slings)
    lone = blue("men", 1, at=(44 - beside, 25.63), facing=90, formation="closed", never_checks=True)
    begun = moved(crooked, lone, captain(), shooter).then(march("men", ahead(9)))
    assert points(begun) == ["seen"]
    man, sling = begun.unit("men"), begun.unit("archers")
    apart = point_gap(man.outline.main, sling.pose.x, sling.pose.y)
    assert apart == pytest.approx(inches(10) + TOLERANCE, abs=2)


# ---------------------------------------------------------------- any unit


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 1.1, -0.8])
def test_before_somebody_steps_into_the_line(crooked: Crooked, aside: float) -> None:
    """BS-10.6-01: knights who come from where no archer sees them to where they hide the men are about to spoil a shot
    at these; who halts beside the line spoils nothing."""
    houses = [piece("building", 36, 33, 47 + aside, 34)]
    knights = blue("knights", 8, files=4, at=(43 + aside, 30), facing=90, never_checks=True, formation="open")
    before = blue("men", 3, files=3, at=(48 + aside, 22), facing=180, never_checks=True, formation="closed")
    lone = archers((48 + aside, 36), 2)
    position = (knights, captain("knights"), before, captain(), lone)
    begun = moved(crooked, *position, features=houses)
    assert window(begun) is None
    onto = begun.then(march("knights", ahead(6)))
    asked = window(onto)
    assert asked is not None
    assert (asked.mover, asked.at, asked.near) == ("knights", "line", "archers")
    hit = onto.then(shoot("archers", at="men"), "6 6")
    assert [one.target for one in hit.events_of(Struck)] == ["men"]
    passed = onto.then(FINISH)
    while window(passed) is not None and window(passed).at != "end":
        passed = passed.then(FINISH)
    assert "BS-10.1-03" in rules(passed.refusal(shoot("archers", at="men")))
    short = begun.then(march("knights", ahead(1)))
    assert window(short) is None


@pytest.mark.parametrize("crooked", CROOKED)
def test_when_all_have_moved_anybody_in_range_is_shot_at(crooked: Crooked) -> None:
    """BS-1.4-03, BS-10.6-01: also who stood still all the time."""
    over = moved(crooked, men((48, 28)), captain(), archers()).then(FINISH)
    asked = window(over)
    assert asked is not None
    assert (asked.at, asked.mover) == ("over", "")
    hit = over.then(shoot("archers", at="men"), "6 6")
    assert hit.unit("archers").own.passed
    assert hit.over


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_is_about_to_be_touched_may_shoot_at_another(crooked: Crooked) -> None:
    """BS-10.6-01: the archers see the men before them, not those who charge their flank."""
    flankers = blue("knights", 4, files=4, at=(35, 38), facing=90, never_checks=True, formation="closed")
    before = men((48, 28))
    position = (flankers, captain("knights"), before, captain(), archers((48, 36), 6, formation="closed"))
    begun = moved(crooked, *position).then(charge("knights", ahead(20)))
    asked = window(begun)
    assert asked is not None
    assert (asked.at, asked.near) == ("contact", "archers")
    assert "BS-10.1-02" in rules(begun.refusal(shoot("archers", at="knights")))
    hit = begun.then(shoot("archers", at="men"), "6 6")
    assert hit.battle.engagements


# ---------------------------------------------------------------- those who run and draw back


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_routed_are_shot_at_as_they_run(crooked: Crooked) -> None:
    """BS-10.6-01, BS-6.4-01: where their run begins and where it ends, in their own Movement Phase only."""
    running = men((48, 28), formation="open", rout=Rout(0, 0), astray="rout", facing=0)
    position = straight_on(crooked(field(running, archers(), phase="movement", active="blue")))
    begun = play(position, BeginMovement("blue"))
    asked = window(begun)
    assert asked is not None
    assert (asked.mover, asked.at) == ("men", "begin")
    ran = begun.then(FINISH)
    assert window(ran) is not None
    assert window(ran).at == "end"
    assert ran.unit("men").pose != position.units["men"].pose
    hit = ran.then(shoot("archers", at="men"), "6 6")
    assert hit.events_of(Struck)


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_rout_in_another_phase_is_shot_at_by_nobody(crooked: Crooked) -> None:
    """BS-10.6-01: pass-through fire belongs to the enemy's Movement Phase."""
    breaking = men((48, 28), formation="open", never_checks=False, ml=5)
    for phase, active in (("melee", ""), ("missile", ""), ("movement", "red")):
        position = crooked(field(breaking, archers(), phase=phase, active=active))
        assert play(position, CheckMorale("men", ("losses",), ("archers",)), "10 10").over
    position = crooked(field(breaking, archers(), phase="movement", active="blue"))
    assert window(play(position, CheckMorale("men", ("losses",), ("archers",)), "10 10")) is not None


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_runs_past_a_gap_is_shot_at_in_it(crooked: Crooked) -> None:
    """BS-10.6-01: the run goes on afterwards with what is left of it."""
    houses = [piece("building", 30, 31, 46.8, 33), piece("building", 49.2, 31, 66, 33)]
    running = blue("men", 2, files=2, at=(44.3, 28), facing=90, rout=Rout(0, 0), astray="rout", never_checks=True)
    gap = field(running, archers((48, 36), 3), features=houses, phase="movement", active="blue")
    position = straight_on(crooked(gap))
    begun = play(position, BeginMovement("blue"))
    asked = window(begun)
    assert asked is not None
    assert asked.at == "seen"
    whole = begun.then(FINISH)
    far = whole.unit("men").pose
    start = position.units["men"].pose
    assert start.local(far.x, far.y)[1] == pytest.approx(inches(9), abs=inches(1.6))


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_flees_or_withdraws_is_shot_at(crooked: Crooked) -> None:
    """BS-10.6-01: who flees before and after his run, who withdraws before the enemy follows."""
    fighting = blue("men", 6, files=6, at=(48, 30), formation="closed", never_checks=True)
    wolves = red("wolves", 6, files=6, at=(48, 30), of=ORC, ar=30, dl=20, formation="closed")
    bowmen = archers((57, 33), facing=270)
    units = (fighting, captain(), wolves, captain("wolves", "red"), bowmen)
    begun = moved(crooked, *units, contacts=[locked("wolves", "men")])
    for action, far in (("flee", 9), ("withdraw", 3)):
        shown = begun.book.preview(begun.battle, begun.battle.decisions[0], order("men", action))
        assert shown.cost == pytest.approx(inches(far), abs=20), "as far as it goes if nobody shoots"
    fled = begun.then(order("men", "flee"), "6 6")
    assert window(fled) is not None
    assert points(fled)[0] == "begin"
    about_to = begun.then(order("men", "withdraw"))
    assert points(about_to) == ["begin", "end"]
    at_once = about_to.then(shoot("archers", at="men"), "6 6")
    assert at_once.events_of(Struck)
    assert at_once.unit("men").own.moved
    drawn = about_to.then(FINISH)
    asked = window(drawn)
    assert asked is not None
    assert (asked.mover, asked.at) == ("men", "end")
    assert "BS-7.12-03" in drawn.then(shoot("archers", at="men"), "6 6").decision.rules
    followed = drawn.then(FINISH, choose("follow"))
    assert any(one.touching for one in followed.battle.engagements)


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_withdraws_past_a_gap_is_shot_at_in_it(crooked: Crooked) -> None:
    """BS-10.6-01, BS-7.12-01: seen neither in the melee nor where he ends; then he goes the rest of his three inches,
    and the enemy follows all of them."""
    houses = [piece("building", 53, 20, 54, 31.8), piece("building", 53, 32.2, 54, 45)]
    fighting = blue("men", 6, files=6, at=(48, 30), formation="closed", never_checks=True)
    wolves = red("wolves", 6, files=6, at=(48, 30), of=ORC, ar=30, dl=20, formation="closed")
    units = (fighting, captain(), wolves, captain("wolves", "red"), archers((57, 32), 1, facing=270))
    begun = moved(crooked, *units, contacts=[locked("wolves", "men")], features=houses)
    start = begun.unit("men").pose
    drawn = begun.then(order("men", "withdraw"))
    asked = window(drawn)
    assert asked is not None
    assert asked.at == "seen"
    there = drawn.unit("men").pose
    assert -inches(2.2) < start.local(there.x, there.y)[1] < -inches(1)
    hit = drawn.then(shoot("archers", at="men"), "6 6")
    assert hit.events_of(Struck)
    gone = hit.unit("men").pose
    assert start.local(gone.x, gone.y)[1] == pytest.approx(-inches(3), abs=3)
    assert hit.unit("men").own.spent == pytest.approx(inches(3), abs=3)
    followed = hit.then(choose("follow"))
    assert any(one.touching for one in followed.battle.engagements)


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_has_shot_in_passing_keeps_nobody_else_from_it(crooked: Crooked) -> None:
    """BS-10.6-01, BS-10.2-02: the first in line has used his shot, the second has not."""
    houses = [piece("building", 30, 31, 46.8, 33), piece("building", 49.2, 31, 66, 33)]
    done = red("aces", 3, files=3, at=(48, 38), facing=0, ar=28, missile=LONGBOW, passed=True, shots=1)
    begun = moved(crooked, men((44.2, 28)), captain(), archers((48, 36), 3), done, features=houses)
    assert "seen" in points(begun.then(march("men", ahead(9))))


def test_no_shot_is_fired_twice_in_one_movement_phase() -> None:
    """BS-10.2-02: one shot as pass-through fire, whatever is in range later."""
    onward = blue("men", 6, files=6, at=(48, 44), formation="closed", never_checks=True)
    begun = moved(CROOKED[0], onward, captain(), archers((48, 26), facing=180)).then(march("men", ahead(9)))
    once = begun.then(shoot("archers", at="men"), "6 6")
    assert window(once) is None
