"""Units near a melee are committed to it: CM-MELEE-36, CM-MELEE-37, CM-MELEE-52, and HIST."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.lining_up import engage
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Moved
from schiltron.battle.state.field import foes_among, in_melee, meets, near
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.magicians import stirred
from schiltron.rulesets.chainmail.fantasy.unseen import show_to_attack
from schiltron.rulesets.chainmail.field import alive, is_engine, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.melee.involved import melees
from schiltron.rulesets.chainmail.melee.touching import lock_together, when_attacked
from schiltron.rulesets.chainmail.melee.ways_in import REACH, way_to
from schiltron.rulesets.chainmail.state import (
    CLIMBING,
    FIRED,
    GUARDING,
    STUNNED,
    UNWILLING,
    Battle,
    Scene,
    Unit,
    with_turn,
)
from schiltron.rulesets.chainmail.troop_traits.willing import before_joining
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.outline import gap


class JoinMelees(Step, frozen=True, tag="chainmail.join_melees"):
    """Units near a melee may be committed to it (CM-MELEE-36): seats still to be asked, the first one next."""

    seats: tuple[str, ...]


NEAR: Final[Mil] = inches(3)
JOIN: Final = "join"
_RULE: Final = ("CM-MELEE-36",)

# ---------------------------------------------------------------- who may


def barred(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit out of all melees, however near."""
    found = []
    if unit.own.formation == "hedgehog":
        found.append(Reason("a hedgehog is never drawn into a melee beside it", ("CM-MELEE-52",)))
    if unit.own.formation == "schiltron":
        found.append(Reason("a schiltron cannot move", ("CM-HIST-24",)))
    if is_engine(unit):
        found.append(Reason("engines and wagons do not join a melee", _RULE))
    if unit.has(STUNNED) or unit.has(CLIMBING):
        rule = "CM-SIEGE-21" if unit.has(STUNNED) else "CM-SIEGE-17"
        found.append(Reason("it lies stunned" if unit.has(STUNNED) else "it is on a ladder", (rule,)))
    if is_fleeing(unit):
        found.append(Reason("it is in flight", ("CM-MELEE-27",)))
    if reorganizing(unit):
        found.append(Reason("it is reorganizing", ("CM-HIST-02",)))
    if GUARDING in unit.marks:
        found.append(Reason("it guards prisoners", ("CM-MELEE-42",)))
    if unit.own.hire.temper:
        found.append(Reason("its mercenaries do not obey", ("CM-HIST-17",)))
    if unit.own.turn.ordered == UNWILLING:
        found.append(Reason("its peasants would not go and stand unmoved", ("CM-HIST-10",)))
    if unit.own.forming is not None:
        found.append(Reason("it is changing formation or facing", ("CM-FORM-01",)))
    if unit.own.turn.ordered == FIRED:
        found.append(Reason("it has fired at passing enemies and stays where it is", ("CM-MISSILE-17",)))
    elif unit.own.turn.shots > 1:
        found.append(Reason("it has fired twice, as only those do who stay out of melee", ("CM-MISSILE-07",)))
    if 2 * unit.own.turn.spent > normal_move(battle, unit).total:
        found.append(Reason("it has used more than half its normal move", ("CM-MELEE-37",)))
    return found


def melee_targets(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies in any melee that is no farther off than the rule allows, by name."""
    found: dict[str, Unit] = {}
    for melee in melees(battle):
        inside = [battle.units[key] for key in melee.units]
        if any(
            meets(battle, unit, one) and near(unit, one, NEAR) and gap(unit.outline, one.outline) <= NEAR
            for one in inside
        ):
            found |= {one.id: one for one in foes_among(battle, unit, inside)}
    return in_line(found.values())


def choices(battle: Battle, unit: Unit) -> list[Unit]:
    """Whom a unit may strike if it is committed."""
    if not alive(unit) or not unit.on_table or in_melee(battle, unit) or barred(battle, unit):
        return []
    open_to_it = [one for one in melee_targets(battle, unit) if attack_barred(battle, unit, one) is None]
    return [one for one in open_to_it if way_to(battle, unit, one) is not None]


# ---------------------------------------------------------------- asked


def _actors(battle: Battle, seat: str) -> tuple[str, ...]:
    if not battle.engagements:
        return ()
    return tuple(unit.id for unit in battle.units.values() if unit.controller == seat and choices(battle, unit))


def _ask(battle: Battle, step: JoinMelees) -> tuple[Command, ...] | None:
    actors = _actors(battle, step.seats[0]) if step.seats else ()
    if not actors:
        return None
    return (
        Command(
            seat=step.seats[0],
            prompt=f"Commit units within {show_inches(NEAR)} of a melee to it, or finish.",
            rules=("CM-MELEE-36", "CM-MELEE-37"),
            actors=actors,
            actions=(JOIN,),
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: JoinMelees, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.action != JOIN or not isinstance(answer.form, Aimed):
        return [Reason("a unit and one enemy in a melee are to be named; or say that you have finished", _RULE)]
    unit, target = view.units.get(answer.actor), view.units.get(answer.form.target)
    if unit is None or unit.controller != decision.seat or not alive(unit) or not unit.on_table:
        return [Reason(f"{answer.actor!r} is no unit of yours on the table", _RULE)]
    if target is None:
        return [Reason(f"there is no {answer.form.target!r}", _RULE)]
    return _against(view, unit, target)


def _against(view: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """Every reason why a unit may not join a melee against a target."""
    found = barred(view, unit)
    if in_melee(view, unit):
        found.append(Reason("it is in a melee already", _RULE))
    if target not in melee_targets(view, unit):
        text = f"{target.name}: no enemy in a melee within {show_inches(NEAR)}"
        found.append(Reason(text, _RULE, measured=True))
        return found
    closed = attack_barred(view, unit, target)
    if closed is not None:
        found.append(closed)
    if way_to(view, unit, target) is None:
        text = f"{target.name}: no way to contact within {show_inches(REACH)}, and nobody in reach as it stands"
        found.append(Reason(text, _RULE, measured=True))
    return found


def _take(scene: Scene, step: JoinMelees, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if answer == FINISH:
        scene.now(JoinMelees(step.seats[1:]))
        return
    target = answer.aim.target
    first = before_joining(scene.battle, answer.actor, target)
    scene.now(*first, step)
    if not first:
        join(scene, answer.actor, target)


def _do(scene: Scene, step: JoinMelees) -> None:
    """This seat has nobody to commit: the next one."""
    if step.seats:
        scene.now(JoinMelees(step.seats[1:]))


def join(scene: Scene, unit_id: str, target_id: str) -> None:
    """A unit goes up to an enemy in a melee, and is in it from now on; it attacks him like any other."""
    unit = scene.unit(unit_id)
    walker = way_to(scene.battle, unit, scene.unit(target_id))
    assert walker is not None, "it was judged that there is a way"
    if walker.legs:
        gone = with_turn(unit, moved=True, spent=unit.own.turn.spent + walker.spent)
        scene.change(replace(gone, place=unit.place_at(walker.pose)))
        stirred(scene, unit_id)
        legs, left = tuple(walker.legs), walker.left
        scene.tell(Moved(unit=unit_id, start=unit.pose, legs=legs, spent=walker.spent, left=left, rules=_RULE))
    show_to_attack(scene, unit_id)
    engage(scene, unit_id, target_id, walker.edge, _RULE)
    first = when_attacked(scene.battle, unit_id, target_id)
    scene.now(*first, *lock_together(scene))


# ---------------------------------------------------------------- by machine


def _orders(view: Battle, decision: Command) -> list[Commanded]:
    return [
        Commanded(key, JOIN, Aimed(target.id)) for key in decision.actors for target in choices(view, view.units[key])
    ]


def _sample(view: Battle, _step: JoinMelees, decision: Command, random: Random) -> Commanded:
    return random.choice((FINISH, *_orders(view, decision)))


def _suggest(view: Battle, _step: JoinMelees, decision: Command) -> Iterator[Commanded]:
    yield from _orders(view, decision)
    yield FINISH


JOIN_MELEES = asks(JoinMelees, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
