"""A real server and a real Chromium. Pictures of every test are kept in out/screens."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "out" / "screens"
LUCK = "luck"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "battles.sqlite"


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, database: Path) -> None:
    """Every test has dice of its own, the same each time."""
    database.with_name(LUCK).write_text(str(crc32(request.node.nodeid.encode()) * 1000))


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[str]:
    """The address of a server of our own, whose captains answer at once; or of one that runs already."""
    running = os.environ.get("SCHILTRON_SERVER")
    if running:
        yield running
        return
    with serving(database, dict(os.environ)) as address:
        yield address


@contextmanager
def serving(database: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a server of our own with a database of its own."""
    port = free_port()
    luck = database.with_name(LUCK)
    luck.write_text(luck.read_text() if luck.exists() else "1")
    command = [sys.executable, "-m", "tests.roomy", str(port), f"sqlite:///{database}", str(luck)]
    with subprocess.Popen(command, cwd=ROOT, env={**environment, "PYTHONUNBUFFERED": "1"}) as process:
        address = f"http://127.0.0.1:{port}"
        _await(address, process)
        yield address
        process.send_signal(signal.SIGTERM)


def _await(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(150):
        assert process.poll() is None, "the server ended at once"
        try:
            with urlopen(f"{address}/api/scenarios", timeout=60):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "these tests drive a real browser: install Debian's chromium"
    return found


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    opened = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
    yield opened
    opened.close()


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["laptop", "phone"])
def visit(request: pytest.FixtureRequest, browser: Browser):
    """A visitor on a laptop, and another on a phone."""
    width, height = request.param
    phone = width < 768
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=phone, is_mobile=phone
    )
    yield context
    context.close()


@pytest.fixture
def keep(request: pytest.FixtureRequest):
    """Keep a picture of a page as it is now."""

    def picture(page: Page, name: str) -> None:
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{request.node.name}-{name}.png")

    return picture
