"""Ability scores for characters who have none yet (case 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schiltron.battle.state.chance import EachFace, Pool, Roll
from schiltron.parent_game.classes import CLASSES, RACIAL_MINIMUMS
from schiltron.parent_game.creature import Creature

ABILITIES: Final = ("strength", "intelligence", "wisdom", "dexterity", "constitution", "charisma")
_NOTHING: Final = (0, 0, 0, 0, 0, 0)
Scores = tuple[int, int, int, int, int, int]


def scores_roll(name: str, side: str, base_game: str) -> Roll:
    """Six throws of four dice by Method I, of three dice in the plainer game."""
    dice = 3 if base_game == "dnd" else 4
    pools = tuple(
        Pool(dice, 6, EachFace(), f"{name}, score {place + 1}", whose=side) for place in range(len(ABILITIES))
    )
    return Roll(f"ability scores of {name}", pools, ("BS-3.2-02",))


def score(faces: Sequence[int]) -> int:
    """The best three dice of a throw: of four the lowest is dropped."""
    return sum(sorted(faces)[-3:])


def minimums(creature: Creature) -> Scores:
    """The least a race and its classes ask for, strength to charisma."""
    asked = [RACIAL_MINIMUMS.get(creature.race, _NOTHING), *(CLASSES[name].minimums for name, _ in creature.classes)]
    least = [max(numbers) for numbers in zip(*asked, strict=True)]
    return least[0], least[1], least[2], least[3], least[4], least[5]


def scored(throws: Sequence[int], creature: Creature, base_game: str, wanted: Sequence[str] = ABILITIES) -> Scores:
    """Throws as scores, none below the least that race and class ask for.

    By Method I they are assigned as wished: the best to the first ability `wanted`; by three dice they stay in order.
    """
    least = dict(zip(ABILITIES, minimums(creature), strict=True))
    given = (
        zip(wanted, sorted(throws, reverse=True), strict=True)
        if base_game == "add"
        else zip(ABILITIES, throws, strict=True)
    )
    known = {ability: max(value, least[ability]) for ability, value in given}
    strength, intelligence, wisdom, dexterity, constitution, charisma = (known[ability] for ability in ABILITIES)
    return strength, intelligence, wisdom, dexterity, constitution, charisma
