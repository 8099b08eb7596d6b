"""The check that nothing depends on the name of a rule finds the ways in which it could."""

import pytest

from tools.rule_ids import faults, main


@pytest.mark.parametrize(
    "decision",
    [
        'by_card = "TA-CMD-40" in rules',
        'legal = all(reason.rules == ("BS-7.14-06",) for reason in found)',
        '_SHUT = frozenset(("CM-TERR-05", "CM-TERR-07"))\nshut = any(rule in _SHUT for rule in found)',
        'match rule:\n    case "BW-B1-01":\n        pass',
        "same = one.rules == other.rules",
    ],
)
def test_a_decision_by_rule_ids_is_found(decision: str) -> None:
    assert list(faults(decision))


def test_rule_ids_may_be_shown() -> None:
    assert not list(faults('walker.refuse("contact ends the move", "CM-TURN-07")\nsame = one.title == "Chainmail"'))


def test_nothing_in_the_engine_decides_by_them() -> None:
    assert main() == 0
