"""Phone size, screen readers, and play without a picture."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser
PAGES = ["/", "/setup", "/mine", "/lessons", "/armies", "/rules/book_of_war/BW-B2-17"]
SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in SERIOUS]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_no_page_has_a_serious_fault_of_access(browser: Browser, server: str, width: int, theme: str, keep) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    for place, path in enumerate(PAGES):
        page.goto(server + path)
        expect(page.locator("h1, h2").first).to_be_visible()
        page.wait_for_timeout(200)
        assert faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} is wider than the screen"
        keep(page, f"{place}")
    page.goto(f"{server}/lessons/book_of_war")
    page.get_by_role("button", name=re.compile("The first wheel")).first.click()
    expect(page.get_by_role("region", name=re.compile("^Step 1 of "))).to_be_visible(timeout=20_000)
    assert faults(page) == [], "a lesson"
    page.goto(server)
    page.get_by_role("button", name=re.compile("^Play now")).click()
    player = Player(page)
    player.settled()
    assert faults(page) == []
    keep(page, "battle")
    context.close()


def test_where_no_sheets_can_be_printed_it_says_what_to_install(browser: Browser, server: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server}/setup")
    expect(page.get_by_role("link", name="Print the rosters")).to_be_visible()

    def without_typst(route: Route) -> None:
        books = route.fetch().json()
        route.fulfill(json=[{**book, "prints": False} for book in books])

    page.route("**/api/books", without_typst)
    page.reload()
    expect(page.get_by_text("pip install 'schiltron[sheets]'")).to_be_visible()
    assert page.get_by_role("link", name="Print the rosters").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_a_turn_on_a_phone(browser: Browser, server: str, keep) -> None:
    """390 pixels wide, by touch: the prompt is at the thumb."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name=re.compile("^Play now")).tap()
    player = Player(page)
    for _ in range(40):
        if not player.settled() or "move" in player.say:
            break
        page.locator("footer.prompt button.primary").tap()
        page.wait_for_timeout(150)
    assert "move" in player.say
    box = player.prompt.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] > 760
    keep(page, "movement")
    context.close()


def test_the_same_battle_without_a_picture(browser: Browser, server: str, keep) -> None:
    """/text: what stands where, what may this unit do, typed orders."""
    context = browser.new_context(viewport={"width": 900, "height": 900})
    made = context.request.post(
        f"{server}/api/battles",
        data={"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "me"}, "dice": "sealed"},
    ).json()
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}/text?seat=red")
    box = page.get_by_role("textbox").first
    expect(box).to_be_visible()
    box.fill("dice seven herons stood in the rain")
    box.press("Enter")
    answer = page.get_by_role("status", name="Answer")
    expect(answer).to_contain_text("You have added to the dice: seven herons stood in the rain")
    added = context.request.post(
        f"{server}/api/battles/{made['id']}/dice", data={"seat": "blue", "secret": "and three cranes"}
    )
    assert added.json()["bound"]
    expect(page.locator("#due")).not_to_contain_text("The dice are being bound")
    box.fill("what stands where")
    box.press("Enter")
    expect(page.locator("body")).to_contain_text("Company Spears")
    assert faults(page) == []
    keep(page, "text")
    context.close()
