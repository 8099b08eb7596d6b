"""Men who fight one by one at the page: one is asked who parries, sees what it would do, and reads of the blows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.test_jousts import opened

pytestmark = pytest.mark.browser
MOST = 60
"""Answers until somebody has come to blows."""


def test_one_is_asked_who_parries(browser: Browser, server: str, keep) -> None:
    """CM-MTM-15, CM-MTM-03: the captain comes; the odds of a parry are shown before it is said, and the blows told."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page, faults = opened(context, server, "bridge-man-to-man")
    player = Player(page)
    for _ in range(MOST):
        assert player.settled(), "the battle is over, and nobody came to blows"
        say = player.say
        if "parries" in say:
            break
        page.keyboard.press("Enter" if player.ready() else "Control+Enter")
        player._answered(say)
    assert "parries" in player.say
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Parry").first).to_be_visible(timeout=10_000)
    page.keyboard.press("p")
    expect(page.locator("section.odds").first).to_contain_text("read in a table", timeout=10_000)
    keep(page, "parry")
    page.keyboard.press("Enter")
    for _ in range(4):
        if not player.settled() or "parries" not in player.say:
            break
        page.keyboard.press("Escape")
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(500)
    expect(page.get_by_text("strikes at").or_(page.get_by_text("strike at")).first).to_be_visible(timeout=20_000)
    keep(page, "blows")
    assert faults == []
    context.close()
