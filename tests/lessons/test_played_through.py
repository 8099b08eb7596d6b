"""Every lesson is played to its end by the answers it shows, through the one door."""

import pytest

from schiltron.battle.record.journal import Journal
from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Declared
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Concede, Dice, Reply, Undo
from schiltron.lessons import Course, lessons, read_lesson
from schiltron.muster import MusterFault, prepare
from schiltron.rulesets import NAMES, ruleset


def begun(name: str) -> Course:
    lesson = lessons()[name]
    course = Course(lesson, Journal.start(ruleset(lesson.book), prepare(lesson.scenario), "scripted"))
    course.run()
    return course


def do_as_shown(course: Course) -> None:
    decision, shown = course.decision, course.shown
    assert decision is not None
    assert shown is not None
    order = Reply(course.lesson.lead, decision.id, shown)
    assert course.against(order) is None
    obeyed = course.journal.obey(order)
    assert not isinstance(obeyed, Illegal), obeyed
    course.run()


def played(name: str) -> Course:
    course = begun(name)
    while not course.finished:
        do_as_shown(course)
    return course


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_is_played_to_its_end_as_it_shows(name: str) -> None:
    course = begun(name)
    for done in range(len(course.lesson.steps)):
        assert course.done == done, f"step {course.done + 1} of {name}"
        assert course.shown is not None, f"step {done + 1} of {name} does not come: {course.journal.battle.awaiting}"
        do_as_shown(course)
    assert course.finished
    again = Course(course.lesson, course.journal)
    assert again.finished, "what is done is told by the journal alone"


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_runs_the_same_every_time(name: str) -> None:
    courses = [played(name), played(name)]
    first, second = ([entry.hash for entry in course.journal.entries] for course in courses)
    assert first == second


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_says_what_to_do_and_cites_its_book(name: str) -> None:
    lesson = lessons()[name]
    assert lesson.about
    assert all(step.how and step.notice for step in lesson.steps)
    assert any(step.rules for step in lesson.steps)


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_is_short_but_more_than_a_trick(name: str) -> None:
    assert 4 <= len(lessons()[name].steps) <= 6


def test_every_book_has_six_lessons_and_three_have_more_of_heroes_creatures_magic_and_castles() -> None:
    books = [one.book for one in lessons().values()]
    assert {book: books.count(book) for book in NAMES} == {
        **dict.fromkeys(NAMES, 6),
        "book_of_war": 8,
        "by_this_axe": 8,
        "chainmail": 10,
    }


@pytest.mark.parametrize(
    ("name", "thrown"),
    [
        ("book_of_war/05-stand-or-run", "Miller's Men check morale"),
        ("book_of_war/06-pikes-and-horse", "Canton Pikes meet with their pikes Margrave's Horse"),
        ("by_this_axe/03-into-melee", "Ashmere Spears strike Raiders"),
        ("by_this_axe/04-hold-or-run", "Slingers flee"),
        ("by_this_axe/05-command-cards", "an order card"),
        ("by_this_axe/06-duels", "Kay the Tall against Ulf, round 2"),
        ("by_this_axe/08-heroes", "Wyn saves"),
        ("chainmail/03-the-melee", "the melee of Toll Levy against Ferrin Foot"),
        ("chainmail/04-horse", "charged by horse"),
        ("chainmail/06-guns", "where the end of the dowel swings"),
        ("chainmail/07-heroes-and-creatures", "in terror of Cinder"),
        ("chainmail/07-heroes-and-creatures", "the melee of Wat against Cinder"),
        ("chainmail/08-wizards", "whether Mareth counters the spell of Odd, on 7 or more"),
        ("chainmail/09-man-to-man", "the first blows between Baron Guy and Ser Hal"),
        ("chainmail/10-sieges", "whether the defenders push the ladder off"),
        ("battlesystem/02-ratings", "Swords at Orcs"),
        ("battlesystem/04-command", "tired by a forced march"),
        ("battlesystem/05-morale", "Orcs check morale"),
    ],
)
def test_what_a_lesson_is_about_happens_in_it(name: str, thrown: str) -> None:
    journal = played(name).journal
    rolls = [journal.battle_at(entry.number - 1).roll for entry in journal.entries if isinstance(entry.order, Dice)]
    assert any(thrown in roll.purpose for roll in rolls if roll is not None)


def test_the_chariots_of_the_last_lesson_break_through() -> None:
    journal = played("battlesystem/06-break-through").journal
    declared = [event for events in journal.events for event in events if isinstance(event, Declared)]
    assert "break through" in [event.action for event in declared]


def test_the_superhero_of_the_lesson_hits_twice_and_the_hero_is_hit_once() -> None:
    """TA-FANT-H04, TA-FANT-H05: as the lesson says; five axes hit once meanwhile."""
    journal = played("by_this_axe/08-heroes").journal
    (thrown,) = (
        entry.order.pools
        for entry in journal.entries
        if isinstance(entry.order, Dice)
        if (roll := journal.battle_at(entry.number - 1).roll) is not None
        and roll.purpose == "Ashmere Axes strike Gully Orcs"
    )
    assert [(len(pool.faces), pool.hits) for pool in thrown] == [(5, 1), (2, 2), (1, 0)]
    units = {one.name: one for one in journal.battle.units.values()}
    assert [(units[name].figures, units[name].own.person.wounds) for name in ("Wyn", "Kay the Tall")] == [
        (1, 1),
        (1, 0),
    ]
    assert units["Gully Orcs"].figures == 7


@pytest.mark.parametrize(
    ("name", "unit", "left"),
    [
        ("chainmail/03-the-melee", "Toll Levy", 8),
        ("chainmail/06-guns", "Toll Levy", 10),
        ("chainmail/07-heroes-and-creatures", "Toll Bows", 0),
        ("chainmail/07-heroes-and-creatures", "Wat", 0),
        ("chainmail/08-wizards", "Toll Levy", 10),
        ("chainmail/09-man-to-man", "Ser Hal", 1),
        ("chainmail/09-man-to-man", "Baron Guy", 0),
        ("chainmail/09-man-to-man", "Toll Pages", 1),
        ("chainmail/10-sieges", "Red Ladder", 5),
        ("chainmail/10-sieges", "Wall Guard", 1),
    ],
)
def test_as_many_are_left_as_the_lesson_says(name: str, unit: str, left: int) -> None:
    units = played(name).journal.battle.units.values()
    assert [one.figures for one in units if one.name == unit] == [left]


def test_what_the_lessons_of_magic_and_castles_leave_on_the_table() -> None:
    """CM-FANT-SPELL-14, CM-SIEGE-37: an elemental that obeys, and a breach where the ram stood."""
    magic = played("chainmail/08-wizards").journal.battle
    assert sorted(one.name for one in magic.standing() if one.side == "red") == [
        "Earth elemental of Mareth",
        "Ferrin Foot",
        "Mareth",
    ]
    castle = played("chainmail/10-sieges").journal.battle
    assert any(one.kind == "breach" for one in castle.table.features)


def test_dice_fall_as_they_are_laid_out() -> None:
    journal = played("book_of_war/03-range-and-shooting").journal
    faces = [entry.order.pools[0].faces for entry in journal.entries if isinstance(entry.order, Dice)]
    assert faces[1] == (6, 5, 2, 1, 3, 2, 1, 4, 2, 3, 1, 2, 4, 1, 2, 3)


# ---------------------------------------------------------------- what is open meanwhile

FIRST = "book_of_war/01-first-steps"


def test_what_is_not_asked_for_yet_is_answered_with_the_step() -> None:
    course = begun(FIRST)
    decision = course.decision
    assert decision is not None
    against = course.against(Reply("red", decision.id, Planned(())))
    assert isinstance(against, Illegal)
    assert "not yet: advance the Town Spears" in str(against)
    assert "goes forward" in str(course.against(Undo("red")))
    assert course.against(Concede("red")) is None


def test_more_than_a_goal_asks_for_will_do_and_less_will_not() -> None:
    course = begun(FIRST)
    decision = course.decision
    assert decision is not None
    meant = course._teacher.meant
    far, short, other = (
        meant(line, course.journal.battle, decision)
        for line in ("town spears advance 5", "town spears advance 3", "town riders advance 6")
    )
    given = [course.against(Reply("red", decision.id, one)) is None for one in (far, short, other) if one is not None]
    assert given == [True, False, False]


# ---------------------------------------------------------------- the files

SMALL = """
title = "A lesson"
about = "About it."
[position.table]
width = 4
depth = 4
[position.sides.red]
edge = "south"
units = [{ troop = "light_infantry", figures = 6, name = "Reds", at = [24, 40] }]
[position.sides.blue]
edge = "north"
units = [{ troop = "light_infantry", figures = 6, name = "Blues", at = [24, 8] }]
[[steps]]
title = "Go"
do = "Go."
show = "reds advance 4"
"""


def test_a_lesson_needs_little() -> None:
    lesson = read_lesson(SMALL, "book_of_war", "99-small")
    assert lesson.id == "book_of_war/99-small"
    assert lesson.lead == "red"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Go"', 'titel = "Go"', "steps[0].titel"),
        ('show = "reds advance 4"', 'show = "reds advance 4"\ngoal = { unit = "Rads" }', "nobody is called 'Rads'"),
        ('show = "reds advance 4"', 'show = "reds advance 4"\nrules = ["BW-X9-99"]', "there is no rule BW-X9-99"),
        ("at = [24, 8]", "at = [24, 90]", "position.sides.blue.units[0].at"),
        ('troop = "light_infantry", figures = 6, name = "Reds"', 'troop = "elephants", figures = 6', "elephants"),
        ("width = 4", 'width = "four"', "position.table.width"),
    ],
)
def test_a_faulty_file_says_where_it_is_wrong(old: str, new: str, said: str) -> None:
    with pytest.raises(MusterFault) as fault:
        read_lesson(SMALL.replace(old, new), "book_of_war", "99-small")
    assert said in str(fault.value)
    assert "book_of_war/99-small" in str(fault.value)
