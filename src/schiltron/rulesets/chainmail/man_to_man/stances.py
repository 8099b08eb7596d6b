"""What men will do in the round, said before its blows fall: parry (CM-MTM-14 to CM-MTM-19), strike at horses
(CM-MTM-25), set their horses at footmen (CM-MTM-12)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import opponents
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.man_to_man.arms import horse_of, kit, on_foot
from schiltron.rulesets.chainmail.man_to_man.blows import able
from schiltron.rulesets.chainmail.man_to_man.bouts import as_told
from schiltron.rulesets.chainmail.man_to_man.first_blow import meeting
from schiltron.rulesets.chainmail.man_to_man.parrying import band
from schiltron.rulesets.chainmail.melee.involved import as_men
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import Stances

PARRY, AT_HORSES, SET_HORSES = "parry", "fell_horses", "set_horses"
ACTIONS: Final = (PARRY, AT_HORSES, SET_HORSES)
RULE_OF: Final = {PARRY: "CM-MTM-15", AT_HORSES: "CM-MTM-25", SET_HORSES: "CM-MTM-12"}
_RULES: Final = ("CM-MTM-15", "CM-MTM-16", "CM-MTM-19")


# ---------------------------------------------------------------- who may


def against(battle: Battle, unit: Unit, action: str, foe: Unit) -> list[Reason]:
    """Everything against men of a unit doing that to a foe whom they fight."""
    if not alive(unit) or not alive(foe) or foe not in opponents(battle, unit):
        return [Reason(f"{unit.name} and {foe.name} do not fight each other", ("CM-MTM-02",))]
    if not (as_men(battle, unit) and as_men(battle, foe)):
        return [Reason("creatures have tables of their own", ("CM-MTM-01",))]
    if not able(battle, unit):
        return [Reason(f"{unit.name} cannot strike a blow", ("CM-MELEE-29",))]
    if action == PARRY:
        return _against_parry(battle, unit, foe)
    if action == AT_HORSES:
        return _against_horses(unit, foe)
    return _against_setting(battle, unit, foe)


def _against_parry(battle: Battle, unit: Unit, foe: Unit) -> list[Reason]:
    if foe.id in unit.own.turn.parries:
        return [Reason(f"{unit.name} parry their blows already", ("CM-MTM-15",))]
    if meeting(battle, unit, foe).silenced == unit.id:
        return [Reason(f"{unit.name} are taken in the rear", ("CM-MTM-07",))]
    theirs = [kit(battle, foe, place).weapon for place in range(foe.figures)]
    mine = [kit(battle, unit, place).weapon for place in range(unit.figures)]
    if not any(band(own, other).parries for own in set(mine) for other in set(theirs)):
        return [Reason("whose weapon is two classes higher or more cannot parry", ("CM-MTM-14",))]
    return []


def _against_horses(unit: Unit, foe: Unit) -> list[Reason]:
    if foe.id in unit.own.turn.at_horses:
        return [Reason(f"{unit.name} strike at their horses already", ("CM-MTM-25",))]
    if not _rides(foe):
        return [Reason(f"{foe.name} have no horses", ("CM-MTM-25",))]
    return []


def _against_setting(battle: Battle, unit: Unit, foe: Unit) -> list[Reason]:
    """There must be a choice: footmen besides those whom the riders fight."""
    rules = ("CM-MTM-11", "CM-MTM-12")
    if not _rides(unit):
        return [Reason(f"{unit.name} have no horses", rules)]
    if _rides(foe) and not on_foot(foe):
        return [Reason(f"{foe.name} are mounted, and horses attack only men on foot", rules)]
    if unit.own.turn.horses_at:
        return [Reason(f"the horses of {unit.name} have been set at somebody", rules)]
    if len(opponents(battle, unit)) < 2:
        return [Reason(f"{foe.name} are the only enemies in reach", rules)]
    if all(meeting(battle, unit, one).round == 1 for one in opponents(battle, unit)):
        return [Reason("horses attack from the second round on", rules)]
    return []


def _rides(unit: Unit) -> bool:
    return bool(horse_of(unit.own.profile)) and on_foot(unit) < unit.figures


def choices(battle: Battle, unit: Unit) -> Iterator[Commanded]:
    """All that may be said of a unit."""
    if not unit.on_table:
        return
    for foe in opponents(battle, unit):
        for action in ACTIONS:
            if not against(battle, unit, action, foe):
                yield Commanded(unit.id, action, Aimed(foe.id))


def taken(unit: Unit, answer: Commanded) -> Unit:
    """A unit of which that has been said."""
    target = answer.aim.target
    if answer.action == PARRY:
        return as_told(unit, parries=(target,))
    if answer.action == AT_HORSES:
        return as_told(unit, at_horses=(target,))
    return as_told(unit, horses_at=target)


# ---------------------------------------------------------------- asked


def _ask(battle: Battle, step: Stances) -> tuple[Command, ...] | None:
    if not step.seats or not battle.engagements:
        return None
    seat = step.seats[0]
    mine = [unit for unit in battle.units.values() if unit.controller == seat]
    actors = tuple(unit.id for unit in mine if next(choices(battle, unit), None) is not None)
    if not actors:
        return None
    return (
        Command(
            seat=seat,
            prompt="Say who parries and who strikes at horses, or finish: all others strike as they stand.",
            rules=_RULES,
            actors=actors,
            actions=ACTIONS,
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Stances, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.action not in ACTIONS or not isinstance(answer.form, Aimed):
        return [Reason("a unit, what it does and one enemy are to be named; or say that you have finished", _RULES)]
    unit, target = view.units.get(answer.actor), view.units.get(answer.form.target)
    if unit is None or unit.controller != decision.seat or not unit.on_table:
        return [Reason(f"{answer.actor!r} is no unit of yours on the table", _RULES)]
    if target is None:
        return [Reason(f"there is no {answer.form.target!r}", _RULES)]
    return against(view, unit, answer.action, target)


def _take(scene: Scene, step: Stances, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if answer == FINISH:
        scene.now(Stances(step.seats[1:]))
        return
    scene.change(taken(scene.unit(answer.actor), answer))
    target = answer.aim.target
    scene.tell(Declared(unit=answer.actor, action=answer.action, target=target, rules=(RULE_OF[answer.action],)))
    scene.now(step)


def _do(scene: Scene, step: Stances) -> None:
    """This seat has nothing to say: the next one."""
    if step.seats:
        scene.now(Stances(step.seats[1:]))


# ---------------------------------------------------------------- by machine


def _orders(view: Battle, decision: Command) -> list[Commanded]:
    return [one for key in decision.actors for one in choices(view, view.units[key])]


def _sample(view: Battle, _step: Stances, decision: Command, random: Random) -> Commanded:
    return random.choice((FINISH, *_orders(view, decision)))


def _suggest(view: Battle, _step: Stances, decision: Command) -> Iterator[Commanded]:
    yield FINISH
    yield from _orders(view, decision)


STANCES = asks(Stances, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
