"""Windows in the middle of others' doings, in words: answered, passed, and passed unasked."""

from __future__ import annotations

from schiltron.battle.state.decision import Assigned, Share
from schiltron.battle.state.order import Reply, Undo
from schiltron.herald.helping import help_now
from schiltron.herald.herald import Herald
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from tests.rulesets.by_this_axe.test_magic import mage, volley

KEPT = Assigned((Share("merla", "keep", 3),))


def window():
    return volley(mage(with_="spears")).battle


def answered(herald: Herald, line: str) -> Assigned | None:
    order = herald.hear(line, window()).order
    assert order is None or isinstance(order, Reply)
    return order.answer if order is not None else None


def test_pass_keeps_everything() -> None:
    """TA-FANT-M08"""
    herald = Herald(BY_THIS_AXE, "blue")
    assert answered(herald, "pass") == KEPT
    assert herald.go_on(window()) is None, "the next one is asked again"
    assert answered(herald, "stop 2 keep 1") == Assigned((Share("merla", "keep", 1), Share("merla", "stop", 2)))


def test_windows_pass_unasked_until_one_wants_to_be_asked_again() -> None:
    """TA-FANT-M08: whatever there would be to spend."""
    herald = Herald(BY_THIS_AXE, "blue")
    assert answered(herald, "pass always") == KEPT
    order = herald.go_on(window())
    assert isinstance(order, Reply)
    assert (order.seat, order.answer) == ("blue", KEPT)
    assert answered(herald, "ask again") is None
    assert herald.go_on(window()) is None


def test_who_takes_something_back_is_asked_again() -> None:
    herald = Herald(BY_THIS_AXE, "blue")
    herald.hear("pass always", window())
    assert isinstance(herald.hear("undo", window()).order, Undo)
    assert herald.go_on(window()) is None


def test_the_other_side_passes_nothing() -> None:
    herald = Herald(BY_THIS_AXE, "red")
    assert herald.hear("pass always", window()).order is None
    assert herald.go_on(window()) is None


def test_it_is_said_how() -> None:
    due = "\n".join(Herald(BY_THIS_AXE, "blue").due(window()))
    assert "pass always" in due
    assert any("ask again" in line for line in help_now(BY_THIS_AXE, window(), window().decisions[0]))
