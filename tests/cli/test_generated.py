"""What is made from ledgers, code and tests is what they say now. `make generated` writes it anew."""

from pathlib import Path

import pytest

from schiltron.cli.coverage import DONE, coverage_of
from schiltron.muster.books import quartermaster
from schiltron.rulesets import ruleset
from tools import decisions, rule_coverage


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return {path.parent.name: text for path, text in rule_coverage.files()}


@pytest.mark.parametrize("book", rule_coverage.BOOKS)
def test_coverage_is_current(book: str, made: dict[str, str]) -> None:
    shipped = rule_coverage.PACKAGE / "rulesets" / book / "coverage.json"
    assert shipped.read_text("utf-8") == made[book], "run: make generated"


@pytest.mark.parametrize("book", rule_coverage.BOOKS)
def test_every_rule_of_what_is_played_is_decided_or_carried_and_shown_by_a_test(book: str) -> None:
    law = ruleset(book).law
    covered = coverage_of(law)
    played = [rule.id for rule in law.rules if rule.tier in covered.played]
    assert [rule for rule in played if covered.of(rule).how not in DONE] == []
    assert [rule for rule in played if not covered.of(rule).tests] == []


def test_words_at_the_head_of_a_module_decide_nothing(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        '''"""The phase: BW-B1-01, BW-B1-02."""

RULE = "BW-B1-03"
REACH = 3
"""In inches (BW-B1-04)."""


class Walker:
    """Walks (BW-B1-05)."""

    def go(self) -> None:
        # BW-B1-06: one leg after another
        self.refuse("BW-B1-07")
''',
        "utf-8",
    )
    found = dict(rule_coverage.cited_in(path))
    assert found == {
        "BW-B1-01": "",
        "BW-B1-02": "",
        "BW-B1-03": "RULE",
        "BW-B1-04": "REACH",
        "BW-B1-05": "Walker",
        "BW-B1-06": "Walker.go",
        "BW-B1-07": "Walker.go",
    }


def test_the_page_of_decisions_is_current() -> None:
    assert decisions.PAGE.read_text("utf-8") == decisions.page(), "run: make generated"


@pytest.mark.parametrize("book", rule_coverage.BOOKS)
def test_every_ruling_of_what_is_played_stands_on_the_page(book: str) -> None:
    """And of what is not played those alone that have a switch."""
    page = decisions.PAGE.read_text("utf-8")
    law = ruleset(book).law
    switched = {switch.rule for switch in quartermaster(book).switches}
    told = {rule.id for rule in law.rules if f"**{rule.id}** " in page}
    assert told == {rule.id for rule in law.rules if rule.id in switched or (rule.ruling and rule.tier in law.played)}


def test_a_ruling_stands_there_with_its_switch() -> None:
    page = decisions.PAGE.read_text("utf-8")
    assert "**BW-B2-36**" in page
    assert "Switch: `wood_edge_fire`: `allowed` (default), `none`." in page


@pytest.mark.parametrize("book", rule_coverage.BOOKS)
def test_every_switch_stands_on_the_page_with_what_it_takes(book: str) -> None:
    page = decisions.PAGE.read_text("utf-8")
    switches = quartermaster(book).switches
    mine = page.partition(f"## {ruleset(book).law.title}\n")[2].partition("\n## ")[0]
    assert f" and {len(switches)} switches.\n" in mine
    lines = [line for line in mine.splitlines() if line.startswith("Switch: ")]
    assert len(lines) == len(switches)
    for switch in switches:
        (line,) = [line for line in lines if line.startswith(f"Switch: `{switch.name}`: `{switch.default}` (default)")]
        assert all(f"`{choice.value}`" in line for choice in switch.choices)
