"""The blows of a round, man by man, fixed at its start: CM-MTM-01, CM-MTM-02, CM-MTM-11, CM-MTM-12, CM-MTM-22.

As many men of two units that touch are paired as the smaller number has within reach; those who are over strike too,
each at one of them, and get no blow back. Blows of a pair alternate, beginning with who has the first blow.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from schiltron.rulesets.chainmail.man_to_man.arms import Kit, hooves, kit
from schiltron.rulesets.chainmail.man_to_man.blows import Man, ManBlow, able, need
from schiltron.rulesets.chainmail.man_to_man.first_blow import Meeting, first, meeting
from schiltron.rulesets.chainmail.man_to_man.parrying import Band, band
from schiltron.rulesets.chainmail.melee.involved import Melee, involved
from schiltron.rulesets.chainmail.state import Battle, Unit

Moments = tuple[tuple[ManBlow, ...], ...]
"""The blows of a round, one moment after the other."""


class Fighter(NamedTuple):
    """A man in a round."""

    unit: Unit
    place: int
    kit: Kit

    @property
    def man(self) -> Man:
        return self.unit.id, self.place


class Bout(NamedTuple):
    """Two men who fight, the first of the unit that came on; `extra` says that the other one fights somebody else, and
    strikes no blow back."""

    met: Meeting
    attacker: Fighter
    defender: Fighter
    extra: str = ""


class There(NamedTuple):
    """Figures of each unit of a melee by whom they fight, and at which place the first of them stands."""

    figures: dict[tuple[str, str], int]
    starts: dict[tuple[str, str], int]


def there(battle: Battle, melee: Melee) -> There:
    """Who fights whom, in numbers (CM-MELEE-03)."""
    figures: dict[tuple[str, str], int] = {}
    starts: dict[tuple[str, str], int] = {}
    for key in melee.units:
        unit, start = battle.units[key], 0
        for foe, number in involved(battle, unit, [battle.units[one] for one in melee.foes(key)]).items():
            figures[key, foe], starts[key, foe] = number, start
            start += number
    return There(figures, starts)


def bouts(battle: Battle, melee: Melee) -> list[Bout]:
    """Every pair of men who fight in a melee, and those who strike besides."""
    ranged = there(battle, melee)
    found = []
    for each in melee.pairs:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        met = meeting(battle, one, other)
        mine, theirs = ranged.figures[one.id, other.id], ranged.figures[other.id, one.id]
        paired = min(mine, theirs)
        for number in range(max(mine, theirs)):
            extra = "" if number < paired else one.id if mine > theirs else other.id
            ours = _fighter(battle, ranged, one, other, number, mine)
            his = _fighter(battle, ranged, other, one, number, theirs)
            found.append(Bout(met, ours, his, extra))
    return found


def _fighter(battle: Battle, ranged: There, unit: Unit, foe: Unit, number: int, there: int) -> Fighter:
    """The man with this number; of a side that has fewer the first again."""
    place = (ranged.starts[unit.id, foe.id] + number % (there or unit.figures)) % unit.figures
    return Fighter(unit, place, kit(battle, unit, place))


# ---------------------------------------------------------------- the blows of a pair


def parry(bout: Bout, one: Fighter, other: Fighter) -> Band | None:
    """The band in which a man parries the blows of another, if he does (CM-MTM-14 to CM-MTM-20)."""
    if bout.extra or not may_parry(bout.met, one, other) or other.unit.id not in one.unit.own.turn.parries:
        return None
    return band(one.kit.weapon, other.kit.weapon)


def may_parry(met: Meeting, one: Fighter, other: Fighter) -> bool:
    """Not with a weapon that is much the longer (CM-MTM-14), nor who was taken in the rear or lies on the ground."""
    return band(one.kit.weapon, other.kit.weapon).parries and met.silenced != one.unit.id and not one.kit.prone


def sequence(battle: Battle, bout: Bout) -> list[Fighter]:
    """Who of two men strikes, blow by blow (CM-MTM-22)."""
    attacker, defender = bout.attacker, bout.defender
    parrying = tuple(
        one.unit.id for one, other in ((attacker, defender), (defender, attacker)) if parry(bout, one, other)
    )
    begins, _ = first(bout.met, attacker.kit, defender.kit, parrying)
    order = (attacker, defender) if begins == attacker.unit.id else (defender, attacker)
    left = {one.unit.id: _blows(battle, bout, one, other) for one, other in (order, order[::-1])}
    found: list[Fighter] = []
    while any(left.values()):
        for one in order:
            if left[one.unit.id]:
                left[one.unit.id] -= 1
                found.append(one)
    return found


def _blows(battle: Battle, bout: Bout, one: Fighter, other: Fighter) -> int:
    """How often a man strikes this round; a parry takes the place of one blow (CM-MTM-15, CM-MTM-18)."""
    if bout.met.silenced == one.unit.id or one.kit.prone or not able(battle, one.unit):
        return 0
    if bout.extra and bout.extra != one.unit.id:
        return 0
    return band(one.kit.weapon, other.kit.weapon).blows - (parry(bout, one, other) is not None)


# ---------------------------------------------------------------- all of them


def moments(battle: Battle, melee: Melee) -> Moments:
    """All blows of a round of a melee, in the moments in which they fall."""
    all_bouts = bouts(battle, melee)
    found: dict[int, list[ManBlow]] = {}
    for bout in all_bouts:
        struck, late = sequence(battle, bout), _late(bout)
        for number, one in enumerate(struck):
            other = bout.defender if one is bout.attacker else bout.attacker
            found.setdefault(number + late, []).append(_blow(battle, bout, one, other))
        for one, other in ((bout.attacker, bout.defender), (bout.defender, bout.attacker)):
            when = next((number for number, each in enumerate(struck) if each is one), 1 if struck else 0)
            _kicks(found, battle, all_bouts, bout, (one, other), when + late)
    return tuple(tuple(sorted(found[number], key=lambda one: _turn(battle, one))) for number in sorted(found))


def _turn(battle: Battle, one: ManBlow) -> tuple[Any, ...]:
    """Blows of a moment by the names of the units and the places of the men, whoever met first."""
    (by, man), (at, foe) = one.by, one.at
    return battle.units[by].turn_in_line, man, one.hooves, battle.units[at].turn_in_line, foe


def _late(bout: Bout) -> int:
    """Who only strikes besides does so when his side's first blow falls."""
    begins, _ = first(bout.met, bout.attacker.kit, bout.defender.kit, ())
    return 0 if bout.extra in ("", begins) else 1


def _blow(battle: Battle, bout: Bout, one: Fighter, other: Fighter) -> ManBlow:
    at_horse = bool(other.kit.horse) and other.unit.id in one.unit.own.turn.at_horses
    parried = None if at_horse else parry(bout, other, one)
    mine, theirs = (one.unit, one.kit), (other.unit, other.kit)
    weapon = one.kit.weapon
    plain = need(battle, bout.met, mine, theirs, weapon=weapon, at_horse=at_horse)
    total = need(battle, bout.met, mine, theirs, weapon=weapon, parry=parried) if parried is not None else plain
    return ManBlow(
        by=one.man,
        at=other.man,
        weapon=weapon,
        need=total,
        at_horse=at_horse,
        breaks=plain.total if parried is not None and parried.breaks else 0,
        down=need(battle, bout.met, mine, (other.unit, _unhorsed(other.kit)), weapon=weapon)
        if other.kit.horse
        else None,
    )


def _unhorsed(man: Kit) -> Kit:
    return man._replace(horse="", barded=False, prone=True)


# ---------------------------------------------------------------- horses

_FIRST_KICK: Final = 2
"""The round from which horses attack as well (CM-MTM-11)."""


def _kicks(
    found: dict[int, list[ManBlow]],
    battle: Battle,
    all_bouts: list[Bout],
    bout: Bout,
    pair: tuple[Fighter, Fighter],
    when: int,
) -> None:
    """The blows of a rider's horse, at the moment of his own first one."""
    one, opponent = pair
    if not one.kit.horse or bout.met.round < _FIRST_KICK or not able(battle, one.unit):
        return
    if bout.extra and bout.extra != one.unit.id:
        return
    at = _kicked(all_bouts, one, opponent)
    if at is None:
        return
    number, weapon = hooves(one.kit.horse)
    score = need(battle, bout.met, (one.unit, one.kit), (at.unit, at.kit), weapon=weapon, hooves=True)
    kick = ManBlow(by=one.man, at=at.man, weapon=weapon, need=score, hooves=True)
    found.setdefault(when, []).extend([kick] * number)


def _kicked(all_bouts: list[Bout], one: Fighter, opponent: Fighter) -> Fighter | None:
    """Whom a horse attacks: a man on foot, of those it is set at, or whom its rider fights, or another (CM-MTM-12)."""
    wanted = one.unit.own.turn.horses_at
    if not opponent.kit.horse and wanted in ("", opponent.unit.id):
        return opponent
    around = [
        foe
        for bout in all_bouts
        for mine, foe in ((bout.attacker, bout.defender), (bout.defender, bout.attacker))
        if mine.unit.id == one.unit.id and not foe.kit.horse
    ]
    chosen = [foe for foe in around if foe.unit.id == wanted]
    among = chosen or ([opponent] if not opponent.kit.horse else around)
    return among[one.place % len(among)] if among else None


def as_told(unit: Unit, *, parries: tuple[str, ...] = (), at_horses: tuple[str, ...] = (), horses_at: str = "") -> Unit:
    """A unit with what is said of it for this turn, added to what was said before."""
    turn = unit.own.turn
    said = replace(
        turn,
        parries=(*turn.parries, *parries),
        at_horses=(*turn.at_horses, *at_horses),
        horses_at=horses_at or turn.horses_at,
    )
    return replace(unit, own=replace(unit.own, turn=said))
