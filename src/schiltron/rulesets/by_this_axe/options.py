"""The switches of a battle (UNIT, TURN and other rules). Defaults are the book and its rulings; each names a rule."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True):
    # TA-CMD-01: order cards, or everybody moves at will and twice as fast.
    command: Literal["none", "cards"] = "none"
    # TA-UNIT-07: how many warriors a figure stands for; heroes and shots at characters depend on it.
    scale: Literal["1:5", "1:20"] = "1:5"
    # TA-UNIT-22: whether a natural 1 saves a figure that wears nothing.
    unarmored: Literal["no_save", "natural_one"] = "no_save"
    # TA-TURN-08: game turns after which it ends, the side with the greater share lost beaten; 0 is no limit.
    turn_limit: int = 0
    # TA-MOVE-14: the gap a unit keeps from enemies it does not charge.
    enemy_gap: Mil = inches(1)
    # TA-POINTS-12: what players agree to pay for mounts and musicians.
    surcharge: Literal["none", "agreed"] = "none"
    # TA-RANGED-17: artillery takes the field only where the scenario says so.
    artillery: Literal["none", "allowed"] = "none"
    # TA-TURN-01: nothing is said about setting up; the depth of the zones along the table edges.
    setup_depth: Mil = inches(12)


SWITCHES: Final = Switchboard(
    Options,
    LAW,
    wording=load_wording("schiltron.rulesets.by_this_axe"),
    limits={
        "turn_limit": (0, 1000),
        "enemy_gap": (0, inches(3)),
        "setup_depth": (inches(3), inches(36)),
    },
    measures={"turn_limit": "turns", "enemy_gap": "inches", "setup_depth": "inches"},
)
