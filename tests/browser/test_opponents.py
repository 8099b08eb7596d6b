"""An opponent is chosen from the ladder, and leads the other side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
PLACE = {"games": 7, "wins": 3, "draws": 0, "losses": 4, "beaten": ["recruit"], "rating": 905, "margin": 150}


def ladder_of(page: Page, server: str) -> None:
    page.route("**/api/me/ladder", lambda route: route.fulfill(json={"book_of_war": PLACE}))
    page.goto(f"{server}/setup")
    page.get_by_role("button", name="How strong are they?").click()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["1280", "390"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_opponent_is_chosen_from_the_ladder(
    browser: Browser, server: str, keep, size: tuple[int, int], scheme: str
) -> None:
    width, height = size
    phone = width < 768
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=phone,
        is_mobile=phone,
    )
    page = context.new_page()
    ladder_of(page, server)
    dialog = page.get_by_role("dialog", name="Opponents")
    expect(dialog.get_by_role("row", name=re.compile("^You 7 battles"))).to_contain_text("905")
    dialog.get_by_role("button", name="How it was measured").click()
    expect(dialog).to_contain_text("everybody against everybody")
    keep(page, "ladder")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs out at the side"
    dialog.get_by_role("radio", name="Chainmail").check(force=True)
    expect(dialog.get_by_role("button", name=re.compile("^(Choose|Next)"))).to_have_count(0)
    dialog.get_by_role("radio", name="Book of War").check(force=True)
    dialog.get_by_role("button", name=re.compile("^Choose Recruit: rating")).click()
    expect(dialog).to_be_hidden()
    chosen = page.get_by_label(re.compile("^Which captain leads"))
    expect(chosen).to_have_value("recruit")
    expect(page.locator("#seats")).to_contain_text("Obeys the rules and knows nothing else.")
    page.get_by_role("button", name="How strong are they?").click()
    following = dialog.get_by_role("button", name=re.compile("^Next: "))
    title = following.inner_text().removeprefix("Next: ")
    assert title != "Recruit", "he is beaten"
    following.click()
    expect(chosen.locator("option:checked")).to_have_text(re.compile(f"^{title}, rating"))
    keep(page, "chosen")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page).to_have_url(re.compile("/battles/"))
    context.close()


def test_a_bold_captain_is_called_so_at_the_table(browser: Browser, server: str, keep) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    ladder_of(page, server)
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Choose Captain, bold")).click()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".top")).to_contain_text("bold captain")
    keep(page, "table")
    page.goto(f"{server}/mine")
    expect(page.get_by_role("main")).to_contain_text("bold captain")
    context.close()
