"""A side has one name: the army and its colour, which need not be red or blue."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser
PATIENCE = 20_000


def test_an_invitation_and_my_battles_name_both_sides(browser: Browser, server: str, keep) -> None:
    host = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    guest = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    wish = {"scenario": "field-of-wagers", "red": {"who": "me"}, "blue": {"who": "friend"}, "dice": "sealed"}
    page = host.new_page()
    page.goto(server)
    made = host.request.post(f"{server}/api/battles", data=wish).json()
    link = made["seats"]["blue"]["link"]

    invited = guest.new_page()
    invited.goto(server + link)
    terms = invited.locator("dl")
    expect(terms).to_contain_text(re.compile(r"You lead.*\(Teal\).*Against.*\(Ochre\)", re.DOTALL), timeout=PATIENCE)
    expect(terms.locator(".token.ochre")).to_have_count(1)
    keep(invited, "join")

    page.goto(f"{server}/mine")
    row = page.get_by_role("listitem").filter(has_text="The Field of Wagers").first
    strength = re.compile(r"\(Ochre\) \d+ figures, .*\(Teal\) \d+ figures")
    expect(row.get_by_role("img", name=strength)).to_be_visible(timeout=PATIENCE)
    keep(page, "mine")
    host.close()
    guest.close()
