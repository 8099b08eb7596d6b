"""The workshop in a browser: what its tests do there again and again."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect
from pypdf import PdfReader

PATIENCE = 30_000
SOUND = re.compile("It may be fought")


def at_the_workshop(browser: Browser, server: str, path: str, *, phone: bool = False, height: int = 900) -> Page:
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": height}
    context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=phone, is_mobile=phone)
    page = context.new_page()
    page.goto(f"{server}{path}")
    return page


def empty_field(browser: Browser, server: str, book: str, *, phone: bool = False, height: int = 800) -> Page:
    """An empty table of a book with two armies beside it."""
    page = at_the_workshop(browser, server, "/workshop/scenario", phone=phone, height=height)
    page.locator("section", has_text="A new field").get_by_role("button", name=re.compile(f"^{book}")).click(
        timeout=PATIENCE
    )
    expect(page.get_by_role("application", name="The table").locator("svg").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    return page


def kept(page: Page) -> Any:
    """The thing in hand as this browser keeps it."""
    return page.evaluate("() => JSON.parse(localStorage['workshop:' + location.pathname.split('/').at(-1)]).value")


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table, in inches, is on the screen: between the tabs of the two set-up zones."""
    place = page.evaluate(
        """() => [...document.querySelectorAll("[data-zone]")].map((tab) => {
          const { x, y, width, height } = tab.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }).sort((one, other) => one[1] - other[1])"""
    )
    (right, upper), (_, lower) = place
    scale = (lower - upper) / 24
    return right + (x - 0.94 * 72) * scale, upper + (y - 12) * scale


def drag(page: Page, start: tuple[float, float], *way: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for x, y in way:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def middle(page: Page, mark: str) -> tuple[float, float]:
    found = page.locator(mark).first
    found.wait_for(timeout=PATIENCE)
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_paper(page: Page, press: Locator, name: str) -> str:
    """What can be read off the PDF that a press makes."""
    with page.expect_response(re.compile("/workshop/print/"), timeout=PATIENCE) as answer:
        press.click()
    asked = answer.value.request
    expect(page.get_by_role("link", name=re.compile(f"^{name}"))).to_be_visible(timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": asked.url.partition("/api/")[0]}
    pdf = page.request.post(asked.url, data=asked.post_data or "", headers=headers).body()
    return " ".join(" ".join(one.extract_text() for one in PdfReader(BytesIO(pdf)).pages).split())


def clean(page: Page) -> None:
    """Nothing that axe has to say, not even a little."""
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []
