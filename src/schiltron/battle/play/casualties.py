"""Figures are lost: fallen, run away for good, gone off or taken. Only this module makes the figures of a unit fewer.

Each loss is written down once, as a `Grave` of the battle: whose, where, by whom, by what. A book keeps its own rules:
how many fall, which of them, and what happens to the others.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Battle, Grave, How
from schiltron.battle.state.event import Fell
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.unit import Place, Unit
from schiltron.battle.words.grammar import listed
from schiltron.table.body import Body

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_SAID: Final[dict[How, str]] = {"fell": "fell", "routed": "fled", "went_off": "went off", "taken": "taken"}


class Harm(NamedTuple):
    """The cause of a loss: in a word or several (melee, missile, fire), the unit that caused it, and by which rules."""

    tags: tuple[str, ...] = ()
    by: str = ""
    rules: tuple[str, ...] = ()

    def under(self, *rules: str) -> Harm:
        """The same by some more rules."""
        return self._replace(rules=(*self.rules, *rules))


class Loss(NamedTuple):
    """So many figures, or as many as there are. Those who `lie` keep their room until their rule removes them. If
    nothing is `told` of their falling, the code that takes them off tells it in another way."""

    figures: int
    how: How = "fell"
    lie: bool = False
    told: bool = True


def take_off(scene: Scene[B, U, S], unit_id: str, loss: Loss, harm: Harm) -> int:
    """Figures of a unit are lost; returns how many."""
    unit = scene.unit(unit_id)
    lost = min(loss.figures, unit.figures)
    if not lost:
        return 0
    battle, left = scene.battle, unit.figures - lost
    thinner = replace(unit, figures=left, fallen=unit.fallen + lost if loss.lie else unit.fallen)
    scene.set(
        units={**battle.units, unit_id: thinner}, graves=(*battle.graves, _grave(battle, unit, lost, loss.how, harm))
    )
    if loss.told:
        scene.tell(Fell(unit=unit_id, figures=lost, left=left, rules=harm.rules))
    return lost


def _grave(battle: Battle[B, U, S], unit: Unit[U], figures: int, how: How, harm: Harm) -> Grave:
    body = standing_with(battle, unit)
    at = body.pose if body.on_table else None
    return Grave(
        unit=unit.id,
        figures=figures,
        how=how,
        turn=battle.turn,
        x=at.x if at is not None else None,
        y=at.y if at is not None else None,
        by=harm.by,
        tags=harm.tags,
    )


def give_back(scene: Scene[B, U, S], unit_id: str, figures: int, how: How) -> None:
    """So many of the figures that a unit lost in this way return, the last ones first."""
    kept = []
    for grave in reversed(scene.battle.graves):
        if figures and grave.unit == unit_id and grave.how == how:
            back = min(figures, grave.figures)
            figures -= back
            grave = replace(grave, figures=grave.figures - back)  # noqa: PLW2901
        if grave.figures:
            kept.append(grave)
    scene.set(graves=tuple(reversed(kept)))


def stand_again(scene: Scene[B, U, S], unit_id: str, figures: int, how: How) -> None:
    """So many of the figures that a unit lost in this way stand in its ranks again."""
    give_back(scene, unit_id, figures, how)
    unit = scene.unit(unit_id)
    scene.change(replace(unit, figures=unit.figures + figures))


def go_over(scene: Scene[B, U, S], unit_id: str, other_id: str, figures: int) -> None:
    """Figures of one unit become figures of another."""
    one, other = scene.unit(unit_id), scene.unit(other_id)
    scene.change(replace(one, figures=one.figures - figures))
    scene.change(replace(other, figures=other.figures + figures))


def split_off(scene: Scene[B, U, S], unit_id: str, place: Place, body: Body, own: U) -> str:
    """One figure leaves its unit for good and is a unit of its own, `of` the old one, of whose losses it is none; the
    last of a unit is that unit itself. The id under which it goes from now on."""
    return part_of(scene, unit_id, 1, place, body, own)


def hand_over(scene: Scene[B, U, S], unit_id: str, other: Unit[U], figures: int) -> None:
    """So many figures leave one unit for good and are figures of another, old or new, of whom it has been one all
    along: they are losses of neither."""
    one = scene.unit(unit_id)
    left = replace(one, original=one.original - figures, figures=one.figures - figures)
    scene.change(left)
    scene.change(replace(other, original=other.original + figures, figures=other.figures + figures))


def part_of(scene: Scene[B, U, S], unit_id: str, figures: int, place: Place, body: Body, own: U) -> str:
    """The same of several figures, or of all that there are."""
    unit = scene.unit(unit_id)
    if unit.bodies == figures:
        scene.change(replace(unit, place=place, body=body))
        return unit_id
    number = 1 + sum(1 for one in scene.battle.units.values() if one.of == unit_id)
    single = f"{unit_id}.{number}"
    scene.change(replace(unit, original=unit.original - figures, figures=unit.figures - figures))
    scene.change(
        replace(
            unit,
            id=single,
            name=f"{unit.name} {number}",
            original=figures,
            figures=figures,
            fallen=0,
            place=place,
            body=body,
            own=own,
            of=unit_id,
            marks=(),
        )
    )
    return single


# ---------------------------------------------------------------- in words


def fate_of(battle: Battle[B, U, S], unit_id: str) -> str:
    """What became of those a unit has lost: "9 fell (5 melee, 4 missile) and 3 taken"; nothing where it lost none."""
    found: dict[How, dict[str, int]] = {}
    for grave in battle.graves:
        if grave.unit == unit_id:
            causes = found.setdefault(grave.how, {})
            cause = " ".join(grave.tags)
            causes[cause] = causes.get(cause, 0) + grave.figures
    return listed([_counted(how, causes) for how, causes in found.items()])


def _counted(how: How, causes: dict[str, int]) -> str:
    number = sum(causes.values())
    known = ", ".join(f"{some} {cause}" if len(causes) > 1 else cause for cause, some in causes.items() if cause)
    return f"{number} {_SAID[how]}" + (f" ({known})" if known else "")
