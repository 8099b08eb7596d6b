"""The split move of horse archers."""

from __future__ import annotations

from schiltron.battle.decision import FINISH, Marched
from schiltron.battle.event import Began, Moved
from schiltron.battle.manoeuvre import Face
from schiltron.rulesets.book_of_war.state import AttackPhase, MoralePhase, MovementPhase, Phase
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import (
    Played,
    ahead,
    blue,
    field,
    march,
    place,
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
    away = second.then(Marched((Face("rear"),)))
    assert place(away.unit("horse_archers")) == (36, 32, 180)
    assert rules(second.refusal(Marched((wheel("left", 90), ahead(9))))) == {"BW-C2-01"}
    assert second.then(Marched(())).over, "it may be left unused"


def test_the_second_half_comes_after_the_morale_phase() -> None:
    """BW-B2-46, BW-B1-09: it is the last event of the turn."""
    shooting = raid().then(split("horse_archers", ahead(10)), shoot("horse_archers", at="light_infantry"))
    checked = shooting.then("6 6 6 6")
    assert "check morale" in checked.roll.purpose
    last = checked.then("6 6").then(Marched((wheel("left", 90),)))
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
    assert rules(close.refusal(Marched((ahead(2.5),)))) == {"BW-B2-44"}


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
