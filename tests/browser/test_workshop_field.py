"""A field drawn in the workshop by mouse, keys and finger, kept, passed on and fought upon."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.workshop import PATIENCE, SOUND, at, clean, drag, empty_field, kept, middle

pytestmark = pytest.mark.browser


def opened(browser: Browser, server: str, *, phone: bool = False) -> Page:
    return empty_field(browser, server, "Book of War", phone=phone)


def pieces(page: Page) -> list[Any]:
    return list(kept(page)["terrain"])


def test_a_field_is_drawn_by_mouse_and_keys_kept_shared_and_fought_upon(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server)
    page.get_by_role("button", name="Hill", exact=True).click()
    page.mouse.click(*at(page, 36, 24))
    hill = page.get_by_role("region", name="The piece in hand")
    expect(hill.get_by_role("group", name="Contours").locator("output")).to_have_text("2", timeout=PATIENCE)
    [laid] = pieces(page)
    assert laid["kind"] == "hill"

    drag(page, at(page, 36, 24), at(page, 46, 22))
    [moved] = pieces(page)
    assert [round(b - a, 1) for a, b in zip(laid["outline"][0], moved["outline"][0], strict=True)] == [10, -2]
    corner = middle(page, '[data-corner="0"]')
    drag(page, corner, (corner[0] - 30, corner[1] - 20))
    [bent] = pieces(page)
    assert bent["outline"][0][0] < moved["outline"][0][0] - 1
    assert bent["outline"][1:] == moved["outline"][1:]
    ring = middle(page, "[data-turn]")
    drag(page, ring, (ring[0] + 60, ring[1] + 20))
    [turned] = pieces(page)
    assert turned["outline"][3] != bent["outline"][3]

    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    [pushed] = pieces(page)
    assert [round(b - a, 2) for a, b in zip(turned["outline"][3], pushed["outline"][3], strict=True)] == [0.5, 3]
    page.keyboard.press("Control+z")
    assert pieces(page) == [turned]
    page.keyboard.press("Control+Shift+z")
    assert pieces(page) == [pushed]

    page.get_by_role("button", name="Stream", exact=True).click()
    drag(page, at(page, 0.3, 16), at(page, 20, 18), at(page, 50, 15), at(page, 71.7, 16.5))
    stream = pieces(page)[1]
    assert (stream["course"][0][0], stream["course"][-1][0]) == (0, 72), "water is drawn to the edges"
    page.get_by_role("button", name="Woods", exact=True).focus()
    page.keyboard.press("Enter")
    assert [one["kind"] for one in pieces(page)] == ["hill", "stream", "woods"]
    page.keyboard.press("Delete")
    assert len(pieces(page)) == 2
    page.keyboard.press("Escape")
    tab = at(page, 0.94 * 72, 36)
    drag(page, tab, (tab[0], at(page, 0, 39)[1]))
    assert kept(page)["sides"]["red"]["zone"]["top"] == 39

    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    keep(page, "drawn")
    clean(page)
    before = kept(page)
    page.reload()
    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    assert kept(page) == before

    page.get_by_role("button", name="Share").first.click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_role("textbox", name="Link to a copy").input_value(timeout=PATIENCE)
    assert "#copy=" in link
    friend = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    friend.goto(link)
    expect(friend.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    assert pieces(friend) == before["terrain"]
    friend.context.close()

    page.keyboard.press("Escape")
    page.get_by_role("button", name="Try it from Blue").click()
    page.wait_for_url(re.compile("/battles/"), timeout=PATIENCE)
    expect(page.locator("footer.prompt .sentence")).to_be_visible(timeout=PATIENCE)
    page.context.close()


def test_a_finger_lays_a_piece_and_moves_it_and_nothing_is_wider_than_the_phone(
    browser: Browser, server: str, keep
) -> None:
    page = opened(browser, server, phone=True)
    page.get_by_role("button", name="Woods", exact=True).tap()
    page.touchscreen.tap(*at(page, 36, 24))
    [laid] = pieces(page)
    (x, y), (to, down) = at(page, 36, 24), at(page, 48, 24)
    hand = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x, y)]),
        *(("touchMove", [(x + (to - x) * part / 5, y + (down - y) * part / 5)]) for part in range(1, 6)),
        ("touchEnd", []),
    ):
        touches = [{"x": a, "y": b} for a, b in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    [moved] = pieces(page)
    assert abs(moved["outline"][0][0] - laid["outline"][0][0] - 12) < 0.6
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    keep(page, "phone")
    clean(page)
    page.context.close()


def test_ground_of_ones_own_is_made_laid_and_marked(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server)
    own = page.get_by_role("region", name="Ground of your own")
    own.get_by_label("Name").fill("Black bog")
    own.get_by_label("Does what").select_option(index=1)
    own.get_by_role("button", name="Make it").click()
    page.get_by_role("button", name="Black bog (house)", exact=True).click()
    page.mouse.click(*at(page, 36, 24))
    assert [one["kind"] for one in pieces(page)] == ["black_bog"]
    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    keep(page, "bog")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Try it from Red").click()
    page.wait_for_url(re.compile("/battles/"), timeout=PATIENCE)
    expect(page.get_by_text("Black bog (house)").first).to_be_attached(timeout=PATIENCE)
    page.context.close()
