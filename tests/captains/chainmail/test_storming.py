"""Captains before a castle and within it: what they do goes through the door like everything else (SIEGE)."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn, Played
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.captains.chainmail.storming import order, others
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fortress import Cauldrons
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.labours import FILL
from schiltron.rulesets.chainmail.siege.mines import PlanMines
from schiltron.rulesets.chainmail.state import WITH_LADDER, Battle
from schiltron.rulesets.chainmail.terrain import MOAT
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged
from tests.rulesets.chainmail.positions import Played as Position
from tests.rulesets.chainmail.positions import play
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"


def answered(position: Position, seat: str) -> object:
    view = CHAINMAIL.view(position.battle, seat)
    return ChainmailCaptain(1).answer(view, position.decision)


def moving(battle: Battle, side: str) -> Position:
    return play(battle, Moves(side))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_ram_is_pushed_up_to_the_wall(lie: Askew) -> None:
    """CM-SIEGE-05, CM-SIEGE-09: turn by turn, until it stands against it."""
    ground = Ground(lie)
    ram = ground.stormers("ram", 8, 1, 1, troop="covered_ram", facing=ground.lie.facing(20))
    battle = besieged(ram, ground.holders("foe", 4, 0, 20), features=(ground.wall(),), phase="first_move")
    command = order(battle, ("ram",))
    assert isinstance(command, Commanded)
    moved = moving(battle, "blue").then(command)
    assert moved.unit("ram").own.turn.moved
    assert others(battle, ("ram",)) == ()


def test_who_holds_a_wall_stays_on_it() -> None:
    """CM-SIEGE-31: and those in the ward move as ever."""
    ground = Ground()
    up, ward = ground.holders("up", 4, 1, 9.6, on=WALL), ground.holders("ward", 4, 0, 20)
    battle = besieged(up, ward, ground.stormers("foe", 4, 0, -10), features=(ground.wall(),), phase="first_move")
    assert order(battle, ("up",)) is None
    assert others(battle, ("up", "ward")) == ("ward",)


def test_a_party_at_the_wall_raises_its_ladder_and_climbs() -> None:
    """CM-SIEGE-17"""
    ground = Ground()
    party = ground.stormers("party", 6, 1, 9, files=3, troop="ladder_party", marks=(WITH_LADDER,))
    position = play(besieged(party, features=(ground.wall(),)), acts("blue"))
    for act in ("raise", "climb"):
        answer = answered(position, "blue")
        assert isinstance(answer, Commanded)
        assert isinstance(answer.form, Played)
        assert answer.form.use == act
        position = position.then(answer)


@pytest.mark.parametrize(("figures", "pours"), [(6, True), (2, False)])
def test_oil_is_kept_for_more_than_two(figures: int, pours: bool) -> None:
    """CM-SIEGE-22"""
    ground = Ground()
    foot, guard = ground.stormers("foot", figures, 1, 8.9, files=figures), ground.holders("guard", 2, 1, 9.6, on=WALL)
    position = play(besieged(foot, guard, features=(ground.wall(),), oil=(Cauldrons(WALL),)), acts("red"))
    answer = answered(position, "red")
    assert (answer != FINISH) == pours


def test_the_moat_is_filled_before_anything_else() -> None:
    """CM-SIEGE-06"""
    ground = Ground()
    men = ground.stormers("men", 8, 1, 2.5, files=4)
    moat = ground.strip(MOAT, (-9, 3), (0, 4), (9, 3))
    answer = answered(play(besieged(men, features=(ground.wall(), moat)), acts("blue")), "blue")
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Played)
    assert answer.form.use == FILL


def test_foot_without_a_ladder_keep_from_under_the_wall() -> None:
    """CM-SIEGE-22: until there is a way in."""
    ground = Ground()
    foot = ground.stormers("foot", 6, 0, 0)
    battle = besieged(foot, ground.holders("foe", 4, 0, 20), features=(ground.wall(),), phase="first_move")
    assert order(battle, ("foot",)) is None
    gap = ground.strip("breach", (-3, 10), (3, 10), width=1.5)
    command = order(besieged(foot, features=(gap,), phase="first_move"), ("foot",))
    assert isinstance(command, Commanded)
    assert isinstance(command.form, PathDrawn)


def test_sappers_dig_and_are_dug_against() -> None:
    """CM-SIEGE-32, CM-SIEGE-35"""
    ground = Ground()
    sappers = ground.stormers("sappers", 8, 1, 0, troop="sappers", files=4)
    keepers = ground.holders("keepers", 4, 1, 20, troop="sappers")
    position = play(besieged(sappers, keepers, features=(ground.wall(),)), PlanMines())
    first = answered(position, "blue")
    assert first.keys == (f"mine:{WALL}",)  # type: ignore[attr-defined]
    second = answered(position.then(first), "red")  # type: ignore[arg-type]
    assert second.keys == ("counter_mine:sappers",)  # type: ignore[attr-defined]
