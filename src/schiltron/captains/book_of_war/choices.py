"""The smaller decisions: who gets spare dice, whom figures strike, which end closes up, whether to rally, whom heroes
take on, terrain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from schiltron.battle.state.decision import Answer, Assigned, Choose, Chosen, Laid
from schiltron.battle.state.field import enemies, fights_for, friendly, touching, troops
from schiltron.captains.book_of_war.expected_losses import damage_to, worth
from schiltron.captains.book_of_war.situation import blows_of
from schiltron.captains.steering import middle_of, turn_towards
from schiltron.rulesets.book_of_war.attacks.choices import Pick, Portion, Volley
from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.field import is_routed, troop
from schiltron.rulesets.book_of_war.morale.checks import Recover
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen, LeaveHedgehog
from schiltron.rulesets.book_of_war.morale.nerve import nerve_now
from schiltron.rulesets.book_of_war.outlook import Pool, breaks
from schiltron.rulesets.book_of_war.special_combat.challenges import ACCEPT, REFUSE, Challenge, asked
from schiltron.rulesets.book_of_war.special_combat.outlook import ending
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.outline import gap

# ---------------------------------------------------------------- handing out dice


def spare_dice(battle: Battle, step: Volley) -> Answer:
    """Left-over dice go to the enemies on whom one more die does most; friends get only dice that no enemy can have."""

    def worst(portion: Portion) -> tuple[bool, float]:
        target = battle.units[portion.target]
        shooters = battle.units[step.shot.unit]
        dice = Pool(portion.blow.dice, portion.blow.need.total, force(shooters.kind, target.kind, shooting=True))
        more = _one_more(battle, target, dice)
        friend = friendly(battle, shooters, target)
        return friend, more if friend else -more

    takers = sorted(step.portions, key=worst)[: step.spare]
    return Chosen(tuple(portion.target for portion in takers))


def _one_more(battle: Battle, target: Unit, pool: Pool) -> float:
    before = damage_to(battle, target, (pool,)) if pool.dice else 0.0
    return damage_to(battle, target, (pool._replace(dice=pool.dice + 1),)) - before


def pick_foes(battle: Battle, step: Pick, candidates: Iterable[Answer]) -> Answer:
    """Of the likely ways to share out blows, the one that hurts most."""
    unit = battle.units[step.unit]
    line = {fighter.place: fighter for fighter in fighters(battle, unit)}
    sure = {place: next(iter(fighter.foes)) for place, fighter in line.items() if len(fighter.foes) == 1}

    def value(answer: Answer) -> float:
        assert isinstance(answer, Assigned)
        chosen = sure | {int(share.item): share.bin for share in answer.shares}
        pools: dict[str, Counter[int]] = {}
        for place, foe in chosen.items():
            pools.setdefault(foe, Counter())[line[place].foes[foe].total] += line[place].dice
        return sum(
            damage_to(battle, battle.units[foe], _pools(unit, battle.units[foe], needs)) for foe, needs in pools.items()
        )

    return max(candidates, key=value)


def _pools(unit: Unit, foe: Unit, needs: Counter[int]) -> tuple[Pool, ...]:
    return tuple(Pool(dice, need, force(unit.kind, foe.kind)) for need, dice in sorted(needs.items()))


# ---------------------------------------------------------------- a unit in trouble


def closing_end(battle: Battle, step: ClearFallen, decision: Choose) -> Answer:
    """Files come off the end that is farther from the enemy in contact; evenly, or nearly, where there is none."""
    unit = battle.units[step.unit]
    offered = [option.key for option in decision.options]
    laterals = [
        unit.pose.local(foe.outline.x, foe.outline.y)[0] for foe in enemies(battle, unit) if touching(battle, unit, foe)
    ]
    if len(laterals) != 1 or abs(laterals[0]) < troop(unit).base.width / 2:
        return Chosen(("both",)) if "both" in offered else Chosen((offered[0],))
    end = "left" if laterals[0] > 0 else "right"
    return Chosen((end if end in offered else offered[0],))


def new_facing(battle: Battle, step: LeaveHedgehog, decision: Choose) -> Answer:
    """Towards the nearest enemy that does not run."""
    unit = battle.units[step.unit]
    offered = [option.key for option in decision.options]
    foes = sorted(
        (foe for foe in enemies(battle, unit) if foe.figures),
        key=lambda foe: (is_routed(foe), gap(unit.outline, foe.outline), foe.turn_in_line),
    )
    if not foes:
        return Chosen((offered[0],))
    turn = turn_towards(middle_of(unit), foes[0].outline.x, foes[0].outline.y)
    if abs(turn) <= 45_000:
        wish = "front"
    elif abs(turn) >= 135_000:
        wish = "rear"
    else:
        wish = "right" if turn > 0 else "left"
    return Chosen((wish if wish in offered else offered[0],))


def rally(battle: Battle, step: Recover) -> Answer:
    """A failed attempt destroys the unit, so it is made only when all other units are gone or the odds are good."""
    unit = battle.units[step.unit]
    others = any(
        friend.on_table and friend.figures and not is_routed(friend)
        for friend in troops(battle, unit.side)
        if friend.id != unit.id
    )
    fails = breaks(nerve_now(battle, unit), unit.figures, 0)
    pressed = any(unit.id in blows_of(battle, foe) for foe in enemies(battle, unit))
    return Chosen(("try",)) if not others or (fails < 0.5 and pressed) else Chosen(("decline",))


# ---------------------------------------------------------------- heroes against heroes


def take_on(battle: Battle, step: Challenge) -> Answer:
    """A hero takes on who is likelier to lose the more by it: chances to fall, each at the price of who falls."""
    hero = asked(battle, step)
    assert hero is not None
    one, other = battle.units[step.one], battle.units[step.other]
    end = ending(battle, one, other)
    balance = end.other_falls * worth(other.kind, 1) - end.one_falls * worth(one.kind, 1)
    return Chosen((ACCEPT if (balance if hero.id == one.id else -balance) > 0 else REFUSE,))


# ---------------------------------------------------------------- terrain


def lay(battle: Battle, side: str, candidates: Iterable[Answer]) -> Answer:
    """Horse and pikes want the middle open, foot without them wants it broken."""
    pieces = [one for one in candidates if isinstance(one, Laid)]
    board = battle.table
    lean = 0.0
    for unit in battle.units.values():
        kind = troop(unit)
        if kind.mounted or kind.pikes:
            lean += worth(unit.kind, unit.original) * (1 if fights_for(battle, unit, side) else -1)

    def from_middle(piece: Laid) -> float:
        if piece.feature is None:
            return 0.0
        left, top, right, bottom = piece.feature.bounds
        return abs(left + right - board.width) / board.width + abs(top + bottom - board.depth) / board.depth

    return max(pieces, key=from_middle) if lean >= 0 else min(pieces, key=from_middle)
