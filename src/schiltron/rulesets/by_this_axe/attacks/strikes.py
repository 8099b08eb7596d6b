"""Dice fall: attacks (TA-UNIT-15, TA-RANGED-11, TA-MELEE-08), then saves (TA-UNIT-20), then figures (TA-RANGED-12).

A strike is carried out as it was fixed, whatever has happened to its attackers since; hits that a target can no longer
take are lost. TA-CHAR-06 and TA-CHAR-07 say which figure of a unit a hit reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtMost, EachFace, Pool, Roll, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import company
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.attacks.losses import LOSS_RULES, WITH, Action, fell, wound
from schiltron.rulesets.by_this_axe.attacks.numbers import DIE, limited, named, success_pool
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.field import head_count, is_character
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_phase
from schiltron.rulesets.by_this_axe.weapons import RANGED

From = Literal["front", "flank", "rear"]
"""From where the struck unit is attacked (TA-UNIT-32)."""


class Blow(Struct, frozen=True):
    """Attack dice of one line of a roster: who throws them, with what weapon, and the number they need."""

    by: str
    weapon: str
    dice: int
    need: Tally


class Strike(Step, frozen=True, tag="by_this_axe.strike"):
    """All attack dice of a unit and its characters against one enemy, fixed before they fall (TA-UNIT-15).

    `charging` says that it is the first round of a charge by the unit.
    """

    unit: str
    target: str
    action: Action
    arc: From
    blows: tuple[Blow, ...]
    charging: bool = False


class Hits(Struct, frozen=True):
    number: int
    weapon: str


class Saves(Step, frozen=True, tag="by_this_axe.saves"):
    """Hits still to be saved. `onto` is who takes the next one, where that has been decided (TA-CHAR-07)."""

    strike: Strike
    hits: tuple[Hits, ...]
    onto: str = ""


FEW: Final = 5
"""At so many figures or fewer hits may reach the characters of a unit (TA-CHAR-07)."""
SOMEBODY: Final = "somebody"
"""One of several characters is hit: which, is to be rolled."""

_VERBS: Final[dict[Action, str]] = {"shooting": "shoot at", "melee": "strike"}
_RULES: Final[dict[Action, tuple[str, ...]]] = {
    "shooting": ("TA-RANGED-11", "TA-UNIT-12", "TA-UNIT-14", "TA-UNIT-15"),
    "melee": ("TA-MELEE-08", "TA-MELEE-18", "TA-UNIT-12", "TA-UNIT-14", "TA-UNIT-15"),
}


def stands(battle: Battle, unit: Unit) -> bool:
    """Whether anybody of a body is left to be hit."""
    return unit.on_table and head_count(battle, unit) > 0


# ---------------------------------------------------------------- attacks


def _ask_strike(battle: Battle, step: Strike) -> Roll | None:
    target = battle.units[step.target]
    if not stands(battle, target):
        return None
    pools = tuple(success_pool(blow.dice, blow.need, battle.units[blow.by]) for blow in step.blows)
    if not pools:
        return None
    attacker = battle.units[step.unit]
    purpose = f"{attacker.name} {does(_VERBS[step.action], one=attacker.original == 1)} {target.name}"
    return Roll(purpose, pools, _RULES[step.action])


def _roll_strike(scene: Scene, step: Strike, pools: tuple[Thrown, ...]) -> None:
    hits = tuple(Hits(thrown.hits, blow.weapon) for blow, thrown in zip(step.blows, pools, strict=True) if thrown.hits)
    target = scene.unit(step.target)
    if step.action == "melee" and step.arc != "front" and step.arc not in target.own.phase.struck:
        scene.change(with_phase(target, struck=(*target.own.phase.struck, step.arc)))
    saves = _saves_of(scene.battle, target, step, hits)
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=step.action,
            dice=sum(blow.dice for blow in step.blows),
            hits=sum(one.number for one in hits),
            kept=0,
            tallies=(*(blow.need for blow in step.blows), *dict.fromkeys(saves)),
            rules=_RULES[step.action],
        )
    )
    if hits:
        scene.now(Saves(step, hits))


def _saves_of(battle: Battle, target: Unit, strike: Strike, hits: Sequence[Hits]) -> list[Tally]:
    """The save numbers of those whom the hits may reach: the struck body, and its characters where few are left."""
    saves = [limited(save_against(battle, target, strike, one.weapon)) for one in hits]
    if head_count(battle, target) - sum(one.number for one in hits) >= FEW:
        return saves
    for person in company(battle, target):
        own = (limited(save_against(battle, person, strike, one.weapon)) for one in hits)
        saves += [named(tally, person, target) for tally in own]
    return saves


def save_against(battle: Battle, struck: Unit, strike: Strike, weapon: str) -> Tally:
    """The save number of the struck figure against one weapon of a strike."""
    shooting = strike.action == "shooting"
    return save_number(
        battle,
        struck,
        strike.arc,
        shooting=shooting,
        penalty=RANGED[weapon].save if shooting else 0,
        first_round_charge=strike.charging,
    )


STRIKE = rolls(Strike, ask=_ask_strike, roll=_roll_strike)


# ---------------------------------------------------------------- saves


class Batch(NamedTuple):
    """Hits that are saved together: who takes them, and which are left for afterwards."""

    onto: Unit
    hits: tuple[Hits, ...]
    rest: tuple[Hits, ...]


def _to_be_allotted(battle: Battle, step: Saves) -> bool:
    """Whether a die must say if the next hit is on a character (TA-CHAR-07)."""
    target = battle.units[step.strike.target]
    people = company(battle, target)
    return not step.onto and bool(people) and target.figures > 0 and head_count(battle, target) <= FEW


def _drawing_lots(battle: Battle, step: Saves) -> list[Unit]:
    """The characters among whom a die decides who is hit."""
    target = battle.units[step.strike.target]
    people = company(battle, target)
    someone = step.onto == SOMEBODY or (not step.onto and not target.figures)
    return people[:DIE] if someone and len(people) > 1 else []


def _batch(battle: Battle, step: Saves) -> Batch:
    """The next hits that can be saved together.

    A unit with characters takes them in batches while more than five of it would stand before the last of them; below
    that they come one at a time.
    """
    target = battle.units[step.strike.target]
    people = company(battle, target)
    onto = target
    if step.onto in battle.units:
        onto = battle.units[step.onto]
    elif people and (step.onto == SOMEBODY or not target.figures):
        onto = people[0]
    if not people:
        return Batch(onto, step.hits, ())
    together = max(1, min(head_count(battle, target) - FEW, target.figures)) if onto is target else 1
    return Batch(onto, *_split(step.hits, together))


def _split(hits: Sequence[Hits], number: int) -> tuple[tuple[Hits, ...], tuple[Hits, ...]]:
    first: list[Hits] = []
    rest: list[Hits] = []
    for one in hits:
        taken = min(one.number, number)
        number -= taken
        if taken:
            first.append(Hits(taken, one.weapon))
        if one.number > taken:
            rest.append(Hits(one.number - taken, one.weapon))
    return tuple(first), tuple(rest)


def _ask_saves(battle: Battle, step: Saves) -> Roll | None:
    target = battle.units[step.strike.target]
    if not stands(battle, target):
        return None
    if _to_be_allotted(battle, step):
        pool = Pool(1, DIE, AtMost(1), target.name, target.side)
        return Roll(f"does the hit on {target.name} reach a character, on a 1?", (pool,), ("TA-CHAR-07",))
    lots = _drawing_lots(battle, step)
    if lots:
        pool = Pool(1, DIE, EachFace(), target.name, target.side)
        return Roll(
            f"which of the {len(lots)} characters with {target.name} does the hit reach?",
            (pool,),
            ("TA-CHAR-07", "TA-UNIT-11"),
        )
    batch = _batch(battle, step)
    pools = tuple(pool for pool in _pools(battle, step, batch) if pool is not None)
    if not pools:
        return None
    return Roll(
        f"{batch.onto.name} {does('save', one=batch.onto.original == 1)}",
        pools,
        ("TA-UNIT-20", *LOSS_RULES[step.strike.action][:1]),
    )


def _pools(battle: Battle, step: Saves, batch: Batch) -> list[Pool | None]:
    """Dice to save each lot of hits with; None where there is no save (TA-UNIT-22)."""
    found: list[Pool | None] = []
    for one in batch.hits:
        tally = save_against(battle, batch.onto, step.strike, one.weapon)
        found.append(None if tally.verdict == "impossible" else success_pool(one.number, tally, batch.onto))
    return found


def _roll_saves(scene: Scene, step: Saves, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    if _to_be_allotted(battle, step):
        people = company(battle, battle.units[step.strike.target])
        on_a_character = people[0].id if len(people) == 1 else SOMEBODY
        scene.now(replace(step, onto=on_a_character if pools[0].hits else step.strike.target))
        return
    lots = _drawing_lots(battle, step)
    if lots:
        place = (pools[0].classes[0][0] - 1) // (DIE // len(lots))
        scene.now(replace(step, onto=lots[place].id if place < len(lots) else SOMEBODY))
        return
    batch = _batch(battle, step)
    thrown = iter(pools)
    rolled = [pool is not None for pool in _pools(battle, step, batch)]
    saved = sum(next(thrown).hits for one in rolled if one)
    _unsaved(scene, step, batch, sum(one.number for one in batch.hits) - saved)


def _do_saves(scene: Scene, step: Saves) -> None:
    if stands(scene.battle, scene.unit(step.strike.target)):
        batch = _batch(scene.battle, step)
        _unsaved(scene, step, batch, sum(one.number for one in batch.hits))


def _unsaved(scene: Scene, step: Saves, batch: Batch, hits: int) -> None:
    """Hits that were not saved take their toll; those not yet faced come next."""
    harm = Harm((WITH[step.strike.action],), step.strike.unit)
    if is_character(batch.onto):
        # Among a unit he was reached by chance; on his own he is struck like any figure.
        wound(scene, batch.onto.id, hits, harm.under("TA-CHAR-07" if batch.onto.host else "TA-CHAR-06"))
    else:
        fell(scene, batch.onto.id, hits, harm.under(*LOSS_RULES[step.strike.action]))
    if batch.rest:
        scene.now(Saves(step.strike, batch.rest))


SAVES = rolls(Saves, ask=_ask_saves, roll=_roll_saves, do=_do_saves)
