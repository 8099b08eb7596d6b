"""A battle of By This Axe told afterwards: characters are with their units, cards and duels have their beats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.chance import AtMost, Pool, Roll, read
from schiltron.battle.state.drawn import drawn_units
from schiltron.battle.state.event import (
    Attached,
    Declared,
    Detached,
    Drew,
    Fell,
    Marked,
    Removed,
    Revealed,
    Rolled,
    Sealed,
    Spent,
    Struck,
)
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Aboard, OnTable
from schiltron.battle.words.beats import beats
from schiltron.muster import load_scenario, prepare
from schiltron.report.replay_page.cast import after, cast_of, drawn, fit, pairs_of
from schiltron.report.replay_page.film import Film
from schiltron.rulesets import ruleset
from tests.rulesets.by_this_axe.positions import blue, field, hero, red

FIELD = field(
    blue("spears", 8, files=4, at=(24, 30)),
    red("axes", 8, files=4, at=(24, 20), marks=("routed",)),
    hero("sir_kay", "blue", with_="spears"),
    hero("mordred", "red", with_="axes"),
)


def test_who_is_with_a_unit_is_told_by_its_flags_and_not_drawn_beside() -> None:
    shown = {one.id: one for one in drawn_units(FIELD)}
    assert shown.keys() == {"spears", "axes"}
    assert [name for _, name in shown["spears"].company] == ["Sir Kay"]
    assert drawn(FIELD, cast_of(FIELD), pairs_of(FIELD)) == shown


def test_a_figure_that_leaves_stands_alone_and_one_that_joins_is_gone_from_the_table() -> None:
    left = after(cast_of(FIELD), (Detached(unit="sir_kay", host="spears"),), FIELD)
    assert left["sir_kay"].pose == FIELD.units["spears"].pose
    assert not drawn(FIELD, left, frozenset())["spears"].company
    back = after(left, (Attached(unit="sir_kay", host="spears"),), FIELD)
    assert (back["sir_kay"].pose, back["sir_kay"].host) == (None, "spears")


def test_who_is_with_a_unit_in_rout_runs_with_it() -> None:
    cast = cast_of(FIELD)
    assert (fit(cast, "spears"), fit(cast, "sir_kay"), fit(cast, "axes"), fit(cast, "mordred")) == (8, 1, 0, 0)


def test_saves_losses_and_wounds_are_one_beat() -> None:
    pool = Pool(2, 6, AtMost(3), "Spears", "blue")
    saved = Rolled(roll=Roll("Spears save", (pool,), ()), pools=(read(pool, (5, 6)),))
    (beat,) = beats((saved, Fell(unit="spears", figures=2, left=6)), FIELD)
    assert (beat.line.text, [one.text for one in beat.more]) == (
        "Spears save: 2d6 for 3 or less: 0 of 2.",
        ["Spears lose 2 figures, 6 left."],
    )
    (wounded,) = beats((saved, Marked(unit="sir_kay", mark="wounded", on=True)), FIELD)
    assert [one.text for one in wounded.more] == ["Sir Kay is wounded and fights on."]


def test_both_blows_of_a_round_are_one_beat_after_their_dice() -> None:
    pool = Pool(1, 6, AtMost(3), "Sir Kay, attack", "blue")
    dice = Rolled(roll=Roll("Sir Kay against Mordred, round 1", (pool,), ()), pools=(read(pool, (2,)),))
    blows = (
        Struck(unit="sir_kay", target="mordred", action="duel", dice=1, hits=1, kept=1, tallies=()),
        Struck(unit="mordred", target="sir_kay", action="duel", dice=1, hits=0, kept=0, tallies=()),
    )
    dead = (Fell(unit="mordred", figures=1, left=0), Removed(unit="mordred", figures=1, why="killed"))
    first, second = beats((dice, *blows, *dead), FIELD)
    assert first.line.text.startswith("Sir Kay against Mordred, round 1: Sir Kay, attack, 1d6 for 3 or less: 1 of 1")
    assert second.line.text == "Sir Kay strikes at Mordred: 1 die, 1 hit, 1 not saved."
    assert [one.text for one in second.more] == [
        "Mordred strikes at Sir Kay: 1 die, no hits.",
        "Mordred falls.",
        "Mordred: off the table, killed.",
    ]


def test_that_somebody_had_answered_is_not_told_afterwards() -> None:
    declared = Declared(unit="sir_kay", action="challenge", target="mordred")
    told = beats((Sealed(seat="blue"), Revealed(seats=("blue", "red")), declared), FIELD)
    assert [beat.line.text for beat in told] == ["Sir Kay challenges Mordred."]


# ---------------------------------------------------------------- a whole battle


@pytest.fixture(scope="module")
def journal() -> Journal[Any, Any, Any]:
    """Four turns of a battle with cards, played at random."""
    scenario = load_scenario("lily-field")
    book, dice, random = ruleset("by_this_axe"), SealedDice.from_number(4), Random(4)
    setup = prepare(replace(scenario, victory=None, options=scenario.options | {"turn_limit": 4}))
    journal = Journal.start(book, setup, dice.kind, dice.commitment)
    while journal.battle.outcome is None:
        battle = journal.battle
        if battle.roll is not None:
            order: Any = dice.throw(battle.roll, journal.next_number)
        else:
            decision = battle.decisions[0]
            order = Reply(decision.seat, decision.id, book.sample(book.view(battle, decision.seat), decision, random))
        assert not isinstance(journal.obey(order), Illegal)
    return journal


def test_the_film_shows_every_figure_where_it_is(journal: Journal[Any, Any, Any]) -> None:
    film = Film(journal)
    data = film.play()
    numbers = {name: number for number, name in enumerate(journal.battle.units)}
    state: dict[int, Any] = {}
    for beat in data["beats"]:
        state |= {int(number): unit for number, unit in beat.get("c", {}).items()}
    on_table = {numbers[unit.id] for unit in journal.battle.units.values() if isinstance(unit.place, OnTable)}
    assert {number for number, unit in state.items() if unit} == on_table
    assert any(isinstance(unit.place, Aboard) for unit in journal.header.setup.units.values())


def test_cards_are_told_and_a_sides_moves_belong_to_the_phase(journal: Journal[Any, Any, Any]) -> None:
    data = Film(journal).play()
    told = [beat["t"] for beat in data["beats"]]
    drawn_cards = [event for events in journal.events for event in events if isinstance(event, Drew) and event.what]
    assert sum(" draw" in line and " of " in line for line in told) >= len(drawn_cards)
    assert any(isinstance(event, Spent) for events in journal.events for event in events)
    assert set(data["phases"]) <= {"command", "duels", "ranged", "movement", "melee"}
    assert any(beat.get("h", ["", -1, ""])[1:] == [0, "movement"] for beat in data["beats"])
