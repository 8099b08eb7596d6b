"""The start page: a list that stands still, a picture that follows, and a bar at the thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
PATIENCE = 20_000

_PLACES = """() => [...document.querySelectorAll("[data-battle]")].map((row) => {
  const { x, y } = row.getBoundingClientRect();
  return [row.dataset.battle, Math.round(x), Math.round(y + scrollY)];
})"""
_PICTURE = """() => {
  const svg = document.querySelector(".now svg.table").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".now svg.table .unit")].map((unit) => unit.getBoundingClientRect());
  const room = document.querySelector(".now figure").getBoundingClientRect();
  const inside = seen.filter((one) => one.left >= room.left && one.right <= room.right
    && one.top >= room.top && one.bottom <= room.bottom);
  return { units: seen.length, inside: inside.length, filled: svg.width * svg.height / (room.width * room.height) };
}"""


def opened(browser: Browser, server: str, *, phone: bool) -> Page:
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=phone, is_mobile=phone)
    page = context.new_page()
    page.goto(server)
    expect(page.locator(".now svg.table")).to_be_visible(timeout=PATIENCE)
    return page


def test_the_list_stands_still_and_the_picture_follows(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server, phone=False)
    books = page.locator(".shelf")
    for number in range(4):
        first = books.nth(number).locator("[data-battle]").first
        expect(first.get_by_text("first", exact=True)).to_be_visible()
    expect(page.locator(".shelf .first")).to_have_count(4)
    expect(page.get_by_role("heading", name="Marlow Plain")).to_be_visible()
    before = page.evaluate(_PLACES)
    for name in [row[0] for row in before]:
        page.locator(f'[data-battle="{name}"]').click()
        title = page.locator(f'[data-battle="{name}"] .name').inner_text().split("\n")[0].removesuffix("first")
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible(timeout=PATIENCE)
        table = page.locator(f'.now svg.table[aria-label="{title}"]')
        expect(table.or_(page.get_by_text("Fought without a table."))).to_be_visible(timeout=PATIENCE)
        if table.count():
            shown = page.evaluate(_PICTURE)
            assert shown["inside"] == shown["units"], f"{name}: all of both armies are in the picture"
            assert shown["filled"] > 0.98, f"{name}: the picture fills its room"
        assert page.evaluate(_PLACES) == before, f"{name}: the list has moved"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert page.locator('[data-battle][aria-pressed="true"]').get_attribute("data-battle") == before[-1][0]
    keep(page, "chosen")
    page.get_by_role("button", name="I know these games").click()
    page.reload()
    expect(page.locator(".now svg.table")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("region", name="New here?")).to_have_count(0)
    page.context.close()


def test_a_tap_on_a_phone_shows_what_will_be_played(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server, phone=True)
    fold = page.get_by_role("button", name=re.compile("^Chainmail.*battles"))
    fold.tap()
    row = page.get_by_role("button", name=re.compile("^The Tollgate"))
    row.scroll_into_view_if_needed()
    row.tap()
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".now svg.table")).to_have_attribute("aria-label", re.compile("Tollgate"))
    expect(page.locator(".now figure")).to_be_in_viewport(ratio=0.9)
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_in_viewport(ratio=1)
    expect(page.locator(".bar")).to_contain_text("The Tollgate at Ferrin Bridge")
    keep(page, "tapped")
    play.tap()
    expect(page.get_by_text("The Tollgate at Ferrin Bridge").first).to_be_visible(timeout=PATIENCE)
    page.wait_for_url(re.compile("/battles/"))
    page.context.close()


def test_setting_up_begins_with_the_battle_for_beginners(browser: Browser, server: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.goto(f"{server}/setup")
    expect(page.get_by_role("radio", name=re.compile("^Marlow Plain"))).to_be_checked(timeout=PATIENCE)
    expect(page.get_by_role("group", name="Scenario").locator("label").first).to_contain_text("Marlow Plain")
    page.context.close()
