"""Spell dice and prayers between a hit and its save: TA-FANT-M08 to TA-FANT-M10, TA-FANT-P01, TA-FANT-P04, -P11.

One question a volley, and only to those who have something to spend and somebody to save with it: what anybody has left
everybody knows, so that the question tells nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.play.agenda import asks
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import Assign, Assigned, Item, Option, Share
from schiltron.battle.state.event import Worked
from schiltron.battle.state.field import hostile, in_melee, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import counted, listed
from schiltron.rulesets.by_this_axe.attacks.numbers import DIE, is_heroic, success_number
from schiltron.rulesets.by_this_axe.attacks.strikes import Batch, Hits, Saves, Succour, prayed_for, save_against, stands
from schiltron.rulesets.by_this_axe.magic.people import intercessors, magicians, person_of, spend, warders
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.rulesets.by_this_axe.weapons import SPELL

STOP, RAISE, KEEP = "stop", "raise", "keep"
_MOST_SAVED: Final = 5
"""A 6 always fails (TA-UNIT-14): nothing raises a save above this."""


class Helpers(NamedTuple):
    """Who can help, what each has that is of use, and how much of it is."""

    mages: list[Unit]
    priests: list[Unit]
    hits: int
    room: int
    """By how much prayers can raise all the saves together."""
    magical: bool


def helpers(battle: Battle, saves: Saves) -> Helpers:
    target = battle.units[saves.strike.target]
    if not stands(battle, target):
        return Helpers([], [], 0, 0, magical=False)
    magical = any(one.weapon == SPELL for one in saves.hits)
    room = sum(one.number * _raisable(battle, target, saves, one.weapon) for one in saves.hits)
    return Helpers(
        warders(battle, target),
        intercessors(battle, target) if room or magical else [],
        sum(one.number for one in saves.hits),
        room,
        magical,
    )


def _raisable(battle: Battle, target: Unit, saves: Saves, weapon: str) -> int:
    return max(0, _MOST_SAVED - save_against(battle, target, saves.strike, weapon).total)


# ---------------------------------------------------------------- the question


def _ask(battle: Battle, step: Succour) -> tuple[Assign, ...] | None:
    found = helpers(battle, step.saves)
    seats: dict[str, list[Unit]] = {}
    for unit in (*found.mages, *found.priests):
        seats.setdefault(unit.controller, []).append(unit)
    return tuple(_question(battle, step, seat, people, found) for seat, people in seats.items()) or None


def _question(battle: Battle, step: Succour, seat: str, people: list[Unit], found: Helpers) -> Assign:
    target = battle.units[step.saves.strike.target]
    items = tuple(_item(unit, found) for unit in dict.fromkeys(people))
    stops = "Undo a die of the spell" if found.magical else "Stop a hit"
    bins = (Option(STOP, stops), Option(RAISE, "Raise a save by 1"), Option(KEEP, "Keep", forgoes=True))
    used = {key for item in items for key in item.bins}
    rules: tuple[str, ...] = ("TA-FANT-M08", "TA-FANT-M10") if found.mages else ()
    rules += ("TA-FANT-M09", "TA-FANT-P04") if found.magical else ()
    rules += ("TA-FANT-P01", "TA-FANT-P11") if found.priests else ()
    return Assign(
        seat=seat,
        prompt=f"{counted(found.hits, 'hit')} on {target.name}, {_saved(battle, step.saves)}: what is spent on them?",
        waits=f"to answer what has hit {target.name}",
        rules=rules,
        items=items,
        bins=tuple(one for one in bins if one.key in used),
        window=True,
        default=_kept(items),
    )


def _saved(battle: Battle, saves: Saves) -> str:
    """On what they are saved as it is; of several weapons how many of each."""
    target, by_need = battle.units[saves.strike.target], dict[str, int]()
    for one in saves.hits:
        need = success_number(save_against(battle, target, saves.strike, one.weapon))
        said = f"saved on {need} or less" if need else "without a save"
        by_need[said] = by_need.get(said, 0) + one.number
    return listed([f"{number} {said}" if len(by_need) > 1 else said for said, number in by_need.items()])


def _item(unit: Unit, found: Helpers) -> Item:
    """No more is offered than can do anything."""
    person = person_of(unit)
    if unit in found.mages:
        return Item(unit.id, f"spell dice of {unit.name}", min(person.dice_left, found.hits), (STOP, KEEP))
    ways = (*((STOP,) if found.magical else ()), *((RAISE,) if found.room else ()), KEEP)
    most = max(found.room, found.hits if found.magical else 0)
    return Item(unit.id, f"prayers of {unit.name}", min(person.prayers_left, most), ways)


def _kept(items: tuple[Item, ...]) -> Assigned:
    return Assigned(tuple(Share(item.key, KEEP, item.count) for item in items))


def _judge(view: Battle, step: Succour, decision: Assign, answer: Assigned) -> list[Reason]:
    reasons, found = judge_assignment(decision, answer), helpers(view, step.saves)
    for use, most, what in ((STOP, found.hits, "hits to stop"), (RAISE, found.room, "points that help a save")):
        given = sum(share.count for share in answer.shares if share.bin == use)
        if given > most:
            reasons.append(Reason(f"there are {most} {what}, not {given}", decision.rules))
    return reasons


# ---------------------------------------------------------------- what is spent


def _take(scene: Scene, step: Succour, answers: tuple[Assigned, ...]) -> None:
    """Dice come off the hits that are hardest to save; prayers are dealt out over the saves that are left."""
    saves = step.saves
    target = scene.unit(saves.strike.target)
    magical = any(one.weapon == SPELL for one in saves.hits)
    left = succoured(scene.battle, saves, *answers)
    for answer in answers:
        for share in answer.shares:
            if share.bin == KEEP or not share.count:
                continue
            unit = scene.unit(share.item)
            mage = bool(person_of(unit).dice_left)
            spend(scene, unit.id, **({"dice": share.count} if mage else {"prayers": share.count}))
            what, rules = _said(share, target, mage=mage, magical=magical)
            power = "spell dice" if mage else "prayers"
            scene.tell(Worked(unit=unit.id, power=power, what=what, rules=rules))
    if left.hits:
        scene.now(left)


def _said(share: Share, target: Unit, *, mage: bool, magical: bool) -> tuple[str, tuple[str, ...]]:
    if share.bin == RAISE:
        rules = ("TA-FANT-P01", *(("TA-FANT-P11",) if share.count > 1 else ()))
        return f"{share.count} for the saves of {target.name}", rules
    if magical:
        return f"{counted(share.count, 'die', 'dice')} of the spell undone", ("TA-FANT-M09" if mage else "TA-FANT-P04",)
    return f"{counted(share.count, 'hit')} on {target.name} stopped", ("TA-FANT-M08",)


def succoured(battle: Battle, saves: Saves, *answers: Assigned) -> Saves:
    """What is left to be saved after what was spent, with the prayers for it."""
    given = Counter[str]()
    for share in (share for answer in answers for share in answer.shares):
        given[share.bin] += share.count
    return replace(saves, hits=_less(battle, saves, given[STOP]), raised=given[RAISE] or UNSET)


def unsaved(battle: Battle, saves: Saves) -> float:
    """How many of these hits are not saved on the average, by the target's own save."""
    target = battle.units[saves.strike.target]
    return sum(
        one.number * (1 - success_number(save_against(battle, target, saves.strike, one.weapon, prayers)) / DIE)
        for one, prayers in prayed_for(saves, Batch(target, saves.hits, ()))
    )


def _less(battle: Battle, saves: Saves, stopped: int) -> tuple[Hits, ...]:
    target = battle.units[saves.strike.target]
    left = []
    for one in sorted(saves.hits, key=lambda one: -_raisable(battle, target, saves, one.weapon)):
        off = min(stopped, one.number)
        stopped -= off
        if one.number > off:
            left.append(Hits(one.number - off, one.weapon))
    return tuple(left)


def _do(scene: Scene, step: Succour) -> None:
    """Nobody can help."""
    scene.now(step.saves)


# ---------------------------------------------------------------- random and sensible answers


def _sample(view: Battle, step: Succour, decision: Assign, random: Random) -> Assigned:
    found = helpers(view, step.saves)
    shares, stops, raises = [], found.hits, found.room
    for item in decision.items:
        use = random.choice(item.bins)
        most = min(item.count, stops if use == STOP else raises if use == RAISE else item.count)
        number = random.randint(0, most)
        stops -= number if use == STOP else 0
        raises -= number if use == RAISE else 0
        shares += [Share(item.key, use, number), Share(item.key, KEEP, item.count - number)]
    return Assigned(tuple(share for share in shares if share.count))


def _suggest(view: Battle, step: Succour, decision: Assign) -> Iterator[Assigned]:
    """What each thinks worth it; then nothing, then everything."""
    found = helpers(view, step.saves)
    yield _spent(decision, found, partial(_worth_spending, view, step.saves, found))
    yield _kept(decision.items)
    yield _spent(decision, found, lambda _helper: (found.hits, found.room))


_LIFE: Final = 4
"""Figures that the life of a character is worth."""
_DEAR: Final = 0.5
"""A die that saves more figures than this is as well spent as in an offensive spell, which armour may stop no more."""


def _worth_spending(view: Battle, saves: Saves, found: Helpers, helper: Unit) -> tuple[int, int]:
    """On how many hits somebody would spend dice, and on how many points of saves prayers: dice are for the lives of
    characters, for spells, and for hits that are hardly saved or, of who fights and can cast no more, any; prayers are
    for everybody, but for those that the enemy's dice may yet make needed."""
    target = view.units[saves.strike.target]
    each = _figures_a_wound(target)
    fights = in_melee(view, standing_with(view, helper))
    stops = sum(
        one.number
        for one in saves.hits
        if found.magical or fights or each * (_raisable(view, target, saves, one.weapon) + 1) / DIE > _HARD
    )
    if each > 1:
        stops = found.hits if each * unsaved(view, saves) / found.hits > _DEAR else 0
    spare = person_of(helper).prayers_left - _feared(view, helper)
    return stops, found.room if each > 1 else max(0, spare) if not is_heroic(helper) else 0


_HARD: Final = 0.8
"""As often as that a hit is not saved that is worth a die of those who could cast it."""


def _figures_a_wound(target: Unit) -> float:
    """What a hit that is not saved costs, in ordinary figures."""
    person = target.own.person
    return 1.0 if person is None else _LIFE / max(1, person.hits - person.wounds)


def _feared(view: Battle, helper: Unit) -> int:
    """Spell dice that enemies have left."""
    return sum(person_of(unit).dice_left for unit in magicians(view) if hostile(view, unit, helper))


def _spent(decision: Assign, found: Helpers, wanted: Callable[[Unit], tuple[int, int]]) -> Assigned:
    """As many of each as wanted, together no more than can do anything."""
    people = {unit.id: unit for unit in (*found.mages, *found.priests)}
    shares, stops, raises = [], found.hits, found.room
    for item in decision.items:
        left, (of_hits, of_saves) = item.count, wanted(people[item.key])
        for use, number in ((STOP, min(of_hits, stops)), (RAISE, min(of_saves, raises))):
            given = min(left, number) if use in item.bins else 0
            left -= given
            shares.append(Share(item.key, use, given))
            stops -= given if use == STOP else 0
            raises -= given * _MOST_SAVED if use == STOP else given
            raises = max(0, raises)
        shares.append(Share(item.key, KEEP, left))
    return Assigned(tuple(share for share in shares if share.count))


SUCCOUR: Final = asks(Succour, do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
