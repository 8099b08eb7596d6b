"""Captains lead magic users to where their missiles reach, and no nearer."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import Chosen, PathDrawn
from schiltron.battle.state.manoeuvre import Advance
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.chainmail.asking import moved
from tests.rulesets.chainmail.positions import play, red
from tests.rulesets.chainmail.wizardry import RED, cast, magical, wizard


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


# ---------------------------------------------------------------- counter-spells


def answered_to_darkness(*others: Unit, grade: str = "wizard", foe_grade: str = "warlock", foe_at: float = 4) -> str:
    """What the captain of Blue says when an enemy casts darkness."""
    he = wizard("he", "blue", (40, 44), grade=grade)
    foe = wizard("foe", "red", (44, foe_at), grade=foe_grade, spells=("darkness",))
    played = play(magical(he, foe, *others), RED, cast("foe", "darkness"))
    decision = played.decision
    answer = ChainmailCaptain().answer(CHAINMAIL.view(played.battle, decision.seat), decision)
    assert isinstance(answer, Chosen)
    return answer.keys[0]


def test_a_spell_is_countered_by_who_is_the_stronger_and_has_nothing_better_to_do() -> None:
    """CM-FANT-SPELL-05, CM-FANT-SPELL-06: on 7 or more; not by the weaker, nor by him who has a mark."""
    assert answered_to_darkness() == "he"
    assert answered_to_darkness(grade="magician", foe_grade="wizard") == "let_be"
    assert answered_to_darkness(red("near", 6, at=(40, 28))) == "let_be"
    assert answered_to_darkness(foe_at=26) == "let_be"
