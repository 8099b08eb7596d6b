"""Mercenaries and their tempers."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Compelled, Detached, Moved, Removed, Ruled
from schiltron.battle.state.field import others
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.nature import Word
from schiltron.rulesets.chainmail.obedience.mercenaries import Tempers, has_arrived
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import BRIBED, DESERTING, MUTINOUS, Battle, Flight, with_turn
from schiltron.rulesets.chainmail.steps import Compulsions
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.outline import overlapping
from tests.rulesets.chainmail.positions import ahead, blue, commander, field, locked, march, place, play, red, rules

ON: dict[str, Any] = {"mercenaries": "on"}
NOT_FOR_HIRE: tuple[Word, ...] = ("alone", "conjured", "special_only")
DUE = Compulsions("blue")


def hired(*others: Any, at: tuple[float, float] = (40, 40), **more: Any) -> Battle:
    own = more.pop("own", {})
    return field(
        blue("hired", 8, files=4, at=at, mercenary=True, **own),
        blue("others", 4, at=(80, 50)),
        red("foe", 8, files=4, at=(40, 15)),
        *others,
        **{**ON, **more},
    )


# ---------------------------------------------------------------- who they are


def test_any_type_may_be_hired() -> None:
    """CM-HIST-16: whatever it is, at half the price (CM-POINTS-04)."""
    for troop, line in TROOPS.items():
        nature = line.profile.nature
        if not line.profile.commander and not (nature is not None and any(map(nature.has, NOT_FOR_HIRE))):
            figures = 2 if line.profile.engine == "mantlet" else 4 if line.profile.engine else 8
            plain = QUARTERMASTER.check([Enlisted(troop=troop, figures=figures)], None)
            army = QUARTERMASTER.check([Enlisted(troop=troop, figures=figures, equipment={"mercenary": True})], None)
            assert not army.violations, troop
            assert 2 * army.points == plain.points


def test_who_fights_alone_is_not_hired() -> None:
    """CM-HIST-16: units of creatures may be, but no hero, no giant, and nothing that is not for sale."""
    for troop in ("hero", "giant", "true_troll", "basilisk", "air_elemental"):
        listed = Enlisted(troop=troop, figures=1, equipment={"mercenary": True})
        found = QUARTERMASTER.check([listed], None).violations
        assert ("units[0].equipment.mercenary", ("CM-HIST-16",)) in [(one.place, one.rules) for one in found], troop
    (found_one,) = QUARTERMASTER.check([Enlisted("goblins", 8, equipment={"mercenary": "yes"})], None).violations
    assert found_one.right == "true or false"


# ---------------------------------------------------------------- the first die


@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_they_obey_on_two_to_five(die: int) -> None:
    """CM-HIST-17."""
    played = play(hired(), Tempers(), str(die))
    assert played.over
    assert played.unit("hired").own.hire.temper == ""


def test_on_a_one_they_stand_still() -> None:
    """CM-HIST-17: for this turn; they neither move nor fire, and are asked anew before the next."""
    asked = play(hired(), Tempers())
    assert asked.roll.rules == ("CM-HIST-17",)
    stood = asked.then("1")
    assert stood.unit("hired").own.hire.temper == "stands"
    assert stood.unit("hired").has(MUTINOUS)
    assert stood.events_of(Compelled)[0].rules == ("CM-HIST-17",)
    assert rules(play(stood.battle, Moves("blue")).refusal(march("hired", ahead(1)))) == {"CM-HIST-17"}
    again = play(stood.battle, Tempers(), "3")
    assert again.unit("hired").own.hire.temper == ""
    assert not again.unit("hired").has(MUTINOUS)


def test_nobody_else_is_diced_for_and_nobody_with_the_option_off() -> None:
    """CM-HIST-17."""
    assert play(hired(mercenaries="off"), Tempers()).over
    assert play(field(blue("own", 8, at=(40, 40)), **ON), Tempers()).over


def test_in_melee_they_are_not_checked() -> None:
    """CM-HIST-20: until it is over; nor, by ruling, while they flee."""
    battle = hired(red("near", 8, files=4, at=(40, 40)), contacts=(locked("near", "hired"),))
    assert play(battle, Tempers()).over
    assert play(hired(own={"flight": Flight("rout", 1, 1500, 1)}), Tempers()).over
    assert play(hired(), Tempers()).battle.roll is not None


def test_the_commander_is_nothing_to_them() -> None:
    """CM-HIST-39: the die is read as it lies."""
    battle = hired(commander("prince", "blue", with_="hired"), commander="required_rolls")
    assert play(battle, Tempers(), "1").unit("hired").own.hire.temper == "stands"


# ---------------------------------------------------------------- the second die


@pytest.mark.parametrize(
    ("die", "temper", "mark"),
    [
        (1, "stands", MUTINOUS),
        (2, "deserts", DESERTING),
        (3, "deserts", DESERTING),
        (4, "bribed", BRIBED),
        (5, "bribed", BRIBED),
    ],
)
def test_a_six_is_thrown_again(die: int, temper: str, mark: str) -> None:
    """CM-HIST-18."""
    second = play(hired(), Tempers(), "6")
    assert second.roll.rules == ("CM-HIST-18",)
    played = second.then(str(die))
    assert played.unit("hired").own.hire.temper == temper
    assert played.unit("hired").has(mark)
    assert played.events_of(Compelled)[0].rules == ("CM-HIST-18",)


def test_two_sixes_make_them_obey_for_three_moves() -> None:
    """CM-HIST-18: this one and two more without a die."""
    played = play(hired(), Tempers(), "6", "6")
    assert played.unit("hired").own.hire.loyal_until == 3
    assert played.events_of(Ruled)[0].rules == ("CM-HIST-18",)
    for turn, asked in ((2, False), (3, False), (4, True)):
        battle = field(*played.battle.units.values(), turn=turn, **ON)
        assert (play(battle, Tempers()).battle.roll is not None) is asked


def test_who_is_on_his_way_is_not_diced_for_again() -> None:
    """CM-HIST-18: deserters and bribed men go on until they are there."""
    for temper in ("deserts", "bribed"):
        battle = hired(own={"temper": temper})
        assert play(battle, Tempers()).over
        assert rules(play(battle, Moves("blue")).refusal(march("hired", ahead(1)))) == {"CM-HIST-18"}


# ---------------------------------------------------------------- off the board


def test_deserters_march_off_by_the_shortest_way() -> None:
    """CM-HIST-18: at a normal move each turn, and over the edge."""
    battle = hired(at=(40, 48), own={"temper": "deserts", "marks": (DESERTING,)})
    turned = play(battle, DUE)
    assert turned.events_of(Compelled)[0].rules == ("CM-HIST-18",)
    assert place(turned.unit("hired"))[2] == 180, "an about face takes the whole move"
    marching = play(_next(turned.battle, 2), DUE)
    (moved,) = marching.events_of(Moved)
    assert moved.spent == 9_000
    gone = play(_next(marching.battle, 3), DUE)
    assert isinstance(gone.unit("hired").place, OffTable)
    (removed,) = gone.events_of(Removed)
    assert (removed.why, removed.rules) == ("marched off", ("CM-HIST-18",))
    assert gone.unit("hired").place == OffTable("marched off", "south")


def _next(battle: Battle, turn: int) -> Battle:
    units = [with_turn(unit, moved=False, ordered="", spent=0) for unit in battle.units.values()]
    return field(*units, turn=turn, **ON)


def test_their_player_cannot_stop_them_in_written_orders_either() -> None:
    """CM-HIST-18: the march is written for them."""
    battle = hired(at=(40, 52), own={"temper": "deserts", "facing": 180}, turn_system="simultaneous", turn_limit=1)
    shown = play(battle, WriteOrders(), EndTurn()).at_once(Planned(()), Planned(()))
    assert shown.unit("hired").place == OffTable("marched off", "south")


# ---------------------------------------------------------------- over to the enemy


def test_bribed_men_march_to_the_nearest_enemy() -> None:
    """CM-HIST-19: at a normal move; they are still whose they were."""
    battle = hired(own={"temper": "bribed", "marks": (BRIBED,)})
    played = play(battle, DUE)
    assert place(played.unit("hired"))[:2] == (40, 31)
    assert played.unit("hired").side == "blue"
    assert set(played.events_of(Compelled)[0].rules) == {"CM-HIST-18", "CM-HIST-19"}


def test_within_three_inches_they_change_sides() -> None:
    """CM-HIST-19: side and command, not who brought them; they obey their new masters and may attack the old."""
    battle = hired(at=(40, 22), own={"temper": "bribed", "marks": (BRIBED,)})
    played = play(battle, DUE)
    unit = played.unit("hired")
    assert (unit.side, unit.controller, unit.owner) == ("red", "red", "blue")
    assert unit.own.hire.temper == ""
    assert not unit.has(BRIBED)
    assert place(unit)[1] == 17, "they halt before they touch anybody"
    assert any(told.rules == ("CM-HIST-19",) for told in played.events_of(Ruled))
    assert "hired" in play(_next(played.battle, 2), Moves("red")).decision.actors
    checked = play(_next(played.battle, 2), Tempers())
    assert checked.roll.pools[0].whose == "red"


@pytest.mark.parametrize(("apart", "over"), [(3, True), (3.1, False)])
def test_three_inches_are_the_enemys_lines(apart: float, over: bool) -> None:
    """CM-HIST-19."""
    battle = hired(at=(40, 15 + apart), own={"temper": "bribed"})
    assert has_arrived(battle, battle.units["hired"]) is over


def test_bribed_men_in_written_orders_go_over_at_the_end_of_the_turn() -> None:
    """CM-HIST-19."""
    battle = hired(at=(40, 22), own={"temper": "bribed", "marks": (BRIBED,)}, turn_system="simultaneous", turn_limit=1)
    played = play(battle, WriteOrders(), EndTurn()).at_once(Planned(()), Planned(()))
    assert played.unit("hired").side == "red"


def test_who_finds_no_way_waits() -> None:
    """CM-HIST-18: hemmed in by friends, and told so."""
    walls = [
        blue(f"wall {x} {y}", 12, files=12, at=(x, y), facing=facing)
        for x, y, facing in ((40, 39.9, 0), (40, 41.6, 180), (38.4, 40.75, 270), (41.6, 40.75, 90))
    ]
    battle = hired(*walls, own={"temper": "deserts"})
    played = play(battle, DUE)
    assert place(played.unit("hired"))[:2] == (40, 40)
    assert "find no way" in played.events_of(Compelled)[0].action


@pytest.mark.parametrize("temper", ["deserts", "bribed"])
def test_the_commander_does_not_go_with_them(temper: str) -> None:
    """CM-HIST-39: he stays behind on his own when they are gone or turn their coats."""
    at = (40, 52.5) if temper == "deserts" else (40, 17)
    deep = blue("hired", 30, files=3, at=at, mercenary=True, temper=temper)
    battle = hired(commander("prince", "blue", with_="hired"), commander="all_dice").with_unit(deep)
    played = play(battle, DUE)
    prince = played.unit("prince")
    assert (prince.on_table, prince.side, prince.host) == (True, "blue", "")
    assert played.battle.board is not None
    assert played.battle.board.holds(prince.outline)
    assert not any(overlapping(prince.outline, other.outline) for other in others(played.battle, prince))
    assert played.events_of(Detached)[0].rules == ("CM-HIST-39",)
