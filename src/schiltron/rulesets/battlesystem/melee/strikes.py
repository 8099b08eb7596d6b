"""The attacks of a melee, frozen before the dice fall (cases 8.4 to 8.6, 11.4, 11.5)."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.field import is_individual, members, mustered, ratings
from schiltron.rulesets.battlesystem.melee.attack import adjusted_attack, armour, set_against
from schiltron.rulesets.battlesystem.melee.eligible import contacts, who_fights, who_reaches
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.ratings.attack import in_hand
from schiltron.rulesets.battlesystem.ratings.blows import attacks, routine
from schiltron.rulesets.battlesystem.results import NEVER, inflicted_by_all
from schiltron.rulesets.battlesystem.state import Battle, Unit


class Strike(Struct, frozen=True):
    """One attack of a melee, fixed before the dice: who strikes (his figures, `rating` and `armour` make the Attack
    Roll with 2d6), and with which dice of damage. `doubled` are those that count twice, as lances in a charge;
    `times` is by how much all of it is multiplied; `aimed` names the skirmish figure that takes a free attack."""

    unit: str
    target: str
    figures: Tally
    rating: Tally
    armour: Tally
    damage: tuple[Damage, ...]
    doubled: tuple[Damage, ...] = ()
    times: int = 1
    free: bool = False
    aimed: str = ""


SET_SPEARS = 2
"""By how much set spears multiply the damage they do to chargers (BS-11.7-02)."""


def strike(battle: Battle, key: str, target: str, *, fleeing: str = "") -> Strike | None:
    """How one party strikes at another, or None where none of it can; `fleeing` is who of it flees, which makes it a
    free attack on him.

    Who has shot this round cannot fight (BS-10.2-04), who has routed strikes no blow (BS-6.4-02).
    """
    free = bool(fleeing)
    able = [unit for unit in units_of(battle, key) if unit.on_table and can_strike(unit)]
    fighting = [
        (unit, who_reaches(battle, unit, fleeing) if free else who_fights(battle, unit, target)) for unit in able
    ]
    fighting = [(unit, figures) for unit, figures in fighting if figures.total > 0]
    if not fighting:
        return None
    unit = fighting[0][0]
    touched = [one for each, _ in fighting for one in contacts(battle, each, fleeing or target)]
    enemy = battle.units[fleeing] if free else struck_first(battle, unit, target)
    blows = attacks(unit.own.profile, enemy.own.profile, battle.turn).total
    rating = adjusted_attack(battle, unit, enemy, touched, fleeing=free)
    return Strike(
        unit=unit.id,
        target=target,
        figures=_together(fighting),
        rating=rating,
        armour=armour(battle, enemy, unit, touched, fleeing=free),
        damage=routine(
            unit.own.profile,
            weapon=unit.own.arms.weapon,
            large=ratings(battle, enemy).size == "L",
            blows=blows,
            figures=mustered(battle, unit),
            members=members(battle, unit),
        ),
        doubled=_doubled(battle, unit, enemy, blows),
        times=SET_SPEARS if set_against(battle, enemy, unit) else 1,
        free=free,
        aimed=fleeing,
    )


def can_strike(unit: Unit) -> bool:
    return unit.own.morale.rout is None and not unit.own.turn.shots


def struck_first(battle: Battle, unit: Unit, target: str) -> Unit:
    """The unit of the other party that is touched; of a skirmish unit the first of its figures that is."""
    units = units_of(battle, target)
    touched = [
        battle.units[each.defender if each.attacker == unit.id else each.attacker]
        for each in battle.engagements
        if each.touching and unit.id in (each.attacker, each.defender)
    ]
    ids = {one.id for one in touched}
    return next((one for one in units if one.id in ids), units[0])


def in_order(battle: Battle, attacker: Unit, target: str) -> list[str]:
    """Those who take the damage: figures in contact first, then the nearest (BS-8.4-04)."""
    units = units_of(battle, target)
    x, y = attacker.outline.x, attacker.outline.y
    near = sorted(units, key=lambda one: ((one.outline.x - x) ** 2 + (one.outline.y - y) ** 2, one.turn_in_line))
    first = struck_first(battle, attacker, target)
    return [first.id, *(one.id for one in near if one.id != first.id)]


def _together(fighting: list[tuple[Unit, Tally]]) -> Tally:
    """The figures of all who fight as one; of a skirmish unit one term for all of them."""
    if len(fighting) == 1:
        return fighting[0][1]
    total = sum(figures.total for _, figures in fighting)
    return Tally("figures that fight", (Term("in contact", total, "BS-8.1-01"),), measure="figures")


def _doubled(battle: Battle, unit: Unit, enemy: Unit, blows: int) -> tuple[Damage, ...]:
    """The rider's blows with a weapon that counts double in a charge; his mount's do not (BS-11.4-02)."""
    held = in_hand(unit.own.profile, unit.own.arms.weapon)
    if held is None or not held.doubled_on_charge or not unit.own.turn.charged or not unit.own.profile.mounted:
        return ()
    return (held.large if ratings(battle, enemy).size == "L" else held.damage) * blows


def lowest_roll(one: Strike) -> int:
    """The best Attack Roll there is: the lower, the more damage (BS-8.4-02)."""
    return one.rating.total - one.armour.total + 2


def hopeless(one: Strike) -> bool:
    """An Attack Roll of 40 or more never does damage (BS-8.4-06)."""
    return lowest_roll(one) >= NEVER


def done_by(one: Strike, dice: int) -> int:
    """Damage in tenths of a hit die, of all figures together (BS-8.4-04); riders, crews and beasts strike at the same
    Attack Roll (BS-11.5-01)."""
    attack_roll = one.rating.total - one.armour.total + dice
    each = inflicted_by_all(attack_roll, (*one.damage, *one.doubled))
    return each * one.figures.total * one.times


def heroic(battle: Battle, key: str) -> bool:
    """Whether a party is an individual."""
    return key in battle.units and is_individual(battle.units[key])
