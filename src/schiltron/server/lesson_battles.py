"""Lessons as battles: opened from their files, shown to the page, and gone on with freely."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct

from schiltron.battle.door.dice import ScriptedDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.decision import Answer
from schiltron.captains.roster import captains_for
from schiltron.lessons import Course, Lesson, lesson_named, lessons
from schiltron.muster import prepare
from schiltron.rulesets import ruleset
from schiltron.server.fault import Refusal
from schiltron.server.lesson_ids import FREE, PREFIX
from schiltron.server.new_battles import Name, Opened
from schiltron.server.seats import fresh_id
from schiltron.server.store import Kept, KeptSeat

AnyJournal = Journal[Any, Any, Any]


class LessonWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson a visitor wants, by its id."""

    lesson: Name


class GoneFree(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat from which a lesson is gone on with freely."""

    seat: Name = ""


class LessonLine(Struct, frozen=True):
    """A lesson in the list of its book."""

    id: str
    book: str
    book_title: str
    number: int
    title: str
    about: str
    minutes: int
    steps: int


class StepShown(Struct, frozen=True):
    """What a step says, and the unit it is about. `least` is how much of its legs the goal asks for."""

    title: str
    do: str
    how: str
    key: str
    ring: str
    target: str
    leg: str
    side: str
    least: float
    notice: str
    saw: str
    rules: tuple[str, ...]
    meanwhile: tuple[str, ...]


class LessonShown(Struct, frozen=True):
    """A lesson under way: how many steps are done, and the answer that would do the next one."""

    lesson: LessonLine
    steps: tuple[StepShown, ...]
    done: int
    ending: str
    decision: str
    shown: Answer | None
    next: LessonLine | None


def lesson_lines() -> tuple[LessonLine, ...]:
    """All lessons, book by book, numbered from one in each."""
    found: list[LessonLine] = []
    for one in lessons().values():
        number = 1 + sum(line.book == one.book for line in found)
        title = ruleset(one.book).title
        found.append(LessonLine(one.id, one.book, title, number, one.title, one.about, one.minutes, len(one.steps)))
    return tuple(found)


def opened_lesson(name: str, visitor: str) -> Opened:
    """A lesson, begun, with the visitor at the side that learns."""
    lesson = lesson_named(name)
    if lesson is None:
        known = ", ".join(lessons())
        raise Refusal(404, f"there is no lesson {name!r}", where="lesson", right=f"one of {known}")
    journal = Journal.start(ruleset(lesson.book), prepare(lesson.scenario), ScriptedDice.kind)
    Course(lesson, journal).run()
    return _opened(journal, lesson, f"{PREFIX}{lesson.id}", visitor, None)


def gone_on_freely(course: Course, position: int, visitor: str) -> Opened:
    """A new battle from where the lesson stands, against a captain and with ordinary dice."""
    old, lesson = course.journal, course.lesson
    journal = Journal(old.ruleset, old.header)
    for entry in old.entries[:position]:
        journal.obey(entry.order)
    return _opened(journal, lesson, f"{FREE}{lesson.id}", visitor, SealedDice.fresh())


def _opened(journal: AnyJournal, lesson: Lesson, scenario: str, visitor: str, dice: SealedDice | None) -> Opened:
    captain = next(iter(captains_for(lesson.book)))
    seats = tuple(
        KeptSeat(one.id, "me") if one.id == lesson.lead else KeptSeat(one.id, "captain", captain)
        for one in journal.battle.seats
    )
    chain = Chain()
    kept = Kept(
        id=fresh_id(),
        title=lesson.title,
        scenario=scenario,
        ruleset=lesson.book,
        header=first_line(journal, chain),
        seed=dice.seed if dice is not None else None,
        created=time.time(),
        seats=seats,
        lines=tuple(entry_line(entry, chain) for entry in journal.entries),
        holders=((visitor, ""), (visitor, lesson.lead)),
        invitations=(),
    )
    return Opened(kept, journal, chain)


def lesson_shown(course: Course) -> LessonShown:
    """How far a lesson has come, for the page."""
    lines = lesson_lines()
    at = next(place for place, one in enumerate(lines) if one.id == course.lesson.id)
    after = lines[at + 1 : at + 2]
    names = {unit.name: unit.id for unit in course.journal.battle.units.values()}
    steps = tuple(
        StepShown(
            title=step.title,
            do=step.do,
            how=step.how,
            key=step.key,
            ring=names.get(step.ringed, ""),
            target=names.get(step.goal.target, ""),
            leg=step.goal.leg,
            side=step.goal.side,
            least=step.goal.least,
            notice=step.notice,
            saw=step.saw,
            rules=step.rules,
            meanwhile=step.meanwhile,
        )
        for step in course.lesson.steps
    )
    decision = course.decision
    return LessonShown(
        lesson=lines[at],
        steps=steps,
        done=course.done,
        ending=course.lesson.ending,
        decision=decision.id if decision is not None else "",
        shown=course.shown,
        next=after[0] if after and after[0].book == course.lesson.book else None,
    )
