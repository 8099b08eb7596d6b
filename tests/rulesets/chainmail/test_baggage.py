"""Baggage camps off the table and on it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Zone
from schiltron.battle.state.event import Compelled, Marked, Removed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.camps import from_the_middle, home_edge, stretches
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.raids.baggage import SeekBaggage
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import PLUNDERING, Baggage, Battle, Captives
from schiltron.rulesets.chainmail.steps import Compulsions
from schiltron.rulesets.quartermaster import Enlisted, Field
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import ahead, blue, choose, commander, field, locked, march, play, red, rules

SOUTH = ("blue", Zone(0, inches(48), inches(96), inches(60)))
NORTH = ("red", Zone(0, 0, inches(96), inches(12)))
CAMPS = (Baggage("blue", inches(36)), Baggage("red", inches(36)))
"""Both from 36 to 42 inches along their edges."""
DUE = Compulsions("red")


def war(*units: Any, switch: str = "off_table", camps: tuple[Baggage, ...] = CAMPS, **more: Any) -> Battle:
    """A battle whose camps have been noted."""
    battle = field(*units, zones=(SOUTH, NORTH), **more)
    options = replace(battle.own.options, baggage=switch)
    return replace(battle, own=replace(battle.own, options=options, baggage=camps))


def eve(*, switch: str = "off_table") -> Battle:
    """A battle before its first turn, in which nothing has been noted."""
    return war(blue("a", 4, at=(40, 50)), red("b", 4, at=(40, 10)), switch=switch, camps=())


# ---------------------------------------------------------------- noted in secret


def test_each_side_notes_a_stretch_of_its_own_edge() -> None:
    """CM-HIST-40: 6 inches wide, before the first turn."""
    battle = eve()
    assert (home_edge(battle, "blue"), home_edge(battle, "red")) == ("south", "north")
    assert stretches(battle, "blue") == tuple(range(0, inches(91), inches(6)))
    asked = play(battle, SeekBaggage())
    assert asked.decision.seat == "blue"
    assert asked.decision.rules == ("CM-HIST-40",)
    assert rules(asked.refusal(choose("1"))) == {"CM-HIST-40"}
    noted = asked.then(choose("36000"), choose("0"))
    assert noted.battle.own.baggage == (Baggage("blue", 36_000), Baggage("red", 0))
    assert noted.over


def test_sides_at_the_other_edges_have_their_camps_there() -> None:
    """CM-HIST-40: to the rear of where they start."""
    zones = (("blue", Zone(0, 0, inches(12), inches(60))), ("red", Zone(inches(84), 0, inches(96), inches(60))))
    battle = field(blue("a", 4, at=(6, 30)), red("b", 4, at=(90, 30)), zones=zones)
    assert (home_edge(battle, "blue"), home_edge(battle, "red")) == ("west", "east")
    assert stretches(battle, "blue")[-1] == inches(54)


@pytest.mark.parametrize(
    ("looks", "first", "middle"),
    [("north", 0, (48, 42)), ("east", 0, (30, 24)), ("south", 2, (44, 50)), ("west", 1, (25, 31))],
)
def test_stretches_are_counted_from_the_left_hand_end(looks: str, first: float, middle: tuple[float, float]) -> None:
    """CM-HIST-40: whichever way a side looks; of two middle ones the right-hand one is proposed."""
    near, far = Zone(0, inches(52), inches(98), inches(61)), Zone(0, 0, inches(98), inches(9))
    left, right = Zone(0, 0, inches(9), inches(61)), Zone(inches(89), 0, inches(98), inches(61))
    mine, theirs = {"north": (near, far), "south": (far, near), "east": (left, right), "west": (right, left)}[looks]
    battle = field(blue("a", 4, at=(40, 30)), zones=(("blue", mine), ("red", theirs)), size=(98, 61))
    assert stretches(battle, "blue")[0] == inches(first)
    assert from_the_middle(battle, "blue")[:2] == tuple(inches(at) for at in middle)
    assert sorted(from_the_middle(battle, "blue")) == list(stretches(battle, "blue"))


def test_the_other_side_does_not_know_the_way_before_it_is_found() -> None:
    """CM-HIST-40: neither from its view nor from what it hears; the owner does."""
    battle = eve()
    noted = play(battle, SeekBaggage(), choose("36000"), choose("0"))
    assert CHAINMAIL.view(noted.battle, "red").own.baggage == (Baggage("blue", None), Baggage("red", 0))
    assert CHAINMAIL.view(noted.battle, "blue").own.baggage == (Baggage("blue", 36_000), Baggage("red", None))
    assert all(camp.at is None for camp in CHAINMAIL.view(noted.battle, None).own.baggage)
    for seat, number in (("blue", 1), ("red", 1), (None, 0)):
        heard = [one for one in heard_by(noted.events, seat) if isinstance(one, Ruled) and "edge" in one.what]
        assert len(heard) == number
    found = war(blue("a", 4, at=(40, 50)), camps=(Baggage("blue", 36_000, ("b",)), Baggage("red", 0)))
    assert CHAINMAIL.view(found, "red").own.baggage[0].at == 36_000


def test_a_random_note_is_legal() -> None:
    """CM-HIST-40."""
    asked = play(eve(), SeekBaggage())
    answer = CHAINMAIL.sample(CHAINMAIL.view(asked.battle, "blue"), asked.decision, Random(3))
    assert asked.then(answer).battle.own.baggage[0].at in stretches(asked.battle, "blue")
    assert next(iter(CHAINMAIL.suggest(asked.battle, asked.decision))) == asked.decision.default


def test_without_the_option_nothing_is_noted_or_sought() -> None:
    """CM-HIST-40."""
    assert play(eve(switch="none"), SeekBaggage()).over


# ---------------------------------------------------------------- found


@pytest.mark.parametrize(("y", "found"), [(51, True), (50.9, False)])
def test_a_hostile_unit_within_a_normal_move_of_the_path_has_found_it(y: float, found: bool) -> None:
    """CM-HIST-41: heavy foot moves 9 inches; its front looks at the edge. It is announced to everybody."""
    played = play(war(red("raiders", 8, at=(39, y), facing=180), blue("a", 4, at=(90, 30))), SeekBaggage())
    assert played.battle.own.baggage[0].found_by == (("raiders",) if found else ())
    told = [one for one in played.events_of(Ruled) if one.rules == ("CM-HIST-41",)]
    assert bool(told) is found
    assert all(not one.audience for one in told)


@pytest.mark.parametrize(("far", "found"), [(1, True), (0.9, False)])
def test_it_is_declared_as_soon_as_a_move_brings_a_unit_near(far: float, found: bool) -> None:
    """CM-HIST-41: at once, while others may still move; and in the next turn, not in this one, it goes (CM-HIST-42)."""
    battle = war(red("raiders", 8, at=(39, 50), facing=180), red("others", 4, at=(80, 20)), blue("a", 4, at=(90, 30)))
    moved = play(battle, Moves("red"), march("raiders", ahead(far)))
    assert moved.battle.own.baggage[0].found_by == (("raiders",) if found else ())
    assert bool([one for one in moved.events_of(Ruled) if one.rules == ("CM-HIST-41",)]) is found
    assert CHAINMAIL.view(moved.battle, "red").own.baggage[0].at == (inches(36) if found else None)
    assert not moved.unit("raiders").has(PLUNDERING)
    done = moved.then(FINISH)
    assert done.unit("raiders").on_table
    next_turn = play(done.battle, SeekBaggage())
    assert next_turn.unit("raiders").has(PLUNDERING) is found


def test_who_was_driven_near_the_path_has_found_it_when_the_turn_ends() -> None:
    """CM-HIST-41: it need be no move of its own; so it is out for plunder in the very next turn (CM-HIST-42)."""
    battle = war(red("raiders", 8, at=(39, 55), facing=180), blue("a", 8, at=(90, 30)))
    ended = play(battle, EndTurn())
    assert ended.battle.own.baggage[0].found_by == ("raiders",)
    assert ended.unit("raiders").has(PLUNDERING)


def test_who_starts_near_the_path_leaves_in_the_turn_after_he_has_found_it() -> None:
    """CM-HIST-41, CM-HIST-42."""
    played = play(war(red("raiders", 8, at=(39, 52), facing=180), blue("a", 4, at=(90, 30))), SeekBaggage(), DUE)
    assert played.unit("raiders").on_table
    again = play(played.battle, SeekBaggage(), DUE)
    assert not again.unit("raiders").on_table


def test_beside_the_path_it_is_not_found() -> None:
    """CM-HIST-41: it is the 6 inches that count, not the edge; one's own units find nothing."""
    far = war(red("raiders", 8, at=(70, 55), facing=180), blue("own", 8, at=(39, 55)))
    played = play(far, SeekBaggage())
    assert not played.battle.own.baggage[0].found_by


def test_who_has_gone_off_again_is_out_for_plunder_no_more() -> None:
    """CM-HIST-42: but the way is known now."""
    camps = (Baggage("blue", inches(36), ("raiders",)), CAMPS[1])
    played = play(war(red("raiders", 8, at=(39, 20), marks=(PLUNDERING,)), camps=camps), SeekBaggage())
    assert not played.unit("raiders").has(PLUNDERING)
    assert played.battle.own.baggage[0].found_by == ("raiders",)
    assert played.events_of(Marked)


# ---------------------------------------------------------------- looted


FOUND = (Baggage("blue", inches(36), ("raiders",)), CAMPS[1])


def raid(*others: Any, **more: Any) -> Battle:
    own = more.pop("own", {})
    raiders = red("raiders", 8, at=(39, 52), facing=180, marks=(PLUNDERING,), **own)
    return war(raiders, *others, camps=FOUND, **more)


def test_the_finders_leave_the_board_to_loot() -> None:
    """CM-HIST-42: in the next turn, before their side is given orders; CM-HIST-44: out of play, but not lost."""
    played = play(raid(), DUE)
    unit = played.unit("raiders")
    assert unit.place == OffTable("looting the baggage", "south")
    assert unit.figures == 8
    assert played.events_of(Compelled)[0].rules == ("CM-HIST-42",)
    assert played.events_of(Removed)[0].rules == ("CM-HIST-42", "CM-HIST-44")


def test_they_stay_out_for_the_rest_of_the_game() -> None:
    """CM-HIST-44: nobody can order them any more, and no rule brings them back."""
    gone = play(raid(red("others", 4, at=(80, 20))), DUE).battle
    asked = play(gone, SeekBaggage(), DUE, Moves("red"))
    assert asked.decision.actors == ("others",)
    assert not asked.unit("raiders").place.may_return  # type: ignore[union-attr]


def test_every_unit_of_the_owner_near_the_path_is_drawn_off() -> None:
    """CM-HIST-43: a normal move or less from it, the commander with them; others stay."""
    played = play(
        raid(
            blue("near", 8, at=(50, 57)),
            commander("prince", "blue", with_="near"),
            blue("far", 8, at=(70, 57)),
            blue("horse", 8, at=(68, 50), troop="light_horse"),
        ),
        DUE,
    )
    assert played.unit("near").place == OffTable("saving the baggage", "south")
    assert played.unit("prince").place == OffTable("saving the baggage", "south")
    assert played.unit("horse").place == OffTable("saving the baggage", "south"), "its normal move is longer"
    assert played.unit("far").on_table
    assert played.events_of(Compelled)[-1].rules == ("CM-HIST-43",)
    assert {"CM-HIST-43", "CM-HIST-44"} <= set(played.events_of(Removed)[-1].rules)


def test_who_comes_near_while_they_loot_is_drawn_off_too() -> None:
    """CM-HIST-43: as long as looters are there; not where nobody loots, nor for those who are far off."""
    looters = replace(red("raiders", 8, at=(39, 52)), place=OffTable("looting the baggage", "south"))
    later = war(looters, blue("late", 8, at=(50, 57)), blue("far", 8, at=(80, 57)), camps=FOUND)
    came = play(later, SeekBaggage())
    assert came.unit("late").place == OffTable("saving the baggage", "south")
    assert came.events_of(Compelled)[0].rules == ("CM-HIST-43",)
    assert came.unit("far").on_table
    beaten = replace(looters, figures=0)
    assert play(later.with_unit(beaten), SeekBaggage()).unit("late").on_table


def test_an_attack_prevents_it() -> None:
    """CM-HIST-42: whoever is in melee does not leave; nor are owners drawn out of one."""
    fight = raid(blue("guard", 8, at=(39, 52)), contacts=(locked("guard", "raiders"),))
    assert play(fight, DUE).unit("raiders").on_table
    other = raid(blue("guard", 8, at=(30, 55)), red("beset", 8, at=(30, 55)), contacts=(locked("beset", "guard"),))
    assert play(other, DUE).unit("guard").on_table


def test_blocking_the_path_prevents_it() -> None:
    """CM-HIST-42: troops of the owner across every way to it."""
    across = raid(blue("guard", 12, files=12, at=(39, 56)))
    kept = play(across, DUE)
    assert kept.unit("raiders").on_table
    assert any(told.rules == ("CM-HIST-42",) for told in kept.events_of(Ruled))
    assert play(raid(blue("guard", 7, files=7, at=(39, 56))), DUE).unit("raiders").on_table, "with what they control"
    beside = raid(blue("guard", 2, files=2, at=(34, 56)))
    assert not play(beside, DUE).unit("raiders").on_table


def test_prisoners_of_those_who_leave_stay_behind() -> None:
    """CM-HIST-42 with CM-MELEE-42."""
    battle = raid(own={"captives": (Captives("lost", 2),)})
    (captives,) = play(battle, DUE).unit("raiders").own.captives
    assert captives.left_at is not None


# ---------------------------------------------------------------- on the table


def wagons(*others: Any, **more: Any) -> Battle:
    raiders = red("raiders", 4, files=4, at=(40, 48.75), facing=180)
    return war(
        blue("train", 4, at=(40, 50), troop="wagon"), raiders, *others, switch=more.pop("switch", "on_table"), **more
    )


def test_a_wagon_that_is_reached_is_looted() -> None:
    """CM-HIST-45: an enemy is at it when a turn begins, and nobody fights him for it."""
    played = play(wagons(contacts=(locked("raiders", "train"),)), SeekBaggage())
    assert played.unit("train").place == OffTable("looted")
    assert played.events_of(Removed)[0].rules == ("CM-HIST-45",)
    assert not played.battle.engagements


def test_a_wagon_is_safe_without_an_enemy_at_it_or_while_others_defend_it() -> None:
    """CM-HIST-45; and with the option off wagons are wagons."""
    assert play(wagons(), SeekBaggage()).unit("train").on_table
    guard = blue("guard", 4, at=(37, 48), facing=90)
    defended = wagons(guard, contacts=(locked("raiders", "train"), locked("guard", "raiders")))
    assert play(defended, SeekBaggage()).unit("train").on_table
    assert play(wagons(contacts=(locked("raiders", "train"),), switch="none"), SeekBaggage()).unit("train").on_table


def test_the_commander_on_his_own_neither_finds_nor_saves_baggage() -> None:
    """CM-HIST-41, CM-HIST-43: it is troops who do."""
    alone = war(commander("king", "red", at=(39, 55)), blue("a", 4, at=(90, 30)))
    assert not play(alone, SeekBaggage()).battle.own.baggage[0].found_by
    saved = play(raid(commander("prince", "blue", at=(60, 57))), DUE)
    assert saved.unit("prince").on_table


def test_a_side_with_its_baggage_on_the_table_has_a_wagon() -> None:
    """CM-HIST-45."""
    armies = (("blue", (Enlisted("wagon", 4), Enlisted("heavy_foot", 8))), ("red", (Enlisted("heavy_foot", 8),)))
    battlefield = Field(
        title="a field",
        board=Board(inches(96), inches(60)),
        sides=(),
        armies=armies,
        zones=(SOUTH, NORTH),
        ground="fixed",
        switches={"baggage": "on_table"},
    )
    places = [one.place for one in QUARTERMASTER.check_field(battlefield) if one.rules == ("CM-HIST-45",)]
    assert places == ["sides.red.units"]
