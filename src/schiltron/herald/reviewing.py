"""A review in words: what happened at each turning point, what was missed, and how likely the dice were."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, Commanded, SetDown
from schiltron.battle.state.event import Rolled
from schiltron.battle.state.order import Concede, Reply, TimeOut
from schiltron.battle.words.beats import Beat, beats
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.text import Text, spotted, unstopped
from schiltron.captains.review.reviewed import Alternative, Chance, Review, Reviewed, Turned, TurningPoint
from schiltron.herald.hinting import said_hint

AnyJournal = Journal[Any, Any, Any]


class MissedTold(Alternative, frozen=True):
    """An answer that could have been given, in words."""

    said: str


class PointTold(Turned, frozen=True, kw_only=True):
    """A turning point in words. `said` is what happened, `likely` how likely dice were to come to that. `played` is the
    answer that was given."""

    said: Text
    likely: str
    played: Answer | None
    unit: str
    missed: tuple[MissedTold, ...]


class ReviewTold(Reviewed[PointTold], frozen=True):
    """A review, for all sides of a battle. Results are points of a hundred: 100 is won, -100 lost."""


def told_review(journal: AnyJournal, review: Review) -> ReviewTold:
    return ReviewTold(**{**asdict(review), "points": tuple(_point(journal, one) for one in review.points)})


def _point(journal: AnyJournal, point: TurningPoint) -> PointTold:
    order = journal.entries[point.entry - 1].order
    before = journal.battle_at(point.entry - 1)
    seen = journal.ruleset.view(before, point.seat) if point.seat else before
    answer = order.answer if isinstance(order, Reply) else None
    return PointTold(
        **{name: getattr(point, name) for name in Turned.__struct_fields__},
        said=_happened(journal, point.entry, seen),
        likely=_likely(point.chance) if point.chance is not None else "",
        played=answer,
        unit=_actor(answer),
        missed=tuple(_missed(seen, one) for one in point.missed),
    )


def _missed(seen: AnyBattle, one: Alternative) -> MissedTold:
    said = "Order nothing more" if one.answer == FINISH else _capital(said_hint(seen, one.answer))
    return MissedTold(**asdict(one), said=said)


def _actor(answer: Answer | None) -> str:
    if isinstance(answer, Commanded):
        return answer.actor
    return answer.unit if isinstance(answer, SetDown) else ""


def _happened(journal: AnyJournal, entry: int, before: AnyBattle) -> Text:
    """The first thing that came of an entry; of a roll, what it was thrown for. Where nothing came of it at once, the
    order itself."""
    order = journal.entries[entry - 1].order
    told = list(beats(journal.events_at(entry), journal.battle_at(entry)))
    happened = [one for one in told if one.kind not in ("turn", "phase", "end")]
    thrown = [one for one in happened if _has_dice(one)]
    if thrown or (happened and not isinstance(order, Reply)):
        return unstopped((thrown or happened)[0].line.spans)
    match order:
        case Reply(answer=answer) if answer == FINISH:
            return ("Nothing more was ordered",)
        case Reply(answer=answer):
            own = [one for one in happened if _about(one, _actor(answer))]
            if own:
                return unstopped(own[0].line.spans)
            return spotted(_capital(said_hint(before, answer)), before)
        case Concede():
            return ("The battle was given up",)
        case TimeOut():
            return ("Time was out",)
    return unstopped(told[0].line.spans) if told else ("Nothing was told of it",)


def _has_dice(beat: Beat) -> bool:
    return any(isinstance(event, Rolled) for event in beat.events)


def _about(beat: Beat, unit: str) -> bool:
    return not unit or any(unit == getattr(event, "unit", None) for event in beat.events)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _likely(one: Chance) -> str:
    """As in "2 hits or fewer with 12 dice, where 6 were expected: 4 times in 100"."""
    dice = f"{one.dice}d{one.sides}" if one.counted == "total" else counted(one.dice, "die", "dice")
    came = counted(one.came, "hit") if one.counted == "hits" else f"a total of {one.came}"
    bound = ("fewer" if one.counted == "hits" else "less") if one.low else "more"
    came = "no hits" if one.counted == "hits" and not one.came and one.low else f"{came} or {bound}"
    return f"{_capital(came)} with {dice}, where {one.expected:.3g} was to be expected: {_often(one.chance)}"


def _often(chance: float) -> str:
    hundredths = round(100 * chance)
    if not hundredths:
        return "less than once in 100 times"
    return "once in 100 times" if hundredths == 1 else f"{hundredths} times in 100"
