"""The course of a day in the lists: joust after joust, and in each up to three rides (CM-JOUST-01 to CM-JOUST-10)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.play.form_checks import judge_choice
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Began, Reported
from schiltron.battle.state.field import asked_seat, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.grammar import counted, listed
from schiltron.rulesets.chainmail.joust.outlook import best_first
from schiltron.rulesets.chainmail.joust.scores import scored
from schiltron.rulesets.chainmail.joust.scoring import by_record, result_of_the_day
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.tilting.lists import DROPPED, RIDDEN, Joust, Ride, schedule
from schiltron.rulesets.chainmail.tilting.matrix import (
    AIMS,
    BROKEN,
    GLANCED,
    HELM_OFF,
    INJURED,
    MISSED,
    SEAT_LABELS,
    SEATS,
    UNHORSED,
    Pair,
    aim_label,
    in_words,
    pair_label,
    pairs,
    seats_with,
)

IN_THE_LISTS: Final = OffTable("in the lists")
ORDINALS: Final = ("first", "second", "third")
STEPS: Final = (
    SequenceEntry("first_ride", "First ride", ("CM-JOUST-02", "CM-JOUST-03")),
    SequenceEntry("second_ride", "Second ride", ("CM-JOUST-02", "CM-JOUST-06")),
    SequenceEntry("third_ride", "Third ride", ("CM-JOUST-02", "CM-JOUST-07")),
)


class OpenLists(Step, frozen=True, tag="chainmail.open_lists"):
    """Who rides against whom is settled (CM-JOUST-08)."""


class NextJoust(Step, frozen=True, tag="chainmail.next_joust"):
    """Two knights take their places, or the day is over."""


class RideOut(Step, frozen=True, tag="chainmail.ride_out"):
    """Both choose in secret where to aim and how to sit (CM-JOUST-02)."""


# ---------------------------------------------------------------- the day


def _open_lists(scene: Scene, _step: OpenLists) -> None:
    """Knights in the order in which units are dealt with, however the teams were listed."""
    battle = scene.battle
    teams = [battle.in_line([unit.id for unit in troops(battle, side.id)]) for side in battle.sides]
    jousts = schedule(teams)
    scene.set(own=replace(battle.own, lists=replace(battle.own.the_lists, jousts=jousts)))
    if len(jousts) > 1:
        one, other = (battle.side_named(side.id).title for side in battle.sides)
        told = (
            f"{one} and {other} ride {len(jousts)} jousts: every knight of one team against every knight of the other"
        )
        scene.tell(Reported(what=told, rules=("CM-JOUST-01", "CM-JOUST-08")))
    scene.now(NextJoust())


def joust_now(battle: Battle) -> Joust:
    lists = battle.own.the_lists
    return lists.jousts[lists.present]


def knights(battle: Battle, joust: Joust) -> tuple[Unit, Unit]:
    return battle.units[joust.one], battle.units[joust.other]


def _next_joust(scene: Scene, _step: NextJoust) -> None:
    lists = scene.battle.own.the_lists
    number = lists.present
    if number == len(lists.jousts):
        scene.end(result_of_the_day(scene.battle))
        return
    joust = lists.jousts[number]
    scene.set(turn=number + 1, active="")
    scene.tell(Began(what="turn", turn=number + 1, rules=("CM-JOUST-01",)))
    hurt = [knight for knight in joust.knights if lists.hurt(knight)]
    if hurt:
        names = [scene.unit(knight).name for knight in hurt]
        one, other = (unit.name for unit in knights(scene.battle, joust))
        riders = "is injured and rides" if len(names) == 1 else "are injured and ride"
        told = f"{listed(names)} {riders} no more today; the joust of {one} and {other} is dropped"
        scene.tell(Reported(what=told, rules=("CM-JOUST-10",)))
        _written(scene, replace(joust, state=DROPPED))
        scene.now(NextJoust())
        return
    one, other = (unit.name for unit in knights(scene.battle, joust))
    scene.tell(Reported(what=f"{one} rides against {other}", rules=("CM-JOUST-01", "CM-JOUST-07")))
    _begin_ride(scene)


def _written(scene: Scene, joust: Joust) -> None:
    """The present joust is now so."""
    lists = scene.battle.own.the_lists
    jousts = tuple(joust if number == lists.present else one for number, one in enumerate(lists.jousts))
    scene.set(own=replace(scene.battle.own, lists=replace(lists, jousts=jousts)))


def _begin_ride(scene: Scene) -> None:
    entry = STEPS[len(joust_now(scene.battle).rides)]
    scene.set(phase=entry.name)
    scene.tell(Began(what=entry.name, turn=scene.battle.turn, rules=entry.rules))
    scene.now(RideOut())


# ---------------------------------------------------------------- one ride


def _ask(battle: Battle, _step: RideOut) -> tuple[Choose, ...]:
    joust = joust_now(battle)
    return tuple(_choice(battle, joust, place) for place in (0, 1))


def _choice(battle: Battle, joust: Joust, place: int) -> Choose:
    knight, foe = knights(battle, joust)[place], knights(battle, joust)[1 - place]
    forced = joust.forced(place)
    ride = ORDINALS[len(joust.rides)]
    steady = " The seat must be the steady one." if forced else ""
    return Choose(
        seat=asked_seat(battle, knight.side) or UNSEATED,
        prompt=f"Seal aim and seat of {knight.name} for the {ride} ride against {foe.name}.{steady}",
        waits="an aim and a seat",
        rules=("CM-JOUST-02", *(("CM-JOUST-06",) if forced else ("CM-JOUST-03",)), "CM-JOUST-07"),
        options=tuple(Option(pair.key, pair_label(pair)) for pair in pairs(forced=forced)),
        sealed=True,
    )


def place_of(view: Battle, decision: Choose) -> int:
    """Which of the two knights of the present joust is asked about."""
    side = view.side_at(decision.seat)
    return [unit.side for unit in knights(view, joust_now(view))].index(side)


def _judge(view: Battle, _step: RideOut, decision: Choose, answer: Chosen) -> list[Reason]:
    """A pair that there is, but not now, is told by the rule that bars it."""
    offered = {option.key for option in decision.options}
    barred = [key for key in answer.keys if key not in offered and _pair(key) is not None]
    if len(answer.keys) != 1 or not barred:
        return judge_choice(decision, answer)
    pair = _pair(barred[0])
    assert pair is not None
    if pair.seat in seats_with(pair.aim):
        wrong = "whoever has broken his lance or lost his helm keeps a steady seat in the next ride"
        return [Reason(wrong, ("CM-JOUST-06",))]
    right = listed([SEAT_LABELS[seat].lower() for seat in seats_with(pair.aim)])
    wrong = f"with the {aim_label(pair.aim).lower()} goes no {SEAT_LABELS[pair.seat].lower()}, but {right}"
    return [Reason(wrong, ("CM-JOUST-03",))]


def _pair(key: str) -> Pair | None:
    aim, _, seat = key.partition("/")
    return Pair(aim, seat) if aim in AIMS and seat in SEATS else None


def _take(scene: Scene, _step: RideOut, answers: tuple[Chosen, ...]) -> None:
    """Both lie open, each lance is matched with the other's seat, and both results stand (CM-JOUST-04)."""
    joust = joust_now(scene.battle)
    one, other = (_pair(answer.keys[0]) for answer in answers)
    assert one is not None
    assert other is not None
    ride = Ride(one, other)
    joust = replace(joust, rides=(*joust.rides, ride))
    _written(scene, joust)
    both = knights(scene.battle, joust)
    for place, knight in enumerate(both):
        rules = ("CM-JOUST-02", "CM-JOUST-03")
        scene.tell(Reported(what=f"{knight.name} {in_words(ride.of(place))}", rules=rules))
    for place, knight in enumerate(both):
        done = ride.done_by(place)
        rules = ("CM-JOUST-04", *(("CM-JOUST-05",) if len(done) > 1 else ()))
        scene.tell(Reported(what=told_result(done, knight.name, both[1 - place].name), rules=rules))
    if not by_record(scene.battle):
        points = [scored(ride.done_by(place), ride.done_by(1 - place)) for place in (0, 1)]
        told = listed(
            [
                f"{unit.name} {number:+d}" if number else f"{unit.name} 0"
                for unit, number in zip(both, points, strict=True)
            ]
        )
        scene.tell(Reported(what=f"the ride counts: {told}", rules=("CM-JOUST-08",)))
    if joust.over:
        _end_joust(scene, joust)
        return
    for place, knight in enumerate(both):
        if joust.forced(place):
            told = f"{knight.name} must keep a steady seat in the next ride"
            scene.tell(Reported(what=told, rules=("CM-JOUST-06",)))
    _begin_ride(scene)


_MAIN: Final = (BROKEN, UNHORSED, HELM_OFF, GLANCED, MISSED)
_DEEDS: Final = {
    BROKEN: "{} breaks a lance on {}",
    UNHORSED: "{} unhorses {}",
    HELM_OFF: "{} strikes the helm off {}",
    GLANCED: "the lance of {} glances off {}",
    MISSED: "{} misses {}",
}


def told_result(done: tuple[str, ...], knight: str, foe: str) -> str:
    """As in "Aldis breaks a lance on Bertran, who is unhorsed and injured"."""
    main = next(what for what in _MAIN if what in done)
    more = [what for what in (UNHORSED, INJURED) if what in done and what != main]
    return _DEEDS[main].format(knight, foe) + (f", who is {listed(more)}" if more else "")


def _end_joust(scene: Scene, joust: Joust) -> None:
    _written(scene, replace(joust, state=RIDDEN))
    winner = scene.battle.units[joust.winner].name if joust.winner else ""
    rides = counted(len(joust.rides), "ride")
    if winner:
        told = f"{winner} has won the joust after {rides}"
    elif joust.rides[-1].unhorses:
        told = f"both are unhorsed after {rides}, and neither has won the joust"
    else:
        told = f"both keep the saddle for {rides}, and neither has won the joust"
    scene.tell(Reported(what=told, rules=("CM-JOUST-07", "CM-JOUST-09")))
    scene.now(NextJoust())


def _sample(_view: Battle, _step: RideOut, decision: Choose, random: Random) -> Chosen:
    return Chosen((random.choice(decision.options).key,))


def _suggest(view: Battle, _step: RideOut, decision: Choose) -> Iterator[Chosen]:
    """By what each comes to on the average against a foe who takes all his pairs alike."""
    joust = joust_now(view)
    place = place_of(view, decision)
    for pair in best_first(forced=joust.forced(place), foe_forced=joust.forced(1 - place)):
        yield Chosen((pair.key,))


HANDLERS: Final = (
    does(OpenLists, _open_lists),
    does(NextJoust, _next_joust),
    asks(RideOut, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest),
)
