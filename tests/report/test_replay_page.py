"""The page that replays a battle."""

import base64
import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile import read
from schiltron.battle.state.event import Fell, Moved
from schiltron.report.replay_page import replay_page
from schiltron.report.replay_page.cast import after, cast_of, pairs_of, touching_after
from schiltron.report.replay_page.film import Film
from schiltron.rulesets import ruleset

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--virtual-time-budget=60000"),
)


@pytest.fixture(scope="module")
def journal(kept: Path) -> Journal[Any, Any, Any]:
    return read(kept, {"book_of_war": ruleset("book_of_war")}).journal


@pytest.fixture(scope="module")
def page(journal: Journal[Any, Any, Any]) -> str:
    return replay_page(journal)


@pytest.fixture(scope="module")
def film(page: str) -> dict[str, Any]:
    packed = re.search(r'id="film">([^<]+)</script>', page)
    assert packed is not None
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    return found


def test_events_alone_tell_where_every_unit_is(journal: Journal[Any, Any, Any]) -> None:
    """What is shown between entries is derived from events; at the end of each it is the battle itself."""
    cast, pairs = cast_of(journal.header.setup), pairs_of(journal.header.setup)
    for entry, events in enumerate(journal.events):
        battle = journal.battle_at(entry)
        cast, pairs = after(cast, events, battle), touching_after(pairs, events)
        assert cast == cast_of(battle)
        assert pairs == pairs_of(battle)


def test_the_last_beat_leaves_every_unit_where_it_stands(journal: Journal[Any, Any, Any], film: dict[str, Any]) -> None:
    shown: dict[str, Any] = {}
    strength = None
    for beat in film["beats"]:
        shown |= beat.get("c", {})
        strength = beat.get("f", strength)
    for number, unit in enumerate(journal.battle.units.values()):
        place = shown[str(number)]
        assert (place[:3] if place else None) == (
            [unit.pose.x, unit.pose.y, unit.pose.heading] if unit.on_table else None
        )
    left = [
        sum(unit.figures for unit in journal.battle.units.values() if unit.side == side) for side in ("red", "blue")
    ]
    assert [row[1] for row in strength or ()] == left


def test_every_move_is_walked_leg_by_leg(journal: Journal[Any, Any, Any], film: dict[str, Any]) -> None:
    legs = sum(len(event.legs) for events in journal.events for event in events if isinstance(event, Moved))
    walked = [leg for beat in film["beats"] for leg in beat.get("w", ())]
    assert len(walked) >= legs > 0
    assert all(0 <= leg[5] < len(film["looks"]) for leg in walked)


def test_the_log_holds_dice_tallies_and_the_text_of_every_rule_cited(
    journal: Journal[Any, Any, Any], film: dict[str, Any]
) -> None:
    attacks = [beat for beat in film["beats"] if beat["k"] == "attack"]
    assert attacks
    assert any(beat.get("d") and beat.get("a") for beat in attacks)
    for beat in film["beats"]:
        for rule in beat.get("r", ()):
            assert film["rules"][rule][0]
    fallen = sum(event.figures for events in journal.events for event in events if isinstance(event, Fell))
    told = [text for beat in film["beats"] for _, text in beat.get("m", ()) if " lose " in text]
    assert sum(int(re.findall(r"lose (\d+)", text)[0]) for text in told) == fallen


def test_the_page_stands_alone(page: str) -> None:
    """It loads nothing: no address but those that name XML's own vocabulary, and a policy that forbids the rest."""
    assert "default-src 'none'" in page
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"<(?:link|img|iframe|object)\b", page)
    assert not re.findall(r"<script[^>]+src=", page)


def test_the_page_is_small_enough_to_send(page: str) -> None:
    assert len(page.encode()) < 300_000


def test_the_same_battle_gives_the_same_page(journal: Journal[Any, Any, Any], page: str) -> None:
    assert replay_page(journal) == page


def test_names_cannot_break_out_of_the_page(kept: Path, tmp_path: Path) -> None:
    journal = read(kept, {"book_of_war": ruleset("book_of_war")}).journal
    setup = journal.header.setup
    from msgspec.structs import replace

    evil = "</script><b>&\"'"
    units = {name: replace(unit, name=evil) for name, unit in setup.units.items()}
    named = Journal.start(journal.ruleset, replace(setup, title=evil, units=units), "sealed", "ab" * 32)
    for entry in journal.entries[:40]:
        named.obey(entry.order)
    page = replay_page(named)
    assert "</script><b>" not in page
    markup = "".join(part for pair in Film(named).play()["looks"] for part in pair)
    assert "<b>" not in markup


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_page_plays_to_the_end_in_a_browser(page: str, film: dict[str, Any], tmp_path: Path) -> None:
    """From a file, without a network: it plays, steps, jumps, opens a tally, and says nothing on the error console."""
    trial = """
    const faults = [];
    addEventListener("error", (event) => faults.push(event.message));
    addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const press = (key, more) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    addEventListener("load", async () => {
      await wait(500);
      const seen = {};
      seen.opening = document.getElementById("slider").value;
      press(" ");
      await wait(8000);
      press(" ");
      seen.played = document.getElementById("slider").value;
      press("ArrowLeft");
      press("ArrowRight");
      await wait(1500);
      press("ArrowRight", { shiftKey: true });
      press("End");
      await wait(300);
      document.querySelectorAll(".open-it").forEach((button) => button.click());
      document.querySelectorAll(".rule-id").forEach((button) => button.click());
      seen.end = document.getElementById("slider").value;
      seen.units = document.querySelectorAll("#bodies .unit").length;
      seen.laws = document.querySelectorAll(".law").length;
      seen.sums = document.querySelectorAll(".sum .total").length;
      press("t"); press("s"); press("+"); press("0"); press("Home");
      await wait(300);
      seen.start = document.getElementById("slider").value;
      seen.faults = faults;
      document.body.innerHTML = "<pre id=seen></pre>";
      document.getElementById("seen").textContent = JSON.stringify(seen);
    });
    """
    path = tmp_path / "page.html"
    path.write_text(page.replace("<head>", f"<head><script>{trial}</script>", 1), "utf-8")
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout)
    assert found is not None, done.stdout[-2000:]
    seen = json.loads(found[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    assert seen["faults"] == []
    assert int(seen["played"]) > int(seen["opening"]) > 0
    assert int(seen["end"]) == len(film["beats"]) - 1
    assert seen["start"] == "0"
    assert seen["units"] > 0
    assert seen["laws"] > 0
    assert seen["sums"] > 0


def test_why_captains_did_what_they_did_stands_under_their_orders(journal: Journal[Any, Any, Any]) -> None:
    placed = next(entry for entry, events in enumerate(journal.events) if entry and events)
    beats = Film(journal, {}, {placed: ("He likes it there",), 10_000: ("Nobody gave this",)}).play()["beats"]
    assert [(beat["n"], beat["y"]) for beat in beats if "y" in beat] == [(placed, ("He likes it there",))]
    assert not any("y" in beat for beat in Film(journal).play()["beats"])
