"""How good a place is: the melee there, the best hopes of a unit from there, and what it has to fear."""

from __future__ import annotations

from math import inf, pow
from typing import Final

from schiltron.battle.movement.straight_and_wheel import towards
from schiltron.battle.state.field import fights_against, fights_for, hostile
from schiltron.captains.by_this_axe.expected_losses import Band, Dice, cast, panics, suffers, volley
from schiltron.captains.by_this_axe.melees import Fate, Tie, brawl, clash
from schiltron.captains.by_this_axe.situation import Body, Situation, shaken, spent
from schiltron.captains.friends_near import shielded
from schiltron.rulesets.by_this_axe.attacks.melee import in_hard_going, over_obstacle
from schiltron.rulesets.by_this_axe.attacks.sighting import ARC, front_corners, in_sight
from schiltron.rulesets.by_this_axe.field import COMMAND_REACH, arc_from, is_routed, leader_near
from schiltron.rulesets.by_this_axe.morale.causes import PANIC_REACH
from schiltron.rulesets.by_this_axe.movement.charging import turn_limit
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.contact import Edge
from schiltron.table.facing import Arc
from schiltron.table.lengths import HALF_TURN, Mil, inches
from schiltron.table.outline import gap

PATIENCE: Final = 0.7
"""What a prospect is worth if it comes a turn later."""
UNSURE: Final = 0.4
"""Moves that the ground, or a turn, may cost on the way to a charge."""
PULL: Final = 0.1
"""Even a foe nobody likes to fight draws a captain on, by this part of its worth."""
RUNNER: Final = 0.5
SHOTS: Final = 1.5
"""How many volleys a place from which one can shoot promises."""
FEAR: Final = 0.7
"""How much weight has what the enemy could do by charging, if he moves next; and if he must wait for the next turn."""
FEAR_LATER: Final = 0.4
WITH_A_CARD: Final[Mil] = inches(3.5)
FEW_CHARGES: Final = 0.4
"""With order cards a charge goes farther, but there are not many of them."""
ARROWS: Final = 0.4
"""How much weight arrows have; none for those whom the enemy outshoots: they must get at him."""
SPARED: Final = 0.8
"""How much weight arrows have for a unit down to half, whoever shoots better: it is one more to be lost."""
HALFWAY: Final = 1.0
"""How much weight arrows have for horse that stops within bowshot and cannot charge from there."""
FARTHER: Final = 0.25
"""Part of a volley that threatens those who are not its nearest target."""
HELP: Final = 0.2
"""How much of the help counts that others could bring to a charge; and how much of the enemy's."""
COUNTER: Final = 0.12
COUNTER_LATER: Final = 0.06
HELPERS: Final = 2
SHIELDED: Final = 0.3
"""What is left of a threat that has a friend in its way."""
CROWD: Final = {False: 0.1, True: 0.3}
"""How likely a friend within 6 inches is held to be to run; and one in a melee."""
HOPE: Final = 0.25
"""What is left of a hope when there is something to be had at once."""
HEMMED: Final = 0.2
"""Part of its worth that a unit loses where it cannot turn."""
OUT_OF_COMMAND: Final = 0.2
"""Part of its worth that a unit loses beyond the reach of orders (TA-CMD-09)."""
STEADY: Final = 0.15
"""Part of its worth that a unit loses by a whole move away from where it looks: that is where it was going."""
SHARED: Final = 0.5
"""How much it lessens a threat that the foe could charge another as well."""

_ARC_OF: Final[dict[Edge, Arc]] = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}


# ---------------------------------------------------------------- melee


def fights(situation: Situation, battle: Battle, key: str) -> float:
    """The worth of the melee that a unit is in, with the help that both sides might bring."""
    members, ties = _melee(battle, key)
    if not ties:
        return 0.0
    bodies = {one: situation.body(battle, battle.units[one]) for one in members}
    everybody = situation.everybody(battle)
    alone = worth(situation, bodies, everybody, ties)
    ours = _helpers(situation, everybody, bodies, own=True)
    theirs = _helpers(situation, everybody, bodies, own=False)
    value = alone
    if ours:
        value += HELP * max(0.0, worth(situation, *_joined(bodies, everybody, ties, ours)) - alone)
    if theirs:
        share = COUNTER_LATER if situation.second else COUNTER
        value += share * min(0.0, worth(situation, *_joined(bodies, everybody, ties, theirs)) - alone)
    return value


def _melee(battle: Battle, key: str) -> tuple[list[str], list[Tie]]:
    """Everybody who hangs together in contact with a body, and who touches whom."""
    members, ties = [key], []
    for one in members:
        for each in battle.engagements:
            if each.touching and one in (each.attacker, each.defender):
                members += [other for other in (each.attacker, each.defender) if other not in members]
    for each in battle.engagements:
        if each.touching and each.attacker in members:
            ties.append(_tie(battle, each.attacker, each.defender, each.edge, opening=each.since == battle.turn))
    return members, ties


def _tie(battle: Battle, attacker: str, defender: str, edge: Edge, *, opening: bool) -> Tie:
    one, other = battle.units[attacker], battle.units[defender]
    arc: Arc = "rear" if is_routed(other) else _ARC_OF[edge]
    first, second = 0, 0
    if battle.board is not None and battle.board.features:
        first -= int(over_obstacle(battle, one, other))
        if one.own.profile.mounted != other.own.profile.mounted and in_hard_going(battle, one, other):
            first += int(other.own.profile.mounted)
            second += int(one.own.profile.mounted)
    return Tie(attacker, defender, arc, opening, opening, first, second)


def worth(situation: Situation, bodies: dict[str, Body], everybody: list[Body], ties: list[Tie]) -> float:
    """Points that a melee promises, own losses counted with care."""
    fates = _fates(bodies, ties)
    ours = (one for one in bodies.values() if fights_for(situation.battle, one.unit, situation.side))
    push = situation.temperament.blows(mounted=any(one.band.line.mounted for one in ours))
    value = 0.0
    for key, fate in fates.items():
        body = bodies[key]
        harm = _harm(body, fate, shaken(situation.battle, body.unit, everybody))
        foe = fights_against(situation.battle, body.unit, situation.side)
        risk = situation.care * situation.temperament.risks(mounted=body.band.line.mounted)
        value += push * harm if foe else -risk * harm
    return value


def _fates(bodies: dict[str, Body], ties: list[Tie]) -> dict[str, Fate]:
    if len(ties) == 1:
        tie = ties[0]
        one, other = bodies[tie.attacker].band, bodies[tie.defender].band
        if not tie.for_attacker and not tie.for_defender:
            ours, theirs = clash(one, other, tie.arc, charging=tie.charging, opening=tie.opening)
            return {tie.attacker: ours, tie.defender: theirs}
    return brawl({key: body.band for key, body in bodies.items()}, ties)


def _harm(body: Body, fate: Fate, beside: float) -> float:
    return fate.out * (body.life + 0.6 * body.power + beside) + 0.4 * fate.lost * body.power


def _helpers(
    situation: Situation, everybody: list[Body], bodies: dict[str, Body], *, own: bool
) -> list[tuple[str, str]]:
    """Who could still join a melee this turn, and against whom."""
    if situation.battle.own.options.command == "cards":
        return []
    found = []
    for one in everybody:
        mine = fights_for(situation.battle, one.unit, situation.side)
        if mine != own or one.busy or one.routed or not one.band.figures:
            continue
        if mine and (one.unit.own.turn.moved or one.unit.own.turn.shot):
            continue
        near = [
            (gap(one.outline, foe.outline), foe.unit.turn_in_line, key)
            for key, foe in bodies.items()
            if hostile(situation.battle, one.unit, foe.unit)
        ]
        if near and min(near)[0] <= one.move:
            apart, _, target = min(near)
            found.append((apart, one.unit.turn_in_line, one.id, target))
    return [(helper, target) for _, _, helper, target in sorted(found)[:HELPERS]]


def _joined(
    bodies: dict[str, Body], everybody: list[Body], ties: list[Tie], helpers: list[tuple[str, str]]
) -> tuple[dict[str, Body], list[Body], list[Tie]]:
    """The same melee with helpers on the flanks of their targets."""
    more = {one.id: one for one in everybody if one.id in dict(helpers)}
    return {**bodies, **more}, everybody, [*ties, *(Tie(helper, target, "flank") for helper, target in helpers)]


# ---------------------------------------------------------------- for good


def prospect(situation: Situation, body: Body) -> float:
    """The best a unit can look forward to, melee or shooting, less for every turn until then."""
    return max((_promise(situation, body, foe) for foe in situation.foes), default=0.0)


def _promise(situation: Situation, body: Body, foe: Body) -> float:
    apart = gap(body.outline, foe.outline)
    march = apart + situation.detour(body.outline, foe.outline, body)
    turns = max(1.0, march / body.pace + UNSURE) + _turning(situation, body, foe)
    turns /= situation.temperament.patience
    value = later(appeal(situation, body, foe), turns)
    return max(value, situation.temperament.shooting * _shooting(situation, body, foe, apart)) if body.reach else value


def _turning(situation: Situation, body: Body, foe: Body) -> float:
    """Turns that it takes to face a foe first, where no unit may turn as far as it likes (TA-CMD-13)."""
    limit = turn_limit(situation.battle, body.unit)
    if limit >= HALF_TURN:
        return 0.0
    return max(0.0, abs(towards(body.unit, foe.unit)) / limit - 1)


def appeal(situation: Situation, body: Body, foe: Body) -> float:
    """What charging a foe would be worth."""
    push = situation.temperament.blows(mounted=body.band.line.mounted)
    whole = push * (foe.life + foe.power)
    if foe.routed:
        return RUNNER * whole
    ours, theirs = clash(body.band, foe.band, charging=True)
    risk = situation.care * situation.temperament.risks(mounted=body.band.line.mounted)
    value = push * _harm(foe, theirs, 0.0) - risk * _harm(body, ours, 0.0)
    return value if spent(body) else max(value, PULL * whole)


def later(value: float, turns: float) -> float:
    """The present worth of something that comes so many turns later."""
    return value * pow(PATIENCE, turns)


def _shooting(situation: Situation, body: Body, foe: Body, apart: Mil) -> float:
    """What standing there to shoot promises, or coming nearer first."""
    near = min(apart, body.reach)
    value = SHOTS * shot_value(body.band, foe, near, _side_seen(body.unit, foe.unit))
    if body.band.spells and in_sight(situation.battle, body.unit, foe.unit):
        value += spell_value(body.band, foe, near)
    value = later(value, max(0.0, (apart - body.reach) / body.pace + 1 if apart > body.reach else 0.0))
    return value if apart > body.reach or sees(body.unit, foe.unit) else value * PATIENCE


def _side_seen(unit: Unit, target: Unit) -> Arc:
    return arc_from(unit.outline.x, unit.outline.y, target)


def sees(unit: Unit, target: Unit) -> bool:
    """Whether any part of a target lies before a unit's front (TA-RANGED-08)."""
    ends = front_corners(unit)
    rects = target.outline.rects
    marks = [(rect.x, rect.y) for rect in rects] + [corner for rect in rects for corner in rect.corners]
    return any(in_arc(*ends, unit.pose.heading, ARC, ARC, x, y) for x, y in marks)


def shot_value(shooters: Band, target: Body, apart: Mil, arc: Arc, beside: float = 0.0) -> float:
    """What one volley is worth; `beside` is what else may run."""
    return _worth_of(volley(shooters, target.band, arc, apart), target, beside)


def spell_value(mages: Band, target: Body, apart: Mil, beside: float = 0.0) -> float:
    """What all their spell dice are worth at one target."""
    return _worth_of(cast(mages, target.band, apart), target, beside)


def _worth_of(thrown: tuple[Dice, ...], target: Body, beside: float) -> float:
    if not thrown:
        return 0.0
    ordeal = suffers(target.band, thrown, ranged=True)
    part = ordeal.lost / max(1, target.band.figures)
    return ordeal.out * (target.life + beside) + part * target.power


# ---------------------------------------------------------------- for ill


def danger(situation: Situation, body: Body, friends: list[Body]) -> float:
    """What the enemy could do to a unit where it stands: the charges that can reach it, and its share of the arrows."""
    worst = rest = arrows = 0.0
    beside = shaken(situation.battle, body.unit, friends)
    cards = situation.battle.own.options.command == "cards"
    for foe in situation.foes:
        if foe.routed or foe.busy:
            continue
        apart = gap(body.outline, foe.outline)
        if foe.reach and apart <= foe.reach:
            seen = _side_seen(foe.unit, body.unit)
            arrows += shot_value(foe.band, body, apart, seen, beside) * _nearest(foe, apart, friends)
            arrows += FARTHER * spell_value(foe.band, body, apart, beside)
        if apart <= foe.pace + (WITH_A_CARD if cards else 0):
            threat = _threat(body, foe, friends, beside)
            if threat > 0.0:
                worst, rest = max(worst, threat), rest + min(worst, threat)
    fear = (FEAR_LATER if situation.second else FEAR) * (FEW_CHARGES if cards else 1.0)
    shy = SPARED if spent(body) else ARROWS * (1 - situation.outshot)
    if arrows and body.band.line.mounted and not body.reach and _halfway(situation, body):
        shy = HALFWAY
    return fear * (worst + rest / 2) + shy * arrows


def _halfway(situation: Situation, body: Body) -> bool:
    """Whether a unit stands where it could not even charge next turn."""
    return all(gap(body.outline, foe.outline) > body.pace for foe in situation.foes)


def crowding(body: Body, friends: list[Body]) -> float:
    """What it costs to stand where a rout would spread from one friend to the other (TA-MORALE-04)."""
    if not body.band.figures:
        return 0.0
    return sum(
        CROWD[one.busy] * panics(body.band) * body.life + CROWD[body.busy] * panics(one.band) * one.life
        for one in friends
        if one.band.figures and gap(one.outline, body.outline) <= PANIC_REACH
    )


def _threat(body: Body, foe: Body, friends: list[Body], beside: float) -> float:
    """What a charge would cost a unit, less where the foe has others to charge or to go round."""
    theirs, ours = clash(foe.band, body.band)
    threat = _harm(body, ours, beside) - 0.8 * _harm(foe, theirs, 0.0)
    if threat > 0.0:
        others = sum(1 for one in friends if gap(one.outline, foe.outline) <= foe.pace)
        between = shielded(body.outline, foe.outline, (one.outline for one in friends))
        threat *= (SHIELDED if between else 1.0) / (1 + SHARED * others)
    return threat


def _nearest(foe: Body, apart: Mil, friends: list[Body]) -> float:
    closer = any(gap(friend.outline, foe.outline) < apart for friend in friends)
    return FARTHER if closer else 1.0


def hemmed_in(battle: Battle, body: Body) -> bool:
    """Whether a unit stands so near the edge of the table that it could not turn about."""
    board, here = battle.board, body.outline
    if board is None:
        return False
    return min(here.x, board.width - here.x, here.y, board.depth - here.y) < here.radius


# ---------------------------------------------------------------- all in all


def score(situation: Situation, battle: Battle, unit: Unit, least: float = -inf) -> float:
    """How good it is for a unit to stand there when its side has moved; of what is no better than `least`, no more than
    that it is not."""
    body = situation.body(battle, unit)
    hope = prospect(situation, body)
    if hope <= least:
        return hope
    friends = [one for one in situation.friends if one.id != unit.id and not one.routed]
    value = hope - situation.care * danger(situation, body, friends) - crowding(body, friends)
    value -= HEMMED * body.life * hemmed_in(battle, body) + about_turn(situation, body)
    if battle.own.options.command == "cards" and leader_near(battle, unit, COMMAND_REACH) is None:
        value -= OUT_OF_COMMAND * body.life
    return value


def about_turn(situation: Situation, body: Body) -> float:
    """What it costs to go back on one's way: who marches to and fro fights nobody."""
    before = situation.battle.units[body.id]
    here, there = before.outline, body.outline
    ahead_x, ahead_y = before.pose.forward
    back = -(ahead_x * (there.x - here.x) + ahead_y * (there.y - here.y))
    return STEADY * (body.life + body.power) * min(1.0, back / body.pace) if back > 0.0 else 0.0


def in_hand(stands: float) -> float:
    """The worth of standing still, as it is compared with a charge that can be made now."""
    return stands if stands < 0 else HOPE * stands
