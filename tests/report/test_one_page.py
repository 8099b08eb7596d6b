"""What is made in the workshop, on paper: what can be read off the PDF."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from schiltron.muster import load_scenario, ready_armies, ready_scenarios
from schiltron.muster.army import Army, ListedUnit, OwnTroop
from schiltron.muster.library import load_list
from schiltron.muster.workbench import laid_out
from schiltron.report.one_page import field_page, list_page, print_field, print_list


def pages(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.parametrize("name", ready_armies())
def test_every_ready_list_stands_on_one_page_with_its_prices(name: str) -> None:
    army = load_list(name)
    (page,) = pages(print_list(list_page(army)))
    bench = laid_out(army)
    assert army.name in page
    assert f"{sum(unit.figures for unit in army.units)} figures" in page
    for unit, row in zip(list_page(army).rows, bench.rows, strict=True):
        assert unit.name in page
        assert unit.points in page
        assert row.cost.points == 0 or unit.points != "0"


def test_a_list_that_is_not_by_the_book_says_so_and_its_own_troops_are_marked() -> None:
    units = (ListedUnit("huscarls", 12, 6, name="#show: [x]", equipment={}), ListedUnit("archers", 10))
    army = Army(
        "chainmail", "Odd $ _names_", units, limit=10, troops={"huscarls": OwnTroop("heavy_foot", "Huscarls", 5)}
    )
    (page,) = pages(print_list(list_page(army), "us-letter"))
    for said in (
        "Odd $ _names_",
        "#show: [x]",
        "Huscarls (house)",
        "6 wide",
        "of 10 points",
        "like heavy foot, 5 points",
    ):
        assert said in page
    assert [row.kind for row in list_page(army).rows] == ["Huscarls (house)", "Archers"]
    assert list_page(army).against
    assert list_page(army).against[0] in page


@pytest.mark.parametrize("scenario", ready_scenarios(), ids=lambda one: one.id)
def test_every_ready_scenario_is_printed_with_its_sides_and_its_map(scenario) -> None:
    found = field_page(scenario)
    assert (found.map == "") == (scenario.table is None)
    text = " ".join(pages(print_field(found)))
    assert scenario.title in text
    for side in found.sides:
        assert side.name in text
        assert side.points in text
        assert all(unit in text for unit in side.units)


def test_goals_rulings_and_castles_stand_on_the_page() -> None:
    page = field_page(load_scenario("chainmail/dun-corrath"))
    assert 'data-feature="gate-1"' in page.map
    assert page.won == ("Won by Attrition.", "It ends after 20 turns.")
    assert "Scale: Man to man" in page.options
    by_night = field_page(load_scenario("book_of_war/rain-by-night"))
    assert by_night.options
    assert by_night.options[0] in " ".join(pages(print_field(by_night)))
