"""Who steps out of the ranks finds a place of his own."""

from __future__ import annotations

import pytest

from schiltron.battle.movement.escorts import standing_room
from tests.rulesets.by_this_axe.positions import blue, field, hero, red


@pytest.mark.parametrize(("foe", "side"), [(34, -1), (14, 1)])
def test_who_steps_out_of_the_ranks_stands_on_the_side_away_from_the_enemy(foe: float, side: int) -> None:
    """The places to the left and to the right are as near."""
    host = blue("host", 6, files=2, at=(24, 24), facing=0)
    kay = hero("kay", "blue", with_="host")
    there = standing_room(field(host, kay, red("foe", 6, at=(foe, 24))), kay, host.pose)
    assert (there.x - host.pose.x) * side > 0
