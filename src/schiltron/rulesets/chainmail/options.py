"""The switches of a battle (HIST, SETUP, MELEE): rulings with alternatives, fixed before play and saved (CM-SETUP-09).

Defaults are the book and the ledger's rulings; each names the rule it belongs to.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.unit_parts import always_saved
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches

OnOff = Literal["off", "on"]
Scale = Literal["mass", "man_to_man"]


class Options(Struct, frozen=True, omit_defaults=True):
    """What players have agreed on, written down with the battle and changed only by agreement (CM-SETUP-09)."""

    # CM-TURN-01: sides move one after the other, or both at once by written orders.
    turn_system: Literal["move_counter_move", "simultaneous"] = always_saved("move_counter_move")
    # CM-SCALE-01: how many men a figure stands for.
    men_per_figure: Literal["20", "10"] = always_saved("20")
    # CM-SETUP-02: the points an army may cost; 0 is no limit.
    points: int = always_saved(0)
    # CM-SETUP-04: by how many percent less whoever alone chose the ground has of them.
    terrain_choice: int = always_saved(15)
    # CM-SETUP-08: how victory is decided (CM-SETUP-05 to CM-SETUP-08).
    victory: Literal["attrition", "expulsion", "points", "history"] = always_saved("attrition")
    # CM-SETUP-05: the percentage of its figures below which a side has lost.
    attrition: int = always_saved(50)
    # CM-SETUP-07: game turns after which it ends; 0 is no limit. Victory by points always has one.
    turn_limit: int = always_saved(0)
    # CM-SETUP-01: nothing is said about setting up; the depth of the zones along the table edges.
    setup_depth: Mil = always_saved(inches(12))
    # CM-MELEE-03: how deep a melee reaches.
    melee_reach: Mil = always_saved(inches(3))
    # CM-CATAPULT-12: dice for over- and undershooting, or the call alone.
    scatter: Literal["dice", "called"] = always_saved("dice")
    # CM-MELEE-38
    prisoners: OnOff = always_saved("off")
    # CM-MELEE-44
    impetus: OnOff = always_saved("off")
    # CM-MELEE-45
    standing_horse: OnOff = always_saved("off")
    # CM-MELEE-49
    hedgehog: OnOff = always_saved("off")
    # CM-HIST-01: unmixed units, and reorganizing after a melee in which they were intermixed.
    organization: OnOff = always_saved("off")
    # CM-HIST-04: knights' obedience.
    knights: OnOff = always_saved("off")
    # CM-HIST-08: peasants' dice to move, attack and defend.
    peasants: OnOff = always_saved("off")
    # CM-HIST-14: Flemish levies' morale.
    levies: OnOff = always_saved("off")
    # CM-HIST-17: mercenaries' tempers.
    mercenaries: OnOff = always_saved("off")
    # CM-HIST-21: stakes of English longbowmen.
    stakes: OnOff = always_saved("off")
    # CM-HIST-23: schiltrons of the Scots.
    schiltrons: OnOff = always_saved("off")
    # CM-HIST-29: no quarter from Saracens to religious orders.
    saracens: OnOff = always_saved("off")
    # CM-HIST-30: religious orders of knighthood.
    religious_orders: OnOff = always_saved("off")
    # CM-HIST-32: the army commander helps with required rolls, or with all dice of his unit.
    commander: Literal["off", "required_rolls", "all_dice"] = always_saved("off")
    # CM-HIST-40: a camp off the table with a secret way to it, or (CM-HIST-45) on the board.
    baggage: Literal["none", "off_table", "on_table"] = always_saved("none")
    # CM-WEATHER-01: no weather, a die for it, or as it is set; it changes from there.
    weather: Literal["none", "rolled", "clear", "cloudy", "rainy"] = always_saved("none")
    # CM-WEATHER-04: excess heat is possible in summer only.
    season: Literal["summer", "other"] = always_saved("summer")
    # CM-WEATHER-04: whether troops may set fire to dry cover.
    burning: OnOff = always_saved("off")
    # CM-SIEGE-28: how often the defender may pour oil in all; 0: as his cauldrons grow hot again.
    cauldrons: int = 0
    # CM-JOUST-09: what a day in the lists is decided by.
    tourney: Literal["points", "record"] = "points"
    # CM-MTM-01: a figure is twenty men or ten, or one man.
    scale: Scale = "mass"
    # CM-FANT-GEN-01: whether the fantasy supplement is added.
    fantasy: OnOff = "off"
    # CM-FANT-GOBLIN-02: how light it is; CM-FANT-GEN-10: in full darkness only those fight who see in it.
    light: Literal["bright", "dim", "dark"] = "bright"
    # CM-FANT-GOBLIN-02: whether a 6 still kills where bright light takes 1 off the dice.
    natural_six: Literal["lowered", "stands"] = "lowered"
    # CM-FANT-SUPER-02: what becomes of those who do not stand the sight of a terror.
    terror: Literal["retreat", "removed"] = "retreat"
    # CM-FANT-GEN-11: figures that are several things at once.
    combinations: OnOff = "off"
    # CM-FANT-ELF-07: whether the 1 of a magical sword is in an elf's own scores already.
    elf_swords: Literal["included", "added"] = "included"
    # CM-FANT-TROLL-12: whether true trolls rise again.
    regeneration: OnOff = "off"
    # CM-FANT-LINEUP-01: whether law and chaos stand in one army.
    line_up: Literal["kept", "free"] = "kept"
    # CM-FANT-LINEUP-03: whether neutral units are diced for before the battle.
    neutrals: Literal["hired", "diced"] = "hired"


SWITCHES: Final = Switchboard(
    Options,
    LAW,
    wording=load_wording("schiltron.rulesets.chainmail"),
    limits={
        "points": (0, 10_000),
        "terrain_choice": (0, 90),
        "attrition": (1, 99),
        "turn_limit": (0, 1000),
        "setup_depth": (inches(3), inches(36)),
        "melee_reach": (inches(1), inches(12)),
        "cauldrons": (0, 100),
    },
    measures={"turn_limit": "turns", "setup_depth": "inches", "melee_reach": "inches"},
    rule_of={
        "tourney": "CM-JOUST-09",
        "scale": "CM-MTM-01",
        "fantasy": "CM-FANT-GEN-01",
        "light": "CM-FANT-GEN-10",
        "natural_six": "CM-FANT-GOBLIN-02",
        "terror": "CM-FANT-SUPER-02",
        "combinations": "CM-FANT-GEN-11",
        "elf_swords": "CM-FANT-ELF-07",
        "regeneration": "CM-FANT-TROLL-12",
        "line_up": "CM-FANT-LINEUP-01",
        "neutrals": "CM-FANT-LINEUP-03",
    },
)
