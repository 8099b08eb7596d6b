"""Creatures that fight whom they like: orcs of unlike tribes (CM-FANT-ORC-03), goblins and dwarves
(CM-FANT-GOBLIN-03), and dragons, who do not ask on which side anybody is (CM-FANT-DRAGON-11).

Those who are of one side and fight each other do so on the spot, one round of it, and do nothing else that turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Checked, Compelled
from schiltron.battle.state.field import friendly, hostile, in_melee
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.field import alive, has_trait, is_fleeing, trait
from schiltron.rulesets.chainmail.losses import clear, fell, kill
from schiltron.rulesets.chainmail.melee import duels
from schiltron.rulesets.chainmail.melee.dice import Blow, blow
from schiltron.rulesets.chainmail.melee.duels import Duel, duel
from schiltron.rulesets.chainmail.melee.rounds import pool_of, tell_blow
from schiltron.rulesets.chainmail.movement.trial_moves import flights, legal_beginning
from schiltron.rulesets.chainmail.obedience.compulsion import at_large, charge_at, march_to, set_out, stand
from schiltron.rulesets.chainmail.state import COMPELLED, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.enmities import hated_in_reach, quarry_of
from schiltron.rulesets.chainmail.walking.flying import flies
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.lengths import TOLERANCE
from schiltron.table.outline import gap

HOLDS: Final = 4
_DIE: Final = 6
_FEUD: Final = ("CM-FANT-ORC-03",)


class Feuds(Step, frozen=True, tag="chainmail.feuds"):
    """At the start of a turn tribes that stand too near to each other may fall out."""


class Feud(Step, frozen=True, tag="chainmail.feud"):
    """A die shows whether two units of orcs hold their peace."""

    one: str
    other: str


class Brawl(Step, frozen=True, tag="chainmail.brawl"):
    """Two of one side fight a round with each other."""

    one: str
    other: str
    rule: str


class Enmity(Step, frozen=True, tag="chainmail.enmity"):
    """A unit goes for those it hates, or for what it hunts."""

    unit: str


# ---------------------------------------------------------------- tribes


def feuding(battle: Battle) -> list[tuple[Unit, Unit]]:
    """Pairs of units of one side, of unlike tribes, that fight nobody and stand a charge move or less apart."""
    orcs = [one for one in in_line(battle.standing()) if has_trait(one, "feuds") and _idle(battle, one)]
    return [(one, other) for one, other in combinations(orcs, 2) if _at_odds(battle, one, other)]


def _idle(battle: Battle, unit: Unit) -> bool:
    return bool(unit.figures) and not in_melee(battle, unit) and not is_fleeing(unit)


def _at_odds(battle: Battle, one: Unit, other: Unit) -> bool:
    mine, theirs = one.own.profile.nature, other.own.profile.nature
    unlike = mine is not None and theirs is not None and mine.kind != theirs.kind
    far = max(charge_move(battle, one).total, charge_move(battle, other).total) + TOLERANCE
    return unlike and friendly(battle, one, other) and gap(one.outline, other.outline) <= far


def _do_feuds(scene: Scene, _step: Feuds) -> None:
    if scene.battle.own.options.fantasy == "on":
        scene.now(*(Feud(one.id, other.id) for one, other in feuding(scene.battle)))


def _still(battle: Battle, step: Feud) -> bool:
    pair = [battle.units[key] for key in (step.one, step.other)]
    return all(alive(unit) and unit.on_table and unit.own.turn.ordered != COMPELLED for unit in pair)


def _ask_feud(battle: Battle, step: Feud) -> Roll | None:
    if not _still(battle, step):
        return None
    one, other = battle.units[step.one], battle.units[step.other]
    pool = Pool(1, _DIE, SumOf(), "obedience", one.side)
    return Roll(f"{one.name} and {other.name} keep the peace on {HOLDS} or more", (pool,), _FEUD)


def _roll_feud(scene: Scene, step: Feud, pools: tuple[Thrown, ...]) -> None:
    tally = Tally("obedience", (Term("die", pools[0].total),))
    holds = pools[0].total >= HOLDS
    scene.tell(Checked(unit=step.one, why="the feud of tribes", tally=tally, need=HOLDS, passed=holds, rules=_FEUD))
    if not holds:
        scene.now(Brawl(step.one, step.other, _FEUD[0]))


# ---------------------------------------------------------------- a brawl


def _strikes(battle: Battle, step: Brawl) -> Iterator[Blow | Duel]:
    """As many figures of each as there are of the fewer, as if they had come front to front."""
    one, other = battle.units[step.one], battle.units[step.other]
    met = Engagement(step.one, step.other, "front", battle.turn)
    there = replace(battle, engagements=(*battle.engagements, met))
    figures = min(one.figures, other.figures)
    for unit, foe in ((one, other), (other, one)):
        yield duel(there, unit, foe, figures) or blow(there, unit, foe, figures)


def _ask_brawl(battle: Battle, step: Brawl) -> Roll | None:
    if not all(alive(battle.units[key]) for key in (step.one, step.other)):
        return None
    pools: list[Pool] = []
    for one in _strikes(battle, step):
        if isinstance(one, Duel):
            pools += duels.pool_of(battle, one)
        elif one.dice.total:
            pools.append(pool_of(battle, one))
    names = " and ".join(battle.units[key].name for key in (step.one, step.other))
    return Roll(f"{names} turn on one another", tuple(pools), (step.rule,)) if pools else None


def _roll_brawl(scene: Scene, step: Brawl, pools: tuple[Thrown, ...]) -> None:
    """Both strike, then the fallen are taken off; neither does anything else this turn."""
    thrown = iter(pools)
    scene.tell(Compelled(unit=step.one, action=f"turn on {scene.unit(step.other).name}", rules=(step.rule,)))
    for one in list(_strikes(scene.battle, step)):
        harm = Harm(("melee",), one.unit, (step.rule,))
        if isinstance(one, Duel):
            dice = [next(thrown) for _ in range(one.figures)]
            outcome = duels.read(one, dice)
            duels.tell(scene, one, [each.total for each in dice], outcome)
            kill(scene, one.target, outcome.killed, harm)
        else:
            hits = next(thrown).hits if one.dice.total else 0
            tell_blow(scene, one, hits)
            fell(scene, one.target, hits // 2 if one.halved else hits * one.worth, harm)
    _spent(scene, step)


def _spent(scene: Scene, step: Brawl) -> None:
    for key in (step.one, step.other):
        scene.change(with_turn(scene.unit(key), ordered=COMPELLED))
    clear(scene, (step.rule,))


# ---------------------------------------------------------------- hatred and hunting


def driven(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has somebody whom no order keeps it from attacking."""
    hates = trait(unit, "hates")
    if hates is not None and hated_in_reach(battle, unit, hates):
        return True
    return quarry_of(battle, unit) is not None


def _do_enmity(scene: Scene, step: Enmity) -> None:
    battle, unit = scene.battle, scene.unit(step.unit)
    if not at_large(battle, unit):
        return
    hates = trait(unit, "hates")
    if hates is not None:
        for foe in hated_in_reach(battle, unit, hates):
            order = charge_at(battle, unit, foe) or _march_at(battle, unit, foe)
            if order is not None:
                set_out(scene, order, f"go for {foe.name}", (hates.rule,))
                return
        return
    _hunt(scene, unit)


def _march_at(battle: Battle, unit: Unit, foe: Unit) -> Walk | None:
    goal = (foe.outline.x, foe.outline.y)
    return march_to(battle, unit, goal, normal_move(battle, unit).total, attack=True)


def _hunt(scene: Scene, unit: Unit) -> None:
    """At an enemy it flies or walks; with one of its own side it fights where it finds it (CM-FANT-DRAGON-11)."""
    hunts, prey = trait(unit, "hunts"), quarry_of(scene.battle, unit)
    if hunts is None or prey is None:
        return
    if not hostile(scene.battle, unit, prey):
        scene.now(Brawl(unit.id, prey.id, hunts.rule))
        return
    order = _flight_at(scene.battle, unit, prey) or charge_at(scene.battle, unit, prey)
    order = order or _march_at(scene.battle, unit, prey)
    if order is None:
        stand(scene, unit.id, f"glare at {prey.name}", (hunts.rule,))
    else:
        set_out(scene, order, f"go for {prey.name}", (hunts.rule,))


def _flight_at(battle: Battle, unit: Unit, prey: Unit) -> Walk | None:
    """Out of the air onto its prey, or into it where that flies as high."""
    if not flies(unit):
        return None
    for path in flights(battle, unit, [prey]):
        legal = legal_beginning(battle, unit, path, "move")
        order = Walk(unit.id, legal, "move")
        met = walk(battle, order).met if legal else None
        if met is not None and met.id == prey.id:
            return order
    return None


FEUDS: Final = does(Feuds, _do_feuds)
FEUD: Final = rolls(Feud, ask=_ask_feud, roll=_roll_feud)
BRAWL: Final = rolls(Brawl, ask=_ask_brawl, roll=_roll_brawl, do=_spent)
ENMITY: Final = does(Enmity, _do_enmity)
