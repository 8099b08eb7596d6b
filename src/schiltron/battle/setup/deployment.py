"""Setting up the armies: a side puts its units down in its zone one by one, and units without room stay away.

A book says where, what keeps units out, and by which of its rules; the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Handler, Scene, Step, asks
from schiltron.battle.setup.battle_line import (
    SetupGround,
    any_place,
    holds_all,
    in_files,
    line_places,
    most_files,
    random_place,
)
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import UNSEATED, Chosen, OfferedFormation, PlaceUnit, SetDown, Zone
from schiltron.battle.state.event import Placed, Removed, Ruled
from schiltron.battle.state.field import asked_seat, hostile, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import OffTable, OnTable, Place, Unit
from schiltron.table.body import Body
from schiltron.table.ground import stood_in
from schiltron.table.lengths import CONTACT, FULL_TURN, TOLERANCE, Mil, show_inches
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

TO_BE_SET_DOWN: Final = "to be set down"
"""Why a unit is not on the table before its owner has placed it."""
NO_ROOM: Final = "no room to set up"
_TRIES: Final = 24

Rules = tuple[str, ...]


def reserve(battle: Battle[B, U, S], side: str) -> list[Unit[U]]:
    """The units a side has still to set down."""
    return [
        unit for unit in troops(battle, side) if isinstance(unit.place, OffTable) and unit.place.why == TO_BE_SET_DOWN
    ]


class SetupRules(NamedTuple):
    """By which rules: that armies are set up, in which zone, in how many files, how far friends keep apart, which
    ground is barred, and how a unit that was placed stands."""

    setting_up: Rules
    zone: Rules
    files: Rules
    apart: Rules
    ground: Rules
    placed: Rules


class Formations(Generic[U]):
    """Formations in which units may be set down; a book in which all come as they are listed has none to offer."""

    def offered(self, unit: Unit[U]) -> tuple[OfferedFormation, ...]:  # noqa: ARG002 - nothing, whatever the unit
        return ()

    def drawn_up(self, unit: Unit[U], formation: str) -> Unit[U]:  # noqa: ARG002 - as it is listed
        """The unit in one of the formations it is offered."""
        return unit

    def plain(self, unit: Unit[U]) -> Unit[U]:
        """The unit in a formation that tells nothing of how it stood before."""
        return unit


class SetsUp(Step, frozen=True):
    """The step in which a side is set down, unit by unit. A book gives it its tag."""

    side: str


def _nothing(_unit: Any, _body: Body) -> Iterator[Reason]:
    return iter(())


def _open_to_all(_battle: Any, _unit: Any) -> tuple[Feature, ...]:
    return ()


def _as_it_stands(_scene: Any, _unit: Any) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Deployment(Generic[B, U, S]):
    """What a book says about setting up. Its step names the `side`.

    `then` is carried out when all units of the side stand; `further` finds what else is wrong with a unit that would
    stand in such a body; `closed_to` is the ground that only such a unit may not stand in; `placed` is told of every
    unit that has come to stand on the table for all to see. Units are suggested for the line in the order of
    `rank_in_line`, with `elbow_room` between friends where the zone holds the whole side so.
    """

    ground: Callable[[Battle[B, U, S], str], SetupGround]
    rules: SetupRules
    rank_in_line: Callable[[Unit[U]], Any]
    on_the_wings: Callable[[Unit[U]], bool]
    then: Callable[[Scene[B, U, S]], None]
    further: Callable[[Unit[U], Body], Iterator[Reason]] = _nothing
    closed_to: Callable[[Battle[B, U, S], Unit[U]], tuple[Feature, ...]] = _open_to_all
    placed: Callable[[Scene[B, U, S], Unit[U]], None] = _as_it_stands
    formations: Formations[U] = Formations()  # noqa: RUF009 - it holds nothing
    elbow_room: Mil = 0

    def handler(self, step: type[SetsUp]) -> Handler:
        return asks(step, ask=self._ask, judge=self._judge, take=self._take, sample=self._sample, suggest=self._suggest)

    # ------------------------------------------------------------ asking and judging

    def _ask(self, battle: Battle[B, U, S], step: SetsUp) -> tuple[PlaceUnit, ...] | None:
        return (self.asked(battle, step.side),) if reserve(battle, step.side) else None

    def asked(self, battle: Battle[B, U, S], side: str) -> PlaceUnit:
        """A side that has something to set down is to set down one unit of it."""
        waiting = reserve(battle, side)
        rest = f"one of {len(waiting)} units" if len(waiting) > 1 else waiting[0].name
        return PlaceUnit(
            seat=asked_seat(battle, side) or UNSEATED,
            prompt=f"Set down {rest} in the set-up zone.",
            rules=self.rules.zone,
            units=tuple(unit.id for unit in waiting),
            zone=self.ground(battle, side).zone,
            formations=tuple(offer for unit in waiting for offer in self.formations.offered(unit)),
        )

    def _judge(
        self, battle: Battle[B, U, S], _step: SetsUp, decision: PlaceUnit, answer: SetDown | Chosen
    ) -> list[Reason]:
        return self.judged(battle, decision, answer)

    def judged(self, battle: Battle[B, U, S], decision: PlaceUnit, answer: SetDown | Chosen) -> list[Reason]:
        """An empty choice leaves all units without room off the table; any other sets a unit down."""
        rules = self.rules.setting_up
        if isinstance(answer, Chosen) and not answer.keys:
            if self._systematic(battle, decision) is None:
                return []
            return [Reason("there is room for another unit: it must be set down", rules)]
        if isinstance(answer, Chosen):
            return [Reason("a unit is to be set down", rules)]
        if answer.unit not in decision.units:
            names = ", ".join(decision.units)
            return [Reason(f"{answer.unit!r} is not to be set down now; there are: {names}", rules)]
        unit = battle.units[answer.unit]
        offered = [one.formation for one in self.formations.offered(unit)]
        if answer.formation and answer.formation not in offered:
            known = " or ".join(offered) or "as it is listed"
            return [Reason(f"{unit.name} is set down {known}, not {answer.formation!r}", self.rules.files)]
        return list(self.objections(battle, self._drawn_up(unit, answer), answer.pose, answer.files))

    def _drawn_up(self, unit: Unit[U], answer: SetDown) -> Unit[U]:
        return self.formations.drawn_up(unit, answer.formation) if answer.formation else unit

    def objections(self, battle: Battle[B, U, S], unit: Unit[U], pose: Pose, files: int) -> Iterator[Reason]:
        """Everything against setting a unit down so."""
        unheard_of = self.unheard_of(unit, pose, files)
        if unheard_of is not None:
            yield unheard_of
            return
        body = in_files(unit.body, files)
        yield from self.further(unit, body)
        standing = outline(pose, body, unit.bodies)
        ground = self._ground_for(battle, unit)
        beyond = _beyond(standing, ground.zone)
        if beyond > TOLERANCE:
            yield Reason(f"it reaches {show_inches(beyond)} out of the set-up zone", self.rules.zone)
        yield from self._crowding(battle, unit, standing, ground.friendly_gap)
        barred = stood_in(ground.barred, standing)
        if barred is not None:
            yield Reason(f"{barred.name} cannot be entered", self.rules.ground)

    def unheard_of(self, unit: Unit[U], pose: Pose, files: int) -> Reason | None:
        """Why there is no such formation, or no such heading, wherever it were."""
        most = most_files(unit)
        if not 1 <= files <= most:
            return Reason(f"{unit.figures} figures stand in 1 to {most} files, not {files}", self.rules.files)
        if not 0 <= pose.heading < FULL_TURN:
            return Reason(f"a heading is at least 0 and less than 360 degrees, not {pose.heading / 1000:g}")
        return None

    def _crowding(
        self, battle: Battle[B, U, S], unit: Unit[U], standing: Outline, friendly_gap: Mil
    ) -> Iterator[Reason]:
        """Friends keep their distance; nobody stands on, or starts against, the enemy."""
        for other in battle.units.values():
            if not other.on_table or other.id == unit.id or not standing.near(other.outline, friendly_gap + CONTACT):
                continue
            apart = gap(standing, other.outline)
            if hostile(battle, unit, other):
                if apart <= CONTACT:
                    yield Reason(f"{other.name} of the enemy stands there", self.rules.setting_up)
            elif apart < friendly_gap - TOLERANCE or apart <= CONTACT:
                near = f"only {show_inches(apart)} from {other.name}: friends keep {show_inches(friendly_gap)} apart"
                yield Reason(
                    near if friendly_gap else f"too close to {other.name}: friends may not touch", self.rules.apart
                )

    def _ground_for(self, battle: Battle[B, U, S], unit: Unit[U]) -> SetupGround:
        ground = self.ground(battle, unit.side)
        return ground._replace(barred=(*ground.barred, *self.closed_to(battle, unit)))

    # ------------------------------------------------------------ carrying out

    def _take(self, scene: Scene[B, U, S], step: SetsUp, answers: tuple[SetDown | Chosen, ...]) -> None:
        answer = answers[0]
        if isinstance(answer, Chosen):
            self.leave_out(scene, step.side)
        else:
            unit = self.set_down(scene.unit(answer.unit), answer, OnTable(answer.pose))
            scene.change(unit)
            self.shown(scene, unit)
        if reserve(scene.battle, step.side):
            scene.now(step)
        else:
            self.then(scene)

    def set_down(self, unit: Unit[U], answer: SetDown, place: Place) -> Unit[U]:
        """The unit as it was answered, at its place."""
        drawn = self._drawn_up(unit, answer)
        return replace(drawn, place=place, body=in_files(drawn.body, answer.files))

    def shown(self, scene: Scene[B, U, S], unit: Unit[U]) -> None:
        """Everybody sees where a unit stands."""
        scene.tell(Placed(what=unit.id, name=unit.name, side=unit.side, pose=unit.pose, rules=self.rules.placed))
        self.placed(scene, unit)

    def leave_out(self, scene: Scene[B, U, S], side: str) -> None:
        """All units that a side has still to set down stay away."""
        rules = self.rules.setting_up
        for unit in reserve(scene.battle, side):
            scene.change(replace(unit, place=OffTable(NO_ROOM)))
            scene.tell(Removed(unit=unit.id, figures=unit.figures, why=NO_ROOM, rules=rules))
        scene.tell(Ruled(what="what finds no room in the set-up zone stays off the table", rules=rules))

    # ------------------------------------------------------------ finding places

    def _legal(self, battle: Battle[B, U, S], place: SetDown) -> bool:
        unit = self._drawn_up(battle.units[place.unit], place)
        return next(self.objections(battle, unit, place.pose, place.files), None) is None

    def _sample(self, battle: Battle[B, U, S], step: SetsUp, decision: PlaceUnit, random: Random) -> SetDown | Chosen:
        return self.sampled(battle, step.side, decision, random)

    def sampled(self, battle: Battle[B, U, S], side: str, decision: PlaceUnit, random: Random) -> SetDown | Chosen:
        """Anywhere in the zone, else where the search finds room, else nothing more is set down."""
        ground = self.ground(battle, side)
        for _ in range(_TRIES):
            unit = battle.units[random.choice(decision.units)]
            offered = self.formations.offered(unit)
            formation = random.choice(offered).formation if offered else ""
            place = random_place(self.formations.drawn_up(unit, formation) if formation else unit, ground, random)
            if place is not None and self._legal(battle, replace(place, formation=formation)):
                return replace(place, formation=formation)
        return self._systematic(battle, decision) or Chosen(())

    def _systematic(self, battle: Battle[B, U, S], decision: PlaceUnit) -> SetDown | None:
        for unit_id in decision.units:
            unit = battle.units[unit_id]
            for formation in [one.formation for one in self.formations.offered(unit)] or [""]:
                drawn = self.formations.drawn_up(unit, formation) if formation else unit
                for found in any_place(battle, drawn, self._ground_for(battle, drawn)):
                    place = replace(found, formation=formation)
                    if self._legal(battle, place):
                        return place
        return None

    def _suggest(self, battle: Battle[B, U, S], step: SetsUp, decision: PlaceUnit) -> Iterator[SetDown | Chosen]:
        return self.suggested(battle, step.side, decision)

    def suggested(self, battle: Battle[B, U, S], side: str, decision: PlaceUnit) -> Iterator[SetDown | Chosen]:
        """A battle line that looks at the enemy's edge; the first candidate is the next unit of the line."""
        found = False
        waiting = [battle.units[unit_id] for unit_id in decision.units]
        for ground in self._roomy_and_tight(battle, side):
            for place in line_places(battle, waiting, ground, self.rank_in_line, self.on_the_wings):
                if self._legal(battle, place):
                    found = True
                    yield place
        if not found:
            yield self._systematic(battle, decision) or Chosen(())

    def _roomy_and_tight(self, battle: Battle[B, U, S], side: str) -> Iterator[SetupGround]:
        """The ground on which friends keep more apart than they must, if all find room so; then as it is."""
        ground = self.ground(battle, side)
        apart = max(self.elbow_room, ground.friendly_gap)
        if apart > ground.friendly_gap and holds_all(battle, side, reserve(battle, side), ground, apart):
            yield ground._replace(friendly_gap=apart)
        yield ground


def _beyond(standing: Outline, zone: Zone) -> Mil:
    """How far a body reaches out of the zone."""
    corners = [corner for rect in standing.rects for corner in rect.corners]
    return max(
        0,
        *(round(max(zone.left - x, x - zone.right, zone.top - y, y - zone.bottom)) for x, y in corners),
    )
