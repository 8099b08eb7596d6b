"""A routed unit recovers: TA-RALLY-04 to TA-RALLY-06."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room, turned
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.event import Formed
from schiltron.battle.state.field import enemies, opponents, touching
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Scene, Unit, with_turn
from schiltron.table.body import Body
from schiltron.table.contact import EDGES, Edge, sector, touches
from schiltron.table.facing import faced
from schiltron.table.lengths import CONTACT, HALF_TURN, QUARTER_TURN, Mdeg, degrees, signed
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose


def rally(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A unit recovers at once and faces the enemy; it moves and charges again next turn.

    TA-RALLY-04, TA-RALLY-05; also without a roll, by a card (TA-RALLY-06).
    """
    unit = scene.unit(unit_id)
    scene.change(with_turn(replace(unit, own=replace(unit.own, flight=None)), rallied=True))
    rules = tuple(dict.fromkeys((*rules, "TA-RALLY-04", "TA-RALLY-05")))
    scene.mark(unit_id, ROUTED, on=False, rules=rules)
    _face_enemy(scene, scene.unit(unit_id))


_FAN: Final[tuple[Mdeg, ...]] = tuple(range(0, HALF_TURN + 1, degrees(15)))


class Stance(NamedTuple):
    """A way to stand, after a turn."""

    turn: Mdeg
    pose: Pose
    body: Body


def _face_enemy(scene: Scene, unit: Unit) -> None:
    """Turn towards the nearest enemy unit, as nearly as there is room for (TA-RALLY-04)."""
    foe = _nearest_enemy(scene.battle, unit)
    if foe is None:
        return
    battle = scene.battle
    stance = next(one for one in _stances(battle, unit, foe) if not one.turn or _can_stand(battle, unit, one))
    if stance.turn:
        scene.change(replace(unit, place=unit.place_at(stance.pose), body=stance.body))
        rules = ("TA-RALLY-04",)
        scene.tell(Formed(unit=unit.id, pose=stance.pose, body=stance.body, why="face the enemy", rules=rules))
    battle = scene.battle
    scene.engage([_as_it_stands(battle, one) if one.defender == unit.id else one for one in battle.engagements])


def _stances(battle: Battle, unit: Unit, foe: Unit) -> Iterator[Stance]:
    """The best first. Towards an enemy who touches, figures turn where they stand; else the body about its middle."""
    here, there = unit.outline, foe.outline
    if touching(battle, unit, foe):
        edge = _side_of(here, there)
        wanted = EDGES.index(edge) * QUARTER_TURN
        if edge != "front":
            yield Stance(wanted, *faced(unit.pose, unit.body, unit.bodies, edge))
    else:
        middle = Pose(round(here.x), round(here.y), unit.pose.heading)
        wanted = middle.heading_to(there.x, there.y) - unit.pose.heading
    turns = {signed(wanted + side * turn) for turn in _FAN for side in (1, -1)} | {0, HALF_TURN}
    for turn in sorted(turns, key=lambda turn: (abs(signed(turn - wanted)), abs(turn), -turn)):
        yield Stance(turn, turned(unit, turn), unit.body)


def _nearest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    """Units before single figures."""
    return min(
        (enemy for enemy in enemies(battle, unit) if enemy.figures),
        key=lambda enemy: (is_character(enemy), gap(unit.outline, enemy.outline), enemy.turn_in_line),
        default=None,
    )


def _can_stand(battle: Battle, unit: Unit, stance: Stance) -> bool:
    """There is room, and nobody in contact with it is left behind."""
    there = outline(stance.pose, stance.body, unit.bodies)
    held = all(gap(there, enemy.outline) <= CONTACT for enemy in opponents(battle, unit))
    return held and has_room(battle, unit, there)


def _side_of(body: Outline, enemy: Outline) -> Edge:
    """The edge along which an enemy lies most, or on whose side he is."""
    along = max(touches(body, enemy), key=lambda touch: touch.length, default=None)
    return along.edge_a if along is not None else sector(body.main, enemy.x, enemy.y)


def _as_it_stands(battle: Battle, one: Engagement) -> Engagement:
    """Whoever came upon it in flight had its back (TA-MORALE-28); now he has the edge he stands at."""
    return replace(one, edge=_side_of(battle.units[one.defender].outline, battle.units[one.attacker].outline))
