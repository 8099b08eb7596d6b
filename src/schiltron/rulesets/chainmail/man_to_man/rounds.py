"""A round man to man: CM-MTM-02 to CM-MTM-04, CM-MTM-17, CM-MTM-23, CM-MTM-25.

Moment by moment the blows fall of those who still stand; when all have fallen the dead are taken off.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.movement.separation import part_who_are_apart
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Reported, Struck
from schiltron.battle.state.field import hostile
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted, listed
from schiltron.rulesets.chainmail.losses import clear, fell
from schiltron.rulesets.chainmail.man_to_man.arms import befall, kit, lot, weapon_of, without
from schiltron.rulesets.chainmail.man_to_man.arms import said as in_words
from schiltron.rulesets.chainmail.man_to_man.blows import (
    CALM,
    DICE,
    DIE,
    Falling,
    Man,
    ManBlow,
    Tide,
    falling,
    is_open,
    struck,
)
from schiltron.rulesets.chainmail.man_to_man.bouts import Moments, moments
from schiltron.rulesets.chainmail.man_to_man.first_blow import first, meeting
from schiltron.rulesets.chainmail.man_to_man.unhorsed import dismount
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.melee.involved import Melee, melees
from schiltron.rulesets.chainmail.state import Battle, Scene, men_of, with_men, with_turn
from schiltron.rulesets.chainmail.steps import HandToHand
from schiltron.table.outline import gap


class Blows(Step, frozen=True, omit_defaults=True, tag="chainmail.blows"):
    """The blows of a round that are still to fall, one moment after the other, and how it has gone so far."""

    units: tuple[str, ...]
    moments: Moments
    number: int = 1
    fallen: tuple[Man, ...] = ()
    broken: tuple[Man, ...] = ()
    down: tuple[Man, ...] = ()


_RULES: Final = ("CM-MTM-02", "CM-MTM-03", "CM-MTM-04")
_LOSSES: Final = ("CM-MTM-03",)
STRIKE, AT_HORSES, TRAMPLE = "blows", "blows at horses", "hooves"
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def melee_of(battle: Battle, step: HandToHand) -> Melee | None:
    """The melee of these units, of pairs that have not fought yet."""
    return next((one for one in melees(battle, step.fought) if set(one.units) == set(step.units)), None)


def _begin(scene: Scene, step: HandToHand) -> None:
    """All blows are fixed; and it is kept who has the first one (CM-MTM-06)."""
    melee = melee_of(scene.battle, step)
    if melee is None:
        return
    fixed = moments(scene.battle, melee)
    _lead(scene, melee)
    for key in melee.units:
        scene.change(with_turn(scene.unit(key), fought=True))
    scene.now(Blows(step.units, fixed))


def _lead(scene: Scene, melee: Melee) -> None:
    battle = scene.battle
    led: dict[str, list[str]] = {key: [] for key in melee.units}
    for each in melee.pairs:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        met = meeting(battle, one, other)
        parrying = tuple(key.id for key, foe in ((one, other), (other, one)) if foe.id in key.own.turn.parries)
        begins, _ = first(met, kit(battle, one, 0), kit(battle, other, 0), parrying)
        led[begins].append(met.other(begins))
    for key, foes in led.items():
        unit = scene.unit(key)
        if men_of(unit).led != tuple(foes):
            scene.change(with_men(unit, led=tuple(foes)))


# ---------------------------------------------------------------- the dice


def _tide(step: Blows) -> Tide:
    return Tide(frozenset(step.fallen), frozenset(step.broken), frozenset(step.down))


def _now(step: Blows) -> list[tuple[ManBlow, Falling]]:
    """The blows of this moment that fall."""
    tide = _tide(step)
    found = ((one, falling(tide, one)) for one in step.moments[0]) if step.moments else ()
    return [(one, fall) for one, fall in found if fall is not None]


def _ask(battle: Battle, step: Blows) -> Roll | None:
    pools = tuple(
        Pool(DICE, DIE, SumOf(), _label(battle, one), battle.units[one.by[0]].side)
        for one, fall in _now(step)
        if is_open(fall)
    )
    if not pools:
        return None
    names = listed([battle.units[key].name for key in step.units])
    which = _ORDINALS[min(step.number, len(_ORDINALS)) - 1]
    return Roll(f"the {which} blows between {names}", pools, _RULES)


def _label(battle: Battle, one: ManBlow) -> str:
    horse = "horse of " if one.hooves else ""
    return f"{horse}{battle.units[one.by[0]].name} against {battle.units[one.at[0]].name}"


def _roll(scene: Scene, step: Blows, pools: tuple[Thrown, ...]) -> None:
    """Blows of a moment fall together, each by itself."""
    thrown = iter(pools)
    now = [(one, fall, next(thrown).total if is_open(fall) else 0) for one, fall in _now(step)]
    before = _tide(step)
    tide = before
    for one, fall, total in now:
        tide = struck(tide, one, fall, total)
    _tell(scene, now)
    _tell_mishaps(scene, before, tide)
    _next(scene, step, tide)


def _next(scene: Scene, step: Blows, tide: Tide) -> None:
    rest = step.moments[1:]
    after = replace(
        step,
        moments=rest,
        number=step.number + 1,
        fallen=_in_line(scene.battle, tide.fallen),
        broken=_in_line(scene.battle, tide.broken),
        down=_in_line(scene.battle, tide.down),
    )
    if rest:
        scene.now(after)
    else:
        _close(scene, after)


def _in_line(battle: Battle, men: frozenset[Man]) -> tuple[Man, ...]:
    """Men by the names of their units."""
    return tuple(sorted(men, key=lambda man: (battle.units[man[0]].turn_in_line, man[1])))


def _do(scene: Scene, step: Blows) -> None:
    """No blow of this moment can do anything."""
    _tell(scene, [(one, fall, 0) for one, fall in _now(step)])
    if step.moments:
        _next(scene, step, _tide(step))
    else:
        _close(scene, step)


# ---------------------------------------------------------------- told


Told = tuple[ManBlow, Falling, int]


def _kind(one: Told) -> tuple[str, str, str, bool, bool, int]:
    blow, fall, _ = one
    return blow.by[0], blow.at[0], blow.weapon, blow.hooves, fall.at_horse, fall.need


def _tell(scene: Scene, now: list[Told]) -> None:
    """Blows alike of one unit at another are told together."""
    units = scene.battle.units
    told = sorted(now, key=_kind)
    told.sort(key=lambda one: (units[one[0].by[0]].turn_in_line, units[one[0].at[0]].turn_in_line))
    for (by, at, _, hooves, at_horse, _), group in groupby(told, key=_kind):
        alike = list(group)
        _, fall, _ = alike[0]
        hits = sum(total >= each.need for _, each, total in alike if total)
        dice = Tally("dice", tuple(Term("2d6", total) for _, _, total in alike if total))
        scene.tell(
            Struck(
                unit=by,
                target=at,
                action=TRAMPLE if hooves else AT_HORSES if at_horse else STRIKE,
                dice=DICE * len(alike),
                hits=hits,
                kept=0,
                tallies=(dice, fall.tally),
                rules=tuple(dict.fromkeys((*_RULES, *fall.tally.rules))),
            )
        )


def _tell_mishaps(scene: Scene, before: Tide, after: Tide) -> None:
    """Weapons that break in a parry (CM-MTM-17, CM-MTM-20), and horses that go down (CM-MTM-25)."""
    for key, number in _by_unit(scene.battle, after.broken - before.broken):
        unit = scene.unit(key)
        weapon = in_words(weapon_of(unit.own.profile))
        what = f"{counted(number, weapon)} of {unit.name} {'breaks' if number == 1 else 'break'} in the parry"
        scene.tell(Reported(what=what, rules=("CM-MTM-17", "CM-MTM-20")))
    for key, number in _by_unit(scene.battle, after.down - before.down):
        unit = scene.unit(key)
        riders = "its rider lies" if number == 1 else "their riders lie"
        what = f"{counted(number, 'horse')} of {unit.name} {'goes' if number == 1 else 'go'} down, and {riders} prone"
        scene.tell(Reported(what=what, rules=("CM-MTM-25",)))


def _by_unit(battle: Battle, men: frozenset[Man]) -> list[tuple[str, int]]:
    found: dict[str, int] = defaultdict(int)
    for key, _ in _in_line(battle, men):
        found[key] += 1
    return list(found.items())


# ---------------------------------------------------------------- when all blows have fallen


def _close(scene: Scene, step: Blows) -> None:
    """The dead are taken off, the others draw what they have left (CM-MTM-23)."""
    tide = _tide(step) if step.fallen or step.broken or step.down else CALM
    for key in step.units:
        settle(scene, key, tide, step.units)
    clear(scene, _LOSSES)
    for key in step.units:
        dismount(scene, key)
    close_up(scene, ("CM-MELEE-03",), no_footing)
    reach = scene.battle.own.options.melee_reach
    part_who_are_apart(scene, lambda one, other: gap(one.outline, other.outline) > reach, ("CM-MELEE-03",))


def settle(scene: Scene, key: str, tide: Tide, among: tuple[str, ...]) -> None:
    """What a round has done to the men of a unit."""
    unit = scene.unit(key)
    dead = frozenset(place for one, place in tide.fallen if one == key)
    broken = {place for one, place in tide.broken if one == key} - dead
    down = {place for one, place in tide.down if one == key} - dead
    changes = {
        place: replace(
            lot(unit, place),
            broken=lot(unit, place).broken or place in broken,
            afoot=lot(unit, place).afoot or place in down,
        )
        for place in broken | down
    }
    if changes:
        unit = befall(unit, changes)
        scene.change(unit)
    if not dead:
        return
    scene.change(without(unit, dead))
    foes = [one for one in among if hostile(scene.battle, scene.unit(one), unit)]
    fell(scene, key, len(dead), Harm(("melee",), foes[0] if len(foes) == 1 else "", _LOSSES))


HAND_TO_HAND = does(HandToHand, _begin)
BLOWS = rolls(Blows, ask=_ask, roll=_roll, do=_do)
