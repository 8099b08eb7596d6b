"""Chainmail at the page, fought from the start page to the victory screen: by moves with the mouse, by written orders
with the keyboard."""

from __future__ import annotations

import re
from unicodedata import numeric

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import VICTORY, Player

pytestmark = pytest.mark.browser

GOES_FORWARD = re.compile("Striped Company|Match and Fork|Black Coats")


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
    """Leaves guns and wagon where they are, so that the guns can fire; everybody else goes forward."""

    def goes(self, name: str) -> bool:
        return bool(GOES_FORWARD.search(name))


def test_a_battle_by_moves_is_fought_out_with_the_mouse(page: Page, server: str, keep) -> None:
    """Guns are pointed and fired, troops go forward turn by turn, until one side has won; not one key is touched."""
    page.goto(server)
    page.get_by_role("link", name="Set up", exact=True).click()
    page.get_by_text("Chainmail, 2nd edition", exact=False).first.click()
    page.get_by_text("Powder and Stones").click()
    page.get_by_role("group", name=re.compile("^Who leads")).first.get_by_text("Me", exact=True).click()
    page.get_by_role("group", name=re.compile("^Who leads")).last.get_by_text("A captain").click()
    page.get_by_label(re.compile("^Which captain leads")).last.select_option("captain")
    page.get_by_role("button", name=re.compile("^Begin")).click()
    player = Gunner(page)

    def turn() -> None:
        player.by_mouse()
        if player.fired == 1 and page.locator(".shot.fallen").count():
            keep(page, "fallen")

    player.play(turn)
    keep(page, "end")
    assert player.fired
    assert player.moves
    the_victory_screen_tells_the_truth(page)


def test_a_battle_by_written_orders_is_fought_out_with_the_keyboard(page: Page, server: str, keep) -> None:
    """Both sides write in secret and move at the same time, until one of them has won; nobody touches a mouse."""
    page.goto(server)
    expect(page.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    page.keyboard.press("s")
    for chosen in (re.compile("^Chainmail"), re.compile("^The Tollgate")):
        page.get_by_role("radio", name=chosen).press(" ")
    for side, who in (("Red", "Me"), ("Blue", "A captain")):
        led = page.get_by_role("group", name=re.compile("^Who leads"))
        led.nth(("Red", "Blue").index(side)).get_by_role("radio", name=who).press(" ")
    page.locator("summary", has_text="Rulings").press("Enter")
    page.get_by_role("radio", name="attrition").press(" ")
    page.get_by_role("button", name=re.compile("^Begin")).press("Enter")
    player = Player(page)
    player.settled()
    log = page.locator(".log")
    looked: list[str] = []

    def turn() -> None:
        """While orders are written the table shows one's own and nothing of the other side's."""
        if "write your orders" in player.say and not looked:
            looked.append(player.say)
            expect(page.locator(".plan")).to_have_count(0)
            expect(log).not_to_contain_text("movement")
            player.by_keyboard()
            player.settled()
            keep(page, "played-out")
            for name in ("The Toll Keepers", "The Cousins"):
                expect(log.get_by_text(re.compile(f"{name}.* moved? "))).not_to_have_count(0)
        else:
            player.by_keyboard()

    player.play(turn)
    keep(page, "end")
    assert player.orders > 8
    the_victory_screen_tells_the_truth(page)


def the_victory_screen_tells_the_truth(page: Page) -> None:
    """After several turns: whoever has more points, or kept the larger share of his figures, has won."""
    end = page.get_by_role("dialog", name=VICTORY)
    expect(end).to_be_visible()
    said = end.inner_text()
    (turn,) = re.findall(r"Turn (\d+)", said)
    assert int(turn) > 2
    if "On points" in said:
        red, blue = (_number(points) for points in end.locator("tr.tot td:last-child").all_inner_texts())
    else:
        red, blue = (int(left) / int(brought) for left, brought in re.findall(r"(\d+) of (\d+) figures", said))
    title = "Victory" if red > blue else "Defeat" if red < blue else "drawn"
    expect(end.get_by_role("heading", level=2)).to_contain_text(title)


def _number(points: str) -> float:
    """Points are printed with eighths: 12⅜."""
    digits, fraction = re.fullmatch(r"(\d*)([⅛¼⅜½⅝¾⅞]?)", points.strip()).groups()
    return int(digits or 0) + (numeric(fraction) if fraction else 0)
