"""Horse archers of a captain: a part of the move, fire, and on."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH, Commanded, Move, PathDrawn
from schiltron.rulesets.chainmail.field import in_turns
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.outline import gap
from tests.captains.chainmail.asking import answer
from tests.rulesets.chainmail.positions import ahead, blue, field, play, red


def near_foot() -> Battle:
    return field(
        blue("riders", 8, files=8, at=(48, 44), troop="horse_archers"),
        red("foot", 20, files=10, at=(48, 28), troop="heavy_foot"),
    )


def test_after_the_fire_they_do_not_stay_where_foot_can_charge_them() -> None:
    """CM-MISSILE-15: the second part is chosen when the first has been fired from."""
    battle = near_foot()
    assert in_turns(battle)
    asked = play(battle, Moves("blue"), Commanded("riders", "split", PathDrawn((ahead(5),))), FINISH)
    assert isinstance(asked.decision, Move)
    said = answer(asked)
    assert isinstance(said, PathDrawn)
    after = asked.then(said)
    apart = [gap(one.unit("riders").outline, one.unit("foot").outline) for one in (asked, after)]
    assert not after.battle.engagements
    assert apart[1] >= apart[0]
