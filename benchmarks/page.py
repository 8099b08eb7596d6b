"""The page in a real Chromium: frames of a full table, weight, and how soon a battle is seen."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.measuring import Figure
from benchmarks.server import BATTLES, THINKING, Served, played, share_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "schiltron" / "server" / "page"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PARTS = (".js", ".css", ".html", ".svg", ".woff2")


def _port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextmanager
def _running(command: list[str], address: str, folder: Path) -> Iterator[str]:
    """A program that serves an address, until it is no longer needed."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, stdout=quiet, stderr=quiet, start_new_session=True) as program:
        try:
            for _ in range(300):
                try:
                    with urlopen(address, timeout=2):
                        break
                except (URLError, OSError):
                    time.sleep(0.1)
            yield address
        finally:
            os.killpg(program.pid, 15)


@contextmanager
def _browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def frames_of_a_full_table() -> list[Figure]:
    """40 units, 1,200 figures: dragging, panning and zooming; the middle one of three rounds."""
    port = _port()
    vite = [sys.executable, str(ROOT / "tools" / "node.py"), "npx", "vite", "--port", str(port), "--strictPort"]
    address = f"http://localhost:{port}/src/table/bench/index.html"
    with _running(vite, address, ROOT), _browser() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address, wait_until="networkidle")
        page.wait_for_function("typeof window.bench === 'function'")
        rounds: list[dict[str, Any]] = [page.evaluate("window.bench()") for _ in range(3)]
    middle = {what: sorted((one[what] for one in rounds), key=itemgetter("under20"))[1] for what in rounds[0]}
    return [
        figure
        for what, frames in middle.items()
        for figure in (
            Figure(f"40 units, 1,200 figures, {what}: frames under 20 ms", frames["under20"], "of 100", "95"),
            Figure("  the slowest of 95 of 100", frames["p95"], "ms"),
        )
    ]


def weight_of_the_page() -> list[Figure]:
    """Packed as it is sent, fonts and all."""
    sizes = []
    for part in PAGE.rglob("*"):
        if part.suffix in PARTS:
            packed = part.with_name(f"{part.name}.br")
            sizes.append((packed if packed.exists() else part).stat().st_size)
    return [Figure("page weight, everything, compressed", sum(sizes) / 1000, "kB", "under 300")]


def first_sight_of_a_battle() -> list[Figure]:
    """From opening a battle's address in a fresh browser until its units stand on the table."""
    port = _port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "schiltron", "serve", "--port", str(port), "--database", f"{folder}/b.sqlite"]
        with _running(command, f"http://localhost:{port}/api/books", ROOT), _browser() as browser:
            seen = []
            for _ in range(5):
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                address = _own_seat(context, f"http://localhost:{port}")
                page = context.new_page()
                start = time.perf_counter()
                page.goto(address, wait_until="commit")
                page.wait_for_selector("footer.prompt .sentence")
                seen.append(time.perf_counter() - start)
                context.close()
    return [Figure("a battle's address opened, until it is seen", sorted(seen)[2], "s", "under 1.5", 2)]


_CLICKED = """async () => {
  const bar = document.querySelector("footer.prompt");
  const read = () => bar.className + bar.querySelector(".sentence").textContent;
  const button = bar.querySelector("button.primary:enabled") ?? bar.querySelector(".acts button:enabled");
  if (!button || document.querySelector("[role=dialog]")) return null;
  const [before, start] = [read(), performance.now()];
  let sent = false;
  button.click();
  while (performance.now() - start < 5000) {
    await new Promise((done) => requestAnimationFrame(done));
    sent ||= button.disabled;
    if (read() !== before || (sent && !button.disabled)) return sent ? performance.now() - start : null;
  }
  return null;
}"""


def orders_confirmed_on_the_page_with_fifty_battles() -> list[Figure]:
    """From clicking a button of the prompt bar to the first frame that shows what came of it."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, _browser() as browser:
        served = Served(Path(folder))
        others = Thread(target=lambda: asyncio.run(played(served.port, THINKING, BATTLES - 1, 60)))
        others.start()
        try:
            while others.is_alive():
                times += _confirmed(browser, served.port, others)
        finally:
            others.join()
            served.stop()
    return [
        Figure(
            "an order seen on the page, 50 battles running: 95 of 100 within",
            share_of(sorted(times), 0.95),
            "ms",
            "100",
        ),
        Figure("  half of them within", share_of(sorted(times), 0.5), "ms"),
        Figure("  orders measured", len(times), "orders", "", 0),
    ]


def _confirmed(browser: Browser, port: int, others: Thread) -> list[float]:
    """One battle, given the plainest orders until it or the others end; seconds."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(_own_seat(context, f"http://127.0.0.1:{port}"))
    page.wait_for_selector("footer.prompt .sentence")
    times: list[float] = []
    while others.is_alive() and not page.query_selector("[role=dialog]"):
        if (taken := page.evaluate(_CLICKED)) is not None:
            times.append(taken / 1000)
        page.wait_for_timeout(100)
    context.close()
    return times


def _own_seat(context: BrowserContext, server: str) -> str:
    """The address of a seat in a new battle against a captain, which this browser holds."""
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "captain"}, "dice": "sealed"}
    made = context.request.post(f"{server}/api/battles", data=wish).json()
    return f"{server}{made['seats']['red']['link']}"


BENCHES = (
    frames_of_a_full_table,
    weight_of_the_page,
    first_sight_of_a_battle,
    orders_confirmed_on_the_page_with_fifty_battles,
)
