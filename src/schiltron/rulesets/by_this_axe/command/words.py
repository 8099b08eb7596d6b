"""Cards in words: what an effect is called, what it does, and when it is played."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.uses import Moment

NAMES: Final = {
    "march_charge": "March or charge",
    "maneuver": "Maneuver",
    "flanking_move": "Flanking move",
    "center_move": "Center move",
    "all_cavalry_move": "All cavalry move",
    "all_light_infantry_move": "Unarmored and light infantry move",
    "all_infantry_move": "All infantry move",
    "coordinated_attack": "Coordinated attack",
    "ferocious_attack": "Ferocious attack",
    "frenzied_charge": "Frenzied charge",
    "target": "Target",
    "volley": "Volley",
    "rally": "Rally",
    "seize_the_initiative": "Seize the initiative",
    "brace_for_charge": "Brace for a charge",
    "shieldwall": "Shieldwall",
    "any_two_effects": "Any two effects",
}
_PAIR: Final = "not more than an inch apart"
TEXTS: Final = {
    "march_charge": f"One unit, or two {_PAIR}, go 1d6 inches farther, in a march or in a charge that must try for "
    "contact.",
    "maneuver": "One unit may turn twice in its move, each time by as much as half a circle.",
    "flanking_move": "The two outermost units of the left or the right wing move at double rate.",
    "center_move": "The two units nearest the middle of the line move at double rate.",
    "all_cavalry_move": "Every cavalry unit in command may go 1d6 + 1 inches farther.",
    "all_light_infantry_move": "Every infantry unit in command with light armour or none may go 1d6 inches farther.",
    "all_infantry_move": "Every infantry unit in command may go 1d6 − 1 inches farther, at least an inch.",
    "coordinated_attack": "Up to three units charge one enemy unit together, 1d6 inches farther.",
    "ferocious_attack": "One unit charges 1d6 inches farther, with +2 to hit in the first round.",
    "frenzied_charge": f"One unit, or two {_PAIR}, charge 1d6 inches farther, with +1 to hit in the first round.",
    "target": f"One or two missile units, {_PAIR}, shoot at any target within range; or hold their fire for the "
    "enemy who comes into range in the Movement Phase.",
    "volley": f"One or two missile units, {_PAIR}, shoot twice.",
    "rally": "A routed unit rallies in the Movement Phase without a die; or a unit has +2 morale in this phase.",
    "seize_the_initiative": "The army adds 2 to its die for who moves first.",
    "brace_for_charge": f"One or two units, {_PAIR}, stand still this turn, with +2 to save against chargers in the "
    "first round.",
    "shieldwall": f"One or two infantry units with shields, {_PAIR}, stand still this turn, with +2 to save against "
    "shots.",
    "any_two_effects": "Use one effect of any card now, and name another to use later this turn.",
}
WHEN: Final[dict[Moment, str]] = {
    "ranged": "before shots are declared",
    "initiative": "before the roll for who moves first",
    "movement": "while its side moves",
    "charged": "when a unit is about to be charged",
    "check": "before a unit checks its nerve in the Ranged Combat or Melee Phase",
}


def title(card: str, effect: str = "") -> str:
    """As in "Seven of spades: Target"; of a joker with the effect that was named."""
    return f"{CARDS[card].name.capitalize()}: {NAMES[effect or CARDS[card].effect]}"
