"""The page in Firefox: from the start page into a battle, a unit dragged and its order given."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import PATIENCE, Firefox, started

pytestmark = pytest.mark.browser

_MIDDLE = """(() => {{
  const box = document.querySelector({0!r})?.getBoundingClientRect();
  return box && box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}})()"""
_SAY = "document.querySelector('footer.prompt .sentence')?.textContent ?? ''"
_READY = "!document.querySelector('footer.prompt button.primary')?.disabled"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox here: install Debian's firefox-esr to see the page in it too")
    with started(program, tmp_path) as opened:
        yield opened


def test_a_unit_is_dragged_and_its_order_given(firefox: Firefox, server: str) -> None:
    firefox.open(server)
    firefox.click(firefox.at_rest(_MIDDLE.format(".now button.primary")))
    firefox.until("location.pathname", lambda path: path.startswith("/battles/"))
    end = time.monotonic() + 3 * PATIENCE
    while "move" not in (say := firefox.until(_SAY)):
        assert time.monotonic() < end, f"nobody of ours is to be moved yet: {say}"
        if firefox.ask(_READY):
            firefox.press("\ue007")
        time.sleep(0.2)
    at = firefox.at_rest(_MIDDLE.format(".unit.touchable .plate"))
    unit = firefox.ask("document.querySelector('.unit.touchable').dataset.unit")
    firefox.click(at)
    firefox.until("document.querySelector('.unit.selected')?.dataset.unit", lambda found: found == unit)
    firefox.drag(at, (at[0], at[1] - 70))
    firefox.until("document.querySelectorAll('.plan .ghost').length + document.querySelectorAll('.ghost').length")
    assert "inch" in firefox.until(_SAY) or "″" in firefox.ask("document.querySelector('footer.prompt').textContent")
    firefox.until(_READY)
    before = firefox.ask(_MIDDLE.format(f'.unit[data-unit="{unit}"] .plate'))
    firefox.press("\ue007")
    firefox.until(
        _MIDDLE.format(f'.unit[data-unit="{unit}"] .plate'), lambda now: now is not None and now[1] < before[1] - 5
    )
