"""A lesson of each book is played on the page, from the offer on the start page to its last card."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

PATIENCE = 20_000
BOOKS = ("book_of_war", "by_this_axe", "chainmail", "battlesystem")

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """Somebody who was never here before."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def step_of(page: Page, number: int) -> None:
    expect(page.get_by_role("region", name=re.compile(f"^Step {number} of "))).to_be_visible(timeout=PATIENCE)


def skip_step(page: Page, number: int) -> None:
    """Until the next card is there: a key that is pressed before the table is at rest does nothing."""
    card = page.get_by_role("region", name=re.compile(f"^Step {number + 1} of |^The lesson is done"))
    for _ in range(8):
        page.keyboard.press("n")
        try:
            card.wait_for(timeout=PATIENCE / 4)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"step {number} is not skipped")


def test_who_is_new_is_offered_the_first_lesson_and_plays_it_by_hand(visitor: Page, server: str, keep) -> None:
    page = visitor
    page.goto(server)
    offer = page.get_by_role("region", name="New here?")
    expect(offer).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("1")
    step_of(page, 1)
    keep(page, "offered")
    expect(page.get_by_text("4″ to go")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_text("1″ to go")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Declare 1"))).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Not yet: advance")).first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("^Town Spears, Red")).click()
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_text("enough: send it off")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Declare 1"))).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Enter")
    step_of(page, 2)
    page.keyboard.press("s")
    expect(page.get_by_text("enough: send it off")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("8″ to go")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("n")
    for number in (3, 4):
        step_of(page, number)
        page.keyboard.press("n")
    expect(page.get_by_role("region", name="The lesson is done")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="All lessons of this book").click()
    expect(page.get_by_text(re.compile(r"^1 of \d+ done$"))).to_be_visible(timeout=PATIENCE)
    page.goto(server)
    expect(page.get_by_role("heading", name="Schiltron")).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("book", BOOKS[1:])
def test_the_first_lesson_of_each_book_is_played_to_its_end(visitor: Page, server: str, book: str, keep) -> None:
    page = visitor
    page.goto(f"{server}/lessons/{book}")
    page.get_by_role("button", name=re.compile("First steps")).first.click()
    for number in (1, 2, 3, 4):
        step_of(page, number)
        keep(page, f"step-{number}")
        page.keyboard.press("n")
    done = page.get_by_role("region", name="The lesson is done")
    expect(done).to_be_visible(timeout=PATIENCE)
    page.route("**/api/lessons", lambda route: route.abort())
    done.get_by_role("button", name=re.compile("^Next: ")).click()
    expect(done.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
    page.unroute("**/api/lessons")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("region", name="The lesson is done")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="Help and keys").click()
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog.get_by_role("link", name="Lessons of this book")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("book", BOOKS)
def test_every_lesson_of_a_book_is_played_from_card_to_card(visitor: Page, server: str, book: str) -> None:
    """From the first lesson to the book's own specialities: the last card of each leads on to the next."""
    page = visitor
    lessons = [one for one in page.request.get(f"{server}/api/lessons").json() if one["book"] == book]
    assert len(lessons) >= 6
    page.goto(f"{server}/lessons/{book}")
    page.get_by_role("button", name=re.compile(re.escape(lessons[0]["title"]))).first.click()
    for place, lesson in enumerate(lessons):
        assert lesson["steps"] >= 4, lesson["id"]
        for number in range(1, lesson["steps"] + 1):
            expect(page.locator("header.top")).to_contain_text(lesson["title"], timeout=3 * PATIENCE)
            step_of(page, number)
            skip_step(page, number)
        done = page.get_by_role("region", name="The lesson is done")
        expect(done).to_be_visible(timeout=PATIENCE)
        after = f"Next: {lessons[place + 1]['title']}" if place + 1 < len(lessons) else "All lessons"
        done.get_by_role("button", name=re.compile(re.escape(after))).click()
    expect(page.get_by_text(re.compile(rf"^{len(lessons)} of {len(lessons)} done$"))).to_be_visible(timeout=PATIENCE)


def ringed(page: Page, handle: str) -> bool:
    """Whether the ring lies round the mark; it follows when the bar below has grown."""
    ring = page.locator("div.over > svg > rect").bounding_box()
    mark = page.locator(f'.handle[data-handle="{handle}"] .handle-mark').bounding_box()
    if ring is None or mark is None:
        return False
    across = ring["x"] + ring["width"] / 2 - mark["x"] - mark["width"] / 2
    down = ring["y"] + ring["height"] / 2 - mark["y"] - mark["height"] / 2
    return abs(across) < 3 and abs(down) < 3


def test_a_step_is_shown_where_it_is_done_and_needs_no_drag_on_a_phone(browser: Browser, server: str, keep) -> None:
    """The mark to be pulled is ringed, the goal dotted, who is not meant yet pale; a press does a bit of the step."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(f"{server}/lessons/book_of_war")
    page.get_by_role("button", name=re.compile("The first wheel")).first.tap()
    step_of(page, 1)
    expect(page.locator(".unit.pale")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".label .unit-name", has_text="Miller's Men")).to_be_visible()
    expect(page.locator(".goal .deed-stood")).to_have_count(1)
    page.get_by_role("button", name="Turn 15°").tap()
    expect(page.get_by_text("15° to go")).to_be_visible(timeout=PATIENCE)
    for _ in range(40):
        if ringed(page, "left corner"):
            break
        page.wait_for_timeout(100)
    assert ringed(page, "left corner")
    page.get_by_role("button", name="Turn 15°").tap()
    expect(page.get_by_text("enough: send it off")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".goal .deed-stood")).to_have_count(0)
    keep(page, "turned")
    context.close()
