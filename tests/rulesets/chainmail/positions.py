"""Positions for tests of Chainmail: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("pikes", 20, files=10, at=(24, 30), troop="swiss_pikemen"),
        red("bows", 12, files=6, at=(24, 20), troop="longbowmen"),
        commander("prince", "blue", with_="pikes"),
    )
    played = play(position, Missiles(("red", "blue")), shoot("bows", at="pikes"), FINISH, "5 | 2")

`at` is the middle of the front edge (of an engine its centre). Blue looks up the table (towards smaller y), red down,
unless told otherwise. The name of a unit is its id. `troop` is a ready-made type of troops.py (heavy foot, if none is
named); further names change its profile or set its counters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from schiltron.battle.chance import Counted, Roll
from schiltron.battle.decision import Aimed, Answer, Assigned, Chosen, Commanded, Marched, Pointed, Share
from schiltron.battle.dice import typed
from schiltron.battle.event import Happening
from schiltron.battle.illegal import Illegal, Reason
from schiltron.battle.manoeuvre import Advance, Manoeuvre, Turn
from schiltron.battle.order import Dice, Reply
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.state import Engagement, Seat, Side
from schiltron.battle.unit import Aboard, OnTable
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.chainmail.bases import OPEN_ORDER, base_of
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Profile, Step, Unit, UnitPart
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.body import Formed, Single
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Strip

E = TypeVar("E")

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270

# ---------------------------------------------------------------- units


def unit(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    troop: str = "heavy_foot",
    files: int | None = None,
    original: int | None = None,
    marks: tuple[str, ...] = (),
    **more: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named), in open order if its formation says so."""
    changed = {key: more.pop(key) for key in list(more) if key in Profile.__struct_fields__}
    profile = replace(TROOPS[troop].profile, **changed)
    formation = more.get("formation", "line")
    base = base_of(profile)
    body: Formed | Single = Formed(
        base=base,
        files=files or figures,
        spacing=OPEN_ORDER if formation == "open" else 0,
        hedgehog=formation in ("square", "hedgehog", "schiltron"),
    )
    return AnyUnit(
        id=name,
        name=name.replace("_", " ").capitalize(),
        kind=troop,
        owner=side,
        side=side,
        controller=side,
        original=original or figures,
        figures=figures,
        place=OnTable(Pose(inches(at[0]), inches(at[1]), degrees(facing))),
        body=Single(base) if profile.engine or profile.commander else body,
        own=UnitPart(profile=profile, **more),
        marks=marks,
    )


def blue(name: str, figures: int, *, at: tuple[float, float], facing: float = NORTH, **more: Any) -> Unit:
    return unit(name, figures, side="blue", at=at, facing=facing, **more)


def red(name: str, figures: int, *, at: tuple[float, float], facing: float = SOUTH, **more: Any) -> Unit:
    return unit(name, figures, side="red", at=at, facing=facing, **more)


def commander(
    name: str, side: str, *, with_: str = "", at: tuple[float, float] = (0, 0), facing: float | None = None, **more: Any
) -> Unit:
    """The army commander, with a unit or on a place of his own."""
    looks = facing if facing is not None else NORTH if side == "blue" else SOUTH
    he = unit(name, 1, side=side, at=at, facing=looks, troop="army_commander", **more)
    return replace(he, place=Aboard(with_)) if with_ else he


def locked(attacker: str, defender: str, edge: Edge = "front", since: int = 1) -> Engagement:
    """Two units in contact since a turn; the attacker came onto that edge of the defender."""
    return Engagement(attacker, defender, edge, since)


# ---------------------------------------------------------------- terrain


def piece(kind: str, left: float, top: float, right: float, bottom: float, *, levels: int = 1) -> Area:
    """A rectangle of terrain. A hill has a contour at its outline and further ones 2 inches inside."""
    contours = tuple(
        Contour(_box(left + 2 * step, top + 2 * step, right - 2 * step, bottom - 2 * step), 1)
        for step in range(levels if kind == "hill" else 0)
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


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    contacts: Iterable[Engagement] = (),
    phase: str = "",
    turn: int = 1,
    size: tuple[float, float] = (96, 60),
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn. Further names are switches, or fields of the battle's own part."""
    assert len({one.id for one in units}) == len(units), "two units of one name"
    sides = (Side("blue", "Blue", "blue"), Side("red", "Red", "red"))
    own = {key: options.pop(key) for key in list(options) if key in BattlePart.__struct_fields__}
    return AnyBattle(
        ruleset="chainmail",
        title="a position",
        board=Board(inches(size[0]), inches(size[1]), tuple(features)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={one.id: one for one in units},
        own=BattlePart(options=Options(**options), **{"zones": (), "order": ("blue", "red"), **own}),
        agenda=(),
        engagements=tuple(contacts),
        phase=phase,
        turn=turn,
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
        return [(pool.count, pool.reading.need) for pool in self.roll.pools if isinstance(pool.reading, Counted)]

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
            obeyed = CHAINMAIL.obey(battle, order)
            assert not isinstance(obeyed, Illegal), str(obeyed)
            played = Played(obeyed.battle, played.events + obeyed.events)
        return played

    def at_once(self, *answers: Answer) -> Played:
        """Go on where several seats are asked at the same time: an answer for each, in the order of asking."""
        played = self
        for decision, answer in zip(self.battle.decisions, answers, strict=True):
            obeyed = CHAINMAIL.obey(played.battle, Reply(decision.seat, decision.id, answer))
            assert not isinstance(obeyed, Illegal), str(obeyed)
            played = Played(obeyed.battle, played.events + obeyed.events)
        return played

    def refusal(self, answer: Answer) -> tuple[Reason, ...]:
        """Why an answer to the open decision is refused; fails if it is not."""
        obeyed = CHAINMAIL.obey(self.battle, Reply(self.decision.seat, self.decision.id, answer))
        assert isinstance(obeyed, Illegal), "it was obeyed"
        return obeyed.reasons

    @property
    def over(self) -> bool:
        """Whether the steps put in have all been carried out."""
        return not self.battle.agenda


def play(battle: Battle, *steps_and_script: Step | Answer | str) -> Played:
    """Put steps on the agenda and play them, with answers and dice as in `Played.then`."""
    steps = tuple(part for part in steps_and_script if type(part) in CHAINMAIL.handlers)
    script = [part for part in steps_and_script if type(part) not in CHAINMAIL.handlers]
    begun = CHAINMAIL.begun(replace(battle, agenda=steps))
    return Played(begun.battle, begun.events).then(*script)


def refusal_of(played: Played, seat: str, answer: Answer) -> tuple[Reason, ...]:
    """Why an answer of one of several seats that are asked is refused; fails if it is not."""
    decision = next(one for one in played.battle.decisions if one.seat == seat)
    obeyed = CHAINMAIL.obey(played.battle, Reply(seat, decision.id, answer))
    assert isinstance(obeyed, Illegal), "it was obeyed"
    return obeyed.reasons


# ---------------------------------------------------------------- answers


def shoot(actor: str, *, at: str) -> Commanded:
    return Commanded(actor, "shoot", Aimed(at))


def march(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to move along these legs."""
    return Commanded(actor, "move", Marched(legs))


def charge(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to charge along these legs."""
    return Commanded(actor, "charge", Marched(legs))


def aim(actor: str, bearing: float, distance: float, section: str = "") -> Commanded:
    """An engine pointed along a bearing in degrees, calling a distance in inches."""
    return Commanded(actor, "fire", Pointed(degrees(bearing), inches(distance), section))


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


def place(unit: Unit) -> tuple[float, float, float]:
    """Where a unit stands, in inches and degrees."""
    return unit.pose.x / 1000, unit.pose.y / 1000, unit.pose.heading / 1000
