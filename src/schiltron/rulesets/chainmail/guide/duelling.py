"""What singling somebody out would come to: the two dice of both (CM-FANT-HERO-05, CM-FANT-FCT-01)."""

from __future__ import annotations

from schiltron.battle.guide.answers import Odds
from schiltron.battle.guide.probability import Chances, expected, successes
from schiltron.battle.words.grammar import cited, noted, percent
from schiltron.rulesets.chainmail.fantasy.combat_table import DICE, Score
from schiltron.rulesets.chainmail.guide.odds import destroyed, leaves
from schiltron.rulesets.chainmail.melee.challenges import RULES, SINGLE_OUT, numbers
from schiltron.rulesets.chainmail.state import Battle, Unit


def challenge_odds(view: Battle, unit: Unit, target: Unit) -> tuple[Odds, Odds | None]:
    """What a figure does to another whom it singles out, and what that one does to it, if he fights on two dice."""
    mine, his = numbers(view, unit, target)
    return _odds(view, target, mine), _odds(view, unit, his) if his is not None else None


def _odds(view: Battle, target: Unit, found: Score) -> Odds:
    fallen: Chances = successes(1, found.kills)
    back = cited(f"driven back: {percent(found.drives_back)}", "CM-FANT-FCT-03")
    return Odds(
        exact=True,
        dice=DICE,
        needs=found.need,
        hits=fallen,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=leaves(view, target, fallen),
        notes=noted(cited("one figure against one, on two dice", RULES[0]), back if found.drives_back else ""),
        target=target.id,
        action=SINGLE_OUT,
        destroyed=destroyed(target, fallen),
    )
