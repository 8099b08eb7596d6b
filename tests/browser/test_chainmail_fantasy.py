"""Chainmail's creatures, wizards, duels and castles at the page: by pointer alone, on a laptop and on a phone, at the
zoom the page opens with."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.player import Player
from tests.browser.test_every_screen import whole
from tests.browser.test_lessons import skip_step, step_of

pytestmark = pytest.mark.browser
PATIENCE = 20_000
MOST = 90
"""Answers until something has come about."""


@pytest.fixture
def laptop(browser: Browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context
    context.close()


# ---------------------------------------------------------------- one thing at a time, where a lesson lays it out


def opened(context: BrowserContext, server: str, scenario: str, me: str = "red", foe: str = "captain"):
    """A ready battle in which we lead one side, against a captain."""
    other = {"red": "blue", "blue": "red"}[me]
    seats = {me: {"who": "me"}, other: {"who": "captain", "captain": foe}}
    made = context.request.post(f"{server}/api/battles", data={"scenario": scenario, **seats, "dice": "sealed"})
    assert made.ok, made.text()
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/battles/{made.json()['id']}")
    return page, faults


def lesson(context: BrowserContext, server: str, name: str, step: int) -> tuple[Page, list[str]]:
    """A lesson as far as a step; what comes before is skipped."""
    made = context.request.post(f"{server}/api/lessons", data={"lesson": f"chainmail/{name}"})
    assert made.ok, made.text()
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/battles/{made.json()['id']}")
    for number in range(1, step):
        step_of(page, number)
        skip_step(page, number)
    step_of(page, step)
    return page, faults


def do_it(page: Page) -> Locator:
    return page.locator("footer.prompt button.primary")


def unit(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, ")).first


def next_unit(page: Page) -> None:
    page.locator("footer.prompt").get_by_role("button", name=re.compile("^Next unit")).click()


def aim_at(page: Page, name: str) -> None:
    """Press the middle of a unit on the table, where ground is aimed at."""
    box = unit(page, name).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_cone_of_a_breath_and_its_odds_are_seen_before_it_is_drawn(
    visit: BrowserContext, server: str, keep
) -> None:
    """CM-FANT-DRAGON-07: the dragon is pressed, and her breath points where it kills most."""
    page, faults = lesson(visit, server, "07-heroes-and-creatures", 4)
    unit(page, "Cinder").click()
    expect(page.locator(".shot.plan")).not_to_have_count(0)
    expect(page.locator("body")).to_contain_text("5 figures of Toll Bows killed")
    expect(do_it(page)).to_be_enabled()
    whole(page, "a breath")
    keep(page, "cone")
    do_it(page).click()
    step_of(page, 5)
    keep(page, "after")
    assert faults == []


def test_a_spell_is_countered_and_a_fire_ball_called(visit: BrowserContext, server: str, keep) -> None:
    """CM-FANT-SPELL-05, CM-FANT-WIZARD-11: the window says what the dice need; the circle shows whom it touches."""
    page, faults = lesson(visit, server, "08-wizards", 1)
    keep(page, "window")
    page.get_by_role("button", name=re.compile("Mareth counters it, on 7 or more")).click()
    step_of(page, 2)
    page.get_by_role("button", name=re.compile("Fire ball")).first.click()
    aim_at(page, "Toll Levy")
    expect(page.locator(".shot.plan")).not_to_have_count(0)
    expect(page.locator("body")).to_contain_text(re.compile("Toll Levy, \\d+ of them: destroyed"))
    whole(page, "a fire ball")
    keep(page, "circle")
    do_it(page).click()
    step_of(page, 3)
    assert faults == []


def test_a_man_shoots_and_parries(visit: BrowserContext, server: str, keep) -> None:
    """CM-MTM-26, CM-MTM-16: a bolt at one of two pages, then a parry with its odds."""
    page, faults = lesson(visit, server, "09-man-to-man", 2)
    next_unit(page)
    expect(do_it(page)).to_be_enabled(timeout=PATIENCE)
    whole(page, "a bolt")
    keep(page, "bolt")
    do_it(page).click()
    step_of(page, 3)
    next_unit(page)
    expect(do_it(page)).to_be_enabled(timeout=PATIENCE)
    expect(page.locator("section.odds").first).to_be_visible()
    whole(page, "a parry")
    keep(page, "parry")
    do_it(page).click()
    step_of(page, 4)
    assert faults == []


def test_a_ladder_is_raised_and_climbed(visit: BrowserContext, server: str, keep) -> None:
    """CM-SIEGE-17: the card, the wall; then up."""
    page, faults = lesson(visit, server, "10-sieges", 3)
    page.get_by_role("button", name=re.compile("Raise the ladder")).first.click()
    expect(do_it(page)).to_be_enabled(timeout=PATIENCE)
    whole(page, "a ladder")
    keep(page, "raise")
    do_it(page).click()
    step_of(page, 4)
    page.get_by_role("button", name=re.compile("Climb")).first.click()
    expect(do_it(page)).to_be_enabled(timeout=PATIENCE)
    keep(page, "climb")
    do_it(page).click()
    step_of(page, 5)
    keep(page, "breach")
    if page.locator(".log").is_visible():
        expect(page.locator(".log")).to_contain_text("a breach opens in East Fence")
    assert faults == []


# ---------------------------------------------------------------- battles with the mouse


class Storyteller(Player):
    """Somebody with a mouse who digs, casts, breathes and parries wherever he is asked; phases that ask for more than
    that are ended."""

    def __init__(self, page: Page, keep, *, stands: bool = False) -> None:
        super().__init__(page)
        self.done: dict[str, int] = {}
        self._keep = keep
        self._stands = stands

    def goes(self, name: str) -> bool:
        return not self._stands

    def did(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1
        if self.done[what] == 1:
            self._keep(self.page, what)

    def by_mouse(self) -> None:
        say = self.say
        if "under the ground" in say:
            self._dig()
        elif "Throw a missile" in say:
            self._throw()
        elif "the breath" in say:
            self._breathe()
        elif "parries" in say:
            self._parry()
        else:
            super().by_mouse()

    def _dig(self) -> None:
        mine = self.page.locator(".pick, footer.prompt button").filter(has_text=re.compile("Mine |Dig on|Dig nothing"))
        expect(mine.first).to_be_visible(timeout=PATIENCE)
        self.page.wait_for_timeout(150)
        dig = mine.filter(has_text=re.compile("Mine |Dig on"))
        (dig if dig.count() else mine).first.click()
        self.page.wait_for_timeout(120)
        if self.ready():
            do_it(self.page).click()
        self.did("dug")

    def _foes(self) -> list[Locator]:
        """Enemies on the table, those nearest to the middle of the screen first."""
        found = self.page.get_by_role("button", name=re.compile(", Blue, "))
        boxes = [(one, one.bounding_box()) for one in found.all()]
        seen = [(one, box) for one, box in boxes if box is not None]
        return [one for one, box in sorted(seen, key=lambda entry: abs(entry[1]["y"] - 400))]

    def _throw(self) -> None:
        """The missile at the first enemy whom it reaches; before that the circle and the odds are looked at."""
        spells = self.page.get_by_role("region", name="Spells")
        ball = spells.get_by_role("button", name=re.compile("Fire ball"), disabled=False)
        if not ball.count():
            self._end()
            return
        ball.first.click()
        for foe in self._foes():
            if not self._clicked_place(foe):
                continue
            said = self.page.locator("body").inner_text()
            if self.ready() and "Nobody stands there" not in said and "your own" not in said:
                expect(self.page.locator(".shot.plan")).not_to_have_count(0)
                self.did("thrown")
                do_it(self.page).click()
                return
        self.page.get_by_role("button", name=re.compile("^Put it back")).click()
        self._end()

    def _clicked_place(self, foe: Locator) -> bool:
        box = foe.bounding_box()
        if box is None:
            return False
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.wait_for_timeout(300)
        return True

    def _breathe(self) -> None:
        if not self._chosen("may breathe"):
            self._end()
            return
        self.page.wait_for_timeout(200)
        if self._chosen("target") and self._judged():
            self.did("breathed")
            do_it(self.page).click()
        else:
            self._let_go()
            self._end()

    def _parry(self) -> None:
        """Where a parry is what is proposed for whom there is to ask."""
        self.prompt.get_by_role("button", name=re.compile("^Next unit")).click()
        if self._judged() and "parry" in self.say:
            self.did("parried")
            do_it(self.page).click()
        else:
            self._let_go()
            self._end()


def fought(player: Storyteller, until: str, most: int = MOST) -> None:
    """Until something has been done, or the battle is over."""
    for _ in range(most):
        if until in player.done or not player.settled():
            return
        player.by_mouse()
        player.page.wait_for_timeout(60)


def test_wizards_noon_by_mouse(laptop: BrowserContext, server: str, keep) -> None:
    """CM-FANT-WIZARD-13: turn by turn nearer, until the fire ball reaches somebody."""
    page, faults = opened(laptop, server, "wizards-noon")
    player = Storyteller(page, keep)
    fought(player, "thrown", 160)
    assert "thrown" in player.done
    expect(page.locator(".log")).to_contain_text("fire ball falls on", timeout=PATIENCE)
    keep(page, "fallen")
    assert faults == []


def test_a_castle_is_undermined_by_mouse(laptop: BrowserContext, server: str, keep) -> None:
    """CM-SIEGE-32, CM-SIEGE-36: both shifts dig, a mine goes up, and the wall has a breach; the others wait for it."""
    page, faults = opened(laptop, server, "under-harl-tower", foe="recruit")
    player = Storyteller(page, keep, stands=True)
    for _ in range(220):
        if page.get_by_text("a breach opens in").count() or not player.settled():
            break
        player.by_mouse()
        page.wait_for_timeout(60)
    keep(page, "breach")
    assert player.done.get("dug", 0) >= 2
    expect(page.get_by_text("a breach opens in").first).to_be_visible()
    assert faults == []


def test_a_duel_by_mouse(laptop: BrowserContext, server: str, keep) -> None:
    """CM-MTM-16: with the lighter sword, until it has parried the heavy one."""
    page, faults = opened(laptop, server, "duel-at-the-ford", me="blue")
    player = Storyteller(page, keep)
    fought(player, "parried")
    assert player.done.get("parried")
    assert faults == []
