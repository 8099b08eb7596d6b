"""Fires in dry woods and brush, where the players want them: CM-WEATHER-04."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from schiltron.battle.state.decision import Aimed, Commanded, Planned
from schiltron.battle.state.effects import NOTHING
from schiltron.battle.state.event import Fell, Removed, Ruled
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.cli.army_table import standing
from schiltron.cli.terminal import Colours
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fire.cover import shelter
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.sighting import in_view
from schiltron.rulesets.chainmail.morale.instability import Instability
from schiltron.rulesets.chainmail.morale.ways import way_out
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import KINDLED, Abandoned, Battle, Fire, Unit, with_engine, with_turn
from schiltron.rulesets.chainmail.steps import BeginTurn, Walk
from schiltron.rulesets.chainmail.telling import conditions
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.weather.burning import Burn, Spread, figures_in, may_catch
from schiltron.rulesets.chainmail.weather.fires import cover_at_hand
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.server.shown import changes
from schiltron.table.lengths import FULL_TURN, degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    Played,
    Weather,
    ahead,
    blue,
    charge,
    commander,
    field,
    march,
    piece,
    play,
    red,
    rules,
    shoot,
    turn,
    under,
)

WOOD = piece("woods", 40, 18, 52, 27)
COPSE = piece("woods", 53, 18, 60, 27)
BRUSH = piece("brush", 20, 30, 30, 36)
HEAT = Weather(sky="clear", result="excess_heat")
CLEAR = Weather(sky="clear", result="no_change")
SET_FIRE = "set_fire"
DUE = (Burn(), Spread())


def kindle(unit: str) -> Commanded:
    return Commanded(unit, SET_FIRE)


def foot(name: str = "foot", at: tuple[float, float] = (46, 30), **more: Any) -> Unit:
    return blue(name, 8, **{"files": 4, "at": at, **more})


def skirmishers(at: tuple[float, float], **more: Any) -> Unit:
    return blue("bows", 8, **{"files": 4, "at": at, "troop": "archers", "formation": "open", **more})


def wooded(*units: Unit, features: tuple[Feature, ...] = (WOOD,), **more: Any) -> Battle:
    return field(*units, features=features, **{"burning": "on", "phase": "first_move", **more})


def ablaze(*units: Unit, features: tuple[Feature, ...] = (WOOD,), since: int = 1, **more: Any) -> Battle:
    """All of the first piece burns since a turn; it is the next, unless told otherwise."""
    first = replace(features[0], kind=f"burning_{features[0].kind}")
    fires = (Fire(first.id, since, ablaze=True),)
    return wooded(*units, features=(first, *features[1:]), fires=fires, **{"turn": since + 1, **more})


def told(played: Played) -> list[str]:
    return [event.what for event in played.events_of(Ruled) if event.rules == ("CM-WEATHER-04",)]


def kinds(battle: Battle) -> list[str]:
    assert battle.board is not None
    return [feature.kind for feature in battle.board.features]


# ---------------------------------------------------------------- setting fire


def test_without_the_setting_nothing_is_set_on_fire() -> None:
    """CM-WEATHER-04: by default there are no fires, whatever the heat."""
    played = play(wooded(foot(), burning="off", weather=HEAT), Moves("blue"))
    assert SET_FIRE not in played.decision.actions
    assert rules(played.refusal(kindle("foot"))) == {"CM-TURN-03", "CM-TURN-04", "CM-MOVE-01"}
    turn_of = play(wooded(foot(), red("foe", 8, at=(10, 10)), burning="off", weather=HEAT), BeginTurn())
    assert not {Burn, Spread} & {type(step) for step in turn_of.battle.agenda}


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("at", "facing", "reaches"),
    [
        ((46, 30), 0, True),  # 3 inches before the wood
        ((46, 30.05), 0, False),
        ((55, 20), 90, True),  # beside it, looking away
        ((56.6, 20), 90, False),
        ((54.4, 29.4), 45, True),  # off its corner and askew
        ((55.4, 30.4), 45, False),
        ((46, 23), 200, True),  # in it
    ],
)
def test_a_unit_sets_fire_to_cover_within_the_reach_of_a_melee(
    look: Look, at: tuple[float, float], facing: float, *, reaches: bool
) -> None:
    """CM-WEATHER-04: measured from the nearest base, whichever way the unit looks."""
    position = look.at(wooded(foot(at=at, facing=facing), red("foe", 6, files=3, at=(5, 5))))
    played = play(position, Moves("blue"))
    if not reaches:
        assert rules(played.refusal(kindle("foot"))) == {"CM-WEATHER-04"}
        return
    played = played.then(kindle("foot"))
    assert played.battle.own.fires == (Fire("woods 40", 1),)
    assert told(played) == ["Foot set fire to woods 40"]
    assert kinds(played.battle) == ["woods"], "it burns somewhere in it, not all over"


def test_it_takes_the_whole_move() -> None:
    """CM-WEATHER-04: who has set a fire neither moves, nor fires without a die for it, nor is compelled."""
    bows = foot("bows", troop="archers")
    played = play(wooded(bows, foot("other", (20, 50))), Moves("blue"), kindle("bows"))
    assert rules(played.refusal(march("bows", ahead(-1)))) == {"CM-WEATHER-04"}
    unit = played.unit("bows")
    assert (unit.own.turn.ordered, unit.own.turn.spent) == (KINDLED, inches(9))
    begun = play(wooded(with_turn(bows, spent=inches(1))), Moves("blue"))
    assert rules(begun.refusal(kindle("bows"))) == {"CM-WEATHER-04"}


def test_knights_who_have_set_a_fire_are_not_carried_away() -> None:
    """CM-HIST-04 with CM-WEATHER-04: their move is spent, so no die is thrown for their obedience."""
    knights = blue("knights", 6, files=6, at=(46, 29), troop="knights")
    foe = red("foe", 8, files=4, at=(46, 40), facing=0)
    played = play(wooded(knights, foe, foot("other", (10, 50)), knights="on"), Moves("blue"), kindle("knights"))
    assert played.battle.roll is None


def test_engines_and_the_commander_alone_set_no_fires() -> None:
    engine = blue("stones", 4, at=(46, 29), troop="light_catapult")
    prince = commander("prince", "blue", at=(44, 29))
    played = play(wooded(engine, prince, foot()), Moves("blue"))
    for name in ("stones", "prince"):
        assert rules(played.refusal(kindle(name))) == {"CM-WEATHER-04"}


@pytest.mark.parametrize("wet", [Weather(sky="rainy"), Weather(sky="clear", mud=True)])
def test_wet_cover_does_not_catch(wet: Weather) -> None:
    played = play(wooded(foot(), weather=wet), Moves("blue"))
    (reason,) = played.refusal(kindle("foot"))
    assert reason.rules == ("CM-WEATHER-04",)


def test_what_is_against_it_is_said() -> None:
    """CM-WEATHER-04: all of it at once; whether cover is near enough is a thing that is measured."""
    engine = blue("stones", 4, at=(10, 50), troop="light_catapult", spent=inches(1))
    played = play(wooded(engine, foot(), weather=Weather(sky="rainy")), Moves("blue"))
    assert [(reason.text, reason.measured) for reason in played.refusal(kindle("stones"))] == [
        ("Stones set no fires: that takes a body of troops", False),
        ("Stones have spent some of their move, and a fire takes all of it", False),
        ("nothing is dry enough to burn", False),
        ("no woods or brush without a fire is within 3″", True),
    ]
    (reason,) = play(wooded(foot()), Moves("blue")).refusal(Commanded("foot", SET_FIRE, Aimed("foe")))
    assert (reason.text, reason.rules) == (
        "a fire is set where the unit stands: no way and no target is named",
        ("CM-WEATHER-04",),
    )
    bare = wooded(foot(), features=())
    assert not cover_at_hand(bare, bare.units["foot"])


def test_only_woods_and_brush_burn() -> None:
    others = tuple(piece(kind, 40, 18, 52, 27) for kind in ("marsh", "rough", "building", "hill", "burnt"))
    for other in others:
        assert rules(play(wooded(foot(), features=(other,)), Moves("blue")).refusal(kindle("foot")))
    played = play(wooded(foot(at=(25, 38)), features=(BRUSH,)), Moves("blue"), kindle("foot"))
    assert played.battle.own.fires == (Fire("brush 20", 1),)


@pytest.mark.parametrize("features", [(WOOD, COPSE), (COPSE, WOOD)])
def test_the_nearest_cover_is_set_on_fire_and_all_that_is_as_near(features: tuple[Feature, ...]) -> None:
    """CM-WEATHER-04: however the pieces are listed."""
    nearer = wooded(foot(at=(52.2, 29)), features=features)
    assert {piece.id for piece in cover_at_hand(nearer, nearer.units["foot"])} == {"woods 40", "woods 53"}
    left = wooded(foot(at=(50, 29)), features=features)
    assert [piece.id for piece in cover_at_hand(left, left.units["foot"])] == ["woods 40"]
    lit = replace(left, own=replace(left.own, fires=(Fire("woods 40", 1),)))
    assert [piece.id for piece in cover_at_hand(lit, lit.units["foot"])] == ["woods 53"], (
        "a second piece, 1.5 inches off"
    )


def test_the_menu_offers_it_with_the_name_of_the_cover() -> None:
    played = play(wooded(foot(), foot("far", (20, 50))), Moves("blue"))
    view = CHAINMAIL.view(played.battle, "blue")
    lines = {unit: CHAINMAIL.menu(view, played.decision, unit) for unit in ("foot", "far")}
    offered = {unit: next(line for line in lines[unit] if line.action == SET_FIRE) for unit in lines}
    assert (offered["foot"].label, offered["foot"].form, offered["foot"].reasons) == (
        "Set fire to woods 40",
        "none",
        (),
    )
    assert rules(offered["far"].reasons) == {"CM-WEATHER-04"}


def test_a_preview_says_what_the_door_says() -> None:
    played = play(wooded(foot(), foot("far", (20, 50))), Moves("blue"))
    view = CHAINMAIL.view(played.battle, "blue")
    assert not CHAINMAIL.preview(view, played.decision, kindle("foot")).reasons
    assert rules(CHAINMAIL.preview(view, played.decision, kindle("far")).reasons) == {"CM-WEATHER-04"}


def test_written_orders_to_set_fire_are_carried_out_before_anybody_moves() -> None:
    """CM-TURN-10 with CM-WEATHER-04: two units that were told to light the same wood both do."""
    position = wooded(
        foot(),
        foot("two", (42, 30)),
        red("foe", 8, files=4, at=(46, 10)),
        turn_system="simultaneous",
        features=(WOOD, COPSE),
    )
    played = play(position, WriteOrders()).at_once(Planned((kindle("foot"), kindle("two"))), Planned(()))
    assert played.battle.own.fires == (Fire("woods 40", 1),)
    assert {name: played.unit(name).own.turn.ordered for name in ("foot", "two", "foe")} == {
        "foot": KINDLED,
        "two": KINDLED,
        "foe": "",
    }


# ---------------------------------------------------------------- how it spreads


@pytest.mark.parametrize(("weather", "need"), [(Weather(), 6), (CLEAR, 6), (HEAT, 4), (Weather(sky="cloudy"), 6)])
def test_a_fire_spreads_over_its_piece_on_six_and_in_heat_on_four(weather: Weather, need: int) -> None:
    """CM-WEATHER-04: the die is thrown when the turn ends, and shown."""
    lit = wooded(foot(), fires=(Fire("woods 40", 1),), weather=weather)
    due = play(lit, *DUE)
    assert (due.dice, due.roll.rules, due.roll.pools[0].label) == ([(1, need)], ("CM-WEATHER-04",), "woods 40")
    assert due.roll.pools[0].sides == 6
    assert due.roll.purpose == f"whether the fire spreads{' in excess heat' if need == 4 else ''}"
    spread = due.then(str(need))
    assert (spread.battle.own.fires, kinds(spread.battle)) == ((Fire("woods 40", 1, ablaze=True),), ["burning_woods"])
    assert told(spread) == ["fire takes hold of all of woods 40"]
    held = play(lit, *DUE, str(need - 1))
    assert (held.battle.own.fires, kinds(held.battle)) == ((Fire("woods 40", 1),), ["woods"])


def test_a_fire_that_has_not_spread_in_three_turns_goes_out() -> None:
    battle = wooded(foot(), fires=(Fire("woods 40", 4),), turn=4)
    for number in (4, 5):
        battle = play(replace(battle, turn=number), *DUE, "5").battle
        assert battle.own.fires == (Fire("woods 40", 4),)
    played = play(replace(battle, turn=6), *DUE, "5")
    assert (played.battle.own.fires, kinds(played.battle)) == ((), ["woods"])
    assert told(played) == ["the fire in woods 40 goes out"]


@pytest.mark.parametrize("features", [(WOOD, COPSE, BRUSH), (BRUSH, COPSE, WOOD)])
def test_a_burning_piece_kindles_those_within_an_inch(features: tuple[Feature, ...]) -> None:
    """CM-WEATHER-04: from the turn after it caught; brush farther off does not catch."""
    burning = replace(WOOD, kind="burning_woods")
    pieces = tuple(burning if one is WOOD else one for one in features)
    battle = wooded(foot(at=(80, 50)), features=pieces, fires=(Fire("woods 40", 1, ablaze=True),), turn=2, weather=HEAT)
    assert [piece.id for piece in may_catch(battle)] == ["woods 53"]
    assert not list(may_catch(replace(battle, turn=1))), "not in the turn in which it caught itself"
    caught = play(battle, *DUE, "4").battle
    assert {fire.piece for fire in caught.own.fires if fire.ablaze} == {"woods 40", "woods 53"}
    assert [fire.piece for fire in caught.own.fires] == [one.id for one in pieces if one is not BRUSH]
    farther = replace(COPSE, ring=tuple((x + 20, y) for x, y in COPSE.ring))
    assert not list(may_catch(wooded(foot(at=(80, 50)), features=(burning, farther), fires=battle.own.fires, turn=2)))


def test_one_die_is_thrown_for_a_piece_between_two_fires() -> None:
    left, right = replace(WOOD, kind="burning_woods"), replace(piece("woods", 61, 18, 70, 27), kind="burning_woods")
    fires = (Fire("woods 40", 1, ablaze=True), Fire("woods 61", 1, ablaze=True))
    battle = wooded(foot(at=(80, 50)), features=(left, COPSE, right), fires=fires, turn=2)
    assert play(battle, *DUE).dice == [(1, 6)]


def test_rain_keeps_fires_from_spreading_and_hard_rain_puts_them_out() -> None:
    """CM-WEATHER-04"""
    lit = (replace(WOOD, kind="burning_woods"), COPSE, BRUSH)
    fires = (Fire("woods 40", 1, ablaze=True), Fire("brush 20", 2))
    wet = wooded(
        foot(at=(80, 50)), features=lit, fires=fires, turn=2, weather=Weather(sky="rainy", result="light_rain")
    )
    light = play(wet, *DUE)
    assert light.over
    assert light.battle.own.fires == fires[:1], "what had not spread is out, what had burns on"
    pouring = under(replace(wet, effects=NOTHING), Weather(sky="rainy", result="hard_rain"))
    hard = play(pouring, *DUE)
    assert (hard.battle.own.fires, kinds(hard.battle)) == ((), ["woods", "woods", "brush"])


def test_cover_burns_for_five_turns_after_it_was_to_be_left() -> None:
    """CM-WEATHER-04: then it is bare ground, which hinders and hides nobody."""
    battle = ablaze(foot(at=(46, 50)), red("foe", 4, at=(46, 5)))
    for number in range(2, 7):
        battle = play(replace(battle, turn=number), *DUE).battle
        assert kinds(battle) == ["burning_woods"]
    played = play(replace(battle, turn=7), *DUE)
    assert (played.battle.own.fires, kinds(played.battle)) == ((), ["burnt"])
    bare = play(
        replace(played.battle, units={**played.battle.units, "foot": foot(at=(46, 30))}),
        Moves("blue"),
        march("foot", ahead(9)),
    )
    assert bare.unit("foot").pose.y == inches(21), "in ranks, at full speed"
    battle = bare.battle
    assert in_view(battle, battle.units["foot"], battle.units["foe"])


# ---------------------------------------------------------------- who stands in it


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("at", "facing", "lost"),
    [((46, 20), 17, 8), ((46, 26.4), 0, 4), ((52.6, 22), 90, 4), ((46, 28), 0, 0), ((40.3, 18.2), 225, None)],
)
def test_every_figure_still_in_burning_cover_is_killed(
    look: Look, at: tuple[float, float], facing: float, lost: int | None
) -> None:
    """CM-WEATHER-04: those whose base has its middle in it, wherever in the ranks they stand."""
    position = look.at(ablaze(skirmishers(at, facing=facing), red("foe", 6, files=3, at=(5, 5))))
    unit = position.units["bows"]
    assert position.board is not None
    (wood,) = position.board.features
    inside = sum(wood.contains(figure.x, figure.y) for figure in unit.places)
    assert lost is None or inside == lost
    played = play(position, *DUE)
    assert sum(event.figures for event in played.events_of(Fell)) == inside
    assert played.unit("bows").figures == 8 - inside
    assert all(event.rules == ("CM-WEATHER-04",) for event in played.events_of(Fell))


def test_there_is_a_turn_to_leave_it() -> None:
    caught = wooded(skirmishers((46, 22)), fires=(Fire("woods 40", 1),), weather=HEAT)
    played = play(caught, *DUE, "6")
    assert played.unit("bows").figures == 8
    assert play(replace(played.battle, turn=2), *DUE).unit("bows").figures == 0


def test_a_fire_that_has_not_spread_kills_nobody_nor_one_that_spreads_this_turn() -> None:
    """CM-WEATHER-04: there is always a move in which to leave."""
    for fire in (Fire("woods 40", 1), Fire("woods 40", 2, ablaze=True)):
        kind = "burning_woods" if fire.ablaze else "woods"
        battle = wooded(skirmishers((46, 22)), features=(replace(WOOD, kind=kind),), fires=(fire,), turn=2)
        assert play(battle, Burn()).unit("bows").figures == 8


def test_what_fire_does_is_told() -> None:
    played = play(ablaze(skirmishers((46, 26.4)), red("foe", 6, files=3, at=(5, 5)), turn=7), *DUE)
    assert told(played) == ["woods 40 burns round Bows", "woods 40 has burnt down to bare ground"]
    assert {event.rules for event in played.events_of(Removed)} == {("CM-WEATHER-04",)}
    pouring = Weather(sky="rainy", result="hard_rain")
    assert told(play(ablaze(foot(), weather=pouring), *DUE)) == ["hard rain puts out the fire in woods 40"]


def test_losses_by_fire_are_judged_for_morale_in_the_same_turn() -> None:
    """CM-MORALE-01 with CM-WEATHER-04: losses from any cause."""
    battle = ablaze(skirmishers((46, 26.4)), red("foe", 6, files=3, at=(5, 5)))
    agenda = play(replace(battle, turn=1, agenda=()), BeginTurn()).battle.agenda
    steps = [type(step) for step in agenda]
    assert (
        steps.index(Burn)
        < steps.index(Spread)
        < max(n for n, step in enumerate(agenda) if step == Instability("melee"))
    )
    battle = ablaze(skirmishers((46, 26.4), troop="heavy_foot"), red("foe", 6, files=3, at=(5, 5)))
    played = play(battle, *DUE, Instability("melee"))
    assert "CM-MORALE-01" in played.roll.rules


def test_the_commander_dies_with_a_unit_of_which_nobody_gets_out() -> None:
    """CM-HIST-38 with CM-WEATHER-04"""
    prince = commander("prince", "blue", with_="bows")
    whole = play(ablaze(skirmishers((46, 22)), prince, commander="required_rolls"), *DUE)
    assert {event.unit for event in whole.events_of(Removed)} == {"bows", "prince"}
    half = play(ablaze(skirmishers((46, 26.4)), prince, commander="required_rolls"), *DUE)
    assert half.unit("prince").figures == 1


def test_machines_in_burning_brush_are_lost() -> None:
    """CM-WEATHER-04: with their crew or without."""
    engine = blue("stones", 4, at=(25, 33), troop="light_catapult")
    left = Abandoned(Pose(inches(27), inches(34), 0), 1, loaded=False)
    old = replace(blue("old", 4, at=(50, 50), troop="light_catapult"), figures=0)
    old = with_engine(old, abandoned=left)
    played = play(ablaze(engine, old, foot(at=(80, 50)), features=(BRUSH,)), *DUE)
    assert [played.unit(name).own.engine.abandoned for name in ("stones", "old")] == [None, None]
    assert played.unit("stones").figures == 0
    assert told(played)[1:] == ["Old is burnt", "Stones is burnt"]


# ---------------------------------------------------------------- moving


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nobody_goes_into_burning_cover(look: Look) -> None:
    """CM-WEATHER-04: in open order too, at a charge or by turning into it."""
    position = look.at(ablaze(skirmishers((47, 30), facing=350), red("foe", 6, files=3, at=(5, 5))))
    walked = walk(position, Walk("bows", look.path(ahead(9)), "move"))
    assert rules(walked.reasons) == {"CM-WEATHER-04"}
    assert walked.legs[-1].cost == pytest.approx(2454, abs=5), "up to its edge"
    played = play(position, Moves("blue"))
    assert rules(played.refusal(march("bows", *look.path(ahead(9))))) == {"CM-WEATHER-04"}
    beside = look.at(ablaze(skirmishers((37.1, 23), facing=270), red("foe", 6, files=3, at=(5, 5))))
    assert not walk(beside, Walk("bows", look.path(turn(180)), "move")).reasons
    assert "CM-WEATHER-04" in rules(walk(beside, Walk("bows", look.path(turn(90)), "move")).reasons)


def test_no_charge_reaches_an_enemy_in_burning_cover() -> None:
    foe = red("foe", 6, files=3, at=(46, 25), formation="open")
    played = play(ablaze(skirmishers((46, 31)), foe), Moves("blue"))
    assert "CM-WEATHER-04" in rules(played.refusal(charge("bows", ahead(9))))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_whoever_stands_in_it_goes_through_it_and_out(look: Look) -> None:
    """CM-WEATHER-04: as slowly as through the wood it was (CM-TERR-04), and no deeper into it."""
    position = look.at(ablaze(skirmishers((46, 20), facing=0), red("foe", 6, files=3, at=(5, 5))))
    out = walk(position, Walk("bows", look.path(ahead(9)), "move"))
    assert rules(out.reasons) == {"CM-MOVE-01", "CM-TERR-04"}, "nothing but the wood itself holds it up"
    assert out.legs[-1].cost == pytest.approx(inches(9), abs=2)
    assert position.board is not None
    assert not figures_in(out.standing, position.board.features[0])
    half = look.at(ablaze(skirmishers((46, 26.4), facing=0), red("foe", 6, files=3, at=(5, 5))))
    assert rules(walk(half, Walk("bows", look.path(ahead(2)), "move")).reasons) == {"CM-WEATHER-04"}
    leaving = look.at(ablaze(skirmishers((46, 27.4), facing=180), red("foe", 6, files=3, at=(5, 5))))
    assert not walk(leaving, Walk("bows", look.path(ahead(4)), "move")).reasons


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_flight_goes_up_to_burning_cover_and_out_of_it(look: Look) -> None:
    """CM-WEATHER-04: nobody is driven into it either."""
    outside = look.at(ablaze(skirmishers((46, 30.2), facing=180), red("foe", 6, files=3, at=(46, 40), facing=0)))
    bearing = (degrees(0) + degrees(look.angle)) % FULL_TURN
    found = way_out(outside, outside.units["bows"], bearing, inches(9))
    assert found is not None
    assert (found.bearing, found.distance) == (bearing, pytest.approx(450, abs=2)), "up to its edge, and no farther"
    inside = look.at(ablaze(skirmishers((46, 22), facing=180), red("foe", 6, files=3, at=(46, 40), facing=0)))
    found = way_out(inside, inside.units["bows"], bearing, inches(9))
    assert found is not None
    assert (found.bearing, found.distance) == (bearing, inches(9)), "straight out of it"


# ---------------------------------------------------------------- sight, and words


def test_it_hides_and_shelters_as_before() -> None:
    """CM-MISSILE-23, CM-MISSILE-27 with CM-WEATHER-04"""
    for features in ((WOOD,), (replace(WOOD, kind="burning_woods"),)):
        battle = wooded(skirmishers((46, 30)), red("behind", 6, files=3, at=(46, 14)), features=features)
        assert not in_view(battle, battle.units["bows"], battle.units["behind"])
        within = wooded(skirmishers((46, 30)), red("in", 6, files=3, at=(46, 24)), features=features)
        start = (float(inches(46)), float(inches(30)))
        found = shelter(within, within.units["bows"], start, within.units["in"])
        assert (found.soft, found.overhead, found.hard) == (True, True, 2)


def test_who_has_set_a_fire_shoots_as_who_moved_far() -> None:
    """CM-MISSILE-09 with CM-WEATHER-04"""
    foe = red("foe", 8, files=4, at=(46, 42), facing=0)
    lit = play(wooded(skirmishers((46, 29), facing=180), foe), Moves("blue"), kindle("bows")).battle
    played = play(replace(lit, phase="missiles"), Missiles(("blue", "red")), shoot("bows", at="foe"))
    assert "CM-MISSILE-09" in played.roll.rules, "they must beat a die of the enemy's first"


def test_the_field_tells_of_fires() -> None:
    battle = ablaze(foot(), features=(WOOD, BRUSH))
    battle = replace(battle, own=replace(battle.own, fires=(*battle.own.fires, Fire("brush 20", 2))))
    assert [str(one) for one in conditions(battle)] == [
        "woods 40 burns: nobody may enter it, and whoever is in it must leave [CM-WEATHER-04]",
        "brush 20 smoulders somewhere [CM-WEATHER-04]",
    ]


def test_formed_foot_forms_open_order_before_it_enters_woods_that_only_smoulder() -> None:
    """CM-TERR-05: a fire that has not spread changes nothing else."""
    lit = wooded(skirmishers((48, 29)), foot(at=(41, 29)), fires=(Fire("woods 40", 1),))
    assert not walk(lit, Walk("bows", (ahead(4),), "move")).reasons
    assert rules(walk(lit, Walk("foot", (ahead(4),), "move")).reasons) == {"CM-TERR-05"}
    assert not walk(lit, Walk("foot", (FormUp("open"),), "move")).reasons


def test_an_area_keeps_its_name_when_it_burns_and_after() -> None:
    named = replace(WOOD, name="Alder Holt")
    assert isinstance(named, Area)
    played = play(ablaze(foot(at=(46, 50)), features=(named,), turn=7), *DUE)
    assert played.battle.board is not None
    assert [(one.name, one.kind) for one in played.battle.board.features] == [("Alder Holt", "burnt")]


# ---------------------------------------------------------------- how it is drawn


def drawn_as(battle: Battle) -> dict[str, str]:
    board = CHAINMAIL.drawn(battle)
    assert board is not None
    return {one.id: one.kind for one in board.features}


def test_a_fire_that_has_not_spread_is_drawn_where_it_smoulders() -> None:
    """CM-WEATHER-04: for the rules the cover is what it was, until the fire takes hold of all of it or goes out."""
    position = field(foot(), red("enemy", 6, at=(80, 50)), features=[WOOD, BRUSH], burning="on", weather=CLEAR)
    assert drawn_as(position) == {WOOD.id: "woods", BRUSH.id: "brush"}
    lit = play(position, Moves("blue"), kindle("foot")).battle
    assert drawn_as(lit) == {WOOD.id: "smouldering_woods", BRUSH.id: "brush"}
    assert lit.board is not None
    assert [one.kind for one in lit.board.features] == ["woods", "brush"]
    both = replace(lit, own=replace(lit.own, fires=(*lit.own.fires, Fire(BRUSH.id, lit.turn))))
    assert drawn_as(both)[BRUSH.id] == "smouldering_brush"
    spread = play(lit, Spread(), "6").battle
    assert drawn_as(spread)[WOOD.id] == "burning_woods"
    out = lit
    for turn_ in range(1, 4):
        out = play(replace(out, turn=turn_), Spread(), "1").battle
    assert drawn_as(out)[WOOD.id] == "woods"


def test_the_terminal_draws_it_too() -> None:
    """CM-WEATHER-04."""
    position = field(foot(), red("enemy", 6, at=(80, 50)), features=[WOOD], burning="on", weather=CLEAR)
    lit = play(position, Moves("blue"), kindle("foot")).battle
    for battle, there in ((position, False), (lit, True)):
        console = Console(file=StringIO(), width=160, color_system=None)
        console.print(standing(battle, Colours(battle)))
        assert isinstance(console.file, StringIO)
        assert ("*" in console.file.getvalue()) is there


def test_the_page_hears_of_it_with_the_step_that_sets_it() -> None:
    """CM-WEATHER-04."""
    position = field(foot(), red("enemy", 6, at=(80, 50)), features=[WOOD], burning="on", weather=CLEAR)
    lit = play(position, Moves("blue"), kindle("foot")).battle
    journal: Any = SimpleNamespace(ruleset=CHAINMAIL)
    assert [one.kind for one in changes(journal, position, lit)["board"].features] == ["smouldering_woods"]
    assert "board" not in changes(journal, lit, replace(lit, turn=lit.turn + 1))
