"""What an answer would do, before it is given: a path as it would be walked, fire on the way, contact and the round
that follows, a shot, an engine pointed, a place.

Legality is asked of the door itself; the walk shown is the walk that judges and carries out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.decision import (
    Aimed,
    Answer,
    AnyDecision,
    Chosen,
    Commanded,
    Marched,
    PlaceUnit,
    Planned,
    Pointed,
    SetDown,
)
from schiltron.battle.grammar import percent
from schiltron.battle.guide import Odds, Preview, PreviewLeg
from schiltron.battle.joining import afoot, way_to
from schiltron.battle.plotting import preview_legs, preview_place
from schiltron.rulesets.chainmail.artillery.engines import is_artillery
from schiltron.rulesets.chainmail.artillery.phase import FIRE
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.fire.declaring import SHOOT
from schiltron.rulesets.chainmail.guide.asking import Asked
from schiltron.rulesets.chainmail.guide.charge import Arrival, arrive, rules, thrown_at, told, under_fire
from schiltron.rulesets.chainmail.guide.plotting import Plot, as_drawn, plotted, walked
from schiltron.rulesets.chainmail.guide.shots import shot_preview
from schiltron.rulesets.chainmail.guide.targets import in_spite_of, shot
from schiltron.rulesets.chainmail.guide.words import cited, joined
from schiltron.rulesets.chainmail.melee.outlook import if_it_met
from schiltron.rulesets.chainmail.melee.refusing import FIGHT
from schiltron.rulesets.chainmail.melee.steps import JoinMelees, RefuseCombat
from schiltron.rulesets.chainmail.morale.outlook import rallies
from schiltron.rulesets.chainmail.morale.rally import AT_ONCE
from schiltron.rulesets.chainmail.morale.steps import StayOrRun
from schiltron.rulesets.chainmail.movement.commanders import JOIN
from schiltron.rulesets.chainmail.movement.phase import LONGEST_PATH
from schiltron.rulesets.chainmail.movement.trial_moves import SPLIT
from schiltron.rulesets.chainmail.movement.walker import Walker
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.written.orders import IF_CHARGED
