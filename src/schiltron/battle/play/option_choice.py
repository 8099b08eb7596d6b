"""The parts of a handler whose step asks for one of the options listed: judging, taking, sampling, suggesting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from schiltron.battle.play.agenda import Handler, InBook, OfBook, T, asks
from schiltron.battle.play.form_checks import judge_choice
from schiltron.battle.state.decision import Choose, Chosen
from schiltron.battle.state.illegal import Reason


def judge(_view: object, _step: object, decision: Choose, answer: Chosen) -> list[Reason]:
    return judge_choice(decision, answer)


def chosen(answers: Sequence[Chosen]) -> str:
    """The key of the one option that was chosen."""
    (answer,) = answers
    return answer.keys[0]


def sample(_view: object, _step: object, decision: Choose, random: Random) -> Chosen:
    return Chosen((random.choice(decision.options).key,))


def every_option(_view: object, _step: object, decision: Choose) -> list[Chosen]:
    """Every option, as they are listed."""
    return [Chosen((option.key,)) for option in decision.options]


def chooses(
    step: type[T],
    *,
    ask: Callable[[OfBook, T], tuple[Choose, ...] | None],
    take: Callable[[InBook, T, tuple[Chosen, ...]], None],
    suggest: Callable[[OfBook, T, Choose], Iterable[Chosen]] = every_option,
    do: Callable[[InBook, T], None] | None = None,
) -> Handler:
    """The handler of a step that asks for one of the options it lists."""
    return asks(step, ask=ask, judge=judge, take=take, sample=sample, suggest=suggest, do=do)
