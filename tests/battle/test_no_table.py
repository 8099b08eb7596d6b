"""A battle without a table: whoever measures in it is told so in one sentence, and scenario files say it plainly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import NoTable
from schiltron.muster import MusterFault, load_scenario, prepare


def test_whoever_measures_is_told() -> None:
    battle = replace(prepare(load_scenario("open-field")), board=None)
    with pytest.raises(NoTable, match=r"is fought without a table: nobody stands anywhere"):
        _ = battle.table


@pytest.mark.parametrize("scenario", ["open-field", "crossroads"])
def test_a_book_that_is_played_on_a_table_says_so(scenario: str) -> None:
    with pytest.raises(MusterFault, match="table: this book is played on a table") as fault:
        prepare(replace(load_scenario(scenario), table=None))
    assert "[table] with its width and depth" in str(fault.value)


@pytest.mark.parametrize("name", ["lily-field", "beacon-ridge", "crossroads"])
def test_nothing_lies_where_there_is_no_table(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.terrain
    with pytest.raises(MusterFault, match="terrain: the scenario has no table for it"):
        prepare(replace(scenario, table=None))
