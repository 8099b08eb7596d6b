"""The artillery of both sides fires after all moves and before missiles (CM-TURN-05, CM-TURN-12; rules GUN).

Each side fires what engines it will, one by one. What both do takes effect at one moment (CM-TURN-09): the fallen keep
their places until they are taken off together, and engines that are destroyed have still fired.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Command, Commanded, Pointed
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import commanded_by, commands
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.artillery.cannon import COLOURS
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.pointing import (
    judge,
    marks,
    may_fire,
    pointed_at,
    target_at,
    targets,
    works_in_arc,
)
from schiltron.rulesets.chainmail.artillery.shots import Shot
from schiltron.rulesets.chainmail.engines import is_artillery, piece
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_past, with_turn
from schiltron.table.lengths import degrees, inches, normal


class Artillery(Step, frozen=True, tag="chainmail.artillery"):
    """The artillery of both sides fires (CM-TURN-05): sides still to fire, the first one next."""

    sides: tuple[str, ...]


FIRE: Final = "fire"
_RULES: Final = ("CM-TURN-05", "CM-TURN-12", "CM-CATAPULT-11", "CM-GUN-12", "CM-GUN-14")

# ---------------------------------------------------------------- who is asked


def engines(battle: Battle, side: str) -> tuple[str, ...]:
    """The engines of a side that may fire now."""
    ours = (unit for unit in commanded_by(battle, side) if unit.on_table and is_artillery(unit))
    return tuple(unit.id for unit in in_line(ours) if not may_fire(battle, unit))


def _ask(battle: Battle, step: Artillery) -> tuple[Command, ...] | None:
    actors = engines(battle, step.sides[0]) if step.sides else ()
    if not actors:
        return None
    return (
        Command(
            seat=battle.units[actors[0]].controller,
            prompt="Point an engine and fire it, or finish the artillery fire of your side.",
            rules=_RULES,
            actors=actors,
            actions=(FIRE,),
            default=FINISH,
        ),
    )


# ---------------------------------------------------------------- what is ordered


def _judge(view: Battle, step: Artillery, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None:
        return [Reason(f"there is no unit {answer.actor!r}", decision.rules)]
    if answer.action not in decision.actions:
        return [Reason(f"there is no action {answer.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if not commands(view, step.sides[0], unit):
        return [Reason(f"{unit.name} is not on your side", ("CM-TURN-05",))]
    if not isinstance(answer.form, Pointed):
        return [Reason("a bearing and a distance are needed", ("CM-CATAPULT-11", "CM-GUN-12"))]
    found = may_fire(view, unit)
    if not is_artillery(unit) or not unit.on_table:
        return found
    return [*found, *judge(view, unit, answer.form)]


def _take(scene: Scene, step: Artillery, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if not isinstance(answer.form, Pointed):
        _do(scene, step)
        return
    unit, form = scene.unit(answer.actor), answer.form
    target = target_at(scene.battle, unit, form) if form.section else None
    rules = (piece(unit).rule, "CM-GUN-12" if form.section else "CM-CATAPULT-11")
    scene.tell(Declared(unit=unit.id, action=FIRE, target=target.id if target else "", rules=rules))
    scene.change(with_past(with_turn(unit, shots=unit.own.turn.shots + 1), last_shot=scene.battle.turn))
    scene.now(Shot(unit.id, form), step)


def _do(scene: Scene, step: Artillery) -> None:
    """The next side, if there is one."""
    if step.sides[1:]:
        scene.now(Artillery(step.sides[1:]))


# ---------------------------------------------------------------- random and sensible shots


def _sample(view: Battle, step: Artillery, decision: Command, random: Random) -> Commanded:
    """Somewhere about an enemy figure, or at it."""
    if random.random() < 0.1:
        return FINISH
    unit = view.units[random.choice(decision.actors)]
    x, y, how = random.choice(list(marks(view, unit)))
    section = random.choice(COLOURS) if how else ""
    form = pointed_at(unit, x, y, section)
    wide = form if section else _strayed(form, random)
    legal = [one for one in (wide, form) if not judge(view, unit, one)]
    return Commanded(unit.id, FIRE, legal[0]) if legal else FINISH


def _strayed(form: Pointed, random: Random) -> Pointed:
    """A call some inches and degrees beside."""
    bearing = normal(form.bearing + degrees(random.randint(-5, 5)))
    return Pointed(bearing, form.distance + inches(random.randint(-3, 3)))


def _suggest(view: Battle, step: Artillery, decision: Command) -> Iterator[Commanded]:
    """Shots at the middle of every enemy by what they promise, as long as that is more than they threaten."""
    found: list[tuple[float, int, Commanded]] = []
    for actor in decision.actors:
        unit = view.units[actor]
        for form in candidates(view, unit):
            worth = outlook(view, unit, form).worth
            if worth > 0:
                found.append((-worth, len(found), Commanded(actor, FIRE, form)))
    yield from (answer for _, _, answer in sorted(found, key=lambda one: one[:2]))
    yield FINISH


def candidates(battle: Battle, unit: Unit) -> Iterator[Pointed]:
    """A shot or two at each enemy that may be fired at, pointed at the middle one of the figures in the arc, and at the
    works of the enemy."""
    middles: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for enemy, figure, how in targets(battle, unit):
        if enemy.figures:
            middles.setdefault((enemy.id, how), []).append((figure.x, figure.y))
    kind = piece(unit)
    spots = [(how, *places[len(places) // 2]) for (_, how), places in middles.items()]
    for _, x, y in works_in_arc(battle, unit):
        spots += [(how, x, y) for how, has in (("", kind.call), ("dowel", kind.dowel)) if has is not None]
    for how, x, y in spots:
        for section in COLOURS if how else ("",):
            form = pointed_at(unit, x, y, section)
            if not judge(battle, unit, form):
                yield form


ARTILLERY_FIRE = asks(Artillery, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
