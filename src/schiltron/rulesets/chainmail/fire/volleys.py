"""One unit fires at one target, and what its dice do: CM-MISSILE-01 to CM-MISSILE-05, and all that goes into them.

A unit fires with everybody who can: figures that fire at one target are not split into smaller groups (CM-MISSILE-04).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.event import Struck
from schiltron.battle.field import in_melee
from schiltron.battle.grammar import does
from schiltron.battle.illegal import Reason
from schiltron.battle.probability import expected
from schiltron.battle.tally import Tally, Term
from schiltron.rulesets.chainmail.fire.arquebus import SHOOTING, fusillade, need
from schiltron.rulesets.chainmail.fire.cover import Shelter, shelter
from schiltron.rulesets.chainmail.fire.outlook import promised
from schiltron.rulesets.chainmail.fire.rates import die_bonus
from schiltron.rulesets.chainmail.fire.sighting import Sights, distance, firing, front_of, sights
from schiltron.rulesets.chainmail.fire.steps import Fire, Volley, Way
from schiltron.rulesets.chainmail.fire.tables import (
    ARROW_PROOF,
    DIE,
    FULLY_ARMORED,
    WORDS,
    grouped,
    higher_category,
    kills_by_face,
)
from schiltron.rulesets.chainmail.fire.weapons import reach, weapon_of
from schiltron.rulesets.chainmail.history.bonuses import combat_term
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.front import front_middle
from schiltron.table.lengths import TOLERANCE, Mil, show_inches

# ---------------------------------------------------------------- the target


def is_mark(unit: Unit, target: Unit) -> bool:
    """Whether a unit may want to fire at another: an enemy, or mercenaries of its own side who march to join him.

    Bribed men are fired on by neither side unless its player chooses (CM-HIST-19).
    """
    return target.id != unit.id and (target.side != unit.side or target.own.temper == "bribed")


def against(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """What makes somebody no target at all."""
    if target.host:
        host = battle.units[target.host].name
        return [Reason(f"{target.name} is among {host} and falls last of them", ("CM-HIST-38",))]
    if not is_mark(unit, target) or not target.on_table or not target.figures:
        return [Reason(f"{target.name} {_are(target)} no enemy on the table", ("CM-MISSILE-01",))]
    if in_melee(battle, target):
        return [Reason(f"{target.name} {_are(target)} in melee", ("CM-MELEE-34",))]
    return []


def _are(unit: Unit) -> str:
    return does("are", one=unit.original == 1)


def marks(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Those in range whom a unit may want to fire at, the lowest id first."""
    for other in sorted(battle.standing(), key=lambda one: one.turn_in_line):
        if other.figures and is_mark(unit, other) and in_range(battle, unit, other):
            yield other


def in_range(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit's missiles carry as far as a target; a generous glance spares most of the measuring."""
    far = reach(unit).total + TOLERANCE
    return unit.outline.near(target.outline, 2 * far) and distance(battle, unit, target) <= far


# ---------------------------------------------------------------- the fire


def aim(battle: Battle, unit: Unit, target: Unit) -> Fire | list[Reason]:
    """A unit's fire at a target, or everything against it; whether it may fire now is for `rates` to say.

    Direct and indirect fire are both looked at, and the one that promises more is chosen: of equals the direct one. Why
    it cannot be indirect is told where direct fire finds no way.
    """
    found = against(battle, unit, target)
    weapon = weapon_of(unit)
    if found or weapon is None:
        return found
    apart, seen = distance(battle, unit, target), sights(battle, unit, target)
    hidden = shelter(battle, unit, front_middle(front_of(unit)), target)
    ways: tuple[Way, ...] = ("direct",) if weapon.flat else ("direct", "indirect")
    fire: list[Fire] = []
    for way in ways:
        tried = _fire(battle, unit, target, way, apart, seen, hidden)
        if not isinstance(tried, list):
            fire.append(tried)
        elif way == "direct" or hidden.proof or not seen.direct:
            found += [reason for reason in tried if reason.text not in [one.text for one in found]]
    return max(fire, key=lambda one: expected(promised(one))) if fire else found


def _fire(
    battle: Battle, unit: Unit, target: Unit, way: Way, apart: Mil, seen: Sights, hidden: Shelter
) -> Fire | list[Reason]:
    """Fire in one of the two ways."""
    found = _out_of_range(unit, target, way, apart)
    leaders = seen.of(way)
    if not leaders:
        found += seen.against
    if way == "indirect" and hidden.overhead:
        found.append(Reason(f"{target.name} {_are(target)} under cover from above", ("CM-MISSILE-28",)))
    if found:
        return found
    who = firing(battle, unit, leaders)
    if unit.own.profile.missile == "arquebus":
        fired = fusillade(unit, target, who, need(battle, unit, apart, hidden))
        return [fired] if isinstance(fired, Reason) else fired
    return _volley(battle, unit, target, way, who, hidden)


def _out_of_range(unit: Unit, target: Unit, way: Way, apart: Mil) -> list[Reason]:
    far = reach(unit, way)
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
    groups, bonus = grouped(who.total, column), die_bonus(unit) + led
    if not any(max(kills_by_face(group, column, bonus)) for group in groups):
        rule = "CM-MISSILE-05" if column == FULLY_ARMORED else "CM-MISSILE-01"
        text = f"so few as {who.total} have no effect on who are {WORDS[column]}"
        return [Reason(text, (rule,))]
    notes = tuple(_notes(armour, column, groups, hidden, over=over))
    return Volley(unit.id, target.id, who, groups, column, bonus, hidden.soft and not over, way, notes=notes, led=led)


def _notes(armour: str, column: str, groups: tuple[int, ...], hidden: Shelter, *, over: bool) -> Iterator[Term]:
    if over:
        yield Term(f"over heads: {WORDS[armour]} counts as {WORDS[column]}", 0, "CM-MISSILE-26")
        if hidden.soft or hidden.proof:
            yield Term("cover is no help against what falls from above", 0, "CM-MISSILE-29")
    if len(groups) > 1:
        yield Term(f"more than one die stands for: {len(groups)} groups", 0, "CM-MISSILE-03")


def again(fire: Fire) -> Fire:
    """The same fire once more: a second shot at the same target, from the same source of fire (CM-MISSILE-27)."""
    if isinstance(fire, Volley):
        once = len(fire.groups) // fire.shots
        return replace(fire, groups=fire.groups + fire.groups[:once], shots=fire.shots + 1)
    return replace(fire, shots=fire.shots + 1)


# ---------------------------------------------------------------- dice


def _faces(step: Volley) -> list[tuple[int, ...]]:
    """What each group kills, face by face."""
    return [kills_by_face(group, step.column, step.bonus) for group in step.groups]


def _is_certain(kills: tuple[int, ...]) -> bool:
    return min(kills) == max(kills)


def _ask(battle: Battle, step: Volley) -> Roll | None:
    """One die a group; none for a group that kills the same number whatever the die shows."""
    unit, target = battle.units[step.unit], battle.units[step.target]
    if not target.figures or _changes_nothing(step):
        return None
    pools = tuple(
        Pool(1, DIE, SumOf(), f"{group} of {unit.name}", unit.side)
        for group, kills in zip(step.groups, _faces(step), strict=True)
        if not _is_certain(kills)
    )
    return Roll(f"{unit.name} fire at {target.name}", pools, ("CM-MISSILE-01",))


def _changes_nothing(step: Volley) -> bool:
    """Whether all dice together come to the same number of kills."""
    least, most = sum(map(min, _faces(step))), sum(map(max, _faces(step)))
    return least // 2 == most // 2 if step.covered else least == most


def _roll(scene: Scene, step: Volley, pools: tuple[Thrown, ...]) -> None:
    thrown = iter(pools)
    _kill(scene, step, [0 if _is_certain(kills) else next(thrown).total for kills in _faces(step)])


def _do(scene: Scene, step: Volley) -> None:
    if scene.unit(step.target).figures:
        _kill(scene, step, [0] * len(step.groups))


def _kill(scene: Scene, step: Volley, faces: list[int]) -> None:
    killed = Tally("killed", (*step.notes, *_reckoned(step, faces)), measure="figures")
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=SHOOTING,
            dice=len(step.groups),
            hits=killed.total,
            kept=0,
            tallies=(step.firing, killed),
            rules=tuple(dict.fromkeys(("CM-MISSILE-01", *killed.rules))),
        )
    )
    fell(scene, step.target, killed.total, ("CM-MISSILE-01",))


def _reckoned(step: Volley, faces: list[int]) -> Iterator[Term]:
    """How the dice became kills, group by group; a face of 0 says that no die was needed."""
    total = 0
    for group, face in zip(step.groups, faces, strict=True):
        plain, armed, kills = (
            kills_by_face(group, step.column, bonus)[max(face, 1) - 1]
            for bonus in (0, step.bonus - step.led, step.bonus)
        )
        total += kills
        die = f"die {face}" if face else "no die needed"
        yield Term(f"{group} firing at {WORDS[step.column]}, {die}", plain, "CM-MISSILE-01")
        if step.bonus > step.led:
            yield Term(f"{step.bonus - step.led} added to the die", armed - plain, "CM-MISSILE-14")
        if step.led:
            yield Term("with the army commander", kills - armed, "CM-HIST-32")
    if step.covered:
        yield Term("soft cover, fractions dropped", total // 2 - total, "CM-MISSILE-27")


VOLLEY = Handler(ask=_ask, roll=_roll, do=_do)
