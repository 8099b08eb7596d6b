"""What is made in the workshop, printed over the wire."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from schiltron.muster.library import load_list, scenario_as_written
from schiltron.muster.list_text import written
from schiltron.muster.scenario_text import written_scenario
from schiltron.report import typeset
from tests.server.running import Running

LEVY = written(load_list("book_of_war/harrow-levy"))
LONELY = """ruleset = "by_this_axe"
name = "Lonely"

[[units]]
troop = "spearmen"
figures = 6
"""


def printed(server: Running, what: str, toml: str, **more: Any) -> Any:
    return server.http.post(f"/api/workshop/print/{what}", json={"toml": toml, **more})


def read(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_a_list_is_printed_on_one_page_and_as_roster_sheets(server: Running) -> None:
    page = printed(server, "army", LEVY)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "application/pdf")
    assert "The Levy of Harrowdale" in read(page.content)
    sheets = printed(server, "rosters", LEVY, paper="letter")
    assert round(PdfReader(BytesIO(sheets.content)).pages[0].mediabox.width) == 612
    assert "Army Roster Sheet".lower() in read(sheets.content).lower()


def test_a_list_that_breaks_rules_has_its_page_but_no_roster_sheets(server: Running) -> None:
    """TA-CHAR-02"""
    assert "Not yet by the book" in read(printed(server, "army", LONELY).content)
    refused = printed(server, "rosters", LONELY)
    assert refused.status_code == 422
    assert "TA-CHAR-02" in {rule for one in refused.json()["error"]["reasons"] for rule in one["rules"]}


def test_a_scenario_is_printed_with_its_map_once_it_may_be_fought(server: Running) -> None:
    toml = written_scenario(scenario_as_written("chainmail/dun-corrath"))
    text = read(printed(server, "scenario", toml).content)
    assert "Escalade at Dun Corrath" in text
    assert "Raven Tower" in text, "the map has the names of its castle"
    refused = printed(server, "scenario", toml.replace("dun-corrath", "camelot"))
    assert refused.status_code == 422


@pytest.mark.parametrize("what", ["army", "rosters", "scenario"])
def test_what_cannot_be_read_or_printed_is_refused(server: Running, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for toml in ("units = 3", 'ruleset = "draughts"\nname = "Men"\nunits = []', "[["):
        answer = printed(server, what, toml)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["what"]
    assert printed(server, what, LEVY, paper="vellum").status_code in (400, 422)
    monkeypatch.setattr("schiltron.server.routes.prints.can_print", lambda: False)
    answer = printed(server, what, LEVY)
    assert answer.status_code == 501
    assert str(typeset.NoPrinter()) in answer.json()["error"]["what"]
