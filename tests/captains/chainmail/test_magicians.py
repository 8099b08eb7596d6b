"""Captains lead magic users to where their missiles reach, and no nearer."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.manoeuvre import Advance
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.chainmail.asking import moved
from tests.rulesets.chainmail.positions import red
from tests.rulesets.chainmail.wizardry import magical, wizard


def apart_after(battle: Battle) -> float:
    """How far he is from the enemy when he has moved."""
    command = moved(battle).get("he")
    unit = battle.units["he"]
    if command is None:
        return gap(unit.outline, battle.units["foe"].outline)
    assert isinstance(command.form, PathDrawn)
    walker = walk(battle, order_of("he", command))
    assert not walker.reasons
    assert any(isinstance(leg, Advance) for leg in command.form.path)
    return gap(walker.outline, battle.units["foe"].outline)


@pytest.mark.parametrize("grade", ["wizard", "magician"])
@pytest.mark.parametrize(("x", "y"), [(40, 50), (22, 44)])
def test_he_comes_within_reach_and_no_nearer(grade: str, x: float, y: float) -> None:
    """CM-FANT-WIZARD-13: 24 inches; from farther off he comes on, from there he stays where he is."""
    he = wizard("he", "blue", (x, y), grade=grade, facing=10)
    far = magical(he, red("foe", 12, files=6, at=(44, 12)), phase="first_move", magicians=())
    before = gap(he.outline, far.units["foe"].outline)
    after = apart_after(far)
    assert after < before - inches(6)
    near = magical(he, red("foe", 12, files=6, at=(x + 5, y - 21)), phase="first_move", magicians=())
    start = gap(he.outline, near.units["foe"].outline)
    assert inches(17) < start < inches(24)
    assert apart_after(near) >= start - inches(1)
