"""Positions for tests of By This Axe: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("spears", 12, files=6, at=(24, 30), fc=3, armour="light", shield=True, melee=("spear",)),
        red("bows", 12, files=6, at=(24, 20), ranged=("longbow",)),
        hero("sir_kay", "blue", with_="spears", roles=("leader", "hero"), leadership=3, hits=2),
    )
    played = play(position, Fire(("red", "blue")), shoot("bows", at="spears"), FINISH, "1 1 2 ...")

`at` is the middle of the front edge. Blue looks up the table (towards smaller y), red down, unless told otherwise. The
name of a unit is its id. What is not said of its line is a soldier (FC 2) on foot without armour and with swords.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from schiltron.battle.chance import Counted, Roll
from schiltron.battle.decision import PLAY, Aimed, Answer, Assigned, Chosen, Commanded, Marched, Share
from schiltron.battle.decision import Played as Card
from schiltron.battle.dice import typed
from schiltron.battle.event import Happening
from schiltron.battle.illegal import Illegal, Reason
from schiltron.battle.manoeuvre import Advance, Manoeuvre, Turn
from schiltron.battle.order import Dice, Reply
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.state import Engagement, Seat, Side
from schiltron.battle.unit import Aboard, OnTable
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.by_this_axe.bases import base_of
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Hand, Person, Profile, Role, Step, Unit, UnitPart
from schiltron.table.body import Formed, Single
from schiltron.table.contact import Edge
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Strip

E = TypeVar("E")

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
_LINE = ("fc", "armour", "shield", "mounted", "melee", "ranged", "musician")

# ---------------------------------------------------------------- units


def unit(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    files: int | None = None,
    original: int | None = None,
    marks: tuple[str, ...] = (),
    **more: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named). Further names are its line or its counters."""
    profile = Profile(**{"fc": 2, "melee": ("sword",), **{key: more.pop(key) for key in _LINE if key in more}})
    return AnyUnit(
        id=name,
        name=name.replace("_", " ").capitalize(),
        kind="horse" if profile.mounted else "foot",
        owner=side,
        side=side,
        controller=side,
        original=original or figures,
        figures=figures,
        place=OnTable(Pose(inches(at[0]), inches(at[1]), degrees(facing))),
        body=Formed(base=base_of(profile), files=files or figures),
        own=UnitPart(profile=profile, **more),
        marks=marks,
    )


def blue(name: str, figures: int, *, at: tuple[float, float], facing: float = NORTH, **more: Any) -> Unit:
    return unit(name, figures, side="blue", at=at, facing=facing, **more)


def red(name: str, figures: int, *, at: tuple[float, float], facing: float = SOUTH, **more: Any) -> Unit:
    return unit(name, figures, side="red", at=at, facing=facing, **more)


def hero(
    name: str,
    side: str,
    *,
    with_: str = "",
    at: tuple[float, float] | None = None,
    facing: float | None = None,
    roles: tuple[Role, ...] = ("hero",),
    leadership: int = 0,
    hits: int = 1,
    **more: Any,
) -> Unit:
    """A character, with a unit or on a place of his own. Further names are his line, his counters, or his person's."""
    line = {"fc": 5, "melee": ("sword",), **{key: more.pop(key) for key in _LINE if key in more}}
    own = {key: more.pop(key) for key in list(more) if key in UnitPart.__struct_fields__}
    profile = Profile(**line)
    looks = facing if facing is not None else NORTH if side == "blue" else SOUTH
    here = OnTable(Pose(inches(at[0]), inches(at[1]), degrees(looks))) if at else Aboard(with_)
    return AnyUnit(
        id=name,
        name=name.replace("_", " ").title(),
        kind="character",
        owner=side,
        side=side,
        controller=side,
        original=1,
        figures=1,
        place=here,
        body=Single(base_of(profile)),
        own=UnitPart(profile=profile, person=Person(roles=roles, leadership=leadership, hits=hits, **more), **own),
    )


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
    size: tuple[float, float] = (72, 48),
    hands: dict[str, tuple[str, ...]] | None = None,
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn. Hands are cards by side, as ("D01", "S07"). Further names are switches."""
    assert len({one.id for one in units}) == len(units), "two units of one name"
    sides = (Side("blue", "Blue", "blue"), Side("red", "Red", "red"))
    held = tuple(
        Hand(side, tuple(f"TA-CMD-{card}" for card in cards), len(cards)) for side, cards in (hands or {}).items()
    )
    return AnyBattle(
        ruleset="by_this_axe",
        title="a position",
        board=Board(inches(size[0]), inches(size[1]), tuple(features)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={one.id: one for one in units},
        own=BattlePart(options=Options(**options), zones=(), order=("blue", "red"), hands=held),
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
            obeyed = BY_THIS_AXE.obey(battle, order)
            assert not isinstance(obeyed, Illegal), str(obeyed)
            played = Played(obeyed.battle, played.events + obeyed.events)
        return played

    def at_once(self, *answers: Answer) -> Played:
        """Go on where several seats are asked at the same time: an answer for each, in the order of asking."""
        played = self
        for decision, answer in zip(self.battle.decisions, answers, strict=True):
            obeyed = BY_THIS_AXE.obey(played.battle, Reply(decision.seat, decision.id, answer))
            assert not isinstance(obeyed, Illegal), str(obeyed)
            played = Played(obeyed.battle, played.events + obeyed.events)
        return played

    def refusal(self, answer: Answer) -> tuple[Reason, ...]:
        """Why an answer to the open decision is refused; fails if it is not."""
        obeyed = BY_THIS_AXE.obey(self.battle, Reply(self.decision.seat, self.decision.id, answer))
        assert isinstance(obeyed, Illegal), "it was obeyed"
        return obeyed.reasons

    @property
    def over(self) -> bool:
        """Whether the steps put in have all been carried out."""
        return not self.battle.agenda


def play(battle: Battle, *steps_and_script: Step | Answer | str) -> Played:
    """Put steps on the agenda and play them, with answers and dice as in `Played.then`."""
    steps = tuple(part for part in steps_and_script if type(part) in BY_THIS_AXE.handlers)
    script = [part for part in steps_and_script if type(part) not in BY_THIS_AXE.handlers]
    begun = BY_THIS_AXE.begun(replace(battle, agenda=steps))
    return Played(begun.battle, begun.events).then(*script)


# ---------------------------------------------------------------- answers


def shoot(actor: str, *, at: str) -> Commanded:
    return Commanded(actor, "shoot", Aimed(at))


def march(actor: str, *legs: Manoeuvre) -> Commanded:
    """An order to move along these legs."""
    return Commanded(actor, "move", Marched(legs))


def card(name: str, use: str, *units: str, target: str = "") -> Commanded:
    """A card played, as card("D01", "march", "spears", "axes")."""
    return Commanded("", PLAY, Card(f"TA-CMD-{name}", use, units, target))


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
