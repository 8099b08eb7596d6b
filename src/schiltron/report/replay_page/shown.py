"""Dice, tallies and rules as the replay page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from schiltron.battle.state.chance import AtLeast, AtMost, SumOf, hitting
from schiltron.battle.state.event import Rolled
from schiltron.battle.state.law import Law
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.phrases import show_amount


def dice_shown(rolled: Rolled, sides: Mapping[str, int]) -> list[Any]:
    """Of each pool: label, whose, sides of a die, need (below 0: or less), faces, what it came to, expected hits."""
    pools = []
    for pool, thrown in zip(rolled.roll.pools, rolled.pools, strict=True):
        faces = list(thrown.faces)
        need, came, expected = 0, "", 0.0
        match pool.reading:
            case AtLeast(need=wanted) | AtMost(need=wanted):
                low = isinstance(pool.reading, AtMost)
                need = -wanted if low else wanted
                faces.sort(reverse=not low)
                came = f"{thrown.hits} of {pool.count}"
                expected = pool.count * hitting(pool.reading, pool.sides) / pool.sides
            case SumOf():
                came = str(thrown.total)
        pools.append([pool.label, sides.get(pool.whose, -1), pool.sides, need, faces, came, round(expected, 2)])
    return pools


def tallies_shown(tallies: Iterable[Tally]) -> list[Any]:
    """Of each tally: label, what it came to, and its terms with their rules."""
    return [
        [
            tally.label,
            amount(tally.total, tally) if tally.verdict == "total" else tally.verdict,
            [
                [term.label, amount(term.value, tally, signed=place > 0), term.rule]
                for place, term in enumerate(tally.terms)
            ],
        ]
        for tally in tallies
    ]


def amount(value: int, tally: Tally, *, signed: bool = False) -> str:
    """A value of a tally as players write it: 4, +1, −2, 6½″."""
    sign = "−" if value < 0 else "+" if signed else ""
    return sign + show_amount(abs(value), tally)


def rules_shown(law: Law, cited: Iterable[str]) -> dict[str, list[str]]:
    """The text of every rule a battle refers to, with its ruling and its section."""
    rules = [law.rule(one) for one in cited if one in law]
    return {rule.id: [rule.rule, rule.ruling, rule.section] for rule in rules}
