"""What two choose in secret at the same time: a mixture of answers that nobody gains by foreseeing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import isqrt
from typing import Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, AnyDecision, Assign, Choose
from schiltron.battle.state.order import Reply
from schiltron.captains.captain import Books, View
from schiltron.captains.marshal.budget import Spending
from schiltron.captains.marshal.playouts import Idea, Late, Maker, Table

ANSWERS: Final = 4
"""Answers of each of the two that are thought of."""
DRAWS: Final = 6
"""How often a captain is asked for them: where he draws by chance he gives several."""
ROUNDS: Final = 400
"""Rounds in which both learn from what they would rather have done."""


def mixes(decision: AnyDecision) -> bool:
    """Whether an answer may have to be hidden: one of several options, or what is shared out."""
    return decision.sealed and (isinstance(decision, Assign) or (isinstance(decision, Choose) and decision.most == 1))


def rival(battle: AnyBattle, decision: AnyDecision) -> AnyDecision | None:
    """What somebody else is asked at the same time and answers in secret too."""
    return next((one for one in battle.decisions if one.seat != decision.seat and mixes(one)), None)


def answers(book: Books, view: View, decision: AnyDecision, captain: Maker, mind: int) -> list[Answer]:
    """What a captain draws, and what the book suggests; none twice."""

    def all_of_them() -> Iterable[Answer]:
        for draw in range(DRAWS):
            yield captain(mind + draw).answer(view, decision)
        yield from islice(book.suggest(view, decision), ANSWERS)

    lawful = (
        one for one in dict.fromkeys(all_of_them()) if not book.reasons(view, Reply(decision.seat, decision.id, one))
    )
    return list(islice(lawful, ANSWERS))


def mixture(worth: Sequence[Sequence[float]]) -> list[float]:
    """How often to give each answer, if `worth` says what it comes to against each of the other's: regret matching on
    both sides. No answer of the other can then do much harm."""
    rows, columns = range(len(worth)), range(len(worth[0]))
    regret, against = [0.0 for _ in rows], [0.0 for _ in columns]
    given = [0.0 for _ in rows]
    for turn in range(1, ROUNDS + 1):
        mine, theirs = _by_regret(regret), _by_regret(against)
        each = [sum(theirs[column] * worth[row][column] for column in columns) for row in rows]
        of_each = [sum(mine[row] * worth[row][column] for row in rows) for column in columns]
        value = sum(mine[row] * each[row] for row in rows)
        regret = [max(0.0, regret[row] + each[row] - value) for row in rows]
        against = [max(0.0, against[column] + value - of_each[column]) for column in columns]
        given = [given[row] + turn * mine[row] for row in rows]
    whole = sum(given)
    return [one / whole for one in given]


def _by_regret(regret: Sequence[float]) -> list[float]:
    whole = sum(regret)
    return [one / whole for one in regret] if whole else [1 / len(regret) for _ in regret]


def worths(
    table: Table, mine: Sequence[Answer], theirs: Sequence[Answer], other: AnyDecision, luck: str, spending: Spending
) -> list[list[float]]:
    """What each answer comes to against each of the other's, as often as there is time; of fewer answers where there is
    little, and of none where there is too little for two."""
    began = table.value(Idea(mine[0]), f"{luck}:0", spending, {other.id: theirs[0]})
    most = max(2, isqrt(max(0, spending.capacity() - spending.playouts) // 2))
    mine, theirs = mine[:most], theirs[:most]
    sums = [[0.0 for _ in theirs] for _ in mine]
    number = 0
    if began is None:
        return []
    try:
        while not spending.over:
            found = [
                [table.value(Idea(one), f"{luck}:{number}", spending, {other.id: two}) for two in theirs]
                for one in mine
            ]
            number += 1
            for row, line in zip(sums, found, strict=True):
                row[:] = [old + (0.5 if new is None else new) for old, new in zip(row, line, strict=True)]
            if spending.playouts + len(mine) * len(theirs) > spending.capacity():
                break
    except Late:
        pass
    return [[one / number for one in row] for row in sums] if number else []
