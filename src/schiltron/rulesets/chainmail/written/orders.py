"""Written orders: CM-TURN-10, CM-TURN-13, CM-TURN-14."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Aimed, Commanded, Plan, Planned
from schiltron.battle.state.field import apart, friendly
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.artillery.breath import breaths_of
from schiltron.rulesets.chainmail.field import goes_as_person
from schiltron.rulesets.chainmail.movement.commanders import JOIN
from schiltron.rulesets.chainmail.movement.phase import judge_command, movable
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE, SPLIT, may_split, sampled, suggested
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, Written
from schiltron.rulesets.chainmail.steps import Compulsions, Phase
from schiltron.rulesets.chainmail.walking.charges import charge_faults
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, may_burn
from schiltron.rulesets.chainmail.written.marching import SetOut
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED, without_movers
from schiltron.table.lengths import show_inches


class WriteOrders(Step, frozen=True, tag="chainmail.write_orders"):
    """Both sides write an order for each unit, in secret (CM-TURN-10)."""


_RULES: Final = ("CM-TURN-10", "CM-TURN-13")


def _ask(battle: Battle, _step: WriteOrders) -> tuple[Plan, ...] | None:
    """Both sides at once; what is written stays hidden until both are done."""
    return tuple(_plan(battle, actors) for side in battle.sides if (actors := movable(battle, side.id)))


def _plan(battle: Battle, actors: tuple[str, ...]) -> Plan:
    units = [battle.units[one] for one in actors]
    split = (SPLIT,) if any(may_split(unit) for unit in units) else ()
    waiting = (IF_CHARGED,) if any(unit.own.profile.mounted for unit in units) else ()
    join = (JOIN,) if any(goes_as_person(unit) for unit in units) else ()
    return Plan(
        seat=units[0].controller,
        prompt="Write your orders: both sides' orders are shown together, and a unit without one stands.",
        rules=(*_RULES, *(("CM-TURN-14",) if waiting else ())),
        actors=actors,
        actions=(MOVE, CHARGE, *split, *waiting, *join, *((SET_FIRE,) if may_burn(battle) else ())),
        sealed=True,
        default=Planned(()),
    )


# ---------------------------------------------------------------- judging


def _judge(view: Battle, _step: WriteOrders, decision: Plan, answer: Planned) -> list[Reason]:
    twice = unit_orders.told_twice(answer.commands)
    found = [Reason(f"{unit_orders.called(view, actor)} have two orders", ("CM-TURN-13",)) for actor in twice]
    for command in answer.commands:
        faults = _against(view, decision, command, answer.commands)
        found += faults if len(answer.commands) == 1 else [_named(view, command, fault) for fault in faults]
    return found


def _named(view: Battle, command: Commanded, fault: Reason) -> Reason:
    """Among several orders a fault says whose it is."""
    return replace(fault, text=f"{unit_orders.called(view, command.actor)}: {fault.text}")


def _against(view: Battle, decision: Plan, command: Commanded, all_of_them: Iterable[Commanded]) -> list[Reason]:
    if command.actor not in decision.actors:
        return [Reason(f"{unit_orders.called(view, command.actor)} may not be given an order now", decision.rules)]
    unit = view.units[command.actor]
    if command.action == IF_CHARGED:
        return _against_waiting(view, unit, command)
    return judge_command(without_movers(view, all_of_them, unit), unit, command)


def _against_waiting(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    """Only cavalry charges if charged, for itself or for a friend nearby (CM-TURN-14)."""
    rule = ("CM-TURN-14",)
    if not unit.own.profile.mounted or goes_as_person(unit):
        return [Reason("only cavalry may be ordered to charge if charged", rule)]
    found = charge_faults(view, unit)
    friend = view.units.get(command.form.target) if isinstance(command.form, Aimed) else None
    if friend is None or not friendly(view, unit, friend) or not friend.on_table:
        return [*found, Reason("name the unit that is to be supported, or the cavalry itself", rule)]
    near = charge_move(view, unit).total // 2
    if friend.id != unit.id and apart(view, unit, friend) > near:
        found.append(Reason(f"{friend.name} are not nearby: more than {show_inches(near)} away", rule, measured=True))
    return found


# ---------------------------------------------------------------- taking, sampling


def _take(scene: Scene, _step: WriteOrders, answers: tuple[Planned, ...]) -> None:
    """All orders lie open: rules that make troops disregard them come first, then everybody sets out."""
    written = []
    for answer in answers:
        written += [Written(command.actor, command) for command in answer.commands]
    scene.set(
        own=replace(scene.battle.own, written=tuple(sorted(written, key=lambda one: scene.unit(one.unit).turn_in_line)))
    )
    scene.now(
        Phase("movement"),
        Compulsions(""),
        SetOut(),
        *breaths_of(scene.battle, *(side.id for side in scene.battle.sides)),
    )


def _no_orders(scene: Scene, _step: WriteOrders) -> None:
    scene.now(
        Phase("movement"),
        Compulsions(""),
        SetOut(),
        *breaths_of(scene.battle, *(side.id for side in scene.battle.sides)),
    )


def _sample(view: Battle, _step: WriteOrders, decision: Plan, random: Random) -> Planned:
    chosen: list[Commanded] = []
    for actor in decision.actors:
        command = _sampled(view, view.units[actor], chosen, random) if random.random() < 0.8 else None
        if command is not None:
            chosen.append(command)
    lawful = [command for command in chosen if not _against(view, decision, command, chosen)]
    while len(lawful) < len(chosen):
        chosen = lawful
        lawful = [command for command in chosen if not _against(view, decision, command, chosen)]
    return Planned(tuple(chosen))


def _sampled(view: Battle, unit: Unit, others: list[Commanded], random: Random) -> Commanded | None:
    if unit.own.profile.mounted and not goes_as_person(unit) and random.random() < 0.15:
        return Commanded(unit.id, IF_CHARGED, Aimed(unit.id))
    return sampled(without_movers(view, others, unit), unit, random)


def _suggest(view: Battle, _step: WriteOrders, decision: Plan) -> Iterator[Planned]:
    """Single orders, each as a plan of its own."""
    for actor in decision.actors:
        unit = view.units[actor]
        if not unit.host:
            yield from (Planned((command,)) for command in suggested(view, unit))
    yield Planned(())


WRITE_ORDERS: Final = asks(
    WriteOrders, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_no_orders
)
