"""A day in the lists (rules JOUST): what its picture holds, a knight's card, what a choice comes to, and a ride
reckoned beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.guide.answers import Card, Preview, Stat
from schiltron.battle.guide.reckonings import Bar, Chart, Grid, Reckoning, bar
from schiltron.battle.guide.tilt_yard import (
    Aiming,
    Chance,
    Charge,
    JoustLine,
    KnightLine,
    PairOdds,
    Rider,
    Sealing,
    Seating,
    TiltYard,
)
from schiltron.battle.state.decision import Answer, AnyDecision, Choose, Chosen
from schiltron.battle.state.field import troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import Note, cited, counted, listed, plain
from schiltron.rulesets.chainmail.joust.course import RideOut, joust_now, place_of
from schiltron.rulesets.chainmail.joust.outlook import Chances, chances
from schiltron.rulesets.chainmail.joust.scores import scored
from schiltron.rulesets.chainmail.joust.scoring import by_record, reckoning, standing
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.tilting.lists import DROPPED, WAITS, Joust, Ride
from schiltron.rulesets.chainmail.tilting.matrix import (
    AIMS,
    BROKEN,
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
    result,
    seats_with,
)
from schiltron.rulesets.mustering import nearest

_SHORT: Final = {
    MISSED: "misses",
    BROKEN: "lance breaks",
    HELM_OFF: "helm off",
    UNHORSED: "unhorses",
    INJURED: "injures",
}


def tilt_yard(view: Battle) -> TiltYard | None:
    if view.board is not None or not view.own.the_lists.jousts:
        return None
    lists, record = view.own.the_lists, by_record(view)
    shown = min(lists.present, len(lists.jousts) - 1)
    joust = lists.jousts[shown]
    return TiltYard(
        aims=tuple(Aiming(aim, aim_label(aim), seats_with(aim)) for aim in AIMS),
        seats=tuple(Seating(seat, SEAT_LABELS[seat]) for seat in SEATS),
        jousts=tuple(_line(one, now=number == lists.present) for number, one in enumerate(lists.jousts)),
        knights=tuple(_knight(view, unit) for side in view.sides for unit in troops(view, side.id)),
        totals=tuple((side.id, reckoning(view, side.id).total) for side in view.sides),
        record=record,
        shown=shown,
        riders=tuple(_rider(joust, place) for place in (0, 1)),
        rides=tuple(_told(view, joust, ride) for ride in joust.rides),
        sealing=_sealing(view),
    )


def _line(joust: Joust, *, now: bool) -> JoustLine:
    state: Literal["waits", "now", "ridden", "dropped"] = "now" if now else joust.state
    winner = "" if joust.state in (WAITS, DROPPED) else joust.winner
    return JoustLine(joust.one, joust.other, state, len(joust.rides), winner)


def _knight(view: Battle, unit: Unit) -> KnightLine:
    one = standing(view.own.the_lists, unit.id)
    return KnightLine(
        knight=unit.id,
        rides=one.rides,
        lances=one.lances,
        helms=one.helms,
        unhorsed=one.unhorsed,
        injured=one.injured,
        points=one.points,
        won=one.won,
        lost=one.lost,
        drawn=one.drawn,
    )


def _rider(joust: Joust, place: int) -> Rider:
    last = joust.rides[-1] if joust.rides else None
    return Rider(
        knight=joust.knights[place],
        lance=last is None or BROKEN not in last.done_by(place),
        helm=last is None or HELM_OFF not in last.done_by(1 - place),
        steady=joust.forced(place) and not joust.over,
    )


def _told(view: Battle, joust: Joust, ride: Ride) -> tuple[Charge, Charge]:
    one, other = (_charge(view, joust, ride, place) for place in (0, 1))
    return one, other


def _charge(view: Battle, joust: Joust, ride: Ride, place: int) -> Charge:
    pair, done = ride.of(place), ride.done_by(place)
    return Charge(
        knight=joust.knights[place],
        aim=pair.aim,
        seat=pair.seat,
        text=in_words(pair),
        result=listed([_SHORT.get(what, plain(what)) for what in done]),
        points=None if by_record(view) else scored(done, ride.done_by(1 - place)),
    )


def _sealing(view: Battle) -> Sealing | None:
    step = view.agenda[0] if view.agenda else None
    asked = next((one for one in view.decisions if isinstance(one, Choose)), None)
    if not isinstance(step, RideOut) or asked is None:
        return None
    joust, place = joust_now(view), place_of(view, asked)
    theirs = pairs(forced=joust.forced(1 - place))
    found = []
    for pair in pairs(forced=joust.forced(place)):
        mine, his = chances(pair, theirs)
        found.append(PairOdds(pair.aim, pair.seat, _shown(mine), _shown(his)))
    return Sealing(asked.id, joust.knights[place], joust.forced(place), len(theirs), tuple(found))


def _shown(of: Chances) -> Chance:
    return Chance(*(float(number) for number in (of.unhorsed, of.injured, of.lance_broken, of.helm_off, of.points)))


# ---------------------------------------------------------------- a knight's card


def knight_card(view: Battle, unit: Unit) -> Card:
    one = standing(view.own.the_lists, unit.id)
    notes = [cited("injured, and rides no more today", "CM-JOUST-10")] if one.injured else []
    counts = () if by_record(view) else (Stat("Points", f"{one.points:+d}", "CM-JOUST-08", part="so_far"),)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle="Knight with lance and shield",
        points=0,
        stats=(
            Stat("Rides", str(one.rides), "CM-JOUST-07", part="so_far"),
            Stat("Lances broken", str(one.lances), "CM-JOUST-06", part="so_far"),
            Stat("Helms taken", str(one.helms), "CM-JOUST-06", part="so_far"),
            Stat("Unhorsed", f"{one.unhorsed}, fell {one.falls}", "CM-JOUST-07", part="so_far"),
            Stat("Jousts", f"{one.won} won, {one.lost} lost, {one.drawn} drawn", "CM-JOUST-09", part="so_far"),
            *counts,
        ),
        spent=0,
        allowance=0,
        notes=tuple(notes),
        figures=unit.figures,
        original=unit.original,
    )


def score(view: Battle) -> Iterator[Note]:
    """How the teams stand."""
    what, rule = ("jousts won", "CM-JOUST-09") if by_record(view) else ("points", "CM-JOUST-08")
    said = ", ".join(f"{side.title} {reckoning(view, side.id).total}" for side in view.sides)
    yield cited(f"In {what}: {said}", rule)


# ---------------------------------------------------------------- what a choice comes to


def ride_preview(view: Battle, decision: AnyDecision, answer: Answer, plain_preview: Preview) -> Preview:
    """Against a foe who takes each of his pairs alike (CM-JOUST-04)."""
    chosen = answer.keys[0] if isinstance(answer, Chosen) and answer.keys else ""
    if not isinstance(view.agenda[0], RideOut) or not isinstance(decision, Choose) or not plain_preview.legal:
        return plain_preview
    joust, place = joust_now(view), place_of(view, decision)
    pair = next(one for one in pairs(forced=joust.forced(place)) if one.key == chosen)
    theirs = pairs(forced=joust.forced(1 - place))
    mine, his = chances(pair, theirs)
    foe = view.units[joust.knights[1 - place]].name
    notes = (
        cited(f"unhorses {foe} {_percent(his.unhorsed)}, is unhorsed {_percent(mine.unhorsed)}", "CM-JOUST-04"),
        cited(f"breaks a lance {_percent(mine.lance_broken)}, loses the helm {_percent(mine.helm_off)}", "CM-JOUST-06"),
        cited(f"on the average {float(mine.points):+.1f} against {float(his.points):+.1f} points", "CM-JOUST-08"),
        cited(f"if {foe} takes each of {len(theirs)} pairs alike", "CM-JOUST-02"),
    )
    return replace(plain_preview, notes=notes, rules=("CM-JOUST-02", "CM-JOUST-04"))


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


# ---------------------------------------------------------------- reckoned beforehand


def reckoned(battle: Battle, wishes: Mapping[str, str]) -> Reckoning | Reason:
    """A pair of aim and seat against every pair there is, or against a knight who must keep a steady seat; the steady
    seat behind a shield's middle, unless it is said."""
    known = ("aim", "seat", "steady")
    for name in wishes:
        if name not in known:
            return Reason(f"{name} is nothing that could be reckoned with: {nearest(name, known)}")
    aim, seat, foe = wishes.get("aim", "fess_pale"), wishes.get("seat", "steady_seat"), wishes.get("steady", "nobody")
    for value, words, what in ((aim, AIMS, "aim"), (seat, SEATS, "seat"), (foe, ("nobody", "foe"), "word for steady")):
        if value not in words:
            return Reason(f"there is no such {what} as {value!r}: {nearest(value, words)}")
    if seat not in seats_with(aim):
        allowed = ", ".join(seats_with(aim))
        return Reason(f"with the {plain(aim)} goes no {plain(seat)}, but {allowed}", ("CM-JOUST-03",))
    pair, theirs = Pair(aim, seat), pairs(forced=foe == "foe")
    mine, his = chances(pair, theirs)
    return Reckoning(
        title=f"{pair_label(pair)}, against {counted(len(theirs), 'pair')} taken alike",
        notes=(
            cited(f"On the average {float(mine.points):+.2f} points, the foe {float(his.points):+.2f}", "CM-JOUST-08"),
            cited("Whoever breaks his lance or loses his helm keeps a steady seat in the next ride", "CM-JOUST-06"),
        ),
        charts=(
            Chart("What becomes of the foe", tuple(_bars(his)), ("CM-JOUST-04", "CM-JOUST-05")),
            Chart("What becomes of the knight", tuple(_bars(mine)), ("CM-JOUST-04", "CM-JOUST-05")),
        ),
        grids=(
            Grid(
                "A lance aimed there, against a knight who sits so",
                tuple(SEAT_LABELS[one] for one in SEATS),
                tuple((aim_label(one), tuple(_cell(one, other) for other in SEATS)) for one in AIMS),
            ),
        ),
    )


def _bars(of: Chances) -> Iterator[Bar]:
    yield bar("unhorsed", of.unhorsed)
    yield bar("injured", of.injured)
    yield bar("lance broken", of.lance_broken)
    yield bar("helm off", of.helm_off)


def _cell(aim: str, seat: str) -> str:
    return ", ".join(plain(what) for what in result(aim, seat))
