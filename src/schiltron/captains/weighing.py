"""What a captain weighed, in words: hopes, fears, fire and ground before a move and after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.decision import Answer, Chosen, Commanded, SetDown
from schiltron.battle.words.grammar import percent

TELLING: Final = 0.05
"""What a term must change by, as a part of all the changes, to be spoken of."""
MOST: Final = 3
BEST: Final = "It promises most of all that could be done"
_FEWER, _EXPOSED, _MIRED = (
    "There is less to be had from there",
    "It accepts that the enemy can do more to them there",
    "It puts up with worse ground",
)
_AGAINST: Final = frozenset((_FEWER, _EXPOSED, _MIRED))
"""What speaks against a move and is put up with."""


class Change(NamedTuple):
    """A term of what a move is worth: where the unit stands now, and where it would stand."""

    before: float
    after: float

    @property
    def more(self) -> float:
        return self.after - self.before


SAME: Final = Change(0.0, 0.0)


class Weighed(NamedTuple):
    """What a captain held for and against a move. `melee` is what the fight it brings about is worth, `met` with whom;
    `foe` is who draws it on, `mark` whom it would shoot at from there."""

    met: str = ""
    melee: float = 0.0
    hope: Change = SAME
    foe: str = ""
    fear: Change = SAME
    fire: Change = SAME
    mark: str = ""
    ground: Change = SAME


def told(weighed: Weighed) -> list[str]:
    """The terms that count, the weightiest first, a sentence each."""
    terms = list(_terms(weighed))
    whole = sum(abs(weight) for weight, _ in terms) or 1.0
    telling = sorted((term for term in terms if abs(term[0]) >= TELLING * whole), key=lambda term: -abs(term[0]))
    said = [text for _, text in telling[:MOST]]
    return said if any(text not in _AGAINST for text in said) else [BEST, *said]


def _terms(weighed: Weighed) -> Iterable[tuple[float, str]]:
    if weighed.met:
        good = "promises more than it risks" if weighed.melee > 0 else "is the best that is left to them"
        yield weighed.melee or 1.0, f"The fight with {weighed.met} {good}"
    if weighed.hope.more > 0 and weighed.foe:
        yield weighed.hope.more, f"It brings them closer to where they can hurt {weighed.foe}"
    if weighed.hope.more < 0 and not weighed.met:
        yield weighed.hope.more, _FEWER
    if weighed.fear.more < 0:
        yield weighed.fear.more, "They are less exposed there to the enemy's charges and missiles"
    if weighed.fear.more > 0:
        yield weighed.fear.more, _EXPOSED
    if weighed.fire.more > 0 and weighed.mark:
        yield weighed.fire.more, f"From there they can shoot at {weighed.mark} to better effect"
    if weighed.ground.more > 0:
        yield weighed.ground.more, "The ground suits them better there"
    if weighed.ground.more < 0:
        yield weighed.ground.more, _MIRED


def told_odds(name: str, odds: Odds | None) -> list[str]:
    """What an attack may be expected to do, as the guide reckons it."""
    if odds is None:
        return []
    fall = f"{name} would lose {odds.expected_losses:.1f} on average"
    return [f"{fall}, with {percent(odds.breaks)} to break" if odds.breaks >= 0.005 else fall]


class Why(Struct, frozen=True):
    """The reason for a smaller decision, by the key that is chosen (an option, an action, a way to be set up), or for
    any answer."""

    always: str = ""
    by_key: tuple[tuple[str, str], ...] = ()

    def told(self, answer: Answer) -> list[str]:
        found = [text for key, text in self.by_key if key in _keys(answer)]
        return found or ([self.always] if self.always else [])


def _keys(answer: Answer) -> tuple[str, ...]:
    match answer:
        case Chosen():
            return answer.keys
        case Commanded():
            return (answer.action,)
        case SetDown():
            return (answer.formation,)
    return ()
