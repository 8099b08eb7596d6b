"""Before the first turn. The book has no word on setting up: what is done here is ruled under CM-SETUP-01."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.decision import Zone
from schiltron.battle.deploying import TO_BE_SET_DOWN, reserve
from schiltron.battle.event import Began, Ruled
from schiltron.battle.state import Battle as AnyBattle
from schiltron.battle.state import Seat, Side
from schiltron.battle.unit import OffTable, Place
from schiltron.battle.unit import Unit as AnyUnit
from schiltron.rulesets.chainmail.bases import OPEN_ORDER, base_of
from schiltron.rulesets.chainmail.movement.steps import Formation
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.scale import said
from schiltron.rulesets.chainmail.setup.steps import Deploy, OpenField, RollSetup, TerrainOrder
from schiltron.rulesets.chainmail.state import (
    Battle,
    BattlePart,
    BeginTurn,
    Profile,
    Scene,
    Step,
    Unit,
    UnitPart,
)
from schiltron.rulesets.chainmail.terrain import FORDS
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.body import Body, Formed, Single
from schiltron.table.edges import Board

RULESET: Final = "chainmail"
_WIDEST: Final = 10
_ALL_ROUND: Final = ("square", "hedgehog", "schiltron")

# ---------------------------------------------------------------- units


def enlisted(
    unit_id: str,
    side: str,
    profile: Profile,
    figures: int,
    *,
    name: str,
    files: int | None = None,
    formation: Formation = "line",
    place: Place | None = None,
) -> Unit:
    """A body of like figures (CM-SCALE-04), an engine with its crew, or the army commander.

    Without a place its owner will set it down.
    """
    return AnyUnit(
        id=unit_id,
        name=name,
        kind=looks_like(profile),
        owner=side,
        side=side,
        controller=side,
        original=figures,
        figures=figures,
        place=place or OffTable(TO_BE_SET_DOWN),
        body=_body(profile, figures, files, formation),
        own=UnitPart(profile=profile, formation=formation),
    )


def _body(profile: Profile, figures: int, files: int | None, formation: Formation) -> Body:
    base = base_of(profile)
    if profile.engine or profile.commander:
        return Single(base)
    return Formed(
        base=base,
        files=files or usual_files(figures),
        spacing=OPEN_ORDER if formation == "open" else 0,
        hedgehog=formation in _ALL_ROUND,
    )


def usual_files(figures: int) -> int:
    """A formation for those who name none: two ranks, and no wider than ten files."""
    return min((figures + 1) // 2, _WIDEST)


_SHOOTERS: Final = {
    "bow": "archers",
    "composite_bow": "archers",
    "longbow": "longbowmen",
    "crossbow": "crossbowmen",
    "heavy_crossbow": "heavy_crossbows",
    "arquebus": "arquebusiers",
}
_POLES: Final = {"pike": "pikemen", "spear": "spearmen", "halberd": "halberdiers"}
_ENGINES: Final = {
    "light_catapult": "catapult",
    "heavy_catapult": "catapult",
    "light_field_gun": "cannon",
    "heavy_field_gun": "cannon",
    "bombard": "bombard",
    "wagon": "wagon",
}
_WEIGHT: Final = {
    "light_foot": "light_infantry",
    "heavy_foot": "medium_infantry",
    "armored_foot": "heavy_infantry",
    "light_horse": "light_cavalry",
    "medium_horse": "medium_cavalry",
    "heavy_horse": "heavy_cavalry",
}


def looks_like(profile: Profile) -> str:
    """The kind of troops a line is, in the words in which troops are drawn."""
    if profile.commander:
        return "general"
    if profile.engine:
        return _ENGINES[profile.engine]
    if profile.missile in _SHOOTERS:
        return "horse_archers" if profile.mounted else _SHOOTERS[profile.missile]
    if profile.knights and profile.mounted:
        return "knights"
    if profile.peasants:
        return "peasants"
    return _POLES.get(profile.arms, _WEIGHT[profile.fights_as])


# ---------------------------------------------------------------- the battle


def prepared(
    *,
    title: str,
    board: Board,
    sides: Sequence[Side],
    units: Iterable[Unit],
    zones: Iterable[tuple[str, Zone]],
    options: Options,
    objectives: tuple[str, ...] = (),
    conditions: tuple[Condition, ...] = (),
    defender: str = "",
    terrain_fixed: bool = True,
) -> Battle:
    """A battle between two armies who are still to be set down, perhaps on ground that is still to be drawn.

    Each side has a seat of its own name. Units that stand on the table already, or with a unit, are not set down.
    """
    first: tuple[Step, ...] = () if terrain_fixed else (TerrainOrder(),)
    return AnyBattle(
        ruleset=RULESET,
        title=title,
        board=board,
        sides=tuple(sides),
        seats=tuple(Seat(side.id, side.id) for side in sides),
        units={unit.id: unit for unit in sorted(units, key=lambda unit: unit.id)},
        own=BattlePart(
            options=options,
            zones=tuple(zones),
            objectives=objectives,
            conditions=conditions,
            defender=defender,
        ),
        agenda=(*first, OpenField(), RollSetup(), BeginTurn()),
        phase="deployment" if terrain_fixed else "terrain",
    )


def _open_field(scene: Scene, _step: OpenField) -> None:
    """The scale (CM-SCALE-01 to CM-SCALE-03), and for each piece of water how it is crossed (CM-TERR-10)."""
    battle = scene.battle
    assert battle.board is not None, "this book is played on a table"
    rules = ("CM-SCALE-01", "CM-SCALE-02", "CM-SCALE-03")
    scene.tell(Ruled(what=said(battle.board, battle.own.options), rules=rules))
    waters = [feature for feature in battle.board.features if feature.kind in FORDS]
    for name, kind in dict.fromkeys((water.name, water.kind) for water in waters):
        crossing = FORDS[kind]
        scene.tell(Ruled(what=f"{name} {crossing.text}", rules=("CM-TERR-10", crossing.rule)))


OPEN_FIELD: Final = Handler(do=_open_field)

# ---------------------------------------------------------------- who sets up first


def _waiting(battle: Battle) -> list[Side]:
    return [side for side in battle.sides if reserve(battle, side.id)]


def _ask(battle: Battle, _step: RollSetup) -> Roll | None:
    """A die for each side; nothing to roll for where fewer than two have anything to set down."""
    if len(_waiting(battle)) < 2:
        return None
    return Roll(
        purpose="setting up: the lower roll sets its whole army down first",
        pools=tuple(Pool(1, 6, SumOf(), side.name, side.id) for side in battle.sides),
        rules=("CM-SETUP-01",),
        unequal=True,
    )


def _roll(scene: Scene, _step: RollSetup, pools: tuple[Thrown, ...]) -> None:
    """Who rolled higher sees the enemy's line before drawing up his own."""
    totals = {side.id: pool.total for side, pool in zip(scene.battle.sides, pools, strict=True)}
    _set_up(scene, sorted(totals, key=lambda side: totals[side]))


def _unopposed(scene: Scene, _step: RollSetup) -> None:
    _set_up(scene, [side.id for side in scene.battle.sides])


def _set_up(scene: Scene, order: Sequence[str]) -> None:
    scene.now(*(Deploy(side) for side in order if reserve(scene.battle, side)))
    open_deployment(scene)


def open_deployment(scene: Scene) -> None:
    """Say whose turn it is to set up, if anybody's."""
    match scene.battle.agenda[:1]:
        case (Deploy(side=side),):
            scene.set(phase="deployment", active=side)
            scene.tell(Began(what="deployment", side=side, rules=("CM-SETUP-01",)))


ROLL_SETUP: Final = Handler(ask=_ask, roll=_roll, do=_unopposed)
