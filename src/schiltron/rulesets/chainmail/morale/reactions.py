"""What the losers of a melee do: CM-MELEE-21, CM-MELEE-22, CM-MELEE-24, CM-HIST-30."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Compelled, Ruled
from schiltron.battle.state.field import opponents
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.melee.after import carry_on
from schiltron.rulesets.chainmail.morale.flight import drive_back, flee
from schiltron.rulesets.chainmail.morale.prisoners import Reaction, never_surrenders, surrender
from schiltron.rulesets.chainmail.state import Scene


class React(Step, frozen=True, tag="chainmail.react"):
    """The losers of a melee fall back, flee or surrender; `reach` is how far, in thousandths of a normal move."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    reaction: Reaction
    reach: int


_BACK: Final = ("CM-MELEE-21",)
_FLIGHT: Final = ("CM-MELEE-21", "CM-MELEE-22")
_WHOLE_MOVE: Final = 1000


def _do(scene: Scene, step: React) -> None:
    """Each of them in turn, then the victors carry on where they must."""
    for key in step.losers:
        unit = scene.unit(key)
        if alive(unit) and unit.on_table:
            _react(scene, key, step)
    carry_on(scene, step.winners, step.losers)


def _react(scene: Scene, unit_id: str, step: React) -> None:
    unit = scene.unit(unit_id)
    if step.reaction == "surrender":
        if never_surrenders(scene.battle, unit):
            scene.tell(Ruled(what=f"{unit.name} never surrender and fight on", rules=("CM-HIST-30",)))
        else:
            surrender(scene, unit_id, step.winners, ("CM-MELEE-21", "CM-MELEE-24"))
    elif step.reaction == "back_good_order":
        far = "a move" if step.reach == _WHOLE_MOVE else "half a move"
        scene.tell(Compelled(unit=unit_id, action=f"fall back {far} in good order", rules=_BACK))
        drive_back(scene, unit_id, step.reach, facing_enemy=True, rules=_BACK, foes=_foes(scene, unit_id, step))
    else:
        assert step.reaction != "melee_continues"
        flee(scene, unit_id, step.reaction, rules=_FLIGHT, reach=step.reach, foes=_foes(scene, unit_id, step))


def _foes(scene: Scene, unit_id: str, step: React) -> tuple[str, ...]:
    """Those it is in contact with, else all who have won."""
    touching = tuple(one.id for one in opponents(scene.battle, scene.unit(unit_id)))
    return touching or tuple(key for key in step.winners if scene.unit(key).on_table)


REACT: Final = does(React, _do)
