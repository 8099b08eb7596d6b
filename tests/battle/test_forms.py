"""An answer has the form that fits what is asked; the door looks at that once, and says what would fit."""

from __future__ import annotations

from typing import get_args

import pytest

from schiltron.battle.state.decision import (
    FINISH,
    FORMS,
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Command,
    Move,
    Option,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Waiting,
    Zone,
    wanted,
)
from schiltron.rulesets import ruleset

ASKED = {"seat": "red", "prompt": "?", "rules": ()}
ZONE = Zone(0, 0, 1, 1)


def test_every_decision_has_its_forms_and_every_form_a_decision() -> None:
    assert set(FORMS) == set(get_args(AnyDecision)) - {Waiting}
    assert {form for forms in FORMS.values() for form in forms} == set(get_args(Answer))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (Choose(options=(Option("a", "A"), Option("b", "B")), **ASKED), "one of these is to be chosen: a, b"),
        (Assign(items=(), bins=(), **ASKED), "everything is to be handed out"),
        (Move(unit="x", allowance=1, **ASKED), "a path is needed"),
        (PlaceUnit(units=("x",), zone=ZONE, **ASKED), "a unit is to be set down"),
        (PlaceFeature(kind="wood", width=1, depth=1, kept=(), **ASKED), "a piece of terrain is to be laid: wood"),
        (Command(actors=(), actions=(), **ASKED), "one order is to be given; or say that you have finished"),
        (Plan(actors=(), actions=(), **ASKED), "all orders are to be given at once"),
    ],
)
def test_whoever_answers_in_another_form_is_told_what_is_wanted(decision: AnyDecision, said: str) -> None:
    assert wanted(decision) == said


@pytest.mark.parametrize("name", ["book_of_war", "by_this_axe", "chainmail", "battlesystem"])
def test_no_handler_of_a_book_stands_under_another_step(name: str) -> None:
    for step, handler in ruleset(name).handlers.items():
        assert handler.step is step
        assert step.__struct_config__.tag.startswith(f"{name}.")


def test_the_forms_are_not_mixed_up() -> None:
    assert not isinstance(FINISH, FORMS[Choose])
    assert not isinstance(Chosen(()), FORMS[Assign])
    assert not isinstance(Assigned(()), FORMS[Plan])
