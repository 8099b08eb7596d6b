"""How likely a unit is to stand what an attack costs it: the very checks that would be made (cases 4.2 to 4.4)."""

from __future__ import annotations

import pytest

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import chance
from schiltron.rulesets.battlesystem.outlook import fails, holds, passes
from schiltron.rulesets.battlesystem.state import Battle, Unit
from tests.rulesets.battlesystem.positions import blue, field, red, skirmishers


def alone(*units: Unit) -> Battle:
    return field(*units, red("orcs", 6, files=6, at=(80, 10)))


@pytest.mark.parametrize(("lost", "checks"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 1), (11, 1)])
def test_a_unit_of_twelve_is_shaken_by_the_loss_of_a_quarter(lost: int, checks: int) -> None:
    """BS-4.4-01: one check for one attack, at the morale it has with whom it has left."""
    men = blue("men", 12, files=6, at=(24, 30), ml=12)
    battle = alone(men)
    steady = holds(battle, (men,), lost)
    if not checks:
        assert steady == 1
    else:
        assert 0 < steady < 1
        assert steady <= passes(battle, men)
    assert battle.units["men"].figures == 12, "nothing is lost by asking"


def test_skirmishers_fall_in_the_order_they_are_named_and_their_fellows_check() -> None:
    """BS-4.4-01, BS-2.9-03: two of six are a quarter and more."""
    scouts = skirmishers("scouts", "blue", [(20 + 2 * number, 30) for number in range(6)], ml=11)
    battle = alone(*scouts)
    assert holds(battle, scouts, 1) == 1
    assert 0 < holds(battle, scouts, 2) < 1
    assert holds(battle, scouts[::-1], 2) == pytest.approx(holds(battle, scouts, 2))


def test_who_never_checks_stands_everything() -> None:
    """BS-4.1-09."""
    dead = blue("dead", 12, files=6, at=(24, 30), never_checks=True)
    assert holds(alone(dead), (dead,), 9) == 1


def test_what_a_check_is_for_counts() -> None:
    """BS-4.2-09, BS-4.4-02: magic that took figures makes it harder by one."""
    men = blue("men", 12, files=6, at=(24, 30), ml=12)
    battle = alone(men)
    now = current_morale(battle, men).total
    assert passes(battle, men, ("losses",)) == chance(Tally("ML", (Term("ML", now),)))
    assert passes(battle, men, ("losses", "magic")) == chance(Tally("ML", (Term("ML", now - 1),)))


@pytest.mark.parametrize(
    ("number", "odds"), [(-3, 0), (1, 0), (2, 0.01), (3, 0.03), (11, 0.55), (19, 0.99), (20, 1), (26, 1)]
)
def test_two_dice_of_ten_decide_between_two_and_twenty(number: int, odds: float) -> None:
    """BS-4.3-01: the number or less; nothing is automatic but what no throw can change."""
    assert chance(Tally("ML", (Term("ML", number),))) == pytest.approx(odds)
    assert chance(Tally("ML", (Term("ML", number),), verdict="impossible")) == 0


def test_an_attack_that_may_cost_a_figure_may_break_a_unit_past_its_half() -> None:
    """BS-4.4-01: of twelve, six are left; each further loss is a check, and the last figure checks nothing."""
    men = blue("men", 6, files=6, at=(24, 30), ml=12, original=12, losses_judged=6)
    battle = alone(men)
    one = 1 - holds(battle, (men,), 1)
    assert 0 < one < 1
    assert fails(battle, (men,), [0.25, 0.75]) == pytest.approx(0.75 * one)
    assert fails(battle, (men,), [0.25, 0, 0, 0, 0, 0, 0.75]) == 0
