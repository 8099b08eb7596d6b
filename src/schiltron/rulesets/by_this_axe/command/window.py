"""A side may answer what comes with a card, or let it pass.

It is asked whenever everybody can see that it might: whether it has a card for it is its secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, PLAY, UNSEATED, Command, Commanded, Played
from schiltron.battle.state.field import asked_seat, commands
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.command.playing import (
    could_play,
    hand,
    judge_play,
    play,
    sample_play,
    suggest_plays,
)
from schiltron.rulesets.by_this_axe.command.uses import Moment
from schiltron.rulesets.by_this_axe.state import Battle, Scene


class Window(Step, frozen=True, tag="by_this_axe.window"):
    """A side may play a card now, or pass. `about` is the unit that is charged or checks."""

    side: str
    moment: Moment
    about: str = ""


_ASKED: Final[dict[Moment, tuple[str, tuple[str, ...]]]] = {
    "ranged": ("Play a card before shots are declared, or go on.", ("TA-CMD-07", "TA-CMD-46")),
    "initiative": ("Play a card before the roll for who moves first, or go on.", ("TA-CMD-07", "TA-CMD-43")),
    "movement": ("Play a card, or go on.", ("TA-CMD-07",)),
    "charged": ("{unit} are about to be charged: play a card, or go on.", ("TA-CMD-07", "TA-CMD-44")),
    "check": ("{unit} are about to check their nerve: play a card, or go on.", ("TA-CMD-07", "TA-CMD-41")),
}


def _ask(battle: Battle, step: Window) -> tuple[Command, ...] | None:
    if not could_play(battle, step.side, step.moment, step.about):
        return None
    about = battle.units.get(step.about)
    whom = about if about is not None and commands(battle, step.side, about) else step.side
    prompt, rules = _ASKED[step.moment]
    return (
        Command(
            seat=asked_seat(battle, whom) or UNSEATED,
            prompt=prompt.format(unit=about.name if about is not None else "Your units"),
            waits="to play a card, or go on",
            rules=rules,
            actors=(),
            actions=(PLAY,),
            hand=hand(battle, step.side, step.moment, step.about),
            window=True,
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Window, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor or not isinstance(answer.form, Played):
        return [Reason("a card is to be played; or say that you have finished", decision.rules)]
    if answer.action != PLAY:
        return [Reason(f"there is no action {answer.action!r}: {PLAY}", decision.rules)]
    return judge_play(view, step.side, step.moment, answer.form, step.about)


def _take(scene: Scene, step: Window, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if isinstance(answer.form, Played):
        scene.now(step)
        play(scene, step.side, step.moment, answer.form, step.about)


def _sample(view: Battle, step: Window, decision: Command, random: Random) -> Commanded:
    played = random.random() < 0.7
    form = sample_play(view, step.side, step.moment, random, step.about, decision.hand) if played else None
    return Commanded("", PLAY, form) if form is not None else FINISH


def _suggest(view: Battle, step: Window, _decision: Command) -> Iterator[Commanded]:
    for form in suggest_plays(view, step.side, step.moment, step.about):
        yield Commanded("", PLAY, form)
    yield FINISH


WINDOW = asks(Window, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
