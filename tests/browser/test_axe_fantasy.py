"""By This Axe at the page: a battle off the table, the next one of its campaign, and one with creatures and magic."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect

from tests.browser.player import VICTORY, Player
from tests.browser.test_every_screen import whole

pytestmark = pytest.mark.browser


@pytest.fixture
def context(browser: Browser):
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield opened
    opened.close()


def opened(context: BrowserContext, server: str, scenario: str, **options: str | int) -> tuple[Page, list[str]]:
    seats = {"red": {"who": "me"}, "blue": {"who": "captain", "captain": "captain"}}
    made = context.request.post(
        f"{server}/api/battles", data={"scenario": scenario, **seats, "dice": "sealed", "options": options}
    )
    assert made.ok, made.text()
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/battles/{made.json()['id']}")
    return page, faults


class General(Player):
    """Somebody at a map: the first of what there is to choose, and losses as they are proposed."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.asked_for: list[str] = []

    def decide(self) -> None:
        seen = self.look()
        self.asked_for.append(seen.say)
        whole(self.page, seen.say)
        if "How?" in seen.say:
            expect(self.page.locator(".choices tbody tr").first).to_be_visible()
        if not seen.ready:
            self.press_first()
        then = self.look()
        if then.ready:
            self.asked_for.append(then.say)
            self._press(self.page.locator("footer.prompt button.primary"))

    def press_first(self) -> None:
        """Of a list in the panel, or of buttons in the bar; a button of the bar is the answer itself."""
        picks = self.page.locator(".pick")
        words = self.page.locator("footer.prompt .acts button").filter(has_text=re.compile("[a-z]"))
        self._press((picks if picks.count() else words).first)
        self.page.wait_for_timeout(150)

    @staticmethod
    def _press(button: Locator) -> None:
        """What is asked may have changed under the hand: then it is looked at anew."""
        with suppress(TimeoutError):
            button.click(timeout=3000)


def test_a_battle_off_the_table_and_the_next_of_its_campaign(visit: BrowserContext, server: str, keep) -> None:
    """TA-ABS-01: from the stratagems to the victory screen, nothing cut; then Deep Snow with whoever is left."""
    page, faults = opened(visit, server, "first-snow", turn_limit=2)
    player = General(page)
    player.settled()
    expect(page.get_by_role("region", name="The Bone King")).to_contain_text("31.34")
    expect(page.get_by_role("region", name="The Wardens of the Ford")).to_contain_text("not stated yet")
    player.play(player.decide)
    keep(page, "end")
    said = " ".join(player.asked_for)
    assert all(word in said for word in ("stratagem", "State your troops", "seek battle"))
    page.get_by_role("dialog", name=VICTORY).get_by_role("button", name="The campaign goes on: Deep Snow").click()
    expect(page.locator("body")).to_contain_text("The Drowned", timeout=20_000)
    expect(page.locator("body")).to_contain_text("Men of the Four Farms")
    keep(page, "deep-snow")
    assert faults == []


class Enchanter(Player):
    """Somebody who answers everything with what is proposed, and hits with all the dice there are, until that is too
    much for him."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.windows = 0

    def by_keyboard(self) -> None:
        if "what is spent on them" not in self.say:
            super().by_keyboard()
            return
        self.windows += 1
        if self.windows > 1:
            self.page.get_by_role("button", name="Pass, and ask no more").click()
        else:
            self.page.keyboard.press("1")
            self.page.wait_for_timeout(200)
            self.page.keyboard.press("Enter" if self.ready() else "2")


def test_a_battle_with_creatures_and_magic(context: BrowserContext, server: str, keep) -> None:
    """TA-FANT-M08, TA-FANT-P01: dwarves against goblins by keys alone; what is spent on hits is asked until it shall
    pass unasked, and then never again."""
    for _ in range(4):
        page, faults = opened(context, server, "broken-seal", turn_limit=5)
        player = Enchanter(page)
        player.play(player.by_keyboard)
        assert faults == []
        if player.windows:
            break
    keep(page, "end")
    assert player.moves > 3
    assert player.windows in (1, 2), "asked again after it was to pass unasked"
    expect(page.locator(".log")).to_contain_text(re.compile("prayers|spell"))
