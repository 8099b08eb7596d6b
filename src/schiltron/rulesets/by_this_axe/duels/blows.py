"""Attacks, parries, counterattacks and saves of a round: TA-DUEL-19 to TA-DUEL-25.

Both act at once (TA-DUEL-17): every number is fixed before anybody falls, so both may.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.attacks.losses import wound
from schiltron.rulesets.by_this_axe.attacks.numbers import limited
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand, end_duel, facing, ids
from schiltron.rulesets.by_this_axe.duels.pools import NEEDS
from schiltron.rulesets.by_this_axe.duels.saving import save, save_need
from schiltron.rulesets.by_this_axe.duels.splits import Split
from schiltron.rulesets.by_this_axe.field import alive
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit


class Attack(Struct, frozen=True):
    """What one duellist's attack came to: dice thrown, hits not parried, and whether his parries earned him a blow."""

    dice: int
    landed: int
    riposte: bool = False


class Clash(Step, frozen=True, tag="by_this_axe.clash"):
    """Steps 2 and 3: attacks and parries with the dice that are left (TA-DUEL-19, TA-DUEL-20)."""

    duel: Duel
    splits: tuple[Split, Split]


class Riposte(Step, frozen=True, tag="by_this_axe.riposte"):
    """Counterattacks (TA-DUEL-21)."""

    duel: Duel
    attacks: tuple[Attack, Attack]


class DuelSaves(Step, frozen=True, tag="by_this_axe.duel_saves"):
    """Step 4 (TA-DUEL-23)."""

    duel: Duel
    attacks: tuple[Attack, Attack]


TO_HIT: Final = Tally("to hit in a duel", (Term("whatever his FC and weapon", NEEDS["attack"], "TA-DUEL-19"),))

Kind = Literal["attack", "parry"]
_KINDS: Final[tuple[Kind, Kind]] = ("attack", "parry")

# ---------------------------------------------------------------- steps 2 and 3: attack and parry


def _thrown(step: Clash) -> list[tuple[int, Kind, int]]:
    """Whose dice of which kind, and how many: the pools of the roll in their order."""
    return [
        (place, kind, dice)
        for place, split in enumerate(step.splits)
        for kind, dice in zip(_KINDS, (split.attack, split.parry), strict=True)
        if dice
    ]


def _ask_clash(battle: Battle, step: Clash) -> Roll | None:
    fighters = [unit for unit, _ in facing(battle, step.duel)]
    dice = tuple(
        Pool(count, 6, AtMost(NEEDS[kind]), f"{fighters[place].name}, {kind}", whose=fighters[place].side)
        for place, kind, count in _thrown(step)
    )
    purpose = f"{fighters[0].name} against {fighters[1].name}, round {step.duel.round}"
    return Roll(purpose, dice, ("TA-DUEL-17", "TA-DUEL-19", "TA-DUEL-20")) if dice else None


def _do_clash(scene: Scene, step: Clash) -> None:
    """Tricks have left neither of them a die."""
    _roll_clash(scene, step, ())


def _roll_clash(scene: Scene, step: Clash, pools: tuple[Thrown, ...]) -> None:
    """Every parry cancels a hit; one with parries to spare strikes back (TA-DUEL-20, TA-DUEL-21)."""
    came = {(place, kind): pool.hits for (place, kind, _), pool in zip(_thrown(step), pools, strict=True)}
    attacks = []
    for place, split in enumerate(step.splits):
        hits, parried = came.get((place, "attack"), 0), came.get((1 - place, "parry"), 0)
        spare = came.get((place, "parry"), 0) > came.get((1 - place, "attack"), 0)
        attacks.append(Attack(split.attack, max(0, hits - parried), riposte=spare))
    scene.now(Riposte(step.duel, (attacks[0], attacks[1])))


CLASH = rolls(Clash, do=_do_clash, ask=_ask_clash, roll=_roll_clash)

# ---------------------------------------------------------------- counterattacks


def _ask_riposte(battle: Battle, step: Riposte) -> Roll | None:
    """One die each, however many parries were to spare (TA-DUEL-21)."""
    dice = tuple(
        Pool(1, 6, AtMost(NEEDS["counterattack"]), unit.name, whose=unit.side)
        for (unit, _), attack in zip(facing(battle, step.duel), step.attacks, strict=True)
        if attack.riposte
    )
    return Roll("counterattack", dice, ("TA-DUEL-17", "TA-DUEL-21", "TA-DUEL-22")) if dice else None


def _do_riposte(scene: Scene, step: Riposte) -> None:
    scene.now(DuelSaves(step.duel, step.attacks))


def _roll_riposte(scene: Scene, step: Riposte, pools: tuple[Thrown, ...]) -> None:
    """Its hit cannot be parried (TA-DUEL-22)."""
    thrown = iter(pools)
    one, other = (
        Attack(attack.dice + 1, attack.landed + next(thrown).hits, riposte=True) if attack.riposte else attack
        for attack in step.attacks
    )
    scene.now(DuelSaves(step.duel, (one, other)))


RIPOSTE = rolls(Riposte, do=_do_riposte, ask=_ask_riposte, roll=_roll_riposte)

# ---------------------------------------------------------------- step 4: saves


def _savers(battle: Battle, step: DuelSaves) -> list[tuple[Unit, int, int]]:
    """Who rolls saves, how many, and on what; nobody does who has no save."""
    found = [
        (foe, attack.landed, save_need(battle, foe))
        for (_, foe), attack in zip(facing(battle, step.duel), step.attacks, strict=True)
        if attack.landed
    ]
    return [saver for saver in found if saver[2]]


def _ask_saves(battle: Battle, step: DuelSaves) -> Roll | None:
    dice = tuple(Pool(hits, 6, AtMost(need), foe.name, whose=foe.side) for foe, hits, need in _savers(battle, step))
    return Roll("armour saves in a duel", dice, ("TA-DUEL-17", "TA-DUEL-23", "TA-DUEL-25")) if dice else None


def _do_saves(scene: Scene, step: DuelSaves) -> None:
    _roll_saves(scene, step, ())


def _roll_saves(scene: Scene, step: DuelSaves, pools: tuple[Thrown, ...]) -> None:
    """Each failed save is a wound, and wounds stay (TA-DUEL-23, TA-DUEL-24)."""
    savers = _savers(scene.battle, step)
    saved = {foe.id: pool.hits for (foe, _, _), pool in zip(savers, pools, strict=True)}
    wounds: dict[str, int] = {}
    for (unit, foe), attack in zip(facing(scene.battle, step.duel), step.attacks, strict=True):
        wounds[foe.id] = attack.landed - saved.get(foe.id, 0)
        scene.tell(
            Struck(
                unit=unit.id,
                target=foe.id,
                action="duel",
                dice=attack.dice,
                hits=attack.landed,
                kept=wounds[foe.id],
                tallies=(TO_HIT, limited(save(scene.battle, foe))) if attack.landed else (TO_HIT,),
                rules=("TA-DUEL-19", "TA-DUEL-20", "TA-DUEL-23"),
            )
        )
    for unit, foe in facing(scene.battle, step.duel):
        wound(scene, foe.id, wounds[foe.id], Harm(("duel",), unit.id, ("TA-DUEL-24",)))
    _next_round(scene, step.duel)


def _next_round(scene: Scene, duel: Duel) -> None:
    """With either of them dead it is over; else the next round begins (TA-DUEL-10)."""
    if all(alive(scene.unit(unit_id)) for unit_id in ids(duel)):
        scene.now(Stand(replace(duel, round=duel.round + 1)))
    else:
        end_duel(scene, duel, ("TA-DUEL-10",))


DUEL_SAVES = rolls(DuelSaves, do=_do_saves, ask=_ask_saves, roll=_roll_saves)
