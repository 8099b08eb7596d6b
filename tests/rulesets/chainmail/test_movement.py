"""Who moves first, how far, past whom, and the halt at the half."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Move, PathDrawn
from schiltron.battle.state.event import Attached, Began, Detached, Fell, Moved
from schiltron.battle.state.manoeuvre import Advance, Expand, FormUp, Manoeuvre, Oblique, Reform, SquareUp, Wheel, Wrap
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fire.passing import PassThrough, SplitFire
from schiltron.rulesets.chainmail.movement.initiative import BeginMoves, Initiative
from schiltron.rulesets.chainmail.movement.splitting import SplitOnward
from schiltron.rulesets.chainmail.state import GUARDING, REORGANIZING, Flight
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import overlapping
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    EAST,
    NORTH,
    WEST,
    Played,
    Weather,
    ahead,
    blue,
    charge,
    choose,
    commander,
    field,
    locked,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    shoot,
    strip,
    turn,
)


def split(actor: str, *legs: Any) -> Commanded:
    return Commanded(actor, "split", PathDrawn(legs))


def join(actor: str, host: str) -> Commanded:
    return Commanded(actor, "join", Aimed(host))


# ---------------------------------------------------------------- who moves first


def test_the_higher_die_chooses_to_move_first_or_last() -> None:
    """CM-TURN-02: a die each, ties are thrown again."""
    start = play(field(blue("foot", 8, at=(20, 40)), red("bows", 8, at=(20, 8))), Initiative())
    assert start.roll.unequal
    assert start.roll.rules == ("CM-TURN-02",)
    won = start.then("2 | 5")
    assert won.decision.seat == "red"
    last = won.then(choose("last"))
    assert last.battle.own.order == ("blue", "red")
    assert last.decision.seat == "blue"
    assert won.then(choose("first")).battle.own.order == ("red", "blue")
    assert rules(won.refusal(choose("second"))) == {"CM-TURN-02"}


def test_the_side_moving_first_moves_all_it_wishes_then_the_other() -> None:
    """CM-TURN-03, CM-TURN-04: one side after the other, each unit once."""
    units = (
        blue("foot", 8, at=(20, 40)),
        blue("horse", 6, at=(40, 40), troop="heavy_horse"),
        red("men", 8, at=(20, 8)),
    )
    first = play(field(*units), Initiative(), "6 | 1", choose("first"))
    assert first.battle.active == "blue"
    assert first.decision.actors == ("foot", "horse")
    assert first.decision.default == FINISH
    then = first.then(march("foot", ahead(3)))
    assert then.decision.actors == ("horse",)
    other = then.then(FINISH)
    assert other.decision.actors == ("men",)
    assert other.battle.phase == "last_move"
    over = other.then(march("men", ahead(9)))
    assert over.over
    began = [(event.what, event.side, event.rules[0]) for event in over.events_of(Began)]
    assert began == [("first_move", "blue", "CM-TURN-03"), ("last_move", "red", "CM-TURN-04")]


def test_a_unit_has_one_order_a_turn_and_may_be_told_to_stand() -> None:
    """CM-TURN-03: an empty path stands, and then it has had its move."""
    units = (blue("foot", 8, at=(20, 40)), blue("more", 8, at=(40, 40)))
    stood = moving(*units).then(march("foot"))
    assert stood.decision.actors == ("more",)
    assert not stood.unit("foot").own.turn.moved
    assert rules(stood.refusal(march("foot", ahead(1)))) == {"CM-TURN-03"}
    moved = moving(*units).then(march("foot", ahead(1)))
    assert rules(moved.refusal(march("foot", ahead(1)))) == {"CM-TURN-03"}


# ---------------------------------------------------------------- how far

_MOVES = {
    "armored_foot": (6, 6),
    "heavy_foot": (9, 12),
    "swiss_pikemen": (12, 15),
    "light_foot": (9, 12),
    "peasants": (9, 12),
    "levies": (9, 12),
    "archers": (9, 12),
    "crossbowmen": (12, 12),
    "arquebusiers": (12, 12),
    "longbowmen": (12, 15),
    "turk_archers": (9, 12),
    "heavy_crossbowmen": (9, 9),
    "heavy_horse": (12, 18),
    "medium_horse": (18, 24),
    "light_horse": (24, 30),
    "horse_archers": (24, 30),
}


@pytest.mark.parametrize(("troop", "far"), _MOVES.items())
def test_each_troop_type_has_its_normal_and_its_charge_move(troop: str, far: tuple[int, int]) -> None:
    """CM-MOVE-01: peasants and crews move as light foot, levies as heavy foot, horse archers as their horse."""
    unit = blue("men", 8, at=(48, 50), troop=troop)
    position = field(unit)
    tally = normal_move(position, unit)
    assert (tally.total, charge_move(position, unit).total) == (inches(far[0]), inches(far[1]))
    assert tally.rules == ("CM-MOVE-01",)
    start = moving(unit)
    moved = start.then(march("men", ahead(far[0])))
    assert place(moved.unit("men")) == (48, 50 - far[0], NORTH)
    assert moved.unit("men").own.turn.spent == inches(far[0])
    (reason,) = start.refusal(march("men", ahead(far[0] + 0.1)))
    assert (reason.rules, reason.leg, reason.measured) == (("CM-MOVE-01",), 0, True)


def test_mud_halves_moves_and_charges() -> None:
    """CM-WEATHER-05: once there is mud; changes of facing are parts of what is left."""
    unit = blue("men", 8, at=(48, 50))
    start = moving(unit, weather=Weather("rainy", "hard_rain", 3, mud=True))
    assert "CM-WEATHER-05" in normal_move(start.battle, unit).rules
    assert charge_move(start.battle, unit).total == inches(6)
    assert place(start.then(march("men", ahead(4.5))).unit("men")) == (48, 45.5, NORTH)
    assert rules(start.refusal(march("men", ahead(5)))) == {"CM-MOVE-01"}
    assert start.then(march("men", turn(90))).unit("men").own.turn.spent == inches(2.25)


def test_engines_and_wagons_move_six_inches_and_never_charge() -> None:
    """CM-MOVE-01, CM-MOVE-03."""
    engines = [
        blue(name, 4, at=(20 + 10 * place_, 50), troop=name)
        for place_, name in enumerate(("light_catapult", "heavy_field_gun", "bombard", "wagon"))
    ]
    start = moving(*engines, red("men", 8, at=(20, 46)))
    for engine in engines:
        assert normal_move(start.battle, engine).total == inches(6)
        assert charge_move(start.battle, engine).verdict == "impossible"
        assert rules(start.refusal(charge(engine.id, ahead(4)))) == {"CM-MOVE-03"}


def test_other_books_manoeuvres_are_refused_with_a_rule() -> None:
    """CM-FORM-01, CM-FORM-04: what this book does not know is no crash."""
    start = moving(blue("men", 8, at=(48, 50)))
    for leg in (Wrap(1, 1), Expand(1, 1), SquareUp(), Oblique(degrees(30), inches(2))):
        assert rules(start.refusal(march("men", leg))) == {"CM-FORM-01", "CM-FORM-04"}
    for stance in ("skirmish", "shield_wall", "shield_ring", "set_spears", "set_ring"):
        assert rules(start.refusal(march("men", FormUp(stance)))) == {"CM-FORM-01"}
    assert start.refusal(march("men", Advance(-1000)))
    assert start.refusal(march("men", *(ahead(0.1) for _ in range(13))))
    assert rules(start.refusal(Commanded("men", "dance", PathDrawn(())))) == {"CM-TURN-03", "CM-TURN-04", "CM-MOVE-01"}


# ---------------------------------------------------------------- roads (CM-MOVE-02)


@pytest.mark.parametrize(
    ("troop", "move", "bonus"),
    [("heavy_horse", 12, 3), ("medium_horse", 18, 6), ("light_horse", 24, 6), ("heavy_foot", 9, 0)],
)
def test_a_column_that_keeps_to_a_road_adds_its_bonus(troop: str, move: int, bonus: int) -> None:
    """CM-MOVE-02: heavy horse 3, medium and light horse 6, foot none."""
    column = blue("men", 8, files=2, at=(40, 50), troop=troop)
    start = moving(column, features=(strip("road", (40, 0), (40, 60), width=3),))
    assert place(start.then(march("men", ahead(move + bonus))).unit("men")) == (40, 50 - move - bonus, NORTH)
    assert rules(start.refusal(march("men", ahead(move + bonus + 0.5)))) == {"CM-MOVE-01"}


def test_engines_and_wagons_go_faster_on_a_road_too() -> None:
    """CM-MOVE-02: catapults and cannon 3 inches, wagons 6."""
    road = strip("road", (40, 0), (40, 60), width=3)
    for troop, bonus in (("light_catapult", 3), ("heavy_field_gun", 3), ("wagon", 6)):
        start = moving(blue("piece", 4, at=(40, 50), troop=troop), features=(road,))
        moved = start.then(march("piece", ahead(6 + bonus)))
        assert place(moved.unit("piece")) == (40, 44 - bonus, NORTH)
        assert "CM-MOVE-02" in moved.events_of(Moved)[0].rules


def test_the_road_bonus_is_lost_when_part_of_the_move_leaves_the_road_or_the_column() -> None:
    """CM-MOVE-02: the whole move is along the road in column; a charge gets nothing."""
    short = strip("road", (40, 40), (40, 60), width=3)
    column = blue("men", 8, files=2, at=(40, 50), troop="heavy_horse")
    start = moving(column, features=(short,))
    assert rules(start.refusal(march("men", ahead(13)))) == {"CM-MOVE-01"}
    assert place(start.then(march("men", ahead(12))).unit("men")) == (40, 38, NORTH)
    line = blue("men", 8, files=8, at=(40, 50), troop="heavy_horse")
    road = strip("road", (40, 0), (40, 60), width=3)
    assert moving(line, features=(road,)).refusal(march("men", ahead(13)))
    enemy = red("foe", 8, at=(40, 29))
    assert moving(column, enemy, features=(road,)).refusal(charge("men", ahead(21)))


# ---------------------------------------------------------------- past whom


def test_units_do_not_pass_through_friends() -> None:
    """CM-SCALE-04: a unit is a body, and two bodies are not in one place."""
    start = moving(blue("men", 6, at=(20, 40)), blue("more", 6, at=(20, 37)))
    (reason,) = start.refusal(march("men", ahead(5)))
    assert reason.rules == ("CM-SCALE-04",)
    assert place(start.then(march("men", ahead(2.2))).unit("men")) == (20, 37.8, NORTH)
    assert rules(start.refusal(march("more", turn(180), ahead(5)))) <= {"CM-SCALE-04", "CM-FORM-04", "CM-MOVE-01"}


def test_nobody_slips_through_the_inch_beside_an_enemy() -> None:
    """CM-MELEE-35: an inch to either side of every figure is controlled."""
    enemies = (red("left", 4, at=(20, 30)), red("right", 4, at=(25.2, 30)))
    narrow = blue("men", 4, files=1, at=(22.6, 36))
    start = moving(narrow, *enemies)
    (reason,) = start.refusal(march("men", ahead(9)))
    assert reason.rules == ("CM-MELEE-35",)
    assert start.then(march("men", ahead(5.9)))
    wide = (red("left", 4, at=(20, 30)), red("right", 4, at=(30, 30)))
    assert place(moving(replace(narrow, place=blue("x", 4, at=(25, 36)).place), *wide).then(
        march("men", ahead(9))).unit("men")) == (25, 27, NORTH)  # fmt: skip
    beside = moving(blue("men", 6, files=1, at=(24, 27.4)), red("left", 4, at=(20, 30)))
    assert rules(beside.refusal(march("men", turn(-90)))) == {"CM-MELEE-35"}


def test_those_in_flight_control_nothing() -> None:
    """CM-MELEE-35: units that run do not bar the way beside them."""
    ran = Flight("retreat", 1, 1500, 0)
    enemies = (red("left", 4, at=(20, 30), flight=ran), red("right", 4, at=(25.2, 30), flight=ran))
    start = moving(blue("men", 4, files=1, at=(22.6, 36)), *enemies)
    assert place(start.then(march("men", ahead(9))).unit("men")) == (22.6, 27, NORTH)


def test_the_enemy_beside_whom_one_passes_may_be_attacked() -> None:
    """CM-MELEE-35: coming onto his flank is contact, not infiltration."""
    start = moving(blue("men", 4, at=(12, 30.5), facing=EAST), red("foe", 6, at=(20, 30)))
    met = start.then(march("men", ahead(9)))
    (engagement,) = met.battle.engagements
    assert (engagement.attacker, engagement.defender, engagement.edge) == ("men", "foe", "right")


# ---------------------------------------------------------------- who may not be ordered


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"flight": Flight("rout", 1, 1500, 0)}, "CM-MELEE-27"),
        ({"marks": (GUARDING,)}, "CM-MELEE-42"),
        ({"marks": (REORGANIZING,)}, "CM-HIST-02"),
        ({"temper": "stands"}, "CM-HIST-17"),
        ({"temper": "bribed"}, "CM-HIST-18"),
        ({"troop": "archers", "ordered": "fired"}, "CM-MISSILE-17"),
    ],
)
def test_units_that_may_not_be_ordered(more: dict[str, Any], rule: str) -> None:
    """CM-MELEE-27 and others: who flees, guards, reorganizes, does not obey, or has fired from where he stands."""
    start = moving(blue("men", 8, at=(20, 40), **more), blue("others", 8, at=(40, 40)))
    assert start.decision.actors == ("others",)
    assert rule in rules(start.refusal(march("men", ahead(1))))


def test_a_unit_in_melee_stays_there() -> None:
    """CM-TURN-07: melees are fought out; the book knows no breaking off."""
    units = (blue("men", 8, at=(20, 40)), red("foe", 8, at=(20, 40)), blue("others", 8, at=(40, 40)))
    start = moving(*units, contacts=(locked("men", "foe"),))
    assert start.decision.actors == ("others",)
    assert rules(start.refusal(march("men", turn(180)))) == {"CM-TURN-07"}


# ---------------------------------------------------------------- the halt at the half (CM-TURN-08)


def test_a_move_halts_at_its_half_when_somebody_may_fire() -> None:
    """CM-TURN-08, CM-TURN-03: the fallen are off before the rest of the move is made."""
    walkers = blue("men", 12, files=6, at=(48, 40), troop="light_foot")
    archers = red("bows", 10, files=10, at=(48, 22), troop="archers")
    half = moving(walkers, archers).then(march("men", ahead(9)))
    assert place(half.unit("men")) == (48, 35.5, NORTH)
    assert half.decision.seat == "red"
    assert half.decision.window
    shot = half.then(shoot("bows", at="men"))
    shot = shot.then(*(["6"] if shot.battle.roll is not None else []))
    assert shot.events_of(Fell)[0].unit == "men"
    if shot.battle.decisions:
        shot = shot.then(FINISH)
    assert place(shot.unit("men")) == (48, 31, NORTH)
    assert shot.unit("men").fallen == 0
    fell, arrived = (
        next(place_ for place_, event in enumerate(shot.events) if isinstance(event, Fell)),
        max(place_ for place_, event in enumerate(shot.events) if isinstance(event, Moved)),
    )
    assert fell < arrived
    assert len(shot.events_of(Moved)) == 2
    assert sum(event.spent for event in shot.events_of(Moved)) == inches(9)


def test_the_half_is_counted_by_what_the_path_costs() -> None:
    """CM-TURN-08: after a costly turn the half comes early on the way."""
    walkers = blue("men", 6, files=6, at=(48, 40), facing=NORTH - 45, troop="light_foot")
    archers = red("bows", 10, files=10, at=(48, 26), troop="archers")
    half = moving(walkers, archers).then(march("men", turn(45), ahead(6.5)))
    assert half.unit("men").own.turn.spent == (inches(2.25) + inches(6.5)) // 2


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("watched", [False, True])
def test_what_is_told_of_a_move_adds_up(look: Look, watched: bool) -> None:
    """CM-MOVE-01, CM-TURN-08: with a halt under fire or without, it is told where every part began, what it cost and
    what is left of nine inches."""
    foot = blue("foot", 6, files=3, at=(48, 40), troop="heavy_foot")
    bows = red("bows", 4, files=4, at=(46.5, 28), troop="archers")
    begun = moving(*look.at(field(foot, *([bows] if watched else []))).units.values())
    played = begun.then(march("foot", *look.path(ahead(3), turn(-20), ahead(2.5))))
    while played.battle.decisions and played.decision.seat == "red":
        played = played.then(FINISH)
    told = [one for one in played.events_of(Moved) if one.unit == "foot"]
    assert len(told) == 1 + watched
    at, spent = begun.unit("foot").pose, 0
    for one in told:
        assert one.start == at
        spent += one.spent
        assert one.spent == sum(leg.cost for leg in one.legs)
        assert one.left == inches(9) - spent
        at = one.legs[-1].pose
    assert (played.unit("foot").pose, played.unit("foot").own.turn.spent) == (at, spent)


def test_nobody_halts_where_nobody_can_fire() -> None:
    """CM-TURN-08: out of range the move is made in one go."""
    walkers = blue("men", 12, files=6, at=(48, 55), troop="light_foot")
    archers = red("bows", 10, files=10, at=(48, 5), troop="archers")
    moved = moving(walkers, archers).then(march("men", ahead(9)))
    assert len(moved.events_of(Moved)) == 1
    assert place(moved.unit("men")) == (48, 46, NORTH)


def test_horse_archers_split_their_move_to_fire() -> None:
    """CM-MISSILE-15: up to half, fire, up to half; no more than the normal move, no charge, no road bonus."""
    riders = blue("riders", 8, files=8, at=(48, 50), troop="horse_archers")
    start = moving(riders, red("men", 20, files=10, at=(48, 25), troop="light_foot"))
    assert "split" in start.decision.actions
    halt = start.then(split("riders", ahead(10)))
    assert place(halt.unit("riders")) == (48, 40, NORTH)
    assert halt.decision.seat == "blue"
    asked = halt.then(FINISH).decision
    assert isinstance(asked, Move)
    assert (asked.seat, asked.unit, asked.allowance, asked.default) == ("blue", "riders", inches(12), PathDrawn(()))
    assert "CM-MISSILE-15" in asked.rules
    over = halt.then(FINISH, PathDrawn((ahead(12),)))
    assert place(over.unit("riders")) == (48, 28, NORTH)
    assert over.unit("riders").own.turn.spent == inches(22)
    road = (strip("road", (48, 0), (48, 60), width=3),)
    column = blue("riders", 8, files=2, at=(48, 50), troop="horse_archers")
    assert moving(column, features=road).refusal(split("riders", ahead(12.5)))
    assert moving(column, features=road).then(march("riders", ahead(25)))


def test_only_horsemen_with_bows_split_their_move() -> None:
    """CM-MISSILE-15: neither bowmen on foot nor horse without bows."""
    start = moving(blue("bows", 8, at=(20, 50), troop="archers"), blue("horse", 8, at=(60, 50), troop="heavy_horse"))
    assert "split" not in start.decision.actions
    for actor in ("bows", "horse"):
        assert rules(start.refusal(split(actor, ahead(2)))) == {"CM-MISSILE-15"}


def test_the_steps_of_a_halt_wait_for_their_fire() -> None:
    """CM-TURN-08: fire, then the rest of the walk, lie on the agenda while it is asked."""
    riders = blue("riders", 8, files=8, at=(48, 50), troop="horse_archers")
    halt = moving(riders, red("men", 20, files=10, at=(48, 25), troop="light_foot")).then(split("riders", ahead(10)))
    assert isinstance(halt.battle.agenda[0], PassThrough | SplitFire)
    assert SplitOnward("riders") in halt.battle.agenda


# ---------------------------------------------------------------- the commander


def test_the_commander_moves_as_heavy_horse_and_passes_through_friends() -> None:
    """CM-MOVE-01, CM-HIST-32: on his own, turning as he likes."""
    start = moving(commander("prince", "blue", at=(40, 50)), blue("men", 12, files=6, at=(40, 46)))
    assert place(start.then(march("prince", ahead(12))).unit("prince")) == (40, 38, NORTH)
    assert rules(start.refusal(march("prince", ahead(13)))) == {"CM-MOVE-01"}
    assert rules(start.refusal(march("prince", ahead(4.5)))) == {"CM-SCALE-04"}
    turned = start.then(march("prince", turn(180), ahead(6)))
    assert turned.unit("prince").own.turn.spent == inches(6)


def test_the_commander_joins_units_and_leaves_them() -> None:
    """CM-HIST-32, CM-HIST-35, CM-HIST-36: he is with the unit, or on his own again."""
    units = (blue("men", 12, files=6, at=(40, 46)), blue("far", 12, files=6, at=(80, 46)))
    start = moving(commander("prince", "blue", at=(34, 50)), *units)
    assert "join" in start.decision.actions
    joined = start.then(join("prince", "men"))
    assert joined.unit("prince").host == "men"
    assert joined.events_of(Attached)[0].host == "men"
    assert start.refusal(join("prince", "far"))
    assert rules(start.refusal(join("prince", "nobody"))) == {"CM-HIST-32", "CM-HIST-35"}
    away = moving(commander("prince", "blue", with_="men"), *units).then(march("prince", ahead(5)))
    assert away.unit("prince").on_table
    assert place(away.unit("prince")) == (40, 41, NORTH)
    assert away.events_of(Detached)[0].host == "men"
    assert rules(moving(commander("prince", "blue", with_="men"), *units).refusal(join("prince", "men"))) == {
        "CM-HIST-32", "CM-HIST-35"}  # fmt: skip


def test_the_commander_may_join_those_in_flight() -> None:
    """CM-HIST-35: whom he joins he rallies."""
    ran = blue("men", 12, files=6, at=(40, 46), flight=Flight("retreat", 1, 1500, 0))
    joined = moving(commander("prince", "blue", at=(34, 50)), ran).then(join("prince", "men"))
    assert joined.unit("prince").host == "men"


def test_who_is_with_a_unit_has_moved_with_it() -> None:
    """CM-HIST-32: the commander's place is his unit's."""
    units = (blue("men", 12, files=6, at=(40, 46)), commander("prince", "blue", with_="men"))
    moved = moving(*units).then(march("men", ahead(5)))
    assert moved.over
    assert moved.unit("prince").own.turn.moved


# ---------------------------------------------------------------- played at random


@pytest.mark.parametrize("seed", range(4))
def test_random_moves_are_always_obeyed(seed: int) -> None:
    """CM-TURN-03, CM-TURN-04: whatever is sampled is legal, and nobody ends up on anybody."""
    random = Random(seed)
    troops = ("heavy_foot", "swiss_pikemen", "horse_archers", "knights", "archers", "light_catapult")
    units = [
        make(f"{side}_{troop}", 4 if troop == "light_catapult" else 10, files=5, at=(10 + 14 * number, y), troop=troop)
        for side, make, y in (("blue", blue, 44), ("red", red, 16))
        for number, troop in enumerate(troops)
    ]
    features = (
        piece("hill", 20, 24, 36, 34),
        piece("woods", 50, 22, 60, 30),
        piece("marsh", 70, 26, 80, 34),
        strip("stream", (0, 38), (96, 38)),
        strip("river", (0, 20), (40, 20), width=2),
        piece("pond", 4, 26, 10, 30),
    )
    battle = CHAINMAIL.begun(
        replace(field(*units, features=features, hedgehog="on", turn=0), agenda=(BeginMoves("blue", "first_move"),))
    ).battle
    for _ in range(60):
        if not battle.decisions:
            break
        decision = battle.decisions[0]
        answer = CHAINMAIL.sample(battle, decision, random)
        played = Played(battle, ()).then(answer) if len(battle.decisions) == 1 else None
        assert played is not None
        battle = played.battle
        while battle.roll is not None:
            faces = " | ".join(
                " ".join(str(random.randint(1, pool.sides)) for _ in range(pool.count)) for pool in battle.roll.pools
            )
            battle = Played(battle, ()).then(faces).battle
    bodies = [unit for unit in battle.units.values() if unit.on_table and alive(unit)]
    for number, one in enumerate(bodies):
        assert not any(overlapping(one.outline, other.outline, 60) for other in bodies[number + 1 :])


def test_suggested_moves_are_legal() -> None:
    """CM-TURN-03: each of them would be obeyed."""
    start = moving(
        blue("men", 12, files=6, at=(48, 40)),
        blue("horse", 8, files=8, at=(20, 40), troop="knights"),
        red("foe", 12, files=6, at=(48, 31)),
        red("bows", 12, files=6, at=(22, 26), troop="archers"),
    )
    suggested = list(CHAINMAIL.suggest(start.battle, start.decision))
    assert {answer.action for answer in suggested if isinstance(answer, Commanded)} == {"move", "charge", "finish"}
    for answer in suggested:
        assert start.then(answer)


def test_turns_go_round() -> None:
    """CM-TURN-02 to CM-TURN-04 within the whole sequence of play."""
    start = play(field(blue("men", 8, at=(20, 50)), red("foe", 8, at=(20, 8)), turn=0), BeginTurn(), "6 | 1")
    turned = start.then(choose("first"), march("men", ahead(2)), march("foe", ahead(2)), "1 | 6")
    assert turned.battle.turn == 2
    assert turned.decision.seat == "red"
    assert degrees(180) == turned.unit("foe").pose.heading


@pytest.mark.parametrize(
    ("at", "facing", "leg", "short"),
    [
        ((50, 2.4), EAST, Wheel("right", degrees(18)), Wheel("right", degrees(2))),
        ((50, 57.6), WEST, Wheel("right", degrees(18)), Wheel("left", degrees(2))),
        ((3.1, 30), NORTH, Reform(12), Reform(4)),
        ((92.6, 41.7), 349, Reform(11), Reform(7)),
    ],
)
def test_nobody_wheels_or_widens_over_the_edge_of_the_table(
    at: tuple[float, float], facing: float, leg: Manoeuvre, short: Manoeuvre
) -> None:
    """CM-SETUP-01: there is nowhere to stand; what stays on the table is made."""
    start = moving(blue("men", 12, files=6, at=at, facing=facing))
    (reason,) = start.refusal(march("men", leg))
    assert (reason.text, reason.rules, reason.measured) == (
        "it would hang over the table edge",
        ("CM-SETUP-01",),
        True,
    )
    assert start.then(march("men", short))
