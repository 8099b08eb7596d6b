"""Two people: at one screen, and in two browsers; watchers; links that lead nowhere."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser
DESK = {"width": 1440, "height": 900}


def new_battle(context: BrowserContext, server: str, **wish) -> dict:
    asked = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "me"}, "dice": "sealed", **wish}
    answer = context.request.post(f"{server}/api/battles", data=asked)
    assert answer.ok, answer.text()
    return answer.json()


@pytest.fixture
def context(browser: Browser):
    opened = browser.new_context(viewport=DESK, reduced_motion="reduce")
    yield opened
    opened.close()


def test_two_people_at_one_screen(context: BrowserContext, server: str, keep) -> None:
    """The same page asks both, one after the other, to the victory screen."""
    made = new_battle(context, server)
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    asked = set()

    def turn() -> None:
        asked.add(player.say.split(",")[0])
        player.by_keyboard()

    player.play(turn)
    keep(page, "end")
    assert {"Red", "Blue"} <= asked


def test_what_is_sealed_is_handed_over(context: BrowserContext, server: str, keep) -> None:
    """At one screen cards lie face down, and between two sealed answers the screen is passed on."""
    turned = 0
    for _ in range(5):
        made = new_battle(context, server, scenario="lily-field")
        page = context.new_page()
        page.goto(f"{server}/battles/{made['id']}")
        player = Player(page)
        while player.settled() and not player.handed_over:
            if page.locator(".fan .down").count():
                keep(page, "face-down")
                page.keyboard.press("v")
                turned += page.locator(".fan button:not(.down)").count()
            player.by_keyboard()
            page.wait_for_timeout(60)
        # The dice may bring no two who must answer at once: then another battle does.
        if player.handed_over:
            break
    assert turned
    assert player.handed_over


def test_two_browsers_play_each_other(browser: Browser, server: str, keep) -> None:
    """Each by a link of its own; each is asked in its turn and sees the other's moves."""
    contexts = [browser.new_context(viewport=DESK, reduced_motion="reduce") for _ in range(2)]
    made = new_battle(contexts[0], server, blue={"who": "friend"})
    players = []
    for context, seat in zip(contexts, ("red", "blue"), strict=True):
        page = context.new_page()
        page.goto(f"{server}{made['seats'][seat]['link']}")
        if seat == "blue":
            page.get_by_role("button", name="Join as Blue").click()
        players.append(Player(page))
    for _ in range(2_000):
        if all(player.over() for player in players):
            break
        for player in players:
            seen = player.look()
            if not seen.dialog and player.asked(seen):
                player.by_keyboard()
        players[0].page.wait_for_timeout(30)
    for player, name in zip(players, ("red", "blue"), strict=True):
        assert player.over(), player.look()
        keep(player.page, name)
    for context in contexts:
        context.close()


def test_a_friends_link_is_taken_once(browser: Browser, server: str, keep) -> None:
    """The first browser has the seat, the second is told; the secret stays in no address and no history."""
    founder, friend, late = (browser.new_context(viewport=DESK, reduced_motion="reduce") for _ in range(3))
    made = new_battle(founder, server, blue={"who": "friend"})
    link, token = made["seats"]["blue"]["link"], made["seats"]["blue"]["token"]
    asked: list[str] = []
    pages = []
    for context in (founder, friend, late):
        page = context.new_page()
        page.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer', '')}"))
        page.on("websocket", lambda socket: asked.append(socket.url))
        page.goto(f"{server}{link}")
        pages.append(page)
        if context is founder:
            expect(page.locator("main")).to_contain_text("This link is for another player")
        if context is friend:
            expect(page.locator("main")).to_contain_text("You are invited.")
            assert token not in page.url
            page.get_by_role("button", name="Join as Blue").click()
            page.wait_for_url(re.compile(r"\?seat=blue$"))
            expect(page.locator("footer.prompt")).to_be_visible()
            keep(page, "taken")
    own, first, second = pages
    expect(second.locator("main")).to_contain_text("This invitation has been taken already.")
    expect(second.get_by_role("link", name="Look on")).to_be_visible()
    keep(second, "told")
    waiting = "Waiting for Red to come to the table: each player adds to the dice."
    expect(first.locator("footer.prompt .sentence")).to_have_text(waiting)
    commitment = first.locator("footer.prompt").inner_text().split("Fingerprint of the dice: ")[1].split()[0]
    own.get_by_role("link", name="To my side of the table").click()
    expect(own.locator("footer.prompt")).to_be_visible()
    expect(own.locator("header.top")).to_contain_text("you")
    expect(first.locator("footer.prompt")).not_to_contain_text("adds to the dice")
    dice = founder.request.get(f"{server}/api/battles/{made['id']}").json()["dice"]
    assert dice["bound"]
    assert dice["commitment"] == commitment
    for page, share in zip((own, first), dice["shares"], strict=True):
        noted = page.evaluate("Object.entries(localStorage)")
        secrets = [json.loads(value) for key, value in noted if key.startswith(f"schiltron-secret-{made['id']}-")]
        own_share = {"seat": share["seat"], "secret": share["secret"]}
        assert secrets == [own_share], "each browser has added a secret of its own"
        assert json.loads(dict(noted)[f"schiltron-dice-{made['id']}"])["commitment"] == commitment
    first.get_by_role("button", name="Menu").click()
    first.get_by_text("The dice, and how to check them").click()
    expect(first.get_by_text(dice["shares"][1]["secret"], exact=True)).to_be_visible()
    command = (
        f"schiltron replay {made['id']}.jsonl --verify --commitment {commitment} --secret {dice['shares'][1]['secret']}"
    )
    expect(first.locator("p.command")).to_have_text(command)
    keep(first, "dice")
    first.keyboard.press("Escape")
    for page in pages:
        assert token not in page.url
        assert token not in page.evaluate("document.referrer + JSON.stringify(history.state)")
    assert not [one for one in asked if token in one], "no request names it, and no referrer"
    first.go_back()
    assert token not in first.url
    first.go_forward()
    first.reload()
    expect(first.locator("footer.prompt")).to_be_visible()
    second.get_by_role("link", name="Look on").click()
    expect(second.get_by_role("slider", name="Moment of the battle")).to_be_visible()
    for context in (founder, friend, late):
        context.close()


def test_tabs_that_are_opened_at_once_add_one_secret(context: BrowserContext, server: str, keep) -> None:
    """All of them know it, and none of them distrusts the dice."""
    made = new_battle(context, server, blue={"who": "captain", "captain": "recruit"})
    pages = [context.new_page() for _ in range(4)]
    for page in pages:
        page.evaluate(f"setTimeout(() => location.href = '{server}/battles/{made['id']}', 0)")
    for page in pages:
        page.wait_for_url(re.compile(made["id"]))
    for page in pages:
        Player(page).settled()
    (share,) = context.request.get(f"{server}/api/battles/{made['id']}").json()["dice"]["shares"]
    for page in pages:
        page.get_by_role("button", name="Menu").click()
        page.get_by_text("The dice, and how to check them").click()
        expect(page.get_by_text("Added by this browser for Red")).to_be_visible()
        expect(page.get_by_text(share["secret"], exact=True)).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    keep(pages[-1], "dice")


def test_a_watcher_sees_but_is_not_asked(browser: Browser, server: str, keep) -> None:
    """The public link shows the public view."""
    owner, stranger = (browser.new_context(viewport=DESK) for _ in range(2))
    made = new_battle(owner, server)
    page = stranger.new_page()
    page.goto(f"{server}{made['watch']['link']}")
    expect(page.get_by_role("slider", name="Moment of the battle")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^(Set down|Move)"))).to_have_count(0)
    keep(page, "watching")
    for context in (owner, stranger):
        context.close()


def test_a_battle_goes_on_after_the_page_is_loaded_again(context: BrowserContext, server: str) -> None:
    """Reload, and a second tab: both show the same position."""
    made = new_battle(context, server, blue={"who": "captain", "captain": "captain"})
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    player.settled()
    player.by_keyboard()
    player.settled()
    before = player.say
    page.reload()
    player.settled()
    assert player.say == before
    other = Player(context.new_page())
    other.page.goto(f"{server}/battles/{made['id']}")
    other.settled()
    assert other.say == before
    player.by_keyboard()
    player.settled()
    other.settled()
    expect(other.prompt.locator(".sentence")).to_have_text(player.say)


def test_undo_takes_the_last_order_back(context: BrowserContext, server: str) -> None:
    made = new_battle(context, server)
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    player.settled()
    expect(player.prompt.locator(".sentence")).to_have_text(re.compile(r", set down .*, in \d+ files"))
    first = player.say
    player.by_keyboard()
    expect(player.prompt.locator(".sentence")).not_to_have_text(first)
    player.settled()
    page.keyboard.press("Control+z")
    expect(player.prompt.locator(".sentence")).to_have_text(first)


def test_our_own_dice_are_typed_in(context: BrowserContext, server: str, keep) -> None:
    made = new_battle(context, server, dice="typed")
    page = context.new_page()
    page.goto(f"{server}/battles/{made['id']}")
    player = Player(page)
    player.settled()
    assert player.state == "dice"
    keep(page, "dice")
    for face in "6521":
        page.keyboard.press(face)
    page.keyboard.press("Enter")
    expect(player.prompt.locator(".sentence")).to_have_text(re.compile("set down"))


@pytest.mark.parametrize(
    "path", ["/battles/nothing-here", "/nonsense", "/rules/book_of_war/BW-Z9-99", "/battles/a/b/c"]
)
def test_bad_links_are_explained(context: BrowserContext, server: str, path: str, keep) -> None:
    """A sentence and a way back, never an empty page."""
    page = context.new_page()
    page.goto(server + path)
    expect(page.locator("main")).to_contain_text(re.compile(r"\w+"))
    expect(page.get_by_role("link", name=re.compile("start|Schiltron", re.IGNORECASE)).first).to_be_visible()
    keep(page, "told")


def finished(page: Page, server: str) -> None:
    """A battle between two captains, over when the page is loaded."""
    made = new_battle(page.context, server, red={"who": "captain", "captain": "recruit"}, blue={"who": "captain"})
    for _ in range(600):
        answer = page.context.request.get(f"{server}/api/battles/{made['id']}").json()
        if answer["battle"]["outcome"]:
            break
        page.wait_for_timeout(100)
    page.goto(f"{server}/battles/{made['id']}")


def test_a_finished_battle_is_a_replay(context: BrowserContext, server: str, keep) -> None:
    """Slider, play and pause, jumps by turn, exports."""
    page = context.new_page()
    finished(page, server)
    slider = page.get_by_role("slider").first
    expect(slider).to_be_visible()
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_timeout(300)
    start = slider.get_attribute("aria-valuenow") or slider.input_value()
    page.keyboard.press("End")
    page.wait_for_timeout(300)
    assert (slider.get_attribute("aria-valuenow") or slider.input_value()) != start
    keep(page, "replay")
    for export in ("journal.jsonl", "moment.svg", "report.html"):
        answer = context.request.get(f"{page.url.split('?')[0].replace('/battles/', '/api/battles/')}/{export}")
        assert answer.ok, export
        assert len(answer.body()) > 1_000
