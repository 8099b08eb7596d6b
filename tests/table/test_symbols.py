"""The page draws troops and marks by the same names as the pictures of the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schiltron.table.symbols import GRAVE_MARKS, MARKS, PICTOGRAMS, POINTING, RINGED

SHEET = (Path(__file__).parents[2] / "web" / "src" / "table" / "symbols.ts").read_text("utf-8")
ONLY_ON_THE_PAGE = {"planned"}
"""What is only thought of is in no picture."""


def _keys(name: str) -> set[str]:
    """The names in an object of the sheet."""
    body = SHEET.split(f"export const {name}", 1)[1].split("= {", 1)[1].split("\n};", 1)[0]
    return set(re.findall(r"^  (\w+):", body, re.MULTILINE))


def _words(name: str) -> set[str]:
    """The names in a set of the sheet."""
    return set(re.findall(r'"(\w+)"', SHEET.split(f"export const {name}", 1)[1].split("]);", 1)[0]))


@pytest.mark.parametrize(
    ("there", "here"),
    [
        (_keys("PICTOGRAMS"), set(PICTOGRAMS)),
        (_keys("MARKS") - ONLY_ON_THE_PAGE, set(MARKS)),
        (_words("POINTING"), POINTING),
        (_words("RINGED"), RINGED),
        (_words("GRAVE"), GRAVE_MARKS),
    ],
)
def test_page_and_server_know_the_same_names(there: set[str], here: set[str]) -> None:
    assert there == here
