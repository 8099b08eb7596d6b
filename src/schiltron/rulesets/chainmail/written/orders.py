"""Written orders: CM-TURN-10, CM-TURN-13, CM-TURN-14."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle import ordering
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import Aimed, Answer, AnyDecision, Commanded, Marched, Plan, Planned
from schiltron.battle.field import apart
from schiltron.battle.illegal import Reason
from schiltron.battle.unit import OffTable
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.history.steps import Compulsions
from schiltron.rulesets.chainmail.movement.charges import charge_faults
from schiltron.rulesets.chainmail.movement.commanders import JOIN
from schiltron.rulesets.chainmail.movement.phase import judge_command, movable
from schiltron.rulesets.chainmail.movement.rates import charge_move
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE, SPLIT, may_split, sampled, suggested
from schiltron.rulesets.chainmail.state import Battle, Phase, Scene, Unit, Written
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, may_burn
from schiltron.rulesets.chainmail.written.steps import SetOut, WriteOrders
from schiltron.table.lengths import show_inches

IF_CHARGED: Final = "charge_if_charged"
_RULES: Final = ("CM-TURN-10", "CM-TURN-13")
_ON_THE_MOVE: Final = OffTable("on the move")


def _ask(battle: Battle, _step: WriteOrders) -> tuple[AnyDecision, ...] | None:
    """Both sides at once; what is written stays hidden until both are done."""
    return tuple(_plan(battle, side.id, actors) for side in battle.sides if (actors := movable(battle, side.id)))


def _plan(battle: Battle, side: str, actors: tuple[str, ...]) -> Plan:
    units = [battle.units[one] for one in actors]
    split = (SPLIT,) if any(may_split(unit) for unit in units) else ()
    waiting = (IF_CHARGED,) if any(unit.own.profile.mounted for unit in units) else ()
    join = (JOIN,) if any(is_commander(unit) for unit in units) else ()
    return Plan(
        seat=units[0].controller if units[0].controller in battle.seats_of(side) else battle.seats_of(side)[0],
        prompt="Write your orders; both sides' are shown together, and who has none stands.",
        rules=(*_RULES, *(("CM-TURN-14",) if waiting else ())),
        actors=actors,
        actions=(MOVE, CHARGE, *split, *waiting, *join, *((SET_FIRE,) if may_burn(battle) else ())),
        sealed=True,
        default=Planned(()),
    )


# ---------------------------------------------------------------- judging


def _judge(view: Battle, _step: WriteOrders, decision: AnyDecision, answer: Answer) -> list[Reason]:
    if not isinstance(answer, Planned) or not isinstance(decision, Plan):
        return [Reason("orders for the whole turn are asked", decision.rules)]
    twice = ordering.told_twice(answer.commands)
    found = [Reason(f"{ordering.called(view, actor)} have two orders", ("CM-TURN-13",)) for actor in twice]
    for command in answer.commands:
        faults = _against(view, decision, command, answer.commands)
        found += faults if len(answer.commands) == 1 else [_named(view, command, fault) for fault in faults]
    return found


def _named(view: Battle, command: Commanded, fault: Reason) -> Reason:
    """Among several orders a fault says whose it is."""
    return replace(fault, text=f"{ordering.called(view, command.actor)}: {fault.text}")


def _against(view: Battle, decision: Plan, command: Commanded, all_of_them: Iterable[Commanded]) -> list[Reason]:
    if command.actor not in decision.actors:
        return [Reason(f"{ordering.called(view, command.actor)} may not be given an order now", decision.rules)]
    unit = view.units[command.actor]
    if command.action == IF_CHARGED:
        return _against_waiting(view, unit, command)
    return judge_command(without_movers(view, all_of_them, unit), unit, command)


def _against_waiting(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    """Only cavalry charges if charged, for itself or for a friend nearby (CM-TURN-14)."""
    rule = ("CM-TURN-14",)
    if not unit.own.profile.mounted or is_commander(unit):
        return [Reason("only cavalry may be ordered to charge if charged", rule)]
    found = charge_faults(view, unit)
    friend = view.units.get(command.form.target) if isinstance(command.form, Aimed) else None
    if friend is None or friend.side != unit.side or not friend.on_table:
        return [*found, Reason("name the unit that is to be supported, or the cavalry itself", rule)]
    near = charge_move(view, unit).total // 2
    if friend.id != unit.id and apart(view, unit, friend) > near:
        found.append(Reason(f"{friend.name} are not nearby: more than {show_inches(near)} away", rule, measured=True))
    return found


def moves(command: Commanded) -> bool:
    """Whether an order takes a unit from where it stands."""
    return isinstance(command.form, Marched) and bool(command.form.path)


def without_movers(battle: Battle, commands: Iterable[Commanded], unit: Unit) -> Battle:
    """The battle without other units of the same side that are ordered to move; commanders pass them anyway."""
    if is_commander(unit):
        return battle
    away = {command.actor for command in commands if moves(command)} - {unit.id}
    return lifted(battle, {one for one in away if one in battle.units and battle.units[one].side == unit.side})


def lifted(battle: Battle, away: set[str]) -> Battle:
    """The battle with some units taken from the table, so that nothing is in their place."""
    if not away:
        return battle
    units = {
        key: replace(unit, place=_ON_THE_MOVE) if key in away and unit.on_table else unit
        for key, unit in battle.units.items()
    }
    return replace(battle, units=units)


# ---------------------------------------------------------------- taking, sampling


def _take(scene: Scene, _step: WriteOrders, answers: tuple[Answer, ...]) -> None:
    """All orders lie open: rules that make troops disregard them come first, then everybody sets out."""
    written = []
    for answer in answers:
        assert isinstance(answer, Planned)
        written += [Written(command.actor, command) for command in answer.commands]
    scene.set(
        own=replace(scene.battle.own, written=tuple(sorted(written, key=lambda one: scene.unit(one.unit).turn_in_line)))
    )
    scene.now(Phase("movement"), Compulsions(""), SetOut())


def _no_orders(scene: Scene, _step: WriteOrders) -> None:
    scene.now(Phase("movement"), Compulsions(""), SetOut())


def _sample(view: Battle, _step: WriteOrders, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Plan)
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
    if unit.own.profile.mounted and not is_commander(unit) and random.random() < 0.15:
        return Commanded(unit.id, IF_CHARGED, Aimed(unit.id))
    return sampled(without_movers(view, others, unit), unit, random)


def _suggest(view: Battle, _step: WriteOrders, decision: AnyDecision) -> Iterator[Answer]:
    """Single orders, each as a plan of its own."""
    assert isinstance(decision, Plan)
    for actor in decision.actors:
        unit = view.units[actor]
        if not unit.host:
            yield from (Planned((command,)) for command in suggested(view, unit))
    yield Planned(())


WRITE_ORDERS: Final = Handler(ask=_ask, judge=_judge, take=_take, do=_no_orders, sample=_sample, suggest=_suggest)
