"""The changes reach everything a battle can hold."""

from __future__ import annotations

import pytest
from msgspec import Struct

from schiltron.battle.guide import answers
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order
from schiltron.rulesets import NAMES, ruleset
from tests.sameness.changes import CHANGES, Mirrored, Renamed, Turned
from tests.sameness.comparing import differences
from tests.sameness.meanings import Unknown, numbers_of, types_within
from tests.sameness.rewriting import changed
from tests.whole_battles.recruits import opening, positions

ANSWERS = (answers.Card, answers.MenuEntry, answers.Preview, answers.Target, answers.Overlay, answers.Duel)


@pytest.mark.parametrize("kind", [*(ruleset(name).battle_type for name in NAMES), AnyEvent, Order, Illegal, *ANSWERS])
def test_every_number_has_a_meaning(kind: type) -> None:
    for each in types_within(kind):
        numbers_of(each)


def test_a_number_without_a_meaning_is_refused() -> None:
    class Fresh(Struct):
        whither: int

    with pytest.raises(Unknown, match="whither"):
        numbers_of(Fresh)


@pytest.mark.parametrize("scenario", ["great-field", "wolf-wood", "field-of-lamps", "field-of-wagers"])
def test_four_quarters_and_two_mirrors_change_nothing(scenario: str) -> None:
    for number, battle in enumerate(positions(opening(scenario), 1)):
        if number > 120:
            break
        if number % 40:
            continue
        again = battle
        for _ in range(4):
            again = changed(again, Turned(again, 1), again)
        assert again == battle
        once = changed(battle, Mirrored(battle), battle)
        assert once != battle
        assert changed(once, Mirrored(once), once) == battle


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "tollgate", "crossroads"])
def test_a_changed_battle_stands_elsewhere_and_measures_the_same(scenario: str) -> None:
    battle = next(one for number, one in enumerate(positions(opening(scenario), 1)) if number == 40)
    for change in CHANGES.values():
        there = changed(battle, change(battle), battle)
        assert differences(battle, there)
        for old, new in zip(battle.standing(), there.listed().standing(), strict=True):
            assert old.name == new.name
            assert len(old.places) == len(new.places)
            assert old.outline.radius == pytest.approx(new.outline.radius)


def test_other_names_run_the_other_way() -> None:
    battle = opening("open-field")
    there = changed(battle, Renamed(battle), battle)
    assert [unit.name for unit in there.units.values()] == [unit.name for unit in battle.units.values()][::-1]
    first, last = min(there.units), max(there.units)
    assert there.units[first].name == battle.units[max(battle.units)].name
    assert there.units[last].name == battle.units[min(battle.units)].name
