"""Finding lessons: the files shipped with the program, in the order of their numbers."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from schiltron.battle.state.law import Law
from schiltron.lessons.lesson import Lesson
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.library import on_shelf
from schiltron.muster.preparing import examined
from schiltron.muster.reading import read
from schiltron.rulesets import NAMES, ruleset


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by `book/name`, in the order in which they are learnt."""
    found = {}
    for book in NAMES:
        for name, file in on_shelf(book, "lessons"):
            lesson = read_lesson(file.read_text(encoding="utf-8"), book, name)
            found[lesson.id] = lesson
    return found


def lesson_named(name: str) -> Lesson | None:
    return lessons().get(name)


def read_lesson(text: str, book: str, name: str) -> Lesson:
    """A lesson from the text of its file; MusterFault names everything wrong with it."""
    file = f"{book}/{name}"
    lesson = replace(read(text, Lesson, file), book=book, name=name)
    found = [
        Fault(file, f"position.{one.place}", one.wrong, one.right, one.rules) for one in examined(lesson.scenario)[0]
    ]
    found += _unknown_units(lesson, file)
    if book in NAMES:
        found += _unknown_rules(lesson, file, ruleset(book).law)
    if found:
        raise MusterFault(found)
    return lesson


def _unknown_units(lesson: Lesson, file: str) -> list[Fault]:
    known = [unit.name for side in lesson.position.sides.values() for unit in side.units if unit.name]
    named = [
        (f"steps[{place}].{where}", name)
        for place, step in enumerate(lesson.steps)
        for where, name in (("goal.unit", step.goal.unit), ("goal.target", step.goal.target), ("ring", step.ring))
    ]
    right = f"one of {', '.join(known) or 'nobody: no unit has a name'}"
    return [
        Fault(file, place, f"nobody is called {name!r}", right) for place, name in named if name and name not in known
    ]


def _unknown_rules(lesson: Lesson, file: str, law: Law) -> list[Fault]:
    known = {one.id for one in law.rules}
    return [
        Fault(file, f"steps[{place}].rules", f"there is no rule {rule}", "an id of the ledger")
        for place, step in enumerate(lesson.steps)
        for rule in step.rules
        if rule not in known
    ]
