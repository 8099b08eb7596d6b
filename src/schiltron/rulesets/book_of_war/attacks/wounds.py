"""Hits come down on a unit: which figures fall, and which hits wait for the next one (chapters C3 and A2)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.event import Removed
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Scene


def take_hits(
    scene: Scene, target_id: str, hits: int, *, burning: bool = False, judged: bool = True
) -> tuple[int, int]:
    """Count hits on a unit: how many figures fall by them, and how many hits wait for the next one (BW-C3-04,
    BW-C3-05).

    Hits beyond the last figure are lost (BW-C3-11). Of those that wait, the ones by fire or acid are counted apart, and
    used up first when a figure falls (BW-A2-22). Losses are judged by a morale check at the end of the turn, unless
    they are judged otherwise.
    """
    target = scene.unit(target_id)
    own, needed = target.own, troop(target).hit_dice
    fallen, kept = divmod(own.partial_hits + hits, needed)
    if fallen >= target.figures:
        fallen, kept = target.figures, 0
    burnt = own.burnt_hits
    if burning or burnt:
        burnt = min(kept, max(0, burnt + (hits if burning else 0) - fallen * needed))
    own = replace(
        own,
        partial_hits=kept,
        lost=own.lost + fallen if judged else own.lost,
        lost_since=own.lost_since or fallen > 0,
        burnt_hits=burnt,
    )
    scene.change(replace(target, own=own))
    return fallen, kept


def fall(scene: Scene, target_id: str, figures: int, harm: Harm) -> None:
    """So many figures of a unit fall and lie where they stood; a hero in the ranks is carried off (BW-B4-07)."""
    hosted = bool(scene.unit(target_id).host)
    take_off(scene, target_id, Loss(figures, lie=not hosted), harm)
    target = scene.unit(target_id)
    if hosted and figures and not target.figures:
        scene.tell(Removed(unit=target_id, figures=0, why="destroyed", rules=("BW-B4-07",)))
        scene.change(replace(target, place=OffTable("destroyed")))
