"""Who may shoot at whom, and with how many dice: TA-RANGED-01 to TA-RANGED-11 and TA-RANGED-14 to TA-RANGED-18."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.field import company, enemies_within, hostile, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.memory import noted
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.abilities import MARKSMAN, has
from schiltron.rulesets.by_this_axe.attacks.abilities import of_sight, resisted
from schiltron.rulesets.by_this_axe.attacks.numbers import capacity, level, named
from schiltron.rulesets.by_this_axe.attacks.sighting import clear_files, distance, hidden, in_sight
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike
from schiltron.rulesets.by_this_axe.field import alive, arc_from, is_character, is_routed, is_shamed, ordered
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import RANGED, RangedWeapon
from schiltron.table.lengths import TOLERANCE, Mil, show_inches

SHOOTING_RANKS: Final = 3  # TA-UNIT-06
_CANDIDATES: Final = "those shot at"
AT_A_CHARACTER: Final = {"1:5": 4, "1:20": 1}  # TA-RANGED-05

# ---------------------------------------------------------------- the shooters


def marksmen(battle: Battle, unit: Unit) -> list[Unit]:
    """The lines of a body that carry ranged weapons: its own, and those of characters who may attack (TA-DUEL-06)."""
    return [
        one
        for one in (unit, *company(battle, unit))
        if one.own.profile.ranged and not is_shamed(one) and not _has_cast(one)
    ]


def _has_cast(unit: Unit) -> bool:
    """A mage who has cast this turn has no shot besides (TA-FANT-M04)."""
    person = unit.own.person
    return person is not None and person.spells is not UNSET and unit.own.turn.shot


def reach(battle: Battle, unit: Unit) -> Mil:
    """How far anybody of a body can shoot; 0 for one without ranged weapons."""
    return max((RANGED[key].reach for one in marksmen(battle, unit) for key in one.own.profile.ranged), default=0)


def weapon_for(unit: Unit, apart: Mil) -> RangedWeapon | None:
    """Of the weapons that carry so far the one that is hardest to save against (TA-RANGED-14 to TA-RANGED-18)."""
    carrying = [RANGED[key] for key in unit.own.profile.ranged if RANGED[key].reach + TOLERANCE >= apart]
    return min(carrying, key=lambda weapon: (weapon.save, -weapon.reach), default=None)


def may_shoot(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a body from shooting at all (TA-RANGED-01, TA-RANGED-09, TA-RALLY-05)."""
    found = []
    if not unit.on_table or not alive(unit):
        return [Reason(f"{unit.name} is not on the table by itself", ("TA-RANGED-01",))]
    if not marksmen(battle, unit):
        rules = ("TA-DUEL-06",) if is_shamed(unit) else ("TA-RANGED-01",)
        found.append(Reason(f"nobody in {unit.name} has a ranged weapon he may use", rules))
    if in_melee(battle, unit):
        found.append(Reason(_said(unit, "are in melee"), ("TA-RANGED-01", "TA-RANGED-09")))
    if is_routed(unit):
        found.append(Reason(_said(unit, "are routed"), ("TA-MORALE-26",)))
    if unit.own.turn.rallied:
        found.append(Reason(_said(unit, "have rallied this turn"), ("TA-RALLY-05",)))
    if unit.own.turn.shot:
        found.append(Reason(_said(unit, "have shot this turn"), ("TA-RANGED-02",)))
    return found


def _said(unit: Unit, phrase: str) -> str:
    return f"{unit.name} {does(phrase, one=is_character(unit))}"


def holds_fire(battle: Battle, unit: Unit) -> list[Reason]:
    """Fire kept for the Movement Phase is not to be had in this one (TA-CMD-34)."""
    if ordered(battle, unit, "reserve") is None:
        return []
    return [Reason(_said(unit, "hold fire for the Movement Phase"), ("TA-CMD-34",))]


# ---------------------------------------------------------------- the target


def in_the_way(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """Everything against shooting at somebody but that another is closer."""
    if target.host:
        host = battle.units[target.host].name
        return [Reason(f"{target.name} is among {host} and cannot be picked out", ("TA-CHAR-06",))]
    if not hostile(battle, unit, target) or not target.on_table or not target.figures:
        return [Reason(f"{target.name} is no enemy on the table", ("TA-RANGED-03",))]
    found = []
    if in_melee(battle, target):
        found.append(Reason(_said(target, "are in melee"), ("TA-RANGED-09",)))
    apart, far = distance(unit, target), reach(battle, unit)
    if apart > far + TOLERANCE:
        text = f"{_said(target, 'are')} {show_inches(apart)} away, {_said(unit, 'reach')} {show_inches(far)}"
        found.append(Reason(text, ("TA-RANGED-16",), measured=True))
    return found + hidden(battle, unit, target)


def in_view(battle: Battle, unit: Unit) -> Iterator[tuple[Mil, Unit]]:
    """Enemies that may be shot, whether or not others are closer; the closest first, of equals a unit first."""
    return ((apart, enemy) for apart, enemy in _in_range(battle, unit) if _shootable(battle, unit, enemy))


def _in_range(battle: Battle, unit: Unit) -> list[tuple[Mil, Unit]]:
    """Enemies as far as anybody of a body can shoot; the closest first, of equals a unit first."""
    far = reach(battle, unit) + TOLERANCE
    near = [(distance(unit, enemy), enemy) for enemy in enemies_within(battle, unit, far)]
    found = [one for one in near if one[0] <= far]
    return sorted(found, key=lambda one: (one[0], is_character(one[1]), one[1].turn_in_line))


def _shootable(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether nothing is against shooting at an enemy in range but that another is closer."""
    return not in_melee(battle, enemy) and in_sight(battle, unit, enemy)


def candidates(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Those a body may shoot at: the closest (TA-RANGED-03, TA-RANGED-04), or all under a Target order (TA-CMD-33)."""
    known: dict[str, tuple[Unit, tuple[Unit, ...]]] = noted(battle, _CANDIDATES)
    found = known.get(unit.id)
    if found is None or found[0] is not unit:
        found = known[unit.id] = (unit, tuple(_candidates(battle, unit)))
    return found[1]


def _candidates(battle: Battle, unit: Unit) -> Iterator[Unit]:
    if ordered(battle, unit, "target") is not None:
        yield from (enemy for _, enemy in in_view(battle, unit))
        return
    closest: Mil | None = None
    alone: list[tuple[Mil, Unit]] = []
    for apart, enemy in _in_range(battle, unit):
        if closest is not None and apart > closest + TOLERANCE:
            break
        if (closest is not None and is_character(enemy)) or not _shootable(battle, unit, enemy):
            continue
        if is_character(enemy):
            alone.append((apart, enemy))
            continue
        if closest is None:
            closest = apart
            yield from (one for near, one in alone if near < apart - TOLERANCE)
        yield enemy
    if closest is None:
        yield from (one for _, one in alone)


def _not_closest(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """The closest unit that may be shot must be the target (TA-RANGED-03), unless a Target order lets them choose.

    At the closest a unit shoots without any order (TA-CMD-14).

    A character on his own need never be it, and may be if he is nearer than every unit (TA-RANGED-04).
    """
    if any(enemy.id == target.id for enemy in candidates(battle, unit)):
        return []
    other = next(enemy for enemy in candidates(battle, unit) if not is_character(enemy))
    if is_character(target):
        return [Reason(f"{other.name} are no farther away than {target.name}", ("TA-RANGED-04",))]
    free = ("TA-CMD-14",) if battle.own.options.command == "cards" else ()
    return [Reason(f"{other.name} are closer than {target.name}", ("TA-RANGED-03", *free))]


def _room(battle: Battle, target: Unit, shots: Iterable[Strike]) -> int | None:
    """How many figures may still shoot at a character in this phase (TA-RANGED-05); None at a unit: any number."""
    if not is_character(target):
        return None
    aimed = sum(blow.dice for shot in shots if shot.target == target.id for blow in shot.blows)
    return max(0, AT_A_CHARACTER[battle.own.options.scale] - aimed)


# ---------------------------------------------------------------- the shot


def aim(battle: Battle, unit: Unit, target: Unit, shots: Iterable[Strike] = ()) -> Strike | list[Reason]:
    """The shot of a body at a target, after the `shots` declared before it; or everything against it."""
    found = may_shoot(battle, unit)
    if not unit.on_table:
        return found
    found += in_the_way(battle, unit, target)
    if not found:
        found += _not_closest(battle, unit, target)
    room = _room(battle, target, shots)
    if room == 0:
        text = f"no more figures may shoot at {target.name} in this phase"
        found.append(Reason(text, ("TA-RANGED-05",)))
    return found or loosed(battle, unit, target, room)


def loosed(battle: Battle, unit: Unit, target: Unit, room: int | None = None) -> Strike:
    """One die for each figure that may shoot (TA-RANGED-11), `room` at most."""
    blows = []
    for blow in sorted(_blows(battle, unit, target), key=lambda one: -one.need.total):
        dice = blow.dice if room is None else min(blow.dice, room)
        if room is not None:
            room -= dice
        if dice:
            blows.append(Blow(blow.by, blow.weapon, dice, blow.need))
    arc = arc_from(unit.outline.x, unit.outline.y, target)
    return Strike(unit.id, target.id, "shooting", arc, tuple(blows))


def _blows(battle: Battle, unit: Unit, target: Unit) -> list[Blow]:
    apart = distance(unit, target)
    blows = []
    for one in marksmen(battle, unit):
        weapon = weapon_for(one, apart)
        dice = shooters(battle, unit, target) if one.id == unit.id else 1
        if weapon is not None and dice:
            need = Tally("to hit", tuple(_terms(battle, one, target)))
            need = resisted(one, target, need)
            blows.append(Blow(one.id, weapon.id, dice, named(need, one, unit)))
    return blows


def _terms(battle: Battle, shooter: Unit, target: Unit) -> Iterator[Term]:
    yield level(capacity(shooter), "TA-RANGED-11")
    if has(shooter.own.profile, MARKSMAN):
        yield Term("marksmen", 1, "TA-FANT-A15")
    yield from of_sight(battle, shooter, target)


def shooters(battle: Battle, unit: Unit, target: Unit) -> int:
    """Ordinary figures that shoot: the front rank, and half of the second and third together (TA-RANGED-07).

    All of them only as far as the front figure of their file has a clear shot (TA-RANGED-08). Those who fell in this
    phase shoot as well (TA-TURN-04).
    """
    files = clear_files(battle, unit, target)
    ranks = [figure.rank for figure in unit.places if figure.file in files and figure.rank < SHOOTING_RANKS]
    front = ranks.count(0)
    return front + (len(ranks) - front) // 2


def _allowed(battle: Battle, unit: Unit, shots: Sequence[Strike]) -> Iterator[Unit]:
    if not may_shoot(battle, unit) and not holds_fire(battle, unit):
        yield from (enemy for enemy in candidates(battle, unit) if _room(battle, enemy, shots) != 0)


def has_target(battle: Battle, unit: Unit) -> bool:
    """Whether there is any shot a body may declare now."""
    return next(_allowed(battle, unit, ()), None) is not None


def targets(battle: Battle, unit: Unit, shots: Sequence[Strike] = ()) -> list[Strike]:
    """Every shot a body may declare now, at the closest target first."""
    return [loosed(battle, unit, enemy, _room(battle, enemy, shots)) for enemy in _allowed(battle, unit, shots)]


def closest_units(battle: Battle, unit: Unit) -> list[Unit]:
    """The units, not single characters, among those a body may shoot at."""
    return [enemy for enemy in candidates(battle, unit) if not is_character(enemy)]
