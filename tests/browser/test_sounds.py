"""Sounds are off until they are switched on, and then few: what happens on the table is heard, also where no motion is
wanted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.player import Player
from tests.browser.test_together import new_battle

pytestmark = pytest.mark.browser

_COUNTED = """() => {
  window.heard = 0;
  for (const make of ["createOscillator", "createBufferSource"]) {
    const made = BaseAudioContext.prototype[make];
    BaseAudioContext.prototype[make] = function () { window.heard += 1; return made.call(this); };
  }
}"""


def test_sounds_are_heard_only_when_they_are_switched_on(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.add_init_script(f"({_COUNTED})()")
    made = new_battle(context, server, blue={"who": "captain"})
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    for _ in range(14):
        assert player.settled()
        player.by_keyboard()
        page.wait_for_timeout(60)
    assert page.evaluate("heard") == 0
    page.get_by_role("switch", name="Quiet sounds").click()
    for _ in range(12):
        player.by_keyboard()
        page.wait_for_timeout(2_000)
        if page.evaluate("heard"):
            break
    assert page.evaluate("heard") > 0
    context.close()
