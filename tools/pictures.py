"""Pictures of the page for the README: `make pictures` takes them anew, from a server of its own, in Chromium."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, expect, sync_playwright

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
LAPTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
PATIENCE: Final = 30_000
MOST_BYTES: Final = 300_000


def start(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^The Ford at Thornwater")).click()
    page.evaluate("scrollTo(0, 0)")


def start_by_touch(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Gallows Hill")).tap()
    page.evaluate("scrollTo(0, 260)")


def lesson(page: Page) -> None:
    page.goto(f"{page.url}lessons/book_of_war")
    page.get_by_role("button", name=re.compile("The first wheel")).first.click()
    expect(page.get_by_role("region", name=re.compile("^Step 1 of "))).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("^Town Spears, Red")).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Town Spears, Red")).click()


PICTURES: Final[dict[str, tuple[tuple[int, int], Callable[[Page], None]]]] = {
    "start.png": (LAPTOP, start),
    "start-phone.png": (PHONE, start_by_touch),
    "lesson.png": (LAPTOP, lesson),
}


@contextmanager
def serving() -> Iterator[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = int(door.getsockname()[1])
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "schiltron", "serve", "--port", str(port)]
        command += ["--database", str(Path(folder) / "battles.sqlite"), "--pace", "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            address = f"http://127.0.0.1:{port}/"
            for _ in range(300):
                try:
                    with urlopen(f"{address}api/scenarios", timeout=60):
                        break
                except (URLError, OSError):
                    time.sleep(0.1)
            yield address
            process.terminate()


def take(browser: Browser, address: str, name: str) -> None:
    (width, height), pose = PICTURES[name]
    phone = width < 768
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        has_touch=phone,
        is_mobile=phone,
    )
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".now svg.table")).to_be_visible(timeout=PATIENCE)
    pose(page)
    page.mouse.move(0, 0)
    page.wait_for_timeout(900)
    page.screenshot(path=FOLDER / name)
    size = (FOLDER / name).stat().st_size
    context.close()
    if size > MOST_BYTES:
        sys.exit(f"{name} has {size} bytes: more than a README should weigh")
    print(f"{name}: {size // 1000} kB")


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Pictures are taken in a real browser: install Debian's chromium.")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in sys.argv[1:] or PICTURES:
            take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main()
