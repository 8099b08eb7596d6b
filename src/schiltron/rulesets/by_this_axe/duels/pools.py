"""What a character is worth in a duel: dice (TA-DUEL-13), and the hits he takes anywhere (rules DUEL and FANT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Person, Role

_POOLS: Final = {str(row["character"]): int(row["dice"]) for row in LAW.sheet("TA-T-duel-pools").records()}
_PLAIN: Final = min(_POOLS.values())
_MAGICIANS: Final = ("mage", "wizard")

NEEDS: Final = {
    str(row["maneuver"]): int(str(row["success_on"]).rpartition("-")[2])
    for row in LAW.sheet("TA-T-duel-maneuvers").records()
}
"""The most a die may show to succeed in dirty_tricks, attack, parry, counterattack and flee."""

DICE_LOST: Final = 2
"""What each trick that succeeds costs its victim (TA-DUEL-18)."""


def _hits() -> dict[tuple[str, str], int]:
    """Hits that kill, by type and scale."""
    heroes = {
        (str(row["type"]), str(row["scale"])): int(row["hits_to_kill"])
        for row in LAW.sheet("TA-T-hero-types").records()
    }
    mages = {
        (str(row["type"]), scale): int(row["hits_to_kill"])
        for row in LAW.sheet("TA-T-mages").records()
        for scale in ("1:5", "1:20")
    }
    priests = {
        (str(row["type"]), scale): int(row[f"hits_to_kill_{scale.replace(':', '_')}"])
        for row in LAW.sheet("TA-T-priests").records()
        for scale in ("1:5", "1:20")
    }
    return {**heroes, **mages, **priests}


_HITS: Final = _hits()
_HIT_RULES: Final[dict[str, dict[str, str]]] = {
    "1:5": {
        "hero": "TA-FANT-H04",
        "superhero": "TA-FANT-H06",
        "champion": "TA-FANT-H08",
        "priest": "TA-FANT-P07",
        "high_priest": "TA-FANT-P10",
        "mage": "TA-FANT-M03",
        "wizard": "TA-FANT-M03",
    },
    "1:20": {
        "hero": "TA-FANT-H12",
        "superhero": "TA-FANT-H14",
        "champion": "TA-FANT-H16",
        "priest": "TA-FANT-P07",
        "high_priest": "TA-FANT-P10",
        "mage": "TA-FANT-M03",
        "wizard": "TA-FANT-M03",
    },
}


def hits_to_kill(roles: Iterable[Role], scale: str) -> int:
    """Failed saves that kill him: the most any of his types gives, one for a plain leader (TA-DUEL-24, TA-CHAR-08)."""
    return max((_HITS.get((role, scale), 1) for role in roles), default=1)


def hits_rule(roles: Iterable[Role], scale: str) -> str:
    """The rule by which he takes so many; plain leaders die as anybody does (TA-CHAR-08)."""
    of_type = _HIT_RULES[scale]
    best = max((role for role in roles if role in of_type), key=lambda role: _HITS[role, scale], default=None)
    return "TA-CHAR-08" if best is None else of_type[best]


def pool(person: Person) -> Tally:
    """His dice in a duel: the larger pool of two types; plain generals and leaders get the least (TA-DUEL-13)."""
    best = max(person.roles, key=lambda role: _POOLS.get(role, 0))
    dice = _POOLS.get(best, _PLAIN)
    return Tally("dice in a duel", (Term(best.replace("_", " "), dice, "TA-DUEL-13"),), measure="dice")


def most_tricks(person: Person) -> int:
    """Dice he may put into dirty tricks: one (TA-DUEL-15), mages and wizards two (TA-DUEL-16)."""
    return 2 if any(role in _MAGICIANS for role in person.roles) else 1
