"""What the steps of the historical characteristics do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.history.baggage import HIDE_BAGGAGE, PLUNDER, SEEK_BAGGAGE
from schiltron.rulesets.chainmail.history.compulsion import COMPULSIONS
from schiltron.rulesets.chainmail.history.knights import OBEDIENCE_DIE
from schiltron.rulesets.chainmail.history.mercenaries import ARRIVE, MARCH_AWAY, TEMPER_DIE, TEMPERS
from schiltron.rulesets.chainmail.history.peasants import DARE, DARE_TO_JOIN, DEFEND
from schiltron.rulesets.chainmail.history.returning import COME_BACK
from schiltron.rulesets.chainmail.history.separate_action import CAMP_MORALE, CAMP_ROUND, SEPARATE_ACTION
from schiltron.rulesets.chainmail.history.stakes import STAKES
from schiltron.rulesets.chainmail.history.steps import (
    Arrive,
    CampMorale,
    CampRound,
    ComeBack,
    Compulsions,
    Dare,
    DareToJoin,
    Defend,
    HideBaggage,
    MarchAway,
    Obedience,
    Plunder,
    SeekBaggage,
    SeparateAction,
    Stakes,
    Temper,
    Tempers,
)

HISTORY: Final[dict[type, Handler]] = {
    Tempers: TEMPERS,
    Temper: TEMPER_DIE,
    SeekBaggage: SEEK_BAGGAGE,
    HideBaggage: HIDE_BAGGAGE,
    Compulsions: COMPULSIONS,
    SeparateAction: SEPARATE_ACTION,
    CampRound: CAMP_ROUND,
    CampMorale: CAMP_MORALE,
    ComeBack: COME_BACK,
    Plunder: PLUNDER,
    MarchAway: MARCH_AWAY,
    Arrive: ARRIVE,
    Obedience: OBEDIENCE_DIE,
    Dare: DARE,
    DareToJoin: DARE_TO_JOIN,
    Defend: DEFEND,
    Stakes: STAKES,
}
