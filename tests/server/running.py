"""A real server on a port of its own, in a thread of the tests."""

import socket
import time
from contextlib import ExitStack
from threading import Thread
from typing import Any

import httpx2 as httpx

from schiltron.server.open_battles import OpenBattles
from schiltron.server.serving import server
from schiltron.server.settings import Settings


class Running:
    def __init__(self, settings: Settings) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.settings = settings
        self._server = server(settings, port=self.port, log_level="error")
        self._thread = Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.leaving = ExitStack()
        self.http = self.visitor()

    @property
    def open_battles(self) -> OpenBattles:
        found: OpenBattles = self._server.config.app.state.open_battles  # type: ignore[union-attr]
        return found

    @property
    def lines(self) -> int:
        """How many lines from outside are open."""
        return self._server.config.app.state.gate.lines  # type: ignore[union-attr,no-any-return]

    def wait_for_lines(self, number: int) -> None:
        """Until so many are open."""
        until = time.monotonic() + 120
        while self.lines != number:
            assert time.monotonic() < until, f"{self.lines} lines are open"
            time.sleep(0.01)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def visitor(self) -> httpx.Client:
        """A browser with cookies of its own."""
        return self.leaving.enter_context(httpx.Client(base_url=self.address, timeout=120))

    def battle(self, scenario: str = "open-field", *, bound: bool = True, **wish: Any) -> dict[str, Any]:
        """A new battle; both seats are this visitor's unless said otherwise, and add to the dice."""
        wish = {"scenario": scenario, "red": {"who": "me"}, "blue": {"who": "me"}, **wish}
        answered = self.http.post("/api/battles", json=wish)
        assert answered.status_code == 201, answered.text
        made = dict(answered.json())
        for seat, link in made["seats"].items():
            if bound and link is not None and not link["token"]:
                self.add_to_dice(made["id"], seat)
        return made

    def add_to_dice(self, battle: str, seat: str, visitor: httpx.Client | None = None) -> None:
        """What the page of a seat does before play."""
        body = {"seat": seat, "secret": f"the secret of {seat}"}
        answered = (visitor or self.http).post(f"/api/battles/{battle}/dice", json=body)
        assert answered.status_code in (200, 409), answered.text

    def leave(self) -> None:
        """All visitors go, and hang up."""
        self.leaving.close()

    def stop(self) -> None:
        self.leave()
        self._server.should_exit = True
        self._thread.join(120)
        assert not self._thread.is_alive()
