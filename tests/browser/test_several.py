"""Several units go together: a line round them or a key, one drag, one Enter; by mouse, by keys and by finger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser.test_the_hand import _BODIES, _SCALE, dragged, placed, plotted, started

pytestmark = pytest.mark.browser

Place = tuple[float, float]


@pytest.fixture
def desk(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield context
    context.close()


def opened(page: Page, server: str, scenario: str) -> str:
    """The battle's id, at the opening zoom of the first decision in which units of ours are moved."""
    started(page, server, scenario)
    page.reload()
    expect(page.locator(".unit.touchable").first).to_be_visible()
    page.wait_for_timeout(400)
    return page.url.rpartition("/battles/")[2].partition("?")[0]


def stands(page: Page, server: str, battle: str) -> dict[str, Place]:
    """Where our units stand, in inches."""
    units = page.context.request.get(f"{server}/api/battles/{battle}?seat=red").json()["battle"]["units"]
    poses = {name: unit["place"].get("pose") for name, unit in units.items() if unit["side"] == "red"}
    return {name: (pose["x"] / 1000, pose["y"] / 1000) for name, pose in poses.items() if pose}


def gone(before: dict[str, Place], after: dict[str, Place]) -> dict[str, float]:
    """How far each has gone, along the table's depth and across it together."""
    return {
        name: round(((after[name][0] - x) ** 2 + (after[name][1] - y) ** 2) ** 0.5, 1)
        for name, (x, y) in before.items()
        if name in after
    }


def until_gone(page: Page, server: str, battle: str, before: dict[str, Place], who: set[str]) -> dict[str, float]:
    for _ in range(100):
        far = gone(before, stands(page, server, battle))
        if all(far[one] > 0 for one in who):
            break
        page.wait_for_timeout(100)
    return far


_NAMES = """() => Object.fromEntries([...document.querySelectorAll(".table-root .unit")].map(
  (group) => [group.dataset.unit, group.getAttribute("aria-label").split(",")[0]]))"""


def mine(page: Page) -> list[dict[str, Any]]:
    names = page.evaluate(_NAMES)
    return [{**body, "name": names[body["id"]]} for body in page.evaluate(_BODIES) if body["mine"]]


def round_them(page: Page, bodies: list[dict[str, Any]]) -> tuple[Place, Place]:
    """Two corners of open ground with all of them between."""
    frame = page.locator(".table-root").bounding_box()
    assert frame is not None
    left, right = min(one["x"] - one["wide"] / 2 for one in bodies), max(one["x"] + one["wide"] / 2 for one in bodies)
    top, bottom = min(one["y"] for one in bodies) - 60, max(one["y"] for one in bodies) + 60
    start = max(frame["x"] + 4, left - 30), max(frame["y"] + 4, top)
    end = min(frame["x"] + frame["width"] - 4, right + 30), min(frame["y"] + frame["height"] - 4, bottom)
    return start, end


@pytest.mark.parametrize("scenario", ["open-field", "lily-field", "two-crowns", "crossroads", "tollgate"])
def test_a_whole_army_goes_by_one_drag_and_one_enter(desk: BrowserContext, server: str, scenario: str, keep) -> None:
    page = desk.new_page()
    battle = opened(page, server, scenario)
    bodies, inch = mine(page), page.evaluate(_SCALE)
    before = stands(page, server, battle)
    page.keyboard.down("Shift")
    dragged(page, *round_them(page, bodies), steps=6)
    page.keyboard.up("Shift")
    assert f"{len(bodies)} units together" in plotted(page), plotted(page)
    # Who leads is brought into view.
    held = placed(page, bodies[len(bodies) // 2]["id"])
    dragged(page, (held["x"], held["y"]), (held["x"], held["y"] - 3 * inch), steps=6)
    expect(page.locator("footer.prompt .sentence")).to_have_text(re.compile(rf"^{len(bodies)} units, up to [3-6]"))
    keep(page, "plotted")
    page.keyboard.press("Backspace")
    expect(page.locator(".ghost:not(.none)")).to_have_count(0)
    dragged(page, (held["x"], held["y"]), (held["x"], held["y"] - 3 * inch), steps=6)
    expect(page.locator("footer.prompt .sentence")).to_have_text(re.compile("up to"))
    # Where the captain came first, he may hold one of them fast.
    page.wait_for_timeout(500)
    held_fast = {one["id"] for one in bodies if f"{one['name']} cannot go" in plotted(page)}
    page.keyboard.press("Enter")
    if scenario == "tollgate":
        expect(page.get_by_role("button", name=f"Declare {len(bodies)}")).to_be_visible()
        page.keyboard.press("Enter")
    going = {one["id"] for one in bodies} - held_fast
    far = until_gone(page, server, battle, before, going)
    assert len(going) >= len(bodies) - 1
    assert sum(far[one] == 3 for one in going) >= len(bodies) - 1, (far, plotted(page))
    assert all(far[one] > 0 for one in going), (far, plotted(page))
    keep(page, "gone")


def test_several_by_keys_and_marks_by_keys(desk: BrowserContext, server: str, keep) -> None:
    page = desk.new_page()
    battle = opened(page, server, "crossroads")
    press, say = page.keyboard.press, page.locator("footer.prompt .sentence")
    before = stands(page, server, battle)
    shown = page.context.request.get(f"{server}/api/battles/{battle}?seat=red").json()["battle"]
    first, _, third, *_ = next(one for one in shown["decisions"] if one["seat"] == "red")["actors"]
    press("Tab")
    expect(page.locator('[data-handle="ahead"]')).to_be_visible()
    for key in ("PageDown", "PageDown"):
        press(key)
    ring = page.locator(".handle.chosen .handle-ring")
    expect(ring).to_be_visible()
    heard = page.locator("[role=status]", has_text="Handle wheel left, Q. Arrows turn by 15 degrees, Shift by 1.")
    expect(heard).to_have_count(1)
    for key in ("ArrowLeft", "Shift+ArrowLeft"):
        press(key)
    assert "Wheel left 16°" in plotted(page), plotted(page)
    keep(page, "mark")
    press("Escape")
    expect(ring).to_have_count(0)
    press("Escape")
    press("Escape")
    # The first is taken, the second looked at and left out, the third added.
    for key in ("Tab", "Shift+ ", "Tab", "Tab", " ", "ArrowUp", "ArrowUp"):
        press(key)
    expect(say).to_have_text(re.compile("^2 units, up to 1 inch"))
    keep(page, "two")
    press("Enter")
    far = until_gone(page, server, battle, before, {first, third})
    assert {name for name, inches in far.items() if inches} == {first, third}
    page.wait_for_timeout(300)
    press("Control+a")
    expect(say).to_have_text(re.compile("move 2 units together"))
    press("Escape")
    expect(say).not_to_have_text(re.compile("together"))


def test_an_army_is_drawn_up_and_set_down_at_once(desk: BrowserContext, server: str, keep) -> None:
    page = desk.new_page()
    made = page.context.request.post(
        f"{server}/api/battles",
        data={"scenario": "great-field", "red": {"who": "me"}, "blue": {"who": "captain"}, "dice": "sealed"},
    ).json()
    page.goto(f"{server}/battles/{made['id']}")
    say = page.locator("footer.prompt .sentence")
    for _ in range(60):
        if re.search("set down", say.inner_text()) and "Blue" not in say.inner_text():
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
    page.wait_for_timeout(300)
    many = re.search(r"(\d+) still to come", plotted(page))
    assert many is not None, plotted(page)
    assert int(many[1]) > 8
    page.keyboard.press("Control+a")
    expect(page.locator(".ghost:not(.none)")).to_have_count(int(many[1]))
    page.wait_for_timeout(600)
    plate = page.locator(".ghost:not(.none) .ghost-plate").first
    before = plate.bounding_box()
    assert before is not None
    at = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    dragged(page, at, (at[0] + 40, at[1] + 30), steps=5)
    after = plate.bounding_box()
    assert after is not None
    assert after["x"] > before["x"] + 20
    keep(page, "drawn-up")
    page.keyboard.press("Enter")
    for _ in range(100):
        if len(stands(page, server, made["id"])) == 11:
            break
        page.wait_for_timeout(150)
    assert len(stands(page, server, made["id"])) == 11


# ---------------------------------------------------------------- by finger


class Fingers:
    """One finger or two on the glass."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.glass: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: Place) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Place, end: Place, steps: int = 8) -> None:
        self.move((start,), (end,), steps)

    def move(self, start: tuple[Place, ...], end: tuple[Place, ...], steps: int = 8) -> None:
        self._touch("touchStart", *start)
        for step in range(1, steps + 1):
            share = step / steps
            now = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in zip(start, end, strict=True)
            ]
            self._touch("touchMove", *now)
        self._touch("touchEnd")
        self.page.wait_for_timeout(350)

    def tap(self, at: Place) -> None:
        self._touch("touchStart", at)
        self._touch("touchEnd")
        self.page.wait_for_timeout(350)


def middle(place: dict[str, Any]) -> Place:
    return place["x"], place["y"]


@pytest.mark.parametrize("scenario", ["open-field", "two-crowns"])
def test_fingers_drag_wheel_pan_and_pinch(phone: BrowserContext, server: str, scenario: str, keep) -> None:
    page = phone.new_page()
    opened(page, server, scenario)
    fingers, inch = Fingers(page), page.evaluate(_SCALE)
    unit = max((body for body in mine(page) if not body["met"]), key=lambda body: body["wide"])
    x, y = middle(unit)
    fingers.drag((x, y), (x, y - 3 * inch))
    assert "dvance 3″" in plotted(page), plotted(page)
    keep(page, "dragged")
    # The chosen unit comes close to the thumb: its marks are where they are drawn now.
    page.get_by_role("button", name="Unplot leg").tap()
    page.wait_for_timeout(400)
    mark = page.locator('[data-handle="left corner"] .handle-mark').bounding_box()
    assert mark is not None
    at, inch = (mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2), page.evaluate(_SCALE)
    fingers.drag(at, (at[0] + inch, at[1] - 2 * inch))
    assert re.search("[Ww]heel right|[Tt]urn right", plotted(page)), plotted(page)
    keep(page, "wheeled")
    page.get_by_role("button", name="Unplot leg").tap()
    page.wait_for_timeout(300)
    here = placed(page, unit["id"])
    empty = (40, here["y"] - 130)
    fingers.drag(empty, (empty[0] + 60, empty[1] - 40))
    now = placed(page, unit["id"])
    assert (round(now["x"] - here["x"]), round(now["y"] - here["y"])) == (60, -40)
    scale = page.evaluate(_SCALE)
    fingers.move(((120, 300), (220, 300)), ((90, 300), (250, 300)))
    page.wait_for_timeout(400)
    assert page.evaluate(_SCALE) == pytest.approx(scale * 1.6, rel=0.03)
    assert page.locator(".ghost:not(.none)").count() == 0, "nothing was plotted by it"


def test_several_by_finger(phone: BrowserContext, server: str, keep) -> None:
    page = phone.new_page()
    battle = opened(page, server, "crossroads")
    fingers, before = Fingers(page), stands(page, server, battle)
    page.get_by_role("button", name="Several").tap()
    first, second, *rest = mine(page)
    fingers.tap(middle(first))
    fingers.tap(middle(placed(page, second["id"])))
    assert "2 units together" in plotted(page), plotted(page)
    page.get_by_role("button", name="Both armies").tap()
    page.wait_for_timeout(400)
    fingers.drag(*round_them(page, mine(page)))
    assert f"{2 + len(rest)} units together" in plotted(page), plotted(page)
    keep(page, "lassoed")
    held, inch = placed(page, first["id"]), page.evaluate(_SCALE)
    fingers.drag(middle(held), (held["x"], held["y"] - 3 * inch))
    expect(page.locator("footer.prompt .sentence")).to_have_text(re.compile("up to 3 inches"))
    keep(page, "plotted")
    page.get_by_role("button", name=re.compile(r"^Move \d units")).tap()
    far = until_gone(page, server, battle, before, set(before))
    assert set(far.values()) == {3}, (far, plotted(page))
