"""Roster sheets on paper: what can be read off the PDF."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from schiltron.muster import load_army, load_scenario, ready_armies
from schiltron.report.rosters import Roster, print_rosters, roster_of, rosters_of
from schiltron.report.typeset import Paper
from schiltron.rulesets.sheets import Boxes, Entry, RosterSheet


def pages(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def test_the_sheets_of_battlesystem_say_everything_the_book_asks_for() -> None:
    """BS-3.1-01, BS-3.2-01: units on one form, heroes and commanders on another."""
    units, people = pages(print_rosters([roster_of(load_army("battlesystem/army-du-lairn"))]))
    assert "Army Roster Sheet".lower() in units.lower()
    for said in ("Orcsmashers", "regular infantry", "HD/Fig", "PPD", "RSW", "Throckmorton (CR 13″)", "battle axe"):
        assert said in units
    assert "+1 demihumans" in units, "a rating shows its terms"
    assert "formula 14" in units, "and what the formula gives where print has another"
    assert "Heroes and Commanders Roster Sheet".lower() in people.lower()
    for said in ("Grange Rarrack", "Army Commander", "THAC0", "two-handed sword +4", "3/2", "Hit points"):
        assert said in people


@pytest.mark.parametrize("name", ["book_of_war/free-cantons", "by_this_axe/jarls-axes", "chainmail/three-orders"])
def test_other_books_have_a_plain_sheet_for_every_unit(name: str) -> None:
    army = load_army(name)
    (page,) = pages(print_rosters([roster_of(army)]))
    assert army.name in page
    for unit in army.units:
        assert unit.name in page
        assert str(unit.figures) in page


def test_all_ready_armies_fit_on_few_pages() -> None:
    for name, army in ready_armies().items():
        roster = roster_of(army)
        assert len(roster.sheets) == len(army.units)
        assert 1 <= len(pages(print_rosters([roster]))) <= 2 + len(army.units) // 4, name


def test_both_sides_of_a_scenario_stand_in_one_file() -> None:
    red, blue = rosters_of(load_scenario("open-field")).values()
    first, second = pages(print_rosters([red, blue]))
    assert red.title in first
    assert blue.title in second
    assert "1 / 2" in first


@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("us-letter", 612)])
def test_it_is_printed_on_the_paper_one_has(paper: Paper, width: int) -> None:
    pdf = print_rosters([roster_of(load_army("book_of_war/free-cantons"))], paper)
    assert round(PdfReader(BytesIO(pdf)).pages[0].mediabox.width) == width


def test_the_same_roster_gives_the_same_bytes() -> None:
    roster = roster_of(load_army("book_of_war/free-cantons"))
    assert print_rosters([roster]) == print_rosters([roster])


def test_names_are_text_whatever_stands_in_them() -> None:
    strange = '#panic("x") $x$ *bold* [@preview/a:1.0.0] \\ <form> "quoted"'
    sheet = RosterSheet("unit", strange, strange, ratings=(Entry("fig", "Fig", "400"),), boxes=(Boxes("Fig", 400),))
    text = pages(print_rosters([Roster(strange, strange, (sheet,), colour="no such colour", note=strange)]))
    assert '#panic("x") $x$ *bold*' in text[0]
