"""Elves of Chainmail become invisible at the page, by keys and by the menu."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.test_chainmail_fantasy import do_it, opened, unit

pytestmark = pytest.mark.browser
PATIENCE = 20_000
MOST = 60


def test_elves_become_invisible_by_a_key(browser: Browser, server: str, keep) -> None:
    """CM-FANT-ELF-04: the line of the menu, then the order; the log and the mark of the unit say so."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page, faults = opened(context, server, "wood-of-ents", me="blue", foe="recruit")
    player = Player(page)
    for _ in range(MOST):
        if not player.settled() or "move or charge" in player.say.lower():
            break
        player.by_mouse()
        page.wait_for_timeout(60)
    assert "move or charge" in player.say.lower()
    unit(page, "Bows of the Glade").click()
    expect(page.get_by_role("button", name=re.compile("^Become invisible"))).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("1")
    expect(do_it(page)).to_be_enabled(timeout=PATIENCE)
    keep(page, "plotted")
    do_it(page).click()
    expect(page.locator(".log")).to_contain_text("Bows of the Glade become invisible", timeout=PATIENCE)
    keep(page, "invisible")
    assert faults == []
    context.close()
