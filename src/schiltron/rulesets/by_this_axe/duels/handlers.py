"""What the steps of the Duel Phase do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.by_this_axe.duels.blows import CLASH, RIPOSTE, SAVES
from schiltron.rulesets.by_this_axe.duels.challenges import ANSWER, CHALLENGE_ORDER, CHALLENGES, FORCING, PRESS
from schiltron.rulesets.by_this_axe.duels.rounds import ALLOT, DIRTY_TRICKS, ESCAPE, FORFEIT, STAND
from schiltron.rulesets.by_this_axe.duels.steps import (
    Allot,
    AnswerChallenge,
    ChallengeOrder,
    Challenges,
    Clash,
    DuelSaves,
    Escape,
    Force,
    Forfeit,
    Press,
    Riposte,
    Stand,
    Tricks,
)

DUELS: Final[dict[type, Handler]] = {
    ChallengeOrder: CHALLENGE_ORDER,
    Challenges: CHALLENGES,
    AnswerChallenge: ANSWER,
    Press: PRESS,
    Force: FORCING,
    Stand: STAND,
    Escape: ESCAPE,
    Allot: ALLOT,
    Tricks: DIRTY_TRICKS,
    Forfeit: FORFEIT,
    Clash: CLASH,
    Riposte: RIPOSTE,
    DuelSaves: SAVES,
}
