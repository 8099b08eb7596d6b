"""One sheet of pictograms and marks serves the server's pictures and the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schiltron.drawing.symbols import GRAVE_MARKS, MARKS, PICTOGRAMS, POINTING, RINGED


@pytest.mark.parametrize(("names", "drawings"), [(POINTING | RINGED, PICTOGRAMS), (GRAVE_MARKS, MARKS)])
def test_everything_on_the_sheet_is_drawn(names: frozenset[str], drawings: dict[str, str]) -> None:
    assert names < set(drawings)
    for drawing in drawings.values():
        assert drawing.startswith('<path d="M')
        assert 'stroke-width="0"' not in drawing


def test_a_drawing_may_look_like_another() -> None:
    assert PICTOGRAMS["medium_infantry"] == PICTOGRAMS["infantry"]


def test_every_drawing_that_a_menu_names_is_on_a_sheet() -> None:
    root = Path(__file__).parents[2]
    icons = re.findall(r'<symbol id="([\w-]+)"', (root / "web/src/style/symbols.svg").read_text("utf-8"))
    sheet = {*icons, *(f"figure-{name}" for name in PICTOGRAMS), *(f"mark-{name}" for name in MARKS)}
    code = [*(root / "src/schiltron/rulesets").rglob("*.py"), root / "src/schiltron/battle/guide/menu_lines.py"]
    named = {icon for file in code for icon in re.findall(r'"((?:icon|figure|mark)-[\w-]+)"', file.read_text("utf-8"))}
    assert len(named) > 10
    assert named <= sheet
