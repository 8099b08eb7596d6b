"""Heroes who meet (chapter A3): who may fight whom, who may refuse, and how many rounds a cycle of turns has."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.unit import in_line
from schiltron.parent_game.blows import ROUNDS_IN_A_GAME_ROUND
from schiltron.rulesets.book_of_war.attacks.melee import reached
from schiltron.rulesets.book_of_war.embedded import has_entourage, in_play, is_hero
from schiltron.rulesets.book_of_war.engaged import is_settled, opponents
from schiltron.rulesets.book_of_war.state import Battle, Unit

Pair = tuple[str, str]
"""A hero of the side whose turn it is, and his foe."""
_LEAST: Final = 1


def rounds_in_a_cycle(battle: Battle) -> int:
    """Three rounds in a cycle of turns of 30 seconds; one where turns are shorter (BW-A3-37, BW-O5-06)."""
    conditions = battle.own.conditions
    return max(_LEAST, ROUNDS_IN_A_GAME_ROUND // (conditions.parts if conditions is not None else 1))


def met(battle: Battle, side: str) -> list[Pair]:
    """Opposing heroes who touch, and have settled nothing in this cycle of turns."""
    return [
        (hero.id, foe.id)
        for hero in heroes_of(battle, side)
        for foe in in_line(reached(battle, hero))
        if is_hero(foe) and not is_settled(battle, hero, foe)
    ]


def heroes_of(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in in_line(commanded_by(battle, side)) if is_hero(unit) and in_play(unit)]


def may_refuse(battle: Battle, hero: Unit) -> bool:
    """Only a hero with an entourage may (BW-A3-39)."""
    return has_entourage(battle, hero)


def agreed(battle: Battle, side: str) -> list[Pair]:
    """Those who fight at the end of this phase: they settled it in this very player-turn."""
    now = battle.own.player_turns
    return [
        (hero.id, foe.id)
        for hero in heroes_of(battle, side)
        for foe in opponents(battle, hero)
        if any(one.foe == foe.id and one.since == now for one in hero.own.combats)
    ]
