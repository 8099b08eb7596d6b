"""A lesson under way. How far it has come follows from the journal of its battle and is kept nowhere else."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any, Final

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Roll, faults, read
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Concede, Dice, Order, Reply
from schiltron.lessons.goals import commands, met, same
from schiltron.lessons.lesson import Lesson, Script, Step
from schiltron.lessons.teacher import Teacher, asked_of

AnyJournal = Journal[Any, Any, Any]

MOST_BY_ITSELF: Final = 400
"""Orders a lesson gives one after the other; one that goes on longer has lost its way."""


class LostItsWay(Exception):
    """A lesson that does not reach its next step."""


class Course:
    """A lesson and the journal it is played in."""

    def __init__(self, lesson: Lesson, journal: AnyJournal) -> None:
        self.lesson, self.journal = lesson, journal
        self._teacher = Teacher(journal.ruleset)
        self._read = 0
        self._done = 0
        self._since = 0
        """The entry with which the last step was done."""

    # ------------------------------------------------------------ how far it has come

    @property
    def done(self) -> int:
        """Steps that are done."""
        for entry in self.journal.entries[self._read :]:
            self._read = entry.number
            if isinstance(entry.order, Reply) and entry.order.seat == self.lesson.lead and not self._finished:
                before = self.journal.battle_at(entry.number - 1)
                decision = before.decision(entry.order.decision)
                if decision is not None and self._meets(before, decision, entry.order.answer):
                    self._done += 1
                    self._since = entry.number
        return self._done

    @property
    def _finished(self) -> bool:
        return self._done == len(self.lesson.steps)

    @property
    def finished(self) -> bool:
        return self.done == len(self.lesson.steps)

    @property
    def step(self) -> Step | None:
        return None if self.finished else self.lesson.steps[self._done]

    @property
    def decision(self) -> AnyDecision | None:
        """What the learner is asked, if it is what the step is about."""
        battle = self.journal.battle
        asked = asked_of(battle, self.lesson.lead)
        return asked if asked is not None and self.shown is not None else None

    @property
    def shown(self) -> Answer | None:
        """The answer that would do the step; None while it is not due."""
        if self.finished or self.journal.battle.outcome is not None:
            return None
        battle = self.journal.battle
        asked = asked_of(battle, self.lesson.lead)
        return self._shown(battle, asked) if asked is not None else None

    def _shown(self, battle: AnyBattle, decision: AnyDecision) -> Answer | None:
        step = self.lesson.steps[self._done]
        if step.phase and battle.phase != step.phase:
            return None
        answer = self._teacher.meant(step.show, battle, decision)
        if answer is None or not met(step.goal, battle, decision, answer, answer):
            return None
        return answer

    def _meets(self, battle: AnyBattle, decision: AnyDecision, answer: Answer) -> bool:
        shown = self._shown(battle, decision)
        return shown is not None and met(self.lesson.steps[self._done].goal, battle, decision, answer, shown)

    # ------------------------------------------------------------ what may be done

    def against(self, order: Order) -> Illegal | None:
        """Why an order is not for now: a lesson runs the same for everyone."""
        if self.finished or isinstance(order, Concede | Dice):
            return None
        step = self.step
        assert step is not None
        battle = self.journal.battle
        if not isinstance(order, Reply):
            return _not_now("a lesson goes forward: start it again to try it another way")
        decision = battle.decision(order.decision)
        if decision is None or order.seat != self.lesson.lead or self._shown(battle, decision) is None:
            return None
        if self._meets(battle, decision, order.answer):
            return None
        given = commands(decision, order.answer)
        if given and all(one.action in step.meanwhile for one in given):
            return None
        return _not_now(f"not yet: {step.do[0].lower()}{step.do[1:]}")

    # ------------------------------------------------------------ what happens by itself

    def run(self) -> None:
        """Let the dice fall and both sides do what the lesson says, until the learner has to act."""
        for _ in range(MOST_BY_ITSELF):
            order = self._next()
            if order is None:
                return
            obeyed = self.journal.obey(order)
            if isinstance(obeyed, Illegal):
                raise LostItsWay(f"{self.lesson.id}, step {self._done + 1}: {obeyed}")
        raise LostItsWay(f"{self.lesson.id}: step {self._done + 1} does not come")

    def _next(self) -> Order | None:
        battle = self.journal.battle
        if battle.outcome is not None:
            return None
        if battle.roll is not None:
            return self.thrown(battle.roll)
        if self._over() if self.finished else self.shown is not None:
            return None
        seats = [one.id for one in battle.seats if one.id != self.lesson.lead]
        for seat in (*seats, self.lesson.lead):
            decision = asked_of(battle, seat)
            if decision is not None:
                return Reply(seat, decision.id, self._scripted(battle, decision))
        return None

    def _over(self) -> bool:
        """After its last step a lesson sees the turn out, so that what came of it is shown."""
        return self.journal.battle.turn != self.journal.battle_at(self._since - 1).turn

    @property
    def _script(self) -> Script:
        return self.lesson.steps[self._done - 1].script if self._done else self.lesson.opening

    def _scripted(self, battle: AnyBattle, decision: AnyDecision) -> Answer:
        own = decision.seat == self.lesson.lead
        said = [
            one.order.answer
            for one in self.journal.entries[self._since :]
            if isinstance(one.order, Reply) and one.order.seat == decision.seat
        ]
        for line in self._script.own if own else self._script.foe:
            answer = self._teacher.meant(line, battle, decision)
            if answer is not None and not any(same(answer, one) for one in said):
                return answer
        return self._teacher.least(battle, decision)

    def thrown(self, roll: Roll) -> Dice:
        """The dice as the lesson lays them out, throw by throw; beyond that, from the seed number of the lesson."""
        _ = self.done
        fallen = sum(isinstance(one.order, Dice) for one in self.journal.entries[self._since :])
        laid = self._script.dice[fallen : fallen + 1]
        if laid and laid[0]:
            faces = cycle(laid[0])
            pools = tuple(
                read(pool, [(face - 1) % pool.sides + 1 for face in islice(faces, pool.count)]) for pool in roll.pools
            )
            if not faults(roll, pools):
                return Dice(roll.id, pools)
        return SealedDice.from_number(self.lesson.seed).throw(roll, self.journal.next_number)


def _not_now(why: str) -> Illegal:
    return Illegal((Reason(why),))
