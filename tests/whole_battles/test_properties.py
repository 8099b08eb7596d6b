"""What holds for every battle: replay, refusal, views, saving."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.encoding import digest, encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.rulesets import NAMES, ruleset
from tests.whole_battles.recruits import next_order, opening, positions, readied
from tests.whole_battles.wild import wild_answer, wild_order

BOOKS = {name: ruleset(name) for name in NAMES}

ADVANCED = ("dragon-over-harrow", "six-spells", "lindwood")
"""Book of War with heroes, with wizards, with units in hiding."""
CHAINMAIL = ("beacon-ridge", "powder-and-stones", "field-of-lamps", "tollgate")
"""By moves, with artillery, with all that history adds, by written orders."""
BATTLESYSTEM = ("crossroads", "lairn", "bread-riot", "field-of-wagers")
"""The Basic Game, hidden set-up, mobs and skirmishers, machines and heroes; limited to some rounds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    [
        "open-field",
        "hill-and-woods",
        "random-ground",
        "horse-and-pikes",
        "lily-field",
        "three-parishes",
        "wolf-wood",
        *ADVANCED,
        "road-to-vaire",
        *CHAINMAIL,
        *BATTLESYSTEM,
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_a_journal_replays_to_the_same_hashes(scenario: str, seed: int, tmp_path) -> None:
    setup = readied(scenario)
    dice = SealedDice.from_number(seed)
    journal = Journal.start(BOOKS[setup.ruleset], setup, "sealed", dice.commitment)
    random = Random(seed)
    while journal.battle.outcome is None:
        if journal.battle.roll is not None:
            order = dice.throw(journal.battle.roll, journal.next_number)
        else:
            order = next_order(journal.battle, random, FastDice(random))
        assert not isinstance(journal.obey(order), Illegal)
    path = tmp_path / "battle.jsonl"
    write(journal, path, seed=dice.seed)
    loaded = read(path, BOOKS)
    assert loaded.journal.battle == journal.battle
    assert [entry.hash for entry in loaded.journal.entries] == [entry.hash for entry in journal.entries]
    report = verify(loaded)
    assert report.problems == ()
    assert report.entries == len(journal.entries)


@pytest.mark.parametrize("scenario", ["hill-and-woods", *ADVANCED, "lily-field", "field-of-lamps", "lairn"])
def test_every_position_survives_json(scenario: str) -> None:
    """Equal after the round trip, to the byte."""
    for number, battle in enumerate(positions(opening(scenario), 3)):
        book = BOOKS[battle.ruleset]
        if number % 20 == 0 or battle.outcome is not None:
            again = book.decode(encode(battle))
            assert again == battle
            assert encode(again) == encode(battle)


@pytest.mark.parametrize("scenario", ["stream-crossing", *ADVANCED, "lily-field", *CHAINMAIL, *BATTLESYSTEM])
def test_what_is_awaited_follows_from_the_agenda(scenario: str) -> None:
    """Asked again, the step on top of the agenda asks for the same."""
    for number, battle in enumerate(positions(opening(scenario), 5)):
        if number % 10 == 0 and battle.outcome is None and not battle.commitments:
            book = BOOKS[battle.ruleset]
            asked = book.handlers[type(battle.agenda[0])].ask(battle, battle.agenda[0])
            asked = asked if isinstance(asked, tuple) else (asked,)
            held = battle.decisions or (battle.roll,)
            assert [one.prompt if hasattr(one, "prompt") else one.pools for one in asked] == [
                one.prompt if hasattr(one, "prompt") else one.pools for one in held
            ]


# ---------------------------------------------------------------- losses


@pytest.mark.parametrize(
    ("scenario", "switches"),
    [
        ("open-field", {}),
        ("horse-and-pikes", {}),
        ("dragon-over-harrow", {}),
        ("six-spells", {}),
        ("lindwood", {}),
        ("wolf-wood", {}),
        ("lily-field", {}),
        ("powder-and-stones", {}),
        ("tollgate", {"prisoners": "on"}),
        ("field-of-lamps", {"prisoners": "on"}),
        ("crossroads", {"capture": "on"}),
        ("bread-riot", {"capture": "on"}),
        ("field-of-wagers", {}),
    ],
)
def test_whoever_is_not_there_any_more_lies_in_a_grave(scenario: str, switches: dict[str, str]) -> None:
    """Figures and graves of an owner are always as many as he brought."""
    start = opening(scenario, **switches)
    brought, buried = Counter[str](), False
    for unit in start.units.values():
        brought[unit.owner] += unit.figures
    for battle in chain.from_iterable(positions(start, seed) for seed in (8, 9, 10, 11)):
        buried = buried or bool(battle.graves)
        there = Counter[str]()
        for unit in battle.units.values():
            there[unit.owner] += unit.figures
        for grave in battle.graves:
            assert grave.figures > 0
            there[battle.units[grave.unit].owner] += grave.figures
        assert there == brought
    assert buried


# ---------------------------------------------------------------- fuzzed orders


@pytest.mark.parametrize(
    "scenario",
    [
        "open-field",
        "random-ground",
        "horse-and-pikes",
        "lily-field",
        "three-parishes",
        "wolf-wood",
        *ADVANCED,
        *CHAINMAIL,
        *BATTLESYSTEM,
    ],
)
def test_illegal_orders_change_nothing_and_are_explained(scenario: str) -> None:
    random = Random(11)
    refused = 0
    for number, battle in enumerate(positions(opening(scenario), 2)):
        book = BOOKS[battle.ruleset]
        if battle.outcome is not None or number % 4:
            continue
        before = digest(battle)
        for _ in range(6):
            order = wild_order(battle, random)
            answer = book.obey(battle, order)
            assert digest(battle) == before
            if isinstance(answer, Illegal):
                refused += 1
                assert answer.reasons
                assert all(reason.text for reason in answer.reasons)
    assert refused > 60


@pytest.mark.parametrize("scenario", ["open-field", *ADVANCED, "lily-field", *CHAINMAIL, *BATTLESYSTEM])
def test_an_order_that_is_refused_cites_a_rule_of_the_ledger_or_what_is_due(scenario: str) -> None:
    random = Random(12)
    for number, battle in enumerate(positions(opening(scenario), 4)):
        book = BOOKS[battle.ruleset]
        if battle.outcome is not None or number % 5 or not battle.decisions:
            continue
        decision = battle.decisions[0]
        answer = book.obey(battle, Reply(decision.seat, decision.id, wild_answer(battle, random)))
        if isinstance(answer, Illegal):
            for reason in answer.reasons:
                assert reason.rules, f"no rule for: {reason.text}"
                assert all(rule in book.law for rule in reason.rules)


# ---------------------------------------------------------------- views


def test_a_view_differs_only_in_what_is_asked_of_others() -> None:
    """Book of War's basic game hides nothing else; the seat that is asked sees the battle itself."""
    book = BOOKS["book_of_war"]
    for number, battle in enumerate(positions(opening("open-field"), 6)):
        if number % 10 or not battle.decisions:
            continue
        asked = battle.decisions[0].seat
        assert book.view(battle, asked) is battle
        other = next(seat.id for seat in battle.seats if seat.id != asked)
        for seat in (other, None):
            view = book.view(battle, seat)
            assert type(view) is type(battle)
            assert view.units == battle.units
            (waiting,) = view.decisions
            assert waiting.__struct_config__.tag == "waiting"
            assert book.decode(encode(view)) == view


@pytest.mark.parametrize(
    "scenario", ["hill-and-woods", *ADVANCED, "lily-field", "three-parishes", "wolf-wood", *CHAINMAIL, *BATTLESYSTEM]
)
def test_events_cite_rules_that_exist(scenario: str) -> None:
    """Every number explained by its rule: whatever an event cites stands in the ledger."""
    random, dice = Random(7), FastDice(Random(8))
    battle = opening(scenario)
    book = BOOKS[battle.ruleset]
    while battle.outcome is None:
        obeyed = book.obey(battle, next_order(battle, random, dice))
        assert not isinstance(obeyed, Illegal)
        for event in obeyed.events:
            assert event.cause
            assert all(rule in book.law for rule in event.rules), event
            for tally in getattr(event, "tallies", ()):
                assert all(rule in book.law for rule in tally.rules), tally
        battle = obeyed.battle


@pytest.mark.parametrize("scenario", ["hill-and-woods", *ADVANCED, "wolf-wood", "powder-and-stones", "field-of-wagers"])
def test_a_battle_and_its_table_draw_themselves(scenario: str) -> None:
    """As a notebook shows them: every unit on the table is in the picture."""
    *_, last = positions(opening(scenario), 9)
    picture = last._repr_svg_()
    assert picture.startswith("<svg")
    for unit in last.standing():
        assert f'data-unit="{unit.id}"' in picture
    assert "data-unit" not in last.board._repr_svg_()
