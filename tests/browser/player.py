"""Somebody who plays at the page: reads the prompt, moves up, shoots, takes what is offered."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, Position, TimeoutError, expect

VICTORY = re.compile("Victory|Defeat|wins|drawn")
GO_ON = re.compile(
    "^(End|Go on|Finish|Stand still|No challenge|Decline|Let |Leave|Stay|Fight on routed|Draw no more|Nobody)"
)
PATIENCE = 20_000
MOST_STEPS = 1_500
MOST_OF_THE_SAME = 150
LOOKS_IN_VAIN = 40
CORNER: Final[Position] = {"x": 12, "y": 12}
"""Where a card of the hand shows that others lie upon."""


_LOOK = """() => {
  const bar = document.querySelector("footer.prompt");
  const main = bar?.querySelector("button.primary");
  const dialog = document.querySelector("[role=dialog]");
  return {
    state: bar?.classList[1] ?? "",
    say: bar?.querySelector(".sentence")?.textContent ?? "",
    main: main?.textContent ?? "",
    enabled: main ? !main.disabled : false,
    dialog: dialog?.getAttribute("aria-label") ?? "",
  };
}"""


class Seen(NamedTuple):
    state: str
    say: str
    main: str
    enabled: bool
    dialog: str

    @property
    def ready(self) -> bool:
        return bool(self.main) and self.enabled

    @property
    def sending(self) -> bool:
        return bool(self.main) and not self.enabled and self.state not in ("illegal", "dice")


class Player:
    """One seat at one page. `say` is the sentence of the prompt bar, `state` what kind of prompt it is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prompt = page.locator("footer.prompt")
        self.shots = 0
        self.moves = 0
        self.cards = 0
        self.splits = 0
        self.charges = 0
        self.orders = 0
        self.fired = 0
        self.handed_over = 0
        self.stuck: set[str] = set()
        self.looked_in_vain = 0

    def look(self) -> Seen:
        """The prompt bar in one glance, so that it cannot change while it is read."""
        return Seen(**self.page.evaluate(_LOOK))

    def asked(self, seen: Seen) -> bool:
        """Whether something is to be done now. A unit that was left in hand with nothing plotted is put down."""
        if seen.state in ("", "waiting", "chance", "over", "lost"):
            return False
        self.looked_in_vain = self.looked_in_vain + 1 if seen.sending else 0
        if self.looked_in_vain % LOOKS_IN_VAIN == LOOKS_IN_VAIN - 1:
            self.page.keyboard.press("Escape")
        return not seen.sending

    @property
    def say(self) -> str:
        return self.look().say

    @property
    def state(self) -> str:
        return self.look().state

    def ready(self) -> bool:
        """Whether there is a main thing to do and it may be done."""
        return self.look().ready

    def over(self) -> bool:
        return bool(VICTORY.search(self.look().dialog))

    def settled(self) -> bool:
        """Wait until it is this seat's turn to do something; False once the battle is over."""
        for _ in range(PATIENCE // 50):
            seen = self.look()
            if VICTORY.search(seen.dialog):
                return False
            if not seen.state:
                self._take_over()
            if self.asked(seen):
                return True
            self.page.wait_for_timeout(50)
        raise AssertionError(f"nothing to do for {PATIENCE // 1000} s: {self.look()}")

    def _take_over(self) -> None:
        """Where the screen is handed from one to the other, be the other."""
        other = self.page.get_by_role("button", name=re.compile("^I am "))
        if other.count():
            self.handed_over += 1
            other.click()

    def play(self, turn: Callable[[], None]) -> None:
        """To the victory screen."""
        before, same = "", 0
        for _ in range(MOST_STEPS):
            if not self.settled():
                expect(self.page.get_by_role("dialog", name=VICTORY)).to_be_visible()
                return
            say = self.say
            same = same + 1 if say == before else 0
            assert same < MOST_OF_THE_SAME, f"there is no way on: {say!r}"
            before = say
            turn()
            self._answered(before)
        raise AssertionError(f"no end after {MOST_STEPS} steps: {self.say!r}")

    def _answered(self, before: str) -> None:
        """Give the server a moment to answer before looking again."""
        for _ in range(20):
            seen = self.look()
            if seen.dialog or seen.say != before or seen.state in ("waiting", "chance"):
                return
            self.page.wait_for_timeout(25)

    # ------------------------------------------------------------ by keyboard alone

    def by_keyboard(self) -> None:
        press = self.page.keyboard.press
        say = self.say
        if "play a card" in say.lower():
            self._play_a_card()
        elif re.search("to a duel|accept or decline|force the duel", say):
            press("1")
        elif "split the" in say:
            self.splits += 1
            press("Enter")
        elif "choose whether" in say:
            press("Enter")
        elif "write your orders" in say:
            self._write_orders()
        elif re.search("shoot|shot|declare the fire", say.lower()) and "move" not in say.lower():
            press("t")
            if self._judged():
                self.shots += 1
                press("Enter")
            else:
                press("Control+Enter")
        elif re.search(r"\bmoves?\b(?! first)|cannot do that", say):
            self._march_by_keyboard()
        else:
            press("Enter" if self.ready() else "Control+Enter")

    def _play_a_card(self) -> None:
        """The first that can be played, for the first unit that can have it; else the moment passes."""
        press = self.page.keyboard.press
        for card in range(1, self.page.locator(".fan li").count() + 1):
            press(str(card))
            for _ in range(4):
                self.page.wait_for_timeout(80)
                if self.state == "plotting" and self.ready():
                    self.cards += 1
                    press("Enter")
                    return
                press("1")
            press("Escape")
        press("Enter" if self.ready() else "Control+Enter")

    def _write_orders(self) -> None:
        """One order after the other, as far ahead as each can go; then all of them are sent."""
        press = self.page.keyboard.press
        for _ in range(self.page.get_by_role("button", name=re.compile("may move")).count()):
            press("Tab")
            self._plot_ahead()
            if not self._order_kept():
                press("Escape")
                break
            self.orders += 1
        press("Escape")
        expect(self.prompt.get_by_role("button", name=re.compile("^Declare"))).to_be_visible()
        press("Enter" if self.ready() else "Control+Enter")

    def _order_kept(self) -> bool:
        """Give the order that is plotted; one that turns out to go too far is cut short."""
        for _ in range(14):
            if self.state == "plotting" and self.ready():
                self.page.keyboard.press("Enter")
                self._waited("plotting")
            if self.state != "illegal":
                break
            self.page.keyboard.press("ArrowDown")
            self._waited("illegal")
        return self.state == "choose"

    def _waited(self, state: str) -> None:
        """Until the prompt is no longer in this state, for a moment at most."""
        for _ in range(12):
            if self.state != state:
                return
            self.page.wait_for_timeout(25)

    def _march_by_keyboard(self) -> None:
        press = self.page.keyboard.press
        press("Tab")
        self._plot_ahead()
        if self.state == "plotting" and self.ready():
            self.moves += 1
            press("Enter")
        else:
            press("Escape")
            press("Control+Enter")

    def _plot_ahead(self) -> None:
        """Six inches, or as many as can be gone."""
        press = self.page.keyboard.press
        for _ in range(2):
            press("Shift+ArrowUp")
        self.page.wait_for_timeout(80)
        for _ in range(26):
            if self.state != "illegal":
                break
            press("ArrowDown")
            self.page.wait_for_timeout(40)

    # ------------------------------------------------------------ by mouse

    def by_mouse(self) -> None:
        say = self.say
        if "play a card" in say.lower():
            if not self._card_by_mouse(re.compile("")):
                self.prompt.get_by_role("button", name=re.compile("^Pass(?!, and)")).click()
        elif re.search("to a duel|accept or decline|force the duel", say):
            self._duel_by_mouse()
        elif "split the" in say:
            self._split_by_mouse()
        elif "choose whether" in say:
            self.prompt.locator("button.primary").click()
        elif "point an engine" in say:
            self._fire_by_mouse()
        elif "or charge" in say and self._charge_by_mouse():
            self.charges += 1
        elif re.search(r"\bmove\b|cannot do that", say):
            self._march_by_mouse()
        elif re.search("shoot|shot|declare the fire", say.lower()):
            self._shoot_by_mouse()
        elif self.ready():
            self.prompt.locator("button.primary").click()
        else:
            self._end()

    def _fire_by_mouse(self) -> None:
        """Take an engine, drag its aim onto whom the guide would fire at, and a little to the side; fire."""
        if not self._chosen("may fire"):
            self._end()
            return
        aim = self.page.locator(".handle.aim")
        expect(aim).to_be_visible()
        self.page.wait_for_timeout(200)
        at = aim.bounding_box()
        assert at is not None
        x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 40, y, steps=3)
        self.page.mouse.move(x + 1, y, steps=3)
        self.page.mouse.up()
        self.page.wait_for_timeout(250)
        if self.ready():
            expect(self.page.locator(".shot.plan .shot-ground")).not_to_have_count(0)
            self.fired += 1
            self.prompt.locator("button.primary").click()
        else:
            self.prompt.get_by_role("button", name=re.compile("^Let go")).click()
            self._end()

    def _card_by_mouse(self, use: re.Pattern[str]) -> bool:
        """Play the first card that can be put to such a use, for the first unit that can have it."""
        if self.page.locator(".fan .down").count():
            self.page.locator(".fan .down").first.click(position=CORNER)
        for card in self.page.locator(".fan button:not([aria-label*='cannot be played'])").all():
            card.click(position=CORNER)
            if self._put_to(use):
                self.cards += 1
                self.prompt.locator("button.primary").click()
                return True
            card.click(position=CORNER)
        return False

    def _put_to(self, use: re.Pattern[str]) -> bool:
        """Whether the card taken up can be played so; whatever it asks for is answered with the first there is."""
        hand = self.page.get_by_role("region", name="Cards in hand")
        if not use.search(hand.locator(".text").inner_text()):
            return False
        for choice in ("Play it for", "And later this turn", "For whom", "Against whom"):
            offered = hand.get_by_role("list", name=choice).get_by_role("button", disabled=False)
            meant = offered.filter(has_text=use)
            if offered.count() and not hand.get_by_role("list", name=choice).locator(".on").count():
                (meant if meant.count() else offered).first.click()
        self.page.wait_for_timeout(120)
        return self.state == "plotting" and self.ready()

    def _duel_by_mouse(self) -> None:
        """The last challenge that can be made, and every one is taken up; one duel is enough."""
        if self.splits:
            self._end()
        else:
            answers = self.page.locator("footer.prompt button, .pick")
            answers.filter(has_text=re.compile("challenges|^Accept|^Force")).last.click()

    def _split_by_mouse(self) -> None:
        """In the first round a die more for the parry than was proposed; then it shall come to an end."""
        if "Round 1 " in self.say:
            self.page.get_by_role("button", name="One more to Parry").click()
        self.prompt.locator("button.primary").click()
        self.splits += 1

    def _charge_by_mouse(self) -> bool:
        """With a card that sends somebody forward, straight at whom he can reach."""
        if not self._card_by_mouse(re.compile("charge", re.IGNORECASE)):
            return False
        self.settled()
        orders = self.page.get_by_role("group", name=re.compile("^Orders for"))
        for unit in self.page.get_by_role("button", name=re.compile("may move")).all():
            try:
                unit.click(timeout=800)
            except TimeoutError:
                continue
            self.page.wait_for_timeout(150)
            charge = orders.get_by_role("button", name=re.compile("^Charge"), disabled=False)
            if charge.count():
                charge.click()
                self.page.wait_for_timeout(150)
                if self.ready():
                    self.prompt.locator("button.primary").click()
                    return True
        return False

    def _march_by_mouse(self) -> None:
        """The next who can go forward goes; whoever is stuck is left where he is for this time."""
        movable = self.page.get_by_role("button", name=re.compile("may move"))
        for label in movable.evaluate_all("units => units.map((unit) => unit.getAttribute('aria-label') ?? '')"):
            name = label.split(",")[0]
            unit = movable.and_(self.page.get_by_label(re.compile(f"^{re.escape(name)},"))).first
            if name in self.stuck or not self.goes(name):
                continue
            if self._clicked(unit) and self._dragged_ahead():
                self.moves += 1
                self.prompt.locator("button.primary").click()
                return
            self.stuck.add(name)
            self._let_go()
        self.stuck.clear()
        self._end()

    def goes(self, name: str) -> bool:
        """Whether this unit is to be moved at all."""
        return True

    def _clicked(self, unit: Locator) -> bool:
        """Whether the mouse can take it up: its middle may lie under another unit."""
        try:
            unit.click(timeout=800)
        except TimeoutError:
            return False
        self.page.wait_for_timeout(80)
        return self.page.locator(".unit.selected").count() > 0

    def _dragged_ahead(self) -> bool:
        """Whether the chosen unit can be dragged forward, be it a little."""
        start, end = self._ahead()
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()
        self.page.wait_for_timeout(60)
        self._judged()
        seen = self.look()
        return seen.ready and seen.state == "plotting"

    def _let_go(self) -> None:
        """Take back what is plotted, leg by leg, and let go of the unit."""
        for word in ("Unplot leg", "Let go"):
            button = self.prompt.get_by_role("button", name=re.compile(f"^{word}"))
            if button.count():
                button.click()
                self.page.wait_for_timeout(60)

    def _judged(self) -> bool:
        """Wait for the server's word on what is plotted; whether it may be done."""
        for _ in range(20):
            look = self.look()
            if look.ready or look.state == "illegal":
                return look.ready
            self.page.wait_for_timeout(75)
        return False

    def _shoot_by_mouse(self) -> None:
        if not self.page.locator(".unit.selected").count():
            self._chosen("may shoot")
            self.page.wait_for_timeout(120)
        self._chosen("target")
        if self._judged():
            self.shots += 1
            self.prompt.locator("button.primary").click()
        else:
            self._end()

    def _chosen(self, word: str) -> bool:
        """Click the first unit of which this is said whose middle no other unit covers."""
        for unit in self.page.get_by_role("button", name=re.compile(word)).all():
            try:
                unit.click(timeout=800)
            except TimeoutError:
                continue
            self.page.wait_for_timeout(80)
            return self.page.locator(".unit.selected").count() > 0 or word == "target"
        return False

    def _ahead(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """From the middle of the chosen unit to a point well ahead of it, in pixels."""
        box = self.page.locator(".unit.selected").first.bounding_box()
        assert box is not None
        table = self.page.locator(".table-host").bounding_box()
        assert table is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        up = y > table["y"] + table["height"] / 2
        return (x, y), (x, y - 140 if up else y + 140)

    def _end(self) -> None:
        try:
            self.prompt.get_by_role("button", name=GO_ON).first.click(timeout=2_000)
        except TimeoutError:
            self.page.keyboard.press("Control+Enter")
