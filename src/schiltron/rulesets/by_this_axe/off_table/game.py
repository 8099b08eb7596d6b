"""The seven steps of a battle off the table, day by day (rules ABS)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.play.agenda import does
from schiltron.battle.state.event import Began
from schiltron.rulesets.by_this_axe.off_table.days import END_DAY, BeginDay, Stage, changed, tell_strengths
from schiltron.rulesets.by_this_axe.off_table.healing import REST, ROLL_WEEKS
from schiltron.rulesets.by_this_axe.off_table.losses import SHARE_LOSSES
from schiltron.rulesets.by_this_axe.off_table.pursuit import OFFER_PURSUIT, ROLL_PURSUIT
from schiltron.rulesets.by_this_axe.off_table.results import (
    CHOOSE_HOUR,
    END_BATTLE,
    FIGHT_DAY,
    HOLD_FIELD,
    ROLL_LOSSES,
    SHOW_SURPRISE,
)
from schiltron.rulesets.by_this_axe.off_table.stances import (
    CHOOSE_POSTURES,
    CHOOSE_ROLE,
    CHOOSE_STANCES,
    FORCE_BATTLE,
    ROLL_ROLES,
    ChooseStances,
)
from schiltron.rulesets.by_this_axe.off_table.statements import STATE_TROOPS, StateTroops
from schiltron.rulesets.by_this_axe.off_table.stratagems import (
    EVADE_BATTLE,
    FALL_BACK,
    OFFER_FOIL,
    ROLL_FOIL,
    ROLL_STRATAGEM,
    TRY_STRATAGEMS,
    TryStratagems,
)
from schiltron.rulesets.by_this_axe.state import Scene

STEPS: Final = (
    SequenceEntry("stratagems", "Stratagems", ("TA-ABS-15", "TA-ABS-30")),
    SequenceEntry("statements", "Statements", ("TA-ABS-16",)),
    SequenceEntry("postures", "Stance and posture", ("TA-ABS-17", "TA-ABS-60")),
    SequenceEntry("battle", "The battle", ("TA-ABS-18", "TA-ABS-82")),
    SequenceEntry("casualties", "Losses", ("TA-ABS-19", "TA-ABS-100")),
    SequenceEntry("pursuit", "Pursuit", ("TA-ABS-20", "TA-ABS-110")),
)


def _begin_day(scene: Scene, _step: BeginDay) -> None:
    day = scene.battle.turn + 1
    scene.set(turn=day, phase="stratagems", active="")
    for side in scene.battle.sides:
        changed(scene, side.id, stratagem="", worked=False)
    scene.tell(Began(what="turn", turn=day, rules=("TA-ABS-01", "TA-ABS-14")))
    tell_strengths(scene)
    scene.now(
        Stage("stratagems"), TryStratagems(), Stage("statements"), StateTroops(), Stage("postures"), ChooseStances()
    )


def _begin_stage(scene: Scene, step: Stage) -> None:
    entry = next(entry for entry in STEPS if entry.name == step.name)
    scene.set(phase=step.name)
    scene.tell(Began(what=step.name, turn=scene.battle.turn, rules=entry.rules))


HANDLERS: Final = (
    does(BeginDay, _begin_day),
    does(Stage, _begin_stage),
    END_DAY,
    END_BATTLE,
    SHOW_SURPRISE,
    TRY_STRATAGEMS,
    ROLL_STRATAGEM,
    OFFER_FOIL,
    ROLL_FOIL,
    EVADE_BATTLE,
    FALL_BACK,
    STATE_TROOPS,
    CHOOSE_STANCES,
    FORCE_BATTLE,
    ROLL_ROLES,
    CHOOSE_ROLE,
    CHOOSE_POSTURES,
    CHOOSE_HOUR,
    FIGHT_DAY,
    ROLL_LOSSES,
    SHARE_LOSSES,
    HOLD_FIELD,
    OFFER_PURSUIT,
    ROLL_PURSUIT,
    ROLL_WEEKS,
    REST,
)
