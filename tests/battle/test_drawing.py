"""A battle as the table draws it."""

from schiltron.battle.drawing import drawn_units, landed, picture
from schiltron.battle.event import Circle, Landed, Streak
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


def test_where_shots_fell_is_drawn_over_the_units() -> None:
    """A circle round its middle; of a line the stretches that count, and fainter those that do not."""
    streaks = (
        Streak(10_000, 10_000, 10_000, 6_000, 500, "white"),
        Streak(10_000, 6_000, 10_000, 2_000, 500, "black", struck=False),
    )
    circle, near, far = landed([Landed(unit="gun", marks=(Circle(8_000, 8_000, 1_500), *streaks))])
    assert [zone.kind for zone in (circle, near, far)] == ["landed", "landed", "passed"]
    assert {round(((x - 8_000) ** 2 + (y - 8_000) ** 2) ** 0.5) for x, y in circle.ring} <= {1_499, 1_500, 1_501}
    assert set(near.ring) == {(9_750, 10_000), (9_750, 6_000), (10_250, 6_000), (10_250, 10_000)}
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
