"""Before the first Game Round: the battle is set up, its scale and roles are fixed (cases 0.0, 2.2, 3.0, 3.4, S0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.setup.enrolment import unbegun
from schiltron.battle.state.battle import Side
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import troops
from schiltron.battle.words.grammar import counted, listed
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.options import RULE_OF, SWITCHES, Options
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.setup.companies import scatter
from schiltron.rulesets.battlesystem.setup.deployment import PlaceArmies
from schiltron.rulesets.battlesystem.setup.enrolling import Enrolled
from schiltron.rulesets.battlesystem.setup.rolled_scores import scores_due
from schiltron.rulesets.battlesystem.setup.zones import Zones, kept_apart
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Scene, Unit
from schiltron.rulesets.battlesystem.steps import BeginRound
from schiltron.table.edges import Board
from schiltron.table.lengths import show_inches


class OpenField(Step, frozen=True, tag="battlesystem.open_field"):
    """What the table stands for is said, and by which level of the game it is played (BS-0.0-02, BS-2.1-01)."""


class StandReady(Step, frozen=True, tag="battlesystem.stand_ready"):
    """Everything has been placed: who is what is said, and the first Game Round can begin (BS-3.0-01)."""


RULESET: Final = "battlesystem"
YARDS: Final = 10
"""To an inch of the table, outdoors (BS-2.1-01)."""
_LIGHT: Final = {
    "daylight": "it is day, in good weather: orcs and goblins suffer from the light",
    "sunset": "the sun is going down: nobody suffers from the light",
}
_TOLD: Final = ("level", "base_game", "setup", "setup_depth", "light", "turn_limit")
_GAMES: Final = {"add": "AD&D", "dnd": "D&D"}
_RATIOS: Final = tuple(int(row["creatures_per_figure"]) for row in LAW.sheet("BS-T-01-creature-figure-ratio").records())


def prepared(
    *, title: str, board: Board, sides: Sequence[Side], armies: Sequence[Enrolled], zones: Zones, options: Options
) -> Battle:
    """A battle between two armies who are still to be set down. All of it is done before the first Game Round
    (BS-3.0-01)."""
    units = [unit for army in armies for unit in army.units]
    return unbegun(
        RULESET,
        title=title,
        board=board,
        sides=sides,
        units=units,
        own=BattlePart(
            options=options,
            zones=kept_apart(zones, board, units, options).zones,
            companies=tuple(company for army in armies for company in army.companies),
        ),
        agenda=(OpenField(), PlaceArmies(), StandReady(), BeginRound()),
        phase="deployment",
    )


# ---------------------------------------------------------------- what is said before


def _open_field(scene: Scene, _step: OpenField) -> None:
    battle = scene.battle
    for what, rules in _said(battle, battle.table):
        scene.tell(Ruled(what=what, rules=rules))
    if any(unit.own.profile.printed is not None for unit in battle.units.values()):
        by_default(scene, "rosters")
    for unit in list(battle.units.values()):
        if unit.on_table:
            scatter(scene, unit)
    scene.now(*scores_due(scene.battle))


def _said(battle: Battle, board: Board) -> Iterator[tuple[str, tuple[str, ...]]]:
    options = battle.own.options
    level = "the Basic Game" if options.level == "basic" else "the Intermediate Game"
    yield f"{level}, on top of {_GAMES[options.base_game]}", ("BS-0.0-01", "BS-0.0-02")
    wide, deep = board.width * YARDS // 1000, board.depth * YARDS // 1000
    yield f"an inch is {YARDS} yards, the field {wide} by {deep} yards", ("BS-2.1-01",)
    weak, strong, great, _ = _RATIOS
    many = f"{weak} creatures, {strong} of more than 4 hit dice, {great} of 9 or more, or one individual"
    yield f"a figure stands for {many}", ("BS-2.2-01", "BS-2.2-02")
    apart = kept_apart(battle.own.zones, board, battle.units.values(), options)
    far = show_inches(apart.wanted)
    if apart.enough:
        yield f"the armies start more than {far} apart, two full moves of the faster", ("BS-3.4-01",)
    else:
        yield f"the armies start nearer than {far}, two full moves of the faster", ("BS-3.4-01", "BS-S0-15")
    yield _LIGHT[options.light], ("BS-S0-13", "BS-S0-10")
    limit = options.turn_limit
    until = (
        f"it ends after {counted(limit, 'Game Round')} at the latest" if limit else "there is no limit of Game Rounds"
    )
    yield until, ("BS-1.0-06",)
    agreed = [name for name in RULE_OF if getattr(options, name) != getattr(Options(), name)]
    said = [f"“{SWITCHES.said(options, name)}”" for name in agreed if name not in _TOLD]
    also = f", except as agreed: {listed(said)}" if said else ""
    yield f"no referee is needed: the rulings of the ledger count{also}", ("BS-0.0-04", "BS-0.0-05")


# ---------------------------------------------------------------- who is what


def _stand_ready(scene: Scene, _step: StandReady) -> None:
    """Roles are said (BS-2.7-01, BS-9.0-01); closed ranks that nobody commands open (BS-4.7-03)."""
    for side in scene.battle.sides:
        roles = "; ".join(_roles(scene.battle, side.id))
        if roles:
            rules = ("BS-2.7-01", "BS-9.0-01", "BS-9.3-01")
            scene.tell(Ruled(what=f"{side.title}: {roles}", rules=rules))
    keep_order(scene)


def _roles(battle: Battle, side: str) -> Iterator[str]:
    for one in troops(battle, side):
        if not is_individual(one) or one.own.profile.person is None or one.own.profile.person.name_only:
            continue
        heir = battle.units.get(one.own.command.deputy_to)
        yield f"{one.name} {_role(battle, one)}{f', deputy to {heir.name}' if heir is not None else ''}"


def _role(battle: Battle, one: Unit) -> str:
    company = next((name.name for name in battle.own.companies if name.commander == one.id), "")
    led = (
        [company] if company else [unit.name for unit in battle.units.values() if unit.own.command.commander == one.id]
    )
    match one.own.command.rank:
        case "army":
            return "commands the army"
        case "brigade":
            number = sum(unit.own.command.brigade == one.id for unit in battle.units.values())
            return f"commands a brigade of {number} units"
        case "unit":
            return f"commands {' and '.join(led)}" if led else "commands nobody"
        case "member":
            return f"is a member of {battle.units[one.host].name}"
        case _:
            return "is a hero"


OPEN_FIELD: Final = does(OpenField, _open_field)
STAND_READY: Final = does(StandReady, _stand_ready)
