"""Flemish levies and religious orders, steadier than others."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Checked
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.troop_traits.bonuses import required_roll_terms
from tests.rulesets.chainmail.positions import blue, field, play, red

STEADY = [("flemish_levies", "levies", "CM-HIST-14"), ("knights_of_an_order", "religious_orders", "CM-HIST-31")]


@pytest.mark.parametrize(("troop", "switch", "rule"), STEADY)
def test_they_add_one_to_a_check_of_morale(troop: str, switch: str, rule: str) -> None:
    """CM-HIST-14, CM-HIST-31: 1 on the total, with the option on."""
    units = (
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("steady", 12, files=6, at=(40, 30), troop=troop),
    )
    check = StandCharge("steady", "horse")
    plain, steady = play(field(*units), check), play(field(*units, **{switch: "on"}), check)
    told = [played.then("3 3").events_of(Checked)[0] for played in (plain, steady)]
    assert told[1].tally.total - told[0].tally.total == 1
    assert [rule in one.rules for one in told] == [False, True]


@pytest.mark.parametrize(("troop", "switch", "rule"), STEADY)
def test_other_required_rolls_gain_nothing(troop: str, switch: str, rule: str) -> None:
    """CM-HIST-14, CM-HIST-31: it is morale dice they add to."""
    battle = field(red("steady", 12, at=(40, 30), troop=troop), **{switch: "on"})
    assert required_roll_terms(battle, battle.units["steady"], 1, "other") == []
    assert [term.rule for term in required_roll_terms(battle, battle.units["steady"], 2, "check")] == [rule]


def test_other_levies_and_other_knights_gain_nothing() -> None:
    """CM-HIST-14: the Flemish alone; CM-HIST-31: those of an order alone."""
    battle = field(
        red("levies", 12, at=(40, 30), troop="levies"),
        red("knights", 12, at=(60, 30), troop="knights"),
        levies="on",
        religious_orders="on",
    )
    for unit in battle.units.values():
        assert required_roll_terms(battle, unit, 2, "check") == []
