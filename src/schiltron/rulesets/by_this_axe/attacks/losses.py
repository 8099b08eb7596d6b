"""Figures fall, characters die, units are destroyed: TA-RANGED-12, TA-RANGED-13, TA-MELEE-09, TA-MELEE-10, TA-CHAR-08.

Whoever falls keeps his room until everything of the phase has been struck (TA-TURN-04); then each owner takes his
losses off, and those behind close up.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.closing_up import close_up
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Fell, Marked, Removed
from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.field import apart, company, opponents, others, standing_with
from schiltron.battle.leaving import part, stand_alone
from schiltron.battle.unit import OffTable
from schiltron.rulesets.by_this_axe.attacks.steps import Action, ClearFallen, CloseUp, TakeOff
from schiltron.rulesets.by_this_axe.field import LEADER_REACH, is_general
from schiltron.rulesets.by_this_axe.state import Battle, LeaderLost, Scene, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap, outline, overlapping

REAR: Final = "rear"
FLANKS: Final = "flanks"
WOUNDED: Final = "wounded"
LOSS_RULES: Final[dict[Action, tuple[str, ...]]] = {
    "shooting": ("TA-RANGED-12", "TA-RANGED-13"),
    "melee": ("TA-MELEE-09", "TA-MELEE-10"),
}

# ---------------------------------------------------------------- as they are struck


def fell(scene: Scene, unit_id: str, figures: int, action: Action) -> None:
    """Ordinary figures of a unit fall, as many as it has at most."""
    unit = scene.unit(unit_id)
    lost = min(figures, unit.figures)
    if not lost:
        return
    own = replace(unit.own, lost=unit.own.lost + lost, lost_now=unit.own.lost_now + lost)
    scene.change(replace(unit, figures=unit.figures - lost, fallen=unit.fallen + lost, own=own))
    scene.tell(Fell(unit=unit_id, figures=lost, left=unit.figures - lost, rules=LOSS_RULES[action]))


def wound(scene: Scene, unit_id: str, hits: int, rules: tuple[str, ...]) -> None:
    """Unsaved hits on a character: he dies when they reach what he can bear, one if no type says more (TA-CHAR-08)."""
    unit = scene.unit(unit_id)
    person = unit.own.person
    if not hits or person is None or not unit.figures:
        return
    wounds = min(person.wounds + hits, person.hits)
    scene.change(replace(unit, own=replace(unit.own, person=replace(person, wounds=wounds))))
    if wounds >= person.hits:
        kill_character(scene, unit_id, (*rules, "TA-CHAR-08"))
    else:
        scene.tell(Marked(unit=unit_id, mark=WOUNDED, on=True, rules=rules))


def kill_character(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A character dies: he leaves his unit or his place, and if he led, it is remembered (TA-MORALE-20)."""
    unit = scene.unit(unit_id)
    person = unit.own.person
    assert person is not None
    if person.leadership:
        own = scene.battle.own
        scene.set(own=replace(own, leaders_lost=(*own.leaders_lost, _lost(scene.battle, unit))))
    scene.change(replace(unit, figures=0, fallen=0, place=OffTable("killed"), marks=()))
    scene.tell(Fell(unit=unit_id, figures=unit.figures, left=0, rules=rules))
    scene.tell(Removed(unit=unit_id, figures=1, why="killed", rules=rules))
    part(scene, unit_id, rules)


def _lost(battle: Battle, leader: Unit) -> LeaderLost:
    """A leader as he falls. Who is near him is measured as for a living one: from the body he stands with."""
    spot = standing_with(battle, leader).pose
    near = (one.id for one in battle.standing() if one.side == leader.side and one.id != leader.id)
    reached = tuple(key for key in near if apart(battle, battle.units[key], leader) <= LEADER_REACH)
    return LeaderLost(leader.side, spot.x, spot.y, battle.turn, is_general(leader), reached)


def destroy(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...]) -> None:
    """A unit leaves the table for good. Characters of it who live stand on their own where it stood."""
    unit = scene.unit(unit_id)
    survivors = company(scene.battle, unit)
    lying = unit.bodies
    scene.change(replace(unit, figures=0, fallen=0, place=OffTable(why)))
    scene.tell(Removed(unit=unit_id, figures=lying, why=why, rules=rules))
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


def _ask(battle: Battle, step: ClearFallen) -> tuple[AnyDecision, ...] | None:
    """The owner is asked where it makes a difference (TA-RANGED-13, TA-MELEE-10)."""
    unit = battle.units[step.unit]
    if not unit.figures or not isinstance(unit.body, Formed) or not _may_narrow(battle, unit):
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} lose {unit.fallen}: from the rear, or from the flanks?",
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


def _take(scene: Scene, step: ClearFallen, answers: tuple[Answer, ...]) -> None:
    _clear(scene, step, choosing.chosen(answers))


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


TAKE_OFF = Handler(do=_do_take_off)
CLEAR_FALLEN = Handler(
    ask=_ask, judge=choosing.judge, take=_take, do=_do, sample=choosing.sample, suggest=choosing.suggest
)
CLOSE_UP = Handler(do=_close_up)
