"""Heroes in special combat (chapter A3): who has taken on whom in this cycle of turns, and what that keeps him from."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.state import Battle, Combat, Scene, Unit


def is_played(battle: Battle) -> bool:
    """Whether heroes who meet fight apart from all others, and not by plain blows (BW-A3-36)."""
    options = battle.own.options
    return options.special_combat != "dying_blow" and options.game == "advanced"


def _of_this_cycle(battle: Battle, hero: Unit) -> Iterator[Combat]:
    """What he settled within a cycle of turns, which is a turn of every side (BW-A3-37)."""
    own = battle.own
    return (one for one in hero.own.combats if own.player_turns - one.since < len(own.order))


def is_settled(battle: Battle, hero: Unit, foe: Unit) -> bool:
    """Whether two need not be asked again in this cycle."""
    return any(one.foe == foe.id for one in _of_this_cycle(battle, hero))


def fights_apart(battle: Battle, hero: Unit) -> bool:
    """Whether special combat is all the fighting that a hero does in this cycle (BW-A3-37)."""
    return bool(hero.own.combats) and any(not one.refused for one in _of_this_cycle(battle, hero))


def opponents(battle: Battle, hero: Unit) -> list[Unit]:
    """Whom he has taken on, and who is still there."""
    found = (
        battle.units[one.foe] for one in _of_this_cycle(battle, hero) if not one.refused and one.foe in battle.units
    )
    return [foe for foe in found if in_play(foe)] if hero.own.combats else []


def settle(scene: Scene, one_id: str, other_id: str, *, refused: bool) -> None:
    """Two heroes fight, or one of them has refused; it is written down for both."""
    for key, foe in ((one_id, other_id), (other_id, one_id)):
        hero = scene.unit(key)
        kept = tuple(combat for combat in hero.own.combats if combat.foe != foe)
        combat = Combat(foe, scene.battle.own.player_turns, refused)
        scene.change(replace(hero, own=replace(hero.own, combats=(*kept, combat))))
