"""Dice fall: attacks (TA-UNIT-15, TA-RANGED-11, TA-MELEE-08), then saves (TA-UNIT-20), then figures (TA-RANGED-12).

A strike is carried out as it was fixed, whatever has happened to its attackers since; hits that a target can no longer
take are lost. TA-CHAR-06 and TA-CHAR-07 say which figure of a unit a hit reaches; breath and gaze strike several at
once (TA-FANT-A06).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtMost, EachFace, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.field import company, standing_with
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.abilities import UNDEAD, has
from schiltron.rulesets.by_this_axe.attacks.losses import LOSS_RULES, WITH, Action, fell, wound
from schiltron.rulesets.by_this_axe.attacks.numbers import DIE, limited, named, success_pool
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.field import head_count, is_character
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_phase, with_turn
from schiltron.rulesets.by_this_axe.weapons import BREATH, RANGED, SPELL

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


class Engulf(Step, frozen=True, tag="by_this_axe.engulf"):
    """So many hits of breath or gaze, each of which strikes 1 to 3 figures (TA-FANT-A06)."""

    strike: Strike
    hits: int


class Hits(Struct, frozen=True):
    number: int
    weapon: str


class Saves(Step, frozen=True, tag="by_this_axe.saves"):
    """Hits still to be saved. `onto` is who takes the next one, where that has been decided (TA-CHAR-07)."""

    strike: Strike
    hits: tuple[Hits, ...]
    onto: str = ""
    raised: int | UnsetType = UNSET
    """Prayers for these saves, dealt out evenly over all of them that are left (TA-FANT-P01)."""

    @property
    def prayers(self) -> int:
        return 0 if self.raised is UNSET else self.raised


class Succour(Step, frozen=True, tag="by_this_axe.succour"):
    """Hits have been rolled and are about to be saved: magic may come between (TA-FANT-M08, TA-FANT-P01)."""

    saves: Saves


FEW: Final = 5
"""At so many figures or fewer hits may reach the characters of a unit, heroes too (TA-CHAR-07, TA-FANT-H02)."""
SOMEBODY: Final = "somebody"
"""One of several characters is hit: which, is to be rolled."""

_VERBS: Final[dict[Action, str]] = {"shooting": "shoot at", "melee": "strike"}
_CASTS: Final = "cast spells at"
_OF_SPELLS: Final = ("TA-FANT-M04", "TA-UNIT-12", "TA-UNIT-14", "TA-UNIT-15")
_RULES: Final[dict[Action, tuple[str, ...]]] = {
    "shooting": ("TA-RANGED-11", "TA-UNIT-12", "TA-UNIT-14", "TA-UNIT-15"),
    "melee": ("TA-MELEE-08", "TA-MELEE-18", "TA-UNIT-12", "TA-UNIT-14", "TA-UNIT-15"),
}


def stands(battle: Battle, unit: Unit) -> bool:
    """Whether anybody of a body is left to be hit."""
    return unit.on_table and head_count(battle, unit) > 0


# ---------------------------------------------------------------- attacks


def _thrown(step: Strike) -> list[Blow]:
    """Blows that can do something: nobody throws for weapons that harm no such foe (TA-FANT-A19)."""
    return [blow for blow in step.blows if blow.need.verdict != "impossible"]


def _ask_strike(battle: Battle, step: Strike) -> Roll | None:
    target = battle.units[step.target]
    if not stands(battle, target):
        return None
    pools = tuple(success_pool(blow.dice, blow.need, battle.units[blow.by]) for blow in _thrown(step))
    if not pools:
        return None
    purpose = f"{_does_it(battle, step)} {target.name}"
    return Roll(purpose, pools, _rules(step))


def _is_spell(step: Strike) -> bool:
    return any(blow.weapon == SPELL for blow in step.blows)


def _rules(step: Strike) -> tuple[str, ...]:
    return _OF_SPELLS if _is_spell(step) else _RULES[step.action]


def _does_it(battle: Battle, step: Strike) -> str:
    """As in "Spears strike", "Merla casts spells at"."""
    attacker = battle.units[step.unit]
    return f"{attacker.name} {does(_CASTS if _is_spell(step) else _VERBS[step.action], one=attacker.original == 1)}"


def _roll_strike(scene: Scene, step: Strike, pools: tuple[Thrown, ...]) -> None:
    threw, target = _thrown(step), scene.unit(step.target)
    if step.action == "shooting" and has(target.own.profile, UNDEAD):
        by = standing_with(scene.battle, scene.unit(step.unit)).id
        scene.change(with_turn(target, shot_by=(*target.own.turn.shot_by, by)))
    hits = tuple(Hits(thrown.hits, blow.weapon) for blow, thrown in zip(threw, pools, strict=True) if thrown.hits)
    target = scene.unit(step.target)
    if step.action == "melee" and step.arc != "front" and step.arc not in target.own.phase.struck:
        scene.change(with_phase(target, struck=(*target.own.phase.struck, step.arc)))
    saves = _saves_of(scene.battle, target, step, hits)
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action="casting" if _is_spell(step) else step.action,
            dice=sum(blow.dice for blow in threw),
            hits=sum(one.number for one in hits),
            kept=0,
            tallies=(*(blow.need for blow in step.blows), *dict.fromkeys(saves)),
            rules=_rules(step),
        )
    )
    if hits and engulfs(scene.battle, hits[0].weapon):
        scene.now(Engulf(step, sum(one.number for one in hits)))
    elif hits:
        scene.now(_about_to_save(scene.battle, Saves(step, hits)))


def _about_to_save(battle: Battle, saves: Saves) -> Step:
    return saves if battle.own.options.fantasy == "none" else Succour(saves)


def _in_vain(scene: Scene, step: Strike) -> None:
    """Nobody is left to strike at, or nothing they strike with does any harm."""
    target = scene.unit(step.target)
    if step.blows and stands(scene.battle, target):
        weapons = "his weapons" if scene.unit(step.unit).original == 1 else "their weapons"
        what = f"{_does_it(scene.battle, step)} {target.name} in vain: {weapons}"
        scene.tell(Ruled(what=f"{what} are neither magic nor in the hands of heroes", rules=("TA-FANT-A19",)))


# ---------------------------------------------------------------- breath and gaze


def engulfs(battle: Battle, weapon: str) -> bool:
    """Whether each hit strikes several figures: breath and gaze at 1:5 (TA-FANT-A06)."""
    return weapon == BREATH.id and battle.own.options.scale == "1:5"


def _ask_engulf(battle: Battle, step: Engulf) -> Roll:
    who = battle.units[step.strike.unit]
    purpose = f"how many figures of {battle.units[step.strike.target].name} each breath or gaze strikes: 1 to 3"
    return Roll(purpose, (Pool(step.hits, DIE, EachFace(), who.name, who.side),), ("TA-FANT-A06", "TA-UNIT-11"))


def _roll_engulf(scene: Scene, step: Engulf, pools: tuple[Thrown, ...]) -> None:
    """One die for each hit: 1 to 3 figures, two faces for each number; no figure twice."""
    there = head_count(scene.battle, scene.unit(step.strike.target))
    struck = sum(number * min(there, (face + 1) // 2) for face, number in pools[0].classes)
    scene.now(_about_to_save(scene.battle, Saves(step.strike, (Hits(struck, BREATH.id),))))


def _saves_of(battle: Battle, target: Unit, strike: Strike, hits: Sequence[Hits]) -> list[Tally]:
    """The save numbers of those whom the hits may reach: the struck body, and its characters where few are left."""
    saves = [limited(save_against(battle, target, strike, one.weapon)) for one in hits]
    if head_count(battle, target) - sum(one.number for one in hits) >= FEW:
        return saves
    for person in company(battle, target):
        own = (limited(save_against(battle, person, strike, one.weapon)) for one in hits)
        saves += [named(tally, person, target) for tally in own]
    return saves


def save_against(battle: Battle, struck: Unit, strike: Strike, weapon: str, prayers: int = 0) -> Tally:
    """The save number of the struck figure against one weapon of a strike, with so many prayers for it."""
    shooting = strike.action == "shooting"
    return save_number(
        battle,
        struck,
        strike.arc,
        shooting=shooting,
        by="spell" if weapon == SPELL else "breath" if weapon == BREATH.id else "weapon",
        penalty=RANGED[weapon].save if shooting and weapon in RANGED else 0,
        first_round_charge=strike.charging,
        prayers=prayers,
    )


STRIKE = rolls(Strike, ask=_ask_strike, roll=_roll_strike, do=_in_vain)
ENGULF = rolls(Engulf, ask=_ask_engulf, roll=_roll_engulf)


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
    for one, prayers in prayed_for(step, batch):
        tally = save_against(battle, batch.onto, step.strike, one.weapon, prayers)
        found.append(None if tally.verdict == "impossible" else success_pool(one.number, tally, batch.onto))
    return found


def prayed_for(step: Saves, batch: Batch) -> list[tuple[Hits, int]]:
    """The hits of a batch with the prayers for each save: one for every save before any has a second (TA-FANT-P11)."""
    if not step.prayers:
        return [(one, 0) for one in batch.hits]
    each, odd = divmod(step.prayers, sum(one.number for one in (*batch.hits, *batch.rest)))
    found = []
    for one in batch.hits:
        more = min(odd, one.number)
        odd -= more
        found += [(Hits(more, one.weapon), each + 1), (Hits(one.number - more, one.weapon), each)]
    return [lot for lot in found if lot[0].number]


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
        used = sum(one.number * prayers for one, prayers in prayed_for(step, batch))
        scene.now(replace(step, hits=batch.rest, onto="", raised=step.prayers - used if step.prayers else UNSET))


SAVES = rolls(Saves, ask=_ask_saves, roll=_roll_saves, do=_do_saves)
