"""Whole battles at the page, from the start page to the victory screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import VICTORY, Player

pytestmark = pytest.mark.browser

MOST_BATTLES = 6


@pytest.fixture
def page(browser: Browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def test_a_battle_by_keyboard_alone(page, server: str, keep) -> None:
    """Not one click: Enter on the start page, then the keys of the battle screen."""
    page.goto(server)
    expect(page.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    page.keyboard.press("Enter")
    player = Player(page)
    player.settled()
    keep(page, "deployment")
    player.play(player.by_keyboard)
    keep(page, "end")
    assert player.moves > 3


def test_a_battle_by_mouse(page, server: str, keep) -> None:
    """Every order is given with the mouse."""
    page.goto(server)
    page.get_by_role("button", name=re.compile("^Play now")).click()
    player = Player(page)
    player.settled()
    player.play(player.by_mouse)
    keep(page, "end")
    assert player.moves > 5
    expect(page.get_by_role("dialog", name=VICTORY)).to_contain_text(re.compile("points|beaten"))


def test_a_battle_with_order_cards(page, server: str, keep) -> None:
    """By This Axe by keyboard: cards are played and kept, and whoever may be challenged to a duel is.

    The captain need not accept, so that now and then it takes a second battle to come to blows.
    """
    player = Player(page)
    for _ in range(MOST_BATTLES):
        page.goto(server)
        page.get_by_role("button", name=re.compile("^The Lily Field")).click()
        page.get_by_role("button", name=re.compile("^Play now")).click()
        player.settled()
        player.play(player.by_keyboard)
        if player.splits and player.cards:
            break
    keep(page, "end")
    assert player.moves > 5
    assert player.cards > 0
    assert player.splits > 0
