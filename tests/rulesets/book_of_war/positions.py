"""Positions for tests of Book of War: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("archers", 12, files=6, at=(24, 30)),
        red("light_infantry", 12, files=6, at=(24, 24)),
        declare="measure_first",
    )
    played = play(position, AttackPhase("blue"), shoot("archers", at="light_infantry"), "4 4 4 4 1 1 ...")
    assert played.unit("light_infantry").figures == 8

`at` is the middle of the front edge. Blue looks up the table (towards smaller y), red down, unless told otherwise. A
unit is called after its kind unless it is given an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from schiltron.battle.chance import AtLeast, Roll
from schiltron.battle.decision import Aimed, Answer, Assigned, Commanded, Marched, Planned, Share
from schiltron.battle.dice import typed
from schiltron.battle.event import Happening
from schiltron.battle.illegal import Illegal, Reason
from schiltron.battle.manoeuvre import Advance, Manoeuvre, Wheel
from schiltron.battle.order import Dice, Reply
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.state import Seat, Side
from schiltron.battle.unit import OnTable
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Step, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.body import Formed, Wing
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Strip

E = TypeVar("E")

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270

# ---------------------------------------------------------------- units


def unit(
    kind: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    files: int | None = None,
    id: str = "",
    fallen: int = 0,
    hedgehog: bool = False,
    left: Wing | None = None,
    right: Wing | None = None,
    marks: tuple[str, ...] = (),
    **own: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named). Further names are counters of its own part."""
    troop = TROOPS[kind]
    body = Formed(base=troop.base, files=files or figures + fallen, hedgehog=hedgehog, left=left, right=right)
    x, y = at
    return AnyUnit(
        id=id or kind,
        name=(id or kind).replace("_", " ").capitalize(),
        kind=kind,
        owner=side,
        side=side,
        controller=side,
        original=figures + fallen,
        figures=figures,
        fallen=fallen,
        place=OnTable(Pose(inches(x), inches(y), degrees(facing))),
        body=body,
        own=UnitPart(**own),
        marks=marks,
    )


def blue(kind: str, figures: int, *, at: tuple[float, float], facing: float = NORTH, **more: Any) -> Unit:
    return unit(kind, figures, side="blue", at=at, facing=facing, **more)


def red(kind: str, figures: int, *, at: tuple[float, float], facing: float = SOUTH, **more: Any) -> Unit:
    return unit(kind, figures, side="red", at=at, facing=facing, **more)


# ---------------------------------------------------------------- terrain


def piece(kind: str, left: float, top: float, right: float, bottom: float, *, steps: int = 2) -> Area:
    """A rectangle of terrain. Hills and gulleys have a contour at their outline and further ones 2 inches inside."""
    rise = {"hill": 1, "gulley": -1}.get(kind, 0)
    contours = tuple(
        Contour(_box(left + 2 * step, top + 2 * step, right - 2 * step, bottom - 2 * step), rise)
        for step in range(steps if rise else 0)
    )
    name = f"{kind} {left:g}"
    return Area(id=name, kind=kind, name=name, ring=_box(left, top, right, bottom), contours=contours)


def stream(*course: tuple[float, float], width: float = 1) -> Strip:
    points = tuple((inches(x), inches(y)) for x, y in course)
    return Strip(id="stream", kind="stream", name="stream", course=points, width=inches(width))


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[int, int], ...]:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((inches(x), inches(y)) for x, y in corners)


# ---------------------------------------------------------------- the battle


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    active: str = "blue",
    size: tuple[float, float] = (72, 48),
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn of the active side. Further names are switches of `Options`."""
    assert len({one.id for one in units}) == len(units), "two units of one kind: give them ids"
    sides = (Side("blue", "Blue", "blue"), Side("red", "Red", "red"))
    return AnyBattle(
        ruleset="book_of_war",
        title="a position",
        board=Board(inches(size[0]), inches(size[1]), tuple(features)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={one.id: one for one in units},
        own=BattlePart(options=Options(**options), zones=(), order=("blue", "red"), player_turns=1),
        agenda=(),
        turn=1,
        active=active,
    )


# ---------------------------------------------------------------- playing


class Played:
    """How far the play has come: the battle, and everything that happened on the way."""

    def __init__(self, battle: Battle, events: tuple[Happening, ...]) -> None:
        self.battle = battle
        self.events = events

    def unit(self, unit_id: str) -> Unit:
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
        return [(pool.count, pool.reading.need) for pool in self.roll.pools if isinstance(pool.reading, AtLeast)]

    @property
    def decision(self) -> Any:
        """The one decision that is open."""
        (decision,) = self.battle.decisions
        return decision

    def then(self, *script: Answer | str) -> Played:
        """Go on: answers to decisions, and dice as text ("3 5 | 6"), in the order in which they are due."""
        played = self
        for part in script:
            battle = played.battle
            if isinstance(part, str):
                assert battle.roll is not None, f"dice {part!r}, but due is {battle.decisions}"
                order = typed(battle.roll, part)
                assert isinstance(order, Dice), str(order)
            else:
                order = Reply(played.decision.seat, played.decision.id, part)
            obeyed = BOOK_OF_WAR.obey(battle, order)
            assert not isinstance(obeyed, Illegal), str(obeyed)
            played = Played(obeyed.battle, played.events + obeyed.events)
        return played

    def refusal(self, answer: Answer) -> tuple[Reason, ...]:
        """Why an answer to the open decision is refused; fails if it is not."""
        obeyed = BOOK_OF_WAR.obey(self.battle, Reply(self.decision.seat, self.decision.id, answer))
        assert isinstance(obeyed, Illegal), "it was obeyed"
        return obeyed.reasons

    @property
    def over(self) -> bool:
        """Whether the steps put in have all been carried out."""
        return not self.battle.agenda


def play(battle: Battle, *steps_and_script: Step | Answer | str) -> Played:
    """Put steps on the agenda and play them, with answers and dice as in `Played.then`."""
    steps = tuple(part for part in steps_and_script if type(part) in BOOK_OF_WAR.handlers)
    script = [part for part in steps_and_script if type(part) not in BOOK_OF_WAR.handlers]
    begun = BOOK_OF_WAR.begun(replace(battle, agenda=steps))
    return Played(begun.battle, begun.events).then(*script)


# ---------------------------------------------------------------- answers


def shoot(actor: str, *, at: str, **limits: int) -> Commanded:
    """An order to shoot; `ranks`, `first_file` and `last_file` leave some of the unit out."""
    return Commanded(actor, "shoot", Aimed(at, **limits))


def plan(*commands: Commanded) -> Planned:
    return Planned(commands)


def share(item: str, **counts: int) -> Assigned:
    """So many of one item to each of the bins named."""
    return Assigned(tuple(Share(item, bin_, count) for bin_, count in counts.items()))


def pick(choices: Mapping[int, str]) -> Assigned:
    """Which foe each figure strikes."""
    return Assigned(tuple(Share(str(place), foe, 1) for place, foe in choices.items()))


def rules(reasons: Iterable[Reason]) -> set[str]:
    """The rules a refusal cites."""
    return {rule for reason in reasons for rule in reason.rules}


def march(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to move along these legs."""
    return Commanded(actor, "move", Marched(legs))


def split(actor: str, *legs: Manoeuvre) -> Commanded:
    """The first half of horse archers' split move."""
    return Commanded(actor, "split", Marched(legs))


def ahead(distance: float) -> Advance:
    return Advance(inches(distance))


def wheel(side: Literal["left", "right"], angle: float) -> Wheel:
    return Wheel(side, degrees(angle))


def place(unit: Unit) -> tuple[float, float, float]:
    """Where a unit stands, in inches and degrees."""
    return unit.pose.x / 1000, unit.pose.y / 1000, unit.pose.heading / 1000
