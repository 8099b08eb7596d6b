"""A player at a live connection, who keeps their own view of the battle from what they are told."""

from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from schiltron.battle.state.decision import Waiting
from schiltron.battle.state.encoding import digest, encode
from schiltron.battle.state.order import Reply
from schiltron.battle.words.text import Text, words
from schiltron.rulesets import ruleset
from schiltron.server.preloading import warm_up
from schiltron.server.seats import COOKIE
from tests.server.running import Running

Message = dict[str, Any]

warm_up()  # players sit in threads of their own


def read_out(told: list[Any]) -> str:
    """A sentence as it is read."""
    return words(msgspec.convert(told, Text))


class Player:
    """Checks with every step that the view it has pieced together is the one the server means."""

    def __init__(
        self,
        server: Running,
        battle: str,
        seat: str = "",
        position: int | None = None,
        view: Message | None = None,
        cookie: str = "",
    ) -> None:
        """At a seat by the cookie of the server's visitor, or by another; without a seat somebody who watches."""
        query = "&".join(
            f"{name}={value}" for name, value in (("seat", seat), ("position", position)) if value not in ("", None)
        )
        address = f"ws://127.0.0.1:{server.port}/api/battles/{battle}/live?{query}"
        known = (cookie or server.http.cookies.get(COOKIE, "")) if seat else ""
        self.line: ClientConnection = server.leaving.enter_context(
            connect(
                address,
                max_size=None,
                open_timeout=120,
                additional_headers={"Cookie": f"{COOKIE}={known}"} if known else {},
            )
        )
        self.book = ruleset("book_of_war")
        self.view: Message = view or {}
        self.position = position or 0
        self.seat: str | None = None
        self.told: list[str] = []
        self.snapshots: list[Message] = []
        self.steps: list[Message] = []
        self.others: list[Message] = []
        self._refs = 0

    # ------------------------------------------------------------ hearing

    def hear(self, timeout: float = 120) -> Message:
        message: Message = msgspec.json.decode(self.line.recv(timeout))
        match message["type"]:
            case "snapshot":
                self.snapshots.append(message)
                self.book = ruleset(message["ruleset"])
                self.view, self.position, self.seat = message["battle"], message["position"], message["seat"]
            case "step":
                self._step(message)
            case _:
                self.others.append(message)
        return message

    def _step(self, step: Message) -> None:
        assert step["position"] == self.position + 1
        self.position = step["position"]
        self.steps.append(step)
        for name, value in step["changes"].items():
            if name == "units":
                units = {**self.view["units"], **value}
                self.view["units"] = {unit: one for unit, one in units.items() if one is not None}
            elif name != "shapes":
                self.view[name] = value
        self.told += [read_out(event["told"]) for event in step["events"] if event["told"]]
        assert digest(self.battle) == step["hash"]

    def hear_until(self, kind: str) -> Message:
        """The next message of a kind; one that came in while something else was waited for counts."""
        for message in self.others:
            if message["type"] == kind:
                self.others.remove(message)
                return message
        while (message := self.hear())["type"] != kind:
            pass
        return self.others.pop() if message in self.others else message

    def hear_to_the_end(self) -> tuple[list[str], int]:
        """The kinds of messages that still come, and the code with which the server hangs up."""
        kinds = []
        try:
            while True:
                kinds.append(self.hear()["type"])
        except ConnectionClosed as closed:
            return kinds, closed.rcvd.code if closed.rcvd is not None else 0

    def hear_to_the_end_of_refusal(self) -> int:
        """The server says why it will not have us; the code with which it hangs up."""
        assert "error" in msgspec.json.decode(self.line.recv(20))
        return self.hear_to_the_end()[1]

    def catch_up(self, position: int) -> None:
        while self.position < position:
            self.hear()

    # ------------------------------------------------------------ speaking

    def say(self, **message: Any) -> int:
        self._refs += 1
        self.line.send(encode({"ref": self._refs, **message}).decode())
        return self._refs

    def order(self, order: Any, position: int | None = None) -> Message:
        """Give an order; what the server answers to it."""
        ref = self.say(type="order", position=self.position if position is None else position, order=order)
        while True:
            message = self.hear()
            if message.get("ref") == ref:
                return message

    def ask(self, **question: Any) -> Message:
        ref = self.say(type="ask", question=question)
        while True:
            message = self.hear()
            if message.get("ref") == ref:
                return message

    # ------------------------------------------------------------ playing

    @property
    def battle(self) -> Any:
        return self.book.decode(encode(self.view))

    def reply(self, random: Random) -> Reply | None:
        """Some legal answer to what is asked of this seat."""
        battle = self.battle
        for decision in battle.decisions:
            if decision.seat == self.seat and not isinstance(decision, Waiting):
                return Reply(self.seat, decision.id, self.book.sample(battle, decision, random))
        return None

    def close(self) -> None:
        self.line.close()
