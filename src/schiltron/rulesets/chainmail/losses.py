"""Figures fall and units leave the table (rules HIST, MELEE and FANT)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.platforms import carried_by
from schiltron.battle.movement.separation import part, stand_alone
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.battle import How
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Removed, Ruled
from schiltron.battle.state.field import company
from schiltron.battle.state.unit import Aloft, OffTable
from schiltron.rulesets.chainmail.engines import left_behind
from schiltron.rulesets.chainmail.fantasy.at_work import is_phantasm
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.fantasy.prowess import can_take, falls
from schiltron.rulesets.chainmail.field import HEDGEHOG, is_commander
from schiltron.rulesets.chainmail.state import WOUNDED, Battle, Scene, Unit, with_engine, with_turn, with_uncanny
from schiltron.rulesets.chainmail.troop_traits.bereavement import bereave
from schiltron.rulesets.chainmail.walking.footing import at_foot
from schiltron.rulesets.chainmail.walking.formations import kind
from schiltron.table.body import Formed

DESTROYED = "destroyed"
OVERRUN = "overrun by the pikes"
TAKEN = "taken prisoner"
SURRENDERED = "surrendered"
MARCHED_OFF = "marched off"
LOOTED = "looted"
SENT_AWAY = "gone to other pieces"
FADED = "gone like smoke"
ROOTED = "trees again"
FALLEN = "fallen from the air"
_WITHOUT_HIM = {DESTROYED: ("CM-HIST-38",), MARCHED_OFF: ("CM-HIST-39",)}
"""Ways in which a unit is gone and the army commander who was with it is not."""
_HOW: Final[dict[str, How]] = {
    DESTROYED: "fell",
    OVERRUN: "fell",
    TAKEN: "taken",
    SURRENDERED: "taken",
    LOOTED: "taken",
    MARCHED_OFF: "went_off",
    FADED: "went_off",
    ROOTED: "went_off",
    FALLEN: "fell",
}
"""What becomes of figures that go with their unit; in any other way they have run away."""
_KILLED_OR_TAKEN = (DESTROYED, FALLEN, OVERRUN, TAKEN, SURRENDERED)
"""Ways in which an army commander is lost, and not only gone (CM-HIST-37)."""


def fell(scene: Scene, unit_id: str, figures: int, harm: Harm) -> int:
    """Figures of a unit fall, as many as it has at most; they keep their room until they are taken off.

    The army commander with it falls last: when more are killed than it has (CM-HIST-38).
    """
    unit = scene.unit(unit_id)
    if _unreal(scene.battle, unit_id, harm):
        return 0
    if unit.own.profile.nature is not None:
        disturb(scene, unit_id, ATTACKED)
        return _hit(scene, scene.unit(unit_id), figures, harm)
    lost = take_off(scene, unit_id, Loss(figures, lie=True), harm)
    if lost < figures:
        _beyond(scene, unit_id, figures - lost, harm)
    return lost


def _beyond(scene: Scene, unit_id: str, hits: int, harm: Harm) -> None:
    """More are killed than a unit has: those who go with it fall last (CM-HIST-38, CM-FANT-HERO-04)."""
    for one in company(scene.battle, scene.unit(unit_id)):
        if one.own.profile.nature is None:
            fell(scene, one.id, 1, harm.under("CM-HIST-38"))
        else:
            fell(scene, one.id, hits, harm.under("CM-FANT-HERO-04"))


def _hit(scene: Scene, unit: Unit, hits: int, harm: Harm) -> int:
    """Creatures are hit, who may need several hits each, at once or in all (CM-FANT-GEN-07)."""
    figures, kept = falls(unit, hits)
    if unit.own.profile.nature is not None and unit.own.profile.nature.toughness == "cumulative":
        scene.change(with_uncanny(unit, wounds=kept))
        if unit.has(WOUNDED) != (kept > 0):
            scene.mark(unit.id, WOUNDED, on=kept > 0, rules=harm.rules)
    lost = take_off(scene, unit.id, Loss(figures, lie=True), harm)
    if lost < figures:
        _beyond(scene, unit.id, hits - can_take(unit, lost), harm)
    return lost


def _unreal(battle: Battle, unit_id: str, harm: Harm) -> bool:
    """Whether a phantasm would be harmed, or do the harm (CM-FANT-SPELL-07)."""
    return is_phantasm(battle, unit_id) or is_phantasm(battle, harm.by)


def kill(scene: Scene, unit_id: str, figures: int, harm: Harm) -> int:
    """Figures are killed outright, however many hits they can take."""
    if _unreal(scene.battle, unit_id, harm):
        return 0
    return take_off(scene, unit_id, Loss(figures, lie=True), harm)


def in_danger(battle: Battle, unit: Unit, involved: int) -> int:
    """How many can fall where so many of a unit are involved; the commander too, if that is all of it (CM-HIST-38)."""
    hits = can_take(unit, involved)
    if involved < unit.figures:
        return hits
    return hits + sum(can_take(one, 1) for one in company(battle, unit))


def clear(scene: Scene, rules: tuple[str, ...]) -> None:
    """The fallen of all units are removed; those behind close up, and a unit without figures is gone."""
    for unit in list(scene.battle.units.values()):
        if not unit.fallen or not (unit.on_table or unit.host):
            continue
        if not unit.figures:
            remove(scene, unit.id, DESTROYED, rules)
            continue
        body = unit.body
        if isinstance(body, Formed):
            body = replace(body, files=min(body.files, unit.figures))
        scene.tell(Removed(unit=unit.id, figures=unit.fallen, why="fallen", rules=rules))
        scene.change(replace(with_turn(unit, struck=()), fallen=0, body=body))
        if body != unit.body:
            scene.tell(FormedEvent(unit=unit.id, pose=unit.pose, body=body, why="close up", rules=rules))
        break_ring(scene, unit.id, rules)


def break_ring(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """With fewer than ten men left a hedgehog is one no more: they stand in line or column again (CM-MELEE-49)."""
    unit = scene.unit(unit_id)
    if unit.own.formation != "hedgehog" or unit.figures >= HEDGEHOG or not isinstance(unit.body, Formed):
        return
    body = replace(unit.body, hedgehog=False)
    own = replace(unit.own, formation=kind("line", body, unit.bodies))
    scene.change(replace(unit, body=body, own=own))
    told = (*rules, "CM-MELEE-49")
    scene.tell(FormedEvent(unit=unit_id, pose=unit.pose, body=body, why="too few for a hedgehog", rules=told))


def remove(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...], edge: str = "", by: str = "") -> None:
    """A unit leaves the table for good, and nobody is in contact with it any more.

    A machine whose crew is gone is left where it stands (CM-CATAPULT-07).
    The commander with a unit that was killed to the last man stands on his own where it stood, and so he does where
    mercenaries marched off; otherwise he shares its fate (CM-HIST-33).
    """
    unit = scene.unit(unit_id)
    survivors = company(scene.battle, unit)
    machine = left_behind(scene.battle, unit) if not edge else None
    take_off(scene, unit_id, Loss(unit.figures, _HOW.get(why, "routed"), told=False), Harm(by=by, rules=rules))
    gone = _gone(scene.unit(unit_id), why, edge)
    scene.change(replace(with_engine(gone, abandoned=machine), fallen=0))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    if machine is not None:
        scene.tell(Ruled(what=f"{unit.name} is left without a crew", rules=("CM-CATAPULT-07",)))
    part(scene, unit_id, rules)
    if unit.own.profile.engine == "siege_tower" and unit.on_table:
        _let_down(scene, unit, rules)
    for one in survivors:
        if type(unit.level) is Aloft:
            remove(scene, one.id, FALLEN, (*rules, "CM-FANT-ROC-05"), edge, by)
        elif one.own.profile.nature is not None:
            stand_alone(scene, one, unit, ("CM-FANT-HERO-02",))
        elif why in _WITHOUT_HIM:
            stand_alone(scene, one, unit, _WITHOUT_HIM[why])
        else:
            remove(scene, one.id, why, (*rules, "CM-HIST-33"), edge, by)
    if is_commander(unit) and why in _KILLED_OR_TAKEN:
        bereave(scene, unit)


def _let_down(scene: Scene, tower: Unit, rules: tuple[str, ...]) -> None:
    """Those in a siege tower that is lost come to the ground where there is room, or are lost with it (CM-SIEGE-07)."""
    for one in carried_by(scene.battle, tower.id):
        at, looks = (tower.pose.x, tower.pose.y), tower.pose.heading
        place = at_foot(scene.battle, at, looks, one.body, one.bodies, one.id) if isinstance(one.body, Formed) else None
        if place is None:
            remove(scene, one.id, DESTROYED, (*rules, "CM-SIEGE-07"))
        else:
            scene.change(replace(one, place=place))
            told = (*rules, "CM-SIEGE-07")
            scene.tell(FormedEvent(unit=one.id, pose=place.pose, body=one.body, why="get down", rules=told))


def leave(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...], edge: str) -> None:
    """A unit goes off the table in good order, and whoever is with it: out of play, but not lost."""
    unit = scene.unit(unit_id)
    companions = company(scene.battle, unit)
    scene.change(_gone(unit, why, edge))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in companions:
        leave(scene, one.id, why, rules, edge)


def _gone(unit: Unit, why: str, edge: str) -> Unit:
    """A unit that is off the table; prisoners it guarded stay behind (CM-MELEE-42)."""
    captives = tuple(some if some.left_at else replace(some, left_at=unit.pose) for some in unit.own.captives)
    return replace(
        unit,
        place=OffTable(why, edge),
        own=replace(unit.own, captives=captives, morale=replace(unit.own.morale, flight=None)),
    )
