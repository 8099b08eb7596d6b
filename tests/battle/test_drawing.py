"""A battle as the table draws it."""

from schiltron.battle.drawing import drawn_units, picture
from schiltron.muster import prepare, ready_scenarios


def test_who_goes_with_a_unit_is_drawn_with_it_and_nowhere_else() -> None:
    (orchard,) = [scenario for scenario in ready_scenarios() if scenario.id == "walled-orchard"]
    battle = prepare(orchard)
    (windlass_men,) = drawn_units(battle)
    assert windlass_men.label == "The Windlass Men"
    assert [name for _, name in windlass_men.company] == ["Captain Bardolf"]
    svg = picture(battle)
    assert svg is not None
    assert svg.count('class="cloth"') == 1
    assert "with Captain Bardolf" in svg
