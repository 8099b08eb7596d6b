"""How likely a unit is to break, against every throw of the die through the door."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.rulesets.by_this_axe.field import is_routed
from schiltron.rulesets.by_this_axe.morale.outlook import breaks, breaks_by, fails, panics, struck_down
from schiltron.rulesets.by_this_axe.state import Unit
from schiltron.rulesets.by_this_axe.steps import Checks
from tests.rulesets.by_this_axe.positions import blue, field, hero, locked, play, red

FAR = red("axes", 12, files=6, at=(60, 5))


def by_throws(unit: Unit, phase: Any, *others: Unit, **more: Any) -> float:
    """The share of throws that break a unit, 0 if it does not check at all."""
    start = play(field(unit, *others, FAR, phase=phase, **more), Checks(phase))
    if start.battle.roll is None:
        return 0.0
    return sum(is_routed(start.then(str(face)).unit(unit.id)) for face in range(1, 7)) / 6


@pytest.mark.parametrize("lost", range(9))
@pytest.mark.parametrize("phase", ["ranged", "melee"])
def test_the_chance_is_that_of_the_check_itself(lost: int, phase: Any) -> None:
    """TA-MORALE-07: causes and modifiers follow from the losses."""
    unit = blue("spears", 10, files=5, at=(24, 30), fc=3, original=12)
    foe = red("clubs", 6, at=(24, 30))
    kay = hero("kay", "blue", with_="spears", roles=("leader",), leadership=1)
    contacts = [locked("clubs", "spears")] if phase == "melee" else []
    position = field(unit, kay, foe, phase=phase, contacts=contacts)
    after = struck_down(unit, lost)
    assert breaks(position, unit, lost, phase) == pytest.approx(by_throws(after, phase, kay, foe, contacts=contacts))


def test_a_blow_in_the_rear_is_reckoned_with() -> None:
    """TA-MORALE-03, TA-MORALE-13: a check without a loss."""
    unit = blue("spears", 6, at=(24, 30))
    position = field(unit, FAR)
    assert breaks(position, unit, 0, "melee") == 0
    assert breaks(position, unit, 0, "melee", ("rear",)) == pytest.approx(5 / 6)
    assert breaks(position, unit, 6, "melee", ("rear",)) == 0


def test_uncertain_losses_are_weighed() -> None:
    """TA-MORALE-01: half the time three fall."""
    unit = blue("spears", 12, at=(24, 30))
    position = field(unit, FAR)
    assert breaks_by(position, unit, (0.25, 0.25, 0, 0.5), "ranged") == pytest.approx(0.5 * 2 / 6)


def test_friends_who_would_be_shaken() -> None:
    """TA-MORALE-04: by name, with the chance that each breaks too."""
    unit, near = blue("spears", 6, at=(24, 30)), blue("bows", 6, at=(24, 33), fc=1)
    far, gone = blue("clubs", 6, at=(60, 40)), blue("slings", 6, at=(24, 36), marks=("routed",))
    position = field(unit, near, far, gone, FAR)
    assert panics(position, unit, "ranged") == {"bows": pytest.approx(4 / 6)}
    assert fails(position, gone, ("losses",), "ranged") == 0
