"""A captain of any book asked about a position. A book's own `asking.py` names its captain once:

CAPTAIN = Asked(Played, ChainmailCaptain)
answer, chosen, orders = CAPTAIN.answer, CAPTAIN.chosen, CAPTAIN.orders
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from schiltron.battle.state.decision import FINISH, Answer, Chosen, Commanded, Planned
from schiltron.captains.captain import Captain
from tests.rulesets.positions import AnyPlayed

P = TypeVar("P", bound=AnyPlayed[Any, Any, Any])


class Asked(Generic[P]):
    def __init__(self, played: type[P], captain: Callable[[], Captain]) -> None:
        self.play = played.play
        self.captain = captain

    def answer(self, played: P, captain: Captain | None = None) -> Answer:
        """What a captain says to the first open decision."""
        decision = played.battle.decisions[0]
        view = played.book.view(played.battle, decision.seat)
        return (captain or self.captain()).answer(view, decision)

    def chosen(self, played: P, captain: Captain | None = None) -> str:
        said = self.answer(played, captain)
        assert isinstance(said, Chosen)
        return said.keys[0]

    def phase(self, battle: Any, *steps: Any, seat: str = "") -> tuple[P, list[Commanded]]:
        """A captain plays until dice are due, all is done, or another than the seat named is asked: how it ended, and
        what was commanded."""
        captain = self.captain()
        played = self.play(battle, *steps)
        given: list[Commanded] = []
        while played.battle.decisions and played.decision.seat == (seat or played.decision.seat):
            said = self.answer(played, captain)
            if isinstance(said, Planned):
                given += said.commands
            elif isinstance(said, Commanded) and said != FINISH:
                given.append(said)
            played = played.then(said)
        return played, given

    def orders(self, battle: Any, *steps: Any, seat: str = "blue") -> dict[str, Commanded]:
        """The first order that a seat gives to each unit."""
        first: dict[str, Commanded] = {}
        for one in self.phase(battle, *steps, seat=seat)[1]:
            first.setdefault(one.actor, one)
        return first
