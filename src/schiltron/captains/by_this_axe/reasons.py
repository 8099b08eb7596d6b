"""Why the captain of By This Axe answers as he does, from what he weighed."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.by_this_axe.expectations import danger, fights, prospect
from schiltron.captains.by_this_axe.moving import ranked
from schiltron.captains.by_this_axe.situation import Body, Situation
from schiltron.captains.by_this_axe.tried_moves import charged, marched
from schiltron.captains.weighing import Change, Weighed, Why
from schiltron.rulesets.by_this_axe.off_table.pursuit import PURSUE
from schiltron.rulesets.by_this_axe.off_table.stances import ATTACK, DEFEND, DEFENSIVE, LEAVE, OFFENSIVE
from schiltron.rulesets.by_this_axe.off_table.stratagems import EVADE, FOIL, NONE
from schiltron.rulesets.by_this_axe.state import Battle

WHY: Final = {
    "Challenges": Why(
        always="That duel promises most", by_key=(("pass", "No duel that could be had promises anything"),)
    ),
    "AnswerChallenge": Why(
        by_key=(
            ("accept", "The duel promises more than it risks"),
            ("decline", "The duel risks more than it promises, even with what declining costs"),
        )
    ),
    "Press": Why(
        by_key=(("force", "The duel is worth forcing on him"), ("let_go", "The duel is not worth forcing on him"))
    ),
    "Stand": Why(
        by_key=(("fight", "He can still win"), ("flee", "He had better run while there is something left to save"))
    ),
    "Allot": Why("One of the splits that do nearly as well as the best; which one is left to chance"),
    "ChooseOrder": Why(
        always="The enemy may show where he goes",
        by_key=(("first", "There is somebody to charge, or to be charged by"),),
    ),
    "OfferRally": Why(by_key=(("try", "A rallied unit fights again, and nothing is lost by trying"),)),
    "Melees": Why("That brings most of them down"),
    "ClearFallen": Why("They fight on best so"),
    "Retreat": Why(
        by_key=(("stand", "They would win, or are no skirmishers"), ("away", "They would lose where they stand"))
    ),
    "KeepCards": Why("The three best are kept"),
    "TryStratagems": Why(
        always="Of what could be tried this is likeliest to help, for as much as it would",
        by_key=(
            (NONE, "Nothing is likely enough to succeed: he keeps his attempt, to foil the enemy's"),
            (EVADE, "Whoever attacked, the battle would go against them"),
        ),
    ),
    "OfferFoil": Why(by_key=((FOIL, "It may still be foiled"), (NONE, "It cannot be foiled"))),
    "StateTroops": Why(
        by_key=(
            ("double", "An enemy who believes it thinks twice"),
            ("guarded", "The enemy is told no more than has to be"),
        )
    ),
    "ChooseStances": Why(
        by_key=(
            (OFFENSIVE, "To attack promises more than to be attacked, however well both choose their postures"),
            (DEFENSIVE, "To be attacked promises more than to attack, however well both choose their postures"),
        )
    ),
    "ForceBattle": Why(
        by_key=(
            (LEAVE, "Whoever attacked, the battle would go against them"),
            (ATTACK, "A battle in which they attack is worth having"),
            (DEFEND, "A battle in which they are attacked is worth having"),
        )
    ),
    "ChooseRole": Why(
        by_key=((ATTACK, "To attack promises more than to be attacked"), (DEFEND, "To be attacked promises more")),
    ),
    "ChoosePostures": Why("Drawn by lot from those that do nearly as well as the best, so that nobody foresees it"),
    "OfferPursuit": Why(by_key=((PURSUE, "The beaten lose more so"),)),
    "ShareLosses": Why("The unmounted are missed least in a pursuit"),
    "Window": Why("The card is worth more now than later"),
}


def weighed(battle: Battle, unit_id: str, action: str, path: Path) -> Weighed | None:
    """What counts for and against a move; None where it cannot be tried."""
    unit = battle.units[unit_id]
    trial = charged(battle, unit, path) if action == "charge" else marched(battle, unit, path)
    if trial is None:
        return None
    situation = Situation(battle, unit.side)
    body, there = situation.body(battle, unit), situation.body(trial.battle, trial.unit)
    foes = ranked(situation, there)
    return Weighed(
        met=battle.units[trial.met].name if trial.met else "",
        melee=fights(situation, trial.battle, unit_id) if trial.met else 0.0,
        hope=Change(prospect(situation, body), 0.0 if trial.met else prospect(situation, there)),
        foe=foes[0].unit.name if foes else "",
        fear=Change(_fear(situation, body), _fear(situation, there)),
    )


def _fear(situation: Situation, body: Body) -> float:
    friends = [one for one in situation.friends if one.id != body.id and not one.routed]
    return danger(situation, body, friends)
