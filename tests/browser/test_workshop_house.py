"""House rules made in the workshop: their forms, what is against them, and who takes them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.workshop import PATIENCE, SOUND, at_the_workshop, clean, empty_field, kept

pytestmark = pytest.mark.browser
SAFE = re.compile("Lists and scenarios may take them in")


def new_rules(page: Page, book: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{book}")).click(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Add a troop type")).to_be_enabled(timeout=PATIENCE)


def write(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("region", name="The rule in hand").get_by_label(label, exact=True)
    field.fill(text)
    field.press("Tab")


def test_rules_are_written_checked_shared_and_taken_into_a_list(browser: Browser, server: str, keep) -> None:
    page = at_the_workshop(browser, server, "/workshop/army")
    page.get_by_role("button", name=re.compile("^The Fyrd of Holm")).click(timeout=PATIENCE)
    expect(page.locator("footer.prompt")).to_contain_text("By the book", timeout=PATIENCE)
    page.get_by_role("link", name="House rules", exact=True).click()
    new_rules(page, "Chainmail")
    check = page.get_by_role("region", name="Check")

    page.get_by_role("button", name="Add a troop type").click()
    write(page, "Name", "Huscarls <i>of</i> Holm")
    write(page, "Like", "heavy_fot")
    expect(check).to_contain_text("heavy_fot", timeout=PATIENCE)
    take_in = page.get_by_role("region", name="Take them in")
    expect(take_in.get_by_role("button", name="Take them in")).to_be_disabled()
    write(page, "Like", "heavy_foot")
    write(page, "Price", "5")
    expect(check).to_contain_text(SAFE, timeout=PATIENCE)
    page.get_by_label(re.compile("^Add to .* Equipment")).select_option(label="Armour")
    [[troop]] = [list(kept(page)["troops"].values())]
    assert (troop["like"], troop["price"], list(troop["equipment"])) == ("heavy_foot", 5, ["armour"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").first.click()
    assert not kept(page)["troops"]["new_troop_type"].get("equipment")

    page.get_by_role("button", name="Add a creature").click()
    write(page, "Name", "Barrow hound")
    page.get_by_label("Hit die", exact=True).select_option("6")
    expect(page.get_by_role("button", name="Barrow hound")).to_be_visible()
    page.get_by_role("button", name="Add a kind of ground").click()
    write(page, "Name", "Black fen")
    page.get_by_label("Like", exact=True).select_option("marsh")
    expect(check).to_contain_text(re.compile("Lists and scenarios|barrow|creature", re.IGNORECASE), timeout=PATIENCE)
    assert kept(page)["creatures"]["new_creature"]["creature"]["hit_die"] == 6
    page.get_by_role("button", name="Barrow hound").click()
    page.get_by_role("button", name="Take the rule away").click()
    expect(check).to_contain_text(SAFE, timeout=PATIENCE)
    keep(page, "written")
    clean(page)

    before = kept(page)
    page.reload()
    expect(check).to_contain_text(SAFE, timeout=PATIENCE)
    assert kept(page) == before
    page.get_by_role("button", name="Share").first.click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_role("textbox", name="Link to a copy").input_value(timeout=PATIENCE)
    friend = at_the_workshop(browser, server, link.removeprefix(server))
    expect(friend.get_by_role("region", name="Check")).to_contain_text(SAFE, timeout=PATIENCE)
    assert [one["name"] for one in kept(friend)["troops"].values()] == ["Huscarls <i>of</i> Holm"]
    friend.context.close()
    page.keyboard.press("Escape")

    take_in.get_by_label("Into").select_option(index=1)
    take_in.get_by_role("button", name="Take them in").click()
    take_in.get_by_role("link", name="Open it").click()
    expect(page.locator("footer.prompt")).to_contain_text("By the book", timeout=PATIENCE)
    expect(page.get_by_role("button", name="House rules (1)")).to_be_visible()
    page.keyboard.press("a")
    page.get_by_label("Add a unit, hero or creature").fill("Huscarls")
    offer = page.locator("#part-add li button").first
    expect(offer).to_contain_text("Huscarls <i>of</i> Holm (house)", timeout=PATIENCE)
    offer.click()
    expect(page.locator("[data-row]").last).to_contain_text("house rule", timeout=PATIENCE)
    page.context.close()


def test_ground_of_a_file_is_laid_in_a_scenario(browser: Browser, server: str) -> None:
    page = empty_field(browser, server, "By This Axe")
    page.get_by_role("link", name="House rules", exact=True).click()
    new_rules(page, "By This Axe")
    page.get_by_role("button", name="Add a kind of ground").click()
    write(page, "Name", "Bone field")
    expect(page.get_by_role("region", name="Check")).to_contain_text(SAFE, timeout=PATIENCE)
    take_in = page.get_by_role("region", name="Take them in")
    take_in.get_by_label("Into").select_option(index=1)
    take_in.get_by_role("button", name="Take them in").click()
    take_in.get_by_role("link", name="Open it").click()
    page.get_by_role("button", name="Bone field (house)", exact=True).focus(timeout=PATIENCE)
    page.keyboard.press("Enter")
    assert [one["kind"] for one in kept(page)["terrain"]] == ["new_kind_of_ground"]
    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)
    page.context.close()


def test_rules_are_written_on_a_phone(browser: Browser, server: str, keep) -> None:
    page = at_the_workshop(browser, server, "/workshop/house", phone=True)
    new_rules(page, "Book of War")
    page.get_by_role("button", name="Add a spell").tap()
    write(page, "Title", "Ice storm")
    write(page, "Dice", "6")
    write(page, "Area", "6")
    write(page, "Range", "24")
    expect(page.get_by_role("region", name="Check")).to_contain_text("BW-A4-34", timeout=PATIENCE)
    write(page, "Price", "15")
    expect(page.get_by_role("region", name="Check")).to_contain_text(SAFE, timeout=PATIENCE)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    keep(page, "phone")
    clean(page)
    page.context.close()
