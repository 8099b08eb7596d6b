"""By This Axe with the mouse alone: a duel, order cards and a charge."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player

pytestmark = pytest.mark.browser

ARMY = """
ruleset = "by_this_axe"
name = "{name}"
colour = "{colour}"

[[units]]
troop = "axemen"
figures = 8
files = 4
name = "{axes}"

[[units]]
troop = "spearmen"
figures = 8
files = 4
name = "{spears}"

[[units]]
troop = "general"
figures = 1
name = "{general}"
joins = "{axes}"
equipment = {{ leadership = 5 }}

[[units]]
troop = "hero"
figures = 1
name = "{hero}"
joins = "{spears}"
"""
RED = ARMY.format(
    name="The Jarl's Axes",
    colour="red",
    axes="Axes of Hakon",
    spears="Spears of the Fjord",
    general="Jarl Hakon",
    hero="Ivar the Loud",
)
BLUE = ARMY.format(
    name="The Unpaid Company",
    colour="blue",
    axes="Bill Collectors",
    spears="The Escort",
    general="Captain Bardolf",
    hero="Long Meg",
)
TABLE = {"width": 36, "depth": 30, "measure": "inches"}
"""So small that whoever is set down at the front of his zone is within reach of a challenge and of a charge."""
MOST_STEPS = 120


def test_a_duel_cards_and_a_charge_by_mouse(browser: Browser, server: str, keep) -> None:
    """Two people at one screen; nobody touches a key."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    asked = {
        "ruleset": "by_this_axe",
        "armies": {"red": {"toml": RED}, "blue": {"toml": BLUE}},
        "table": TABLE,
        "options": {"command": "cards"},
        "red": {"who": "me"},
        "blue": {"who": "me"},
    }
    made = context.request.post(f"{server}/api/battles", data=asked)
    assert made.ok, made.text()
    page = context.new_page()
    page.goto(f"{server}/battles/{made.json()['id']}")
    player = Player(page)
    duels = 0
    for _ in range(MOST_STEPS):
        assert player.settled()
        if "split the" in player.say and not duels:
            expect(page.get_by_role("region", name="Duel")).to_contain_text("Round 1")
            expect(page.get_by_role("button", name=re.compile("in a duel"))).to_have_count(2)
            keep(page, "duel")
            duels += 1
        player.by_mouse()
        page.wait_for_timeout(60)
        if player.charges:
            break
    keep(page, "charge")
    assert duels
    assert player.splits
    assert player.cards
    assert player.charges
    context.close()
