"""A lesson of each book is played on the page, from the offer on the start page to its last card."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

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
    expect(page.get_by_text(re.compile("Not yet: advance"))).to_be_visible(timeout=PATIENCE)
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
    step_of(page, 3)
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
    for number in (1, 2, 3):
        step_of(page, number)
        keep(page, f"step-{number}")
        page.keyboard.press("n")
    expect(page.get_by_role("region", name="The lesson is done")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("region", name="The lesson is done")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="Help and keys").click()
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog.get_by_role("link", name="Lessons of this book")).to_be_visible(timeout=PATIENCE)
