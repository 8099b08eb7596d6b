"""Steps of the Duel Phase.

What belongs to two duellists stands in pairs: first that of the challenger, then that of the challenged.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

# ---------------------------------------------------------------- challenges


class ChallengeOrder(Struct, frozen=True, tag="by_this_axe.challenge_order"):
    """Who challenges first (TA-DUEL-01)."""


class Challenges(Struct, frozen=True, tag="by_this_axe.challenges"):
    """Sides by turns, the first one next; it ends when all have `passed` in succession.

    `made` are the challenges of this turn, as challenger and challenged.
    """

    sides: tuple[str, ...]
    passed: int = 0
    made: tuple[tuple[str, str], ...] = ()


class AnswerChallenge(Struct, frozen=True, tag="by_this_axe.answer_challenge"):
    """Accept or decline (TA-DUEL-02)."""

    challenger: str
    challenged: str


class Press(Struct, frozen=True, tag="by_this_axe.press"):
    """Whether the challenger tries to force the duel on one who declined (TA-DUEL-03)."""

    challenger: str
    challenged: str


class Force(Struct, frozen=True, tag="by_this_axe.force"):
    """The die for it."""

    challenger: str
    challenged: str


# ---------------------------------------------------------------- rounds of a duel


class Duel(Struct, frozen=True):
    """Two characters who fight it out, and the round they are in."""

    one: str
    other: str
    round: int = 1


class Split(Struct, frozen=True):
    """The dice of one duellist for a round."""

    attack: int
    parry: int
    tricks: int = 0


class Attack(Struct, frozen=True):
    """What one duellist's attack came to: dice thrown, hits not parried, and whether his parries earned him a blow."""

    dice: int
    landed: int
    riposte: bool = False


class Stand(Struct, frozen=True, tag="by_this_axe.stand"):
    """A round begins: fight, or try to flee (TA-DUEL-10, TA-DUEL-11)."""

    duel: Duel


class Escape(Struct, frozen=True, tag="by_this_axe.escape"):
    """The dice of those who try to flee."""

    duel: Duel
    fleeing: tuple[str, ...]


class Allot(Struct, frozen=True, tag="by_this_axe.allot"):
    """Both split their dice in secret (TA-DUEL-12)."""

    duel: Duel


class Tricks(Struct, frozen=True, tag="by_this_axe.tricks"):
    """Step 1, the splits lying open (TA-DUEL-18)."""

    duel: Duel
    splits: tuple[Split, Split]


class Forfeit(Struct, frozen=True, tag="by_this_axe.forfeit"):
    """Who was tricked picks the dice he loses, so many each."""

    duel: Duel
    splits: tuple[Split, Split]
    lost: tuple[int, int]


class Clash(Struct, frozen=True, tag="by_this_axe.clash"):
    """Steps 2 and 3: attacks and parries with the dice that are left (TA-DUEL-19, TA-DUEL-20)."""

    duel: Duel
    splits: tuple[Split, Split]


class Riposte(Struct, frozen=True, tag="by_this_axe.riposte"):
    """Counterattacks (TA-DUEL-21)."""

    duel: Duel
    attacks: tuple[Attack, Attack]


class DuelSaves(Struct, frozen=True, tag="by_this_axe.duel_saves"):
    """Step 4 (TA-DUEL-23)."""

    duel: Duel
    attacks: tuple[Attack, Attack]


DuelStep: TypeAlias = (
    ChallengeOrder
    | Challenges
    | AnswerChallenge
    | Press
    | Force
    | Stand
    | Escape
    | Allot
    | Tricks
    | Forfeit
    | Clash
    | Riposte
    | DuelSaves
)
