"""Scenarios set in the workshop: castles by their names, sides with their armies, goals, the day, ground by chance, how
even it is, paper; with a house troop in it; and fought."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.workshop import (
    PATIENCE,
    SOUND,
    at,
    at_the_workshop,
    clean,
    drag,
    empty_field,
    kept,
    middle,
    on_paper,
)

pytestmark = pytest.mark.browser
HOUSE = "Huscarls of <b>Holm</b>"


def sound(page: Page) -> None:
    expect(page.locator("footer.prompt")).to_contain_text(SOUND, timeout=PATIENCE)


def fought(page: Page, side: str) -> None:
    page.get_by_role("button", name=f"Try it from {side}").click(timeout=PATIENCE)
    page.wait_for_url(re.compile("/battles/"), timeout=PATIENCE)
    expect(page.locator("footer.prompt .sentence")).to_be_visible(timeout=PATIENCE)


def castles(page: Page) -> list[Any]:
    return list(kept(page)["castles"])


def test_a_castle_by_its_name_is_set_down_moved_turned_taken_apart_and_fought_for(
    browser: Browser, server: str, keep
) -> None:
    """CM-SIEGE-02"""
    page = empty_field(browser, server, "Chainmail")
    page.get_by_role("button", name="Harl Tower", exact=True).click()
    table = page.get_by_role("application", name="The table").bounding_box()
    assert table
    page.mouse.click(table["x"] + table["width"] / 2, table["y"] + table["height"] / 2)
    card = page.get_by_role("region", name="The castle in hand")
    expect(card.get_by_role("heading", name="Harl Tower")).to_be_visible()
    [laid] = castles(page)
    assert (laid["castle"], laid["heading"], kept(page)["terrain"]) == ("harl-tower", 0, [])
    sound(page)

    tower = middle(page, '[data-feature="castle-0-3"]')
    drag(page, tower, (tower[0] + 60, tower[1] + 10))
    [moved] = castles(page)
    assert moved["at"][0] > laid["at"][0] + 2
    assert moved["heading"] == 0
    ring = middle(page, "[data-turn]")
    drag(page, ring, (ring[0] + 60, ring[1] + 40))
    [turned] = castles(page)
    assert turned["heading"] % 15 == 0
    assert turned["heading"] > 0
    assert turned["at"] == moved["at"]
    page.keyboard.press("Control+z")
    assert castles(page) == [moved]
    for key in ("ArrowLeft", "Shift+ArrowUp", "e", "Shift+q"):
        page.keyboard.press(key)
    [pushed] = castles(page)
    assert [round(b - a, 2) for a, b in zip(moved["at"], pushed["at"], strict=True)] == [-0.5, -3]
    assert pushed["heading"] == 14
    page.keyboard.press("d")
    assert len(castles(page)) == 2
    page.keyboard.press("Delete")
    assert castles(page) == [pushed]
    sound(page)
    keep(page, "castle")
    clean(page)

    page.keyboard.press("n")
    card.get_by_role("button", name="Take it apart").click()
    pieces = kept(page)["terrain"]
    assert castles(page) == []
    assert [one.get("built", "") for one in pieces] == ["", "", "gate", ""]
    page.keyboard.press("Control+z")
    assert (castles(page), kept(page)["terrain"]) == ([pushed], [])
    page.get_by_role("button", name="Palisade", exact=True).focus()
    page.keyboard.press("Enter")
    assert [one["built"] for one in kept(page)["terrain"]] == ["palisade"]
    kind = page.get_by_role("combobox", name="Kind of ground")
    kind.select_option("rampart")
    assert [one["built"] for one in kept(page)["terrain"]] == ["rampart"]
    kind.select_option("castle_wall")
    assert not kept(page)["terrain"][0].get("built")
    page.keyboard.press("Delete")
    page.keyboard.press("Escape")
    sound(page)
    before = kept(page)
    page.reload()
    sound(page)
    assert kept(page) == before
    fought(page, "Red")
    expect(page.locator('[data-feature^="gate-"]').first).to_be_attached(timeout=PATIENCE)
    page.context.close()


def test_walls_snap_to_towers_have_doors_there_and_move_with_them(browser: Browser, server: str, keep) -> None:
    """BW-O6-10, BW-O6-13"""
    page = empty_field(browser, server, "Book of War")
    page.get_by_role("button", name="Tower", exact=True).click()
    page.mouse.click(*at(page, 24, 24))
    page.get_by_role("button", name="Castle wall", exact=True).click()
    drag(page, at(page, 26, 24.5), at(page, 34, 24), at(page, 44, 24))
    tower, wall = kept(page)["terrain"]
    assert wall["course"][0] == [25.5, 24], "its end is drawn to the middle of the tower's side"
    assert [(door["at"], door["onto"]) for door in tower["doors"]] == [([25.5, 24], wall["name"])]
    sound(page)
    page.keyboard.press("Escape")
    drag(page, at(page, 23, 24), at(page, 23, 29))
    tower, wall = kept(page)["terrain"]
    assert (tower["at"], wall["course"][0], tower["doors"][0]["at"]) == ([24, 29], [25.5, 29], [25.5, 29])
    page.keyboard.press("e")
    turned = kept(page)["terrain"]
    assert turned[0]["heading"] == 15
    assert turned[1]["course"][-1][1] > wall["course"][-1][1] + 2, "the wall is turned about the same point"
    page.keyboard.press("Control+z")
    keep(page, "joined")
    page.keyboard.press("Escape")
    page.keyboard.down("Alt")
    drag(page, at(page, 23, 29), at(page, 17, 29))
    page.keyboard.up("Alt")
    tower, alone = kept(page)["terrain"]
    assert (alone["course"], tower["doors"]) == (wall["course"], []), "with Alt it moves alone, and its door is gone"
    page.get_by_role("button", name="Keep", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Room for").get_by_role("button", name="Room for: more").click()
    assert kept(page)["terrain"][2]["room"] == 4
    page.keyboard.press("Escape")
    sound(page)
    page.context.close()


def test_a_ready_scenario_with_a_castle_opens_as_a_copy(browser: Browser, server: str, keep) -> None:
    page = at_the_workshop(browser, server, "/workshop/scenario")
    page.get_by_role("button", name=re.compile("^Escalade at Dun Corrath")).click(timeout=PATIENCE)
    sound(page)
    assert [one["castle"] for one in castles(page)] == ["dun-corrath"]
    page.get_by_role("region", name="The table").get_by_role("button", name="Dun Corrath").click()
    expect(page.get_by_role("region", name="The castle in hand")).to_be_visible()
    keep(page, "copy")
    page.get_by_role("button", name="Take the castle away").click()
    expect(page.locator("footer.prompt")).not_to_contain_text("Looking", timeout=PATIENCE)
    assert castles(page) == []
    page.keyboard.press("Control+z")
    sound(page)
    page.context.close()


def test_a_castle_is_set_down_with_a_finger(browser: Browser, server: str, keep) -> None:
    page = empty_field(browser, server, "Chainmail", phone=True)
    page.get_by_role("button", name="Harl Tower", exact=True).tap()
    table = page.get_by_role("application", name="The table").bounding_box()
    assert table
    page.touchscreen.tap(table["x"] + table["width"] / 2, table["y"] + table["height"] / 2)
    card = page.get_by_role("region", name="The castle in hand")
    card.get_by_role("button", name="Turn: more").tap()
    assert [one["heading"] for one in castles(page)] == [15]
    sound(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    keep(page, "castle-phone")
    clean(page)
    page.context.close()


def test_sides_goals_the_day_and_the_text_are_set_printed_and_fought(browser: Browser, server: str, keep) -> None:
    page = empty_field(browser, server, "Chainmail")
    sides = page.get_by_role("region", name="Sides and armies")
    sides.locator("summary").first.click()
    sides.get_by_role("button", name="Another army").first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^The Fyrd of Holm")).click(timeout=PATIENCE)
    assert kept(page)["sides"]["red"]["army"] == "chainmail/fyrd-of-holm"
    sides.get_by_label("Name").first.fill("The Toll Men")
    sides.get_by_label("Name").first.press("Tab")
    sides.get_by_label("Colour").first.select_option("teal")

    page.get_by_role("button", name="Hill", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name of the piece").fill("Sallow Ridge")
    page.get_by_label("Name of the piece").press("Enter")
    goals = page.get_by_role("region", name="Goals and victory")
    page.get_by_role("checkbox", name="A goal").check()
    expect(goals.locator(".goal")).to_contain_text("Sallow Ridge")
    expect(page.locator("svg.over .goal text")).to_have_text("A")
    goals.get_by_label(re.compile("^Ends after")).fill("6")
    goals.get_by_label(re.compile("^Ends after")).press("Tab")
    goals.get_by_role("button", name="Add what a side must do").click()
    assert kept(page)["victory"]["conditions"] == [{"side": "red", "does": "hold", "what": "Sallow Ridge"}]
    assert kept(page)["victory"]["objectives"] == ["Sallow Ridge"]

    rulings = page.get_by_role("region", name="Options and rulings")
    rulings.get_by_role("button", name="All of them").click()
    card = page.get_by_role("dialog", name="Options and rulings")
    card.get_by_role("group", name="Weather").locator("label").nth(1).click()
    card.get_by_role("button", name="Close").click()
    expect(rulings.get_by_role("button", name=re.compile("changed"))).to_be_visible()
    assert len(kept(page)["options"]) == 1
    page.get_by_label("Briefing").fill("The toll-men have barred the road.")
    page.get_by_label("Briefing").press("Tab")
    page.keyboard.press("Escape")
    sound(page)
    keep(page, "set")
    clean(page)

    page.get_by_role("group", name=re.compile("^With ")).get_by_role("button", name="Print").click()
    card = page.get_by_role("dialog", name=re.compile("^Print"))
    paper = on_paper(page, card.get_by_role("button", name="The scenario with its map"), "The scenario")
    for said in (
        "The Toll Men",
        "The toll-men have barred the road.",
        "A: Sallow Ridge",
        "The Toll Men holds Sallow Ridge",
        "ends after 6 turns",
    ):
        assert said in paper, said
    page.keyboard.press("Escape")
    fought(page, "Teal")
    expect(page.get_by_text("The Toll Men").first).to_be_attached(timeout=PATIENCE)
    page.context.close()


def test_a_third_side_comes_from_an_edge_of_its_own_and_is_fought(browser: Browser, server: str, keep) -> None:
    page = empty_field(browser, server, "By This Axe")
    sides = page.get_by_role("region", name="Sides and armies")
    sides.get_by_role("button", name="Add a side").click()
    assert [one["edge"] for one in kept(page)["sides"].values()] == ["south", "north", "west"]
    assert all(one["zone"] for one in kept(page)["sides"].values())
    sound(page)
    zones = page.locator("[data-zone]").evaluate_all("(tabs) => tabs.map((tab) => tab.dataset.zone)")
    assert set(zones) == {"red", "blue", "ochre"}
    keep(page, "three")
    fought(page, "Ochre")
    page.context.close()


def test_ground_is_rolled_by_the_book_and_taken_back_in_one_step(browser: Browser, server: str, keep) -> None:
    """BW-B3-01"""
    page = empty_field(browser, server, "Book of War")
    page.get_by_role("button", name="Woods", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    before = kept(page)["terrain"]
    page.get_by_role("button", name="Roll a field").click()
    page.wait_for_function(
        """(before) => JSON.stringify(
          JSON.parse(localStorage['workshop:' + location.pathname.split('/').at(-1)]).value.terrain) !== before""",
        arg=page.evaluate("(pieces) => JSON.stringify(pieces)", before),
        timeout=PATIENCE,
    )
    rolled = kept(page)["terrain"]
    assert rolled != before
    sound(page)
    keep(page, "rolled")
    page.keyboard.press("Control+z")
    assert kept(page)["terrain"] == before
    page.keyboard.press("Control+Shift+z")
    assert kept(page)["terrain"] == rolled
    page.context.close()


def test_a_scenario_is_tried_for_how_even_it_is_and_stopped(browser: Browser, server: str, keep) -> None:
    page = empty_field(browser, server, "Book of War")
    page.get_by_role("button", name="Is it even?").click()
    card = page.get_by_role("dialog", name="Is it even?")
    card.get_by_role("button", name="Begin").click()
    expect(card.locator("progress")).to_have_attribute("max", "40", timeout=PATIENCE)
    won = card.get_by_role("img", name=re.compile(r"won \d+\s%, between \d+\s% and \d+\s%, of \d+ battle"))
    expect(won).to_have_count(2, timeout=4 * PATIENCE)
    card.get_by_role("button", name="Stop").click()
    expect(card.get_by_role("button", name="Once more")).to_be_visible(timeout=PATIENCE)
    expect(won).to_have_count(2)
    low, high = (int(one) for one in re.findall(r"(\d+)\s%", won.first.get_attribute("aria-label") or "")[1:3])
    drawn = won.first.locator(".range").bounding_box()
    whole = won.first.bounding_box()
    assert drawn
    assert whole
    assert abs(drawn["width"] / whole["width"] - (high - low) / 100) < 0.03, "the bar is as long as it says"
    keep(page, "even")
    clean(page)
    page.keyboard.press("Escape")
    sound(page)
    page.context.close()


def test_a_house_troop_goes_into_a_scenario_and_is_marked_in_its_battle(browser: Browser, server: str) -> None:
    page = at_the_workshop(browser, server, "/workshop/army")
    page.get_by_role("button", name=re.compile("^Chainmail")).first.click(timeout=PATIENCE)
    for who in ("Heavy foot", "Archers"):
        page.keyboard.press("a")
        page.get_by_label("Add a unit, hero or creature").fill(who)
        expect(page.locator("#part-add ul")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
        offer = page.locator("#part-add li button")
        offer.filter(has=page.locator("b", has_text=re.compile(f"^{who}$"))).first.click(timeout=PATIENCE)
        page.keyboard.press("Escape")
    page.locator("#row-0").click()
    page.get_by_role("button", name="House rules").click()
    rules = page.get_by_role("dialog", name="House rules")
    rules.get_by_label("Name").first.fill(HOUSE)
    rules.get_by_role("button", name="Make it").first.click()
    expect(rules.get_by_text("like heavy foot")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("footer.prompt")).to_contain_text("By the book", timeout=PATIENCE)
    name = kept(page)["name"]

    page.goto(f"{server}/workshop/scenario")
    fields = page.locator("section", has_text="A new field")
    fields.get_by_role("button", name=re.compile("^Chainmail")).click(timeout=PATIENCE)
    sound(page)
    sides = page.get_by_role("region", name="Sides and armies")
    sides.locator("summary").first.click()
    sides.get_by_role("button", name="Another army").first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()
    red = kept(page)["sides"]["red"]
    assert [one["name"] for one in red["troops"].values()] == [HOUSE]
    assert red["units"][0]["troop"] in red["troops"]
    sound(page)
    fought(page, "Red")
    page.get_by_role("link", name="Text").first.click()
    expect(page.get_by_text("Heavy foot (house)").first).to_be_attached(timeout=PATIENCE)
    assert page.locator("b", has_text="Holm").count() == 0
    page.context.close()
