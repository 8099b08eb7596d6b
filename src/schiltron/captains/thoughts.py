"""What a computer player thought of an order: reasons in words, and figures of the battles imagined from it.

Thoughts are for people to read. They are no part of a battle, and nothing depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer
from schiltron.battle.state.field import fights_for
from schiltron.battle.words.grammar import counted, listed, percent
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.playouts import Idea
from schiltron.captains.marshal.tried_ideas import LEAST, Trial

Said = Callable[[Answer], str]
"""Puts an answer into words."""
WORST: Final = 10
"""He fears what came of the worst of so many playouts."""
TELLING: Final = 0.05
"""Figures that a unit must lose on average to be spoken of."""
LONGEST: Final = 160
"""Letters of an order that is only mentioned."""


class Reckoning(Struct, frozen=True, omit_defaults=True):
    """What came of an order in the battles imagined from it: the side's part of all that still stands, on average and
    in the worst tenth; the next best order, and by how much it is worse; who would lose most."""

    playouts: int
    expected: float
    worst: float
    next_best: str = ""
    behind: float = 0.0
    losing: str = ""
    lost: float = 0.0
    taking: str = ""
    taken: float = 0.0

    def told(self, whom: str) -> tuple[str, ...]:
        """In sentences without an end: what he expects, what he fears, what he hopes for."""
        share = f"{percent(self.expected)} of all that still stands"
        left = f"Played on {counted(self.playouts, 'time')}, it leaves {whom} {share}"
        more = ""
        if self.next_best:
            much = f"{100 * self.behind:.1f}% more than" if self.behind >= 0.0005 else "no more than"
            more = f", {much} the next best: {self.next_best}"
        feared = f"In the worst tenth it leaves {percent(self.worst)}"
        losses = f"; {self.losing} would lose {self.lost:.1f} on average" if self.losing else ""
        hoped = (f"{self.taking} would lose {self.taken:.1f} on average",) if self.taking else ()
        return f"{left}{more}", f"{feared}{losses}", *hoped


class Thoughts(Struct, frozen=True, omit_defaults=True):
    """Why a computer player gave an order. One that answers at once has no reckoning."""

    captain: str
    side: str
    why: tuple[str, ...] = ()
    reckoning: Reckoning | None = None

    def told(self) -> tuple[str, ...]:
        return (*(self.reckoning.told(self.side) if self.reckoning is not None else ()), *self.why)


def reckoned(
    view: View, side: str, trial: Trial, tried: Sequence[Trial], fallen: Mapping[Idea, Mapping[str, int]], said: Said
) -> Reckoning | None:
    """What there is to say of an order that was tried, and of the next best to it; None where it was tried too seldom.

    The first of those tried is the one that was chosen; only of that it is told what it was better than. Others are
    worth as much less as they were worse under the same luck, for they were not tried as often.
    """
    values, count = sorted(trial.values), len(trial.values)
    if count < LEAST:
        return None
    tenth = values[: max(1, count // WORST)]
    others = [one for one in tried if one is not trial and len(one.values) >= LEAST] if trial is tried[0] else []
    best = min(others, key=lambda one: tried[0].gain(one)[0], default=None)
    expected = trial.mean if trial is tried[0] else min(1.0, max(0.0, tried[0].mean - tried[0].gain(trial)[0]))
    lost = {unit: number / count for unit, number in fallen.get(trial.idea, {}).items()}
    losing, mine = _most(view, {unit: one for unit, one in lost.items() if _is_of(view, unit, side)})
    taking, theirs = _most(view, {unit: one for unit, one in lost.items() if not _is_of(view, unit, side)})
    return Reckoning(
        playouts=count,
        expected=expected,
        worst=max(0.0, sum(tenth) / len(tenth) + expected - trial.mean),
        next_best=_shortened(_named(view, best.idea, said)) if best is not None else "",
        behind=trial.gain(best)[0] if best is not None else 0.0,
        losing=losing,
        lost=mine,
        taking=taking,
        taken=theirs,
    )


def _named(view: View, idea: Idea, said: Said) -> str:
    held = listed([view.units[one].name for one in sorted(idea.held)])
    return f"{said(idea.answer)}, with {held} held back" if held else said(idea.answer)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def _is_of(view: View, unit: str, side: str) -> bool:
    return fights_for(view, view.units[unit], side)


def _most(view: View, lost: Mapping[str, float]) -> tuple[str, float]:
    """Who loses most, and how many figures; nobody where that is hardly anything."""
    unit = max(lost, key=lambda one: lost[one], default="")
    return (view.units[unit].name, lost[unit]) if unit and lost[unit] >= TELLING else ("", 0.0)


def hides_nothing(book: Books, battle: AnyBattle) -> bool:
    """Whether everybody may know everything there is. Who is asked what is another matter: others see that somebody is
    asked, and the answer when it is given."""
    if battle.commitments:
        return False
    asked_aside = replace(battle, decisions=())
    return book.view(asked_aside, None) is asked_aside
