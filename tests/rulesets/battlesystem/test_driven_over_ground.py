"""Ground under those who run, withdraw and follow (case 11.8), crews that break off, and who is surrounded, in tidy and
in crooked positions."""

from __future__ import annotations

from math import cos, dist, pi, sin

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Moved, Parted
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.morale.surrounded import hemmed_in
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Battle, Rout, Unit
from schiltron.rulesets.battlesystem.steps import CheckMorale
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked, askew_in_a_mirror, turned
from tests.rulesets.battlesystem.positions import (
    DWARF,
    ELF,
    MAN,
    ORC,
    Played,
    ahead,
    blue,
    charge,
    choose,
    creature,
    field,
    locked,
    order,
    person,
    piece,
    play,
    red,
    rules,
    skirmishers,
    strip,
)

EVERYWHERE = (-60, -60, 160, 120)
LIZARD = creature("lizard man")
SLOW = [("woods", MAN, 2 / 3), ("rough", MAN, 1 / 2), ("swamp", MAN, 1 / 2)]
AT_HOME = [("woods", ELF, 1.0), ("rough", DWARF, 1.0), ("swamp", LIZARD, 1.0)]


def men(figures: int = 6, *, files: int = 6, at=(48, 30), **more) -> Unit:
    return blue("men", figures, files=files, at=at, **{"ml": 12, **more})


def orcs(figures: int = 6, *, files: int = 6, at=(48, 30), name: str = "orcs", **more) -> Unit:
    return red(name, figures, files=files, at=at, **{"of": ORC, **more})


def captain(unit: str = "men", side: str = "blue") -> Unit:
    return person(f"captain of {unit}", side, with_=unit, rank="unit", radius=20)


def gone(played: Played, name: str = "men") -> float:
    """How far it ran, in inches of the table."""
    return (
        sum(
            leg.manoeuvre.distance for event in played.events_of(Moved) if event.unit == name for leg in event.legs[-1:]
        )
        / 1000
    )


# ---------------------------------------------------------------- ground slows


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("kind", "of", "part"), [*SLOW, *AT_HOME])
def test_ground_slows_those_in_rout(crooked: Crooked, kind: str, of, part: float) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06: a rout of a third more than MV, and the run of the next round."""
    wild = piece(kind, *EVERYWHERE)
    position = crooked(field(men(of=of), orcs(), features=[wild], contacts=[locked("orcs", "men")]))
    routed = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    rate = of.move / 1000
    assert gone(routed) == pytest.approx(rate * 4 / 3 * part, abs=0.02)
    (moved,) = (event for event in routed.events_of(Moved) if event.unit == "men")
    assert moved.spent == pytest.approx(rate * 4000 / 3, abs=5)
    running = crooked(field(men(of=of, rout=Rout(180_000, 0), astray="rout"), orcs(at=(48, 20)), features=[wild]))
    assert gone(play(running, BeginMovement("blue"))) == pytest.approx(rate * part, abs=0.02)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("kind", "of", "part"), [*SLOW, *AT_HOME])
def test_ground_slows_those_who_flee(crooked: Crooked, kind: str, of, part: float) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06, BS-8.8-02."""
    wild = piece(kind, *EVERYWHERE)
    position = field(men(of=of), captain(), orcs(), features=[wild], contacts=[locked("orcs", "men")])
    fled = play(crooked(position), Moves("blue"), order("men", "flee"), "6 6")
    assert gone(fled) == pytest.approx(of.move / 1000 * part, abs=0.02)


def test_only_the_part_of_a_run_in_the_trees_is_slow() -> None:
    """BS-11.8-02: twelve inches to spend; the rear of the turned body comes last into the wood askew."""
    askew = piece("woods", 30, 36, 70, 60)
    routed = play(
        field(men(), orcs(), features=[askew], contacts=[locked("orcs", "men")]),
        CheckMorale("men", ("losses",), ("orcs",)),
        "10 10",
    )
    entered = 36 - 30 - 0.375
    assert gone(routed) == pytest.approx(entered + (12 - entered) / 1.5, abs=0.4)
    assert "BS-11.8-02" in {rule for event in routed.events_of(Moved) for rule in event.rules}


def test_a_wall_and_a_hill_take_their_part_of_a_run() -> None:
    """BS-11.8-03, BS-11.8-04: a third of MV each, of twelve inches."""
    for ground, rule in (
        (strip("wall", (0, 36), (96, 36), width=0.2), "BS-11.8-03"),
        (piece("hill", 0, 34, 96, 60), "BS-11.8-04"),
    ):
        routed = play(
            field(men(), orcs(), features=[ground], contacts=[locked("orcs", "men")]),
            CheckMorale("men", ("losses",), ("orcs",)),
            "10 10",
        )
        assert gone(routed) == pytest.approx(9, abs=0.02)
        assert rule in {each for event in routed.events_of(Moved) for each in event.rules}


@pytest.mark.parametrize("crooked", CROOKED)
def test_withdrawing_and_following_cost_what_the_ground_takes(crooked: Crooked) -> None:
    """BS-7.12-01, BS-11.8-06: in a swamp three inches take six of MV, which must be there; who follows must have
    so much too, though not to spend."""
    wild = piece("swamp", *EVERYWHERE)
    dull = creature("goblin", mv=5)
    for of, foe, able, follows in ((MAN, ORC, True, True), (dull, ORC, False, False), (MAN, dull, True, False)):
        position = crooked(
            field(men(of=of), captain(), orcs(of=foe, dl=20), features=[wild], contacts=[locked("orcs", "men")])
        )
        asked = play(position, Moves("blue"))
        if not able:
            assert "BS-11.8-06" in rules(asked.refusal(order("men", "withdraw")))
            continue
        drawn = asked.then(order("men", "withdraw"))
        (moved,) = drawn.events_of(Moved)
        assert (moved.spent, drawn.unit("men").own.turn.spent) == (6000, 6000)
        assert "BS-11.8-06" in moved.rules
        start, end = position.units["men"].pose, drawn.unit("men").pose
        assert dist((start.x, start.y), (end.x, end.y)) == pytest.approx(3000, abs=2)
        if follows:
            after = drawn.then(choose("follow"))
            assert after.events_of(Moved)[-1].spent == 6000
            assert any(one.touching for one in after.battle.engagements)
        else:
            assert not drawn.battle.engagements
            assert "men" in drawn.unit("orcs").own.turn.stayed_from


@pytest.mark.parametrize("crooked", CROOKED)
def test_nobody_withdraws_across_a_river(crooked: Crooked) -> None:
    """BS-11.8-07, BS-7.12-01: that there is ground beyond it does not help."""
    river = strip("river", (0, 31.7), (96, 31.7), width=0.4)
    position = crooked(field(men(), captain(), orcs(), features=[river], contacts=[locked("orcs", "men")]))
    assert "BS-7.12-01" in rules(play(position, Moves("blue")).refusal(order("men", "withdraw")))


# ---------------------------------------------------------------- closed ranks


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("kind", ["woods", "rough", "swamp"])
def test_nobody_stays_closed_in_the_wild_however_he_got_there(crooked: Crooked, kind: str) -> None:
    """BS-11.8-02, BS-11.8-05, BS-11.8-06: by withdrawing, by following, by squaring up, or because he stood there."""
    behind = piece(kind, 30, 31.5, 70, 50)
    position = field(
        men(formation="closed"),
        captain(),
        orcs(formation="closed", dl=20),
        captain("orcs", "red"),
        features=[behind],
        contacts=[locked("orcs", "men")],
    )
    drawn = play(crooked(position), Moves("blue"), order("men", "withdraw"))
    followed = drawn.then(choose("follow"))
    assert followed.unit("men").own.formation == "open"
    assert followed.unit("orcs").own.formation == "open"
    walled = men(formation="closed", stance="shield_wall", large_shields=True)
    stood = crooked(field(walled, captain(), orcs(at=(48, 10)), features=[piece(kind, 30, 25, 46.5, 50)]))
    scene = AnyScene(stood, LAPSES)
    keep_order(scene)
    assert (scene.unit("men").own.formation, scene.unit("men").own.stance) == ("open", "")
    basic = AnyScene(replace(stood, own=replace(stood.own, options=replace(stood.own.options, level="basic"))), LAPSES)
    keep_order(basic)
    assert basic.unit("men").own.formation == "closed", "ground does nothing in the Basic Game (BS-5.0-01)"


@pytest.mark.parametrize("crooked", CROOKED)
def test_squaring_up_into_the_wild_opens_ranks(crooked: Crooked) -> None:
    """BS-11.8-02: a charge stops short of the trees with its corner at the enemy, and lines up among them."""
    askew = orcs(8, files=8, at=(48, 24), facing=197)
    wood = piece("woods", 40, 10, 46.6, 24.9)
    position = field(men(8, files=8, at=(48, 32), formation="closed"), captain(), askew, features=[wood])
    met = play(crooked(position), Moves("blue"), charge("men", ahead(20)))
    assert met.battle.engagements
    assert met.unit("men").own.formation == "open"
    bare = replace(position, board=replace(position.board, features=()))
    assert play(crooked(bare), Moves("blue"), charge("men", ahead(20))).unit("men").own.formation == "closed"


# ---------------------------------------------------------------- crews


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("engine", ["ballista", "heavy_catapult"])
def test_crews_break_off_from_ranks_that_touch_them(crooked: Crooked, engine: str) -> None:
    """BS-10.10-04, BS-2.9-07: when their side ends its moves, by withdrawal on their own feet; the piece stays."""
    piece_ = blue("engine", 1, at=(48.3, 31), kind="skirmish", engine=engine)
    position = crooked(field(piece_, orcs(dl=20), contacts=[locked("orcs", "engine")]))
    asked = play(position, Moves("blue"))
    crew = asked.then(FINISH)
    start, end = position.units["engine"].pose, crew.unit("engine").pose
    assert dist((start.x, start.y), (end.x, end.y)) == pytest.approx(3000, abs=2)
    assert crew.unit("engine").own.profile.engine == ""
    assert [machine.at for machine in crew.battle.own.machines] == [start]
    for action in ("withdraw", "flee"):
        shown = asked.book.preview(asked.battle, asked.battle.decisions[0], order("engine", action))
        assert shown.legal
    fled = asked.then(order("engine", "flee"), "6 6")
    assert fled.unit("engine").own.profile.engine == ""
    assert gone(fled, "engine") == pytest.approx(9, abs=0.02)


def test_crews_stay_before_skirmishers_and_heroes() -> None:
    """BS-2.9-07: only ranks and mobs drive them off."""
    piece_ = blue("engine", 1, at=(48, 31), kind="skirmish", engine="ballista")
    scouts = skirmishers("scouts", "red", [(48, 29.625)])
    position = field(piece_, *scouts, contacts=[locked("scouts-1", "engine")])
    assert play(position, Moves("blue"), FINISH).unit("engine").own.profile.engine == "ballista"


# ---------------------------------------------------------------- surrounded


def ring(formation: str, kind: str, leave: tuple[float, float] = (0, 0)) -> list[Unit]:
    """Eight units of one rank about (48, 30), of which the one in the east stands so far out of place."""
    found = []
    for number in range(8):
        angle = number * pi / 4
        x, y = 48 + 3.4 * sin(angle), 30.4 - 3.4 * cos(angle)
        if number == 2:
            x, y = x + leave[0], y + leave[1]
        found.append(
            red(
                f"orcs {number}",
                5,
                files=5,
                at=(x, y),
                facing=(180 + 45 * number) % 360,
                kind=kind,
                formation=formation,
            )
        )
    return found


@pytest.mark.parametrize("crooked", [*CROOKED, turned(7), turned(131)])
def test_only_ranks_surround(crooked: Crooked) -> None:
    """BS-7.15-07: closed or open, and neither mobs nor skirmish formation; a gap of an inch, askew, is a way out."""
    for formation, kind, lost in (
        ("closed", "regular", True),
        ("open", "regular", True),
        ("mob", "mob", False),
        ("skirmish", "regular", False),
    ):
        position = crooked(field(men(2, files=2, at=(48, 30)), *ring(formation, kind)))
        assert hemmed_in(position, position.units["men"]) is lost
        over = play(position, CheckMorale("men", ("losses",), ()), "10 10")
        assert (over.unit("men").figures == 0) is lost
    for leave, lost in (((0.5, 0.2), True), ((2.2, 0.4), False)):
        position = crooked(field(men(2, files=2, at=(48, 30)), *ring("closed", "regular", leave)))
        assert hemmed_in(position, position.units["men"]) is lost


@pytest.mark.parametrize("crooked", CROOKED)
def test_friends_do_not_surround_and_a_pond_does(crooked: Crooked) -> None:
    """BS-7.15-07: what closes the ring must be the enemy or ground nobody enters."""
    enemies = [one for one in ring("closed", "regular") if one.id != "orcs 2"]
    plug = {"x": 51.4, "y": 30.4}
    friends = blue("friends", 5, files=5, at=(plug["x"], plug["y"]), facing=270, formation="closed", ml=20)
    by_friends = crooked(field(men(2, files=2), friends, *enemies))
    assert not hemmed_in(by_friends, by_friends.units["men"])
    pond = piece("pond", 51, 27, 54, 34)
    by_water = crooked(field(men(2, files=2), *enemies, features=[pond]))
    assert hemmed_in(by_water, by_water.units["men"])
    swimmers = crooked(field(men(2, files=2, of=LIZARD), *enemies, features=[pond]))
    assert not hemmed_in(swimmers, swimmers.units["men"])


def test_the_open_table_edge_is_a_way_out() -> None:
    """BS-7.15-07."""
    north = orcs(8, files=8, at=(48, 58.4), formation="closed")
    west = orcs(4, files=4, at=(46.9, 58.5), facing=90, name="west", formation="closed")
    east = orcs(4, files=4, at=(49.1, 58.5), facing=270, name="east", formation="closed")
    position = field(men(4, files=2, at=(48, 58.42)), north, west, east)
    assert not hemmed_in(position, position.units["men"])


@pytest.mark.parametrize("crooked", [turned(0), turned(90), askew_in_a_mirror])
def test_out_through_a_gap_no_figure_goes_farther_than_its_rout(crooked: Crooked) -> None:
    """BS-7.15-07: and whom it was in contact with it leaves."""
    enemies = [one for one in ring("closed", "regular") if one.id != "orcs 2"]
    position = crooked(field(men(4, files=4), *enemies, contacts=(locked("orcs 0", "men"),)))
    over = play(position, CheckMorale("men", ("losses",), ("orcs 0",)), "10 10")
    assert over.unit("men").figures == 4
    assert not over.battle.engagements
    assert [one.other for one in over.events_of(Parted)] == ["orcs 0"]
    ways = zip(position.units["men"].places, over.unit("men").places, strict=True)
    assert all(dist((one.x, one.y), (other.x, other.y)) <= 12_005 for one, other in ways)


@pytest.mark.parametrize("crooked", [*CROOKED, turned(33)])
@pytest.mark.parametrize(("free", "lost"), [(0.97, True), (1.03, False)])
def test_the_gap_is_an_inch_wide(crooked: Crooked, free: float, lost: bool) -> None:
    """BS-7.15-07: between the end of one enemy and the front of another."""
    floor = 29.75 + free
    walls = [
        orcs(16, files=16, at=(48, 29), name="north", formation="closed"),
        orcs(16, files=16, at=(48, floor), facing=0, name="south", formation="closed"),
        orcs(2, files=2, at=(45, 29.9), facing=90, name="west", formation="closed"),
        orcs(1, files=1, at=(51, 29.375), facing=270, name="east", formation="closed"),
    ]
    position = crooked(field(men(2, files=2, at=(48, 29.2), formation="closed"), *walls))
    assert hemmed_in(position, position.units["men"]) is lost


def two_gaps(first: float) -> Battle:
    """Three men between lines of orcs. Behind the man on the right is a gap so wide and the open field; behind the one
    on the left more than an inch, and a guard five inches off."""

    def rear(name: str, left: float) -> Unit:
        return orcs(2, files=2, at=(left + 0.75, 30.75), facing=0, name=name, formation="closed")

    return field(
        men(3, files=3, at=(24, 30)),
        orcs(8, files=8, at=(24, 30), name="north", formation="closed"),
        orcs(4, files=1, at=(20.6, 30.75), facing=180, name="west", formation="closed"),
        orcs(4, files=1, at=(27.4, 30.75), facing=180, name="east", formation="closed"),
        rear("left", 20.65),
        rear("middle", 23.75 - first / 2),
        rear("right", 25.25 + first / 2),
        orcs(2, files=2, at=(22.75, 36), facing=0, name="guard", formation="closed"),
    )


@pytest.mark.parametrize("crooked", [*CROOKED, turned(33)])
@pytest.mark.parametrize(("first", "through"), [(0.8, "left"), (0.93, "left"), (1.03, "right")])
def test_who_must_get_out_uses_no_gap_of_less_than_an_inch(crooked: Crooked, first: float, through: str) -> None:
    """BS-7.15-07: though his base would pass and the way beyond leads farther than the one past the guard."""
    position = crooked(two_gaps(first))
    start, guard = position.units["men"].pose, position.units["guard"].pose
    out = play(position, CheckMorale("men", ("losses",), ("north",)), "10 10").unit("men")
    (beside, back), (guarded, _) = start.local(out.pose.x, out.pose.y), start.local(guard.x, guard.y)
    assert (beside * guarded > 0) is (through == "left")
    assert abs(beside) == pytest.approx(1250, abs=3)
    assert back == pytest.approx(-5500 if through == "left" else -12_372, abs=3)
