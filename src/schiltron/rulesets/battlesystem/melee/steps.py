"""Steps of melee, of units and of heroes."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from schiltron.battle.tally import Tally
from schiltron.parent_game.damage import Damage

Pair = tuple[str, str]
"""Two parties in contact, in the order of their names: units, skirmish companies or individuals."""


class IndividualCombats(Struct, frozen=True, tag="battlesystem.individual_combats"):
    """Touching 1:1 figures fight each other, three rounds in all, before the units do (BS-1.6-01); `fought` are the
    pairs of those who have had theirs."""

    fought: tuple[Pair, ...] = ()


class DuelAims(Struct, frozen=True, tag="battlesystem.duel_aims"):
    """A melee round of individuals who hang together by contact: who touches several of the enemy says at whom he
    strikes (BS-9.4-07). `aims` are those who have said so."""

    pairs: tuple[Pair, ...]
    number: int
    aims: tuple[Pair, ...] = ()


class DuelRound(Struct, frozen=True, tag="battlesystem.duel_round"):
    """A melee round of the role-playing game: each of these at his enemy; who is first is diced for (BS-5.2-01)."""

    aims: tuple[Pair, ...]
    number: int


class DuelBlows(Struct, frozen=True, tag="battlesystem.duel_blows"):
    """Individuals who strike at the same moment, each at his enemy; then who come after them, moment by moment."""

    strikers: tuple[Pair, ...]
    later: tuple[tuple[Pair, ...], ...]
    number: int


class DuelDamage(Struct, frozen=True, tag="battlesystem.duel_damage"):
    """Dice of damage for blows that hit: who struck whom, how often."""

    hits: tuple[tuple[str, str, int], ...]


class BeginMelee(Struct, frozen=True, tag="battlesystem.begin_melee"):
    """Whoever touches an enemy is in melee; weapons are chosen and figures told off (BS-8.0-01)."""


class ArmUp(Struct, frozen=True, tag="battlesystem.arm_up"):
    """Units of a side may switch to another weapon they carry (BS-8.2-02)."""

    side: str


class Pledge(Struct, frozen=True, tag="battlesystem.pledge"):
    """Figures that could fight several opponents are told off to them by their owner (BS-8.1-04)."""

    unit: str


class Melees(Struct, frozen=True, tag="battlesystem.melees"):
    """Side A chooses which melee is fought next, until all have been; `begun` is the cluster that is finished before
    another is begun (BS-1.6-03)."""

    fought: tuple[Pair, ...] = ()
    begun: tuple[Pair, ...] = ()


class Strike(Struct, frozen=True):
    """One attack of a melee, fixed before the dice: who strikes (his figures, `rating` and `armour` make the Attack
    Roll with 2d6), and with which dice of damage. `doubled` are those that count twice, as lances in a charge;
    `times` is by how much all of it is multiplied; `aimed` names the skirmish figure that takes a free attack."""

    unit: str
    target: str
    figures: Tally
    rating: Tally
    armour: Tally
    damage: tuple[Damage, ...]
    doubled: tuple[Damage, ...] = ()
    times: int = 1
    free: bool = False
    aimed: str = ""


class Fight(Struct, frozen=True, tag="battlesystem.fight"):
    """The attacks of one melee that are made together (BS-8.0-02); `then` is the party that strikes only with those who
    survive (BS-11.7-03)."""

    strikes: tuple[Strike, ...]
    then: tuple[Pair, ...] = ()


class FreeAttack(Struct, frozen=True, tag="battlesystem.free_attack"):
    """A unit strikes at one that flees from it and does not strike back (BS-8.8-03)."""

    unit: str
    target: str


class EndMelee(Struct, frozen=True, tag="battlesystem.end_melee"):
    """The Melee Phase closes: units that touch the undead and their like check morale (BS-4.4-04), whoever wrapped
    round an enemy that is gone is in open formation (BS-7.11-03)."""


MeleeStep: TypeAlias = (
    IndividualCombats
    | DuelAims
    | DuelRound
    | DuelBlows
    | DuelDamage
    | BeginMelee
    | ArmUp
    | Pledge
    | Melees
    | Fight
    | FreeAttack
    | EndMelee
)
