"""What the positions of all books have in common: the compass, terrain, playing steps through the door, answers.

A book's own `positions.py` puts its units down and hands these names on; see there for how a test reads. It names its
book once:

    class Played(AnyPlayed[BattlePart, UnitPart, Step]):
        book = CHAINMAIL


    play = Played.play
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from schiltron.battle.door.dice import typed
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import Battle, Engagement, Seat, Side
from schiltron.battle.state.chance import Counted, Roll
from schiltron.battle.state.decision import Aimed, Answer, Assigned, Chosen, Commanded, PathDrawn, Share
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Turn
from schiltron.battle.state.order import Dice, Order, Reply
from schiltron.battle.state.unit import OnTable, Unit
from schiltron.table.body import Body
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Strip

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)
E = TypeVar("E")

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270

# ---------------------------------------------------------------- units


def stood(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    kind: str,
    body: Body,
    own: U,
    original: int | None = None,
    **more: Any,
) -> Unit[U]:
    """A unit on the table, its place in inches and degrees. Further names are fields of every unit."""
    return Unit(
        id=name,
        name=name.replace("_", " ").capitalize(),
        kind=kind,
        owner=side,
        side=side,
        controller=side,
        original=original or figures,
        figures=figures,
        place=OnTable(Pose(inches(at[0]), inches(at[1]), degrees(facing))),
        body=body,
        own=own,
        **more,
    )


def looks(side: str, facing: float | None) -> float:
    """Where a unit of that side looks: blue up the table, red down, unless told otherwise."""
    if facing is not None:
        return facing
    return NORTH if side == "blue" else SOUTH


def locked(attacker: str, defender: str, edge: Edge = "front", since: int = 1) -> Engagement:
    """Two units in contact since a turn; the attacker came onto that edge of the defender."""
    return Engagement(attacker, defender, edge, since)


class Askew(NamedTuple):
    """A way to lay a position out: turned by so many degrees about a point of the table, and in a mirror if wanted.

    Places are inches to the right of that point and ahead of it; a heading of 0 looks ahead.
    """

    turned: float = 0
    mirrored: bool = False
    x: float = 36
    y: float = 24

    def at(self, right: float, ahead: float) -> tuple[float, float]:
        pose = Pose(inches(self.x), inches(self.y), degrees(self.turned))
        x, y = pose.world(inches(-right if self.mirrored else right), inches(ahead))
        return x / 1000, y / 1000

    def facing(self, heading: float) -> float:
        return (self.turned + (-heading if self.mirrored else heading)) % 360

    def hand(self, side: str) -> Any:
        """Left or right as it is called in this lay-out."""
        return {"left": "right", "right": "left"}[side] if self.mirrored else side

    def back(self, unit: Unit[Any]) -> tuple[float, float, float]:
        """Where a unit stands, to the right and ahead in inches, and its heading, both to a hundredth."""
        pose = Pose(inches(self.x), inches(self.y), degrees(self.turned))
        right, forward = pose.local(unit.pose.x, unit.pose.y)
        heading = unit.pose.heading / 1000 - self.turned
        if self.mirrored:
            right, heading = -right, -heading
        return round(right / 1000, 2) + 0.0, round(forward / 1000, 2) + 0.0, round(heading % 360, 1) % 360


LAYOUTS = tuple(Askew(turned, mirrored) for turned in (0, 90, 17, 213) for mirrored in (False, True))


# ---------------------------------------------------------------- terrain


def piece(kind: str, left: float, top: float, right: float, bottom: float, *, levels: int = 1) -> Area:
    """A rectangle of terrain. A hill has a contour at its outline and further ones 2 inches inside."""
    return sloped(kind, left, top, right, bottom, rise=1, levels=levels if kind == "hill" else 0)


def sloped(kind: str, left: float, top: float, right: float, bottom: float, *, rise: int, levels: int) -> Area:
    """A rectangle of terrain with so many contours, each 2 inches inside the one before."""
    contours = tuple(
        Contour(_box(left + 2 * step, top + 2 * step, right - 2 * step, bottom - 2 * step), rise)
        for step in range(levels)
    )
    name = f"{kind} {left:g}"
    return Area(id=name, kind=kind, name=name, ring=_box(left, top, right, bottom), contours=contours)


def strip(kind: str, *course: tuple[float, float], width: float = 1) -> Strip:
    """A river, wall or hedge."""
    points = tuple((inches(x), inches(y)) for x, y in course)
    return Strip(id=kind, kind=kind, name=kind, course=points, width=inches(width))


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[int, int], ...]:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((inches(x), inches(y)) for x, y in corners)


# ---------------------------------------------------------------- the battle


def position(
    ruleset: str,
    units: Iterable[Unit[U]],
    own: B,
    *,
    size: tuple[float, float],
    features: Iterable[Feature] = (),
    contacts: Iterable[Engagement] = (),
    **more: Any,
) -> Battle[B, U, Any]:
    """A battle of blue against red in the middle of a turn. Further names are fields of every battle."""
    units = list(units)
    assert len({one.id for one in units}) == len(units), "two units of one id"
    sides = (Side("blue", "Blue", "blue"), Side("red", "Red", "red"))
    return Battle(
        ruleset=ruleset,
        title="a position",
        board=Board(inches(size[0]), inches(size[1]), tuple(features)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={one.id: one for one in units},
        own=own,
        agenda=(),
        engagements=tuple(contacts),
        **more,
    )


def sorted_out(units_and_features: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Units, and the terrain named among them."""
    mixed = list(units_and_features)
    return [one for one in mixed if hasattr(one, "figures")], [one for one in mixed if not hasattr(one, "figures")]


# ---------------------------------------------------------------- playing


_TOLD: Final = Decoder(tuple[AnyEvent, ...])
_REFUSED: Final = Decoder(Illegal)


class AnyPlayed(Generic[B, U, S]):
    """How far the play has come: the battle, and everything that happened on the way. Both can be written down and read
    again at every step, and what is told names rules, and units that there are."""

    book: ClassVar[Ruleset[Any, Any, Any]]

    def __init__(self, battle: Battle[B, U, S], events: tuple[AnyEvent, ...], told: int = 0) -> None:
        self.battle = battle
        self.events = events
        new = events[told:]
        assert self.book.decode(encode(battle)) == battle
        assert _TOLD.decode(encode(new)) == new
        for event in new:
            assert event.rules, event
            for name in ("unit", "target", "other", "host"):
                assert getattr(event, name, "") in ("", *battle.units), event

    @classmethod
    def play(cls, battle: Battle[B, U, S], *steps_and_script: S | Answer | str) -> Self:
        """Put steps on the agenda and play them, with answers and dice as in `then`."""
        steps = tuple(part for part in steps_and_script if type(part) in cls.book.handlers)
        script = [part for part in steps_and_script if type(part) not in cls.book.handlers]
        begun = cls.book.begun(replace(battle, agenda=steps))
        return cls(begun.battle, begun.events).then(*script)

    def unit(self, unit_id: str) -> Unit[U]:
        return self.battle.units[unit_id]

    def events_of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def roll(self) -> Roll:
        assert self.battle.roll is not None, f"no dice are due, but {self.battle.decisions}"
        return self.battle.roll

    @property
    def dice(self) -> list[tuple[int, int]]:
        """The dice due now, pool by pool: how many, and what each needs."""
        return [(pool.count, pool.reading.need) for pool in self.roll.pools if isinstance(pool.reading, Counted)]

    @property
    def decision(self) -> Any:
        """The one decision that is open."""
        (decision,) = self.battle.decisions
        return decision

    def decision_of(self, seat: str) -> Any:
        """The decision of one of several seats that are asked."""
        return next(one for one in self.battle.decisions if one.seat == seat)

    def then(self, *script: Answer | str) -> Self:
        """Go on: answers to decisions, and dice as text ("3 5 | 6"), in the order in which they are due."""
        played = self
        for part in script:
            if isinstance(part, str):
                roll = played.battle.roll
                assert roll is not None, f"dice {part!r}, but due is {played.battle.decisions}"
                dice = typed(roll, part)
                assert isinstance(dice, Dice), str(dice)
                played = played._obeyed(dice)
            else:
                played = played._obeyed(Reply(played.decision.seat, played.decision.id, part))
        return played

    def at_once(self, *answers: Answer) -> Self:
        """Go on where several seats are asked at the same time: an answer for each, in the order of asking."""
        played = self
        for decision, answer in zip(self.battle.decisions, answers, strict=True):
            played = played._obeyed(Reply(decision.seat, decision.id, answer))
        return played

    def refusal(self, answer: Answer, seat: str = "") -> tuple[Reason, ...]:
        """Why an answer to the open decision, or to that of a seat, is refused; fails if it is not, or if a reason is
        not in words."""
        decision = self.decision_of(seat) if seat else self.decision
        obeyed = self.book.obey(self.battle, Reply(decision.seat, decision.id, answer))
        assert isinstance(obeyed, Illegal), "it was obeyed"
        assert _REFUSED.decode(encode(obeyed)) == obeyed
        assert all(" " in reason.text for reason in obeyed.reasons), obeyed
        return obeyed.reasons

    @property
    def over(self) -> bool:
        """Whether the steps put in have all been carried out."""
        return not self.battle.agenda

    def _obeyed(self, order: Order) -> Self:
        obeyed = self.book.obey(self.battle, order)
        assert not isinstance(obeyed, Illegal), str(obeyed)
        return type(self)(obeyed.battle, self.events + obeyed.events, len(self.events))


# ---------------------------------------------------------------- answers


def shoot(actor: str, *, at: str, **limits: int) -> Commanded:
    """An order to shoot; `ranks`, `first_file` and `last_file` leave some of the unit out."""
    return Commanded(actor, "shoot", Aimed(at, **limits))


def march(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to move along these legs."""
    return Commanded(actor, "move", PathDrawn(legs))


def charge(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to charge along these legs."""
    return Commanded(actor, "charge", PathDrawn(legs))


def choose(*keys: str) -> Chosen:
    return Chosen(keys)


def share(item: str, **counts: int) -> Assigned:
    """So many of one item to each of the bins named."""
    return Assigned(tuple(Share(item, bin_, count) for bin_, count in counts.items()))


def rules(reasons: Iterable[Reason]) -> set[str]:
    """The rules a refusal cites."""
    return {rule for reason in reasons for rule in reason.rules}


def ahead(distance: float) -> Advance:
    return Advance(inches(distance))


def turn(angle: float) -> Turn:
    """Clockwise, in degrees."""
    return Turn(degrees(angle))


def place(unit: Unit[Any]) -> tuple[float, float, float]:
    """Where a unit stands, in inches and degrees."""
    return unit.pose.x / 1000, unit.pose.y / 1000, unit.pose.heading / 1000


# ---------------------------------------------------------------- thousandths of an inch


def but_for_rounding(check: Callable[[Battle[B, U, S]], None], battle: Battle[B, U, S], unit_id: str) -> None:
    """Check a battle. Who stands within thousandths of where a rule begins to count may come down on either side of it
    when he halts: what is wrong is wrong a hundredth of an inch to the side as well."""
    unit = battle.units[unit_id]
    for number, (right, ahead) in enumerate(((0, 0), (11, -7), (-13, 9))):
        try:
            check(battle.with_unit(replace(unit, place=OnTable(unit.pose.shifted(right, ahead)))))
        except AssertionError:
            if number == 2:
                raise
        else:
            return
