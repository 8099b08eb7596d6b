"""A battle without a table: both sides say at once whether they press on or hold, and the dice decide: PP-PAPER-01."""

from push_of_pike.fighting import need
from push_of_pike.state import Battle, Scene
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state import field
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Began, Ruled
from schiltron.battle.state.tally import Tally, Term

RULES = ("PP-PAPER-01",)
PRESS, HOLD = "press", "hold"
DICE = {PRESS: 2, HOLD: 1}


class OnPaper(Step, frozen=True, tag="push_of_pike.on_paper"):
    """The battle begins, without a table."""


class Encounter(Step, frozen=True, tag="push_of_pike.encounter"):
    """Both sides say what they do."""


class Pressed(Step, frozen=True, tag="push_of_pike.pressed"):
    """`chosen`: by side, what it said."""

    chosen: tuple[tuple[str, str], ...]


def _strength(battle: Battle, side: str) -> Tally:
    terms = (Term(unit.name, unit.figures, *RULES) for unit in field.troops(battle, side) if unit.figures)
    return Tally("figures", tuple(terms), measure="points")


def _ask(battle: Battle, step: Encounter) -> tuple[Choose, ...]:
    return tuple(
        Choose(
            seat=field.asked_seat(battle, side.id) or "",
            prompt=f"Round {battle.turn}: do {side.name} press on or hold?",
            waits=f"{side.name} to press on, or hold",
            rules=RULES,
            options=(Option(PRESS, "Press on"), Option(HOLD, "Hold")),
            sealed=True,
        )
        for side in battle.sides
    )


def _take(scene: Scene, step: Encounter, answers: tuple[Chosen, ...]) -> None:
    chosen = []
    for side, answer in zip(scene.battle.sides, answers, strict=True):
        chosen.append((side.id, answer.keys[0]))
        scene.tell(Ruled(what=f"{side.name} {'press on' if answer.keys[0] == PRESS else 'hold'}", rules=RULES))
    scene.now(Pressed(tuple(chosen)))


def _dice(battle: Battle, side: str, chosen: str) -> int:
    return DICE[chosen] * sum(1 for unit in field.troops(battle, side) if unit.figures)


def _throw(battle: Battle, step: Pressed) -> Roll:
    number = need(battle).total
    pools = tuple(
        Pool(_dice(battle, side, chosen), 6, AtLeast(number), f"{battle.side_named(side).name}", side)
        for side, chosen in step.chosen
    )
    return Roll("The lines meet", pools, RULES)


def _roll(scene: Scene, step: Pressed, pools: tuple[Thrown, ...]) -> None:
    for (_, thrown), other in zip(zip(step.chosen, pools, strict=True), reversed(scene.battle.sides), strict=True):
        for _ in range(thrown.hits):
            units = [unit for unit in field.troops(scene.battle, other.id) if unit.figures]
            if units:
                take_off(scene, max(units, key=lambda unit: unit.figures).id, Loss(1), Harm(("melee",), rules=RULES))
    battle = scene.battle
    left = tuple((side.id, _strength(battle, side.id)) for side in battle.sides)
    if battle.turn >= battle.own.options.turn_limit or not all(tally.total for _, tally in left):
        most = max(tally.total for _, tally in left)
        best = [side for side, tally in left if tally.total == most]
        scene.end(Outcome(best[0] if len(best) == 1 else "", "points", RULES, left))
    else:
        begin(scene)


def begin(scene: Scene, step: OnPaper | None = None) -> None:
    turn = scene.battle.turn + 1
    scene.set(turn=turn, phase="encounter")
    scene.tell(Began(what="turn", turn=turn, rules=RULES))
    scene.now(Encounter())


ENCOUNTER = option_choice.chooses(Encounter, ask=_ask, take=_take)
ON_PAPER = does(OnPaper, begin)
PRESSED = rolls(Pressed, ask=_throw, roll=_roll)
