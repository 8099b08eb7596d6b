"""Commanders announce a spell as the Game Round begins, and give up their command for that round (case 9.2).

What the spell does belongs to the role-playing game and is settled at the table. All sides announce at once, unseen.
"""

from __future__ import annotations

from random import Random
from typing import Final

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import standing_with, troops
from schiltron.battle.state.unit import in_line
from schiltron.parent_game.classes import family
from schiltron.rulesets.battlesystem.field import alive, is_commander
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_command


class DeclareSpells(Step, frozen=True, tag="battlesystem.declare_spells"):
    """Before anything else of the round: which commanders cast a spell in it (BS-9.2-02)."""


CAST: Final = "cast_a_spell"
_FAMILIES: Final = ("cleric", "magic_user")
_SELDOM: Final = 0.2
"""How often a random player has somebody cast a spell."""


def spell_casters(battle: Battle, side: str) -> list[Unit]:
    """Commanders of a side who know spells by one of their classes."""
    return in_line(one for one in troops(battle, side) if _knows_spells(battle, one))


def _knows_spells(battle: Battle, one: Unit) -> bool:
    if not is_commander(one) or not alive(one) or one.own.morale.rout is not None:
        return False
    if standing_with(battle, one).own.morale.rout is not None:
        return False
    return any(level and family(name) in _FAMILIES for name, level in one.own.profile.creature.classes)


def _casters(battle: Battle) -> list[list[Unit]]:
    """Of each side that has any."""
    return [people for side in battle.sides if (people := spell_casters(battle, side.id))]


def _ask(battle: Battle, _step: DeclareSpells) -> tuple[Choose, ...] | None:
    if battle.own.options.spells == "off":
        return None
    return tuple(
        Choose(
            seat=people[0].controller,
            prompt="Who casts a spell in this Game Round? He does not command in it, and his unit is out of command.",
            waits="to say who casts a spell",
            rules=("BS-9.2-02",),
            options=tuple(Option(one.id, one.name) for one in people),
            least=0,
            most=len(people),
            none="Nobody",
            none_forgoes=True,
            some="Casts a spell",
            sealed=True,
            default=Chosen(()),
        )
        for people in _casters(battle)
    )


def _take(scene: Scene, _step: DeclareSpells, answers: tuple[Chosen, ...]) -> None:
    for answer in answers:
        for key in answer.keys:
            one = scene.unit(key)
            scene.change(with_command(one, casting_in=scene.battle.turn))
            scene.tell(Declared(unit=key, action=CAST, rules=("BS-9.2-02",)))


def _do(scene: Scene, _step: DeclareSpells) -> None:
    """That nobody is asked is said when there is somebody who could be (BS-0.0-04)."""
    if _casters(scene.battle):
        by_default(scene, "spells")


def _sample(_view: Battle, _step: DeclareSpells, decision: Choose, random: Random) -> Chosen:
    return Chosen(tuple(option.key for option in decision.options if random.random() < _SELDOM))


SPELLS: Final = asks(
    DeclareSpells,
    ask=_ask,
    judge=option_choice.judge,
    take=_take,
    sample=_sample,
    suggest=lambda _view, _step, _decision: (Chosen(()),),
    do=_do,
)
