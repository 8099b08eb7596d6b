"""A battle as the table draws it."""

from msgspec.structs import replace

from schiltron.battle.state.drawn import drawn_units, landed, picture
from schiltron.battle.state.event import Covered, Landed
from schiltron.battle.state.unit import OnTable
from schiltron.muster import prepare, ready_scenarios
from schiltron.table.pose import Pose
from schiltron.table.shapes import Corridor, Disc


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


def test_where_shots_fell_is_drawn_over_the_units() -> None:
    """A circle round its middle; of a line the stretches that count, and fainter those that do not."""
    streaks = (
        Covered(Corridor(10_000, 10_000, 10_000, 6_000, 500), "white"),
        Covered(Corridor(10_000, 6_000, 10_000, 2_000, 500), "black", struck=False),
    )
    circle, near, far = landed([Landed(unit="gun", marks=(Covered(Disc(8_000, 8_000, 1_500)), *streaks))])
    assert [zone.kind for zone in (circle, near, far)] == ["landed", "landed", "passed"]
    assert circle.shape == Disc(8_000, 8_000, 1_500)
    assert near.shape == streaks[0].shape
    (scenario,) = [scenario for scenario in ready_scenarios() if scenario.id == "walled-orchard"]
    battle = prepare(scenario)
    svg = picture(battle, events=[Landed(unit="gun", marks=streaks)]) or ""
    assert (svg.count('class="zone-landed"'), svg.count('class="zone-passed"')) == (1, 1)


def test_a_frame_without_inches_gives_no_distance_away() -> None:
    (scenario,) = [scenario for scenario in ready_scenarios() if scenario.id == "walled-orchard"]
    battle = prepare(scenario)
    for kind in ("tick", "check", "cross", "ruler"):
        assert f'class="{kind}' in (picture(battle) or "")
        assert f'class="{kind}' not in (picture(battle, ruled=False) or "")


def test_each_of_three_sides_has_a_manner_of_its_own() -> None:
    (scenario,) = [scenario for scenario in ready_scenarios() if scenario.id == "three-parishes"]
    battle = prepare(scenario)
    standing = {
        key: replace(unit, place=OnTable(Pose(10_000 + 5_000 * place, 10_000, 0)))
        for place, (key, unit) in enumerate(battle.units.items())
        if not unit.host
    }
    drawn = drawn_units(replace(battle, units=standing))
    assert {(one.colour, one.open, one.pattern) for one in drawn} == {
        ("red", False, ""),
        ("blue", True, ""),
        ("ochre", True, "striped"),
    }
