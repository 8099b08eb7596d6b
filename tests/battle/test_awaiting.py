"""What those are told who wait: whom for, and what for."""

from __future__ import annotations

import ast
import re
from itertools import islice
from pathlib import Path

import pytest
from msgspec import UNSET, UnsetType

import schiltron
from schiltron.battle.state.decision import Choose, Command, Waiting
from schiltron.battle.state.waiting import TELLS, awaited
from schiltron.rulesets import ruleset
from tests.whole_battles.recruits import opening, positions

YOU = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)


def asked(prompt: str, waits: str | UnsetType = UNSET) -> Command:
    return Command(seat="red", prompt=prompt, waits=waits, rules=(), actors=(), actions=())


def test_what_somebody_is_told_to_do_is_awaited() -> None:
    assert awaited(asked("Move or charge with a unit, or end your moves.")) == (
        "to move or charge with a unit, or end their moves"
    )
    assert awaited(asked("Town Watch may turn.")) == "Town Watch may turn"
    assert awaited(asked("You won.", waits="to go first")) == "to go first"


@pytest.mark.parametrize(
    ("scenario", "switches"),
    [
        ("horse-and-pikes", {"declare": "measure_first"}),
        ("lily-field", {"command": "cards"}),
        ("beacon-ridge", {"turn_system": "simultaneous"}),
        ("powder-and-stones", {}),
        ("crossroads", {}),
    ],
)
def test_nobody_who_waits_is_spoken_to(scenario: str, switches: dict[str, str]) -> None:
    for battle in islice(positions(opening(scenario, **switches), 11), 300):
        book = ruleset(battle.ruleset)
        for seat in (None, *(one.id for one in battle.seats)):
            for waiting in book.view(battle, seat).decisions:
                if isinstance(waiting, Waiting):
                    assert not YOU.search(waiting.prompt), waiting.prompt
                    assert not waiting.prompt.endswith((".", "?")), waiting.prompt
                else:
                    assert waiting.seat == seat


def test_every_prompt_of_every_book_says_what_others_wait_for() -> None:
    """It begins with a verb that tells somebody to do something, or the book says it in so many words."""
    root = Path(schiltron.__file__).parent
    for path in sorted([*(root / "rulesets").rglob("*.py"), *(root / "battle").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            given = {one.arg: one.value for one in node.keywords}
            if {"prompt", "seat", "rules"} <= given.keys() and "waits" not in given:
                prompt = given["prompt"]
                literal = prompt.values[0] if isinstance(prompt, ast.JoinedStr) else prompt
                known = isinstance(literal, ast.Constant) and str(literal.value).split(" ", 1)[0].lower() in TELLS
                handed_on = isinstance(prompt, ast.Name | ast.Call)
                assert known or handed_on, f"{path}: {ast.unparse(prompt)}"


def test_a_secret_is_no_part_of_it() -> None:
    """What one may choose from, and how it would be sealed, is nobody else's business."""
    choice = Choose(seat="red", prompt="Keep one.", waits="to keep one", rules=("T-1",), options=(), sealed=True)
    assert awaited(choice) == "to keep one"
