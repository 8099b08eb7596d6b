"""The switches of a battle (UNIT, TURN and other rules). Defaults are the book and its rulings; each names a rule."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.unit_parts import always_saved
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True, omit_defaults=True):
    # TA-CMD-01: order cards, or everybody moves at will and twice as fast.
    command: Literal["none", "cards"] = always_saved("none")
    # TA-UNIT-07: how many warriors a figure stands for; heroes and shots at characters depend on it.
    scale: Literal["1:5", "1:20"] = always_saved("1:5")
    # TA-UNIT-22: whether a natural 1 saves a figure that wears nothing.
    unarmored: Literal["no_save", "natural_one"] = always_saved("no_save")
    # TA-TURN-08: game turns after which it ends, the side with the greater share lost beaten; 0 is no limit.
    turn_limit: int = always_saved(0)
    # TA-MOVE-14: the gap a unit keeps from enemies it does not charge.
    enemy_gap: Mil = always_saved(inches(1))
    # TA-POINTS-12: what players agree to pay for mounts and musicians.
    surcharge: Literal["none", "agreed"] = always_saved("none")
    # TA-RANGED-17: artillery takes the field only where the scenario says so.
    artillery: Literal["none", "allowed"] = always_saved("none")
    # TA-TURN-01: nothing is said about setting up; the depth of the zones along the table edges.
    setup_depth: Mil = always_saved(inches(12))
    # TA-UNIT-08: creatures, heroes of tales, priests and mages come in at one of the two scales.
    fantasy: Literal["none", "supplement"] = "none"
    # TA-FANT-A09: night is a setting of the scenario.
    light: Literal["day", "night"] = "day"
    # TA-CONV-23: where the reckoning of leadership from ability scores begins.
    leadership_start: Literal["typical", "zero"] = "typical"


SWITCHES: Final = Switchboard(
    Options,
    LAW,
    wording=load_wording("schiltron.rulesets.by_this_axe"),
    limits={
        "turn_limit": (0, 1000),
        "enemy_gap": (0, inches(3)),
        "setup_depth": (inches(3), inches(36)),
    },
    settled={"fantasy": "TA-UNIT-08"},
    measures={"turn_limit": "turns", "enemy_gap": "inches", "setup_depth": "inches"},
)
