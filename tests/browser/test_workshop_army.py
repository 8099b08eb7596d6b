"""Army lists of every book built from nothing to a battle, by mouse, keys and finger; house rules; a creature from its
sheet; a list passed on to another browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.workshop import PATIENCE, at_the_workshop, clean, kept, on_paper

pytestmark = pytest.mark.browser
BY_THE_BOOK = re.compile("By the book")
WHO = {
    "Book of War": ("Pikemen", "Elf archers"),
    "By This Axe": ("Spearmen", "Archers", "General"),
    "Chainmail": ("Heavy foot", "Ogres", "Orcs"),
    "BATTLESYSTEM": ("Swordsmen", "Longbowmen", "Elves"),
}


def opened(browser: Browser, server: str, path: str = "/workshop/army", *, phone: bool = False) -> Page:
    return at_the_workshop(browser, server, path, phone=phone)


def empty(page: Page, book: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{book}")).first.click(timeout=PATIENCE)
    expect(page.locator("footer.prompt")).to_contain_text("An empty list", timeout=PATIENCE)


def add(page: Page, who: str) -> None:
    """Found by its name, and pressed."""
    field = page.get_by_label("Add a unit, hero or creature")
    field.fill(who)
    first = page.locator("#part-add li button").filter(has=page.locator("b", has_text=re.compile(f"^{who}$"))).first
    expect(page.locator("#part-add ul")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    first.click(timeout=PATIENCE)


def fought(page: Page) -> None:
    page.get_by_role("button", name="Fight with it").click(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("^Begin")).first.click(timeout=PATIENCE)
    page.wait_for_url(re.compile("/battles/"), timeout=PATIENCE)
    expect(page.locator("footer.prompt .sentence")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("book", WHO)
def test_a_list_is_built_from_nothing_and_fought_with(browser: Browser, server: str, keep, book: str) -> None:
    page = opened(browser, server)
    empty(page, book)
    for number, who in enumerate(WHO[book], 1):
        page.keyboard.press("a")
        add(page, who)
        expect(page.locator("[data-row]")).to_have_count(number)
        page.keyboard.press("Escape")
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    page.locator("#row-0").click()
    before = kept(page)["units"][0]["figures"]
    page.get_by_role("group", name=re.compile("^Figures of")).first.get_by_role("button", name="One more").click()
    assert kept(page)["units"][0]["figures"] == before + 1
    page.keyboard.press("Control+z")
    assert kept(page)["units"][0]["figures"] == before
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+z")
    page.locator("#row-0").focus()
    page.keyboard.press("p")
    price = page.get_by_role("region", name=re.compile("^Price of"))
    expect(price.locator("tfoot")).to_be_visible(timeout=PATIENCE)
    if book != "BATTLESYSTEM":
        expect(price.locator(".rule").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#row-1")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    assert kept(page)["units"][0]["name"] == WHO[book][1]
    page.keyboard.press("Control+z")
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    keep(page, "built")
    clean(page)
    fought(page)
    page.context.close()


def test_a_list_is_built_with_a_finger_and_nothing_is_wider_than_the_phone(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server, phone=True)
    empty(page, "Book of War")
    page.get_by_role("tab", name="Add").tap()
    add(page, "Pikemen")
    add(page, "Archers")
    page.get_by_role("tab", name="Rows").tap()
    page.locator("#row-0").tap()
    page.get_by_role("group", name=re.compile("^Figures of")).first.get_by_role("button", name="One more").tap()
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    keep(page, "phone")
    clean(page)
    fought(page)
    page.context.close()


def test_a_fault_says_why_and_is_put_right_with_one_key(browser: Browser, server: str) -> None:
    page = opened(browser, server)
    empty(page, "By This Axe")
    page.keyboard.press("a")
    add(page, "Spearmen")
    page.keyboard.press("Escape")
    expect(page.locator("footer.prompt")).to_contain_text("not yet by the book", timeout=PATIENCE)
    expect(page.locator("#whole")).to_contain_text("general", timeout=PATIENCE)
    expect(page.locator("#whole .rule").first).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Put (it|both|all) right")).click()
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    page.keyboard.press("Control+z")
    assert len(kept(page)["units"]) == 1
    page.context.close()


def test_a_house_troop_is_made_marked_shared_and_fought_with(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server)
    empty(page, "Chainmail")
    for who in ("Heavy foot", "Archers"):
        page.keyboard.press("a")
        add(page, who)
        page.keyboard.press("Escape")
    page.locator("#row-0").click()
    page.get_by_role("button", name="House rules").click()
    card = page.get_by_role("dialog", name="House rules")
    name = 'Huscarls <b>&"x'
    card.get_by_label("Name").first.fill(name)
    card.get_by_label("Points a figure").fill("5")
    card.get_by_role("button", name="Make it").first.click()
    expect(card.get_by_text("like heavy foot")).to_be_visible(timeout=PATIENCE)
    keep(page, "house")
    page.keyboard.press("Escape")
    expect(page.locator("[data-row]").first).to_contain_text("house rule")
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    page.get_by_role("button", name="Share").first.click()
    page.get_by_role("button", name="Make a link", exact=True).click()
    page.get_by_text("At this computer").click(timeout=PATIENCE)
    link = page.get_by_role("textbox", name="For anybody").input_value(timeout=PATIENCE)
    friend = opened(browser, server, link.removeprefix(server))
    expect(friend.locator("[data-row]")).to_have_count(2, timeout=PATIENCE)
    expect(friend.locator("[data-row]").first).to_contain_text("house rule")
    [[brought], [own]] = (kept(one)["troops"].values() for one in (friend, page))
    assert (brought["name"], brought["price"], brought["like"]) == (own["name"], 5, "heavy_foot")
    friend.locator("#row-0").click()
    friend.get_by_role("group", name=re.compile("^Figures of")).first.get_by_role("button", name="One more").click()
    assert kept(friend)["units"][0]["figures"] == kept(page)["units"][0]["figures"] + 1, "a copy is one's own"
    friend.context.close()
    page.keyboard.press("Escape")
    fought(page)
    page.get_by_role("link", name="Text").first.click()
    expect(page.get_by_text("Heavy foot (house)").first).to_be_attached(timeout=PATIENCE)
    page.context.close()


def test_a_creature_is_converted_once_and_added_to_a_list(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server, "/workshop/from-dnd")
    expect(page.locator(".book h2")).to_have_count(4, timeout=PATIENCE)
    page.get_by_text("Catalogue").click()
    page.get_by_label("Find").fill("ogre chief")
    page.get_by_role("button", name="Ogre chief").click()
    war = page.get_by_role("region", name="Book of War")
    expect(war.get_by_text("A hero figure")).to_be_visible(timeout=PATIENCE)
    war.get_by_text("Armor Hit").click()
    expect(war.locator("details[open] .rule").first).to_be_visible()
    war.get_by_label("House price").fill("20")
    war.get_by_label("House price").press("Enter")
    expect(war.get_by_text("20 points, marked as a house figure")).to_be_visible(timeout=PATIENCE)
    keep(page, "converted")
    clean(page)
    war.get_by_role("button", name="Add to a new list").click()
    war.get_by_role("link", name="Open the list").click()
    expect(page.locator("[data-row]").first).to_contain_text("house rule", timeout=PATIENCE)
    [unit] = kept(page)["units"]
    assert kept(page)["creatures"][unit["troop"]]["price"] == 20
    page.goto(f"{server}/workshop/from-dnd")
    expect(page.locator("h1")).to_contain_text("Ogre chief", timeout=PATIENCE)
    page.get_by_text("Own sheet").click()
    page.get_by_label("Hit dice", exact=True).fill("many")
    page.get_by_label("Hit dice", exact=True).press("Enter")
    expect(page.locator(".faults")).to_contain_text("hit dice, such as", timeout=PATIENCE)
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".faults")).to_have_count(0, timeout=PATIENCE)
    page.context.close()


def test_a_sheet_says_which_books_take_up_what_and_goes_to_a_friend_in_a_link(
    browser: Browser, server: str, keep
) -> None:
    page = opened(browser, server, "/workshop/from-dnd")
    expect(page.locator(".book h2")).to_have_count(4, timeout=PATIENCE)
    page.get_by_text("Catalogue").click()
    page.get_by_label("Find").fill("ogre chief")
    page.get_by_role("button", name="Ogre chief").click()
    page.get_by_text("Own sheet").click()
    expect(page.get_by_role("img", name="taken up by no book")).to_have_count(2, timeout=PATIENCE)
    dark = page.locator("label", has_text="Infravision")
    expect(dark.get_by_role("img", name="taken up by Book of War")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Ürgath <i>Nine-Kettles</i>")
    page.get_by_label("Name", exact=True).press("Enter")
    war = page.get_by_role("region", name="Book of War")
    war.get_by_label("House price").fill("16")
    war.get_by_label("House price").press("Enter")
    expect(war.get_by_text("16 points, marked as a house figure")).to_be_visible(timeout=PATIENCE)
    plain = page.get_by_role("region", name="Chainmail")
    plain.get_by_label("Nearest kind").select_option(label="Ogres")
    plain.get_by_role("button", name="Add to a new list").click()
    expect(plain.get_by_role("link", name="Open the list")).to_be_visible()
    page.get_by_role("button", name="Share").first.click()
    link = page.get_by_role("textbox", name="Link to a copy").input_value()
    keep(page, "squares")
    clean(page)
    page.keyboard.press("Escape")
    plain.get_by_role("link", name="Open the list").click()
    expect(page.locator("[data-row]").first).to_contain_text("house rule", timeout=PATIENCE)
    [troop] = kept(page)["troops"].values()
    assert troop == {"like": "ogres", "name": "Ürgath <i>Nine-Kettles</i>"}
    page.context.close()
    friend = opened(browser, server, link.removeprefix(server))
    expect(friend.locator("h1")).to_contain_text("Ürgath <i>Nine-Kettles</i>", timeout=PATIENCE)
    expect(friend.get_by_label("House price")).to_have_value("16", timeout=PATIENCE)
    assert "#" not in friend.url
    friend.get_by_role("button", name="Undo").first.click()
    expect(friend.locator("h1")).to_contain_text("Somebody")
    friend.goto(f"{server}/workshop/from-dnd#sheet=eyJjcmVhdHVyZSI6e319")
    expect(friend.get_by_role("alert").first).to_be_visible(timeout=PATIENCE)
    expect(friend.locator("h1")).to_contain_text("Somebody")
    friend.context.close()


def test_a_sheet_is_written_on_a_phone(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server, "/workshop/from-dnd", phone=True)
    expect(page.get_by_role("tab", name="Book of War")).to_be_visible(timeout=PATIENCE)
    page.locator("summary", has_text="Abilities").tap()
    page.locator("label", has_text="Infravision").tap()
    expect(page.get_by_role("img", name="taken up by Book of War")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("tab", name="By This Axe").tap()
    expect(page.get_by_role("region", name="By This Axe")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    keep(page, "phone")
    clean(page)
    page.context.close()


def test_a_list_is_printed_on_one_page_and_as_roster_sheets(browser: Browser, server: str) -> None:
    page = opened(browser, server)
    empty(page, "Chainmail")
    for who in ("Heavy foot", "Archers"):
        page.keyboard.press("a")
        add(page, who)
        page.keyboard.press("Escape")
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    page.get_by_role("group", name=re.compile("^With ")).get_by_role("button", name="Print").click()
    card = page.get_by_role("dialog", name=re.compile("^Print"))
    listed = on_paper(page, card.get_by_role("button", name="The list on one page"), "The list")
    card.get_by_text("Letter", exact=True).click()
    sheets = on_paper(page, card.get_by_role("button", name="Roster sheets"), "The sheets")
    for name in ("Heavy foot", "Archers"):
        assert name in listed
        assert name in sheets
    assert kept(page)["name"] in listed
    assert "Army Roster Sheet".lower() in sheets.lower()
    page.context.close()


def test_a_list_is_tried_in_battles_and_stopped_with_what_they_have_shown(browser: Browser, server: str, keep) -> None:
    page = opened(browser, server)
    page.get_by_role("button", name=re.compile("^The Levy of Harrowdale")).click(timeout=PATIENCE)
    expect(page.locator("footer.prompt")).to_contain_text(BY_THE_BOOK, timeout=PATIENCE)
    good = page.get_by_role("region", name="Is it any good?")
    good.get_by_role("button", name="Try it").click()
    bar = good.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-valuemax", "40", timeout=PATIENCE)
    expect(bar).not_to_have_attribute("aria-valuenow", "0", timeout=4 * PATIENCE)
    fought_one = good.get_by_role("listitem", name=re.compile(r"won \d+ per cent, between \d+ and \d+, of \d+ battle"))
    expect(fought_one.first).to_be_visible(timeout=PATIENCE)
    expect(good.get_by_role("heading", name=re.compile("^What each earned"))).to_be_visible(timeout=PATIENCE)
    page.locator("#row-0").click()
    page.get_by_role("group", name=re.compile("^Figures of")).first.get_by_role("button", name="One fewer").click()
    expect(good.get_by_text("before the last changes")).to_be_visible(timeout=PATIENCE)
    good.get_by_role("button", name="Stop").click()
    expect(good.locator(".far")).to_contain_text("stopped", timeout=PATIENCE)
    expect(good.get_by_role("button", name="Try it again")).to_be_visible(timeout=PATIENCE)
    expect(fought_one.first).to_be_visible()
    keep(page, "tried")
    clean(page)
    page.context.close()
