"""Before the first turn (chapters B1, B4 and C1): units are chosen, initiative rolled, terrain laid, armies placed.

This module builds the battle and holds the initiative; terrain and deployment have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.powers import Power
from schiltron.battle.play.roll_off import dice_for, lowest_first
from schiltron.battle.setup.deployment import reserve
from schiltron.battle.setup.enrolment import enrolled, unbegun, usual_files
from schiltron.battle.state.battle import Side
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.book_of_war.embedded import in_front_rank
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.scale import parts_of, scale_of
from schiltron.rulesets.book_of_war.setup.stages import Deploy, DeployHiding, RollTerrain, RollWeather, open_stage
from schiltron.rulesets.book_of_war.setup.terrain_laying import rolls_each
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Scene, Unit, UnitPart
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.pose import Pose


class RollInitiative(Step, frozen=True, tag="book_of_war.roll_initiative"):
    pass


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
    host: str = "",
    wand: str = "",
    spells: tuple[str, ...] = (),
    extra: tuple[Power, ...] = (),
) -> Unit:
    """A unit of one type in a rectangle (BW-B4-01, BW-B4-04); without a pose its owner will set it down. A hero may
    start in the front rank of a host, in a file of it (BW-A3-03); a wizard has a wand and spells (BW-A4-07,
    BW-A4-13)."""
    troop = TROOPS[kind]
    return enrolled(
        unit_id,
        side,
        figures,
        name=name or troop.name,
        kind=kind,
        body=Formed(base=troop.base, files=files or usual_files(figures), hedgehog=hedgehog),
        own=UnitPart(wand=wand, spells=spells, extra=extra),
        place=in_front_rank(host) if host else OnTable(pose) if pose is not None else None,
    )


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
    """A battle whose units have been chosen and whose initiative is due (BW-B1-01)."""
    return unbegun(
        RULESET,
        title=title,
        board=board,
        sides=sides,
        units=units,
        own=BattlePart(options=options or Options(), zones=tuple(zones), terrain_fixed=terrain_fixed),
        agenda=(RollInitiative(),),
        phase="initiative",
    )


# ---------------------------------------------------------------- initiative


def _ask_initiative(battle: Battle, _step: RollInitiative) -> Roll:
    """Both players roll 2d6; ties are thrown again (BW-B1-02)."""
    purpose = "initiative (the higher total goes first in every stage and in the first turn)"
    return dice_for(battle, purpose, ("BW-B1-02", "BW-B1-03"), dice=2)


def _roll_initiative(scene: Scene, _step: RollInitiative, pools: tuple[Thrown, ...]) -> None:
    """The winner goes first in the rest of the set-up (BW-B1-02) and takes the first turn (BW-B1-03)."""
    order = tuple(reversed(lowest_first(scene.battle, pools)))
    scene.set(own=replace(scene.battle.own, order=order))
    _tell_scale(scene)
    scene.now(*_stages(scene.battle, order))
    open_stage(scene)


def _tell_scale(scene: Scene) -> None:
    """What things on the table stand for, for the report of the battle (BW-C1-01 to BW-C1-03)."""
    told = list(scale_of(scene.battle.board, parts_of(scene.battle)))
    rules = tuple(rule for one in told for rule in one.rules)
    scene.tell(Ruled(what="; ".join(one.text for one in told), rules=rules))


def _stages(battle: Battle, order: tuple[str, ...]) -> list[Step]:
    """What is left of the set-up, in the book's order (BW-B1-01), and the first turn."""
    steps: list[Step] = []
    if not battle.own.terrain_fixed:
        steps.append(RollTerrain(order * rolls_each(battle.table)))
    if battle.own.options.weather != "none":
        steps.append(RollWeather())
    steps += [_deployed(battle, side) for side in order if reserve(battle, side)]
    return [*steps, BeginTurn(order[0])]


def _deployed(battle: Battle, side: str) -> Deploy | DeployHiding:
    """Those who can hide may be set up in secret where that is played (BW-A2-02)."""
    options = battle.own.options
    hiding = options.hiding != "open" and options.game == "advanced"
    if hiding and any(TROOPS[unit.kind].hides for unit in reserve(battle, side)):
        return DeployHiding(side)
    return Deploy(side)


ROLL_INITIATIVE: Final = rolls(RollInitiative, ask=_ask_initiative, roll=_roll_initiative)
