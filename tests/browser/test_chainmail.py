"""Chainmail at the page, from the start page to the victory screen: by moves with the mouse, by written orders with the
keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import VICTORY, Player

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser):
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert faults == []


class Gunner(Player):
    """Leaves the engines where they are, so that they can fire."""

    def _chosen(self, word: str) -> bool:
        if word != "may move":
            return super()._chosen(word)
        for unit in self.page.get_by_role("button", name=re.compile(word)).all():
            if "Striped Company" in (unit.get_attribute("aria-label") or ""):
                unit.click()
                return True
        return False


def test_engines_are_pointed_and_fired_by_mouse(page: Page, server: str, keep) -> None:
    """Not one key is touched but in the field where the turn limit is typed."""
    page.goto(server)
    page.get_by_role("link", name="Set up", exact=True).click()
    page.get_by_text("Chainmail, 2nd edition (1972)").click()
    page.get_by_text("Powder and Stones").click()
    against_a_recruit(page)
    page.locator("summary", has_text="Rulings").click()
    page.get_by_role("spinbutton", name="Turn limit").fill("1")
    page.get_by_role("button", name=re.compile("^Begin")).click()
    player = Gunner(page)

    def turn() -> None:
        player.by_mouse()
        if player.fired == 1 and page.locator(".shot.fallen").count():
            keep(page, "fallen")

    player.play(turn)
    keep(page, "end")
    assert player.fired
    expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible()


def test_orders_are_written_by_keyboard(page: Page, server: str, keep) -> None:
    """Both sides write their orders in secret and move at the same time; nobody touches a mouse."""
    page.goto(server)
    expect(page.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    page.keyboard.press("s")
    for chosen in (re.compile("^Chainmail"), re.compile("^The Tollgate")):
        page.get_by_role("radio", name=chosen).press(" ")
    for side, who in (("Red", "Me"), ("Blue", "A captain")):
        page.get_by_role("group", name=f"Who leads {side}").get_by_role("radio", name=who).press(" ")
    page.get_by_label("Which captain leads Blue").press("R")
    page.locator("summary", has_text="Rulings").press("Enter")
    page.get_by_role("spinbutton", name="Turn limit").press("ControlOrMeta+a")
    page.keyboard.type("2")
    page.get_by_role("button", name=re.compile("^Begin")).press("Enter")
    player = Player(page)
    player.settled()
    player.play(player.by_keyboard)
    keep(page, "end")
    assert player.orders > 2
    expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible()


def against_a_recruit(page: Page) -> None:
    page.get_by_role("group", name="Who leads Red").get_by_text("Me", exact=True).click()
    page.get_by_role("group", name="Who leads Blue").get_by_text("A captain").click()
    page.get_by_label("Which captain leads Blue").select_option("recruit")
