"""Lessons: short guided battles that teach a book by playing it, each from a file of its own."""

from schiltron.lessons.course import Course
from schiltron.lessons.lesson import Goal, Lesson, Step
from schiltron.lessons.library import lesson_named, lessons, read_lesson
from schiltron.lessons.teacher import Teacher

__all__ = ["Course", "Goal", "Lesson", "Step", "Teacher", "lesson_named", "lessons", "read_lesson"]
