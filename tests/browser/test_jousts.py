"""Jousts at the page: a whole joust by pointer and by keys, on a laptop and on a phone, and two at one screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import VICTORY

pytestmark = pytest.mark.browser


def opened(context: BrowserContext, server: str, scenario: str, blue: str = "captain") -> tuple[Page, list[str]]:
    seats = {"red": {"who": "me"}, "blue": {"who": blue, **({"captain": "captain"} if blue == "captain" else {})}}
    made = context.request.post(f"{server}/api/battles", data={"scenario": scenario, **seats, "dice": "sealed"})
    assert made.ok, made.text()
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/battles/{made.json()['id']}")
    return page, faults


def seal(page: Page):
    return page.locator("footer.prompt button.primary")


def over(page: Page) -> bool:
    return page.get_by_role("dialog", name=VICTORY).count() > 0


def test_a_whole_joust(visit: BrowserContext, server: str, keep) -> None:
    """CM-JOUST-02, CM-JOUST-03, CM-JOUST-07: three presses a ride; what an aim bars cannot be pressed."""
    page, faults = opened(visit, server, "joust-at-ostrey")
    expect(page.get_by_text("has sealed").first).to_be_visible(timeout=20_000)
    keep(page, "asked")
    page.locator(".aims g", has_text="Base").locator("path.zone").click(force=True)
    expect(page.get_by_role("radio", name=re.compile("Lean right"))).to_be_disabled()
    page.get_by_role("radio", name=re.compile("Steady seat")).click()
    keep(page, "chosen")
    comes = page.locator(".comes")
    expect(comes).to_contain_text("33 %")
    expect(comes).to_contain_text("+5.8")
    seal(page).click()
    for _ in range(2):
        expect(page.locator(".ride .charge").first).to_be_visible(timeout=20_000)
        page.wait_for_timeout(1200)
        if over(page):
            break
        page.locator(".aims g", has_text="Base").locator("path.zone").click(force=True)
        steady = page.get_by_role("radio", name=re.compile("Steady seat"))
        if steady.get_attribute("aria-checked") != "true":
            steady.click()
        keep(page, "next")
        seal(page).click()
    expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible(timeout=20_000)
    keep(page, "over")
    assert faults == []


def test_keys_choose_and_seal(browser: Browser, server: str, keep) -> None:
    """1 to 8 aim, Shift 1 to 6 sit, arrows go over the pairs, Esc puts back, Enter seals; nothing barred is taken."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page, faults = opened(context, server, "lists-at-ostrey")
    expect(page.get_by_text("has sealed").first).to_be_visible(timeout=20_000)
    expect(seal(page)).to_be_disabled()
    page.keyboard.press("8")
    page.keyboard.press("Shift+Digit2")
    expect(seal(page)).to_be_disabled()
    page.keyboard.press("Shift+Digit4")
    expect(seal(page)).to_contain_text("Seal base, steady seat")
    page.keyboard.press("ArrowRight")
    expect(seal(page)).to_contain_text("base, shield high")
    page.keyboard.press("ArrowUp")
    expect(seal(page)).to_contain_text("sinister fess, shield high")
    page.keyboard.press("Escape")
    expect(seal(page)).to_be_disabled()
    page.keyboard.press("Shift+Digit1")
    expect(page.get_by_role("radio", name=re.compile("^Helm"))).to_be_disabled()
    page.keyboard.press("1")
    expect(seal(page)).to_be_disabled()
    page.keyboard.press("3")
    expect(seal(page)).to_contain_text("Seal chief pale, lower the helm")
    keep(page, "keys")
    page.keyboard.press("Enter")
    expect(page.locator(".ride .charge").first.or_(page.locator(".board").get_by_text("ride 1"))).to_be_visible()
    expect(page.locator(".tilt-day")).to_contain_text("Tourney of 6")
    page.wait_for_timeout(800)
    keep(page, "after")
    assert faults == []
    context.close()


def test_two_at_one_screen_do_not_see_what_the_other_has_sealed(browser: Browser, server: str, keep) -> None:
    """CM-JOUST-02"""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page, faults = opened(context, server, "joust-at-ostrey", blue="me")
    expect(seal(page)).to_be_disabled(timeout=20_000)
    page.keyboard.press("8")
    page.keyboard.press("Shift+Digit4")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I am Blue").click()
    expect(page.locator("footer.prompt")).to_contain_text("Bertran Vane for the first ride", timeout=10_000)
    expect(page.get_by_text("has sealed").first).to_be_visible()
    for shown in (page.locator(".rides"), page.locator("footer.prompt")):
        expect(shown).not_to_contain_text("base")
    expect(seal(page)).to_be_disabled()
    keep(page, "other")
    page.keyboard.press("7")
    page.keyboard.press("Shift+Digit4")
    page.keyboard.press("Enter")
    expect(page.locator(".ride").first).to_contain_text("aims at the base", timeout=10_000)
    assert faults == []
    context.close()
