"""The smaller decisions: who moves first, who follows, with which weapon, against whom, in which order."""

from __future__ import annotations

from schiltron.battle.state.decision import Answer, Assign, Assigned, Choose, Chosen, Share
from schiltron.battle.state.field import commands, enemies, fights_for
from schiltron.captains.battlesystem.expected_losses import band, mean
from schiltron.captains.battlesystem.moving import balance, charge_in_reach
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.battlesystem.bases import PIECE
from schiltron.rulesets.battlesystem.field import ratings
from schiltron.rulesets.battlesystem.melee.eligible import opponents
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.melee.readying import ArmUp
from schiltron.rulesets.battlesystem.melee.readying import choices as weapons
from schiltron.rulesets.battlesystem.missiles.crews import Crews, offers
from schiltron.rulesets.battlesystem.movement.withdrawing import FOLLOW, STAY, Follow
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Battle, Unit, with_arms, with_turn
from schiltron.table.body import Single
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg, degrees, signed
from schiltron.table.outline import gap, outline

TAKE, LEAVE = "take", "leave"
_TURNS = {"front": 0, "right": QUARTER_TURN, "rear": HALF_TURN, "left": -QUARTER_TURN}


def who_moves(view: Battle, decision: Choose) -> Answer:
    """Move first if there is an enemy to charge before it goes away; otherwise let the enemy show where he goes."""
    us, *others = sorted((option.key for option in decision.options), key=lambda side: side != view.own.order[0])
    first = us == view.own.order[0] and charge_in_reach(Situation(view, us))
    return Chosen((us if first else others[0],))


def follow(view: Battle, step: Follow) -> Answer:
    """Follow if the melee would cost the enemy more than us."""
    unit, target = view.units[step.unit], view.units[step.target]
    situation = Situation(view, unit.side)
    odds = situation.reckoner.clash(band(view, unit), band(view, target), "front", charge=False)
    lost = {unit.id: odds.attacker, target.id: odds.defender}
    return Chosen((FOLLOW if balance(situation, view, lost) > 0 else STAY,))


def reface(view: Battle, unit: Unit, decision: Choose) -> Answer:
    """Towards the nearest enemy."""
    angle = _to_nearest(view, unit)
    ways = [option.key for option in decision.options]
    return Chosen((min(ways, key=lambda way: abs(signed(angle - _TURNS[way]))),))


def wheel(view: Battle, unit: Unit, decision: Choose) -> Answer:
    """A mob that is told to wheel looks at the nearest enemy."""
    angle = _to_nearest(view, unit)

    def off(key: str) -> Mdeg:
        side, turn = key.split()
        return abs(signed(angle - (1 if side == "right" else -1) * degrees(int(turn))))

    return Chosen((min((option.key for option in decision.options), key=off),))


def _to_nearest(view: Battle, unit: Unit) -> Mdeg:
    foes = [one for one in enemies(view, unit) if one.figures]
    near = min(foes, key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line), default=None)
    return turn_towards(unit.pose, near.outline.x, near.outline.y) if near is not None else 0


# ---------------------------------------------------------------- melee


def arm(view: Battle, step: ArmUp, decision: Choose) -> Answer:
    """The weapon that does most to all it fights, for the unit that has these to choose from."""
    offered = [option.key for option in decision.options]
    unit = next(one for one in view.standing() if _is_asked(view, step, one, offered))

    def done(weapon: str) -> float:
        there = view.with_unit(with_arms(unit, weapon=weapon))
        return sum(blow(there, unit.of or unit.id, foe) for foe in opponents(there, unit))

    return Chosen((max((option.key for option in decision.options), key=done),))


def _is_asked(view: Battle, step: ArmUp, unit: Unit, offered: list[str]) -> bool:
    if not commands(view, step.side, unit) or unit.own.arms.chosen_in == view.turn or unit.own.morale.rout is not None:
        return False
    if not opponents(view, unit):
        return False
    return [one.name for one in weapons(unit)] == offered


def surrounded(decision: Choose) -> Answer:
    """Surrounded enemies are not captured: guards are lost to the battle, and captives count for nothing in it
    (BS-7.15-08)."""
    keys = [option.key for option in decision.options]
    return Chosen(("destroy" if "destroy" in keys else keys[0],))


def pledge(view: Battle, unit: Unit, decision: Assign) -> Answer:
    """Figures that could fight several strike where they are worth most."""
    stakes = Stakes(view)

    def worth(foe: str) -> float:
        pledged = with_turn(unit, pledged=((foe, unit.figures),))
        made = frozen(view.with_unit(pledged), unit.id, foe)
        if made is None:
            return 0.0
        target = units_of(view, foe)[0]
        return mean(view, made) / made.figures.total * stakes.each(target) / ratings(view, target).hit_dice

    return Assigned(tuple(Share(item.key, max(item.bins, key=worth), item.count) for item in decision.items))


def next_melee(view: Battle, decision: Choose) -> Answer:
    """The melee where the enemy loses most for what we lose, so that later ones profit from it."""
    us, stakes = view.own.order[0], Stakes(view)

    def loss(key: str, target: str) -> float:
        unit = units_of(view, target)[0]
        return blow(view, key, target) * stakes.each(unit) / ratings(view, unit).hit_dice

    def gain(key: str) -> float:
        one, other = key.split(" against ")
        ours, theirs = (one, other) if fights_for(view, units_of(view, one)[0], us) else (other, one)
        return loss(ours, theirs) - loss(theirs, ours)

    return Chosen((max((option.key for option in decision.options), key=gain),))


def blow(view: Battle, key: str, target: str) -> float:
    """Damage that one party does to another in a round, on average."""
    made = frozen(view, key, target)
    return mean(view, made) if made is not None else 0.0


# ---------------------------------------------------------------- artillery


def serve(view: Battle, step: Crews) -> Answer:
    """A piece without a crew is taken over if it has targets and no enemy is about to overrun it (BS-10.10-02)."""
    machine = next(piece for unit, piece in offers(view, step.side) if unit.id not in step.declined)
    piece, here = PIECES[machine.engine], outline(machine.at, Single(PIECE), 1)
    foes = [(gap(here, foe.outline), foe) for foe in Situation(view, step.side).foes]
    marks = any(piece.nearest <= apart <= piece.ranges[-1] for apart, _ in foes)
    overrun = any(
        apart <= foe.charge and foe.fights and not (foe.loose or foe.routed or foe.busy) for apart, foe in foes
    )
    return Chosen((TAKE if marks and not overrun else LEAVE,))
