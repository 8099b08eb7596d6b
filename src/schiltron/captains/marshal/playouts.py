"""Playing on in imagination: from an order to the end of the next turn or a later one, by quick captains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping
from random import Random
from time import thread_time
from types import MappingProxyType
from typing import Final
from zlib import crc32

from msgspec.structs import replace

from schiltron.battle.play.agenda import Runaway
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Command, Plan, Planned
from schiltron.battle.state.encoding import digest
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply, Withdraw
from schiltron.captains.captain import Books, Captain, View
from schiltron.captains.marshal.budget import Spending
from schiltron.captains.marshal.even_luck import EvenLuck
from schiltron.captains.marshal.same_luck import SameLuck
from schiltron.captains.shares import share_of

MOST_ORDERS: Final = 2_000
"""No two turns take so many."""
TURNS: Final = 1
"""Whole turns he looks ahead after the present one. What is won by the end of this turn is often lost in the next: who
keeps out of a fight now may have to take it worse then."""
QUIET_TURNS: Final = 3
"""How many he looks ahead where nobody loses anything by then: as long as armies only draw near all orders come to the
same."""
NOBODY: Final[frozenset[str]] = frozenset()
NO_REPLIES: Final[Mapping[str, Answer]] = MappingProxyType({})

Maker = Callable[[int], Captain]
"""Makes a captain from a seed, who knows nothing of what was thought before."""


class Late(Exception):
    """The time is up in the middle of a playout."""


class Idea:
    """Something to do: an answer, and who is to be held back for the rest of the phase."""

    __slots__ = ("answer", "held")

    def __init__(self, answer: Answer, held: frozenset[str] = NOBODY) -> None:
        self.answer = answer
        self.held = held


class _Course:
    """A battle imagined, as far as it has been played, with all that it takes to go on."""

    __slots__ = ("battle", "captains", "dice", "held", "mind", "orders", "when")

    def __init__(
        self, start: AnyBattle, battle: AnyBattle, held: frozenset[str], mind: int, dice: SameLuck | None
    ) -> None:
        """Those are held back while it is the turn and the phase of the start."""
        self.battle = battle
        self.captains: dict[str, Captain] = {}
        self.dice = dice
        self.held = held
        self.mind = mind
        self.orders = 0
        self.when = (start.turn, start.phase)

    def goes_to(self, battle: AnyBattle) -> None:
        self.battle = battle
        self.orders += 1


class Table:
    """A decision of one seat, and the battles imagined from it."""

    def __init__(self, book: Books, view: View, decision: AnyDecision, quick: Maker) -> None:
        self.book = book
        self.view = view
        self.decision = decision
        self.seat = decision.seat
        self.side = view.side_at(decision.seat)
        self._quick = quick
        self._first_rolls: dict[tuple[str, Answer, frozenset[str]], AnyBattle | None] = {}
        self._glanced: dict[tuple[Idea, str], _Course] = {}
        self._mind = crc32(f"{view.serial}:{decision.id}".encode())
        self.fallen: dict[Idea, Counter[str]] = {}
        """Figures that units lost, in all battles imagined from an idea."""
        self.last: int | None = None
        """The turn with the end of which all battles imagined end; the first of them tells."""

    def value(
        self, idea: Idea, luck: str, spending: Spending, replies: Mapping[str, Answer] = NO_REPLIES
    ) -> float | None:
        """How it stands when the last turn imagined is over, after the idea and what quick captains make of it, from 0
        (lost) to 1 (won); None if it cannot be carried out in the battle imagined. Decisions for which there
        is a reply, by their id, are answered so."""
        began = thread_time()
        try:
            course = self._glanced.pop((idea, luck), None)
            if course is None:
                end = self._played(self.imagined(luck), idea, luck, spending, replies)
            else:
                end = self._going_on(course, spending, replies, self._far_enough)
        except Runaway:
            return None
        finally:
            spending.count(thread_time() - began)
        if end is None:
            return None
        self.fallen.setdefault(idea, Counter()).update(figures_lost(self.view, end))
        return share_of(self.book, end, self.side)

    def glance(self, idea: Idea, luck: str, spending: Spending) -> float | None:
        """How it stands when this turn is over, in the same measure; None if it cannot be carried out. Its value under
        the same luck goes on from there."""
        try:
            course = self._course(self.imagined(luck), idea, luck, spending, NO_REPLIES)
            if course is None:
                return None
            battle = self._going_on(course, spending, NO_REPLIES, self._turn_is_over)
        except Runaway:
            return None
        self._glanced[idea, luck] = course
        return share_of(self.book, battle, self.side)

    def imagined(self, luck: str) -> AnyBattle:
        """A battle that looks like this to the seat. What others have sealed already they decide anew: better than at
        random."""
        battle = self.book.imagined(self.view, self.seat, Random(luck))
        for one in battle.commitments:
            if one.decision.seat != self.seat:
                reopened = self.book.obey(battle, Withdraw(one.decision.seat, one.decision.id))
                battle = battle if isinstance(reopened, Illegal) else reopened.battle
        return battle

    def _played(
        self, battle: AnyBattle, idea: Idea, luck: str, spending: Spending, replies: Mapping[str, Answer] = NO_REPLIES
    ) -> AnyBattle | None:
        """The battle after the idea, played on to the end of the last turn."""
        course = self._course(battle, idea, luck, spending, replies)
        return None if course is None else self._going_on(course, spending, replies, self._far_enough)

    def _course(
        self, battle: AnyBattle, idea: Idea, luck: str, spending: Spending, replies: Mapping[str, Answer]
    ) -> _Course | None:
        """What follows from an idea, as far as the first roll; None if it cannot be carried out. Until then luck
        changes nothing: so far it is played once."""
        key = (digest(battle), idea.answer, idea.held)
        if replies or key not in self._first_rolls:
            begun = self._begun(battle, idea, spending, replies)
            if not replies:
                self._first_rolls[key] = begun
        else:
            begun = self._first_rolls[key]
        if begun is None:
            return None
        return _Course(battle, begun, idea.held, crc32(luck.encode()), EvenLuck(luck))

    def _begun(
        self, battle: AnyBattle, idea: Idea, spending: Spending, replies: Mapping[str, Answer]
    ) -> AnyBattle | None:
        """The battle at the first roll after the idea; None if it cannot be carried out."""
        obeyed = self.book.obey(battle, Reply(self.seat, self.decision.id, idea.answer))
        if isinstance(obeyed, Illegal):
            return None
        course = _Course(battle, obeyed.battle, idea.held, self._mind, None)
        return self._going_on(course, spending, replies, self._far_enough)

    def _going_on(
        self, course: _Course, spending: Spending, replies: Mapping[str, Answer], enough: Callable[[AnyBattle], bool]
    ) -> AnyBattle:
        """Played on by quick captains until it is enough, or without dice until the first roll."""
        obey, view = self.book.obey, self.book.view
        while course.orders < MOST_ORDERS:
            battle = course.battle
            if battle.outcome is not None or enough(battle):
                break
            if spending.late:
                raise Late
            if battle.roll is not None:
                if course.dice is None:
                    break
                obeyed = obey(battle, course.dice.throw(battle.roll, course.orders))
                assert not isinstance(obeyed, Illegal), obeyed
                course.goes_to(obeyed.battle)
                continue
            decision = battle.decisions[0]
            if decision.seat not in course.captains:
                course.captains[decision.seat] = self._quick(course.mind)
            seen = view(battle, decision.seat)
            asked = decision
            if course.held and decision.seat == self.seat:
                if (battle.turn, battle.phase) == course.when:
                    asked = without(decision, course.held)
                else:
                    course.held = NOBODY
            answer = replies.get(decision.id) or _nothing(asked) or course.captains[decision.seat].answer(seen, asked)
            obeyed = obey(battle, Reply(decision.seat, decision.id, answer))
            if isinstance(obeyed, Illegal):
                answer = self.book.sample(seen, decision, Random(course.orders))
                obeyed = obey(battle, Reply(decision.seat, decision.id, answer))
                assert not isinstance(obeyed, Illegal), obeyed
            course.goes_to(obeyed.battle)
        return course.battle

    def _turn_is_over(self, battle: AnyBattle) -> bool:
        return battle.turn > self.view.turn

    def _far_enough(self, battle: AnyBattle) -> bool:
        """Whether the last turn is over. The first battle imagined tells which that is."""
        now = self.view.turn
        if battle.turn <= now + TURNS:
            return False
        if self.last is None:
            self.last = now + (TURNS if figures_lost(self.view, battle) else QUIET_TURNS)
        return battle.turn > self.last


def without(decision: AnyDecision, held: Container[str]) -> AnyDecision:
    """The same decision with some units out of it."""
    if not isinstance(decision, Command | Plan):
        return decision
    return replace(decision, actors=tuple(one for one in decision.actors if one not in held))


def _nothing(decision: AnyDecision) -> Answer | None:
    """The answer to a decision out of which everybody was taken who could do anything."""
    match decision:
        case Command(actors=(), hand=()):
            return FINISH
        case Plan(actors=()):
            return Planned(())
    return None


def figures_lost(view: View, end: AnyBattle) -> dict[str, int]:
    """How many figures each unit that is seen has lost by the end of an imagined battle."""
    left = {unit: one.figures for unit, one in end.units.items()}
    lost = ((unit, one.figures - left.get(unit, 0)) for unit, one in view.units.items())
    return {unit: number for unit, number in lost if number > 0}
