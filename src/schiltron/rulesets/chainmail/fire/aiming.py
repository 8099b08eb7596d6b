"""One unit aims at one target: who may be fired at, how far, in which way, and the fire that comes of it.

A unit fires with everybody who can: figures that fire at one target are not split into smaller groups (CM-MISSILE-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.probability import expected
from schiltron.battle.state.field import apart, hostile, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.memory import noted
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.fantasy.archery import as_more
from schiltron.rulesets.chainmail.fantasy.light import shy_term
from schiltron.rulesets.chainmail.fantasy.unseen import unseen_by
from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.fire.arquebus import fusillade, need
from schiltron.rulesets.chainmail.fire.cover import Shelter, shelter
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot, answered, marked_shot
from schiltron.rulesets.chainmail.fire.outlook import promised
from schiltron.rulesets.chainmail.fire.rates import die_bonus
from schiltron.rulesets.chainmail.fire.sighting import (
    Sights,
    apart_from,
    distance,
    firing,
    firing_front,
    front_of,
    sights,
)
from schiltron.rulesets.chainmail.fire.tables import (
    ARROW_PROOF,
    FULLY_ARMORED,
    WORDS,
    grouped,
    higher_category,
    kills_by_face,
)
from schiltron.rulesets.chainmail.fire.volleys import Fire, Volley
from schiltron.rulesets.chainmail.fire.weapons import Way, reach, shooting, weapon_of
from schiltron.rulesets.chainmail.man_to_man.shooting import Shafts, line_of, shafts
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troop_traits.bonuses import combat_term
from schiltron.table.front import front_middle
from schiltron.table.lengths import TOLERANCE, Mil, show_inches

_AIMS: Final = "aims"


def is_mark(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit may want to fire at another: an enemy, or mercenaries of its own side who march to join him.

    Bribed men are fired on by neither side unless its player chooses (CM-HIST-19).
    """
    return target.id != unit.id and (hostile(battle, unit, target) or target.own.hire.temper == "bribed")


def against(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """What makes somebody no target at all."""
    if target.host:
        host = battle.units[target.host].name
        return [Reason(f"{target.name} is among {host} and falls last of them", ("CM-HIST-38",))]
    if not is_mark(battle, unit, target) or not target.on_table or not target.figures:
        return [Reason(f"{target.name} {_are(target)} no enemy on the table", ("CM-MISSILE-01",))]
    if in_melee(battle, target):
        return [Reason(f"{target.name} {_are(target)} in melee", ("CM-MELEE-34",))]
    if battle.own.options.fantasy == "off":
        return []
    unseen = unseen_by(battle, unit, target, apart(battle, unit, target))
    return [unseen] if unseen is not None else []


def _are(unit: Unit) -> str:
    return does("are", one=unit.original == 1)


def marks(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Those in range whom a unit may want to fire at, the lowest id first."""
    far, here = reach(unit, scale=battle.own.options.scale).total + TOLERANCE, unit.outline
    near = [other for other in battle.standing() if other.figures and here.near(other.outline, 2 * far)]
    if near:
        front = firing_front(battle, unit)
        for other in in_line([one for one in near if is_mark(battle, unit, one)]):
            if apart_from(unit, front, other) <= far:
                yield other


def in_range(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit's missiles carry as far as a target; a generous glance spares most of the measuring."""
    far = reach(unit, scale=battle.own.options.scale).total + TOLERANCE
    return unit.outline.near(target.outline, 2 * far) and distance(battle, unit, target) <= far


def aim(battle: Battle, unit: Unit, target: Unit, *, enchanted: bool = False) -> Fire | list[Reason]:
    """A unit's fire at a target, or everything against it; whether it may fire now is for `rates` to say. An order is
    asked for, sampled, judged and carried out in one position: it is worked out once."""
    if battle.units.get(unit.id) is not unit or battle.units.get(target.id) is not target:
        return aim_once(battle, unit, target, enchanted=enchanted)
    aims: dict[tuple[str, str, bool], Fire | list[Reason]] = noted(battle, _AIMS)
    key = (unit.id, target.id, enchanted)
    found = aims.get(key)
    if found is None:
        found = aims[key] = aim_once(battle, unit, target, enchanted=enchanted)
    return list(found) if isinstance(found, list) else found


def aim_once(battle: Battle, unit: Unit, target: Unit, *, enchanted: bool = False) -> Fire | list[Reason]:
    """The same in a position that is only thought of and not come back to.

    Direct and indirect fire are both looked at, and the one that promises more is chosen: of equals the direct one. Why
    it cannot be indirect is told where direct fire finds no way.
    """
    found = against(battle, unit, target)
    weapon = weapon_of(unit)
    if found or weapon is None:
        return found
    if man_to_man(battle.own.options) and not line_of(shooting(unit)):
        text = f"{weapon.name} are for use at arm's length where one figure is one man"
        return [Reason(text, ("CM-MTM-26",))]
    marked = marked_shot(battle, unit, target, enchanted=enchanted) if unit.own.profile.nature is not None else None
    proof = trait(target, "proof_to_missiles") if marked is None else None
    if isinstance(marked, list):
        return marked
    if proof is not None:
        return [Reason(f"missiles do {target.name} no harm", (proof.rule,))]
    apart, seen = distance(battle, unit, target), sights(battle, unit, target)
    hidden = shelter(battle, unit, front_middle(front_of(unit)), target)
    ways: tuple[Way, ...] = ("direct",) if weapon.flat else ("direct", "indirect")
    fire: list[Fire] = []
    for way in ways:
        tried = _fire(battle, unit, target, way, apart, seen, hidden, marked)
        if not isinstance(tried, list):
            fire.append(tried)
        elif way == "direct" or hidden.proof or not seen.direct:
            found += [reason for reason in tried if reason.text not in [one.text for one in found]]
    if len(fire) > 1:
        return max(fire, key=lambda one: expected(promised(one)))
    return fire[0] if fire else found


def _fire(
    battle: Battle,
    unit: Unit,
    target: Unit,
    way: Way,
    apart: Mil,
    seen: Sights,
    hidden: Shelter,
    marked: MarkedShot | None,
) -> Fire | list[Reason]:
    """Fire in one of the two ways; a `marked` shot needs nothing but the way."""
    found = _out_of_range(battle, unit, target, way, apart)
    leaders = seen.of(way)
    if not leaders:
        found += seen.against
    if way == "indirect" and hidden.overhead:
        found.append(Reason(f"{target.name} {_are(target)} under cover from above", ("CM-MISSILE-28",)))
    if found:
        return found
    if isinstance(marked, MarkedShot):
        return answered(battle, marked) if in_range(battle, target, unit) else marked
    who = firing(battle, unit, leaders)
    more = as_more(unit, target, who.total)
    if more is not None:
        who = Tally(who.label, (*who.terms, more), measure=who.measure)
    if man_to_man(battle.own.options):
        return _shafts(battle, unit, target, way, who, apart, hidden)
    if unit.own.profile.missile == "arquebus":
        fired = fusillade(unit, target, who, need(battle, unit, apart, hidden))
        return [fired] if isinstance(fired, Reason) else fired
    return _volley(battle, unit, target, way, who, hidden)


def _shafts(
    battle: Battle, unit: Unit, target: Unit, way: Way, who: Tally, apart: Mil, hidden: Shelter
) -> Shafts | list[Reason]:
    """Every man for himself (CM-MTM-26); cover takes off the dice what it does for arquebuses, and brush or a fence
    something as well (CM-MTM-29)."""
    over = way == "indirect"
    if hidden.proof and not over:
        return [Reason(f"{target.name} {_are(target)} arrow proof against missiles", ("CM-MISSILE-30",))]
    fire = shafts(battle, shooting(unit), (unit, target), who, apart, hidden.hard or int(hidden.soft), over=over)
    he = combat_term(battle, unit)
    if isinstance(fire, list) or he is None:
        return fire
    return replace(fire, need=replace(fire.need, terms=(*fire.need.terms, Term(he.label, -he.value, he.rule))))


def _out_of_range(battle: Battle, unit: Unit, target: Unit, way: Way, apart: Mil) -> list[Reason]:
    far = reach(unit, way, scale=battle.own.options.scale)
    if apart <= far.total + TOLERANCE:
        return []
    carry = "carry over heads" if way == "indirect" else "carry"
    text = f"{target.name} {_are(target)} {show_inches(apart)} away, {far.terms[0].label} {carry} "
    return [Reason(f"{text}{show_inches(far.total)}", (*far.rules, "CM-MISSILE-22"), measured=True)]


def _volley(battle: Battle, unit: Unit, target: Unit, way: Way, who: Tally, hidden: Shelter) -> Volley | list[Reason]:
    armour: str = target.own.profile.armour
    over = way == "indirect"
    column = higher_category(armour) if over else ARROW_PROOF if hidden.proof else armour
    if column == ARROW_PROOF:
        how = "fire over heads" if over else "missiles"
        rule = "CM-MISSILE-26" if over else "CM-MISSILE-30"
        return [Reason(f"{target.name} {_are(target)} arrow proof against {how}", (rule,))]
    he = combat_term(battle, unit)
    led = he.value if he is not None else 0
    shy = shy_term(battle, unit)
    groups, bonus = grouped(who.total, column), die_bonus(unit) + led + (shy.value if shy is not None else 0)
    if not any(max(kills_by_face(group, column, bonus)) for group in groups):
        rule = "CM-MISSILE-05" if column == FULLY_ARMORED else "CM-MISSILE-01"
        text = f"as few as {who.total} have no effect on targets that are {WORDS[column]}"
        return [Reason(text, (rule,))]
    notes = tuple(_notes(armour, column, groups, hidden, over=over))
    return Volley(unit.id, target.id, who, groups, column, bonus, hidden.soft and not over, way, notes=notes, led=led)


def _notes(armour: str, column: str, groups: tuple[int, ...], hidden: Shelter, *, over: bool) -> Iterator[Term]:
    if over:
        yield Term(f"over heads: {WORDS[armour]} counts as {WORDS[column]}", 0, "CM-MISSILE-26")
        if hidden.soft or hidden.proof:
            yield Term("cover is no help against what falls from above", 0, "CM-MISSILE-29")
    if len(groups) > 1:
        yield Term(f"more figures than one die stands for: {len(groups)} groups", 0, "CM-MISSILE-03")
