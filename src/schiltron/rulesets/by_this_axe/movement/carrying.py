"""A move is carried out as far as it goes, with a halt where dice must be rolled first (rules MOVE and TERR).

Dice: TA-TERR-03, TA-TERR-04, TA-TERR-06, TA-CMD-34. At its end it makes contact, or a character joins his new unit.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import halt_short_of_friends
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.agenda import does as carries_out
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Moved
from schiltron.battle.state.field import company
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.attacks.reserved import reserved_shot
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed
from schiltron.rulesets.by_this_axe.movement.characters import attach, leave_behind, reached
from schiltron.rulesets.by_this_axe.movement.shying import meet
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn
from schiltron.table.lengths import Mil, inches
from schiltron.table.pose import Pose


class RollWoods(Step, frozen=True, tag="by_this_axe.roll_woods"):
    """What woods take off a unit's move (TA-TERR-03, TA-TERR-04)."""

    unit: str


class ReservedFire(Step, frozen=True, tag="by_this_axe.reserved_fire"):
    """A unit that held its fire shoots at an enemy who has come into range (TA-CMD-34)."""

    shooter: str
    target: str


_RULES: Final = {
    "move": ("TA-MOVE-04",),
    "charge": ("TA-MOVE-04", "TA-MOVE-12"),
    "join": ("TA-MOVE-10", "TA-CHAR-11"),
}


def _do_walk(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or is_routed(unit):
        return
    carry_out(scene, walk(scene.battle, step, trial=False), step)


def carry_out(scene: Scene, walker: Walker, step: Walk) -> None:
    """Put the unit where its walk has brought it; there it halts, or arrives and meets whom it has reached."""
    _put(scene, walker, step)
    if walker.pause in ("woods", "fire"):
        _halt(scene, walker, step)
    else:
        why = walker.why_no_farther(under_way=bool(step.gone))
        if why is not None:
            scene.tell(why)
        _arrive(scene, walker, step)


def _put(scene: Scene, walker: Walker, step: Walk) -> None:
    """The unit where its walk has brought it; whoever is with it has moved too, but for those it leaves behind."""
    unit = walker.unit
    scene.change(with_turn(walker.standing, spent=unit.own.turn.spent + walker.spent, moved=True))
    for one in company(scene.battle, unit):
        scene.change(with_turn(one, moved=True))
    if walker.legs:
        scene.tell(
            Moved(
                unit=unit.id,
                start=unit.pose,
                legs=tuple(walker.legs),
                spent=walker.spent,
                left=walker.left,
                rules=tuple(dict.fromkeys((*_RULES[step.action], *rate(walker.battle, unit).rules, *walker.ground))),
            )
        )
    leave_behind(scene, unit.id)


def rest_of(step: Walk, walker: Walker) -> Walk:
    """What is left of an order at a halt."""
    return replace(
        step,
        path=walker.rest,
        turns=walker.turns,
        begun=walker.begun,
        scrub=walker.scrub,
        fired=(*step.fired, *walker.shooters),
        gone=walker.gone,
        stood=walker.stood,
    )


def _halt(scene: Scene, walker: Walker, step: Walk) -> None:
    """Dice come first; then it goes on along the rest of its path."""
    rest = rest_of(step, walker)
    if walker.pause == "woods":
        scene.now(RollWoods(step.unit), rest)
    else:
        scene.now(*(ReservedFire(shooter, step.unit) for shooter in walker.shooters), rest)


def _arrive(scene: Scene, walker: Walker, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if walker.met is not None:
        meet(scene, step.unit, walker.met.id)
    elif step.action == "join" and reached(scene.battle, unit, step.target):
        attach(scene, step.unit, step.target)
        return
    elif is_character(unit):
        _make_room(scene, unit, step, walker.unit.pose)


def _make_room(scene: Scene, unit: Unit, step: Walk, start: Pose) -> None:
    """A character whose way ended on friends he was passing halts short of them, or is back where he came from."""
    gone = unit.own.turn.spent - (unit.own.turn.lost_to_woods or 0)
    halted = halt_short_of_friends(scene, unit, gone, start if not step.host else None, ("TA-MOVE-14",))
    if not halted and step.host and alive(scene.unit(step.host)):
        attach(scene, unit.id, step.host)


# ---------------------------------------------------------------- woods


def _ask_woods(battle: Battle, step: RollWoods) -> Roll | None:
    unit = battle.units[step.unit]
    mounted = unit.own.profile.mounted
    if _left(battle, unit) <= 0:
        return None
    what = "1 to 6″" if mounted else "1″ on 1 to 3, 2″ on 4 to 6"
    return Roll(
        purpose=f"{unit.name} in woods {does('lose', one=is_character(unit))} {what}",
        pools=(Pool(1, 6, SumOf(), "woods", whose=unit.side),),
        rules=("TA-TERR-04" if mounted else "TA-TERR-03", "TA-UNIT-11"),
    )


def _left(battle: Battle, unit: Unit) -> Mil:
    return rate(battle, unit).total - unit.own.turn.spent


def _roll_woods(scene: Scene, step: RollWoods, pools: tuple[Thrown, ...]) -> None:
    """Once a turn. A loss greater than what is left ends the move where it is (TA-TERR-08)."""
    unit, die = scene.unit(step.unit), pools[0].total
    loss = inches(die if unit.own.profile.mounted else (die + 2) // 3)
    spent = unit.own.turn.spent + min(loss, _left(scene.battle, unit))
    scene.change(with_turn(unit, lost_to_woods=loss, spent=spent))


def _no_woods(scene: Scene, step: RollWoods) -> None:
    unit = scene.unit(step.unit)
    scene.change(with_turn(unit, lost_to_woods=0))


# ---------------------------------------------------------------- fire held back


def _reserved_fire(scene: Scene, step: ReservedFire) -> None:
    if alive(scene.unit(step.target)) and scene.unit(step.target).on_table:
        reserved_shot(scene, step.shooter, step.target)


WALK = carries_out(Walk, _do_walk)
ROLL_WOODS = rolls(RollWoods, ask=_ask_woods, roll=_roll_woods, do=_no_woods)
RESERVED_FIRE = carries_out(ReservedFire, _reserved_fire)
