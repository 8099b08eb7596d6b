"""Lists and scenarios tried out in many quick battles between captains: who wins, and which units earn their points.

What is played follows from what is tried, who leads and how many battles there are to be, so that each battle can be
played anywhere, in any order, and again.
"""

from schiltron.trials.counting import Count, counted_wins, wilson
from schiltron.trials.earnings import Earned
from schiltron.trials.plan import LEAST_GAMES, MOST_GAMES, USUAL_GAMES, Plan, army_trial, scenario_trial
from schiltron.trials.playing import Fought, fought
from schiltron.trials.results import Results, SideLine, UnitLine, results

__all__ = [
    "LEAST_GAMES",
    "MOST_GAMES",
    "USUAL_GAMES",
    "Count",
    "Earned",
    "Fought",
    "Plan",
    "Results",
    "SideLine",
    "UnitLine",
    "army_trial",
    "counted_wins",
    "fought",
    "results",
    "scenario_trial",
    "wilson",
]
