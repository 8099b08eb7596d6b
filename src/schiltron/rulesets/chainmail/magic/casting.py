"""Magic users are asked, side by side, before the engines fire: one throws a missile, casts a spell, counters one, and
is done for the turn (CM-FANT-WIZARD-13, CM-FANT-SPELL-01, CM-FANT-SPELL-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from msgspec import UNSET

from schiltron.battle.play import offers
from schiltron.battle.play.agenda import asks
from schiltron.battle.play.powers import holder_and_power
from schiltron.battle.state.decision import FINISH, PLAY, UNSEATED, Command, Commanded, HeldCard, Played
from schiltron.battle.state.event import SPECTATORS, Worked
from schiltron.battle.state.field import asked_seat, opposing
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.fantasy.unseen import hide, reveal
from schiltron.rulesets.chainmail.magic.landing import against_aim, said
from schiltron.rulesets.chainmail.magic.missiles import Fling, called, works_in_reach
from schiltron.rulesets.chainmail.magic.rows import POWERS, power_of
from schiltron.rulesets.chainmail.magic.spellbook import COUNTER, UNSEEN, spellbook
from schiltron.rulesets.chainmail.magic.steps import Cast, Counter, Magic, MayCounter
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn

_RULES: Final = ("CM-FANT-WIZARD-13", "CM-FANT-SPELL-01")
_SUMMONS: Final = ("phantasm", "conjure")
CALLS: Final = "conjuration_of_an_elemental"
"""How casting looks that calls something into being, whether it will be real or not."""


def _ask(battle: Battle, step: Magic) -> tuple[Command, ...] | None:
    side = step.sides[0] if step.sides else ""
    hand = spellbook(battle, side) if side else ()
    if not any(not use.barred for card in hand for use in card.uses):
        return None
    return (
        Command(
            seat=asked_seat(battle, side) or UNSEATED,
            prompt="Throw a missile or cast a spell with your magic users, or go on.",
            waits="magic users to work their magic",
            rules=_RULES,
            actors=(),
            actions=(PLAY,),
            hand=hand,
            finish="Go on",
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Magic, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor or answer.action != PLAY or not isinstance(answer.form, Played):
        return [Reason("a missile or a spell is to be named; or say that you have finished", decision.rules)]
    return judge_play(view, decision.hand, answer.form)


def judge_play(view: Battle, hand: tuple[HeldCard, ...], form: Played) -> list[Reason]:
    """Everything against calling upon a power in this way."""
    found = offers.judge(view, hand, form, _RULES, offers.no_target(view, hand, form, _RULES))
    if found:
        return found
    cast = cast_of(view, form)
    return list(against_aim(view, cast)) if cast is not None else []


def cast_of(view: Battle, form: Played) -> Cast | None:
    """The spell that a play casts; None for a missile and a counter-spell."""
    unit, key = holder_and_power(form.card)
    if key in (COUNTER, UNSEEN):
        return None
    power = power_of(view.units[unit], key)
    if power.does == "missile":
        return None
    return Cast(
        unit,
        CALLS if power.does in _SUMMONS else key,
        form.use if power.ways else "",
        form.units[0] if form.units else "",
        "" if form.feature is UNSET else form.feature,
        None if form.at is UNSET else form.at,
        false=power.does == "phantasm",
    )


# ---------------------------------------------------------------- announced


def _take(scene: Scene, step: Magic, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if not isinstance(answer.form, Played):
        _do(scene, step)
        return
    form = answer.form
    unit_id, key = holder_and_power(form.card)
    scene.now(step)
    if key == UNSEEN:
        hide(scene, unit_id, "CM-FANT-WIZARD-05")
        return
    scene.change(with_turn(scene.unit(unit_id), cast=True))
    if key == COUNTER:
        effect = next(one for one in scene.battle.effects.all if one.id == form.use)
        scene.now(Counter(unit_id, effect.by, effect=effect.id))
    elif power_of(scene.unit(unit_id), key).does == "missile":
        _throw(scene, scene.unit(unit_id), form)
    else:
        _cast(scene, scene.unit(unit_id), form)


def _do(scene: Scene, step: Magic) -> None:
    """The next side, if there is one."""
    if step.sides[1:]:
        scene.now(Magic(step.sides[1:]))


def _throw(scene: Scene, wizard: Unit, form: Played) -> None:
    """Throwing is an attack: whoever was invisible is so no longer (CM-FANT-WIZARD-05)."""
    assert form.at is not UNSET, "a missile is aimed at a point"
    at = called(scene.battle, wizard, form.at)
    power = power_of(wizard, holder_and_power(form.card)[1])
    reveal(scene, wizard.id)
    scene.tell(Worked(unit=wizard.id, power=power.title, what="thrown", rules=power.rules))
    scene.now(Fling(wizard.id, round(at.x), round(at.y)))


def _cast(scene: Scene, wizard: Unit, form: Played) -> None:
    """All see that a spell is cast; what is called into being is told as what it is to its own side alone."""
    cast = cast_of(scene.battle, form)
    assert cast is not None, "a spell is cast"
    battle = scene.battle
    power = power_of(wizard, holder_and_power(form.card)[1])
    rules = (*power.rules, "CM-FANT-SPELL-01")
    if cast.power == CALLS:
        own = battle.seats_of(battle.side_at(wizard.controller))
        others = (*(seat.id for seat in battle.seats if seat.id not in own), SPECTATORS)
        what = said(battle, cast)
        scene.tell(Worked(unit=wizard.id, power=power.title, what=what, rules=rules, audience=own))
        looks = POWERS[CALLS]
        scene.tell(Worked(unit=wizard.id, power="A spell", what=what, rules=("CM-FANT-SPELL-01",), audience=others))
        rules = looks.rules
    else:
        scene.tell(Worked(unit=wizard.id, power=power.title, what=said(battle, cast), rules=rules))
    scene.now(MayCounter(cast, tuple(opposing(battle, wizard.side))))


# ---------------------------------------------------------------- random and sensible


def _sample(view: Battle, step: Magic, decision: Command, random: Random) -> Commanded:
    return offers.command_at_random(view, decision.hand, random, _legal(view, decision), idle=0.2)


def _suggest(view: Battle, step: Magic, decision: Command) -> Iterator[Commanded]:
    yield from (Commanded("", PLAY, form) for form in _at_works(view, decision))
    yield from offers.commands(view, decision.hand, _legal(view, decision))


def _at_works(view: Battle, decision: Command) -> Iterator[Played]:
    """Missiles at the nearest place of each work of the enemy that they reach."""
    for card in decision.hand:
        holder, key = holder_and_power(card.key)
        thrown = key in POWERS and POWERS[key].does == "missile"
        for use in (one for one in card.uses if thrown and not one.barred):
            for at in works_in_reach(view, view.units[holder]):
                yield Played(card.key, use.key, at=at)


def _legal(view: Battle, decision: Command) -> Callable[[Played], bool]:
    return lambda form: not judge_play(view, decision.hand, form)


MAGIC: Final = asks(Magic, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
