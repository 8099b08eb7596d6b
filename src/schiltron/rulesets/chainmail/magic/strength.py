"""Which of opposing magic users is the stronger (CM-FANT-SPELL-04), and what that is worth in a counter-spell
(CM-FANT-SPELL-05)."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import hostile
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit


class SettleStrength(Step, frozen=True, tag="chainmail.settle_strength"):
    """Of magic users of one grade who face each other dice say who is the stronger."""


_RULES: Final = ("CM-FANT-SPELL-04",)
_DICE: Final = 2
_SIDES: Final = 6
_SCORES: Final = [int(str(row["two_dice_min"])) for row in LAW.sheet("CM-T-fant-counterspell").records()]
"""To counter a spell: for the stronger, then for one who is weaker by a grade or less, by two, by three."""


def magicians(battle: Battle) -> list[Unit]:
    """All magic users of the battle, whether they are still in play or not."""
    return in_line(one for one in battle.units.values() if is_magic_user(one))


def _steps(unit: Unit) -> int:
    nature = unit.own.profile.nature
    return nature.grade if nature is not None else 0


def unsettled(battle: Battle) -> list[Unit]:
    """Those who have an enemy of their own grade, while nobody has thrown for it."""
    if battle.own.magicians is not UNSET:
        return []
    found = magicians(battle)
    return [
        one for one in found if any(_steps(one) == _steps(other) and hostile(battle, one, other) for other in found)
    ]


def _ask(battle: Battle, _step: SettleStrength) -> Roll | None:
    contested = unsettled(battle)
    if not contested:
        return None
    pools = tuple(Pool(_DICE, _SIDES, SumOf(), one.name, one.side) for one in contested)
    names = listed([one.name for one in contested])
    return Roll(f"who is the stronger magician: {names}", pools, _RULES, unequal=True)


def _roll(scene: Scene, _step: SettleStrength, pools: tuple[Thrown, ...]) -> None:
    thrown = {one.id: pool.total for one, pool in zip(unsettled(scene.battle), pools, strict=True)}
    order = sorted(magicians(scene.battle), key=lambda one: (_steps(one), -thrown.get(one.id, 0)))
    scene.set(own=replace(scene.battle.own, magicians=tuple(one.id for one in order)))
    first = order[0]
    scene.tell(Ruled(what=f"{first.name} is the strongest magician on the field", rules=_RULES))


def _do(scene: Scene, _step: SettleStrength) -> None:
    """Grades say it all, or nobody faces another."""
    order = sorted(magicians(scene.battle), key=_steps)
    scene.set(own=replace(scene.battle.own, magicians=tuple(one.id for one in order)))


SETTLE_STRENGTH: Final = rolls(SettleStrength, ask=_ask, roll=_roll, do=_do)

# ---------------------------------------------------------------- asked


def _place(battle: Battle, unit: Unit) -> int:
    order = battle.own.magicians
    return order.index(unit.id) if order is not UNSET and unit.id in order else 0


def is_stronger(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether one magic user is stronger than another: by grade, else by the dice that were thrown."""
    return (_steps(one), _place(battle, one)) < (_steps(other), _place(battle, other))


def strongest(battle: Battle, unit: Unit) -> bool:
    """Whether no enemy on the field is stronger."""
    return not any(hostile(battle, unit, other) and is_stronger(battle, other, unit) for other in magicians(battle))


def counters_on(battle: Battle, unit: Unit, caster: Unit) -> int:
    """The score with two dice by which one counters another's spell (CM-FANT-SPELL-05)."""
    if is_stronger(battle, unit, caster):
        return _SCORES[0]
    return _SCORES[max(1, _steps(unit) - _steps(caster))]
