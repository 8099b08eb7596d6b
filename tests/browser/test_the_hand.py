"""What the hand aims at is what it gets, at the zoom the page opens with: every unit of every ready battle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from schiltron.muster import ready_scenarios
from tests.browser.player import Player

pytestmark = pytest.mark.browser

SCENARIOS = sorted(one.id for one in ready_scenarios() if one.table is not None)
WANDERING = ("Left", "Left", "Up", "Right", "Right", "Right", "Down", "Down", "Left")
"""A piece of terrain that was laid where it cannot lie is pushed about until it can."""
MARCHING = re.compile("(?<!anybody )move|charge|write your orders")
"""What is said where units are moved; individuals who change their roles come before that."""
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
        if MARCHING.search(player.say) and drawn_touchable(page):
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


def drawn_touchable(page: Page) -> bool:
    """Whether somebody can be taken in hand; the table is drawn a moment after the prompt."""
    try:
        page.locator(".unit.touchable").first.wait_for(state="attached", timeout=2_000)
    except TimeoutError:
        return False
    return True


def placed(page: Page, unit: str) -> dict[str, Any]:
    return next(body for body in page.evaluate(_BODIES) if body["id"] == unit)


def inside(page: Page, place: dict[str, Any]) -> bool:
    frame = page.locator(".table-root").bounding_box()
    assert frame is not None
    across = frame["x"] < place["x"] < frame["x"] + frame["width"]
    return across and frame["y"] < place["y"] < frame["y"] + frame["height"]


_HIDDEN = """() => {
  const rect = (one) => one.getBoundingClientRect();
  const frame = rect(document.querySelector(".table-root"));
  const over = [...document.querySelectorAll(".zoom, .overview, .scale")].map(rect);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [...document.querySelectorAll(".table-root .label")].flatMap((label) => {
    const body = document.querySelector(`.unit[data-unit="${label.dataset.unit}"] .plate`);
    const text = rect(label.querySelector("g"));
    if (!text.width || (body && rect(body).width && !meet(rect(body), frame))) return [];
    const across = Math.max(frame.left - text.left, text.right - frame.right);
    const cut = Math.max(across, frame.top - text.top, text.bottom - frame.bottom);
    if (over.some((one) => meet(one, text))) return [`${label.textContent} is covered`];
    return cut > 1 ? [`${label.textContent} is cut by ${Math.round(cut)}`] : [];
  });
}"""


def hidden(page: Page) -> list[str]:
    """The names that are not seen whole once the page has found its places."""
    for _ in range(12):
        page.wait_for_timeout(250)
        found: list[str] = page.evaluate(_HIDDEN)
        if not found:
            break
    return found


_CUT = """() => {
  const column = document.querySelector(".side:not(.drawer) .above")?.getBoundingClientRect();
  const low = (one) => column && one.getBoundingClientRect().bottom > column.bottom + 1;
  return [...document.querySelectorAll(".side .man")].filter(low).map((one) => one.innerText);
}"""


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
        wrong += [f"{body['id']}: no room for {order}" for order in page.evaluate(_CUT)]
        for mark in page.evaluate(_MARKS):
            found = over(page, mark)
            if found != f"handle {mark['id']}":
                wrong.append(f"{body['id']}, {mark['id']}: {found}")
    return wrong


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_hand_gets_what_it_aims_at(browser: Browser, server: str, scenario: str, keep) -> None:
    """And every name is seen whole."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    started(page, server, scenario)
    wrong = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(".unit.touchable").first).to_be_visible()
        wrong[width] = hidden(page)
        wrong[width] += missed(page)
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


def broadest(page: Page) -> str:
    """The broadest of ours that is free to go."""
    free = [body for body in page.evaluate(_BODIES) if body["mine"] and not body["met"]]
    return str(max(free, key=lambda body: body["wide"])["id"])


def settled(page: Page) -> str:
    """What the prompt says when the server has had its say."""
    before, same = plotted(page), 0
    while same < 4:
        page.wait_for_timeout(250)
        now = plotted(page)
        same = same + 1 if now == before and "…" not in now else 0
        before = now
    return before


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "two-crowns", "crossroads", "lairn", "tollgate"])
def test_a_quick_hand_plots_what_a_slow_one_does(browser: Browser, server: str, scenario: str, keep) -> None:
    """Ahead and to the side, before it can be known how the body turns; where no way leads that is said."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    started(page, server, scenario)
    page.reload()
    expect(page.locator(".unit.touchable").first).to_be_visible()
    page.wait_for_timeout(400)
    unit, inch = broadest(page), page.evaluate(_SCALE)
    for x, y in ((3, -4), (-2, -4), (4, 0), (0, 3)):
        said = []
        for slow in (False, True):
            for _ in range(3):
                page.keyboard.press("Escape")
            page.wait_for_timeout(300)
            at = placed(page, unit)
            if slow:
                page.mouse.click(at["x"], at["y"])
                expect(page.locator(".handle").first).to_be_attached()
                page.wait_for_timeout(300)
                at = placed(page, unit)
            assert page.evaluate(_SCALE) == inch, "the map has changed its scale"
            dragged(page, (at["x"], at["y"]), (at["x"] + x * inch, at["y"] + y * inch), 10 if slow else 2)
            said.append(settled(page))
        assert said[0] == said[1], (x, y)
        assert not re.search("Drag the unit or a corner", said[0]), (x, y, said[0])
    keep(page, "aside")
    context.close()


def test_what_is_beyond_reach_is_stopped_by_one_thing(browser: Browser, server: str, keep) -> None:
    """Pikes drawn at an enemy far beyond their move are stopped by that, not by what they would meet there."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    started(page, server, "lily-field")
    page.reload()
    expect(page.locator(".unit.touchable").first).to_be_visible()
    page.wait_for_timeout(400)
    at, inch = placed(page, broadest(page)), page.evaluate(_SCALE)
    dragged(page, (at["x"], at["y"]), (at["x"], at["y"] - 30 * inch), 6)
    said = settled(page)
    keep(page, "stopped")
    assert "is too far" in said, said
    assert "would come within" not in said, said
    expect(page.locator("footer.prompt button.primary")).to_be_enabled()
    context.close()


def drawn_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int) -> None:
    hand = page.context.new_cdp_session(page)
    for step in range(steps + 1):
        x, y = (start[axis] + (end[axis] - start[axis]) * step / steps for axis in (0, 1))
        kind = "touchMove" if step else "touchStart"
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 1}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.detach()
    page.wait_for_timeout(250)


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "two-crowns", "crossroads"])
def test_a_finger_draws_as_far_as_it_goes(browser: Browser, server: str, scenario: str, keep) -> None:
    """Four inches from the middle of a body and from near its corners, slowly and quickly, on a phone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    started(page, server, scenario)
    page.reload()
    expect(page.locator(".unit.touchable").first).to_be_visible()
    page.wait_for_timeout(400)
    unit = broadest(page)
    for steps in (2, 12):
        for corner in range(3):
            for key in ("Escape", "Escape", " "):
                page.keyboard.press(key)
            page.wait_for_timeout(500)
            inch = page.evaluate(_SCALE)
            at = placed(page, unit)
            aside = (corner - 1) * at["wide"] * 0.4
            drawn_by_finger(page, (at["x"] + aside, at["y"]), (at["x"] + aside, at["y"] - 4 * inch), steps)
            assert "dvance 4″" in settled(page), plotted(page)
    keep(page, "by-finger")
    context.close()
