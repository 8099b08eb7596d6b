"""One round for every melee: CM-TURN-07, CM-MELEE-01, CM-MELEE-03, CM-TURN-16."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.movement.separation import part_who_are_apart
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import fights_for
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.chainmail.field import like_figures
from schiltron.rulesets.chainmail.losses import clear, fell, in_danger
from schiltron.rulesets.chainmail.melee.contact import newly_engaged
from schiltron.rulesets.chainmail.melee.dice import Blow, blow
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.melee.involved import Melee, Pair, involved, melees, pair_of
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.touching import lock_together
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_melee, with_turn
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee
from schiltron.rulesets.chainmail.troop_traits.organization import mix
from schiltron.table.outline import gap


class Melees(Step, frozen=True, tag="chainmail.melees"):
    """All melees are resolved (CM-TURN-07): units near them may join, then each is fought."""


class NextMelee(Step, frozen=True, tag="chainmail.next_melee"):
    """One round for the next melee; `fought` are the pairs of units that have had theirs this turn."""

    fought: tuple[Pair, ...] = ()


class Round(Step, frozen=True, tag="chainmail.round"):
    """A round of one melee: both sides strike from their strength at its start (CM-MELEE-01)."""

    blows: tuple[Blow, ...]
    sides: tuple[MeleeSide, MeleeSide]


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
    units = tuple(key for key in figures if fights_for(battle, battle.units[key], side))
    began = tuple(_began(battle, battle.units[key], figures[key]) for key in units)
    return MeleeSide(side, units, tuple(figures[key] for key in units), tuple(0 for _ in units), began)


def _began(battle: Battle, unit: Unit, there: int) -> int:
    """The figures of a unit when it came into this melee (CM-MELEE-23)."""
    return there if newly_engaged(battle, unit) else unit.own.melee.came_in_with or there


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
    sides = tuple(
        _losses(scene, side, kills, foes.units) for side, foes in zip(step.sides, step.sides[::-1], strict=True)
    )
    clear(scene, _LOSSES)
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
            scene.change(with_melee(with_turn(unit, fought=True), came_in_with=began))
    mix(scene, step.sides)


def _losses(scene: Scene, side: MeleeSide, kills: Counter[str], foes: tuple[str, ...]) -> MeleeSide:
    """Each kill takes a figure that was in the melee; what is over is lost."""
    harm = Harm(("melee",), foes[0] if len(foes) == 1 else "", _LOSSES)
    lost = tuple(
        fell(scene, key, min(kills[key], in_danger(scene.battle, scene.unit(key), there)), harm)
        for key, there in zip(side.units, side.involved, strict=True)
    )
    return replace(side, lost=lost)


def _stay_in_contact(scene: Scene) -> None:
    """Attackers follow ranks that have thinned; whom they cannot follow and no longer reach they have lost."""
    close_up(scene, ("CM-MELEE-03",), no_footing)
    reach = scene.battle.own.options.melee_reach
    part_who_are_apart(scene, lambda one, other: gap(one.outline, other.outline) > reach, ("CM-MELEE-03",))


MELEES = does(Melees, _begin)
NEXT_MELEE = does(NextMelee, _next)
ROUND = rolls(Round, ask=_ask, roll=_roll, do=_do)
