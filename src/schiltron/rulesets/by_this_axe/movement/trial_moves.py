"""Moves worth trying: random legal ones, and sensible ones towards the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.movement.escorts import afoot
from schiltron.battle.movement.straight_and_wheel import no_more, turn_first
from schiltron.battle.movement.trial_moves import (
    legal_beginning,
    sample_command,
    sample_join,
    suggest_commands,
    ways_ahead,
)
from schiltron.battle.state.decision import PLAY, Aimed, Command, Commanded, PathDrawn
from schiltron.battle.state.field import nearest_enemies
from schiltron.battle.state.manoeuvre import Advance, Face, Path, Reform, Turn, Wheel
from schiltron.rulesets.by_this_axe.command.playing import sample_play, suggest_plays
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join
from schiltron.rulesets.by_this_axe.movement.charging import (
    CHARGE,
    judge_order,
    judge_straight,
    judge_target,
    straight_at,
    turn_limit,
)
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import STANDING_STILL, Walk
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import inches
from schiltron.table.outline import gap

MOVE: Final = "move"
_A_STEP: Final = inches(1)
_NEAREST: Final = 3
"""How many enemies a unit thinks of."""


def sample_moves(view: Battle, side: str, decision: Command, random: Random) -> Commanded:
    if decision.hand and random.random() < 0.3:
        form = sample_play(view, side, "movement", random, shown=decision.hand)
        if form is not None:
            return Commanded("", PLAY, form)
    return sample_command(view, decision, random, _sampled)


def _sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A charge or a random path, cut back to its longest legal beginning; None if nothing of it can be made."""
    if is_character(unit) and random.random() < 0.5:
        return sample_join(view, unit, random, JOIN, is_character, judge_join)
    view = afoot(view, unit)
    unit = view.units[unit.id]
    foes = nearest_enemies(view, unit, _NEAREST)
    if foes and random.random() < 0.3 and not judge_order(view, unit):
        charge = _charge(view, unit, random.choice(foes))
        if charge is not None:
            return charge
    if ordered(view, unit, CHARGE) is not None:
        return None
    path = _legal_beginning(view, unit, _random_path(view, unit, random))
    return Commanded(unit.id, MOVE, PathDrawn(path)) if path else None


def _charge(view: Battle, unit: Unit, foe: Unit) -> Commanded | None:
    """Straight at an enemy, if he is near enough to be worth a look."""
    ordered_to = ordered(view, unit, CHARGE) is not None
    if ordered_to:
        return Commanded(unit.id, CHARGE, Aimed(foe.id)) if not judge_straight(view, unit, foe.id) else None
    if gap(unit.outline, foe.outline) > rate(view, unit).total or judge_target(view, unit, foe.id):
        return None
    path = straight_at(view, unit, foe)
    if path is None or walk(view, Walk(unit.id, path, "charge")).met is None:
        return None
    return (
        Commanded(unit.id, CHARGE, PathDrawn(path)) if not walk(view, Walk(unit.id, path, "charge")).reasons else None
    )


def _legal_beginning(view: Battle, unit: Unit, path: Path) -> Path:
    return legal_beginning(path, lambda legs: walk(view, Walk(unit.id, legs, MOVE)))


def _random_path(view: Battle, unit: Unit, random: Random) -> Path:
    """Mostly ahead, after a turn or without; sometimes a wheel, another formation or any other way."""
    limit = turn_limit(view, unit)
    if ordered(view, unit, *STANDING_STILL) is not None:
        return (Turn(no_more(random.choice((-1, 1)) * random.randint(1_000, 45_000), limit)),)
    move = rate(view, unit).total
    kind = random.random()
    if kind < 0.04 and isinstance(unit.body, Formed):
        return (Reform(random.randint(1, unit.bodies)),)
    if kind < 0.07:
        return (Face(random.choice(("left", "right", "rear"))), Advance(random.randint(_A_STEP, move)))
    if kind < 0.2:
        side = random.choice(("left", "right"))
        return (Wheel("left" if side == "left" else "right", random.randint(2_000, 45_000)), Advance(_A_STEP))
    angle = 0 if kind < 0.55 else random.randint(-180_000, 180_000) if kind > 0.9 else random.randint(-45_000, 45_000)
    ahead = Advance(random.randint(_A_STEP // 2, move))
    return turn_first(no_more(angle, limit), ahead)


# ---------------------------------------------------------------- sensible ones


def suggest_moves(view: Battle, side: str, decision: Command) -> Iterator[Commanded]:
    """Cards, then for every unit the charges it can make and ways towards the nearest enemies."""
    for form in suggest_plays(view, side, "movement") if decision.hand else ():
        yield Commanded("", PLAY, form)
    yield from suggest_commands(view, decision, _suggested)


def _suggested(view: Battle, unit: Unit) -> Iterator[Commanded]:
    foes = nearest_enemies(view, unit, _NEAREST)
    if not judge_order(view, unit):
        for foe in foes:
            charge = _charge(view, unit, foe)
            if charge is not None:
                yield charge
    if ordered(view, unit, CHARGE) is not None:
        return
    move = rate(view, unit).total
    for path in ways_ahead(unit, foes, move, turn_limit(view, unit)):
        legal = _legal_beginning(view, unit, path)
        if legal:
            yield Commanded(unit.id, MOVE, PathDrawn(legal))
