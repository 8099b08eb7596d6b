"""Pass-through fire at any point of a move, at any enemy in range, also at those who run and draw back (BS-10.6-01), in
tidy and in crooked positions."""

from __future__ import annotations

from math import hypot

import pytest

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Compelled, Moved, Struck
from schiltron.battle.state.manoeuvre import Oblique, Path, Wheel
from schiltron.rulesets.battlesystem.missiles.moments import moments
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves
from schiltron.rulesets.battlesystem.state import Battle, Rout, Unit, with_morale
from schiltron.rulesets.battlesystem.steps import CheckMorale
from schiltron.table.lengths import FULL_TURN, TOLERANCE, degrees, inches
from schiltron.table.outline import overlapping
from schiltron.table.rectangles import point_gap
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked, as_it_is, mirrored, relisted
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
    return battle.with_unit(with_morale(unit, rout=Rout(unit.pose.heading, 0)))


# ---------------------------------------------------------------- any point


def test_who_has_no_room_to_run_is_seen_nowhere_on_the_way() -> None:
    battle = field(archers(), men(), captain(), phase="movement", active="blue")
    unit = battle.units["men"]
    assert moments(battle, lambda _: unit, 0) == []


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 1.3, -2.2])
def test_between_two_houses(crooked: Crooked, aside: float) -> None:
    """BS-10.6-01: seen neither where the move begins nor where it ends; best before its half, and at that still."""
    middle = 48 + aside
    houses = [piece("building", 30, 31, middle - 1.2, 33), piece("building", middle + 1.2, 31, 66, 33)]
    start = middle - 3.8
    begun = moved(crooked, men((start, 28)), captain(), archers((middle, 36), 3), features=houses).then(
        march("men", ahead(9))
    )
    assert window(begun) is not None
    assert points(begun) == ["seen", "half"]
    hit = begun.then(shoot("archers", at="men"), "6 6")
    struck = hit.events_of(Struck)
    assert [one.target for one in struck] == ["men"]
    assert hit.unit("men").own.turn.had_order


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


WHEELING = (
    (ahead(2), Wheel("left", degrees(20)), ahead(3)),
    [("begin", 0, 0, 0), ("leg", 0, 2, 0), ("leg", -0.07, 2.38, 340), ("half", -0.1, 2.49, 340)],
)
SLANTING = (
    (Oblique(degrees(-40), inches(1.5)), Wheel("right", degrees(15)), ahead(1), ahead(2)),
    [
        ("begin", 0, 0, 0),
        ("leg", -0.96, 1.15, 0),
        ("leg", -0.93, 1.44, 15),
        ("half", -0.81, 1.88, 15),
        ("leg", -0.67, 2.41, 15),
    ],
)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("legs", "stops"), [WHEELING, SLANTING])
def test_a_path_of_several_legs_is_shot_at_where_it_has_come_to(
    crooked: Crooked, legs: Path, stops: list[tuple[str, float, float, float]]
) -> None:
    """BS-10.6-01: he stands where the path has brought him each time the enemy is asked, at his half when he has spent
    half of the whole move, and ends where he would have ended had nobody been asked."""
    onward = blue("men", 6, files=3, at=(48, 46), formation="closed", never_checks=True)
    begun = moved(crooked, onward, captain(), archers((46.3, 26), facing=180))
    start = begun.unit("men").pose
    played = begun.then(march("men", *legs))
    for at, right, forward, turn in stops:
        asked = window(played)
        assert asked is not None
        here = played.unit("men").pose
        lateral, gone = start.local(here.x, here.y)
        assert (asked.at, (here.heading - start.heading) % FULL_TURN) == (at, degrees(turn))
        assert (lateral, gone) == pytest.approx((inches(right), inches(forward)), abs=8)
        if at == "half":
            half = played.unit("men").own.turn.spent
        played = played.then(FINISH)
    while window(played) is not None:
        played = played.then(FINISH)
    there, alone = played.unit("men"), moved(crooked, onward, captain()).then(march("men", *legs)).unit("men")
    assert half == pytest.approx(alone.own.turn.spent / 2, abs=2)
    assert (there.pose.x, there.pose.y, there.own.turn.spent) == pytest.approx(
        (alone.pose.x, alone.pose.y, alone.own.turn.spent), abs=2
    )


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("slit", "stops"), [(46.2, ["seen", "half"]), (50.7, ["half", "seen"])])
def test_the_half_is_where_it_was_wherever_else_he_has_been_halted(
    crooked: Crooked, slit: float, stops: list[str]
) -> None:
    """BS-10.6-01: bowmen look along the column all the way, an archer aside of it through a slit in a wall of houses
    that it passes before or after its half."""
    houses = [piece("building", 30, 31, slit - 0.1, 33), piece("building", slit + 0.1, 31, 76, 33)]
    bowmen = red("bowmen", 2, files=2, at=(64.5, 28.4), facing=270, ar=28, missile=LONGBOW)
    begun = moved(crooked, men((44.33, 28)), captain(), archers((slit, 36), 1), bowmen, features=houses)
    start = begun.unit("men").pose
    played = begun.then(march("men", ahead(9)))
    assert points(played) == ["begin", *stops, "end", "over"]
    while window(played).at != "half":
        played = played.then(FINISH)
    here = played.unit("men").pose
    assert start.local(here.x, here.y)[1] == pytest.approx(inches(4.5), abs=2)


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
    assert hit.unit("archers").own.turn.shot_in_passing
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
@pytest.mark.parametrize(("guard", "asked"), [(27.1, False), (24.4, True)])
def test_nobody_is_halted_where_he_runs_through_friends(crooked: Crooked, guard: float, asked: bool) -> None:
    """BS-10.6-01, BS-7.15-03: guards stand all along the gap in which he would be seen; beside his way they do not
    matter."""
    houses = [piece("building", 30, 31, 46.8, 33), piece("building", 49.2, 31, 66, 33)]
    running = blue("men", 2, files=2, at=(44.3, 28), facing=90, rout=Rout(0, 0), astray="rout", never_checks=True)
    guards = blue("guards", 5, files=1, at=(49.6, guard), facing=90, formation="closed", never_checks=True)
    gap = field(running, guards, archers((48, 36), 3), features=houses, phase="movement", active="blue")
    begun = play(straight_on(crooked(gap)), BeginMovement("blue"))
    found = window(begun)
    assert (found is not None and found.at == "seen") is asked
    assert not overlapping(begun.unit("men").outline, begun.unit("guards").outline)


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
    assert at_once.unit("men").own.turn.moved
    drawn = about_to.then(FINISH)
    assert not drawn.events_of(Compelled), "of his own will"
    asked = window(drawn)
    assert asked is not None
    assert (asked.mover, asked.at) == ("men", "end")
    assert "BS-7.12-03" in drawn.then(shoot("archers", at="men"), "6 6").decision.rules
    followed = drawn.then(FINISH, choose("follow"))
    assert any(one.touching for one in followed.battle.engagements)


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_breaks_or_falls_under_fire_before_he_sets_out_does_not_withdraw(crooked: Crooked) -> None:
    """BS-10.6-01, BS-7.12-01: the routed are gone their own way, and of the dead nothing is heard."""
    wolves = red("wolves", 6, files=6, at=(48, 30), of=ORC, ar=30, dl=20, formation="closed")
    others = (captain(), wolves, captain("wolves", "red"), archers((57, 33), 12, ar=2, facing=270))
    for figures, more in ((6, {"ml": 2}), (1, {"never_checks": True})):
        fighting = blue("men", figures, files=figures, at=(48, 30), formation="closed", **more)
        begun = moved(crooked, fighting, *others, contacts=[locked("wolves", "men")])
        shot = begun.then(order("men", "withdraw"), shoot("archers", at="men"), "1 1")
        while shot.battle.roll is not None:
            shot = shot.then(" | ".join(" ".join("6" * pool.count) for pool in shot.roll.pools))
        left = shot.unit("men")
        assert left.own.morale.rout is not None or not left.on_table
        told = [event for event in shot.events_of(Moved) if event.unit == "men"]
        assert all("BS-7.12-01" not in event.rules for event in told)


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
    assert hit.unit("men").own.turn.spent == pytest.approx(inches(3), abs=3)
    followed = hit.then(choose("follow"))
    assert any(one.touching for one in followed.battle.engagements)


@pytest.mark.parametrize("crooked", [as_it_is, mirrored, relisted])
@pytest.mark.parametrize("slit", [33.1, 35.8])
def test_who_flees_past_a_gap_is_shot_at_in_it_and_runs_the_rest(crooked: Crooked, slit: float) -> None:
    """BS-10.6-01, BS-8.8-02: seen neither in the melee nor where his run ends; the halt costs him nothing of his MV."""
    houses = [piece("building", 53, 15, 54, slit - 0.2), piece("building", 53, slit + 0.2, 54, 50)]
    fighting = blue("men", 6, files=6, at=(48, 32), formation="closed", never_checks=True)
    wolves = red("wolves", 4, files=4, at=(48.6, 32), of=ORC, ar=30, dl=20, formation="closed")
    units = (fighting, captain(), wolves, captain("wolves", "red"), archers((57, slit), 1, facing=270))
    begun = moved(crooked, *units, contacts=[locked("wolves", "men")], features=houses)
    start = begun.unit("men").outline
    fled = begun.then(order("men", "flee"), "6 6")
    asked = window(fled)
    assert asked is not None
    assert asked.at == "seen"
    there = fled.unit("men").outline
    assert inches(0.2) < hypot(there.x - start.x, there.y - start.y) < inches(7)
    for gone in (fled.then(FINISH), fled.then(shoot("archers", at="men"), "6 6")):
        end = gone.unit("men").outline
        assert hypot(end.x - start.x, end.y - start.y) == pytest.approx(inches(9), abs=5)
        assert gone.unit("men").own.turn.spent == pytest.approx(inches(9), abs=5)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 0.1, -0.3])
def test_before_a_withdrawal_closes_a_line(crooked: Crooked, aside: float) -> None:
    """BS-10.6-01, BS-7.12-01: the archer sees nothing of the men in their melee behind the house, but the reserve past
    them; three inches farther back they stand between. Where the reserve is not in that line nobody is asked."""
    house = piece("building", 53, 18, 54, 32.4)
    fighting = blue("men", 6, files=6, at=(48, 30), formation="closed", never_checks=True)
    wolves = red("wolves", 6, files=6, at=(48, 30), of=ORC, ar=30, dl=20, formation="closed")
    lone = archers((57, 33.4 + aside), 1, facing=270)
    sides = (fighting, captain(), wolves, captain("wolves", "red"), lone)

    def withdrawing(reserve: tuple[float, float]) -> Played:
        rear = blue("reserve", 2, files=1, at=reserve, facing=90, never_checks=True, formation="closed")
        begun = moved(crooked, *sides, rear, contacts=[locked("wolves", "men")], features=[house])
        return begun.then(order("men", "withdraw"))

    asked = withdrawing((38, 33.4 + aside))
    found = window(asked)
    assert found is not None
    assert (found.mover, found.at, found.near) == ("men", "line", "archers")
    assert asked.unit("men").own.turn.moved is False, "before it sets out"
    hit = asked.then(shoot("archers", at="reserve"), "6 6")
    assert [one.target for one in hit.events_of(Struck)] == ["reserve"]
    assert hit.unit("men").own.turn.moved
    passed = asked.then(FINISH)
    assert window(passed) is not None
    assert "BS-10.1-03" in rules(passed.refusal(shoot("archers", at="reserve")))
    beside = withdrawing((38, 44))
    assert points(beside) == ["end"], "when it has come to stand in the open"


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("wolves", "aside"), [(2, -1.5), (9, 0.7)])
def test_before_a_withdrawal_closes_a_slanting_line(crooked: Crooked, wolves: int, aside: float) -> None:
    """BS-10.6-01, BS-7.12-01: the enemy's front is narrower or wider than the men's and not in the middle of it; the
    archer looks past the corner of a house and along a slant behind them."""
    house = piece("building", 50.6, 16, 54, 33)
    fighting = blue("men", 5, files=5, at=(47, 30), formation="closed", never_checks=True)
    foes = red("wolves", wolves, files=wolves, at=(47 + aside, 30), of=ORC, ar=30, dl=20, formation="closed")
    reserve = blue("reserve", 2, files=1, at=(39.5, 30.6), facing=111, never_checks=True, formation="closed")
    lone = archers((57, 35.3), 1, facing=285)
    sides = (fighting, captain(), foes, captain("wolves", "red"), lone, reserve)
    begun = moved(crooked, *sides, contacts=[locked("wolves", "men")], features=[house])
    asked = begun.then(order("men", "withdraw"))
    found = window(asked)
    assert found is not None
    assert (found.mover, found.at, found.near) == ("men", "line", "archers")
    assert points(asked) == ["line", "end"]
    hit = asked.then(shoot("archers", at="reserve"), "6 6")
    assert [one.target for one in hit.events_of(Struck)] == ["reserve"]
    assert window(hit) is None, "he has used his shot"
    passed = asked.then(FINISH)
    assert "BS-10.1-03" in rules(passed.refusal(shoot("archers", at="reserve")))


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 1.1, -0.8])
def test_before_a_rout_closes_a_line(crooked: Crooked, aside: float) -> None:
    """BS-10.6-01, BS-7.15-01: those who run out from behind a house hide the reserve where their run ends; the shot is
    taken before they set out. Where they run on the other side of the reserve nobody is asked for its sake."""
    house = piece("building", 24, 33, 46 + aside, 34)
    lone = archers((48 + aside, 36), 2)

    def running(start: float, reserve: float) -> Played:
        men_in_rout = blue(
            "men", 6, files=3, at=(start + aside, 30), facing=90, rout=Rout(0, 0), astray="rout", never_checks=True
        )
        rear = blue("reserve", 2, files=2, at=(48 + aside, reserve), facing=180, never_checks=True, formation="closed")
        position = field(men_in_rout, rear, captain("reserve"), lone, features=[house], phase="movement", active="blue")
        return play(straight_on(crooked(position)), BeginMovement("blue"))

    asked = running(40, 24)
    found = window(asked)
    assert found is not None
    assert (found.mover, found.at, found.near) == ("men", "line", "archers")
    assert asked.unit("men").own.turn.moved is False
    hit = asked.then(shoot("archers", at="reserve"), "6 6")
    assert [one.target for one in hit.events_of(Struck)] == ["reserve"]
    assert hit.unit("men").own.turn.moved
    passed = asked.then(FINISH)
    assert "BS-10.1-03" in rules(passed.refusal(shoot("archers", at="reserve")))
    assert "line" not in points(running(30, 24)), "the run ends behind the house"


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_has_shot_in_passing_keeps_nobody_else_from_it(crooked: Crooked) -> None:
    """BS-10.6-01, BS-10.2-02: the first in line has used his shot, the second has not."""
    houses = [piece("building", 30, 31, 46.8, 33), piece("building", 49.2, 31, 66, 33)]
    done = red("aces", 3, files=3, at=(48, 38), facing=0, ar=28, missile=LONGBOW, shot_in_passing=True, shots=1)
    begun = moved(crooked, men((44.2, 28)), captain(), archers((48, 36), 3), done, features=houses)
    assert "seen" in points(begun.then(march("men", ahead(9))))


def test_no_shot_is_fired_twice_in_one_movement_phase() -> None:
    """BS-10.2-02: one shot as pass-through fire, whatever is in range later."""
    onward = blue("men", 6, files=6, at=(48, 44), formation="closed", never_checks=True)
    begun = moved(CROOKED[0], onward, captain(), archers((48, 26), facing=180)).then(march("men", ahead(9)))
    once = begun.then(shoot("archers", at="men"), "6 6")
    assert window(once) is None
