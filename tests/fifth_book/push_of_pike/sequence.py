"""The sequence of play: PP-TURN-01, and how it ends: PP-END-01."""

from typing import Final

from msgspec.structs import replace

from push_of_pike.fighting import BLOWS, FIGHTS, Fights
from push_of_pike.movement import MOVES, WALK, Moves
from push_of_pike.paper import ENCOUNTER, ON_PAPER, PRESSED
from push_of_pike.state import Battle, BattlePart, Scene, UnitPart
from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import Step, does, gathered
from schiltron.battle.setup.battle_line import own_ground
from schiltron.battle.setup.deployment import Deployment, SetsUp, SetupRules
from schiltron.battle.setup.enrolment import Opening
from schiltron.battle.state import field
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.event import Began
from schiltron.battle.state.tally import Tally, Term

RULES: Final = ("PP-TURN-01",)
SEQUENCE: Final = (
    SequenceEntry("deployment", "Deployment", RULES, "setup"),
    SequenceEntry("moves", "Moves", ("PP-MOVE-01",)),
    SequenceEntry("fights", "Fights", ("PP-FIGHT-01",)),
)

PAPER: Final = (SequenceEntry("encounter", "Encounter", ("PP-PAPER-01",)),)


class SetUp(Step, frozen=True, tag="push_of_pike.set_up"):
    pass


class Deploy(SetsUp, frozen=True, tag="push_of_pike.deploy"):
    pass


class BeginTurn(Step, frozen=True, tag="push_of_pike.begin_turn"):
    side: str


class EndTurn(Step, frozen=True, tag="push_of_pike.end_turn"):
    side: str


OPENING: Final[Opening[BattlePart, UnitPart, Step]] = Opening(Deploy, RULES, RULES)
DEPLOYMENT: Final[Deployment[BattlePart, UnitPart, Step]] = Deployment(
    ground=lambda battle, side: own_ground(battle.own.zones, side),
    rules=SetupRules(RULES, RULES, RULES, RULES, RULES, RULES),
    rank_in_line=lambda unit: unit.kind,
    on_the_wings=lambda unit: unit.kind == "swordsmen",
    then=OPENING.next_side,
)


def _begin(scene: Scene, step: BeginTurn) -> None:
    battle = scene.battle
    order = battle.own.order or tuple(side.id for side in battle.sides)
    fresh = {unit.id: replace(unit, own=UnitPart()) for unit in field.commanded_by(battle, step.side)}
    units = battle.units | fresh
    turn = battle.turn + (step.side == order[0])
    scene.set(own=replace(battle.own, order=order), units=units, turn=turn, active=step.side, phase="moves")
    scene.tell(Began(what="turn", side=step.side, turn=turn, rules=RULES))
    scene.now(Moves(step.side), Fights(step.side), EndTurn(step.side))


def reckoning(battle: Battle, side: str) -> Tally:
    terms = (Term(unit.name, unit.figures, "PP-END-01") for unit in field.troops(battle, side) if unit.on_table)
    return Tally("figures on the table", tuple(terms), measure="points")


def _end(scene: Scene, step: EndTurn) -> None:
    battle, order = scene.battle, scene.battle.own.order
    left = tuple((side, reckoning(battle, side)) for side in order)
    standing = [side for side, tally in left if tally.total]
    last = step.side == order[-1]
    if len(standing) < len(order):
        scene.end(Outcome(standing[0] if standing else "", "beaten", ("PP-END-01",), left))
    elif last and battle.turn >= battle.own.options.turn_limit:
        most = max(tally.total for _, tally in left)
        best = [side for side, tally in left if tally.total == most]
        scene.end(Outcome(best[0] if len(best) == 1 else "", "points", ("PP-END-01",), left))
    else:
        scene.now(BeginTurn(order[(order.index(step.side) + 1) % len(order)]))


HANDLERS: Final = gathered(
    OPENING.handler(SetUp),
    DEPLOYMENT.handler(Deploy),
    does(BeginTurn, _begin),
    MOVES,
    WALK,
    FIGHTS,
    BLOWS,
    does(EndTurn, _end),
    ENCOUNTER,
    ON_PAPER,
    PRESSED,
)
