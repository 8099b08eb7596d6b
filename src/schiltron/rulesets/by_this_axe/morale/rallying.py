"""Rallying: TA-RALLY-01 to TA-RALLY-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Checked, Formed
from schiltron.battle.field import apart, enemies, opponents, standing_with, touching
from schiltron.battle.fleeing import has_room, turned
from schiltron.battle.state import Engagement
from schiltron.battle.tally import Tally, Term
from schiltron.battle.unit import OnTable, in_line
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed, leads
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.morale.steps import OfferRally, Rallies, RollRally
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Scene, Unit
from schiltron.table.body import Body
from schiltron.table.contact import EDGES, Edge, sector, touches
from schiltron.table.facing import faced
from schiltron.table.lengths import CONTACT, HALF_TURN, QUARTER_TURN, Mdeg, degrees, signed
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose

_LEVELS: Final = {int(row["level"]): str(row["name"]) for row in LAW.sheet("TA-T-leadership").records()}
_TRY, _LEAVE = "try", "leave"
_RULES: Final = ("TA-RALLY-02", "TA-RALLY-08", "TA-CHAR-09")


# ---------------------------------------------------------------- who may try


def _do_rallies(scene: Scene, _step: Rallies) -> None:
    """After both sides have moved, one try for each leader and each unit he touches (TA-RALLY-03).

    The best leader tries first.
    """
    battle = scene.battle
    people = [(unit.own.person, unit) for unit in in_line(battle.units.values())]
    leaders = sorted(((he, unit) for he, unit in people if he is not None), key=lambda one: -one[0].leadership)
    scene.now(
        *(
            OfferRally(leader.id, unit.id)
            for side in battle.own.order
            for _, leader in leaders
            for unit in battle.units.values()
            if leader.side == unit.side == side and _reaches(battle, leader, unit)
        )
    )


def _reaches(battle: Battle, leader: Unit, unit: Unit) -> bool:
    """A general or leader in touch with a routed unit: in its ranks, or himself not in flight (TA-RALLY-01)."""
    person = leader.own.person
    if person is None or not person.leadership or not alive(leader):
        return False
    if not (alive(unit) and unit.on_table and is_routed(unit)):
        return False
    if leader.host == unit.id:
        return True
    return not is_routed(standing_with(battle, leader)) and apart(battle, leader, unit) <= CONTACT


def leadership(leader: Unit) -> Tally:
    """His level, and nothing else (TA-RALLY-08); none for one who has just declined a challenge (TA-RALLY-07)."""
    person = leader.own.person
    assert person is not None
    if person.shamed:
        term = Term(f"{leader.name} declined a challenge", 0, "TA-RALLY-07")
        return Tally("leadership", (term,), verdict="impossible")
    return Tally("leadership", (Term(f"{leader.name}, {_LEVELS[person.leadership]}", person.leadership, "TA-CHAR-09"),))


# ---------------------------------------------------------------- whether he tries


def _ask_offer(battle: Battle, step: OfferRally) -> tuple[AnyDecision, ...] | None:
    leader, unit = battle.units[step.leader], battle.units[step.unit]
    if not _reaches(battle, leader, unit) or not leads(leader):
        return None
    level = leadership(leader).total
    return (
        Choose(
            seat=leader.controller,
            prompt=f"{leader.name} touches {unit.name}, in rout. Does he try to rally them, on {level} or less?",
            rules=("TA-RALLY-01", "TA-RALLY-03", *_RULES),
            options=(Option(_TRY, "Try to rally them"), Option(_LEAVE, "Let them run")),
            default=Chosen((_TRY,)),
        ),
    )


def _do_offer(scene: Scene, step: OfferRally) -> None:
    """Nobody is asked: the unit has been rallied meanwhile, or its leader has no word to give (TA-RALLY-07)."""
    leader, unit = scene.unit(step.leader), scene.unit(step.unit)
    if _reaches(scene.battle, leader, unit):
        scene.tell(_tried(leader, unit, rallied=False))


def _take_offer(scene: Scene, step: OfferRally, answers: tuple[Answer, ...]) -> None:
    if answers[0] == Chosen((_TRY,)):
        scene.now(RollRally(step.leader, step.unit))


def _suggest_offer(view: Battle, step: OfferRally, decision: AnyDecision) -> Iterator[Answer]:
    yield Chosen((_TRY,))
    yield Chosen((_LEAVE,))


# ---------------------------------------------------------------- the roll


def _ask_roll(battle: Battle, step: RollRally) -> Roll:
    """At or under his leadership, whatever else weighs on the unit (TA-RALLY-02, TA-RALLY-08)."""
    leader, unit = battle.units[step.leader], battle.units[step.unit]
    level = leadership(leader).total
    return Roll(
        purpose=f"{leader.name} tries to rally {unit.name}",
        pools=(Pool(1, 6, AtMost(level), leader.name, whose=unit.side),),
        rules=_RULES,
    )


def _roll_rally(scene: Scene, step: RollRally, pools: tuple[Thrown, ...]) -> None:
    rallied = bool(pools[0].hits)
    scene.tell(_tried(scene.unit(step.leader), scene.unit(step.unit), rallied=rallied))
    if rallied:
        rally(scene, step.unit, ("TA-RALLY-02",))


def _tried(leader: Unit, unit: Unit, *, rallied: bool) -> Checked:
    tally = leadership(leader)
    rules = tuple(dict.fromkeys((*_RULES, *tally.rules)))
    return Checked(unit=unit.id, why="rally", tally=tally, need=tally.total, passed=rallied, under=True, rules=rules)


# ---------------------------------------------------------------- rallied


def rally(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A unit recovers at once and faces the enemy; it moves and charges again next turn.

    TA-RALLY-04, TA-RALLY-05; also without a roll, by a card (TA-RALLY-06).
    """
    unit = scene.unit(unit_id)
    own = replace(unit.own, rallied=True, flight=None)
    scene.change(replace(unit, own=own))
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
    stance = next(one for one in _stances(unit, foe) if not one.turn or _can_stand(scene.battle, unit, one))
    if stance.turn:
        scene.change(replace(unit, place=OnTable(stance.pose), body=stance.body))
        rules = ("TA-RALLY-04",)
        scene.tell(Formed(unit=unit.id, pose=stance.pose, body=stance.body, why="face the enemy", rules=rules))
    battle = scene.battle
    scene.engage([_as_it_stands(battle, one) if one.defender == unit.id else one for one in battle.engagements])


def _stances(unit: Unit, foe: Unit) -> Iterator[Stance]:
    """The best first. Towards an enemy who touches, figures turn where they stand; else the body about its middle."""
    here, there = unit.outline, foe.outline
    if touching(unit, foe):
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


RALLIES = Handler(do=_do_rallies)
OFFER_RALLY = Handler(
    ask=_ask_offer,
    do=_do_offer,
    judge=choosing.judge,
    take=_take_offer,
    sample=choosing.sample,
    suggest=_suggest_offer,
)
ROLL_RALLY = Handler(ask=_ask_roll, roll=_roll_rally)
