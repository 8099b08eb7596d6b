"""The switches of a battle (mostly case S0). Defaults are the book and the ledger's rulings; each names its rule.

A program applies the rulings of the ledger; players may agree on another where one is written here (BS-0.0-04).
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches

OnOff = Literal["off", "on"]


class Options(Struct, frozen=True):
    # BS-0.0-01: the role-playing game behind the battle.
    base_game: Literal["add", "dnd"] = "add"
    # BS-0.0-02: which cases are in use; the first for the introductory scenario (BS-8.8-04), or both (BS-11.9-05).
    level: Literal["basic", "intermediate"] = "intermediate"
    # BS-5.1-02: the die for initiative.
    initiative: Literal["d6", "d20"] = "d6"
    # BS-3.4-02: who sets up when.
    setup: Literal["simultaneous", "blue_first", "red_first"] = "simultaneous"
    # BS-3.4-01: the depth of the zones along the table edges.
    setup_depth: Mil = inches(10)
    # BS-3.5-01: nothing is measured before it is declared, or by agreement it may be.
    measuring: Literal["declared", "free"] = "declared"
    # BS-S0-05: ML, DL and AR of printed rosters as printed; all by formula; or print but AR of 5:1 units by formula.
    rosters: Literal["ruled", "print", "formula"] = "ruled"
    # BS-8.3-08: whether the defender on higher ground is harder to hit, or easier as the table prints.
    higher_ground: Literal["harder", "printed"] = "harder"
    # BS-S0-10, BS-S0-13: whether orcs and goblins suffer from the light.
    light: Literal["daylight", "sunset"] = "daylight"
    # BS-2.11-01: whether elite units and berserkers may be fielded.
    special_units: OnOff = "off"
    # BS-9.3-04, BS-4.10-05: deputies as printed, or a chart in which posts of those who move up are filled too.
    hierarchy: Literal["printed", "chart"] = "printed"
    # BS-7.15-08: a surrounded unit may be captured and not destroyed.
    capture: OnOff = "off"
    # BS-9.2-02: whether commanders who know spells are asked each round if they cast one, which costs their command.
    spells: Literal["off", "declared"] = "off"
    # BS-10.3-02: volleys of missiles that are counted, for each member.
    volleys: int = 2
    # BS-S0-14: who wins if nobody is left; "" is a draw.
    tie: Literal["draw", "blue", "red"] = "draw"
    # BS-1.0-06: game rounds after which it ends; 0 is no limit.
    turn_limit: int = 0


RULE_OF: Final[dict[str, str]] = {
    "base_game": "BS-0.0-01",
    "level": "BS-0.0-02",
    "initiative": "BS-5.1-02",
    "setup": "BS-3.4-02",
    "setup_depth": "BS-3.4-01",
    "measuring": "BS-3.5-01",
    "rosters": "BS-S0-05",
    "higher_ground": "BS-8.3-08",
    "light": "BS-S0-10",
    "special_units": "BS-2.11-01",
    "hierarchy": "BS-9.3-04",
    "capture": "BS-7.15-08",
    "spells": "BS-9.2-02",
    "volleys": "BS-10.3-02",
    "tie": "BS-S0-14",
    "turn_limit": "BS-1.0-06",
}

SWITCHES: Final = Switchboard(
    Options,
    LAW,
    rule_of=RULE_OF,
    wording=load_wording("schiltron.rulesets.battlesystem"),
    limits={"setup_depth": (inches(3), inches(36)), "volleys": (1, 20), "turn_limit": (0, 1000)},
    measures={"turn_limit": "turns", "setup_depth": "inches"},
)
