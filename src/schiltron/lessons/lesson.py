"""Lesson files: a position, and steps that say what to do, how, and what there is to notice, in TOML.

title = "The first wheel"
about = "How a line of men turns without falling apart."
minutes = 5

[position.table]
width = 36
depth = 30
measure = "inches"

[position.sides.red]
edge = "south"
units = [{ troop = "medium_infantry", figures = 12, files = 6, name = "Town Spears", at = [18, 22] }]

[[steps]]
title = "Wheel"
do = "Wheel the Town Spears right, by 30 degrees at least."
how = "Pull the ring at the left front corner forward."
key = "E"
show = "town spears wheel right 30"
goal = { unit = "Town Spears", leg = "wheel", side = "right", least = 30 }
notice = "The right-hand corner stays where it is."
rules = ["BW-B4-25"]
dice = [[4, 2]]
foe = ["done"]

`show` is an answer as one would type it, and the measure of the whole step: it is due as soon as that answer is legal.
What comes before is answered by the lesson, for both sides: by the lines under `own` and `foe` where one of them fits,
else with as little as the rules allow. `dice`, `own` and `foe` of a step count from its order to the next one's; those
of `opening` until the first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from schiltron.muster.army import Name
from schiltron.muster.scenario import Deployment, Scenario, Sides, TableSize, Terrain, Victory

Line = Annotated[str, Meta(max_length=200)]
Sentence = Annotated[str, Meta(max_length=400)]
Throw = tuple[Annotated[int, Meta(ge=1, le=100)], ...]
Seat = Literal["red", "blue"]


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where everybody stands, as in a scenario."""

    table: TableSize
    sides: Sides
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=50)] = ()
    deployment: Deployment | None = None
    victory: Victory | None = None
    options: dict[str, str | bool | int | float] = field(default_factory=dict)


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What an order has to be to do the step. What is left out is open; with nothing said it is the order shown."""

    unit: Name = ""
    action: Name = ""
    leg: Annotated[str, Meta(max_length=20, description="a kind of leg the way has to have, as wheel")] = ""
    side: Literal["", "left", "right", "rear", "front"] = ""
    least: Annotated[float, Meta(ge=0, le=360, description="inches, or degrees, of such legs together")] = 0.0
    most: Annotated[float, Meta(ge=0, le=360, description="and not more than this")] = 360.0
    target: Name = ""

    @property
    def says_nothing(self) -> bool:
        return self == Goal()


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens by itself: throw by throw how the dice fall, and what each side answers where it is asked."""

    dice: tuple[Throw, ...] = ()
    own: tuple[Line, ...] = ()
    foe: tuple[Line, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do."""

    title: Annotated[str, Meta(min_length=1, max_length=24)]
    do: Annotated[str, Meta(min_length=1, max_length=160)]
    show: Annotated[str, Meta(min_length=1, max_length=200)]
    how: Sentence = ""
    key: Annotated[str, Meta(max_length=12)] = ""
    ring: Annotated[str, Meta(max_length=60, description="the unit that is ringed; else that of the goal")] = ""
    goal: Goal = Goal()
    phase: Annotated[str, Meta(max_length=40, description="the phase it waits for, if its answer fits others")] = ""
    notice: Sentence = ""
    saw: Annotated[str, Meta(max_length=400, description="what has come of it, told when it is done")] = ""
    rules: tuple[Name, ...] = ()
    meanwhile: Annotated[tuple[Name, ...], Meta(description="actions that are open beside it")] = ()
    dice: tuple[Throw, ...] = ()
    own: tuple[Line, ...] = ()
    foe: tuple[Line, ...] = ()

    @property
    def script(self) -> Script:
        return Script(self.dice, self.own, self.foe)

    @property
    def ringed(self) -> str:
        return self.ring or self.goal.unit


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. `book` and `name` are those of its folder and file."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Sentence
    position: Position
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=12)]
    minutes: Annotated[int, Meta(ge=1, le=15)] = 5
    lead: Annotated[Seat, Meta(description="the side that learns")] = "red"
    seed: Annotated[int, Meta(ge=0, description="dice and cards that are not laid out come of this number")] = 1
    opening: Script = Script()
    ending: Sentence = ""
    book: Name = ""
    name: Name = ""

    @property
    def id(self) -> str:
        return f"{self.book}/{self.name}"

    @property
    def scenario(self) -> Scenario:
        """Its position as a battle to be fought."""
        return Scenario(
            id=self.name,
            title=self.title,
            ruleset=self.book,
            table=self.position.table,
            sides=self.position.sides,
            description=self.about,
            terrain=self.position.terrain,
            deployment=self.position.deployment,
            victory=self.position.victory,
            options=self.position.options,
        )
