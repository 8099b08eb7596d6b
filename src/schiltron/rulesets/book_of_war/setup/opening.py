"""Before the first turn (BW-B1-01): units are chosen, initiative rolled, terrain laid, armies placed.

This module builds the battle and holds the initiative; terrain and deployment have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.decision import Zone
from schiltron.battle.deploying import TO_BE_SET_DOWN, reserve
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.state import Seat, Side
from schiltron.battle.unit import OffTable, OnTable
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.setup.stages import open_stage
from schiltron.rulesets.book_of_war.setup.terrain_laying import rolls_each
from schiltron.rulesets.book_of_war.state import (
    Battle,
    BattlePart,
    BeginTurn,
    Deploy,
    RollInitiative,
    RollTerrain,
    Scene,
    Step,
    Unit,
    UnitPart,
)
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.pose import Pose

RULESET: Final = "book_of_war"


def enlisted(
    unit_id: str,
    side: str,
    kind: str,
    figures: int,
    *,
    files: int | None = None,
    name: str = "",
    hedgehog: bool = False,
    pose: Pose | None = None,
) -> Unit:
    """A unit of one type in a rectangle (BW-B4-01, BW-B4-04); without a pose its owner will set it down."""
    troop = TROOPS[kind]
    return AnyUnit(
        id=unit_id,
        name=name or troop.name,
        kind=kind,
        owner=side,
        side=side,
        controller=side,
        original=figures,
        figures=figures,
        place=OnTable(pose) if pose is not None else OffTable(TO_BE_SET_DOWN),
        body=Formed(base=troop.base, files=files or usual_files(figures), hedgehog=hedgehog),
        own=UnitPart(),
    )


def usual_files(figures: int) -> int:
    """A formation for those who name none: two ranks, and no wider than ten files."""
    return min((figures + 1) // 2, 10)


def prepared(
    *,
    title: str,
    board: Board,
    sides: Sequence[Side],
    units: Iterable[Unit],
    zones: Iterable[tuple[str, Zone]],
    options: Options | None = None,
    terrain_fixed: bool = True,
) -> Battle:
    """A battle whose units have been chosen and whose initiative is due (BW-B1-01).

    Each side has a seat of its own name. Units that stand on the table already are not set down again.
    """
    return AnyBattle(
        ruleset=RULESET,
        title=title,
        board=board,
        sides=tuple(sides),
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={unit.id: unit for unit in sorted(units, key=lambda unit: unit.id)},
        own=BattlePart(options=options or Options(), zones=tuple(zones), terrain_fixed=terrain_fixed),
        agenda=(RollInitiative(),),
        phase="initiative",
    )


# ---------------------------------------------------------------- initiative


def _ask_initiative(battle: Battle, _step: RollInitiative) -> Roll:
    """Both players roll 2d6; ties are thrown again (BW-B1-02)."""
    return Roll(
        purpose="initiative: the higher total goes first in every stage and in the first turn",
        pools=tuple(Pool(2, 6, SumOf(), side.name, side.id) for side in battle.sides),
        rules=("BW-B1-02", "BW-B1-03"),
        unequal=True,
    )


def _roll_initiative(scene: Scene, _step: RollInitiative, pools: tuple[Thrown, ...]) -> None:
    """The winner goes first in the rest of the set-up (BW-B1-02) and takes the first turn (BW-B1-03)."""
    totals = dict(zip((side.id for side in scene.battle.sides), (pool.total for pool in pools), strict=True))
    order = tuple(sorted(totals, key=lambda side: -totals[side]))
    scene.set(own=replace(scene.battle.own, order=order))
    scene.now(*_stages(scene.battle, order))
    open_stage(scene)


def _stages(battle: Battle, order: tuple[str, ...]) -> list[Step]:
    """What is left of the set-up, in the book's order (BW-B1-01), and the first turn."""
    steps: list[Step] = []
    if not battle.own.terrain_fixed:
        assert battle.board is not None
        steps.append(RollTerrain(order * rolls_each(battle.board)))
    steps += [Deploy(side) for side in order if reserve(battle, side)]
    return [*steps, BeginTurn(order[0])]


ROLL_INITIATIVE: Final = Handler(ask=_ask_initiative, roll=_roll_initiative)
