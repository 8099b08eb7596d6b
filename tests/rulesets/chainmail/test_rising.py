"""True trolls that rise again, where players want it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.battle import Grave
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.losses import DESTROYED
from schiltron.rulesets.chainmail.movement.rising import Rising, rising
from schiltron.rulesets.chainmail.state import Battle, Unit
from tests.rulesets.chainmail.positions import blue, field, play, red

ON: dict[str, Any] = {"fantasy": "on", "regeneration": "on"}


def slain(turn: int = 3, by: str = "theirs", tags: tuple[str, ...] = ("melee",), *more: Unit, **options: Any) -> Battle:
    troll = replace(blue("ours", 1, at=(40, 30), troop="true_troll"), figures=0, place=OffTable(DESTROYED))
    battle = field(troll, *(more or (red("theirs", 6, at=(60, 30)),)), turn=4, **{**ON, **options})
    return replace(battle, graves=(Grave("ours", 1, "fell", turn, 40_000, 30_000, by, tags),))


def test_on_a_six_it_stands_where_it_fell() -> None:
    """CM-FANT-TROLL-12."""
    risen = play(slain(), Rising()).then("6")
    assert risen.unit("ours").figures == 1
    assert (risen.unit("ours").pose.x, risen.unit("ours").pose.y) == (40_000, 30_000)
    assert not risen.battle.graves
    assert play(slain(), Rising()).then("5").unit("ours").figures == 0


def test_in_the_next_three_turns_and_only_then() -> None:
    """CM-FANT-TROLL-12."""
    assert [bool(play(slain(turn), Rising()).battle.roll) for turn in (0, 1, 2, 3, 4)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_not_after_fire_or_a_magical_weapon() -> None:
    """CM-FANT-TROLL-12."""
    assert play(slain(3, "theirs", ("fire",)), Rising()).over
    elves = red("theirs", 4, at=(60, 30), troop="elves")
    armed = replace(elves, own=replace(elves.own, profile=with_equipment(elves.own.profile, {"sword": 1}).profile))
    assert play(slain(3, "theirs", ("melee",), armed), Rising()).over
    assert play(slain(3, "theirs", ("melee",), elves), Rising()).battle.roll


def test_not_where_somebody_stands() -> None:
    """CM-FANT-TROLL-12."""
    there = red("theirs", 6, at=(40, 30.5))
    assert play(slain(3, "theirs", ("melee",), there), Rising()).then("6").unit("ours").figures == 0


def test_only_if_players_want_it() -> None:
    """CM-FANT-TROLL-12."""
    assert not rising(slain(regeneration="off"))
    assert rising(slain())
