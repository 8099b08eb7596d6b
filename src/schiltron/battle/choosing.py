"""The parts of a handler whose step asks for one of the options listed: judging, taking, sampling, suggesting."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen
from schiltron.battle.illegal import Reason
from schiltron.battle.judging import judge_choice


def judge(_view: object, _step: object, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge_choice(decision, answer)


def chosen(answers: Sequence[Answer]) -> str:
    """The key of the one option that was chosen."""
    (answer,) = answers
    assert isinstance(answer, Chosen)
    return answer.keys[0]


def sample(_view: object, _step: object, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Choose)
    return Chosen((random.choice(decision.options).key,))


def suggest(_view: object, _step: object, decision: AnyDecision) -> list[Answer]:
    """Every option, as they are listed."""
    assert isinstance(decision, Choose)
    return [Chosen((option.key,)) for option in decision.options]
