"""Individuals change their roles at the start of the Movement Phase (cases 9.0 to 9.3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.separation import part, stand_alone
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Attached, Declared, Detached
from schiltron.battle.state.field import touching, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, basic, is_commander, is_individual, is_regular
from schiltron.rulesets.battlesystem.in_command import own_commander
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.state import Battle, Rank, Scene, Unit, with_command, with_morale


class Roles(Step, frozen=True, tag="battlesystem.roles"):
    """As the Movement Phase opens, individuals of a side may change their roles (BS-9.0-02)."""

    side: str


HERO, MEMBER, LEAD, SUCCEED = "become_hero", "become_member", "take_command", "succeed"
ACTIONS: Final = (HERO, MEMBER, LEAD, SUCCEED)
_AIMED: Final = (MEMBER, LEAD)


# ---------------------------------------------------------------- what is possible


def actions(battle: Battle, one: Unit) -> Iterator[tuple[str, str]]:
    """What an individual may become now, and with which unit."""
    if (
        not is_individual(one)
        or not alive(one)
        or one.own.morale.rout is not None
        or one.own.command.recast_in == battle.turn
    ):
        return
    if one.own.command.rank != "hero":
        yield HERO, ""
    if deputy_for(battle, one):
        yield SUCCEED, ""
    for unit in troops(battle, one.side):
        if is_individual(unit) or not unit.on_table or not unit.figures or not with_(battle, one, unit):
            continue
        if one.own.command.rank == "hero":
            yield MEMBER, unit.id
        if one.own.command.rank in ("hero", "member") and _leaderless(battle, unit):
            yield LEAD, unit.id


def with_(battle: Battle, one: Unit, unit: Unit) -> bool:
    """Whether he is with a unit or touches it at this moment (BS-9.0-02)."""
    return one.host == unit.id or (one.on_table and touching(battle, one, unit))


def _leaderless(battle: Battle, unit: Unit) -> bool:
    """Nobody commands it, and not only since this round (BS-9.3-03)."""
    return is_regular(unit) and own_commander(battle, unit) is None and unit.own.command.left_in != battle.turn


def deputy_for(battle: Battle, one: Unit) -> Rank:
    """The post a deputy may take over: that of his commander who is dead, gone or does not command any more, and only
    over a force that is out of command now (BS-9.3-03); "" for none."""
    chief = battle.units.get(one.own.command.deputy_to)
    post = _vacant(battle, chief) if chief is not None else ""
    return post if post != one.own.command.rank and not _comes_first(battle, one) else ""


def _vacant(battle: Battle, chief: Unit) -> Rank:
    """The post a commander has left empty, since an earlier round if he left it for another role. Posts of those who
    moved up themselves are filled by chart alone (BS-9.3-04)."""
    commands = alive(chief) and is_commander(chief)
    if chief.own.command.left_in == battle.turn or (commands and battle.own.options.hierarchy != "chart"):
        return ""
    if any(_leaderless(battle, unit) for unit in _led_by(battle, chief)):
        return "unit"
    post = chief.own.command.former_post if alive(chief) else chief.own.command.rank
    if post not in ("brigade", "army"):
        return ""
    holders = [other for other in troops(battle, chief.side) if other.own.command.rank == post and alive(other)]
    if post == "army":
        return "" if holders else post
    return post if any(unit.own.command.brigade == chief.id for unit in troops(battle, chief.side)) else ""


def _comes_first(battle: Battle, one: Unit) -> bool:
    """Whether an heir who is listed before him is there to take the post (BS-9.3-04)."""
    heirs = [
        other
        for other in troops(battle, one.side)
        if other.own.command.deputy_to == one.own.command.deputy_to and alive(other)
    ]
    return heirs[0].id != one.id


def _led_by(battle: Battle, chief: Unit) -> list[Unit]:
    """Units whose Unit Commander he is or was last, and nobody has taken over."""
    return [
        unit
        for unit in troops(battle, chief.side)
        if alive(unit) and chief.id in (unit.own.command.commander, unit.own.command.last_led_by)
    ]


# ---------------------------------------------------------------- asking


def _ask(battle: Battle, step: Roles) -> tuple[Command, ...] | None:
    """Not in the Basic Game, where commanders stay with their units (BS-5.0-02)."""
    if basic(battle):
        return None
    able = {one.id: tuple(actions(battle, one)) for one in troops(battle, step.side)}
    actors = tuple(one for one, found in able.items() if found)
    if not actors:
        return None
    offered = {action for found in able.values() for action, _ in found}
    return (
        Command(
            seat=battle.units[actors[0]].controller,
            prompt="Individuals may change their roles before anybody moves.",
            waits="individuals to change their roles",
            rules=("BS-9.0-02", "BS-9.3-03"),
            actors=actors,
            actions=tuple(action for action in ACTIONS if action in offered),
            finish="Go on to the moves",
            default=FINISH,
        ),
    )


def _judge(view: Battle, _step: Roles, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor not in decision.actors:
        return [Reason("only an individual of yours changes his role now", ("BS-9.0-02",))]
    target = answer.form.target if isinstance(answer.form, Aimed) else ""
    able = tuple(actions(view, view.units[answer.actor]))
    if (answer.action, target) in able:
        return []
    name = view.units[answer.actor].name
    if answer.action in _AIMED and not target:
        return [Reason(f"say which unit {name} is to be with", ("BS-9.0-02",))]
    return [Reason(f"{name} cannot do that now", ("BS-9.0-02", "BS-9.3-03"))]


def _take(scene: Scene, step: Roles, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        return
    target = answer.form.target if isinstance(answer.form, Aimed) else ""
    scene.tell(Declared(unit=answer.actor, action=answer.action, target=target, rules=("BS-9.0-02",)))
    _DO[answer.action](scene, answer.actor, target)
    one = scene.unit(answer.actor)
    scene.change(with_command(one, recast_in=scene.battle.turn))
    keep_order(scene)
    scene.now(step)


def _sample(view: Battle, step: Roles, decision: Command, random: Random) -> Commanded:
    """Mostly nothing: who changes roles every round gets nothing done."""
    if random.random() < 0.9:
        return FINISH
    actor = random.choice(decision.actors)
    action, target = random.choice(tuple(actions(view, view.units[actor])))
    return Commanded(actor, action, Aimed(target) if target else None)


def _suggest(view: Battle, step: Roles, decision: Command) -> tuple[Commanded, ...]:
    orders = [
        Commanded(actor, action, Aimed(target) if target else None)
        for actor in decision.actors
        for action, target in actions(view, view.units[actor])
    ]
    return (FINISH, *orders)


# ---------------------------------------------------------------- doing


def _become_hero(scene: Scene, one_id: str, _target: str) -> None:
    """He leaves his post; whoever he led is out of command at least for this round (BS-9.3-03)."""
    _leave_post(scene, one_id)
    one = scene.unit(one_id)
    scene.change(with_command(one, rank="hero"))
    if one.host:
        stand_alone(scene, scene.unit(one_id), scene.unit(one.host), ("BS-9.4-01",))


def _leave_post(scene: Scene, one_id: str) -> None:
    one, turn = scene.unit(one_id), scene.battle.turn
    if not is_commander(one):
        return
    for unit in _led_by(scene.battle, one):
        scene.change(with_command(unit, commander="", last_led_by=one_id, left_in=turn))
    scene.change(with_command(one, former_post=one.own.command.rank, left_in=turn))


def _become_member(scene: Scene, one_id: str, target: str) -> None:
    """He is part of a unit from now on and has no figure of his own (BS-9.1-01)."""
    _join(scene, one_id, target, "member")


def _take_command(scene: Scene, one_id: str, target: str) -> None:
    """A unit has a commander again; it is brought back into command by a rally attempt (BS-6.5-01)."""
    _join(scene, one_id, target, "unit")
    unit = scene.unit(target)
    scene.change(with_command(unit, commander=one_id, last_led_by=""))


def _join(scene: Scene, one_id: str, target: str, rank: Rank) -> None:
    one = scene.unit(one_id)
    scene.change(replace(with_command(one, rank=rank), place=Aboard(target)))
    if one.host != target:
        part(scene, one_id, ("BS-9.0-02",))
        scene.tell(Attached(unit=one_id, host=target, rules=("BS-9.0-02",)))


def _succeed(scene: Scene, one_id: str, _target: str) -> None:
    """A deputy takes over without a roll, unless the unit has routed or failed discipline (BS-9.3-03)."""
    by_default(scene, "hierarchy")
    one = scene.unit(one_id)
    rank = deputy_for(scene.battle, one)
    chief = scene.unit(one.own.command.deputy_to)
    _leave_post(scene, one_id)
    for unit in _led_by(scene.battle, chief) if rank == "unit" else ():
        astray = "" if unit.own.morale.astray == "leaderless" else unit.own.morale.astray
        scene.change(with_morale(with_command(unit, commander=one_id, last_led_by=""), astray=astray))
    for unit in troops(scene.battle, one.side):
        if rank == "brigade" and unit.own.command.brigade == chief.id:
            scene.change(with_command(unit, brigade=one_id))
    one = scene.unit(one_id)
    scene.change(with_command(one, rank=rank, deputy_to=""))
    if one.host and rank != "unit":
        scene.tell(Detached(unit=one_id, host=one.host, rules=("BS-9.3-03",)))
        stand_alone(scene, scene.unit(one_id), scene.unit(one.host), ("BS-9.2-01",))


_DO: Final = {HERO: _become_hero, MEMBER: _become_member, LEAD: _take_command, SUCCEED: _succeed}

ROLES = asks(Roles, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
