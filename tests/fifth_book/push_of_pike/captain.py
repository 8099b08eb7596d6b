"""A sergeant who knows one order: forward."""

from push_of_pike.book import PUSH_OF_PIKE
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.captains.captain import View
from schiltron.captains.suggesting import suggested


class Sergeant:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        return suggested(PUSH_OF_PIKE, view, decision)
