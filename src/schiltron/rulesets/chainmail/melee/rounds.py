"""One round for every melee: CM-TURN-07, CM-MELEE-01, CM-MELEE-03, CM-TURN-16."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.closing_up import close_up
from schiltron.battle.event import Struck
from schiltron.battle.grammar import listed
from schiltron.battle.leaving import part_who_are_apart
from schiltron.rulesets.chainmail.field import like_figures
from schiltron.rulesets.chainmail.history.organization import mix
from schiltron.rulesets.chainmail.losses import fell, in_danger, take_off
from schiltron.rulesets.chainmail.melee.contact import newly_engaged
from schiltron.rulesets.chainmail.melee.dice import blow
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.melee.involved import Melee, involved, melees, pair_of
from schiltron.rulesets.chainmail.melee.steps import Blow, JoinMelees, Melees, NextMelee, Round
from schiltron.rulesets.chainmail.melee.touching import lock_together
from schiltron.rulesets.chainmail.morale.steps import MeleeSide, PostMelee
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.outline import gap

DIE: Final = 6
RULES: Final = ("CM-MELEE-01", "CM-MELEE-02", "CM-MELEE-03")
_LOSSES: Final = ("CM-MELEE-01",)


def _begin(scene: Scene, _step: Melees) -> None:
    due = lock_together(scene)
    battle = scene.battle
    order = battle.own.order or tuple(side.id for side in battle.sides)
    seats = tuple(seat for side in order for seat in battle.seats_of(side))
    scene.now(*due, JoinMelees(seats), NextMelee())


def _next(scene: Scene, step: NextMelee) -> None:
    """Melees that those make who carried on a won charge come up in their turn (CM-MELEE-14).

    Two units fight one round a turn with each other, whatever else they do: so this ends.
    """
    left = melees(scene.battle, step.fought)
    if left:
        fought = (*step.fought, *(pair_of(one) for one in left[0].pairs))
        scene.now(round_of(scene.battle, left[0]), NextMelee(fought))


# ---------------------------------------------------------------- frozen


def round_of(battle: Battle, melee: Melee) -> Round:
    """All dice of a round, from the strength of both sides at its start."""
    blows: list[Blow] = []
    figures: dict[str, int] = {}
    for key in melee.units:
        unit = battle.units[key]
        foes = [battle.units[foe] for foe in melee.foes(key)]
        shares = involved(battle, unit, foes)
        figures[key] = sum(shares.values())
        blows += [
            blow(battle, like, foe, number)
            for foe in foes
            if shares[foe.id]
            for like, number in like_figures(unit, shares[foe.id])
        ]
    one, other = sorted({battle.units[key].side for key in melee.units})
    return Round(tuple(blows), (_side(battle, one, figures), _side(battle, other, figures)))


def _side(battle: Battle, side: str, figures: dict[str, int]) -> MeleeSide:
    units = tuple(key for key in figures if battle.units[key].side == side)
    began = tuple(_began(battle, battle.units[key], figures[key]) for key in units)
    return MeleeSide(side, units, tuple(figures[key] for key in units), tuple(0 for _ in units), began)


def _began(battle: Battle, unit: Unit, there: int) -> int:
    """The figures of a unit when it came into this melee (CM-MELEE-23)."""
    return there if newly_engaged(battle, unit) else unit.own.began or there


# ---------------------------------------------------------------- rolled


def _ask(battle: Battle, step: Round) -> Roll | None:
    """The dice of both sides at once; None where nobody can hurt anybody."""
    pools = tuple(pool_of(battle, one) for one in step.blows if one.dice.total)
    if not pools:
        return None
    one, other = (listed([battle.units[key].name for key in side.units]) for side in step.sides)
    return Roll(f"the melee of {one} against {other}", pools, RULES)


def pool_of(battle: Battle, one: Blow) -> Pool:
    unit, target = battle.units[one.unit], battle.units[one.target]
    return Pool(one.dice.total, DIE, AtLeast(one.need.total), f"{unit.name} against {target.name}", unit.side)


def _roll(scene: Scene, step: Round, pools: tuple[Thrown, ...]) -> None:
    """Both sides strike, then casualties are removed, then morale is checked (CM-MELEE-01)."""
    thrown = iter(pools)
    kills = Counter[str]()
    for one in step.blows:
        hits = next(thrown).hits if one.dice.total else 0
        kills[one.target] += hits
        tell_blow(scene, one, hits)
    _mark_fought(scene, step)
    sides = tuple(_losses(scene, side, kills) for side in step.sides)
    take_off(scene, _LOSSES)
    _stay_in_contact(scene)
    struck = tuple((one.unit, one.target) for one in step.blows)
    scene.now(PostMelee(sides, struck))  # type: ignore[arg-type]


def _do(scene: Scene, step: Round) -> None:
    """Nobody can hurt anybody: they stay as they stand."""
    for one in step.blows:
        tell_blow(scene, one, 0)
    _mark_fought(scene, step)


def tell_blow(scene: Scene, one: Blow, hits: int) -> None:
    rules = tuple(dict.fromkeys((*RULES, *one.dice.rules, *one.need.rules)))
    scene.tell(
        Struck(
            unit=one.unit,
            target=one.target,
            action="melee",
            dice=one.dice.total,
            hits=hits,
            kept=0,
            tallies=(one.dice, one.need),
            rules=rules,
        )
    )


def _mark_fought(scene: Scene, step: Round) -> None:
    for side in step.sides:
        for key, began in zip(side.units, side.began, strict=True):
            unit = scene.unit(key)
            scene.change(replace(unit, own=replace(unit.own, fought=True, began=began)))
    mix(scene, step.sides)


def _losses(scene: Scene, side: MeleeSide, kills: Counter[str]) -> MeleeSide:
    """Each kill takes a figure that was in the melee; what is over is lost."""
    lost = tuple(
        fell(scene, key, min(kills[key], in_danger(scene.battle, scene.unit(key), there)), _LOSSES)
        for key, there in zip(side.units, side.involved, strict=True)
    )
    return replace(side, lost=lost)


def _stay_in_contact(scene: Scene) -> None:
    """Attackers follow ranks that have thinned; whom they cannot follow and no longer reach they have lost."""
    close_up(scene, ("CM-MELEE-03",), no_footing)
    reach = scene.battle.own.options.melee_reach
    part_who_are_apart(scene, lambda one, other: gap(one.outline, other.outline) > reach, ("CM-MELEE-03",))


MELEES = Handler(do=_begin)
NEXT_MELEE = Handler(do=_next)
ROUND = Handler(ask=_ask, roll=_roll, do=_do)
