"""What the hand aims at is what it gets, at the zoom the page opens with: every unit of every ready battle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

SCENARIOS = sorted(Path(__file__).resolve().parents[2].glob("src/schiltron/muster/scenarios/*/*.toml"))
WANDERING = ("Left", "Left", "Up", "Right", "Right", "Right", "Down", "Down", "Left")
"""A piece of terrain that was laid where it cannot lie is pushed about until it can."""
SIZES = [(1440, 900), (1280, 800), (390, 844)]

_BODIES = """() => [...document.querySelectorAll(".table-root .unit")].map((group) => {
  const plate = group.querySelector(".plate")?.getBoundingClientRect();
  // From afar only the chip of a unit is drawn.
  const chip = () => document.querySelector(`.label[data-unit="${group.dataset.unit}"] .chip`).getBoundingClientRect();
  const body = plate?.width ? plate : chip();
  return {
    id: group.dataset.unit,
    mine: group.classList.contains("touchable"),
    met: /in contact/.test(group.getAttribute("aria-label")),
    wide: body.width,
    x: body.x + body.width / 2,
    y: body.y + body.height / 2,
  };
})"""
_MARKS = """() => [...document.querySelectorAll(".handle")].map((group) => {
  const mark = group.querySelector(".handle-mark").getBoundingClientRect();
  return { id: group.dataset.handle, x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
})"""
_OVER = "() => document.querySelector('.table-root').dataset.over"


def over(page: Page, place: dict[str, Any]) -> str:
    page.mouse.move(place["x"], place["y"])
    return str(page.evaluate(_OVER))


def started(page: Page, server: str, scenario: str) -> Player:
    """A battle against a captain, at the first decision in which somebody of ours may act."""
    made = page.context.request.post(
        f"{server}/api/battles",
        data={"scenario": scenario, "red": {"who": "me"}, "blue": {"who": "captain"}, "dice": "sealed"},
    ).json()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    for turn in range(160):
        assert player.settled()
        if re.search("move|charge|write your orders", player.say) and page.locator(".unit.touchable").count():
            break
        full = page.get_by_role("button", name="No room is left")
        if full.count() and turn % 10 == 9:
            full.click()
        elif "cannot lie there" in player.say:
            page.keyboard.press(f"Shift+Arrow{WANDERING[turn % len(WANDERING)]}")
        else:
            player.by_keyboard()
        page.wait_for_timeout(60)
    return player


def placed(page: Page, unit: str) -> dict[str, Any]:
    return next(body for body in page.evaluate(_BODIES) if body["id"] == unit)


def inside(page: Page, place: dict[str, Any]) -> bool:
    frame = page.locator(".table-root").bounding_box()
    assert frame is not None
    across = frame["x"] < place["x"] < frame["x"] + frame["width"]
    return across and frame["y"] < place["y"] < frame["y"] + frame["height"]


def missed(page: Page) -> list[str]:
    """Every body and every mark whose middle is taken for something else."""
    wrong = []
    bodies = page.evaluate(_BODIES)
    for body in bodies:
        found = over(page, body)
        if found != f"unit {body['id']}":
            wrong.append(f"{body['id']}: {found}")
    for body in bodies:
        if not body["mine"]:
            continue
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)
        now = placed(page, body["id"])
        if not inside(page, now):
            # On a small screen whoever was chosen before was brought close.
            page.keyboard.press(" ")
            page.wait_for_timeout(50)
            now = placed(page, body["id"])
        page.mouse.click(now["x"], now["y"])
        page.wait_for_timeout(200)
        # A small screen moves the map to make room for the unit's card.
        found = over(page, placed(page, body["id"]))
        if found != f"unit {body['id']}":
            wrong.append(f"{body['id']}, chosen: {found} at {placed(page, body['id'])}")
        for mark in page.evaluate(_MARKS):
            found = over(page, mark)
            if found != f"handle {mark['id']}":
                wrong.append(f"{body['id']}, {mark['id']}: {found}")
    return wrong


@pytest.mark.parametrize("scenario", [path.stem for path in SCENARIOS])
def test_the_hand_gets_what_it_aims_at(browser: Browser, server: str, scenario: str, keep) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    started(page, server, scenario)
    wrong = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(".unit.touchable").first).to_be_visible()
        page.wait_for_timeout(300)
        wrong[width] = missed(page)
        keep(page, str(width))
    assert not any(wrong.values()), wrong
    context.close()


_SCALE = """() => {
  const map = document.querySelector(".table-svg.under");
  return map.getBoundingClientRect().width / map.viewBox.baseVal.width;
}"""
_CORNERS = """(unit) => {
  const { x, y, width, height } = document.querySelector(`.unit[data-unit="${unit}"] .plate`).getBoundingClientRect();
  return [[x + 4, y + 4], [x + width / 2, y + height / 2], [x + width - 4, y + height - 4]];
}"""


def dragged(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()
    page.wait_for_timeout(250)


def plotted(page: Page) -> str:
    return page.locator("footer.prompt").inner_text()


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "two-crowns", "crossroads"])
def test_a_drag_plots_as_far_as_it_goes(browser: Browser, server: str, scenario: str, keep) -> None:
    """From any point of the body and at any speed; marks wheel and turn; a pull beyond reach is held there."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    started(page, server, scenario)
    page.reload()
    expect(page.locator(".unit.touchable").first).to_be_visible()
    page.wait_for_timeout(300)
    inch = page.evaluate(_SCALE)
    free = [body for body in page.evaluate(_BODIES) if body["mine"] and not body["met"]]
    unit = max(free, key=lambda body: body["wide"])["id"]
    for steps in (2, 12):
        for corner in range(3):
            page.keyboard.press("Escape")
            x, y = page.evaluate(_CORNERS, unit)[corner]
            dragged(page, (x, y), (x, y - 4 * inch), steps)
            assert "dvance 4″" in plotted(page), plotted(page)
    keep(page, "dragged")
    page.keyboard.press("Escape")
    mark = page.locator('[data-handle="left corner"] .handle-mark').bounding_box()
    assert mark is not None
    at = (mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    dragged(page, at, (at[0] + inch, at[1] - 2 * inch), 8)
    assert re.search("[Ww]heel right|[Tt]urn right", plotted(page)), plotted(page)
    page.keyboard.press("Escape")
    x, y = page.evaluate(_CORNERS, unit)[1]
    dragged(page, (x, y), (x, y - 26 * inch), 8)
    keep(page, "held")
    if "no farther than" in plotted(page):
        expect(page.locator("footer.prompt button.primary")).to_be_enabled()
    context.close()
