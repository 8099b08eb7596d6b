"""Nothing is cut on any screen, neither on a small laptop nor on a phone: pages, battles of each book in what they ask,
a lesson, the end, the replay and the report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import VICTORY, Player

pytestmark = pytest.mark.browser

PATIENCE = 20_000
SIZES = [(1280, 800), (390, 844)]
PAGES = ("/", "/setup", "/mine", "/lessons", "/armies", "/rules", "/rules/chainmail", "/rules/battlesystem/BS-1.4-03")
BATTLES = {"ashmere-causeway": 26, "powder-and-stones": 40, "crossroads": 26, "stream-crossing": 14}
"""One of each book, and how many answers are given in it."""

_CUT = """() => {
  const [wide, high] = [innerWidth, innerHeight];
  const found = [];
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class")}`;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > wide) found.push(`the page is ${scrollWidth} wide`);
  for (const part of document.querySelectorAll("aside, .panel, .panel > *, .prompt")) {
    const { width, right } = part.getBoundingClientRect();
    if (width && right > wide + 1) found.push(`${name(part)} reaches ${Math.round(right - wide)} beyond the window`);
  }
  const due = document.querySelector("[role=dialog]") ?? document;
  for (const button of due.querySelectorAll(".btn.primary")) {
    const box = button.getBoundingClientRect();
    if (!box.width) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = box.left >= 0 && box.top >= 0 && box.right <= wide + 0.5 && box.bottom <= high + 0.5;
    if (!seen) found.push(`"${button.textContent.trim()}" is out of sight`);
    else if (!button.contains(document.elementFromPoint(x, y))) found.push(`"${button.textContent.trim()}" is covered`);
  }
  for (const element of document.querySelectorAll(".prompt *, .top *, .above *, .panel *")) {
    if (element.closest("svg, .vh") || !element.clientWidth || !element.textContent.trim()) continue;
    if (!/hidden|clip/.test(getComputedStyle(element).overflowX)) continue;
    const cut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 3;
    if (cut) found.push(`${name(element)} is cut: ${element.textContent.trim().slice(0, 80)}`);
  }
  return found;
}"""


def whole(page: Page, what: str) -> None:
    assert page.evaluate(_CUT) == [], what


@pytest.fixture(params=SIZES, ids=["laptop", "phone"])
def visit(request: pytest.FixtureRequest, browser: Browser):
    width, height = request.param
    phone = width < 768
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=phone, is_mobile=phone
    )
    yield context
    context.close()


def test_no_page_is_cut(visit: BrowserContext, server: str, keep) -> None:
    page = visit.new_page()
    for place, path in enumerate(PAGES):
        page.goto(server + path)
        expect(page.locator("h1, h2").first).to_be_visible(timeout=PATIENCE)
        page.wait_for_timeout(250)
        whole(page, path)
        keep(page, f"{place}")
    made = visit.request.post(
        f"{server}/api/battles",
        data={"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "friend"}, "dice": "sealed"},
    ).json()
    page.goto(f"{server}/battles/{made['id']}")
    page.wait_for_timeout(600)
    whole(page, "waiting for a friend")
    keep(page, "friend")
    page.goto(f"{server}/lessons/by_this_axe")
    page.get_by_role("button", name=re.compile("First steps")).first.click()
    expect(page.get_by_role("region", name=re.compile("^Step 1 of "))).to_be_visible(timeout=PATIENCE)
    whole(page, "a lesson")
    keep(page, "lesson")


@pytest.mark.parametrize("scenario", BATTLES)
def test_nothing_is_cut_in_a_battle(visit: BrowserContext, server: str, scenario: str, keep, tmp_path: Path) -> None:
    made = visit.request.post(
        f"{server}/api/battles",
        data={"scenario": scenario, "red": {"who": "me"}, "blue": {"who": "captain"}, "dice": "sealed"},
    ).json()
    page = visit.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    seen: set[str] = set()
    for _ in range(BATTLES[scenario]):
        if not player.settled():
            break
        asked = re.sub(r"[A-Z][\w']+|\d+", "", player.say)
        if asked not in seen:
            seen.add(asked)
            page.wait_for_timeout(200)
            whole(page, player.say)
            keep(page, f"{len(seen):02}")
        player.by_keyboard()
        page.wait_for_timeout(60)
        if player.state in ("plotting", "illegal"):
            whole(page, f"{player.state}: {player.say}")
    assert len(seen) > 2
    if player.settled():
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Concede").click()
        page.get_by_role("button", name=re.compile("press again")).click()
        expect(page.get_by_role("dialog", name=VICTORY)).to_be_visible(timeout=PATIENCE)
    whole(page, "the end")
    keep(page, "end")
    page.get_by_role("button", name=re.compile("^Replay|^Look back|^Watch")).first.click()
    expect(page.get_by_role("slider").first).to_be_visible(timeout=PATIENCE)
    whole(page, "the replay")
    keep(page, "replay")
    report = tmp_path / "report.html"
    report.write_bytes(visit.request.get(f"{server}/api/battles/{made['id']}/report.html").body())
    page.goto(report.as_uri())
    expect(page.locator("svg .unit, svg .label").first).to_be_visible(timeout=PATIENCE)
    whole(page, "the report")
    keep(page, "report")
