"""A scenario in which all sides lead the same army."""

from collections import Counter
from typing import Any

import pytest

from schiltron.battle.state.battle import Battle
from schiltron.muster import MusterFault, Scenario, even_field, load_scenario, prepare, ready_scenarios


def troops_of(battle: Battle[Any, Any, Any], side: str) -> Counter[tuple[str, int]]:
    return Counter((unit.name, unit.figures) for unit in battle.units.values() if unit.side == side)


@pytest.mark.parametrize(
    ("wanted", "side"),
    [
        ("hill-and-woods", "blue"),
        ("ashmere-causeway", "red"),
        ("beacon-ridge", "red"),
        ("crossroads", "blue"),
        ("three-parishes", "ochre"),
    ],
)
def test_all_sides_lead_the_army_of_one(wanted: str, side: str) -> None:
    """The ground, the edges and the zones are those of the scenario, the army is the named side's on all of them."""
    scenario = load_scenario(wanted)
    even = even_field(scenario, side)
    before, battle = prepare(scenario), prepare(even)
    army = troops_of(before, side)
    assert sum(army.values()) > 1
    assert all(troops_of(battle, one) == army for one in scenario.sides)
    assert (even.terrain, even.table, even.options) == (scenario.terrain, scenario.table, scenario.options)
    for name, entry in scenario.sides.items():
        assert (even.sides[name].edge, even.sides[name].zone) == (entry.edge, entry.zone)
    assert even.id == f"{wanted}-even-{side}"


def test_nobody_has_points_more_or_defends() -> None:
    """Fyrd of Holm defends Beacon Ridge; what is said of a side is said of none where all are alike."""
    scenario = load_scenario("beacon-ridge")
    assert any(entry.defends for entry in scenario.sides.values())
    entries = even_field(scenario, "blue").sides.values()
    assert not any(one.defends or one.chose_ground or one.extra_points for one in entries)
    assert {one.name for one in entries} == {""}


@pytest.mark.parametrize(
    ("wanted", "side", "place"),
    [
        ("open-field", "green", "sides"),
        ("tollgate", "red", "victory.conditions"),
        ("noon-at-the-stone", "blue", "sides.blue.units"),
    ],
)
def test_what_cannot_be_made_even(wanted: str, side: str, place: str) -> None:
    """No such side; other tasks for each; units that stand where the other side has no such place."""
    with pytest.raises(MusterFault) as fault:
        even_field(load_scenario(wanted), side)
    assert place in [one.place for one in fault.value.faults]


def _even(scenario: Scenario) -> bool:
    try:
        prepare(even_field(scenario, next(iter(scenario.sides))))
    except MusterFault:
        return False
    return True


def test_every_book_has_four_even_fields() -> None:
    books = Counter(one.ruleset for one in ready_scenarios() if _even(one))
    assert all(books[book] >= 4 for book in ("book_of_war", "by_this_axe", "chainmail", "battlesystem")), books
