"""Which battles are lessons: by the name under which they are kept. How far one has come stands in its journal."""

from __future__ import annotations

from typing import Any, Final

from schiltron.battle.record.journal import Journal
from schiltron.lessons import Course, lesson_named

PREFIX: Final = "lesson:"
FREE: Final = "freely:"


def course_of(scenario: str, journal: Journal[Any, Any, Any]) -> Course | None:
    """The course of a battle that is a lesson."""
    lesson = lesson_named(scenario.removeprefix(PREFIX)) if scenario.startswith(PREFIX) else None
    return Course(lesson, journal) if lesson is not None else None
