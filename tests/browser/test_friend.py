"""An evening with a friend: an address, two names, a talk, the turn called out, a rematch with sides swapped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
DESK = {"width": 1440, "height": 900}
SMALL = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def concede(page: Page) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede: press again").click()


def test_two_friends_with_names_talk_and_play_again(browser: Browser, server: str, keep) -> None:
    host = browser.new_context(viewport=DESK, reduced_motion="reduce")
    guest = browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    ines, tomas = host.new_page(), guest.new_page()

    # The battle is set up; where the friend is decides which address is shown, and none is dead.
    ines.goto(f"{server}/setup")
    ines.get_by_role("group", name="Clock").get_by_text("Live", exact=True).click()
    ines.get_by_label("Minutes a side").fill("30")
    ines.get_by_role("group", name="When time runs out").get_by_text("The battle is lost").click()
    ines.get_by_role("button", name="Begin").click()
    expect(ines.get_by_role("heading", name="It can begin")).to_be_visible()
    ines.get_by_label("Your name").fill("Ines")
    ines.get_by_label("Your name").press("Tab")
    ines.get_by_label("At this computer").check()
    expect(ines.locator("main")).to_contain_text("Only this computer can open it.")
    link = ines.get_by_role("textbox", name=re.compile("Blue.*, for your friend")).input_value()
    ines.get_by_label("Somewhere else").check()
    expect(ines.get_by_role("textbox", name=re.compile("Blue.*, for your friend"))).to_have_count(0)
    expect(ines.locator("main")).to_contain_text("not known to be reachable")
    keep(ines, "elsewhere")
    ines.get_by_label("On this network").check()
    keep(ines, "network")

    # Who invites, to which side; nothing is taken before one joins. What is no name is told so.
    tomas.goto(link)
    expect(tomas.locator("main")).to_contain_text("Ines invites you.")
    expect(tomas.locator("dl")).to_contain_text(
        re.compile(r"You lead.*\(Blue\).*Against.*\(Red\), led by Ines", re.DOTALL)
    )
    expect(tomas.locator("dl")).to_contain_text("30 minutes a side. Out of time: the battle is lost.")
    tomas.get_by_label("Your name").fill("<b>Tomas</b>")
    tomas.get_by_role("button", name="Join as Blue").click()
    expect(tomas.get_by_role("alert")).to_contain_text("no signs of markup")
    tomas.get_by_label("Your name").fill("Tomas")
    keep(tomas, "join")
    tomas.get_by_role("button", name="Join as Blue").click()
    tomas.wait_for_url(re.compile(r"\?seat=blue$"))

    ines.get_by_role("link", name=re.compile("^To the table, as .*Red")).click()
    expect(ines.locator("header.top")).to_contain_text("Ines, you")
    expect(ines.locator("header.top")).to_contain_text("Tomas")

    # The clock runs for the one who is asked, and stands at both names, on a phone too.
    for page in (ines, tomas):
        expect(page.get_by_role("timer")).to_have_count(2)
        expect(page.locator(".clock.runs")).to_have_count(1)
        expect(page.locator(".clock.runs")).to_contain_text(re.compile("Time running: 29:"))

    # They talk; words are words and never markup.
    tomas.get_by_role("tab", name="Chat").click()
    tomas.get_by_role("textbox", name="Message").fill("Is that the <b>hill</b>?")
    tomas.get_by_role("textbox", name="Message").press("Enter")
    ines.get_by_text("1 new").click()
    said = ines.get_by_role("list", name="What was said")
    expect(said).to_contain_text("Is that the <b>hill</b>?")
    assert said.locator("li b").all_inner_texts() == ["Tomas"]
    ines.get_by_role("textbox", name="Message").fill("You hold it.")
    ines.get_by_role("button", name="Send").click()
    expect(tomas.get_by_role("list", name="What was said")).to_contain_text("You hold it.")
    keep(ines, "chat")
    keep(tomas, "chat-phone")
    ines.set_viewport_size(SMALL)
    keep(ines, "chat-small")
    ines.set_viewport_size(DESK)

    # The tab says whose turn it is: one of them is asked, the other is told whom we wait for.
    titles = re.compile("^(● Your turn: |(Ines|Tomas) to move: )")
    for page in (ines, tomas):
        expect(page).to_have_title(titles, timeout=30_000)
    assert any("● Your turn" in page.title() for page in (ines, tomas))
    ines.get_by_role("button", name="Menu", exact=True).click()
    ines.get_by_role("button", name="Tell me when it is my turn").click()
    ines.get_by_label("In the tab's title").uncheck()
    expect(ines).to_have_title(re.compile("· Schiltron$"))
    keep(ines, "calls")
    ines.keyboard.press("Escape")

    # It ends; one wants a rematch with sides swapped, and the other is told and follows.
    concede(tomas)
    ines.get_by_role("button", name="Swap sides").click()
    ines.wait_for_url(lambda url: made_after(url, link))
    expect(ines.locator("header.top")).to_contain_text(re.compile("Blue, Ines, you"))
    told = tomas.get_by_role("group", name="What next")
    expect(told).to_contain_text("Ines has set up a rematch with sides swapped.")
    keep(tomas, "rematch")
    told.get_by_role("link", name="Go there").click()
    expect(ines.locator("header.top")).to_contain_text(re.compile("Red, Tomas(?!, away)"))

    # My battles says against whom, and whose turn it is.
    ines.goto(f"{server}/mine")
    expect(ines.locator("main")).to_contain_text("Tomas")
    expect(ines.locator("main")).to_contain_text(re.compile("Your move|Tomas to move"))
    expect(ines).to_have_title(re.compile("(turn waits|turns wait|My battles)"))
    expect(ines.locator("main")).to_contain_text(re.compile("(29|30):.. left"))
    expect(ines.locator("main .map svg").first).to_be_visible()
    expect(ines.get_by_role("region", name="Over").get_by_role("link", name="The rematch")).to_be_visible()
    keep(ines, "mine")

    # Another device, by a code of one's own; the secret of a link does not stay in the address.
    ines.get_by_role("button", name="Make a code").click()
    code = ines.get_by_label("Your code").inner_text()
    keep(ines, "code")
    other = browser.new_context(viewport=PHONE)
    phone = other.new_page()
    phone.goto(f"{server}/mine#code={code}")
    expect(phone.locator("main")).to_contain_text("Go on only if it is yours")
    assert code not in phone.url
    phone.get_by_role("button", name="Show its battles here").click()
    expect(phone.get_by_role("link", name=re.compile("^(Open|Replay) ")).first).to_be_visible()
    expect(phone.locator("main")).to_contain_text("Tomas")
    keep(phone, "mine-phone")
    ines.reload()
    ines.get_by_role("button", name="Sign out the other device").click()
    expect(ines.get_by_text("All other devices are signed out")).to_be_visible()
    phone.reload()
    expect(phone.locator("main")).to_contain_text("None yet.")
    other.close()
    host.close()
    guest.close()


def made_after(url: str, link: str) -> bool:
    """Whether the address is that of another battle than the link's."""
    before = re.search(r"/battles/([\w-]+)", link)
    now = re.search(r"/battles/([\w-]+)", url)
    return now is not None and before is not None and now[1] != before[1]
