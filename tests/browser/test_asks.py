"""What is asked: the captain's hint, declines that Enter does not give, prompts that pass by themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.browser.test_together import new_battle

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def sat_down(page: Page, server: str, **wish) -> Player:
    made = new_battle(page.context, server, **wish)
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    player.settled()
    return player


def test_the_captain_says_what_he_would_do_and_enter_only_plots_it(page: Page, server: str, keep) -> None:
    """At one screen: a hint for setting down, then for the moves, numbered on the table; phone and dark besides."""
    player = sat_down(page, server, scenario="horse-and-pikes", options={"declare": "measure_first"})
    card = page.get_by_role("region", name=re.compile("^What the (captain|marshal) would do"))
    expect(page.get_by_role("button", name="Hint: what the captain would do")).to_be_visible()
    page.keyboard.press("a")
    expect(card).to_contain_text("That is its place in the line", timeout=30_000)
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Set down"))).to_be_visible()
    for _ in range(60):
        if "move" in player.say.lower() and "set down" not in player.say.lower():
            break
        page.keyboard.press("Enter" if player.ready() else "Control+Enter")
        player.settled()
    before = player.say
    page.keyboard.press("a")
    expect(card.get_by_role("listitem").first).to_be_visible(timeout=30_000)
    keep(page, "hint")
    orders = card.get_by_role("listitem")
    assert 1 <= orders.count() <= 3
    assert card.locator("li.on p").count() >= 1
    assert card.locator("li:not(.on) p").count() == 0, "reasons for the marked one"
    expect(page.locator(".table-host")).to_contain_text(re.compile("1"))
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert player.say == before
    page.get_by_role("button", name="Hint: what the captain would do").click()
    expect(orders.first).to_be_visible(timeout=30_000)
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    player.settled()
    assert player.state == "plotting"
    page.keyboard.press("Enter")
    player.settled()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint: what the captain would do").click()
    expect(card.get_by_role("button", name=re.compile("Close"))).to_be_visible()
    expect(card).not_to_contain_text("The captain thinks")
    keep(page, "hint-phone-dark")


def test_a_switch_of_the_log_shows_why_captains_did_what_they_did(page: Page, server: str, keep) -> None:
    """Off at first; remembered by the browser; wide and on a phone, where it is in the menu."""
    player = sat_down(page, server, scenario="open-field", blue={"who": "captain", "captain": "captain"})
    for _ in range(12):
        page.keyboard.press("Enter" if player.ready() else "Control+Enter")
        player.settled()
    reasons = page.locator(".log p.why")
    expect(reasons).to_have_count(0)
    switch = page.get_by_role("switch", name="Say why captains do what they do")
    switch.click()
    expect(reasons.first).to_be_attached()
    expect(page.locator(".log")).to_contain_text("That is its place in the line as he draws it up.")
    side = page.locator("aside.side")
    assert side.evaluate("(e) => e.scrollWidth - e.clientWidth") == 0, "nothing is cut off"
    keep(page, "reasons")
    page.reload()
    player.settled()
    expect(reasons.first).to_be_attached()
    switch.click()
    expect(reasons).to_have_count(0)


def test_enter_declines_nothing_and_what_leaves_no_choice_passes(page: Page, server: str, keep) -> None:
    """By This Axe against a captain: a challenge waits for an answer of one's own; moments for cards that cannot be
    played go by, unless one wants to see them."""
    player = sat_down(page, server, scenario="lily-field", blue={"who": "captain", "captain": "captain"})
    passed = seen = 0
    for _ in range(160):
        if not player.settled() or (seen and player.cards):
            break
        say = player.say
        if re.search("to a duel|accept or decline|force the duel", say):
            seen += 1
            page.keyboard.press("Enter")
            page.wait_for_timeout(120)
            assert player.say == say, "Enter gave it away"
            expect(page.locator("footer.prompt button[aria-keyshortcuts='Enter']")).to_have_count(0)
            keep(page, "decline")
            page.keyboard.press("Control+Enter")
            page.wait_for_function(
                "(said) => document.querySelector('footer.prompt .sentence')?.textContent !== said", arg=say
            )
        elif "play a card" in say.lower():
            passed += 1
            assert page.locator(".fan button:not([aria-label*='cannot be played'])").count() > 0, "nothing to decide"
            player.by_keyboard()
        else:
            player.by_keyboard()
    assert passed or seen
