"""Before the first turn: units as they are enrolled, the battle they are to fight, and who sets up first.

A book says which step sets a side down and by which of its rules; see `deployment` for the setting down itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Handler, Scene, Step, rolls
from schiltron.battle.play.roll_off import dice_for, lowest_first
from schiltron.battle.setup.deployment import NO_ROOM, TO_BE_SET_DOWN, SetsUp, reserve
from schiltron.battle.state.battle import Battle, Seat, Side
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Began, Removed
from schiltron.battle.state.unit import OffTable, Place, Unit, in_line
from schiltron.table.body import Body
from schiltron.table.edges import Board

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_WIDEST: Final = 10


def usual_files(figures: int) -> int:
    """A formation for those who name none: two ranks, and no wider than ten files."""
    return min((figures + 1) // 2, _WIDEST)


def enrolled(
    unit_id: str, side: str, figures: int, *, name: str, kind: str, body: Body, own: U, place: Place | None = None
) -> Unit[U]:
    """A unit at full strength that its side owns and commands. Without a place its owner will set it down."""
    return Unit(
        id=unit_id,
        name=name,
        kind=kind,
        owner=side,
        side=side,
        controller=side,
        original=figures,
        figures=figures,
        place=place or OffTable(TO_BE_SET_DOWN),
        body=body,
        own=own,
    )


def unbegun(
    ruleset: str,
    *,
    title: str,
    board: Board | None,
    sides: Sequence[Side],
    units: Iterable[Unit[U]],
    own: B,
    agenda: tuple[S, ...],
    phase: str,
) -> Battle[B, U, S]:
    """A battle in which nothing has happened yet. Each side has a seat of its own name."""
    return Battle(
        ruleset=ruleset,
        title=title,
        board=board,
        sides=tuple(sides),
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={unit.id: unit for unit in in_line(units)},
        own=own,
        agenda=agenda,
        phase=phase,
    )


@dataclass(frozen=True, slots=True)
class Opening(Generic[B, U, S]):
    """Who sets up first: a die for each side, and the lower sets its whole army down first.

    `deploy` is the step in which a side sets up; it is made from the side. `rules` are those of setting up, `begun`
    those said when a side begins to. The `handler` is that of the step that rolls; `next_side` is what a `Deployment`
    does when all units of a side stand.
    """

    deploy: type[SetsUp]
    rules: tuple[str, ...]
    begun: tuple[str, ...]

    def handler(self, step: type[Step]) -> Handler:
        return rolls(step, ask=self._ask, roll=self._roll, do=self._unopposed)

    def next_side(self, scene: Scene[B, U, S]) -> None:
        """A figure that belongs to a unit without room stays away with it; then the next side sets up."""
        for unit in list(scene.battle.units.values()):
            host = scene.battle.units[unit.host] if unit.host else None
            if host is not None and host.place == OffTable(NO_ROOM):
                scene.change(replace(unit, place=host.place))
                scene.tell(Removed(unit=unit.id, figures=unit.figures, why=NO_ROOM, rules=self.rules))
        self._announce(scene)

    def _ask(self, battle: Battle[B, U, S], _step: Step) -> Roll | None:
        """Nothing to roll for where fewer than two have anything to set down."""
        if sum(bool(reserve(battle, side.id)) for side in battle.sides) < 2:
            return None
        return dice_for(battle, "setting up (the lower roll sets down its whole army first)", self.rules)

    def _roll(self, scene: Scene[B, U, S], _step: Step, pools: tuple[Thrown, ...]) -> None:
        """Who rolled higher sees the enemy's line before drawing up his own."""
        self.set_up(scene, lowest_first(scene.battle, pools))

    def _unopposed(self, scene: Scene[B, U, S], _step: Step) -> None:
        self.set_up(scene, [side.id for side in scene.battle.sides])

    def set_up(self, scene: Scene[B, U, S], order: Sequence[str]) -> None:
        """One side after the other, those who have anything to set down."""
        scene.now(*(self.deploy(side) for side in order if reserve(scene.battle, side)))
        self._announce(scene)

    def _announce(self, scene: Scene[B, U, S]) -> None:
        """Say whose turn it is to set up, if anybody's."""
        for step in scene.battle.agenda[:1]:
            if isinstance(step, self.deploy):
                scene.set(phase="deployment", active=step.side)
                scene.tell(Began(what="deployment", side=step.side, rules=self.begun))
