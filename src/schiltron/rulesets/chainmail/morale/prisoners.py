"""Prisoners and their guards: CM-MELEE-24, CM-MELEE-38 to CM-MELEE-43, CM-HIST-29, CM-HIST-30.

Prisoners go with the unit that took them, which may move and fire as before. One of its figures for every five of them
guards them and does not fight; a unit all of whose figures are guards is marked so, and does nothing else.
Those whom its figures are too few to guard when a turn ends get away, and so do all whose guards have fled or are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm, Loss, give_back, take_off
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Placed, Removed, Ruled
from schiltron.battle.state.field import company, enemies, friendly
from schiltron.battle.state.unit import OffTable
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.chainmail.bases import base_of
from schiltron.rulesets.chainmail.field import A_GUARD, alive, guards, is_fleeing, prisoners_of
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import SURRENDERED, TAKEN, break_ring, remove
from schiltron.rulesets.chainmail.morale.ways import CONTROL, impassable
from schiltron.rulesets.chainmail.state import GUARDING, Battle, Captives, Profile, Scene, Unit, UnitPart, with_melee
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.body import Formed, Single
from schiltron.table.ground import stood_in
from schiltron.table.lengths import degrees, direction, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose

Reaction = Literal["melee_continues", "back_good_order", "retreat", "rout", "surrender"]
"""As the table of post-melee morale names them."""


class TakePrisoners(Step, frozen=True, tag="chainmail.take_prisoners"):
    """Dice for prisoners, before the losers of a melee fall back (CM-MELEE-38)."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    reaction: Reaction


_BESIDES: Final[dict[Reaction, int]] = {"retreat": 1, "rout": 2}  # CM-MELEE-39
_NO_QUARTER: Final = ("swiss", "landsknechte", "turks")  # CM-MELEE-40
_RULES: Final = ("CM-MELEE-38", "CM-MELEE-39")
_TABLE: Final = {
    (str(row["winner"]), str(row["loser"])): str(row["number_taken"]) for row in LAW.sheet("CM-T-prisoners").records()
}
_SUM: Final = "winner_die_plus_loser_die"
_DIFFERENCE: Final = "positive_difference_of_winner_die_and_loser_die"


# ---------------------------------------------------------------- who takes whom


def gives_quarter(battle: Battle, captor: Unit, loser: Unit) -> bool:
    """Swiss, Landsknechte and Turks take nobody (CM-MELEE-40), Saracens no brother of an order (CM-HIST-29)."""
    people = captor.own.profile.people
    if people in _NO_QUARTER:
        return False
    no_quarter = battle.own.options.saracens == "on" and people == "saracens" and loser.own.profile.order
    return not no_quarter


def never_surrenders(battle: Battle, unit: Unit) -> bool:
    """Religious orders fight on where others would surrender (CM-HIST-30)."""
    return battle.own.options.religious_orders == "on" and unit.own.profile.order


def captor_of(battle: Battle, winners: tuple[str, ...], loser: Unit) -> Unit | None:
    """The strongest of the victors who takes this loser's men prisoner; None if none of them does."""
    there = [battle.units[key] for key in winners]
    fit = [one for one in there if one.on_table and alive(one) and gives_quarter(battle, one, loser)]
    return max(fit, key=lambda one: one.figures, default=None)


def may_be_taken(battle: Battle, winners: tuple[str, ...], losers: tuple[str, ...]) -> bool:
    """Whether dice for prisoners fall at all (CM-MELEE-38, CM-MELEE-40)."""
    if battle.own.options.prisoners == "off":
        return False
    return any(captor_of(battle, winners, battle.units[key]) is not None for key in losers)


def tell_no_quarter(scene: Scene, winners: tuple[str, ...], losers: tuple[str, ...]) -> None:
    """Say why no dice fall for prisoners, where they are played (CM-MELEE-40, CM-HIST-29)."""
    battle = scene.battle
    if battle.own.options.prisoners == "on":
        swiss = any(battle.units[key].own.profile.people in _NO_QUARTER for key in winners)
        order = any(battle.units[key].own.profile.people == "saracens" for key in winners)
        rules = (*(("CM-MELEE-40",) if swiss else ()), *(("CM-HIST-29",) if order else ()))
        names = listed([battle.units[key].name for key in winners]), listed([battle.units[key].name for key in losers])
        scene.tell(Ruled(what=f"{names[0]} take no prisoners of {names[1]}", rules=rules))


# ---------------------------------------------------------------- the dice


def _arm(battle: Battle, units: tuple[str, ...]) -> str:
    arms = {"horse" if battle.units[key].own.profile.mounted else "foot" for key in units}
    return arms.pop() if len(arms) == 1 else "mixed"


def how_taken(battle: Battle, step: TakePrisoners) -> str:
    """The line of the Prisoner Table."""
    arms = _arm(battle, step.winners), _arm(battle, step.losers)
    return _TABLE.get(arms, _TABLE["mixed", "mixed"])


def _ask(battle: Battle, step: TakePrisoners) -> Roll | None:
    """A die of the winner, and one of the loser where the table uses it."""
    if not may_be_taken(battle, step.winners, step.losers):
        return None
    winner, loser = battle.units[step.winners[0]], battle.units[step.losers[0]]
    pools = [Pool(1, 6, SumOf(), winner.name, whose=winner.side)]
    if how_taken(battle, step) in (_SUM, _DIFFERENCE):
        pools.append(Pool(1, 6, SumOf(), loser.name, whose=loser.side))
    return Roll(f"prisoners taken from {loser.name}", tuple(pools), _RULES)


def _roll(scene: Scene, step: TakePrisoners, pools: tuple[Thrown, ...]) -> None:
    how = how_taken(scene.battle, step)
    number = pools[0].total
    if how == _SUM:
        number += pools[1].total
    elif how == _DIFFERENCE:
        number = abs(number - pools[1].total)
    _take(scene, step, number + _BESIDES.get(step.reaction, 0))


def _take(scene: Scene, step: TakePrisoners, number: int) -> None:
    """From the largest unit first, and never more than there are."""
    losers = sorted(step.losers, key=lambda key: -scene.unit(key).figures)
    for key in losers:
        unit = scene.unit(key)
        captor = captor_of(scene.battle, step.winners, unit)
        if captor is not None and unit.on_table:
            taken = min(number, unit.figures)
            capture(scene, key, taken, captor.id, _RULES)
            number -= taken


# ---------------------------------------------------------------- taken


def capture(scene: Scene, unit_id: str, figures: int, captor_id: str, rules: tuple[str, ...]) -> None:
    """Figures of a unit become prisoners of another. For their own side they are lost (CM-MELEE-41).

    The commander is taken with the last of them (CM-HIST-33).
    """
    if not figures:
        return
    unit = scene.unit(unit_id)
    rules = (*rules, "CM-MELEE-41")
    companions = company(scene.battle, unit) if figures >= unit.figures else []
    if figures >= unit.figures:
        remove(scene, unit_id, TAKEN, rules, by=captor_id)
    else:
        take_off(scene, unit_id, Loss(figures, "taken", told=False), Harm(by=captor_id, rules=rules))
        unit = scene.unit(unit_id)
        if isinstance(unit.body, Formed):
            scene.change(replace(unit, body=replace(unit.body, files=min(unit.body.files, unit.bodies))))
        scene.tell(Removed(unit=unit_id, figures=figures, why=TAKEN, rules=rules))
        break_ring(scene, unit_id, rules)
    _keep(scene, captor_id, Captives(unit_id, figures), rules)
    for one in companions:
        _keep(scene, captor_id, Captives(one.id, one.figures), (*rules, "CM-HIST-33"))


def _keep(scene: Scene, captor_id: str, taken: Captives, rules: tuple[str, ...]) -> None:
    captor = scene.unit(captor_id)
    held = {some.of: some.figures for some in captor.own.captives}
    held[taken.of] = held.get(taken.of, 0) + taken.figures
    captives = tuple(Captives(of, figures) for of, figures in held.items())
    scene.change(replace(captor, own=replace(captor.own, captives=captives)))
    _mark(scene, captor_id)


def surrender(scene: Scene, unit_id: str, winners: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """A unit is taken entire: guarded where prisoners are played, else out of the game (CM-MELEE-24)."""
    unit = scene.unit(unit_id)
    captor = captor_of(scene.battle, winners, unit) if scene.battle.own.options.prisoners == "on" else None
    if captor is None:
        remove(scene, unit_id, SURRENDERED, rules)
    else:
        capture(scene, unit_id, unit.figures, captor.id, rules)


# ---------------------------------------------------------------- guarded


def _mark(scene: Scene, unit_id: str) -> None:
    """The mark says that a unit has no figure free for anything else."""
    unit = scene.unit(unit_id)
    busy = 0 < unit.figures == guards(unit)
    if busy != unit.has(GUARDING):
        scene.mark(unit_id, GUARDING, on=busy, rules=("CM-MELEE-42",))


def watch(scene: Scene) -> None:
    """At the end of a turn prisoners get away whom too few figures guard (CM-MELEE-42)."""
    for key in list(scene.battle.units):
        if scene.unit(key).own.captives:
            _release_friends(scene, key)
            unit = scene.unit(key)
            fit = unit.figures if unit.on_table and not is_fleeing(unit) else 0
            free = prisoners_of(unit) - A_GUARD * fit
            if free > 0:
                _let_go(scene, unit, free)
            _mark(scene, key)


def _release_friends(scene: Scene, captor_id: str) -> None:
    """Mercenaries who have changed sides let those go who are their friends now (CM-HIST-19)."""
    captor = scene.unit(captor_id)
    friends = [some for some in captor.own.captives if friendly(scene.battle, captor, scene.unit(some.of))]
    if friends:
        others = [some for some in captor.own.captives if some not in friends]
        scene.change(replace(captor, own=replace(captor.own, captives=(*others, *friends))))
        _let_go(scene, scene.unit(captor_id), sum(some.figures for some in friends))


def _let_go(scene: Scene, captor: Unit, number: int) -> None:
    """The last taken first. Those for whom there is no room stay where they are."""
    kept = []
    for some in reversed(captor.own.captives):
        going = min(number, some.figures)
        gone = going if going and _re_form(scene, captor, replace(some, figures=going)) else 0
        number -= gone
        if some.figures > gone:
            kept.append(replace(some, figures=some.figures - gone))
    captor = scene.unit(captor.id)
    scene.change(replace(captor, own=replace(captor.own, captives=tuple(reversed(kept)))))


# ---------------------------------------------------------------- escaped

_ROUND_ABOUT: Final = (0, *(side * degrees(angle) for angle in range(30, 180, 30) for side in (1, -1)), degrees(180))
"""Bearings about a point, to the right before the left."""


def _re_form(scene: Scene, captor: Unit, freed: Captives) -> bool:
    """They stand near where they were held, a unit of the old one, and fight again from the next turn (CM-MELEE-43)."""
    old = scene.unit(freed.of)
    line = _on_foot(old.own.profile)
    number = sum(1 for one in scene.battle.units.values() if one.of == old.id) + 1
    unit: Unit = AnyUnit(
        id=f"{old.id}.escaped{number}",
        name=f"{old.name}, escaped",
        kind=old.kind,
        owner=old.owner,
        side=old.side,
        controller=old.controller,
        original=freed.figures,
        figures=freed.figures,
        place=OffTable(TAKEN),
        body=Single(base_of(line))
        if line.commander or freed.figures == 1
        else Formed(base=base_of(line), files=min(A_GUARD, freed.figures)),
        own=UnitPart(profile=line),
        of=old.id,
    )
    held_at = captor.pose if captor.on_table else freed.left_at
    pose = next(_places(scene.battle, unit, captor, held_at), None) if held_at is not None else None
    if pose is None:
        return False
    scene.change(replace(with_melee(unit, charge_bearing=pose.heading), place=unit.place_at(pose)))
    give_back(scene, old.id, freed.figures, "taken")
    rules = ("CM-MELEE-42", "CM-MELEE-43")
    scene.tell(Placed(what="unit", name=unit.name, side=unit.side, pose=pose, rules=rules))
    return True


def _on_foot(line: Profile) -> Profile:
    """Of an engine it is only the crew that gets away: light foot (CM-MELEE-02)."""
    return TROOPS["light_foot"].profile if line.engine else line


def _places(battle: Battle, unit: Unit, captor: Unit, near: Pose) -> Iterator[Pose]:
    """Free ground about a point, the nearest first, out of reach of the enemy and looking at where they were held; of
    places as near the one farthest from other enemies, at last the one to the right (CM-MELEE-43)."""
    barred = tuple(impassable(battle, unit))
    foes = enemies(battle, unit)
    for ring in range(1, 25):
        found = []
        for bearing in _ROUND_ABOUT:
            ux, uy = direction(near.heading + bearing)
            x, y = near.x + ux * inches(2 * ring), near.y + uy * inches(2 * ring)
            pose = Pose(round(x), round(y), 0)
            pose = pose.turned(pose.heading_to(near.x, near.y))
            there = replace(unit, place=unit.place_at(pose)).outline
            gaps = {foe.id: gap(there, foe.outline) for foe in foes}
            apart = all(distance > CONTROL for distance in gaps.values())
            if apart and has_room(battle, unit, there) and stood_in(barred, there) is None:
                others = min((gaps[foe.id] for foe in foes if foe.id != captor.id), default=0.0)
                found.append((round(others, -1), pose))
        yield from (pose for _, pose in sorted(found, key=lambda one: -one[0]))


TAKE_PRISONERS: Final = rolls(TakePrisoners, ask=_ask, roll=_roll)
