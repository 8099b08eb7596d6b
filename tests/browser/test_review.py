"""After the battle: what turned it, as a curve to click through."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_what_if import DESK, PATIENCE, PHONE, entry_shown, fought

pytestmark = pytest.mark.browser


def opened(browser: Browser, server: str, battle: str, size: dict[str, int]) -> Page:
    page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server}/battles/{battle}")
    return page


def test_the_turning_points_of_a_battle_are_clicked_through(browser: Browser, server: str, keep) -> None:
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    battle = fought(page, server)
    page.goto(f"{server}/battles/{battle}")
    page.get_by_role("tab", name="Turning points").click()
    panel = page.get_by_role("region", name="Turning points")
    expect(page.get_by_role("img", name=re.compile("^Expected result from"))).to_be_visible(timeout=PATIENCE)

    # The curve is also a table of turns, and its sums are told.
    panel.get_by_text("Turn by turn").click()
    rows = panel.get_by_role("table").get_by_role("rowheader")
    expect(rows).to_have_text(["1", "2"])
    expect(panel).to_contain_text("The rest")

    # Whatever turned it, a press leads there: on an order before it was given, on dice after they fell.
    review = page.request.get(f"{server}/api/battles/{battle}/review").json()["review"]
    places = [one["entry"] - (one["kind"] == "decision") for one in review["points"]]
    listed = panel.get_by_role("list", name=re.compile("^Turning points")).get_by_role("button")
    for point, place in zip(review["points"], places, strict=True):
        sign = page.get_by_role("button", name=re.compile(f"^Turning point {point['number']}, "))
        sign.click()
        assert entry_shown(page) == place
        expect(sign).to_have_attribute("aria-pressed", "true")
        if point["kind"] == "decision":
            expect(panel).to_contain_text(re.compile("What (was missed|else there was) in turn"))
        keep(page, f"point-{point['number']}")
    if places:
        expect(listed.first).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("]")
        assert entry_shown(page) == places[0]

    # From the other side everything is the other way round.
    first = panel.get_by_text(re.compile("^From ")).inner_text()
    panel.get_by_text("Blue", exact=True).first.click()
    expect(panel.get_by_text(re.compile("^From "))).not_to_have_text(first)

    # On a phone the curve stands in the panel, and nothing is wider than the screen.
    phone = opened(browser, server, battle, PHONE)
    phone.get_by_role("tab", name="Turning points").click()
    curve = phone.get_by_role("tabpanel").get_by_role("img", name=re.compile("^Expected result from"))
    expect(curve).to_be_visible(timeout=PATIENCE)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    keep(phone, "phone")


def test_a_battle_that_goes_on_has_no_turning_points_yet(browser: Browser, server: str) -> None:
    page = browser.new_context(viewport=DESK).new_page()
    page.set_default_timeout(PATIENCE)
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "me"}}
    made = page.request.post(f"{server}/api/battles", data=wish).json()
    page.goto(f"{server}/battles/{made['id']}?watch=1")
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(page.get_by_role("tab", name="Turning points")).to_have_count(0)


def test_the_victory_leads_to_what_turned_it_and_nothing_is_made_up(browser: Browser, server: str) -> None:
    """A battle that was given up before its first turn has no turning points, and says so."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "captain"}}
    made = page.request.post(f"{server}/api/battles", data=wish).json()
    page.goto(f"{server}{made['seats']['red']['link']}")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede: press again").click()
    page.get_by_role("button", name="What turned it").click()
    expect(page.get_by_role("tab", name="Turning points")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("alert")).to_contain_text("There is nothing to review", timeout=PATIENCE)
