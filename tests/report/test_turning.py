"""The page that replays a battle shows what turned it, where it was reviewed."""

import base64
import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile import read
from schiltron.battle.words.text import Text
from schiltron.captains.review.reviewed import BySide, Kind, Stretch
from schiltron.report.replay_page import replay_page
from schiltron.report.replay_page.turning import turning_shown
from schiltron.rulesets import ruleset
from tests.report.test_replay_page import CHROMIUM, FLAGS

SIDES = {"red": 0, "blue": 1}


class Other(NamedTuple):
    said: str
    result: BySide


class Point(NamedTuple):
    entry: int
    kind: Kind
    side: str
    before: BySide
    after: BySide
    said: Text
    likely: str = ""
    missed: tuple[Other, ...] = ()


class Review(NamedTuple):
    first: BySide
    curve: tuple[Stretch, ...]
    points: tuple[Point, ...]


def result(red: float) -> BySide:
    return {"red": red, "blue": -red}


def stretch(since: int, entry: int, before: float, after: float) -> Stretch:
    return Stretch(since, entry, 1, "attacks", "red", "dice", "red", result(before), result(after))


def reviewed() -> Review:
    """Red's order loses ten points where another would have gained five; then Red's dice win them back, and more."""
    charge = Point(
        30,
        "decision",
        "red",
        result(0.04),
        result(-10),
        ("The pikes charge",),
        missed=(Other("Let them stand", result(5)), Other("Halt", result(-3)), Other("Send them home", result(-10.3))),
    )
    lucky = Point(44, "dice", "red", result(-10), result(21.26), ("Six hits",), "Six hits or more: once in 100 times")
    return Review(result(0.04), (stretch(20, 30, 0.04, -10), stretch(30, 44, -10, 21.26)), (charge, lucky))


def test_the_curve_has_the_result_of_every_side_after_every_entry() -> None:
    assert turning_shown(reviewed(), SIDES)["curve"] == [[20, [0.04, -0.04]], [30, [-10, 10]], [44, [21.26, -21.26]]]


def test_a_point_tells_what_happened_how_likely_it_was_and_only_what_would_have_been_better() -> None:
    charge, lucky = turning_shown(reviewed(), SIDES)["points"]
    assert (charge["n"], charge["k"], charge["s"], charge["t"]) == (30, "decision", 0, "The pikes charge")
    assert charge["o"] == [["Let them stand", [5, -5]], ["Halt", [-3, 3]]]
    assert (lucky["l"], lucky["o"]) == ("Six hits or more: once in 100 times", [])
    assert (lucky["b"], lucky["a"]) == ([-10, 10], [21.26, -21.26])


def test_dice_of_both_sides_are_nobodys_and_better_for_nobody() -> None:
    both = reviewed().points[1]._replace(side="")
    (shown,) = turning_shown(reviewed()._replace(points=(both,)), SIDES)["points"]
    assert shown["s"] == -1


def test_a_review_without_a_curve_is_a_point_at_the_start() -> None:
    assert turning_shown(Review(result(3), (), ()), SIDES) == {"curve": [[0, [3, -3]]], "points": []}


def test_a_battle_that_was_not_reviewed_has_no_turning_points(kept: Path) -> None:
    journal = read(kept, {"book_of_war": ruleset("book_of_war")}).journal
    assert "turning" not in film_of(replay_page(journal))
    assert [one["t"] for one in film_of(replay_page(journal, review=reviewed()))["turning"]["points"]] == [
        "The pikes charge",
        "Six hits",
    ]


def film_of(page: str) -> dict[str, Any]:
    packed = re.search(r'id="film">([^<]+)</script>', page)
    assert packed is not None
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    return found


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_a_turning_point_leads_to_its_moment_and_each_side_has_its_own_curve(kept: Path, tmp_path: Path) -> None:
    journal: Journal[Any, Any, Any] = read(kept, {"book_of_war": ruleset("book_of_war")}).journal
    trial = """
    const faults = [];
    addEventListener("error", (event) => faults.push(event.message));
    addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    addEventListener("load", async () => {
      await wait(500);
      const seen = {}, one = (id) => document.getElementById(id);
      seen.closed = !one("turning").open;
      one("turning").open = true;
      one("turning-list").querySelectorAll("button")[1].click();
      seen.at = one("slider").value;
      seen.red = one("turning-list").textContent;
      one("turning-sides").children[1].click();
      seen.blue = one("turning-list").textContent;
      seen.label = one("turning-curve").getAttribute("aria-label");
      const box = one("turning-curve").getBoundingClientRect();
      const there = { clientX: box.right, clientY: box.top, bubbles: true };
      one("turning-curve").dispatchEvent(new MouseEvent("click", there));
      seen.end = one("slider").value;
      seen.faults = faults;
      document.body.innerHTML = "<pre id=seen></pre>";
      one("seen").textContent = JSON.stringify(seen);
    });
    """
    page = replay_page(journal, review=reviewed())
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
    seen = json.loads(found[1].replace("&amp;", "&"))
    assert seen["faults"] == []
    assert seen["closed"], "who watches is not told the end before it comes"
    beats = film_of(page)["beats"]
    assert beats[int(seen["at"])]["n"] == 44
    assert "Better (+5): Let them stand" in seen["red"]
    assert "−10 The pikes charge" in seen["red"]
    assert "+10 The pikes charge" in seen["blue"]
    assert seen["label"] == "Expected result from 0 to −21"
    assert int(seen["end"]) == len(beats) - 1
