"""Priests outside the saves of others: healing (TA-FANT-P03), and whether one who is a hero besides strikes as one this
turn (TA-FANT-P05, TA-FANT-P06, TA-FANT-P09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import offers, option_choice
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import (
    FINISH,
    PLAY,
    Aim,
    Choose,
    Chosen,
    Command,
    Commanded,
    HeldCard,
    Option,
    Played,
    Use,
)
from schiltron.battle.state.event import Marked, Ruled, Worked
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.by_this_axe.attacks.losses import WOUNDED
from schiltron.rulesets.by_this_axe.attacks.numbers import is_heroic
from schiltron.rulesets.by_this_axe.field import is_shamed
from schiltron.rulesets.by_this_axe.magic.people import magicians, may_pray, person_of, spend, wounded_near
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn


class Heal(Step, frozen=True, tag="by_this_axe.heal"):
    """At the start of the Ranged Combat and Melee Phases priests may heal. `passed` are the seats that go on."""

    passed: tuple[str, ...] = ()


class Vows(Step, frozen=True, tag="by_this_axe.vows"):
    """Priests in melee who are heroes besides say whether they strike as such."""


HEAL_USE: Final = "heal"
_RULES: Final = ("TA-FANT-P03",)

# ---------------------------------------------------------------- healing


def _healers(battle: Battle) -> list[Unit]:
    return in_line(unit for unit in magicians(battle) if may_pray(unit) and wounded_near(battle, unit))


def _ask(battle: Battle, step: Heal) -> tuple[Command, ...] | None:
    people = [unit for unit in _healers(battle) if unit.controller not in step.passed]
    if not people:
        return None
    seat = people[0].controller
    return (
        Command(
            seat=seat,
            prompt="Heal a hit by prayer, or go on.",
            waits="to heal, or go on",
            rules=_RULES,
            actors=(),
            actions=(PLAY,),
            hand=tuple(_prayer(battle, unit) for unit in people if unit.controller == seat),
            window=True,
            default=FINISH,
        ),
    )


def _prayer(battle: Battle, priest: Unit) -> HeldCard:
    aim = Aim("unit", "friend", 1, 1, tuple(unit.id for unit in wounded_near(battle, priest)))
    text = "heals one hit of another character or great creature within 6 inches"
    use = Use(HEAL_USE, "heal a hit", _RULES, aim)
    return HeldCard(priest.id, "Heal by prayer", text, _RULES[0], (use,), person_of(priest).prayers_left, priest.id)


def _why(_unit: str) -> Sequence[Reason]:
    return (Reason("a prayer heals another of his side within 6 inches, who is hurt and alive", _RULES),)


def _judge(view: Battle, _step: Heal, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor or answer.action != PLAY or not isinstance(answer.form, Played):
        return [Reason("a prayer is to be said; or say that you have finished", decision.rules)]
    return offers.judge(view, decision.hand, answer.form, _RULES, _why)


def _take(scene: Scene, step: Heal, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if isinstance(answer.form, Played):
        (patient,) = answer.form.units
        scene.now(step)
        _heal(scene, answer.form.card, patient)
    else:
        seats = [one.controller for one in _healers(scene.battle) if one.controller not in step.passed]
        scene.now(Heal((*step.passed, *seats[:1])))


def _heal(scene: Scene, priest: str, patient_id: str) -> None:
    patient = scene.unit(patient_id)
    person = person_of(patient)
    better = replace(person, wounds=person.wounds - 1)
    scene.change(replace(patient, own=replace(patient.own, person=better)))
    spend(scene, priest, prayers=1)
    scene.tell(Worked(unit=priest, power="prayer", what=f"a hit of {patient.name} healed", rules=_RULES))
    if not better.wounds:
        scene.tell(Marked(unit=patient_id, mark=WOUNDED, on=False, rules=_RULES))


def _sample(view: Battle, step: Heal, decision: Command, random: Random) -> Commanded:
    played = offers.sample(view, decision.hand, random, lambda form: not _against(view, step, decision, form))
    return Commanded("", PLAY, played) if played is not None and random.random() < 0.6 else FINISH


def _against(view: Battle, step: Heal, decision: Command, form: Played) -> list[Reason]:
    return _judge(view, step, decision, Commanded("", PLAY, form))


def _suggest(view: Battle, _step: Heal, decision: Command) -> Iterator[Commanded]:
    """Whoever is nearest to death first; then to go on."""
    plays = [
        Played(card.key, use.key, (key,)) for card in decision.hand for use in card.uses for key in use.aim.eligible
    ]
    plays.sort(key=lambda form: _bears(view.units[form.units[0]]))
    yield from (Commanded("", PLAY, form) for form in plays)
    yield FINISH


def _bears(unit: Unit) -> int:
    return person_of(unit).hits - person_of(unit).wounds


HEAL: Final = asks(Heal, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)

# ---------------------------------------------------------------- hero or priest

HERO, PRIEST = "hero", "priest"


def _torn(battle: Battle) -> Unit | None:
    """The next priest in melee who is a hero besides, may still pray, and has done neither this turn."""
    for unit in in_line(magicians(battle)):
        open_ = may_pray(unit) and is_heroic(unit) and not unit.own.turn.prayed
        if open_ and in_melee(battle, unit) and not is_shamed(unit):
            return unit
    return None


def _ask_vows(battle: Battle, _step: Vows) -> tuple[Choose, ...] | None:
    unit = _torn(battle)
    if unit is None:
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name}: strike as a hero, or keep to prayers this turn?",
            waits=f"{unit.name} to strike or pray",
            rules=("TA-FANT-P05", "TA-FANT-P06", "TA-FANT-P09"),
            options=(Option(HERO, "Strike as a hero this turn"), Option(PRIEST, "Pray, and strike as the others do")),
            default=Chosen((HERO,)),
        ),
    )


def _take_vows(scene: Scene, step: Vows, answers: tuple[Chosen, ...]) -> None:
    unit = _torn(scene.battle)
    assert unit is not None, "somebody was asked about"
    hero = option_choice.chosen(answers) == HERO
    scene.change(with_turn(unit, fought=True) if hero else with_turn(unit, prayed=True))
    what = f"{unit.name} {'strikes as a hero' if hero else 'keeps to prayers'} this turn"
    scene.tell(Ruled(what=what, rules=("TA-FANT-P06",)))
    scene.now(step)


VOWS: Final = option_choice.chooses(Vows, ask=_ask_vows, take=_take_vows)
