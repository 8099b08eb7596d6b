"""Weather: how it comes about, what it does to missiles, moves, horse and goblins, and how far magic moves it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Checked, Moved, Ruled, Struck
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Face
from schiltron.battle.state.order import Amend
from schiltron.captains.book_of_war.expected_losses import band, volley
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.attacks.missiles import may_shoot, targets
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.conditions import Conditions, hampered, move_tally
from schiltron.rulesets.book_of_war.guide.odds import melee_odds
from schiltron.rulesets.book_of_war.individuals import HEROES
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase, morale_tally
from schiltron.rulesets.book_of_war.morale.rout import Flights
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.state import ROUTED, Battle
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.book_of_war.weather import SKIES, can_shift, shift_weather, sky_of
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    SOUTH,
    Askew,
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    play,
    red,
    rules,
    shoot,
    stream,
    wheel,
)

# ---------------------------------------------------------------- how it comes about


@pytest.mark.parametrize(
    ("total", "sky"),
    [(2, "sunny"), (7, "sunny"), (8, "cloudy"), (9, "cloudy"), (10, "rainy"), (11, "rainy"), (12, "stormy")],
)
def test_two_dice_say_the_weather(total: int, sky: str) -> None:
    """BW-O1-01"""
    assert sky_of(total) == sky


def begun(**options: str) -> Played:
    battle = prepare(load_scenario("open-field"))
    switched = replace(battle, own=replace(battle.own, options=replace(battle.own.options, **options)))
    start = BOOK_OF_WAR.begun(switched)
    return Played(start.battle, start.events)


def test_it_is_rolled_for_between_the_terrain_and_the_armies() -> None:
    """BW-O1-01"""
    start = begun(weather="rolled").then("6 6 | 1 1")
    assert (start.roll.purpose, start.roll.rules) == ("the weather of the day", ("BW-O1-01",))
    rained = start.then("5 5")
    assert (rained.battle.own.weather, rained.battle.own.natural_weather) == ("rainy", "rainy")
    assert rained.battle.phase == "deployment"
    told = rained.events_of(Ruled)[-1]
    assert told.what.startswith("the weather is rainy")
    assert told.rules == ("BW-O1-01", "BW-O1-06")


def test_a_given_weather_is_not_rolled_for_and_none_is_not_spoken_of() -> None:
    """BW-O1-01"""
    stormy = begun(weather="stormy").then("6 6 | 1 1").battle
    assert (stormy.roll, stormy.own.weather, stormy.phase) == (None, "stormy", "deployment")
    assert any("stormy" in str(note) for note in BOOK_OF_WAR.conditions(stormy))
    plain = begun().then("6 6 | 1 1").battle
    assert (plain.own.weather, plain.own.conditions) == ("", None)
    assert not any("weather" in str(note) for note in BOOK_OF_WAR.conditions(plain))


def test_a_battle_without_weather_is_saved_as_it_ever_was() -> None:
    """Loaded and saved again too: a switch that stands as it stands by default is not written."""
    plain = field(blue("archers", 6, at=(24, 30)))
    saved = encode(plain)
    assert encode(BOOK_OF_WAR.decode(saved)) == saved
    assert not any(word in saved for word in (b"weather", b"darkness", b"alignment", b"extra_ranks", b"flanked"))
    options, wrong = BOOK_OF_WAR.switches.read({"weather": "no" + "ne"})
    assert (encode(options), wrong) == (encode(Options()), [])


def test_players_may_agree_on_another_weather_but_not_roll_for_it_any_more() -> None:
    """BW-O1-01"""
    calm = field(blue("archers", 6, at=(24, 30)))
    wet = BOOK_OF_WAR.amended(calm, Amend("weather", "rainy"))
    assert not isinstance(wet, Reason)
    assert (wet.own.weather, wet.own.natural_weather) == ("rainy", "rainy")
    dry = BOOK_OF_WAR.amended(wet, Amend("weather", "none"))
    assert not isinstance(dry, Reason)
    assert dry.own.conditions is None
    late = BOOK_OF_WAR.amended(calm, Amend("weather", "rolled"))
    assert isinstance(late, Reason)
    assert late.rules == ("BW-O1-01",)
    assert isinstance(BOOK_OF_WAR.amended(calm, Amend("hiding", "secret")), Reason)


# ---------------------------------------------------------------- magic moves it


def test_weather_moves_a_step_and_never_farther_than_one_from_the_natural() -> None:
    """BW-O1-02, BW-O1-03: from cloudy to rainy, not on to stormy; back through cloudy to sunny."""
    scene = Scene(field(blue("archers", 6, at=(24, 30)), weather="cloudy"))
    shift_weather(scene, 1, "BW-A4-18")
    assert (scene.battle.own.weather, scene.battle.own.natural_weather) == ("rainy", "cloudy")
    assert not can_shift(scene.battle, 1)
    with pytest.raises(AssertionError):
        shift_weather(scene, 1)
    shift_weather(scene, -1)
    shift_weather(scene, -1)
    assert scene.battle.own.weather == "sunny"
    assert not can_shift(scene.battle, -1)
    told = [event for event in scene.events if isinstance(event, Ruled)]
    assert told[0].what.startswith("the weather turns rainy")
    assert {"BW-A4-18", "BW-O1-02", "BW-O1-03", "BW-O1-06"} <= set(told[0].rules)
    assert any("by nature cloudy" in str(note) for note in BOOK_OF_WAR.conditions(scene.battle))


@pytest.mark.parametrize("sky", SKIES)
def test_the_line_of_weathers_ends_at_both_ends(sky: str) -> None:
    """BW-O1-02"""
    battle = field(blue("archers", 6, at=(24, 30)), weather=sky)
    assert can_shift(battle, -1) == (sky != "sunny")
    assert can_shift(battle, 1) == (sky != "stormy")
    assert not can_shift(field(blue("archers", 6, at=(24, 30))), 1)


# ---------------------------------------------------------------- sunny and cloudy


@pytest.mark.parametrize(("sky", "rule"), [("sunny", "BW-O1-04"), ("none", "BW-A2-15"), ("cloudy", ""), ("rainy", "")])
def test_goblins_dislike_the_sun_alone(sky: str, rule: str) -> None:
    """BW-A2-16, BW-O1-04, BW-O1-05"""
    goblins = blue("goblin_light_infantry", 6, fallen=2, files=4, at=(36, 40), lost=2)
    position = field(goblins, red("archers", 6, at=(36, 10)), weather=sky, game="advanced")
    light = [term.rule for term in morale_tally(position, goblins, 2).terms if term.label == "in full daylight"]
    assert light == ([rule] if rule else [])
    played = play(position, MoralePhase("blue"), "3 3")
    (checked,) = played.events_of(Checked)
    assert (checked.tally.total, checked.passed) == ((9, False) if rule else (10, True))


def test_the_odds_know_of_clouds() -> None:
    """BW-O1-05: what the page promises is what the check is made with."""
    units = (
        blue("heavy_infantry", 6, at=(24, 24)),
        red("orc_light_infantry", 8, files=4, id="orcs", at=(24, 24)),
    )
    sunny, cloudy = (
        melee_odds(field(*units, game="advanced", weather=sky), units[0])[0].breaks for sky in ("sunny", "cloudy")
    )
    assert cloudy < sunny


# ---------------------------------------------------------------- rain


def shooting(**options: str) -> Battle:
    return field(
        blue("archers", 6, files=6, at=(24, 30)),
        red("light_infantry", 12, files=6, at=(24, 24)),
        declare="measure_first",
        **options,
    )


def test_rain_costs_missiles_one() -> None:
    """BW-O1-06: light infantry is hit on 4, in the rain on 5."""
    dry = play(shooting(), AttackPhase("blue"), shoot("archers", at="light_infantry"))
    wet = play(shooting(weather="rainy"), AttackPhase("blue"), shoot("archers", at="light_infantry"))
    assert dry.dice == [(12, 4)]
    assert wet.dice == [(12, 5)]
    hit = wet.then("5 5 4 4 4 4 4 4 4 4 4 4")
    (struck,) = hit.events_of(Struck)
    assert struck.hits == 2
    assert "BW-O1-06" in struck.tallies[0].rules


def test_rain_falls_on_stones_too_but_not_on_swords() -> None:
    """BW-O1-06"""
    giants = field(
        blue("giants_hill", 3, files=3, at=(24, 34)),
        red("light_infantry", 12, files=6, at=(24, 24)),
        declare="measure_first",
        game="advanced",
        weather="rainy",
    )
    (shot,) = targets(giants, giants.units["giants_hill"])
    assert "BW-O1-06" in shot.volley.portions[0].blow.need.rules
    close = field(blue("archers", 6, at=(24, 24)), red("light_infantry", 6, at=(24, 24)), weather="rainy")
    assert "BW-O1-06" not in melee_odds(close, close.units["archers"])[0].needs.rules


def test_captains_reckon_with_rain() -> None:
    """BW-O1-06"""
    dry, wet = (shooting(**more) for more in ({}, {"weather": "rainy"}))
    worth = [
        volley(band(one, one.units["archers"]), band(one, one.units["light_infantry"]), far=False) for one in (dry, wet)
    ]
    assert worth[1] < worth[0]


# ---------------------------------------------------------------- storm


def test_nobody_shoots_in_a_storm() -> None:
    """BW-O1-07: not even asked."""
    position = shooting(weather="stormy")
    (reason,) = may_shoot(position, position.units["archers"])
    assert reason.rules == ("BW-O1-07",)
    assert play(position, AttackPhase("blue")).over
    assert (
        volley(band(position, position.units["archers"]), band(position, position.units["light_infantry"]), far=False)
        == 0
    )


def spent_and_left(played: Played) -> tuple[int, int]:
    (moved,) = played.events_of(Moved)
    return moved.spent, moved.left


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("kind", "far"), [("light_infantry", 6), ("heavy_infantry", 3), ("light_cavalry", 6), ("heavy_cavalry", 3)]
)
def test_moves_cost_double_in_a_storm_and_four_times_for_horse(kind: str, far: float, layout: Askew) -> None:
    """BW-O1-08: light infantry of 12 goes 6, light horse of 24 also 6."""
    assert TROOPS[kind].move == inches(far) * (4 if TROOPS[kind].mounted else 2)
    unit = blue(kind, 5, files=3, at=layout.at(1, -8), facing=layout.facing(0))
    foe = red("archers", 6, at=layout.at(0, 14), facing=layout.facing(180))
    start = moving(unit, foe, weather="stormy")
    assert "BW-C2-01" in rules(start.refusal(march(kind, ahead(far + 0.1))))
    went = start.then(march(kind, ahead(far)))
    assert spent_and_left(went) == (inches(far), 0)
    assert "BW-O1-08" in move_tally(TROOPS[kind], went.battle.own.conditions).rules


@pytest.mark.parametrize(
    ("kind", "ground", "far"),
    [
        ("light_infantry", "woods", 3),
        ("light_cavalry", "woods", 3),
        ("light_cavalry", "marsh", 2),
        ("light_infantry", "hill", 4),
        ("light_cavalry", "hill", 4),
    ],
)
def test_a_storm_multiplies_what_the_ground_costs(kind: str, ground: str, far: float) -> None:
    """BW-O1-08: in woods foot pays 4 an inch and horse 8; up a contour 4 and 8 inches."""
    wood = piece(ground, 20, 20, 52, 41.5, steps=1) if ground != "hill" else piece("hill", 20, 20, 52, 39, steps=1)
    start = moving(blue(kind, 3, files=3, at=(36, 40)), red("archers", 6, at=(36, 4)), wood, weather="stormy")
    went = start.then(march(kind, ahead(far)))
    assert spent_and_left(went)[1] == 0
    assert start.refusal(march(kind, ahead(far + 0.2)))


def test_a_change_of_face_is_half_a_move_in_a_storm_as_ever_and_a_wheel_costs_twice() -> None:
    """BW-O1-08, BW-B4-17: half of 12 buys a face, and the other half three inches."""
    start = moving(blue("light_infantry", 6, files=3, at=(36, 30)), red("archers", 6, at=(36, 4)), weather="stormy")
    assert start.refusal(march("light_infantry", Face("right"), ahead(3.1)))
    assert spent_and_left(start.then(march("light_infantry", Face("right"), ahead(3))))[1] == 0
    assert spent_and_left(start.then(march("light_infantry", wheel("right", 90), ahead(3))))[1] == 0
    assert start.refusal(march("light_infantry", wheel("right", 90), ahead(3.1)))


def test_the_least_move_of_an_inch_is_left_in_a_storm() -> None:
    """BW-B3-13, BW-O1-08: heavy horse in a stream pays 16 an inch and has 12."""
    water = stream((10, 38), (60, 38), width=8)
    start = moving(blue("heavy_cavalry", 3, at=(36, 38)), red("archers", 6, at=(36, 4)), water, weather="stormy")
    assert start.refusal(march("heavy_cavalry", ahead(1.1)))
    start.then(march("heavy_cavalry", ahead(1)))


def test_who_flees_in_a_storm_runs_half_as_far() -> None:
    """BW-O1-08, BW-B5-06"""
    runner = blue("light_infantry", 6, files=3, at=(36, 20), facing=SOUTH, marks=(ROUTED,))
    foe = red("heavy_infantry", 6, files=3, at=(36, 12))
    fled = [play(field(runner, foe, weather=sky), Flights("blue")) for sky in ("none", "stormy")]
    assert [one.unit("light_infantry").pose.y - inches(20) for one in fled] == [inches(12), inches(6)]


def test_horse_strikes_with_one_die_in_a_storm() -> None:
    """BW-O1-09: trolls, who walk, keep two."""

    def due(kind: str, sky: str) -> list[tuple[int, int]]:
        position = field(
            blue(kind, 3, at=(24, 24)), red("light_infantry", 6, at=(24, 24)), weather=sky, game="advanced"
        )
        return play(position, AttackPhase("blue")).dice

    assert [count for count, _ in due("medium_cavalry", "cloudy")] == [6]
    assert [count for count, _ in due("medium_cavalry", "stormy")] == [3]
    assert [count for count, _ in due("goblin_wolf_riders", "stormy")] == [3]
    assert [count for count, _ in due("trolls", "stormy")] == [6]


def test_the_free_attack_of_pikes_is_as_ever_in_a_storm() -> None:
    """BW-O1-09: four dice a figure against foot."""

    def met(sky: str) -> list[tuple[int, int]]:
        foot = blue("light_infantry", 4, files=4, at=(24, 26))
        pikes = red("pikemen", 8, files=4, at=(24, 24))
        return moving(foot, pikes, weather=sky).then(march("light_infantry", ahead(2))).dice

    assert met("stormy") == met("none")


def test_horse_archers_are_not_told_to_split_a_move_that_no_shot_can_follow() -> None:
    """BW-B2-43, BW-O1-07"""
    units = blue("horse_archers", 4, at=(36, 40)), red("archers", 6, at=(36, 4))
    assert "split" in moving(*units).decision.actions
    assert "split" not in moving(*units, weather="stormy").decision.actions


def test_the_card_says_what_the_storm_does() -> None:
    """BW-O1-07, BW-O1-08, BW-O1-09"""
    position = field(blue("horse_archers", 4, at=(36, 40)), red("archers", 6, at=(36, 4)), weather="stormy")
    card = BOOK_OF_WAR.card(position, "horse_archers")
    assert card is not None
    assert card.allowance == inches(6)
    assert {"BW-O1-07", "BW-O1-08", "BW-O1-09"} <= {stat.rule for stat in card.stats}


def test_who_flies_is_not_slowed_by_a_storm() -> None:
    """BW-O1-08, BW-A3-28: but on the ground he is."""
    storm = Conditions(weather="stormy")
    for kind in HEROES.values():
        now = hampered(kind.id, storm)
        flies = kind.hero is not None and kind.hero.flies
        assert (now.move == kind.move) is flies
        if flies:
            assert now.hero.slower == kind.hero.slower // 2


@pytest.mark.parametrize(
    ("weather", "darkness", "light", "falls"),
    [
        ("none", "none", "day", ""),
        ("sunny", "dark", "night", ""),
        ("cloudy", "none", "day", ""),
        ("rainy", "total", "night", "rain"),
        ("stormy", "none", "day", "storm"),
    ],
)
def test_the_table_shows_light_and_weather(weather: str, darkness: str, light: str, falls: str) -> None:
    """BW-O1-01, BW-O2-01: as it is now, whatever the day was like by nature."""
    battle = field(blue("archers", 4, at=(24, 30)), game="advanced", weather=weather, darkness=darkness)
    now = "" if weather == "none" else weather
    shown = BOOK_OF_WAR.sky(replace(battle, own=replace(battle.own, weather=now, natural_weather="rainy")))
    assert (shown.light, shown.falls) == (light, falls)
