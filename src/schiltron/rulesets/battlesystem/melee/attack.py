"""The attack rating of the moment and the armour it meets (Table 10, BS-8.3-06 to BS-8.3-12, 11.4, 11.6, 11.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import all_round, is_individual, ratings
from schiltron.rulesets.battlesystem.ground.heights import level_of
from schiltron.rulesets.battlesystem.in_command import fights_with_commander, suffers
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.melee.eligible import Contact
from schiltron.rulesets.battlesystem.ratings.racial import armour_terms, attack_terms
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import DITCH, FORD, GULLY, STREAM, SWAMP
from schiltron.table.ground import stood_in

Side = Literal["front", "flank", "rear"]
TABLE: Final = {str(row["condition"]): row for row in LAW.sheet("BS-T-10-melee-ar-modifiers").records()}
CAVALRY_CHARGE: Final = -2
"""Of charging cavalry and chariots (BS-11.4-01)."""
FROM_BELOW: Final = 4
"""Out of a ditch or a ford against those at its edge (BS-11.9-04)."""
FLANK, REAR = -1, -2
SHIELD_WALL: Final = -2
"""What a shield wall is worth against melee (BS-11.6-02)."""
_SUNKEN: Final = (DITCH, GULLY, SWAMP, STREAM, FORD)


def modifier(condition: str) -> int:
    return int(TABLE[condition]["modifier_to_apply"])


def struck_side(target: Unit, contacts: Sequence[Contact]) -> Side:
    """From where most of the attacking figures strike (BS-8.3-11)."""
    if all_round(target) or not contacts:
        return "front"
    kinds = Counter[Side](_side(one) for one in contacts)
    order: tuple[Side, ...] = ("front", "flank", "rear")
    return max(order, key=lambda side: kinds[side])


def _side(contact: Contact) -> Side:
    """Of the figure that is struck, which may have turned outward (BS-7.9-04)."""
    return contact.edge if contact.edge in ("front", "rear") else "flank"


def set_against(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether a charge has come onto set spears: they must look that way (BS-11.7-02, BS-11.7-04)."""
    if target.own.stance not in ("set_spears", "set_ring") or not attacker.own.turn.charged:
        return False
    return any(
        each.attacker == attacker.id
        and each.defender == target.id
        and each.since == battle.turn
        and (each.edge == "front" or target.own.stance == "set_ring")
        for each in battle.engagements
    )


def adjusted_attack(
    battle: Battle, attacker: Unit, target: Unit, contacts: Sequence[Contact], *, fleeing: bool = False
) -> Tally:
    """AR with everything of the moment; a minus helps the attacker."""
    base = Term("attack rating", ratings(battle, attacker).attack, "BS-8.3-01")
    where = _from_where(target, contacts, fleeing=fleeing)
    abilities = attack_terms(attacker.own.profile, target.own.profile, battle.own.options.light)
    return Tally("adjusted attack rating", (base, *_terms(battle, attacker, target), *where, *abilities))


def _from_where(target: Unit, contacts: Sequence[Contact], *, fleeing: bool) -> Iterator[Term]:
    """A free attack on who flees is always one from behind (BS-8.8-03)."""
    side = struck_side(target, contacts)
    if fleeing:
        yield Term("at the backs of the fleeing", REAR, "BS-8.8-03")
    elif side == "rear":
        yield Term("from behind", REAR, "BS-8.3-11")
    elif side == "flank" and target.own.profile.shields:
        yield Term("on the flank, past the shields", FLANK, "BS-8.3-11")


def _terms(battle: Battle, attacker: Unit, target: Unit) -> Iterator[Term]:
    own = attacker.own
    if own.worn_by_marches:
        yield Term("worn by forced marches", own.worn_by_marches, "BS-7.13-03")
    if not is_individual(attacker):
        yield from _of_formation(battle, attacker)
    yield from _of_ground(battle, attacker, target)
    if own.turn.charged and attacker.own.profile.mounted and not set_against(battle, attacker, target):
        yield Term("charging cavalry", CAVALRY_CHARGE, "BS-11.4-01")


def _of_formation(battle: Battle, attacker: Unit) -> Iterator[Term]:
    own = attacker.own
    if own.formation in ("open", "skirmish"):
        yield Term(f"{own.formation} formation", modifier("attacker_open_or_skirmish_formation"), "BS-8.3-06")
    if suffers(battle, attacker):
        yield Term("out of command", modifier("any_attacking_figure_out_of_command_not_skirmish"), "BS-8.3-07")
    if own.turn.charged and own.turn.closed_charge and own.formation == "closed":
        yield Term("charging in closed formation", modifier("attacker_charging_in_closed_formation"), "BS-8.3-09")
    if fights_with_commander(battle, attacker):
        yield Term("commander in the ranks", modifier("attacking_commander_fighting_as_part_of_unit"), "BS-8.3-10")


def uphill(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether the enemy stands higher, and ground counts (BS-8.3-08, BS-5.0-01)."""
    return battle.own.options.level != "basic" and level_of(battle, target) > level_of(battle, attacker)


def _of_ground(battle: Battle, attacker: Unit, target: Unit) -> Iterator[Term]:
    """Nothing in the Basic Game, where terrain has no effect (BS-5.0-01)."""
    if battle.own.options.level == "basic":
        return
    if uphill(battle, attacker, target):
        row = TABLE["defender_on_higher_ground"]
        printed = battle.own.options.higher_ground == "printed"
        yield Term(
            "enemy on higher ground", int(row["printed_modifier" if printed else "modifier_to_apply"]), "BS-8.3-08"
        )
    low = [feature for feature in battle.table.features if feature.kind in _SUNKEN]
    if low and stood_in(low, attacker.outline) is not None and stood_in(low, target.outline) is None:
        yield Term("out of a ditch or water", FROM_BELOW, "BS-11.9-04")


def armour(
    battle: Battle, target: Unit, attacker: Unit, contacts: Sequence[Contact], *, fleeing: bool = False
) -> Tally:
    """The armour class the attack meets; who flees turns his back and no shields (BS-8.8-03)."""
    base = Term("armour class", ratings(battle, target).armour_class, "BS-8.4-01")
    terms = [base, *armour_terms(target.own.profile, attacker.own.profile)]
    walled = not fleeing and target.own.stance in ("shield_wall", "shield_ring")
    if walled and struck_side(target, contacts) == "front":
        terms.append(Term("shield wall", SHIELD_WALL, "BS-11.6-02"))
    return Tally("armour class", tuple(terms))
