"""Book of War's castles at the page: Kell Keep is stormed by ladder and door, from setting up to the victory screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

STORMING = re.compile("Climb (?!down)|Enter |Go up")


class Stormer(Player):
    """Somebody who goes straight ahead, up every wall and in at every door that he comes to."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.stormed: list[str] = []

    def _march_by_keyboard(self) -> None:
        self.page.keyboard.press("Tab")
        self.page.wait_for_timeout(150)
        if not self._storms():
            self._plot_ahead()
            if self.state == "plotting" and self.ready():
                self.moves += 1
                self.page.keyboard.press("Enter")
            else:
                self.page.keyboard.press("Escape")
                self.page.keyboard.press("Control+Enter")

    def _plot_ahead(self) -> None:
        """Nine inches, or as many as can be gone."""
        self.page.keyboard.press("Shift+ArrowUp")
        super()._plot_ahead()

    def _storms(self) -> bool:
        """Whether the menu of the unit in hand has a ladder, a door or stairs for it, which it then takes."""
        menu = self.page.get_by_role("group", name=re.compile("^Orders for"))
        for way in menu.get_by_role("button", disabled=False).filter(has_text=STORMING).all():
            said = " ".join(way.inner_text().split())
            self.page.keyboard.press(said[-1].lower())
            if self._judged():
                self.stormed.append(said)
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("Tab")
        return False


@pytest.fixture
def context(browser: Browser):
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield opened
    opened.close()


def _cut_open(page: Page, keep) -> None:
    """Every tower floor by floor, with who is there (BW-O6-02)."""
    page.get_by_role("button", name="Storeys").click()
    card = page.get_by_role("region", name=re.compile("floor by floor"))
    card.get_by_role("combobox", name="Which tower").select_option(label="Kell Keep, 3")
    expect(card.get_by_role("img", name="Roof: Orlamund")).to_be_visible()
    expect(card.get_by_role("img", name="Ground floor: Keep Guard")).to_be_visible()
    keep(page, "storeys")
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_a_castle_is_stormed(context: BrowserContext, server: str, keep) -> None:
    """Kell Keep, shortened to six turns, against a recruit, by keys alone (BW-O6-10, BW-O6-11)."""
    seats = {"red": {"who": "me"}, "blue": {"who": "captain", "captain": "recruit"}}
    wish = {"scenario": "kell-keep", **seats, "dice": "sealed", "options": {"turn_limit": 6}}
    made = context.request.post(f"{server}/api/battles", data=wish)
    assert made.ok, made.text()
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/battles/{made.json()['id']}")
    player = Stormer(page)
    assert player.settled()
    expect(page.get_by_role("button", name="Levels: all of them. Next level")).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("group", name="Levels")).to_contain_text("On top")
    _cut_open(page, keep)
    page.set_viewport_size({"width": 1280, "height": 800})
    keep(page, "before")

    told: set[str] = set()

    def turn() -> None:
        before = len(player.stormed)
        player.by_keyboard()
        told.update(re.findall("climbs? South Wall|gets? over the wall", page.locator(".log").inner_text()))
        if len(player.stormed) == 1 > before:
            keep(page, "ladders")

    player.play(turn)
    keep(page, "end")
    assert player.moves > 5
    assert len(player.stormed) >= 2, player.stormed
    assert told, "the log tells of the ladders"
    assert faults == []
