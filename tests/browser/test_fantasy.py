"""Book of War with the Advanced rules at the page: a wand is aimed, a spell cast, a dragon flies, elves hide."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

MOST_STEPS = 60


@pytest.fixture
def context(browser: Browser):
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield opened
    opened.close()


def opened(
    context: BrowserContext, server: str, scenario: str, red: str = "me", **options: str | int
) -> tuple[Page, Player]:
    """A battle in which we lead one side or, at the same screen, both."""
    seats = {"red": {"who": red}, "blue": {"who": "me"}}
    wish = {"scenario": scenario, **seats, "dice": "sealed", "options": options}
    made = context.request.post(f"{server}/api/battles", data=wish)
    assert made.ok, made.text()
    page = context.new_page()
    page.goto(f"{server}/battles/{made.json()['id']}")
    return page, Player(page)


def played_until(player: Player, said: str, instead: Callable[[str], bool] = lambda _: False) -> None:
    """Units are set down where they are proposed, phases ended, until a prompt says so; unless `instead` has answered
    it."""
    for _ in range(MOST_STEPS):
        assert player.settled()
        seen = player.look()
        if said in seen.say:
            return
        if not instead(seen.say):
            player.page.keyboard.press("Enter" if seen.ready else "Control+Enter")
        player.page.wait_for_timeout(100)
    raise AssertionError(f"nobody was asked to {said!r}: {player.look()}")


def test_a_wand_is_aimed_and_a_spell_is_cast(context: BrowserContext, server: str, keep) -> None:
    """BW-A4-27: the row, the unit, the figure; what it may strike is said before it is announced."""
    page, player = opened(context, server, "six-spells")
    played_until(player, "all upon magic")
    spells = page.get_by_role("region", name="Spells")
    rows = spells.get_by_role("list", name=re.compile("^Spells of"))
    expect(rows.get_by_role("button").first).to_contain_text("Wand of")
    page.keyboard.press("1")
    expect(page.locator("footer.prompt")).to_contain_text("wand of")
    page.keyboard.press("1")
    expect(page.locator("footer.prompt button.primary")).to_be_enabled()
    expect(page.locator("body")).to_contain_text("3-4 as aimed")
    keep(page, "aimed")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Wand of")
    expect(page.locator("footer.prompt")).to_contain_text("all upon magic")
    page.keyboard.press("Control+Enter")
    played_until(player, "all upon magic")
    page.get_by_role("button", name=re.compile("Antimagic shell")).click()
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Antimagic shell")
    keep(page, "cast")


def test_a_dragon_flies_over_everything(context: BrowserContext, server: str, keep) -> None:
    """BW-A3-28: across the stream in one move."""
    page, player = opened(context, server, "dragon-over-harrow")
    played_until(player, "Red, move a unit")
    orders = page.get_by_role("group", name=re.compile("^Orders for Ember"))
    for _ in range(12):
        page.keyboard.press("Tab")
        page.wait_for_timeout(80)
        if orders.count():
            break
    expect(orders).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("footer.prompt button.primary")).to_be_enabled()
    keep(page, "flying")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Ember moves")


def test_who_hides_is_shown_to_his_owner_alone(browser: Browser, server: str, keep) -> None:
    """BW-A2-02, BW-A2-03: the owner sees the unit under a struck-out eye, another sees no such thing in his page."""
    mine = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page, player = opened(mine, server, "lindwood", red="captain")

    def hide(say: str) -> bool:
        if "set down The Unseen" not in say:
            return False
        expect(page.get_by_role("button", name="Hidden", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("^Hint")).click()
        advice = page.get_by_role("region", name=re.compile("^What the (captain|marshal) would do"))
        expect(advice.get_by_role("listitem").first).to_be_visible(timeout=30_000)
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
        page.keyboard.press("Enter")
        return True

    played_until(player, "Blue, move a unit", hide)
    keep(page, "hiding")
    expect(page.locator(".log")).to_contain_text("The Unseen hide")
    battle = re.findall(r"/battles/([^/?#]+)", page.url)[0]
    assert '"type":"hidden"' in mine.request.get(f"{server}/api/battles/{battle}").text()
    stranger = browser.new_context()
    seen = stranger.request.get(f"{server}/api/battles/{battle}")
    assert '"type":"hidden"' not in seen.text()
    assert not seen.ok or "The Unseen" in seen.text()
    mine.close()
    stranger.close()


# ---------------------------------------------------------------- a whole battle


class Wizardly(Player):
    """Somebody who calls upon all the magic there is, each row of it in turn."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.called: list[str] = []

    def by_keyboard(self) -> None:
        if "all upon magic" in self.say:
            self._call()
        else:
            super().by_keyboard()

    def _call(self) -> None:
        """Another row first from turn to turn, aimed at the first there is; else the phase goes on."""
        press = self.page.keyboard.press
        rows = self.page.get_by_role("region", name="Spells").get_by_role("listitem")
        number = rows.count()
        for row in range(number):
            at = (row + len(self.called)) % number
            press(str(at + 1))
            for _ in range(4):
                self.page.wait_for_timeout(120)
                if self.state == "plotting" and self.ready():
                    self.called.append(" ".join(rows.nth(at).inner_text().split()))
                    press("Enter")
                    return
                press("1")
            press("Escape")
        press("Control+Enter")


def test_a_whole_battle_with_heroes_and_wizards(context: BrowserContext, server: str, keep) -> None:
    """Six Spells, shortened to six turns, against a captain, from setting up to the victory screen, by keys alone."""
    page, _ = opened(context, server, "six-spells", red="captain", turn_limit=6)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    player = Wizardly(page)
    player.play(player.by_keyboard)
    keep(page, "end")
    assert player.moves > 5
    print(player.called, player.moves)
    assert len(set(player.called)) >= 2, player.called
    assert faults == []


def test_what_comes_after_the_battle(context: BrowserContext, server: str, keep) -> None:
    """BW-O8-01 to BW-O8-05: from the victory screen to who recovers, what is left and what it costs to keep."""
    page, _ = opened(context, server, "dragon-over-harrow", red="captain", turn_limit=2)
    player = Player(page)
    player.play(player.by_keyboard)
    over = page.url
    page.get_by_role("button", name="After the battle").click()
    page.wait_for_url(lambda url: "/battles/" in url and url != over)
    played_to_the_end(player)
    log = page.locator(".log")
    expect(log).to_contain_text("fallen are")
    expect(log).to_contain_text("what is left costs every month")
    expect(page.get_by_role("dialog").get_by_role("link", name="Army list of Blue")).to_be_visible()
    keep(page, "after")


def played_to_the_end(player: Player) -> None:
    """Whatever is asked is answered as it is proposed."""
    for _ in range(MOST_STEPS):
        if not player.settled():
            return
        player.page.keyboard.press("Enter")
        player.page.wait_for_timeout(100)
    raise AssertionError(f"there is no end: {player.look()}")
