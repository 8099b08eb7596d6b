"""Figures fall, characters die, units are destroyed: TA-RANGED-12, TA-RANGED-13, TA-MELEE-09, TA-MELEE-10, TA-CHAR-08.

The fallen keep their room until all attacks of the phase are made (TA-TURN-04); then each owner takes his losses off,
and the ranks behind close up.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.movement.separation import part, stand_alone
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.battle import How
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Marked, Removed
from schiltron.battle.state.field import apart, company, friends, opponents, others, standing_with
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.by_this_axe.field import LEADER_REACH, is_general
from schiltron.rulesets.by_this_axe.state import Battle, LeaderLost, Scene, Unit, with_phase, with_turn
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap, outline, overlapping

Action = Literal["shooting", "melee"]


class TakeOff(Step, frozen=True, tag="by_this_axe.take_off"):
    """Everything has been struck: the fallen of all units leave the table."""

    action: Action


class ClearFallen(Step, frozen=True, tag="by_this_axe.clear_fallen"):
    """The fallen of one unit leave the table, where its owner takes them from."""

    unit: str
    action: Action


class CloseUp(Step, frozen=True, tag="by_this_axe.close_up"):
    """Attackers follow an enemy whose ranks have thinned."""


REAR: Final = "rear"
FLANKS: Final = "flanks"
WOUNDED: Final = "wounded"
LOSS_RULES: Final[dict[Action, tuple[str, ...]]] = {
    "shooting": ("TA-RANGED-12", "TA-RANGED-13"),
    "melee": ("TA-MELEE-09", "TA-MELEE-10"),
}

WITH: Final[dict[Action, str]] = {"shooting": "missile", "melee": "melee"}

# ---------------------------------------------------------------- as they are struck


def fell(scene: Scene, unit_id: str, figures: int, harm: Harm) -> None:
    """Ordinary figures of a unit fall, as many as it has at most."""
    lost = take_off(scene, unit_id, Loss(figures, lie=True), harm)
    unit = scene.unit(unit_id)
    worse = with_phase(unit, lost_now=unit.own.phase.lost_now + lost)
    scene.change(with_turn(worse, lost=unit.own.turn.lost + lost))


def wound(scene: Scene, unit_id: str, hits: int, harm: Harm) -> None:
    """Unsaved hits on a character: he dies when they reach what he can bear, one if no type says more (TA-CHAR-08)."""
    unit = scene.unit(unit_id)
    person = unit.own.person
    if not hits or person is None or not unit.figures:
        return
    wounds = min(person.wounds + hits, person.hits)
    scene.change(replace(unit, own=replace(unit.own, person=replace(person, wounds=wounds))))
    if wounds >= person.hits:
        kill_character(scene, unit_id, harm.under("TA-CHAR-08"))
    else:
        scene.tell(Marked(unit=unit_id, mark=WOUNDED, on=True, rules=harm.rules))


def kill_character(scene: Scene, unit_id: str, harm: Harm, how: How = "fell") -> None:
    """A character dies: he leaves his unit or his place, and if he led, it is remembered (TA-MORALE-20)."""
    unit = scene.unit(unit_id)
    person = unit.own.person
    assert person is not None
    if person.leadership:
        own = scene.battle.own
        scene.set(own=replace(own, leaders_lost=(*own.leaders_lost, _lost(scene.battle, unit))))
    take_off(scene, unit_id, Loss(1, how), harm)
    scene.change(replace(scene.unit(unit_id), fallen=0, place=OffTable("killed"), marks=()))
    scene.tell(Removed(unit=unit_id, figures=1, why="killed", rules=harm.rules))
    part(scene, unit_id, harm.rules)


def _lost(battle: Battle, leader: Unit) -> LeaderLost:
    """A leader as he falls. Who is near him is measured as for a living one: from the body he stands with."""
    spot = standing_with(battle, leader).pose
    near = (one.id for one in friends(battle, leader))
    reached = tuple(key for key in near if apart(battle, battle.units[key], leader) <= LEADER_REACH)
    return LeaderLost(leader.side, spot.x, spot.y, battle.turn, is_general(leader), reached)


def destroy(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...]) -> None:
    """A unit leaves the table for good; whoever is left of it has run away. Characters of it who live stand on their
    own where it stood."""
    unit = scene.unit(unit_id)
    survivors = company(scene.battle, unit)
    take_off(scene, unit_id, Loss(unit.figures, "routed", told=False), Harm(rules=rules))
    scene.change(replace(scene.unit(unit_id), fallen=0, place=OffTable(why)))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in survivors:
        stand_alone(scene, one, unit, ("TA-CHAR-06",))


# ---------------------------------------------------------------- taking them off the table


def _do_take_off(scene: Scene, step: TakeOff) -> None:
    thinned = [unit.id for unit in scene.battle.units.values() if unit.fallen and unit.on_table]
    if thinned:
        scene.now(*(ClearFallen(unit_id, step.action) for unit_id in thinned), CloseUp())


def closed_up(unit: Unit, where: str) -> Formed:
    """The body of a unit without its fallen: a rank less, or fewer files of the same depth."""
    body = unit.body
    assert isinstance(body, Formed)
    files = body.files
    if where == FLANKS:
        files = -(-unit.figures // body.ranks(unit.bodies))
    return replace(body, files=max(1, min(files, unit.figures)))


def _ask(battle: Battle, step: ClearFallen) -> tuple[Choose, ...] | None:
    """The owner is asked where it makes a difference (TA-RANGED-13, TA-MELEE-10)."""
    unit = battle.units[step.unit]
    if not unit.figures or not isinstance(unit.body, Formed) or not _may_narrow(battle, unit):
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} lose {unit.fallen}: from the rear, or from the flanks?",
            waits=f"{unit.name} to close up",
            rules=(LOSS_RULES[step.action][1],),
            options=(
                Option(REAR, f"From the rear: {closed_up(unit, REAR).files} files stay"),
                Option(FLANKS, f"From the flanks: {closed_up(unit, FLANKS).files} files stay"),
            ),
            default=Chosen((REAR,)),
        ),
    )


def _may_narrow(battle: Battle, unit: Unit) -> bool:
    """Whether taking whole files is another thing than taking the rear, finds room, and parts nobody in contact."""
    narrow = closed_up(unit, FLANKS)
    if narrow == closed_up(unit, REAR):
        return False
    there = outline(unit.pose, narrow, unit.figures)
    if any(overlapping(there, other.outline) for other in others(battle, unit)):
        return False
    touching = [foe.outline for foe in opponents(battle, unit) if gap(unit.outline, foe.outline) <= CONTACT]
    return all(gap(there, foe) <= CONTACT for foe in touching)


def _take(scene: Scene, step: ClearFallen, answers: tuple[Chosen, ...]) -> None:
    _clear(scene, step, option_choice.chosen(answers))


def _do(scene: Scene, step: ClearFallen) -> None:
    _clear(scene, step, REAR)


def _clear(scene: Scene, step: ClearFallen, where: str) -> None:
    unit = scene.unit(step.unit)
    rules = LOSS_RULES[step.action]
    if not unit.figures:
        destroy(scene, unit.id, "destroyed", rules)
        return
    body = closed_up(unit, where)
    scene.tell(Removed(unit=unit.id, figures=unit.fallen, why="fallen", rules=rules))
    scene.change(replace(unit, fallen=0, body=body))
    if body != unit.body:
        scene.tell(FormedEvent(unit=unit.id, pose=unit.pose, body=body, why="close up", rules=rules))


# ---------------------------------------------------------------- keeping in contact


def _close_up(scene: Scene, step: CloseUp) -> None:
    """They stay locked in any case until one is destroyed or routs (TA-MELEE-03)."""
    close_up(scene, ("TA-MELEE-03",))


TAKE_OFF = does(TakeOff, _do_take_off)
CLEAR_FALLEN = option_choice.chooses(ClearFallen, ask=_ask, take=_take, do=_do)
CLOSE_UP = does(CloseUp, _close_up)
