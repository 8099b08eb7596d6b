"""Wizards call upon magic at the beginning of their attack phase (chapter A4).

All of it is announced before anything is measured, paid for at once, and frozen by the position in which the phase
began, as all other attacks of the phase are; it takes effect after these (BW-A4-15, BW-A4-27, BW-B1-06).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.guide.dismissing import end
from schiltron.battle.play import offers
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Power, holder_and_power
from schiltron.battle.state.decision import FINISH, PLAY, UNSEATED, Command, Commanded, HeldCard, Played
from schiltron.battle.state.event import Worked
from schiltron.battle.state.field import asked_seat
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.magic.landing import landed
from schiltron.rulesets.book_of_war.magic.rows import power_of
from schiltron.rulesets.book_of_war.magic.spellbook import FURTHER, STOP, may_shoot_at, spellbook
from schiltron.rulesets.book_of_war.magic.steps import Cast, Spells
from schiltron.rulesets.book_of_war.magic.wizards import MOVE_EARTH, concentrates_on, wizards
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn
from schiltron.table.terrain import name_of

_RULES: Final = ("BW-A4-15", "BW-A4-27", "BW-B1-08")


def _ask(battle: Battle, step: Spells) -> tuple[Command, ...] | None:
    hand = spellbook(battle, step.side)
    if not any(_is_open(card) for card in hand):
        return None
    return (
        Command(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Call upon magic with your wizards, or go on to shots and melees.",
            waits="wizards to call upon magic",
            rules=_RULES,
            actors=(),
            actions=(PLAY,),
            hand=hand,
            finish="Go on",
            default=FINISH,
        ),
    )


def _is_open(card: HeldCard) -> bool:
    return card.count > 0 and any(not use.barred for use in card.uses)


# ---------------------------------------------------------------- announced


def _judge(view: Battle, step: Spells, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor or answer.action != PLAY or not isinstance(answer.form, Played):
        return [Reason("a wand or a spell is to be named; or say that you have finished", decision.rules)]
    return judge_play(view, decision.hand, answer.form)


def judge_play(view: Battle, hand: tuple[HeldCard, ...], form: Played) -> list[Reason]:
    """Everything against calling upon a power in this way; distances are no part of it (BW-A4-27)."""
    held = any(card.key == form.card for card in hand)
    rules = _row(view, form.card).rules if held else _RULES
    found = offers.judge(view, hand, form, _RULES, offers.no_target(view, hand, form, rules))
    return found or list(_against_place(view, form))


def _against_place(view: Battle, form: Played) -> Iterator[Reason]:
    """Of the figures near his foe in special combat, only where the foe himself stands may be aimed at (BW-A4-28)."""
    if form.place is not UNSET and form.units:
        wizard, unit = view.units[holder_and_power(form.card)[0]], view.units[form.units[0]]
        if not may_shoot_at(view, wizard, unit, form.place):
            yield Reason(f"in special combat {wizard.name} can aim only at his foe", ("BW-A4-28",))


def _row(view: Battle, card: str) -> Power:
    return power_of(view.units[holder_and_power(card)[0]], _power(card))


def _power(card: str) -> str:
    return holder_and_power(card)[1].partition(":")[0]


def _take(scene: Scene, step: Spells, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if isinstance(answer.form, Played) and answer.form.use == STOP:
        _stop(scene, scene.unit(holder_and_power(answer.form.card)[0]))
        scene.now(step)
    elif isinstance(answer.form, Played):
        cast = _announced(answer.form)
        _pay(scene, cast)
        title = power_of(scene.unit(cast.unit), cast.power).title
        scene.tell(Worked(unit=cast.unit, power=title, what=_said(scene.battle, cast), rules=_RULES))
        scene.now(replace(step, casts=(*step.casts, cast)))
    else:
        _settle(scene, step)


def _stop(scene: Scene, wizard: Unit) -> None:
    """He moves the earth no more, and is free for other magic (BW-A4-25)."""
    for effect in scene.battle.effects.all:
        if effect.kind == MOVE_EARTH and effect.by == wizard.id:
            end(scene, effect)


def _announced(form: Played) -> Cast:
    wizard, _ = holder_and_power(form.card)
    return Cast(
        unit=wizard,
        power=_power(form.card),
        way=form.use,
        target=form.units[0] if form.units else "",
        place=0 if form.place is UNSET else form.place,
        feature="" if form.feature is UNSET else form.feature,
        at=None if form.at is UNSET else form.at,
    )


def _pay(scene: Scene, cast: Cast) -> None:
    """A spell is used up when it is cast (BW-A4-13); a wand never is (BW-A4-12). Whatever else he was doing ends, if it
    does not bear that (BW-A4-25). Who controls the weather already shifts it for nothing (BW-A4-18)."""
    wizard = scene.unit(cast.unit)
    power = power_of(wizard, cast.power)
    if power.store == "wand":
        scene.change(with_turn(wizard, wand_shots=wizard.own.turn.wand_shots + 1))
        return
    if power.does == "weather":
        again = scene.battle.effects.of_kind(cast.unit, cast.power) is not None
        wizard = with_turn(wizard, shifted=True)
        if again:
            scene.change(wizard)
            return
    if cast.way != FURTHER:
        used = dict(wizard.own.used) | {cast.power: wizard.own.uses(cast.power) + 1}
        wizard = replace(wizard, own=replace(wizard.own, used=tuple(sorted(used.items()))))
    scene.change(with_turn(wizard, cast=True))


def _said(battle: Battle, cast: Cast) -> str:
    """What it is aimed at, in words."""
    if cast.target:
        return f"at {battle.units[cast.target].name}"
    feature = piece(battle, cast.feature)
    if feature is not None:
        return f"on {name_of(feature)}"
    return cast.way if power_of(battle.units[cast.unit], cast.power).ways else "on himself"


# ---------------------------------------------------------------- frozen


def _settle(scene: Scene, step: Spells) -> None:
    """Everything is measured at once, and takes effect after the shots and melees that stand next on the agenda. Who
    moves earth does nothing else meanwhile (BW-A4-25)."""
    steps: list[Step] = [made for cast in step.casts for made in landed(scene, cast)]
    agenda = scene.battle.agenda
    place = int(bool(agenda) and isinstance(agenda[0], AttackPhase))
    scene.set(agenda=(*agenda[:place], *steps, *agenda[place:]))
    for wizard in wizards(scene.battle, step.side):
        if concentrates_on(scene.battle, wizard) is not None:
            scene.change(with_turn(wizard, cast=True))


# ---------------------------------------------------------------- random and sensible


def _sample(view: Battle, step: Spells, decision: Command, random: Random) -> Commanded:
    return offers.command_at_random(view, decision.hand, random, _legal(view, decision), idle=0.3)


def _suggest(view: Battle, step: Spells, decision: Command) -> Iterator[Commanded]:
    return offers.commands(view, decision.hand, _legal(view, decision))


def _legal(view: Battle, decision: Command) -> Callable[[Played], bool]:
    return lambda form: not judge_play(view, decision.hand, form)


SPELLS = asks(Spells, do=_settle, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
