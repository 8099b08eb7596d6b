"""The split move of horse archers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PathDrawn
from schiltron.battle.state.event import Began, Moved, Ruled
from schiltron.battle.state.manoeuvre import Face, SquareUp
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.movement.second_moves import SecondMove
from schiltron.rulesets.book_of_war.sequence import Phase
from schiltron.rulesets.book_of_war.state import ROUTED
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.table.body import Wing
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    Played,
    ahead,
    blue,
    field,
    march,
    place,
    plan,
    play,
    red,
    rules,
    shoot,
    split,
    wheel,
)

TURN = (MovementPhase("blue"), AttackPhase("blue"), Phase("morale", "blue"), MoralePhase("blue"))


def turn(*units) -> Played:
    return play(field(*units, declare="measure_first"), *TURN)


def raid() -> Played:
    return turn(blue("horse_archers", 4, at=(36, 40)), red("light_infantry", 10, files=5, at=(36, 20)))


def test_half_a_move_half_the_dice_and_another_half_move() -> None:
    """BW-B2-43, BW-B2-45: 12 inches up, 4 figures at 2 dice halved, 12 inches away when all else is done."""
    shooting = raid().then(split("horse_archers", ahead(10)), shoot("horse_archers", at="light_infantry"))
    assert shooting.dice[0][0] == 4
    second = shooting.then("1 1 1 1")
    assert second.decision.allowance == inches(12)
    away = second.then(PathDrawn((Face("rear"),)))
    assert place(away.unit("horse_archers")) == (36, 32, 180)
    assert rules(second.refusal(PathDrawn((wheel("left", 90), ahead(9))))) == {"BW-C2-01"}
    assert second.then(PathDrawn(())).over, "it may be left unused"


def test_the_second_half_comes_after_the_morale_phase() -> None:
    """BW-B2-46, BW-B1-09: it is the last event of the turn."""
    shooting = raid().then(split("horse_archers", ahead(10)), shoot("horse_archers", at="light_infantry"))
    checked = shooting.then("6 6 6 6")
    assert "check morale" in checked.roll.purpose
    last = checked.then("6 6").then(PathDrawn((wheel("left", 90),)))
    kinds = [type(event).__name__ for event in last.events]
    assert kinds.index("Checked") < len(kinds) - 1 - kinds[::-1].index("Moved")
    assert [event.what for event in last.events_of(Began)] == ["morale"]


def test_the_unit_must_actually_shoot() -> None:
    """BW-B2-43: otherwise there is no second half, and what was unused of the first is lost."""
    idle = raid().then(split("horse_archers", ahead(3)), FINISH)
    assert idle.over
    assert len(idle.events_of(Moved)) == 1


def test_neither_half_may_bring_it_into_contact() -> None:
    """BW-B2-44: nor is more than half a move to be had."""
    start = turn(blue("horse_archers", 4, at=(36, 30)), red("heavy_infantry", 10, at=(36, 25)))
    assert rules(start.refusal(split("horse_archers", ahead(5)))) == {"BW-B2-44"}
    assert rules(start.refusal(split("horse_archers", Face("rear"), ahead(1)))) == {"BW-C2-01"}
    close = start.then(split("horse_archers", ahead(3)), shoot("horse_archers", at="heavy_infantry"), "1 1 1 1")
    assert rules(close.refusal(PathDrawn((ahead(2.5),)))) == {"BW-B2-44"}


def test_others_cannot_split_their_move() -> None:
    """BW-B2-43: it is the horse archers' own."""
    start = turn(
        blue("archers", 4, at=(36, 40)), blue("horse_archers", 4, at=(46, 40)), red("heavy_infantry", 10, at=(36, 20))
    )
    assert rules(start.refusal(split("archers", ahead(3)))) == {"BW-B2-43"}


def test_without_the_split_they_may_use_their_whole_move_and_fight() -> None:
    """BW-B2-45: in melee they are light cavalry: 2 dice a figure in the open."""
    start = turn(blue("horse_archers", 4, at=(36, 40)), red("heavy_infantry", 10, at=(36, 25)))
    charged = start.then(march("horse_archers", ahead(24)))
    assert charged.dice == [(8, 6)]


# ---------------------------------------------------------------- setting out, and shots that are wasted


def declared(*units, path, target: str) -> Played:
    """A turn in which everything is announced before anything is measured: a split move and a shot."""
    position = field(*units, declare="by_phase")
    return play(position, *TURN, plan(split("horse_archers", *path)), plan(shoot("horse_archers", at=target)))


@pytest.mark.parametrize("heading", [0, 17, 213])
@pytest.mark.parametrize("aside", [-1, 1])
def test_who_set_out_and_got_nowhere_shoots_as_one_that_moved(heading: float, aside: int) -> None:
    """BW-B2-43, BW-B2-26: friends close before them stop them at once; they throw half their dice all the same."""
    pose = Pose(inches(36), inches(24), degrees(heading))

    def at(lateral: float, forward: float) -> tuple[float, float]:
        x, y = pose.world(inches(lateral), inches(forward))
        return x / 1000, y / 1000

    shut_in = declared(
        blue("horse_archers", 4, at=at(0, 0), facing=heading),
        blue("heavy_infantry", 4, files=2, at=at(aside * 1.4, 0.25), facing=heading + 180),
        red("light_infantry", 10, files=5, at=at(-aside * 3, 9), facing=heading + 163),
        path=(ahead(10),),
        target="light_infantry",
    )
    assert not shut_in.events_of(Moved)
    assert shut_in.unit("horse_archers").own.turn.spent == 0
    assert shut_in.dice[0][0] == 4, "half of four figures at two dice"
    second = shut_in.then("1 1 1 1")
    assert second.decision.allowance == inches(12)


def test_archers_who_close_up_for_nothing_have_moved_too() -> None:
    """BW-B2-26, BW-B2-43: squaring up is free, and still no standing fire."""
    wing = Wing(2, 90_000)
    start = turn(
        blue("archers", 8, files=8, at=(36, 40), left=wing, right=wing),
        red("light_infantry", 10, files=5, at=(36, 30)),
    )
    squared = start.then(march("archers", SquareUp()))
    assert squared.unit("archers").own.turn.spent == 0
    assert squared.then(shoot("archers", at="light_infantry")).dice[0][0] == 8, "half of 16"
    assert start.then(FINISH, shoot("archers", at="light_infantry")).dice[0][0] == 8, "four stand in the main block"


@pytest.mark.parametrize("aside", [-14, 0, 14])
def test_a_wasted_shot_earns_no_second_half_move(aside: float) -> None:
    """BW-B2-43, BW-B1-08: a foe announced as target who turns out to be too far; melee is forbidden all the same."""
    foes = red("light_infantry", 10, files=5, at=(36 + aside, 10), facing=197), red("archers", 4, at=(36, 26.5))
    wasted = declared(blue("horse_archers", 4, at=(36, 45)), *foes, path=(ahead(12),), target="light_infantry")
    assert [event.rules[0] for event in wasted.events_of(Ruled)] == ["BW-B1-08"]
    assert wasted.over, "no second half is asked for"
    assert len(wasted.events_of(Moved)) == 1
    own = wasted.unit("horse_archers").own
    assert (own.turn.split, own.turn.shot, own.turn.shot_wasted) == (True, True, True)
    assert "has wasted its shot" in map(str, BOOK_OF_WAR.card(wasted.battle, "horse_archers").notes)
    made = declared(blue("horse_archers", 4, at=(36, 45)), *foes, path=(ahead(12),), target="archers").then("1 1 1 1")
    assert made.decision.rules == ("BW-B2-43", "BW-B2-46")
    assert "has shot" in map(str, BOOK_OF_WAR.card(made.battle, "horse_archers").notes)


def test_a_shot_without_a_split_move_earns_no_second_half_move() -> None:
    """BW-B2-43: nor does a split move of those who were routed meanwhile give orders to anybody."""
    plain = raid().then(march("horse_archers", ahead(10)), shoot("horse_archers", at="light_infantry"), "1 1 1 1")
    assert plain.over


def test_what_was_wasted_is_forgotten_in_the_next_turn() -> None:
    """BW-B2-43: the records of a turn are wiped as the side's next one begins."""
    unit = blue("horse_archers", 4, at=(36, 40), shot=True, shot_wasted=True, split=True, moved=True)
    fresh = play(field(unit, red("archers", 4, at=(36, 10)), declare="measure_first"), BeginTurn("blue"))
    own = fresh.unit("horse_archers").own
    assert (own.turn.shot, own.turn.shot_wasted, own.turn.split, own.turn.moved) == (False, False, False, False)


@pytest.mark.parametrize("view", LAYOUTS)
def test_a_second_half_announced_too_far_ends_where_it_falls_short(view: Askew) -> None:
    """BW-B1-08, BW-B2-44, BW-B2-46: half a move at most, and before an enemy it ends short of contact."""
    shot = blue("horse_archers", 4, at=view.at(2, -10), facing=view.facing(0), split=True, shot=True, moved=True)
    far = red("light_infantry", 10, files=5, at=view.at(-9, 16), facing=view.facing(180))
    away = play(field(shot, far, declare="by_phase"), MoralePhase("blue")).then(PathDrawn((ahead(20),)))
    assert view.back(away.unit("horse_archers")) == (2, 2, 0)
    assert away.unit("horse_archers").own.turn.split
    (moved,) = away.events_of(Moved)
    assert (moved.rules, moved.spent) == (("BW-B2-43", "BW-B2-46"), inches(12))
    near = red("light_infantry", 10, files=5, at=view.at(4, -4), facing=view.facing(180))
    stopped = play(field(shot, near, declare="by_phase"), MoralePhase("blue")).then(PathDrawn((ahead(20),)))
    assert not stopped.battle.engagements
    assert view.back(stopped.unit("horse_archers"))[1] < -4
    measured = play(field(shot, near, declare="measure_first"), MoralePhase("blue"))
    assert rules(measured.refusal(PathDrawn((ahead(7),)))) == {"BW-B2-44"}
    assert rules(measured.refusal(PathDrawn((ahead(1),) * 13))) == {"BW-B2-43", "BW-B2-46"}


def test_a_second_half_that_nobody_is_left_to_make_is_not_asked_for() -> None:
    """BW-B2-43, BW-B5-07: who routs in the morale phase runs instead."""
    fled = blue("horse_archers", 4, at=(36, 40), facing=17, split=True, shot=True, moved=True, marks=(ROUTED,))
    enemy = red("light_infantry", 10, files=5, at=(30, 20))
    assert play(field(fled, enemy), SecondMove("horse_archers")).over
    assert not play(field(replace(fled, marks=()), enemy), SecondMove("horse_archers")).over
