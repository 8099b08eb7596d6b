"""A side may answer what comes with a card, or let it pass.

It is asked whenever everybody can see that it might: whether it has a card for it is its secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.battle.decision import FINISH, PLAY, Answer, AnyDecision, Command, Commanded, Played
from schiltron.battle.illegal import Reason
from schiltron.rulesets.by_this_axe.command.playing import (
    could_play,
    hand,
    judge_play,
    play,
    sample_play,
    suggest_plays,
)
from schiltron.rulesets.by_this_axe.command.steps import Moment, Window
from schiltron.rulesets.by_this_axe.state import Battle, Scene

_ASKED: Final[dict[Moment, tuple[str, tuple[str, ...]]]] = {
    "ranged": ("Play a card before shots are declared, or go on.", ("TA-CMD-07", "TA-CMD-46")),
    "initiative": ("Play a card before the roll for who moves first, or go on.", ("TA-CMD-07", "TA-CMD-43")),
    "movement": ("Play a card, or go on.", ("TA-CMD-07",)),
    "charged": ("{unit} are about to be charged: play a card, or go on.", ("TA-CMD-07", "TA-CMD-44")),
    "check": ("{unit} are about to check their nerve: play a card, or go on.", ("TA-CMD-07", "TA-CMD-41")),
}


def _ask(battle: Battle, step: Window) -> tuple[AnyDecision, ...] | None:
    if not could_play(battle, step.side, step.moment, step.about):
        return None
    about = battle.units.get(step.about)
    prompt, rules = _ASKED[step.moment]
    return (
        Command(
            seat=about.controller if about is not None and about.side == step.side else battle.seats_of(step.side)[0],
            prompt=prompt.format(unit=about.name if about is not None else "Your units"),
            rules=rules,
            actors=(),
            actions=(PLAY,),
            hand=hand(battle, step.side, step.moment, step.about),
            window=True,
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Window, decision: AnyDecision, answer: Answer) -> list[Reason]:
    if answer == FINISH:
        return []
    if not isinstance(answer, Commanded) or answer.actor or not isinstance(answer.form, Played):
        return [Reason("a card is asked for, or to finish", decision.rules)]
    if answer.action != PLAY:
        return [Reason(f"there is no action {answer.action!r}: {PLAY}", decision.rules)]
    return judge_play(view, step.side, step.moment, answer.form, step.about)


def _take(scene: Scene, step: Window, answers: tuple[Answer, ...]) -> None:
    answer = answers[0]
    assert isinstance(answer, Commanded)
    if isinstance(answer.form, Played):
        scene.now(step)
        play(scene, step.side, step.moment, answer.form, step.about)


def _sample(view: Battle, step: Window, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Command)
    played = random.random() < 0.7
    form = sample_play(view, step.side, step.moment, random, step.about, decision.hand) if played else None
    return Commanded("", PLAY, form) if form is not None else FINISH


def _suggest(view: Battle, step: Window, _decision: AnyDecision) -> Iterator[Answer]:
    for form in suggest_plays(view, step.side, step.moment, step.about):
        yield Commanded("", PLAY, form)
    yield FINISH


WINDOW = Handler(ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
