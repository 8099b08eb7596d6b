"""Giants throw stones as small catapults do: how far, how often, and at whom they do harm."""

from __future__ import annotations

from typing import Any

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Landed
from schiltron.rulesets.chainmail.artillery.damage import points
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.artillery.pointing import may_fire
from schiltron.rulesets.chainmail.engines import piece, rate_of_fire
from schiltron.rulesets.chainmail.state import Unit
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import Played, aim, blue, field, play, red, rules

ON: dict[str, Any] = {"fantasy": "on", "phase": "artillery", "turn": 4}


def giant(**more: Any) -> Unit:
    return blue("ours", 1, troop="giant", **{"at": (48, 40), **more})


def thrown(*others: Unit, bearing: float = 0, distance: float = 10, one: Unit | None = None) -> Played:
    return play(field(one or giant(), *others, **ON), Artillery(("blue", "red")), aim("ours", bearing, distance))


def test_twenty_inches_and_however_near() -> None:
    """CM-FANT-GIANT-04: a circle of two inches; a small catapult needs twelve."""
    call = piece(giant()).call
    assert call is not None
    assert (call.least, call.most, call.circle) == (0, inches(20), inches(2))
    men = red("men", 8, at=(48, 38), files=4)
    battle = field(giant(), men, **ON)
    refused = play(battle, Artillery(("blue",))).refusal(aim("ours", 0, 21))
    assert "CM-FANT-GIANT-04" in rules(refused) or refused
    near = thrown(men, distance=2).then("3 | 3")
    assert near.unit("men").figures < 8


def test_a_boulder_falls_over_or_short_like_a_stone_of_a_catapult() -> None:
    """CM-FANT-GIANT-04, CM-CATAPULT-12."""
    men = red("men", 12, at=(48, 30), files=6)
    hit = thrown(men, distance=11).then("2 | 2")
    (landed,) = hit.events_of(Landed)
    assert landed.struck
    assert not thrown(men, distance=11).then("6 | 1").events_of(Landed)[0].struck


def test_he_throws_in_every_direction() -> None:
    """CM-FANT-GIANT-04."""
    assert thrown(red("men", 8, at=(58, 41), files=4), bearing=90, distance=9).roll


def test_every_second_turn_at_most_and_not_when_he_moves() -> None:
    """CM-FANT-GIANT-05: moving in between does not delay the next throw."""
    assert rate_of_fire(giant()).total == 2
    men = red("men", 8, at=(48, 30))
    for one, free in (
        (giant(), True),
        (giant(last_shot=3), False),
        (giant(last_shot=2), True),
        (giant(last_shot=2, turns_still=0), True),
        (giant(moved=True), False),
    ):
        battle = field(one, men, **ON)
        assert (not may_fire(battle, one)) is free
    moved = giant(moved=True)
    assert "CM-FANT-GIANT-05" in rules(may_fire(field(moved, men, **ON), moved))


def test_whom_a_boulder_does_no_harm() -> None:
    """CM-FANT-CATAPULT-01: a dragon is not among those who are subject to it, and dwarves are."""
    dragon = thrown(red("foe", 1, at=(48, 30), troop="red_dragon"), distance=11)
    assert dragon.then("1 | 1").unit("foe").figures == 1
    dwarves = thrown(red("foe", 8, at=(48, 30), files=4, troop="dwarves"), distance=11)
    assert dwarves.then("1 | 1").unit("foe").figures < 8


def test_what_it_does_to_what_is_built() -> None:
    """CM-FANT-GIANT-04, CM-FANT-SIEGE-03: three points."""
    assert points(giant()) == 3


def test_he_need_not_throw() -> None:
    """CM-FANT-GIANT-05."""
    battle = field(giant(), red("men", 8, at=(48, 30)), **ON)
    assert play(battle, Artillery(("blue",)), FINISH).over
