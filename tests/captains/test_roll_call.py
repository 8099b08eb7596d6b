"""Who has had his turn."""

from __future__ import annotations

from schiltron.captains.roll_call import RollCall


def test_nobody_is_called_twice_in_a_phase() -> None:
    roll = RollCall()
    assert roll.waiting(1, "blue", ("a", "b")) == ("a", "b")
    roll.call("a")
    assert roll.waiting(1, "blue", ("a", "b")) == ("b",)


def test_a_new_phase_begins_with_everybody() -> None:
    roll = RollCall()
    roll.waiting(1, "blue", ())
    roll.call("a")
    assert roll.waiting(1, "red", ("a",)) == ("a",)
    roll.call("a")
    assert roll.waiting(2, "red", ("a",)) == ("a",)
