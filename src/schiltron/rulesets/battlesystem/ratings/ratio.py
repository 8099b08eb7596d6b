"""How many creatures a figure stands for (case 2.2, Table 1)."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import HitDice
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.hit_dice import rated_dice
from schiltron.rulesets.battlesystem.state import Profile

Band = Literal["less_than_4_plus_1", "4_plus_to_8_plus", "9_or_more", "pc_npc_individual"]

_RATIOS: Final = {
    str(row["creature_hit_dice"]): int(row["creatures_per_figure"])
    for row in LAW.sheet("BS-T-01-creature-figure-ratio").records()
}
_NAMES: Final[dict[Band, str]] = {
    "less_than_4_plus_1": "less than 4+1 hit dice",
    "4_plus_to_8_plus": "4+1 to 8 hit dice with any plus",
    "9_or_more": "9 hit dice or more",
    "pc_npc_individual": "an individual",
}


def band(dice: HitDice) -> Band:
    """A flat 4 is still in the first band, 4 with a plus in the second (BS-2.2-01)."""
    if dice.dice >= 9:
        return "9_or_more"
    return "4_plus_to_8_plus" if (dice.dice, dice.plus) > (4, 0) else "less_than_4_plus_1"


def ratio(profile: Profile, figures: int = 1) -> Tally:
    """Creatures to a figure; whoever has a sheet of his own is one to one whatever his hit dice (BS-2.2-02)."""
    alone = profile.kind == "individual"
    which: Band = "pc_npc_individual" if alone else band(rated_dice(profile, figures))
    rule = "BS-2.2-02" if alone else "BS-2.2-01"
    return Tally("creatures to a figure", (Term(_NAMES[which], _RATIOS[which], rule),))
