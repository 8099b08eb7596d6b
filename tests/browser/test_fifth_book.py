"""A book nobody has told the page of is played on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import serving
from tests.browser.player import VICTORY, Player
from tests.fifth_book.installing import installed

pytestmark = pytest.mark.browser

SEEN = """() => {
  window.icons = new Set();
  const look = () => document.querySelectorAll(".man use").forEach((use) => window.icons.add(use.getAttribute("href")));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""The drawings of all orders that the menu has offered."""


@pytest.fixture(scope="module")
def with_it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("store") / "battles.sqlite"
    with serving(database, installed(tmp_path_factory.mktemp("books"))) as address:
        yield address


def test_a_battle_of_another_book(browser: Browser, with_it: str, keep) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{with_it}/rules/of/PP-FIGHT-01")
    expect(page.locator("#PP-FIGHT-01")).to_contain_text("throws a die for each figure")
    page.goto(f"{with_it}/")
    page.locator("[data-battle=two-lines]").click()
    keep(page, "start")
    page.get_by_role("button", name=re.compile("^Play now")).click()
    player = Player(page)
    player.settled()
    keep(page, "deployment")
    expect(page.locator(".top .sub")).to_contain_text("Push of Pike")
    page.evaluate(SEEN)
    player.play(player.by_keyboard)
    assert "#figure-pikemen" in page.evaluate("[...window.icons]"), "its advance has the drawing that the book names"
    keep(page, "end")
    assert player.moves
    expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible()
    assert faults == []
    context.close()


def test_a_battle_without_a_table(browser: Browser, with_it: str, keep) -> None:
    """The armies are listed where the map would be; both answer at once, and the replay shows who was left when."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{with_it}/")
    page.locator("[data-battle=on-paper]").click()
    keep(page, "start")
    page.get_by_role("button", name=re.compile("^Play now")).click()
    player = Player(page)
    assert player.settled()
    rolls = page.locator(".rolls")
    expect(rolls.get_by_role("button", name=re.compile("Old Pikes 12 of 12"))).to_be_visible()
    expect(page.get_by_role("navigation", name="Sequence of play")).not_to_contain_text("fit table")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Help")
    expect(keys).to_contain_text("these keys")
    expect(keys).not_to_contain_text("move the map")
    page.keyboard.press("Escape")
    keep(page, "first")
    player.play(lambda: page.keyboard.press("1"))
    keep(page, "end")
    page.get_by_role("dialog", name=VICTORY).get_by_role("button", name=re.compile("replay", re.IGNORECASE)).click()
    expect(rolls).to_be_visible()
    keep(page, "replay")
    assert faults == []
    context.close()
