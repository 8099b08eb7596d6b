"""Debian's Firefox, driven by what it speaks itself (WebDriver BiDi over a socket): nothing else is installed."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PATIENCE: Final = 60.0
PREFERENCES: Final = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
"""


class Firefox:
    """One window of a Firefox without a screen."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = 0
        self._do("session.new", capabilities={})
        self._context = self._do("browsingContext.getTree")["contexts"][0]["context"]
        self._do("browsingContext.setViewport", context=self._context, viewport={"width": 1440, "height": 900})

    def _do(self, method: str, **params: Any) -> Any:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            heard = json.loads(self._socket.recv(timeout=PATIENCE))
            if heard.get("id") == self._sent:
                assert heard["type"] == "success", f"{method}: {heard.get('message')}"
                return heard["result"]

    def open(self, address: str) -> None:
        self._do("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        """What an expression of the page gives, as JSON has it."""
        got = self._do(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert got["type"] == "success", got
        return json.loads(got["result"].get("value", "null"))

    def until(self, expression: str, what: Callable[[Any], bool] = bool) -> Any:
        """Wait until an expression of the page gives what is wanted."""
        end = time.monotonic() + PATIENCE
        while not what(found := self.ask(expression)):
            assert time.monotonic() < end, f"{expression} still gives {found!r}"
            time.sleep(0.1)
        return found

    def at_rest(self, expression: str) -> tuple[float, float]:
        """A place on the page that no longer moves."""
        before, now = None, self.until(expression)
        while now != before:
            time.sleep(0.4)
            before, now = now, self.until(expression)
        return (now[0], now[1])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """With the mouse, in a few strides; from a point to itself it is a click."""
        strides = [
            (start[0] + (end[0] - start[0]) * k / 6, start[1] + (end[1] - start[1]) * k / 6) for k in range(1, 7)
        ]
        moves = [] if start == end else [_move(*at) for at in strides]
        steps = [
            _move(*start),
            {"type": "pointerDown", "button": 0},
            *moves,
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": "hand", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._do("input.performActions", context=self._context, actions=[hand])

    def click(self, at: tuple[float, float]) -> None:
        self.drag(at, at)

    def press(self, key: str) -> None:
        strokes = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._do(
            "input.performActions", context=self._context, actions=[{"type": "key", "id": "keys", "actions": strokes}]
        )


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 30}


@contextmanager
def started(program: str, folder: Path) -> Iterator[Firefox]:
    """A Firefox with a fresh profile, ended afterwards."""
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(PREFERENCES)
    said = folder / "said"
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with said.open("w") as told, subprocess.Popen(command, stdout=told, stderr=told) as process:
        try:
            address = _address(said, process)
            with connect(f"{address}/session", open_timeout=PATIENCE, max_size=None, ping_interval=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _address(said: Path, process: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    raise WebSocketException(f"Firefox does not listen: {said.read_text()[-600:]}")
