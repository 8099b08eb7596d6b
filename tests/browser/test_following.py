"""Following the opponent: a captain's turn step by step, and what happened while nobody looked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser
MOST_ORDERS = 60


@pytest.fixture
def context(browser: Browser):
    opened = browser.new_context(viewport={"width": 1440, "height": 900})
    yield opened
    opened.close()


def against_a_captain(context: BrowserContext, server: str) -> str:
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "captain"}, "dice": "sealed"}
    answer = context.request.post(f"{server}/api/battles", data=wish)
    assert answer.ok, answer.text()
    return f"{server}/battles/{answer.json()['id']}"


def to_the_captains_turn(page: Page, player: Player) -> None:
    """Play on until the page waits at a deed of the captain's."""
    following = page.get_by_role("button", name=re.compile("^Next ?Enter$"))
    for _ in range(MOST_ORDERS):
        for _ in range(400):
            if following.is_visible() or player.look().state not in ("", "waiting", "chance"):
                break
            page.wait_for_timeout(25)
        if following.is_visible():
            return
        player.by_keyboard()
        page.wait_for_timeout(60)
    raise AssertionError(f"the captain does nothing: {player.look()}")


def shown(page: Page) -> tuple[list[str], str]:
    """The numbers in the ribbon, and the one that is looked at."""
    numbers = page.get_by_role("list", name="What was done").locator("b").all_inner_texts()
    now = page.locator("[aria-label='What was done'] [aria-current] b")
    return numbers, now.inner_text() if now.count() else ""


def test_a_captains_turn_is_followed_step_by_step(context: BrowserContext, server: str, keep) -> None:
    """Every deed waits for Next and has one number on the table, in the ribbon and in the log; who was away is told."""
    context.add_init_script("localStorage.setItem('following', JSON.stringify({ pace: 'step' }))")
    page = context.new_page()
    page.goto(against_a_captain(context, server))
    to_the_captains_turn(page, Player(page))
    kept = page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('seen:'))")
    expect(page.get_by_role("radio", name="Step")).to_be_checked()
    waiting = page.get_by_role("button", name=re.compile("^Next ?Enter$"))
    mine = page.locator("footer.prompt.choose")
    heard: list[str] = []
    for _ in range(MOST_ORDERS):
        expect(waiting.or_(mine).first).to_be_visible()
        if not waiting.is_visible():
            break
        deed = page.locator("[aria-label='What was done'] [aria-current]")
        expect(deed.locator("b")).to_have_text(str(len(heard) + 1))
        sentence = (deed.get_attribute("aria-label") or "").partition(": ")[2]
        expect(page.locator(".battle > [role=status]").first).to_have_text(sentence)
        assert sentence.endswith("."), sentence
        heard.append(sentence)
        numbers, now = shown(page)
        assert numbers == [str(index + 1) for index in range(len(heard))]
        assert page.locator(".log .count").all_inner_texts() == numbers
        assert page.locator(".log .count.present").inner_text() == now
        keep(page, f"deed-{now}")
        if now == "1":
            # Wherever the focus was left, Enter goes on.
            page.get_by_role("button", name="Zoom in").focus()
        elif now == "2":
            page.get_by_role("radio", name="Step").focus()
        page.keyboard.press("Enter")
    keep(page, "mine")
    assert len(heard) > 2
    moves = page.locator(".table-svg .deed-stood").count()
    assert moves
    assert page.locator(".tag.tone-number").count() >= moves
    # In one's own turn one may look back at it, and let go again.
    page.keyboard.press(",")
    assert shown(page)[1] == str(len(heard))
    expect(page.locator(".table-svg .deed.present")).to_have_count(1)
    page.keyboard.press("Escape")
    assert shown(page)[1] == ""
    # Opened again by one who has seen nothing of it.
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", kept)
    page.reload()
    since = page.get_by_role("region", name="Since you looked")
    expect(since.get_by_role("listitem")).to_have_count(min(7, len(heard)))
    assert shown(page)[0] == [str(index + 1) for index in range(len(heard))]
    keep(page, "since")
    since.get_by_role("button", name="Watch it again").click()
    expect(since).to_be_hidden()
    expect(waiting).to_be_visible()
    assert shown(page) == (["1"], "1")
    page.keyboard.press(">")
    expect(page.get_by_role("radio", name="Slow")).to_be_checked()
    page.keyboard.press("Escape")
    expect(mine).to_be_visible()
    assert len(shown(page)[0]) == len(heard)
