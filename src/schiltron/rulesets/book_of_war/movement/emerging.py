"""Hidden units are put on the table at the start of a turn of their owner's (chapter A2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.form_checks import judge_choice
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.field import asked_seat, troops
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.hiding import is_hidden, put_down
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit

FIRST_TURN = 2
"""The game turn from which hidden units may be put down (BW-A2-03)."""


class Emerge(Step, frozen=True, tag="book_of_war.emerge"):
    """A side says which of its hidden units it puts down."""

    side: str


def hidden_of(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in troops(battle, side) if is_hidden(unit)]


def _ask(battle: Battle, step: Emerge) -> tuple[Choose, ...] | None:
    """From the second game turn on, at the start of one of its own turns (BW-A2-03)."""
    hidden = hidden_of(battle, step.side)
    if not hidden or battle.turn < FIRST_TURN:
        return None
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Which hidden units are put on the table now? They may move and attack in this turn.",
            waits="to say who comes out of hiding",
            rules=("BW-A2-03",),
            options=tuple(Option(unit.id, unit.name) for unit in hidden),
            least=0,
            most=len(hidden),
            none="All stay hidden",
            none_forgoes=True,
            some="Put on the table",
            default=Chosen(()),
        ),
    )


def _judge(_view: Battle, _step: Emerge, decision: Choose, answer: Chosen) -> list[Reason]:
    return judge_choice(decision, answer)


def _take(scene: Scene, step: Emerge, answers: tuple[Chosen, ...]) -> None:
    for unit in answers[0].keys:
        put_down(scene, unit, "BW-A2-03")


def _sample(_view: Battle, _step: Emerge, decision: Choose, random: Random) -> Chosen:
    return Chosen(tuple(option.key for option in decision.options if random.random() < 0.3))


def _suggest(_view: Battle, _step: Emerge, decision: Choose) -> Iterator[Chosen]:
    yield Chosen(())
    yield Chosen(tuple(option.key for option in decision.options))
    for option in decision.options:
        yield Chosen((option.key,))


EMERGE = asks(Emerge, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
