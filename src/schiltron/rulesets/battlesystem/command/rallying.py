"""The Rally Phase: ending a rout, bringing back into command, orders to mobs (cases 6.0 to 6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, Literal, NamedTuple

from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Checked, Declared
from schiltron.battle.state.field import friendly, in_melee, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import percent
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.command.refacing import Reface
from schiltron.rulesets.battlesystem.field import alive, fellows, is_mob, is_regular
from schiltron.rulesets.battlesystem.in_command import covers, entitled, own_commander
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import certain, chance, roll_against
from schiltron.rulesets.battlesystem.state import ROUTED, Battle, Scene, Unit, with_command, with_morale, with_turn

Purpose = Literal["rally", "command", "move_forward", "charge", "force_march", "wheel"]
"""What a rally attempt is for: ending a rout, bringing back into command, or an order to a mob (BS-6.0-01)."""


class Rally(Step, frozen=True, tag="battlesystem.rally"):
    """A side's commanders make their rally attempts, one after the other (BS-1.3-01)."""

    side: str


class Attempt(Step, frozen=True, tag="battlesystem.attempt"):
    """One commander's attempt for one unit (BS-6.2-01)."""

    unit: str
    commander: str
    purpose: Purpose


RALLY, BRING_BACK = "rally", "bring_back"
ORDERS: Final[dict[str, Purpose]] = {
    "order_forward": "move_forward",
    "order_charge": "charge",
    "order_forced_march": "force_march",
    "order_wheel": "wheel",
}
"""What a mob may be told (BS-2.10-06)."""
ACTIONS: Final = (RALLY, BRING_BACK, *ORDERS)
_FEW: Final = 2
"""So many attempts are told one by one when it is asked for them."""
_SAID: Final[dict[Purpose, str]] = {
    "rally": "rally",
    "command": "bring back into command",
    "move_forward": "order forward",
    "charge": "order to charge",
    "force_march": "order to a forced march",
    "wheel": "order to wheel",
}


class Chance(NamedTuple):
    """An attempt that could be made."""

    commander: str
    action: str
    unit: str


# ---------------------------------------------------------------- who may try what


def purposes(unit: Unit) -> tuple[str, ...]:
    """What an attempt for a unit can be for: the same attempt serves three ends (BS-6.0-01). A mob that has routed is
    rallied like anybody (BS-2.10-10)."""
    if unit.own.morale.rout is not None:
        return (RALLY,)
    if is_mob(unit):
        return tuple(ORDERS)
    if is_regular(unit) and unit.own.morale.astray:
        return (BRING_BACK,)
    return ()


def against(battle: Battle, commander: Unit, unit: Unit) -> Iterator[Reason]:
    """What keeps a commander from an attempt for a unit (case 6.1)."""
    if commander.id not in {one.id for one in entitled(battle, unit)}:
        yield Reason(f"{commander.name} has no right to lead {unit.name}", ("BS-6.1-01", "BS-4.10-01"))
    elif not covers(battle, commander, unit):
        yield Reason(f"not every figure of {unit.name} is within his command radius", ("BS-6.1-01",))
    if in_melee(battle, unit):
        yield Reason(f"{unit.name} is in contact with the enemy", ("BS-6.1-02",))
    if unit.own.morale.prey:
        yield Reason(f"{unit.name} attacks on its own and heeds nobody until that is over", ("BS-4.6-09",))
    if unit.own.turn.rally_tried:
        yield Reason(f"an attempt has been made for {unit.name} in this phase", ("BS-6.1-03",))
    if commander.own.turn.rally_tried:
        yield Reason(f"{commander.name} has made his attempt in this phase", ("BS-6.1-03",))


def chances(battle: Battle, side: str) -> list[Chance]:
    """Every attempt a side can make now; of skirmishers one for each figure that has routed."""
    found = []
    for unit in troops(battle, side):
        if not alive(unit) or not unit.on_table or unit.own.turn.rally_tried:
            continue
        for action in purposes(unit):
            for one in entitled(battle, unit):
                if not one.own.turn.rally_tried and not any(against(battle, one, unit)):
                    found.append(Chance(one.id, action, unit.id))
    return found


# ---------------------------------------------------------------- the phase


def _ask(battle: Battle, step: Rally) -> tuple[Command, ...] | None:
    able = chances(battle, step.side)
    if not able:
        return None
    actors = tuple(dict.fromkeys(one.commander for one in able))
    actions = tuple(action for action in ACTIONS if any(one.action == action for one in able))
    return (
        Command(
            seat=battle.units[actors[0]].controller,
            prompt=_prompt(battle, able),
            waits="commanders to rally a unit, or go on",
            rules=("BS-1.3-01", "BS-6.0-01"),
            actors=actors,
            actions=actions,
            default=FINISH,
        ),
    )


def _prompt(battle: Battle, able: list[Chance]) -> str:
    """What may be tried; of a few attempts also the number each needs and how likely it is."""
    pairs = dict.fromkeys((one.commander, one.unit) for one in able)
    if len(pairs) > _FEW:
        return "Commanders may rally a unit, bring one back into command, or give a mob its order."
    said = [_likely(battle, battle.units[commander], battle.units[unit]) for commander, unit in pairs]
    return f"Rally, or go on: {'; '.join(said)}."


def _likely(battle: Battle, commander: Unit, unit: Unit) -> str:
    number = current_morale(battle, unit, rallied_by=commander)
    what = {RALLY: "rally {}", BRING_BACK: "bring {} back into command"}.get(purposes(unit)[0], "give {} its order")
    needed = f"{number.total} or less with 2d10 ({percent(chance(number))})"
    return f"{commander.name} may {what.format(unit.name)} on {needed}"


def _judge(view: Battle, _step: Rally, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if not isinstance(answer.form, Aimed):
        return [Reason("an attempt needs a commander, a purpose and one unit", ("BS-6.0-01",))]
    commander, unit = view.units.get(answer.actor), view.units.get(answer.form.target)
    if commander is None or answer.actor not in decision.actors:
        return [Reason("there is no such commander who could still make an attempt", ("BS-6.1-01",))]
    if unit is None or not alive(unit) or not unit.on_table or not friendly(view, commander, unit):
        return [Reason("the attempt is for no unit of his side", ("BS-6.1-01",))]
    if answer.action not in purposes(unit):
        return [Reason(f"there is nothing of that kind to try for {unit.name}", ("BS-6.0-01",))]
    return list(against(view, commander, unit))


def _take(scene: Scene, step: Rally, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        return
    purpose: Purpose = {RALLY: "rally", BRING_BACK: "command"}.get(answer.action) or ORDERS[answer.action]  # type: ignore[assignment]
    unit_id = answer.aim.target
    scene.tell(Declared(unit=answer.actor, action=_SAID[purpose], target=unit_id, rules=("BS-6.0-01",)))
    for one in (scene.unit(answer.actor), *fellows(scene.battle, scene.unit(unit_id))):
        scene.change(with_turn(one, rally_tried=True))
    scene.now(Attempt(unit_id, answer.actor, purpose), step)


def _sample(view: Battle, step: Rally, _decision: Command, random: Random) -> Commanded:
    able = chances(view, step.side)
    if not able or random.random() < 0.1:
        return FINISH
    return _order(random.choice(able))


def _order(able: Chance) -> Commanded:
    return Commanded(able.commander, able.action, Aimed(able.unit))


def _suggest(view: Battle, step: Rally, _decision: Command) -> tuple[Commanded, ...]:
    return (*(_order(one) for one in chances(view, step.side)), FINISH)


# ---------------------------------------------------------------- one attempt


def attempt(battle: Battle, step: Attempt) -> Tally:
    """A morale check, with the charisma of who makes the attempt (BS-6.2-01)."""
    return current_morale(battle, battle.units[step.unit], rallied_by=battle.units[step.commander])


def _rules(step: Attempt) -> tuple[str, ...]:
    own = {"rally": (), "command": ("BS-6.5-01",)}.get(step.purpose, ("BS-6.6-01",))
    return ("BS-6.2-01", *own)


def _ask_attempt(battle: Battle, step: Attempt) -> Roll | None:
    number = attempt(battle, step)
    if certain(number) is not None:
        return None
    unit, commander = battle.units[step.unit], battle.units[step.commander]
    return roll_against(unit, f"{commander.name}: {_SAID[step.purpose]} {unit.name}", number, _rules(step))


def _roll_attempt(scene: Scene, step: Attempt, pools: tuple[Thrown, ...]) -> None:
    _settle(scene, step, passed=pools[0].total <= attempt(scene.battle, step).total)


def _certain_attempt(scene: Scene, step: Attempt) -> None:
    passed = certain(attempt(scene.battle, step))
    assert passed is not None
    _settle(scene, step, passed=passed)


def _settle(scene: Scene, step: Attempt, *, passed: bool) -> None:
    """A failed attempt has no further effect (BS-6.2-01), and the commander acts as he likes later (BS-6.1-04)."""
    number = attempt(scene.battle, step)
    rules = tuple(dict.fromkeys((*_rules(step), *number.rules)))
    scene.tell(
        Checked(unit=step.unit, why=RALLY, tally=number, need=number.total, passed=passed, under=True, rules=rules)
    )
    if not passed:
        return
    unit = scene.unit(step.unit)
    if step.purpose == "rally":
        _rallied(scene, step)
    elif step.purpose == "command":
        chief = step.commander if unit.own.morale.astray == "leaderless" else unit.own.command.commander
        scene.change(with_command(with_morale(unit, astray=""), commander=chief))
    else:
        scene.change(with_command(unit, order=step.purpose))
        scene.tell(Declared(unit=step.unit, action=_SAID[step.purpose], rules=("BS-2.10-05", "BS-6.6-01")))
    keep_order(scene)


def _rallied(scene: Scene, step: Attempt) -> None:
    """The rout is over; who has rallied stands for the rest of the round and may turn at once (BS-6.3-01, BS-6.3-02).

    Of a skirmish unit all who have routed and whom the commander reaches are rallied with the first (BS-2.9-04).
    """
    unit, chief = scene.unit(step.unit), scene.unit(step.commander)
    others = [one for one in fellows(scene.battle, unit) if one.id != unit.id and one.own.morale.rout is not None]
    steadied = [one for one in others if covers(scene.battle, chief, one) and not in_melee(scene.battle, one)]
    for one in (unit, *steadied):
        rallied = with_morale(one, rout=None, astray="", rallied_in=scene.battle.turn)
        if is_regular(one) and own_commander(scene.battle, one) is None:
            rallied = with_command(rallied, commander=chief.id)
        scene.change(rallied)
        scene.mark(one.id, ROUTED, on=False, rules=("BS-6.2-01",))
    scene.now(*(Reface(one.id) for one in (unit, *steadied)))


RALLY_PHASE = asks(Rally, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
ATTEMPT = rolls(Attempt, ask=_ask_attempt, roll=_roll_attempt, do=_certain_attempt)
