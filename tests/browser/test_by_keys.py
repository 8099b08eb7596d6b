"""A small battle of every book by keyboard alone, from the start page over the set-up page to the victory screen; and
one as text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

FOCUS = """() => {
  const at = document.activeElement;
  if (!at.matches("a, button, input, select, summary")) return "";
  const named = at.getAttribute("aria-labelledby") ?? "";
  const by = named.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? "";
  const legend = at.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
  return [by || label || at.textContent || "", at.tagName, legend]
    .join(" | ").replace(/\\s+/g, " ").trim();
}"""
POINTED = """() => {
  window.pointed = 0;
  addEventListener("pointerdown", () => (window.pointed += 1), true);
}"""
MOST_STEPS = 120


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(f"({POINTED})()")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert page.evaluate("window.pointed") == 0, "no pointer was used"
    context.close()
    assert faults == []


def focus_on(page: Page, what: str, legend: str = "") -> None:
    """Tab until what has the focus is called so."""
    seen = []
    for _ in range(MOST_STEPS):
        now = str(page.evaluate(FOCUS))
        name, _, of = now.rpartition(" | ")
        if what in name and legend in of:
            return
        seen.append(now)
        page.keyboard.press("Tab")
    raise AssertionError(f"{what!r} is not reached by Tab: {seen[-40:]}")


def choose(page: Page, legend: str, what: str) -> None:
    """Of a row of radio buttons, the one that is called so."""
    focus_on(page, "", legend)
    for _ in range(12):
        if str(page.evaluate(FOCUS)).startswith(what):
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{what!r} is none of {legend!r}")


@pytest.mark.parametrize(
    ("book", "scenario"),
    [
        ("Book of War", "Marlow Plain"),
        ("By This Axe", "The Ashmere Causeway"),
        ("Chainmail", "Beacon Ridge"),
        ("BATTLESYSTEM", "Battle at the Crossroads"),
    ],
)
def test_a_battle_of_every_book_by_keys_alone(page: Page, server: str, keep, book: str, scenario: str) -> None:
    page.goto(server)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="Set up a battle")).to_be_visible()
    choose(page, "Rules", book)
    choose(page, "Scenario", scenario)
    choose(page, "Blue", "A captain")
    focus_on(page, "Which captain leads")
    page.keyboard.type("Recruit")
    focus_on(page, "Rulings")
    page.keyboard.press("Enter")
    focus_on(page, "urn limit")
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    player = Player(page)
    assert player.settled()
    page.keyboard.press(";")
    expect(page.locator(".unit-card h2")).to_be_visible()
    page.keyboard.press("Escape")
    player.play(player.by_keyboard)
    keep(page, "end")
    assert player.moves + player.orders > 1


def test_a_battle_as_text_alone(page: Page, server: str, keep) -> None:
    """From the start page to the text page, whose tab and status say by themselves whose turn it is."""
    page.goto(server)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    focus_on(page, "As text")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Begin a battle")).to_be_visible()
    focus_on(page, "Battle")
    expect(page.get_by_role("combobox", name="Battle")).to_have_value("open-field:red")
    page.keyboard.press("Tab")
    page.keyboard.type("a recruit")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You lead The Grey Company (Red).")).to_be_visible()
    say(page, "dice seven herons stood in the rain")
    expect(page.locator("#turn")).not_to_contain_text("the dice are being bound")
    for _ in range(400):
        expect(page).to_have_title(re.compile("Your turn|^Over"))
        if page.title().startswith("Over"):
            break
        turn = page.locator("#turn").inner_text()
        assert turn.startswith("Your turn."), turn
        say(page, "suggest")
        expect(page.locator("#answer li").last).to_have_text("Say take and a number.")
        before = page.locator("#log li").count()
        order = page.locator("#answer li").first.inner_text().removeprefix("1 ")
        say(page, order)
        expect(page.locator("#log li").nth(before)).to_be_attached()
    assert page.locator("#turn").inner_text().startswith("The battle is over: ")
    keep(page, "end")


def say(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")
