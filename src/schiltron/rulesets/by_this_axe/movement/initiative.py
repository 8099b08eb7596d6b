"""Who moves first: TA-MOVE-01, TA-MOVE-02, TA-TURN-05, TA-CMD-43."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Began
from schiltron.battle.state.field import asked_seat
from schiltron.rulesets.by_this_axe.command.effects import initiative_terms
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle, Scene


class Initiative(Step, frozen=True, tag="by_this_axe.initiative"):
    """Step a: who moves first (TA-MOVE-01)."""


class WhoMoves(Step, frozen=True, tag="by_this_axe.who_moves"):
    """The dice for it."""


class ChooseOrder(Step, frozen=True, tag="by_this_axe.choose_order"):
    """The winner picks his place; the others follow in this order."""

    winner: str
    others: tuple[str, ...]


class BeginMoves(Step, frozen=True, tag="by_this_axe.begin_moves"):
    side: str


_PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def _begin(scene: Scene, _step: Initiative) -> None:
    """Before the dice every side may play cards that seize the initiative."""
    sides = [side.id for side in scene.battle.sides]
    windows: tuple[Step, ...] = ()
    if scene.battle.own.options.command == "cards":
        windows = tuple(Window(side, "initiative") for side in sides)
    scene.now(*windows, WhoMoves())


def _ask_roll(battle: Battle, _step: WhoMoves) -> Roll:
    """A die each. What cards add comes before ties are looked for, so with them the throw itself may tie."""
    bonuses = [_bonus(battle, side.id) for side in battle.sides]
    pools = []
    for side, bonus in zip(battle.sides, bonuses, strict=True):
        label = f"{side.name}, +{bonus}" if bonus else side.name
        pools.append(Pool(1, 6, SumOf(), label, whose=side.id))
    rules = ("TA-MOVE-01", "TA-TURN-05", *(("TA-CMD-43",) if any(bonuses) else ()))
    return Roll("who moves first", tuple(pools), rules, unequal=len(set(bonuses)) == 1)


def _bonus(battle: Battle, side: str) -> int:
    return sum(term.value for term in initiative_terms(battle, side))


def _roll(scene: Scene, step: WhoMoves, pools: tuple[Thrown, ...]) -> None:
    """The highest picks his place, the others follow as they threw; ties are thrown again."""
    battle = scene.battle
    totals = {side.id: thrown.total + _bonus(battle, side.id) for side, thrown in zip(battle.sides, pools, strict=True)}
    if len(set(totals.values())) < len(totals):
        scene.now(step)
        return
    winner, *others = sorted(totals, key=lambda side: -totals[side])
    scene.set(own=replace(battle.own, seized=()))
    scene.now(ChooseOrder(winner, tuple(others)))


def _ask_order(battle: Battle, step: ChooseOrder) -> tuple[Choose, ...]:
    """First or second; one of more places where more than two armies fight each for itself (TA-UNIT-01)."""
    places = _PLACES[: 1 + len(step.others)]
    wished = f"{', '.join(places[:-1])} or {places[-1]}"
    return (
        Choose(
            seat=asked_seat(battle, step.winner) or UNSEATED,
            prompt=f"You won the initiative: choose whether to move {wished}.",
            waits=f"to choose whether to move {wished}",
            rules=("TA-MOVE-01", *(("TA-UNIT-01",) if len(places) > 2 else ())),
            options=tuple(Option(place, f"move {place}") for place in places),
            default=Chosen((places[0],)),
        ),
    )


def _take_order(scene: Scene, step: ChooseOrder, answers: tuple[Chosen, ...]) -> None:
    place = _PLACES.index(option_choice.chosen(answers))
    order = (*step.others[:place], step.winner, *step.others[place:])
    scene.set(own=replace(scene.battle.own, order=order))
    scene.now(*(BeginMoves(side) for side in order))


def _begin_moves(scene: Scene, step: BeginMoves) -> None:
    """One side moves with everything, then the next (TA-MOVE-02)."""
    scene.set(active=step.side)
    scene.tell(Began(what="moves", side=step.side, turn=scene.battle.turn, rules=("TA-MOVE-02",)))
    scene.now(Moves(step.side))


INITIATIVE = does(Initiative, _begin)
WHO_MOVES = rolls(WhoMoves, ask=_ask_roll, roll=_roll)
CHOOSE_ORDER = option_choice.chooses(ChooseOrder, ask=_ask_order, take=_take_order)
BEGIN_MOVES = does(BeginMoves, _begin_moves)
