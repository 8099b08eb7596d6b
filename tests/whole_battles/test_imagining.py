"""What a seat does not know may be imagined: a whole battle that looks to it as the true one does.

Two such battles differ only in what is hidden; so nothing that the seat is shown, asked or told may differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import Waiting
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import NOBODY, REFEREE
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Hidden
from schiltron.battle.state.view import heard_by
from schiltron.rulesets import ruleset
from tests.rulesets.guided import everything
from tests.whole_battles.recruits import next_order, opening, positions, stepped

ALL: tuple[tuple[str, dict[str, str]], ...] = (
    ("open-field", {}),
    ("hill-and-woods", {}),
    ("lindwood", {}),
    ("lily-field", {}),
    ("three-parishes", {}),
    ("wolf-wood", {}),
    ("twenty-to-one", {}),
    ("road-to-vaire", {}),
    ("printed-rosters", {}),
    ("field-of-lamps", {"baggage": "off_table"}),
    ("tollgate", {"baggage": "off_table", "turn_system": "simultaneous"}),
    ("powder-and-stones", {"turn_system": "simultaneous"}),
    ("under-harl-tower", {}),
    ("wizards-noon", {}),
    ("lairn", {"setup": "simultaneous", "spells": "declared"}),
    ("crossroads", {"setup": "simultaneous"}),
    ("field-of-wagers", {"setup": "simultaneous", "spells": "declared"}),
)
EACH = pytest.mark.parametrize(("scenario", "switches"), ALL, ids=[scenario for scenario, _ in ALL])


def seen(battle: AnyBattle, seat: str | None) -> bytes:
    return encode(ruleset(battle.ruleset).view(battle, seat))


def some_positions(scenario: str, switches: dict[str, str], seed: int, every: int) -> Iterator[AnyBattle]:
    """Positions of a random battle, more of them while it begins."""
    for number, battle in enumerate(positions(opening(scenario, **switches), seed)):
        if battle.outcome is None and (number < 12 or number % every == 0):
            yield battle


def lookers(battle: AnyBattle) -> list[str | None]:
    return [*(seat.id for seat in battle.seats), None]


@EACH
def test_what_is_imagined_looks_as_the_view_does_and_can_be_played(scenario: str, switches: dict[str, str]) -> None:
    random, dice = Random(3), FastDice(Random(4))
    for battle in some_positions(scenario, switches, 21, 23):
        book = ruleset(battle.ruleset)
        for seat in lookers(battle):
            view = book.view(battle, seat)
            whole = book.imagined(view, seat, random)
            assert seen(whole, seat) == encode(view) == seen(view, seat)
            assert not any(isinstance(one, Waiting) for one in whole.decisions)
            assert encode(book.decode(encode(whole))) == encode(whole)
            for _ in range(3):
                if whole.outcome is None:
                    whole = stepped(whole, next_order(whole, random, dice))


@pytest.mark.parametrize(
    ("scenario", "switches"),
    [
        ("lily-field", {}),
        ("road-to-vaire", {}),
        ("lindwood", {}),
        ("field-of-lamps", {"baggage": "off_table"}),
        ("lairn", {"setup": "simultaneous"}),
    ],
)
def test_what_is_hidden_is_imagined_now_so_and_now_otherwise(scenario: str, switches: dict[str, str]) -> None:
    """Hands of cards, ways to camps, lines set up in secret; a referee imagines nothing."""
    random = Random(5)
    found = set()
    for battle in some_positions(scenario, switches, 22, 40):
        book = ruleset(battle.ruleset)
        assert book.imagined(battle, REFEREE, random) is battle
        bare = replace(battle, decisions=(), commitments=())
        for seat in battle.seats:
            view = book.view(bare, seat.id)
            found.add(encode(book.imagined(view, seat.id, random)) != encode(book.imagined(view, seat.id, random)))
    assert True in found


# ---------------------------------------------------------------- nothing is told by the way


@pytest.mark.parametrize(
    ("scenario", "switches"),
    [
        ("lily-field", {}),
        ("road-to-vaire", {}),
        ("lindwood", {}),
        ("field-of-lamps", {"baggage": "off_table"}),
        ("crossroads", {"setup": "simultaneous"}),
    ],
)
def test_a_guide_says_the_same_whatever_is_hidden(scenario: str, switches: dict[str, str]) -> None:
    """Menus with their reasons, targets, odds, overlays, cards, what is held."""
    random = Random(6)
    for battle in islice(some_positions(scenario, switches, 23, 200), 3, None, 5):
        book = ruleset(battle.ruleset)
        for seat in lookers(battle):
            whole = book.imagined(book.view(battle, seat), seat, random)
            assert everything(book.view(whole, seat), seat) == everything(book.view(battle, seat), seat)


@EACH
def test_what_a_step_asks_of_a_seat_it_would_ask_if_there_were_no_more_than_that_seat_sees(
    scenario: str, switches: dict[str, str]
) -> None:
    """And it waits for the same others: who is asked is no secret, and depends on none."""
    for battle in some_positions(scenario, switches, 24, 5):
        book = ruleset(battle.ruleset)
        bare = replace(battle, roll=None, decisions=(), commitments=())
        for seat in lookers(battle):
            assert asked_of(bare, seat) == asked_of(book.view(bare, seat), seat)


def asked_of(battle: AnyBattle, seat: str | None) -> bytes:
    """What the next step asks a seat, and which others besides; or for which dice."""
    step = battle.agenda[0]
    asked = ruleset(battle.ruleset).handlers[type(step)].ask(battle, step)
    if isinstance(asked, Roll):
        return encode(asked if not asked.audience or seat in asked.audience else asked.audience)
    return encode([one if one.seat == seat else one.seat for one in asked])


@EACH
def test_what_anybody_does_goes_on_alike_whatever_is_hidden(scenario: str, switches: dict[str, str]) -> None:
    """The same answer or the same dice: afterwards a seat has heard and sees the same, and so has who looks on; as many
    are asked as often. Only what is found out then may differ."""
    random, dice = Random(7), FastDice(Random(8))
    compared = 0
    for battle in some_positions(scenario, switches, 25, 3):
        book = ruleset(battle.ruleset)
        for seat in lookers(battle):
            view = book.view(battle, seat)
            one, other = (book.imagined(view, seat, random) for _ in range(2))
            order = next_order(one, random, dice)
            if drawn(one, seat) or one.commitments:
                continue
            after = [book.obey(whole, order) for whole in (one, other)]
            if isinstance(after[1], Illegal):
                assert isinstance(order, Reply)
                assert order.seat != seat, "what a seat may do does not depend on what it does not know"
                continue
            if any(found_out(one, end.battle) for end in after):
                continue
            here, there = ((seen(end.battle, seat), encode(heard_by(end.events, seat))) for end in after)
            assert here == there
            compared += 1
    assert compared > (20 if battle.board is not None else 10), "off the table battles are short"


def drawn(battle: AnyBattle, seat: str | None) -> bool:
    """Whether the seat's own side draws from a bag next: what is left in it is not known."""
    roll = battle.roll
    return roll is not None and NOBODY in roll.audience and roll.pools[0].whose == battle.side_at(seat)


def found_out(before: AnyBattle, after: AnyBattle) -> bool:
    """Whether somebody has come upon a camp, units set up in secret are shown, or dice were read by the strength of
    armies that had been stated only."""
    if before.board is None and before.roll is not None:
        return True
    camps = [[camp.found_by for camp in getattr(battle.own, "baggage", ())] for battle in (before, after)]
    hidden = [sum(isinstance(unit.place, Hidden) for unit in battle.units.values()) for battle in (before, after)]
    return camps[0] != camps[1] or hidden[0] > hidden[1]
