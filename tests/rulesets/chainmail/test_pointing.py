"""How the guide says an engine may be pointed: from where, and in which ways."""

from __future__ import annotations

import pytest

from schiltron.rulesets.chainmail.guide.shots import pointing
from tests.rulesets.chainmail.positions import blue, field


@pytest.mark.parametrize(
    ("troop", "sections"),
    [("light_catapult", [""]), ("heavy_field_gun", ["white", "black"]), ("bombard", ["", "white", "black"])],
)
def test_a_call_in_whole_inches_or_a_section_named(troop: str, sections: list[str]) -> None:
    """CM-CATAPULT-11, CM-GUN-14, CM-GUN-19: measured from the middle of the front edge."""
    battle = field(blue("engine", 4, at=(48, 40), troop=troop))
    found = pointing(battle, battle.units["engine"])
    assert (found.x, found.y) == (48_000, 40_000 - 1_250)
    assert [way.section for way in found.ways] == sections
    for way in found.ways:
        assert way.step == (1 if way.section else 1_000)
        assert not way.eye


def test_where_the_call_alone_decides_it_is_made_by_eye() -> None:
    """CM-CATAPULT-12: but a line is laid on its target."""
    battle = field(blue("engine", 4, at=(48, 40), troop="bombard"), scatter="called")
    assert [way.eye for way in pointing(battle, battle.units["engine"]).ways] == [True, False, False]
