"""BATTLESYSTEM at the page: the Crossroads, from the start page through the set-up to the victory screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import VICTORY, Player

pytestmark = pytest.mark.browser

FORWARD = ("Shift+ArrowUp", "Shift+ArrowUp")
LOOK_ABOUT = ("f", "Shift+ArrowUp")


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


class Commander(Player):
    """Goes forward with everybody, charges whoever can be charged, rallies whoever can be rallied."""

    obliques = 0
    attempts = 0

    def order(self) -> None:
        say = self.say
        if "set down" in say:
            self.page.keyboard.press("Enter")
        elif "give an order" in say:
            self._command()
        elif "rally" in say or "back into command" in say:
            self._rally()
        elif self.ready():
            self.prompt.locator("button.primary").click()
        elif "cannot do that" in say:
            self.page.keyboard.press("Escape")
        else:
            self._end()

    def _command(self) -> None:
        """The next unit: slantwise once, then straight ahead, from the fourth round on a charge where it can; later it
        looks about, so that nobody stands before a thicket or the edge of the table for ever."""
        press = self.page.keyboard.press
        press("Tab")
        orders = self.page.get_by_role("group", name=re.compile("^Orders for"))
        expect(orders).to_be_visible()
        charge = orders.get_by_role("button", name=re.compile("^Charge"), disabled=False)
        if not self.obliques and self._plotted("d", "d", "d"):
            expect(self.prompt).to_contain_text("Oblique right 45° for 3″")
            self.obliques += 1
        elif self._round() > 3 and self._round() % 3 and charge.count() and self._plotted("c"):
            self.charges += 1
        elif self._plotted(*(LOOK_ABOUT if self._round() > 8 and self._round() % 2 else FORWARD)):
            self.moves += 1
        else:
            press("Escape")
            press("Escape")
            self._end()
            return
        press("Enter")

    def _round(self) -> int:
        said = re.search(r"Round (\d+)", self.page.get_by_role("navigation", name="Sequence of play").inner_text())
        return int(said[1]) if said else 0

    def _plotted(self, *keys: str) -> bool:
        """Whether these keys come to an order; if not, they are taken back."""
        for key in keys:
            self.page.keyboard.press(key)
        for _ in range(10):
            self.page.wait_for_timeout(25)
            if self.state == "plotting" and self.ready():
                return True
        self.page.keyboard.press("Escape")
        return False

    def _rally(self) -> None:
        self.page.keyboard.press("Tab")
        for _ in range(12):
            self.page.wait_for_timeout(25)
            if self.state == "plotting" and self.ready():
                self.attempts += 1
                self.page.keyboard.press("Enter")
                return
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")
        self._end()


def test_the_crossroads_is_fought_out(page: Page, server: str, keep) -> None:
    """Both sides are set up, one in a formation of its own choice; then round follows round until one side has nobody
    left. No limit of turns is set."""
    page.goto(server)
    page.get_by_role("link", name="Set up", exact=True).click()
    page.get_by_text("Battlesystem", exact=False).first.click()
    page.locator("#fought").get_by_text("Battle at the Crossroads").click()
    page.get_by_role("group", name=re.compile("^Who leads")).first.get_by_text("Me", exact=True).click()
    page.get_by_role("group", name=re.compile("^Who leads")).last.get_by_text("A captain").click()
    page.get_by_label(re.compile("^Which captain leads")).last.select_option("captain")
    page.get_by_role("button", name=re.compile("^Begin")).click()
    player = Commander(page)
    player.settled()
    _set_up_closed(page)
    keep(page, "set-up")
    track = page.get_by_role("navigation", name="Sequence of play")

    def turn() -> None:
        player.order()
        if player.obliques and not player.charges:
            keep(page, "marching")

    player.play(turn)
    keep(page, "end")
    expect(track.get_by_role("listitem")).to_have_text(
        [re.compile(phase) for phase in ("Initiative", "Rally", "Movement", "Melee", "End of Game Round")]
    )
    assert player.obliques
    assert player.moves > 5
    assert player.attempts
    _beaten_after_rounds(page)


def _set_up_closed(page: Page) -> None:
    """The first unit stands in the other of its formations: the ghost shows how much room that takes."""
    ghost = page.locator(".ghost").first
    before = ghost.bounding_box()
    forms = page.get_by_role("group", name="Formation")
    forms.get_by_role("button", name=re.compile("^Closed")).click()
    expect(forms.get_by_role("button", name=re.compile("^Open"), pressed=False)).to_be_visible()
    after = ghost.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] < before["width"]


def _beaten_after_rounds(page: Page) -> None:
    """Nobody is left of one side; it took several rounds, and dice with ten faces."""
    end = page.get_by_role("dialog", name=VICTORY)
    said = end.inner_text()
    assert re.search("Victory|Defeat", said), said
    assert "beaten" in said, said
    (turn,) = re.findall(r"Round (\d+)", said)
    assert int(turn) > 5
    expect(page.locator(".log svg.many")).not_to_have_count(0)
