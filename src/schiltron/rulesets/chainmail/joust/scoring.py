"""What rides count, knight by knight, and who has won the day (CM-JOUST-08, CM-JOUST-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.joust.scores import scored
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.tilting.lists import RIDDEN, Lists
from schiltron.rulesets.chainmail.tilting.matrix import BROKEN, HELM_OFF, INJURED, UNHORSED


class Standing(Struct, frozen=True):
    """What a knight has to show for the day. `lances` are his own that broke, `helms` and `unhorsed` those he took."""

    knight: str
    rides: int
    lances: int
    helms: int
    unhorsed: int
    falls: int
    injured: bool
    points: int
    won: int
    lost: int
    drawn: int


def standing(lists: Lists, knight: str) -> Standing:
    rides = list(lists.done(knight))
    did = Counter(what for dealt, _ in rides for what in dealt)
    took = Counter(what for _, taken in rides for what in taken)
    ridden = [joust for joust in lists.jousts if knight in joust.knights and joust.state == RIDDEN]
    won = sum(joust.winner == knight for joust in ridden)
    drawn = sum(not joust.winner for joust in ridden)
    return Standing(
        knight=knight,
        rides=len(rides),
        lances=did[BROKEN],
        helms=did[HELM_OFF],
        unhorsed=did[UNHORSED],
        falls=took[UNHORSED],
        injured=bool(took[INJURED]),
        points=sum(scored(dealt, taken) for dealt, taken in rides),
        won=won,
        lost=len(ridden) - won - drawn,
        drawn=drawn,
    )


def by_record(battle: Battle) -> bool:
    """Whether only jousts won count (CM-JOUST-09)."""
    return battle.own.options.tourney == "record"


def counts(battle: Battle, knight: str) -> int:
    """What a knight adds to his team: points, or where only a record is kept the jousts he has won."""
    one = standing(battle.own.the_lists, knight)
    return one.won if by_record(battle) else one.points


def reckoning(battle: Battle, side: str) -> Tally:
    rule, what = ("CM-JOUST-09", "jousts won") if by_record(battle) else ("CM-JOUST-08", "points")
    terms = tuple(Term(unit.name, counts(battle, unit.id), rule) for unit in troops(battle, side))
    return Tally(what, terms, measure="points")


_STAKE: Final = 60
"""What a knight is taken to be worth before he rides, beside what he gains or loses."""
_A_JOUST: Final = 20
"""What a joust won is worth where only those count."""


def in_the_lists(battle: Battle, side: str) -> Tally:
    """What a team has to show, for those who think ahead."""
    worth = _A_JOUST if by_record(battle) else 1
    gained = reckoning(battle, side)
    terms = (replace(term, value=_STAKE + worth * term.value) for term in gained.terms)
    return Tally("points left", tuple(terms), measure="points")


def result_of_the_day(battle: Battle) -> Outcome:
    """The team with more to show has won; of two alike neither."""
    tallies = tuple((side.id, reckoning(battle, side.id)) for side in battle.sides)
    totals: Mapping[str, int] = {side: tally.total for side, tally in tallies}
    best = [side for side, total in totals.items() if total == max(totals.values())]
    rules = ("CM-JOUST-09",) if by_record(battle) else ("CM-JOUST-08",)
    return Outcome(best[0] if len(best) == 1 else "", "points", rules, tallies)
