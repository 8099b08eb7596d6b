"""Dice that players typed in: the page sends faces, the pools of the roll say how they are read."""

from __future__ import annotations

from schiltron.battle.state.chance import Roll, Thrown, read
from schiltron.battle.state.order import Dice


def read_faces(roll: Roll | None, dice: Dice) -> Dice:
    """The same dice with their classes worked out where only faces were sent."""
    if roll is None or len(roll.pools) != len(dice.pools):
        return dice
    pools = [
        read(pool, thrown.faces) if thrown.faces and not thrown.classes else thrown
        for pool, thrown in zip(roll.pools, dice.pools, strict=True)
    ]
    return Dice(dice.roll, tuple(Thrown(one.classes, one.faces) for one in pools))
