"""The players' own dice."""

from __future__ import annotations

from collections.abc import Callable

from schiltron.battle.door.dice import TYPED, SealedDice, typed
from schiltron.battle.state.chance import AtLeast, AtMost, Roll, SumOf
from schiltron.battle.state.order import Dice
from schiltron.cli.fault import CommandFault


class TypedDice:
    """Dice the players throw on their table and type in. Nothing proves them but the players themselves. Draws from a
    bag come from the program's own dice, because their results may be secret."""

    kind = TYPED

    def __init__(self, ask: Callable[[str], str], say: Callable[[str], None], bag: SealedDice) -> None:
        self._ask = ask
        self._say = say
        self._bag = bag

    def throw(self, roll: Roll, entry: int) -> Dice:
        if roll.drawn:
            return self._bag.throw(roll, entry)
        self._say(f"Dice: {roll.purpose}.")
        due = " | ".join(_due(pool.count, pool.sides, pool.label, pool.reading) for pool in roll.pools)
        while True:
            try:
                thrown = self._ask(f"  {due}: ")
            except EOFError as error:
                raise CommandFault(
                    f"--dice typed: no more dice were typed in, and these are due: {roll.purpose}: {due}. "
                    "The battle stops here; what --save names holds it up to this roll."
                ) from error
            answer = typed(roll, thrown)
            if isinstance(answer, Dice):
                return answer
            for reason in answer.reasons:
                self._say(f"  {reason.text[:1].upper()}{reason.text[1:]}.")
            self._say("  Type the faces, as in 3 5 6; a bar between groups, as in 3 5 | 2 2.")


def _due(count: int, sides: int, label: str, reading: object) -> str:
    match reading:
        case AtLeast(need=need):
            how = f", {need} or more hits"
        case AtMost(need=need):
            how = f", {need} or less hits"
        case SumOf():
            how = ", added up"
        case _:
            how = ""
    return f"{count}d{sides} ({label}{how})"
