"""Jousts (rules JOUST): the whole matrix, what bars what, three rides, what they count, and a day of teams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.guide.tilt_yard import TiltYard
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Choose, Chosen
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began, Reported
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Reply
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.joust.outlook import best_first, chances
from schiltron.rulesets.chainmail.joust.scoring import standing
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.setup.opening import enlisted, in_the_lists
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.tilting.lists import DROPPED, schedule
from schiltron.rulesets.chainmail.tilting.matrix import AIMS, PAIRS, SEATS, Pair, pairs, result, seats_with
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted, Field

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
STEADY = "steady_seat"
MATRIX = """
helm            M      M    M    H    U      M    456
dexter_chief    U      B    M    B    B      M    3456
chief_pale      B/U/I  U    G    B    B/U    U/I  123456
sinister_chief  G      M    B    G    G      U    2456
dexter_fess     B      B/U  M    B    M      B    456
fess_pale       B/U    G    B    B/U  B/U/I  B    123456
sinister_fess   G      M    B/U  G    G      G    456
base            B      G    U    B    B/U/I  B    1456
"""
LETTERS = {
    "breaks_lance": "B",
    "glances_off": "G",
    "helm_knocked_off": "H",
    "injured": "I",
    "miss": "M",
    "unhorsed": "U",
}


class Day:
    """A day in the lists played on: red's choice first, as "fess_pale/steady_seat"."""

    def __init__(self, battle: Battle) -> None:
        self.told: list[Any] = []
        begun = CHAINMAIL.begun(battle)
        self.battle = begun.battle
        self.told += begun.events

    def ride(self, red: str, blue: str) -> Day:
        for side, key in (("red", red), ("blue", blue)):
            decision = next(one for one in self.battle.decisions if self.battle.side_at(one.seat) == side)
            self._give(Reply(decision.seat, decision.id, Chosen((key,))))
        return self

    def _give(self, order: Reply) -> None:
        obeyed = CHAINMAIL.obey(self.battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        assert encode(CHAINMAIL.decode(encode(obeyed.battle))) == encode(obeyed.battle)
        self.battle = obeyed.battle
        self.told += obeyed.events

    def refused(self, side: str, key: str) -> list[Reason]:
        decision = next(one for one in self.battle.decisions if self.battle.side_at(one.seat) == side)
        found = CHAINMAIL.obey(self.battle, Reply(decision.seat, decision.id, Chosen((key,))))
        assert isinstance(found, Illegal)
        return list(found.reasons)

    def options(self, side: str) -> list[str]:
        decision = next(one for one in self.battle.decisions if self.battle.side_at(one.seat) == side)
        assert isinstance(decision, Choose)
        return [option.key for option in decision.options]

    def said(self) -> str:
        return "\n".join(event.what for event in self.told if isinstance(event, Reported))

    def yard(self, seat: str | None = None) -> TiltYard:
        found = CHAINMAIL.tilt_yard(CHAINMAIL.view(self.battle, seat))
        assert found is not None
        return found

    def points(self) -> dict[str, int]:
        lists = self.battle.own.the_lists
        return {unit.name: standing(lists, unit.id).points for unit in self.battle.units.values()}


def knight(side: str, name: str, unit_id: str = "") -> Any:
    return enlisted(unit_id or f"{side}-{name}", side, TROOPS["knights"].profile, 1, name=name)


def lists(red: Sequence[str] = ("Aldis",), blue: Sequence[str] = ("Bertran",), **options: Any) -> Day:
    units = [*(knight("red", name) for name in red), *(knight("blue", name) for name in blue)]
    return Day(in_the_lists(title="The lists", sides=SIDES, units=units, options=Options(**options)))


# ---------------------------------------------------------------- the matrix


@pytest.mark.parametrize("line", MATRIX.strip().splitlines(), ids=lambda line: line.split()[0])
def test_every_cell_of_the_matrix(line: str) -> None:
    """CM-JOUST-04, CM-JOUST-05: all letters of a cell happen."""
    aim, *cells, own = line.split()
    assert [result(aim, seat) for seat in SEATS] == [
        tuple(next(name for name, letter in LETTERS.items() if letter == one) for one in cell.split("/"))
        for cell in cells
    ]
    assert seats_with(aim) == tuple(SEATS[int(number) - 1] for number in own)


def test_of_48_pairs_33_may_be_chosen() -> None:
    """CM-JOUST-03"""
    assert len(AIMS) * len(SEATS) == 48
    assert len(PAIRS) == 33
    assert SEATS == ("lower_helm", "lean_right", "lean_left", "steady_seat", "shield_high", "shield_low")


@pytest.mark.parametrize("line", MATRIX.strip().splitlines(), ids=lambda line: line.split()[0])
def test_every_cell_as_it_is_ridden(line: str) -> None:
    """CM-JOUST-04: red aims, blue sits so with an aim that goes with every seat; what is told and scored follows."""
    aim, *cells, _ = line.split()
    for seat, cell in zip(SEATS, cells, strict=True):
        day = lists().ride(f"{aim}/{seats_with(aim)[0]}", f"chief_pale/{seat}")
        red, blue = day.battle.own.the_lists.jousts[0].rides[0].done_by(0), day.points()["Bertran"]
        assert "/".join(LETTERS[what] for what in red) == cell
        back = result("chief_pale", seats_with(aim)[0])
        mine = -(cell.count("B")) + 3 * cell.count("H") + 20 * cell.count("U") - 10 * ("injured" in back)
        assert day.points()["Aldis"] == mine
        his = 20 * ("unhorsed" in back) - ("breaks_lance" in back) + 3 * ("helm_knocked_off" in back)
        assert blue == his - 10 * cell.count("I")
        over = "U" in cell or "unhorsed" in back
        assert (day.battle.outcome is not None) == over


# ---------------------------------------------------------------- what may be chosen


def test_a_joust_is_of_two_mounted_knights_with_lances() -> None:
    """CM-JOUST-01"""

    def found(*units: Enlisted, sides: tuple[Side, ...] = SIDES) -> list[tuple[str, tuple[str, ...]]]:
        foe = (Enlisted("knights", 1, name="Foe"),)
        armies = tuple((side.id, units if side.id == "red" else foe) for side in sides)
        field = Field("t", None, sides, (), armies, {})
        return [(one.place, one.rules) for one in QUARTERMASTER.check_field(field)]

    assert found(Enlisted("knights", 1), Enlisted("norman_knights", 1), Enlisted("army_commander", 1)) == []
    for troop in ("dismounted_knights", "reiter", "heavy_horse", "archers"):
        assert found(Enlisted(troop, 1)) == [("sides.red.units[0].troop", ("CM-JOUST-01",))]
    swordsman = Enlisted("knights", 1, equipment={"arms": "hand"})
    assert found(swordsman) == [("sides.red.units[0].troop", ("CM-JOUST-01",))]
    assert found(Enlisted("knights", 2)) == [("sides.red.units[0].figures", ("CM-JOUST-01",))]
    third = (*SIDES, Side("ochre", "Ochre", "ochre"))
    assert found(Enlisted("knights", 1), sides=third) == [("sides", ("CM-JOUST-01",))]


def test_both_choose_in_secret_and_are_shown_together() -> None:
    """CM-JOUST-02: whoever has not sealed yet sees that the other has, and not what."""
    day = lists()
    decision = day.battle.decisions[0]
    sealed = [
        CHAINMAIL.obey(day.battle, Reply(decision.seat, decision.id, Chosen((key,))))
        for key in ("base/steady_seat", "helm/shield_low")
    ]
    one, other = (CHAINMAIL.view(obeyed.battle, "blue") for obeyed in sealed if isinstance(obeyed, Obeyed))
    assert encode(one) == encode(other)
    assert CHAINMAIL.tilt_yard(one) == CHAINMAIL.tilt_yard(other)
    assert "base" not in encode(one.commitments).decode()
    both = Day(day.battle).ride("base/steady_seat", "helm/shield_low")
    assert "Aldis aims at the base, in a steady seat" in both.said()
    assert "Bertran aims at the helm, with the shield held low" in both.said()


@pytest.mark.parametrize("aim", AIMS)
def test_an_aim_bars_the_seats_that_do_not_go_with_it(aim: str) -> None:
    """CM-JOUST-03"""
    day = lists()
    for seat in SEATS:
        if seat in seats_with(aim):
            assert f"{aim}/{seat}" in day.options("red")
        else:
            (reason,) = day.refused("red", f"{aim}/{seat}")
            assert reason.rules == ("CM-JOUST-03",)
    assert day.refused("red", "base/on_the_ground")[0].rules == ("CM-JOUST-02", "CM-JOUST-03", "CM-JOUST-07")


def test_whoever_breaks_his_lance_keeps_a_steady_seat_in_the_next_ride_only() -> None:
    """CM-JOUST-06: every aim is open to him, and the other is as free as before."""
    day = lists().ride("dexter_fess/shield_low", "dexter_chief/shield_low")
    assert (day.battle.own.the_lists.jousts[0].forced(0), day.battle.own.the_lists.jousts[0].forced(1)) == (True, False)
    assert day.options("red") == [f"{aim}/{STEADY}" for aim in AIMS]
    assert len(day.options("blue")) == 33
    (reason,) = day.refused("red", "base/shield_low")
    assert reason.rules == ("CM-JOUST-06",)
    (reason,) = day.refused("red", "base/lean_left")
    assert reason.rules == ("CM-JOUST-03",)
    day.ride("sinister_chief/steady_seat", "sinister_fess/steady_seat")
    assert len(day.options("red")) == 33


def test_whoever_loses_his_helm_keeps_a_steady_seat() -> None:
    """CM-JOUST-06: it is the one who was struck, not the one who struck."""
    day = lists().ride("helm/shield_low", "sinister_fess/steady_seat")
    assert day.options("blue") == [f"{aim}/{STEADY}" for aim in AIMS]
    assert len(day.options("red")) == 33
    assert "Bertran must keep a steady seat" in day.said()
    assert "Aldis must" not in day.said()
    assert [(one.lance, one.helm, one.steady) for one in day.yard().riders] == [
        (True, True, False),
        (True, False, True),
    ]


# ---------------------------------------------------------------- how it ends


def test_a_joust_is_over_as_soon_as_somebody_is_unhorsed() -> None:
    """CM-JOUST-07, CM-JOUST-08: 20 for the fall, 1 off for the lance that broke."""
    day = lists().ride("fess_pale/steady_seat", "helm/steady_seat")
    assert day.battle.outcome is not None
    assert day.battle.outcome.winner == "red"
    assert day.points() == {"Aldis": 19, "Bertran": 3}
    assert "Aldis has won the joust after 1 ride" in day.said()


def test_both_may_be_unhorsed() -> None:
    """CM-JOUST-04, CM-JOUST-09: both results stand, and neither has won."""
    day = lists(tourney="record").ride("fess_pale/steady_seat", "fess_pale/steady_seat")
    assert day.battle.outcome is not None
    assert day.battle.outcome.winner == ""
    assert day.battle.outcome.rules == ("CM-JOUST-09",)
    assert "both are unhorsed" in day.said()


def test_after_three_rides_it_is_over() -> None:
    """CM-JOUST-07"""
    day = lists()
    for _ in range(3):
        assert day.battle.outcome is None
        day.ride("sinister_chief/steady_seat", "sinister_fess/steady_seat")
    assert day.battle.outcome is not None
    assert day.battle.outcome.winner == ""
    assert day.points() == {"Aldis": 0, "Bertran": 0}
    began = [event.what for event in day.told if isinstance(event, Began)]
    assert began == ["turn", "first_ride", "second_ride", "third_ride"]


def test_points_of_all_rides_add_up() -> None:
    """CM-JOUST-08: a lance of his own 1 off, a helm 3; the more points win though nobody fell."""
    day = lists().ride("helm/shield_low", "sinister_fess/steady_seat").ride("helm/shield_low", "base/steady_seat")
    day.ride("sinister_chief/steady_seat", "sinister_fess/steady_seat")
    assert day.points() == {"Aldis": 6, "Bertran": -1}
    assert day.battle.outcome is not None
    assert (day.battle.outcome.winner, day.battle.outcome.how) == ("red", "points")
    assert dict(day.battle.outcome.reckoning)["red"].total == 6


def test_a_record_counts_jousts_won() -> None:
    """CM-JOUST-09: helms do not count then, and no points are told."""
    day = lists(tourney="record").ride("helm/shield_low", "sinister_fess/steady_seat")
    day.ride("helm/shield_low", "sinister_fess/steady_seat").ride("helm/shield_low", "sinister_fess/steady_seat")
    assert day.battle.outcome is not None
    assert day.battle.outcome.winner == ""
    assert "counts" not in day.said()
    won = lists(tourney="record").ride("fess_pale/steady_seat", "helm/steady_seat")
    assert won.battle.outcome is not None
    assert won.battle.outcome.winner == "red"
    assert dict(won.battle.outcome.reckoning)["red"].total == 1


# ---------------------------------------------------------------- teams


def test_everybody_of_a_team_meets_everybody_of_the_other() -> None:
    """CM-JOUST-08: no two at once are the same knight, as long as the teams are alike."""
    met = [joust.knights for joust in schedule([["a", "b", "c"], ["x", "y", "z"]])]
    assert len(met) == len(set(met)) == 9
    for turn in range(3):
        assert len({knight for pair in met[3 * turn : 3 * turn + 3] for knight in pair}) == 6
    uneven = [joust.knights for joust in schedule([["a", "b", "c"], ["x"]])]
    assert sorted(uneven) == [("a", "x"), ("b", "x"), ("c", "x")]


def test_the_injured_ride_no_more_that_day() -> None:
    """CM-JOUST-10, CM-JOUST-08: 10 off, and his later jousts are dropped; the unhurt ride on."""
    day = lists(("Aldis", "Hob"), ("Bertran", "Odo"))
    day.ride("chief_pale/lean_left", "dexter_fess/shield_low")
    assert day.points()["Bertran"] == -10
    assert day.points()["Aldis"] == 20
    jousts = day.battle.own.the_lists.jousts
    assert [joust.state for joust in jousts] == ["ridden", "waits", "waits", "waits"]
    day.ride("fess_pale/steady_seat", "helm/steady_seat")
    day.ride("fess_pale/steady_seat", "helm/steady_seat")
    assert [joust.state for joust in day.battle.own.the_lists.jousts] == ["ridden", "ridden", "ridden", DROPPED]
    assert {day.battle.units[one].name for one in day.battle.own.the_lists.jousts[3].knights} == {"Hob", "Bertran"}
    assert "Bertran is injured and rides no more today" in day.said()
    assert day.battle.outcome is not None


def test_lists_of_the_teams_in_another_order_and_under_other_ids_give_the_same_day() -> None:
    names = ("Aldis", "Hob", "Wystan"), ("Bertran", "Odo", "Perrin")
    one = lists(*names)
    units = [
        knight(side, name, f"u{9 - at}")
        for side, team in zip(("red", "blue"), names, strict=True)
        for at, name in enumerate(team, 3 * (side == "blue"))
    ]
    other = Day(in_the_lists(title="The lists", sides=SIDES, units=reversed(units), options=Options()))

    def meetings(day: Day) -> list[tuple[str, str]]:
        jousts = day.battle.own.the_lists.jousts
        return [(day.battle.units[joust.one].name, day.battle.units[joust.other].name) for joust in jousts]

    assert meetings(one) == meetings(other)
    assert len(meetings(one)) == 9


def test_two_sides_that_change_places_fare_as_each_other() -> None:
    """Whatever red does to blue, blue does to red in the same way."""
    for mine in PAIRS:
        for his in PAIRS[::5]:
            one, other = lists().ride(mine.key, his.key), lists().ride(his.key, mine.key)
            assert one.points() == dict(zip(other.points(), reversed(other.points().values()), strict=True))


# ---------------------------------------------------------------- odds


def test_odds_of_a_pair_are_exact() -> None:
    """CM-JOUST-04: against all 33 pairs alike, and against the eight of a knight who must sit steady."""
    mine, his = chances(Pair("base", STEADY), PAIRS)
    assert (his.unhorsed, his.injured, his.lance_broken, his.helm_off) == tuple(
        Fraction(number, 33) for number in (11, 8, 23, 0)
    )
    assert (mine.unhorsed, mine.injured, mine.lance_broken, mine.helm_off) == tuple(
        Fraction(number, 33) for number in (6, 0, 27, 3)
    )
    assert mine.points == Fraction(193, 33)
    _, steady = chances(Pair("fess_pale", STEADY), pairs(forced=True))
    assert steady.unhorsed == 1
    assert best_first(forced=False, foe_forced=True)[0].aim == "fess_pale"


def test_the_yard_shows_the_odds_of_what_may_be_chosen_to_who_is_asked() -> None:
    day = lists().ride("dexter_fess/shield_low", "dexter_chief/shield_low")
    sealing = day.yard("red").sealing
    assert sealing is not None
    assert (sealing.forced, sealing.against, len(sealing.pairs)) == (True, 33, 8)
    theirs = day.yard("blue").sealing
    assert theirs is not None
    assert (theirs.forced, theirs.against, len(theirs.pairs)) == (False, 8, 33)
    assert day.yard(None).sealing is None
    (told,) = day.yard().rides
    assert [(one.aim, one.seat, one.points) for one in told] == [
        ("dexter_fess", "shield_low", -1),
        ("dexter_chief", "shield_low", 0),
    ]


def test_the_ready_days_are_a_joust_and_a_tourney_of_six() -> None:
    for name, jousts in (("joust-at-ostrey", 1), ("lists-at-ostrey", 9)):
        day = Day(prepare(load_scenario(name)))
        assert len(day.battle.own.the_lists.jousts) == jousts
        assert day.battle.board is None
