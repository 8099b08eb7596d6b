"""What is made from ledgers, code and tests is what they say now. `make generated` writes it anew."""

import pytest

from tools import decisions, rule_coverage


@pytest.mark.parametrize("book", rule_coverage.PLAYED)
def test_coverage_is_current(book: str) -> None:
    shipped = rule_coverage.PACKAGE / "rulesets" / book / "coverage.json"
    assert shipped.read_text("utf-8") == rule_coverage.coverage(book), "run: make generated"


def test_the_page_of_decisions_is_current() -> None:
    assert decisions.PAGE.read_text("utf-8") == decisions.page(), "run: make generated"


def test_every_ruling_of_what_is_played_stands_on_the_page() -> None:
    page = decisions.PAGE.read_text("utf-8")
    assert "**BW-B2-36**" in page
    assert "Switch: `wood_edge_fire`: `allowed` (default), `none`." in page
    assert "BW-A1-01**" not in page
