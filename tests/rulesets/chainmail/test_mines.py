"""Mines and counter-mines: CM-SIEGE-32 to CM-SIEGE-36."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from schiltron.battle.state.decision import Waiting
from schiltron.battle.state.event import Fell
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fortress import BREACH, CURTAIN, Tunnel
from schiltron.rulesets.chainmail.siege.mines import COUNTER, MINE, Dig, PlanMines, begun, rate, tunnels
from schiltron.rulesets.chainmail.siege.stations import siege_of
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.castles import CROOKED, Ground, besieged
from tests.rulesets.chainmail.positions import Played, choose, play
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"
UNDER_WALL = f"{MINE}:{WALL}"
STRAIGHT = Ground()


def position(ground: Ground = STRAIGHT, *, men: int = 8, away: float = 0, keepers: int = 0, right: float = 2) -> Battle:
    """Sappers six inches before a bent wall, and perhaps others behind it."""
    units = [ground.stormers("sappers", men, 1, 3 - away, troop="sappers", files=4)]
    if keepers:
        units.append(ground.holders("keepers", keepers, right, 24, troop="sappers", files=2))
    return besieged(*units, features=(ground.wall(),))


def again(played: Played, *steps: Any) -> Played:
    return play(replace(played.battle, agenda=(), decisions=(), turn=played.battle.turn + 1), *steps)


def begin(battle: Battle, *answers: str) -> Played:
    return play(battle, PlanMines(), *(choose(one) for one in answers or (UNDER_WALL,)))


def kinds(battle: Battle) -> list[str]:
    return sorted(one.kind for one in battle.table.features)


# ---------------------------------------------------------------- dug


@pytest.mark.parametrize(("men", "far"), [(1, 0), (2, 1), (5, 2), (8, 4), (12, 4)])
def test_two_sappers_dig_an_inch_in_a_turn(men: int, far: int) -> None:
    """CM-SIEGE-32: up to four inches."""
    assert rate(STRAIGHT.stormers("sappers", men, 0, 0, troop="sappers")) == inches(far)


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_mine_opens_a_breach_where_it_strikes_the_wall(lie: Askew) -> None:
    """CM-SIEGE-32, CM-SIEGE-36: keeping pace with the battle; six inches wide, before those who dug."""
    ground = Ground(lie)
    played = again(begin(position(ground)), Dig())
    assert tunnels(played.battle, MINE)[0].dug == inches(4)
    assert kinds(played.battle) == [CURTAIN]
    sprung = again(played, Dig())
    assert kinds(sprung.battle) == [BREACH, CURTAIN, CURTAIN]
    gap = next(one for one in sprung.battle.table.features if one.kind == BREACH)
    assert gap.line.length == pytest.approx(inches(6), abs=5)  # type: ignore[union-attr]
    x, y = ground.points((1, 10))[0]
    assert gap.contains(x, y)
    assert not tunnels(sprung.battle, MINE)


def test_who_goes_away_gives_it_up() -> None:
    """CM-SIEGE-32"""
    played = begin(position())
    unit = played.unit("sappers")
    moved = played.battle.with_unit(replace(unit, own=replace(unit.own, turn=replace(unit.own.turn, moved=True))))
    after = play(replace(moved, agenda=(), decisions=()), Dig())
    assert not tunnels(after.battle, MINE)
    (told,) = after.events
    assert told.audience == ("blue",)


def test_who_stops_digging_has_used_up_an_attempt() -> None:
    """CM-SIEGE-34: three mines at most."""
    battle = position()
    for number in (1, 2, 3):
        played = begin(battle)
        assert begun(played.battle, "blue") == number
        stopped = again(played, PlanMines(), choose("nothing"))
        battle = replace(stopped.battle, agenda=(), decisions=())
    asked = play(battle, PlanMines())
    assert [option.key for option in asked.decision.options] == ["nothing"]


def test_the_defender_has_two_counter_mines() -> None:
    """CM-SIEGE-34"""
    battle = position(keepers=4)
    for number in (1, 2):
        played = begin(battle, "nothing", f"{COUNTER}:sappers")
        assert begun(played.battle, "red") == number
        stopped = again(played, PlanMines(), choose("nothing"), choose("nothing"))
        battle = replace(stopped.battle, agenda=(), decisions=())
    asked = play(battle, PlanMines(), choose("nothing"))
    assert [option.key for option in asked.decision.options] == ["nothing"]


# ---------------------------------------------------------------- met


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_counter_mine_within_twelve_inches_kills_the_miners(lie: Askew) -> None:
    """CM-SIEGE-35: the mine fails; the sappers of the defender live."""
    ground = Ground(lie)
    played = begin(position(ground, away=6, keepers=8), UNDER_WALL, f"{COUNTER}:sappers")
    first = again(again(played, Dig()), Dig())
    assert first.unit("sappers").figures == 8
    second = again(first, Dig())
    assert second.unit("sappers").figures == 0
    assert second.unit("keepers").figures == 8
    assert not tunnels(second.battle, MINE)
    assert kinds(second.battle) == [CURTAIN]


def test_a_counter_mine_that_has_come_no_nearer_does_nothing() -> None:
    """CM-SIEGE-35: twelve inches and a half between the nearest points of the two."""
    far = position(away=0, keepers=2, right=-18)
    played = begin(far, UNDER_WALL, f"{COUNTER}:sappers")
    assert again(again(played, Dig()), Dig()).unit("sappers").figures == 8


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize(("apart", "left"), [(6.2, 0), (11.9, 0), (12.2, 8), (12.9, 8)])
def test_twelve_inches_are_near_and_a_hair_more_is_not(lie: Askew, apart: float, left: int) -> None:
    """CM-SIEGE-35: of two tunnels side by side, wherever they are nearest to each other."""
    ground = Ground(lie)
    battle = position(ground, away=9, keepers=8)
    (ax, ay), (bx, by) = ground.points((1, -9), (1, 10))
    (cx, cy), (dx, dy) = ground.points((1 + apart, -3), (1 + apart, -14))
    mine = Tunnel("sappers", WALL, False, ax, ay, bx, by)
    counter = Tunnel("keepers", "sappers", True, cx, cy, dx, dy)
    siege = replace(siege_of(battle), tunnels=(mine, counter))
    played = play(replace(battle, own=replace(battle.own, siege=siege)), Dig())
    assert played.unit("sappers").figures == left


def test_without_a_counter_mine_sappers_near_by_do_nothing() -> None:
    """CM-SIEGE-35"""
    played = begin(position(keepers=8), UNDER_WALL, "nothing")
    assert again(again(played, Dig()), Dig()).unit("sappers").figures == 8


# ---------------------------------------------------------------- known to its owner alone


def test_the_other_side_sees_the_sappers_and_not_what_they_do() -> None:
    """CM-SIEGE-33: whoever digs and whoever does not look the same, before and after the tunnel comes on."""
    digging, idle = begin(position(keepers=4, away=4), UNDER_WALL), begin(position(keepers=4, away=4), "nothing")
    for number in range(2):
        seen = [encode(replace(CHAINMAIL.view(one.battle, "red"), serial=0)) for one in (digging, idle)]
        assert seen[0] == seen[1]
        heard = [[event for event in heard_by(one.events, "red") if not number] for one in (digging, idle)]
        assert encode(heard[0]) == encode(heard[1])
        digging, idle = (again(one, Dig()) for one in (digging, idle))
    assert tunnels(CHAINMAIL.view(digging.battle, "blue"), MINE)
    assert not tunnels(CHAINMAIL.view(digging.battle, "red"), MINE)
    assert not tunnels(CHAINMAIL.view(digging.battle, None), MINE)


def test_nobody_else_sees_what_may_be_chosen() -> None:
    """CM-SIEGE-33"""
    played = play(position(keepers=4), PlanMines())
    assert played.decision.sealed
    assert isinstance(CHAINMAIL.view(played.battle, "red").decisions[0], Waiting)


def test_all_sappers_are_asked_in_every_turn() -> None:
    """CM-SIEGE-33: also those who are a decoy, so that to be asked tells nothing."""
    played = begin(position(keepers=4), "nothing", "nothing")
    later = play(replace(played.battle, agenda=(), decisions=(), turn=2), PlanMines())
    assert later.decision.seat == "blue"
    assert later.then(choose("nothing")).decision.seat == "red"


def test_who_is_no_sapper_is_not_asked() -> None:
    """CM-SIEGE-33"""
    foot = STRAIGHT.stormers("foot", 8, 1, 3)
    played = play(besieged(foot, features=(STRAIGHT.wall(),)), PlanMines())
    assert played.over
    assert not played.events_of(Fell)
