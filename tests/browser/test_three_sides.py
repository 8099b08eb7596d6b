"""Three sides on one table: set up, invited, and played from the first unit set down to the victory screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

TITLE = "Where Three Parishes Meet"
SIDES = {
    "red": "The Marcher's Riders (Red)",
    "blue": "The Wardens of Ashmere (Blue)",
    "ochre": "The Mill Hands (Ochre)",
}


def new_context(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce", **more)


def leads(page: Page, side: str, who: str) -> None:
    page.get_by_role("group", name=f"Who leads {SIDES[side]}").get_by_text(who, exact=True).click()


def test_three_sides_are_set_up_and_two_friends_invited(browser: Browser, server: str, keep) -> None:
    context = new_context(browser)
    page = context.new_page()
    page.goto(f"{server}/setup")
    page.get_by_text("By This Axe", exact=True).click()
    page.get_by_text(TITLE).click()
    leads(page, "red", "Me")
    leads(page, "blue", "A friend, by link")
    leads(page, "ochre", "A friend, by link")
    short = page.get_by_role("complementary", name="In short")
    for name in ("The Marcher's Riders", "The Wardens of Ashmere", "The Mill Hands"):
        expect(short.get_by_text(name)).to_be_visible()
    expect(short).to_contain_text("You get links for both friends next.")
    keep(page, "setup")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="It can begin")).to_be_visible()
    page.get_by_label("At this computer").check()
    links = {
        side: page.get_by_role("textbox", name=f"{SIDES[side]}, for a friend").input_value()
        for side in ("blue", "ochre")
    }
    keep(page, "links")
    page.get_by_role("link", name=f"To the table, as {SIDES['red']}").click()
    friends = {}
    for side, link in links.items():
        friends[side] = new_context(browser)
        guest = friends[side].new_page()
        guest.goto(server + link[link.index("/battles/") :])
        terms = guest.locator("dl")
        expect(terms).to_contain_text(re.compile(rf"You lead.*\({side}\)", re.IGNORECASE))
        for other in SIDES.keys() - {side}:
            expect(terms.locator(f".token.{other}")).to_be_visible()
        keep(guest, f"joins-as-{side}")
        guest.get_by_label("Your name").fill(side.capitalize())
        guest.get_by_role("button", name=f"Join as {side.capitalize()}").click()
        expect(guest.locator("footer.prompt")).to_be_visible()
    expect(page.locator("footer.prompt")).to_be_visible()
    for one in (context, *friends.values()):
        one.close()


def test_the_start_page_offers_every_side_of_it(browser: Browser, server: str, keep) -> None:
    context = new_context(browser)
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name=re.compile(TITLE)).click()
    now = page.get_by_role("region", name="Play now")
    expect(now).to_contain_text("16, 22, 20 figures, 196 to 199 points")
    keep(page, "chosen")
    expect(now.get_by_role("button", name="Lead Ochre")).to_be_in_viewport(ratio=1)
    now.get_by_role("button", name="Lead Ochre").click()
    expect(page.locator("footer.prompt")).to_be_visible()
    expect(page).to_have_url(re.compile("seat=ochre"))
    context.close()


def test_three_people_at_one_screen_play_to_the_victory_screen(browser: Browser, server: str, keep) -> None:
    """By keys: all set up, each has its moves in both turns, and the last screen reckons all three."""
    context = new_context(browser)
    wish = {
        "scenario": "three-parishes",
        "options": {"turn_limit": 2},
        "seats": {side: {"who": "me"} for side in SIDES},
    }
    made = context.request.post(f"{server}/api/battles", data=wish)
    assert made.ok, made.text()
    page = context.new_page()
    page.goto(f"{server}/battles/{made.json()['id']}")
    player = Player(page)
    asked: set[tuple[str, str]] = set()

    def step() -> None:
        side = next((one for one in SIDES if one in (page.locator("footer.prompt").get_attribute("class") or "")), "")
        what = "sets up" if "Set" in player.say or "set" in player.say else "moves" if "move" in player.say else ""
        if (side, what) not in asked and what:
            keep(page, f"{side}-{what.replace(' ', '-')}")
        asked.add((side, what))
        player.by_keyboard()

    expect(page.locator("header .host")).to_have_count(3)
    player.play(step)
    assert {(side, what) for side, what in asked if what and side} >= {
        (side, what) for side in SIDES for what in ("sets up", "moves")
    }
    assert player.moves >= 3
    over = page.get_by_role("dialog")
    for title in SIDES.values():
        expect(over.get_by_role("heading", name=title)).to_be_visible()
    keep(page, "victory")
    page.get_by_role("button", name="Look at the table").click()
    log = page.locator(".log")
    for side in SIDES:
        expect(log.locator(f".token.{side}").first).to_be_attached()
    keep(page, "log")
    context.close()
