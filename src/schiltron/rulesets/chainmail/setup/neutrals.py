"""Neutral units are diced for before the armies are set up, where players want it: which side they join, or neither
(CM-FANT-LINEUP-03, CM-FANT-LINEUP-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import company, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OffTable, in_line
from schiltron.battle.words.grammar import listed, said
from schiltron.rulesets.chainmail.fantasy.protection import CHAOS
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit


class DiceNeutrals(Step, frozen=True, tag="chainmail.dice_neutrals"):
    """Each side throws a die for every neutral unit, where players want it."""


_RULE: Final = "CM-FANT-LINEUP-03"
_LEANS: Final = "CM-FANT-LINEUP-04"
_DIE: Final = 6
_NEUTRAL, _LAW = "neutral", "law"
_LAWFUL: Final = tuple(
    str(row["type"]) for row in LAW.sheet("CM-T-fant-lineup").records() if row["inclined_to_law"] is True
)
_STAYS: Final = "stays neutral"


def neutrals(battle: Battle) -> list[Unit]:
    """The units that stand in the list of neutrals alone, and go by themselves; of an army that is nothing but neutral
    none, for it has come to fight."""
    found: list[Unit] = []
    if battle.own.options.neutrals != "diced":
        return found
    for unit in in_line(battle.units.values()):
        if _is(unit, _NEUTRAL) and not unit.host and not company(battle, unit):
            others = (one for one in troops(battle, unit.side) if one.owner)
            if any(not _is(one, _NEUTRAL) for one in others):
                found.append(unit)
    return found


def _is(unit: Unit, side: str) -> bool:
    nature = unit.own.profile.nature
    return nature is not None and nature.sides == (side,)


def lean(battle: Battle, unit: Unit, side: str) -> tuple[Term, ...]:
    """What is added to the die of the side of law for those who lean to it."""
    nature = unit.own.profile.nature
    ours = list(troops(battle, side))
    lawful = any(_is(one, _LAW) for one in ours) and not any(_is(one, CHAOS) for one in ours)
    leans = lawful and nature is not None and nature.is_called(_LAWFUL)
    return (Term("leans to law", 1, _LEANS),) if leans else ()


def _ask(battle: Battle, _step: DiceNeutrals) -> Roll | None:
    found = neutrals(battle)
    if not found:
        return None
    pools = tuple(
        Pool(1, _DIE, SumOf(), f"{side.name} for {one.name}", side.id) for one in found for side in battle.sides
    )
    return Roll(f"whom {listed([one.name for one in found])} join", pools, (_RULE, _LEANS))


def _roll(scene: Scene, _step: DiceNeutrals, pools: Sequence[Thrown]) -> None:
    battle, thrown = scene.battle, iter(pools)
    for unit in neutrals(battle):
        totals = {
            side.id: Tally("for them", (Term("die", next(thrown).total), *lean(battle, unit, side.id))).total
            for side in battle.sides
        }
        best = [side for side, total in totals.items() if total == max(totals.values())]
        _settle(scene, unit, best[0] if len(best) == 1 else "")


def _settle(scene: Scene, unit: Unit, side: str) -> None:
    """It fights for the side that threw more, or takes no part and is nobody's."""
    if not side:
        scene.change(replace(unit, owner="", controller="", place=OffTable(_STAYS)))
        scene.tell(Ruled(what=said(unit, "stay neutral"), rules=(_RULE,)))
        return
    seats = scene.battle.seats_of(side)
    scene.change(replace(unit, owner=side, side=side, controller=seats[0] if seats else ""))
    name = next(one.name for one in scene.battle.sides if one.id == side)
    scene.tell(Ruled(what=f"{said(unit, 'join')} {name}", rules=(_RULE,)))


DICE_NEUTRALS: Final = rolls(DiceNeutrals, ask=_ask, roll=_roll)
