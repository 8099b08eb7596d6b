"""After the battle: play on from a moment of it, and see both beside each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import VICTORY

pytestmark = pytest.mark.browser
DESK = {"width": 1440, "height": 900}
SMALL = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
CAPTAIN = {"who": "captain", "captain": "recruit"}


def fought(page: Page, server: str) -> str:
    """A short battle between two captains, when it is over."""
    wish: dict[str, Any] = {"scenario": "open-field", "red": CAPTAIN, "blue": CAPTAIN, "options": {"turn_limit": 2}}
    made = page.request.post(f"{server}/api/battles", data=wish).json()["id"]
    for _ in range(600):
        if page.request.get(f"{server}/api/battles/{made}").json()["battle"]["outcome"]:
            return str(made)
        page.wait_for_timeout(100)
    raise AssertionError("the captains do not come to an end")


def entry_shown(page: Page) -> int:
    said = page.get_by_label("Moment of the battle").get_attribute("aria-valuetext") or ""
    found = re.search(r"entry (\d+)", said)
    assert found, said
    return int(found[1])


def test_what_if_it_had_gone_otherwise(browser: Browser, server: str, keep) -> None:
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    old = fought(page, server)
    page.goto(f"{server}/battles/{old}")

    # Some steps into the replay the battle is played on, at one screen; at its end there is nothing to play on.
    play_on = page.get_by_role("button", name="Play on from here")
    page.get_by_role("button", name="Turn 1").click()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(play_on).to_be_enabled()
    entry = entry_shown(page)
    hashed = page.request.get(f"{server}/api/battles/{old}?at={entry}&watch=1").json()["hash"]
    page.keyboard.press("End")
    expect(play_on).to_be_disabled()
    page.get_by_label("Moment of the battle").fill(str(entry))
    keep(page, "replay")
    play_on.click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text(f"turn 1, entry {entry}")
    dialog.get_by_role("group", name=re.compile("Who leads .*Blue")).get_by_text("Me", exact=True).click()
    keep(page, "dialog")
    dialog.get_by_role("button", name="Begin the new battle").click()
    page.wait_for_url(re.compile(r"\?seat=red$"))
    new = re.findall("battles/([^?/]+)", page.url)[0]
    expect(page.locator("footer.prompt")).to_be_visible()
    shown = page.request.get(f"{server}/api/battles/{new}").json()
    assert shown["origin"] == {"battle": old, "entry": entry}
    assert page.request.get(f"{server}/api/battles/{new}?at={entry}&watch=1").json()["hash"] == hashed
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("link", name=f"Played on after entry {entry} of an earlier battle")).to_be_visible()
    keep(page, "new")

    # It is given up at once, and seen beside the one it came from: they part where one was played on.
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede: press again").click()
    expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible(timeout=PATIENCE)
    page.goto(f"{server}/battles/{new}")
    expect(page.get_by_role("link", name=f"what if, from entry {entry}")).to_be_visible()
    page.get_by_role("button", name="Side by side").click()
    page.get_by_role("link", name="As it was fought").click()
    page.wait_for_url(f"**/compare/{new}/{old}")
    fought_so = page.get_by_role("region", name="As it was fought")
    otherwise = page.get_by_role("region", name=f"What if, from entry {entry}")
    expect(page.get_by_role("button", name=re.compile("First difference: entry"))).to_be_enabled()
    expect(fought_so).to_contain_text("different here")
    page.keyboard.press("Home")
    for region in (fought_so, otherwise):
        expect(region).to_contain_text("entry 0 of")
        expect(region).not_to_contain_text("different")
    page.keyboard.press("ArrowRight")
    expect(fought_so).to_contain_text("entry 1 of")
    expect(otherwise).to_contain_text("entry 1 of")
    page.keyboard.press("d")
    expect(otherwise).to_contain_text(re.compile(f"entry {entry + 1} of"))
    for name, size in (("desk", DESK), ("small", SMALL), ("phone", PHONE)):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)
        keep(page, f"side-by-side-{name}")
        if name == "phone":
            top, below = fought_so.bounding_box(), otherwise.bounding_box()
            assert top
            assert below
            assert abs(top["x"] - below["x"]) < 1, "on a phone one lies under the other"
    page.get_by_role("button", name="Dark page").click()
    keep(page, "side-by-side-phone-dark")

    # The deeds of a turn have their numbers, on the table and in the log.
    page.set_viewport_size(DESK)
    page.goto(f"{server}/battles/{old}")
    page.get_by_role("button", name="Turn 1").click()
    counted = page.get_by_role("region", name="Log").locator(".count")
    on_table = page.locator("main .tag.tone-number")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(50)
        if counted.count() and on_table.count():
            break
    assert on_table.last.text_content() == counted.last.text_content()
    keep(page, "numbers-dark")
